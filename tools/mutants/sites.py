"""Every single change that a slip of the pen could make to a module of rules."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any", "push": "swap"}
NAMES = {"name", "rule", "title", "text", "waiting", "__slots__", "STEPS"}
"""What a step is called and says: words, not rules."""
SILENT = {"note", "reveal"}
"""Calls that only tell: the playthroughs keep them."""


class Mutant(NamedTuple):
    """One change: where it is, what stands there, what is put there."""

    path: Path
    home: str
    """The function or method it is in, or "" at the level of the module."""
    line: int
    start: int
    end: int
    """Where in the module's text, in bytes."""
    old: str
    new: str
    number: int
    """Counts equal changes in one function."""
    statement: range
    """The lines of its statement without the block below it: a test that reaches none of them cannot notice."""

    @property
    def name(self) -> str:
        """How a list names it: it survives a move to another line."""
        again = f" #{self.number}" if self.number > 1 else ""
        return f"{self.path.name} {self.home or '(module)'}: {squeezed(self.old)} -> {squeezed(self.new)}{again}"

    def source(self) -> str:
        """The module with the change in it."""
        text = self.path.read_bytes()
        return (text[: self.start] + self.new.encode() + text[self.end :]).decode()


def squeezed(text: str) -> str:
    """A piece of code on one line, not too long."""
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= 110 else f"{text[:107]}..."


def mutants_of(path: Path) -> list[Mutant]:
    """All the changes of one module."""
    text = path.read_bytes()
    tree = ast.parse(text)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    statements = list(_statements(tree))
    for home, node, new in _changes(tree):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        old = text[start:end].decode()
        seen[home, old, new] += 1
        inside = next(lines for lines in statements if node.lineno in lines)
        found.append(Mutant(path, home, node.lineno, start, end, old, new, seen[home, old, new], inside))
    return found


def _statements(tree: ast.Module) -> Iterator[range]:
    """The lines of every statement, the innermost first; of one with a block only its head."""
    for node in ast.iter_child_nodes(tree):
        yield from _statements_in(node)


def _statements_in(node: ast.AST) -> Iterator[range]:
    for child in ast.iter_child_nodes(node):
        yield from _statements_in(child)
    if isinstance(node, ast.stmt):
        assert node.end_lineno is not None
        block = getattr(node, "body", None)
        last = max(node.lineno, block[0].lineno - 1) if block else node.end_lineno
        yield range(node.lineno, last + 1)


def _changes(tree: ast.Module) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    """Where, which node, and the text that takes its place."""
    for home, node in _walk(tree, ""):
        if isinstance(node, ast.expr):
            for new in _of_expression(node):
                yield home, node, f"({new})" if isinstance(node, ast.BoolOp | ast.BinOp | ast.Compare) else new
        elif isinstance(node, ast.If | ast.While):
            yield home, node.test, "False"
            if isinstance(node, ast.If):
                yield home, node.test, "True"
        elif home and isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.Continue | ast.Break):
            yield home, node, "pass"


def _walk(node: ast.AST, home: str) -> Iterator[tuple[str, ast.AST]]:
    """The nodes that are code: no docstrings, annotations, names and titles of steps, or calls that only tell."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Raise():
            return
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=attr))) if attr in SILENT:
            return
        case ast.Assign(targets=[ast.Name(id=name)]) if name in NAMES:
            return
        case ast.AnnAssign():
            children: list[ast.AST] = [node.value] if node.value else []
        case ast.FunctionDef():
            home = home if "." in home and home[0].islower() else f"{home}.{node.name}".lstrip(".")
            children = [*node.body, *(default for default in node.args.defaults)]
        case ast.ClassDef():
            home = f"{home}.{node.name}".lstrip(".")
            children = list(node.body)
        case ast.Subscript() if isinstance(node.ctx, ast.Load):
            children = [node.value, node.slice]
        case _:
            children = list(ast.iter_child_nodes(node))
    if not isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
        yield home, node
    for child in children:
        if isinstance(node, ast.FunctionDef) and child in node.args.defaults:
            yield from _walk(child, "")
        else:
            yield from _walk(child, home)


def _of_expression(node: ast.expr) -> Iterator[str]:
    """The texts that could stand in the place of an expression."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for at, op in enumerate(ops):
                for table in (COMPARED, REVERSED):
                    if type(op) in table:
                        yield ast.unparse(ast.Compare(left, [*ops[:at], table[type(op)](), *ops[at + 1 :]], right))
        case ast.BoolOp(op=op, values=values):
            yield ast.unparse(ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values))
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield ast.unparse(rest[0] if len(rest) == 1 else ast.BoolOp(op, rest))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield ast.unparse(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SUMS:
            yield ast.unparse(ast.BinOp(left, SUMS[type(op)](), right))
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in TWINS:
            yield ast.unparse(ast.Call(ast.Name(TWINS[name]), node.args, node.keywords))
        case ast.IfExp(body=body, orelse=orelse):
            yield ast.unparse(body)
            yield ast.unparse(orelse)
