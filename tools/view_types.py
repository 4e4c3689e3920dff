"""Writes the client's types and the tables of docs/view.md from the typed view: `python -m tools.view_types`.

`engine/view.py` and `engine/battle.py` are the contract; `web/src/lib/view.ts` and the tables say the same in
TypeScript and in words. `tests/test_view_types.py` keeps them together.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCES = (ROOT / "src/sandtable/engine/battle.py", ROOT / "src/sandtable/engine/view.py")
CLIENT = ROOT / "web/src/lib/view.ts"
PAGE = ROOT / "docs/view.md"
BEGIN, END = "<!-- made by tools.view_types -->", "<!-- end -->"
NAMES = {"DiceRow": "Roll", "PlaceView": "PlaceState", "SideView": "SideState", "OrderView": "Action"}
"""What the client calls them, where it does not just leave `View` away."""
PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Value": "string | number | boolean",
}
BASES = ("Shown", "OrderMore", "LogText")
"""Objects that are part of another: the client has them there."""
HEAD = """/** The view a side is shown (docs/view.md). Made from engine/view.py by `python -m tools.view_types`. */

export type Side = 'allied' | 'axis';
export type Decider = Side | 'chance';
/** Whose view a seat has: one side's, or both in turn at a hot seat. */
export type Eyes = Side | 'both';
"""


class Field(NamedTuple):
    """One key of an object."""

    name: str
    type: str
    optional: bool
    note: str


class Shape(NamedTuple):
    """One object of the view."""

    name: str
    note: str
    base: str
    fields: list[Field]


def client_name(name: str) -> str:
    """What the client calls a type."""
    return NAMES.get(name) or (name.removesuffix("View") or name)


def shapes() -> list[Shape]:
    """Every object of the view, in the order of the sources."""
    found = []
    for source in SOURCES:
        for node in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and (base := _base(node)):
                found.append(Shape(node.name, ast.get_docstring(node) or "", base, _fields(node)))
            elif (
                isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _called(node.value) == "TypedDict"
            ):
                found.append(_inline(node))
    return found


def _base(node: ast.ClassDef) -> str:
    names = [base.id for base in node.bases if isinstance(base, ast.Name)]
    return names[0] if names and names[0] in ("TypedDict", *BASES) else ""


def _called(value: ast.expr) -> str:
    return value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""


def _inline(node: ast.Assign) -> Shape:
    """A TypedDict written as a call, for a key that is a word of Python."""
    assert isinstance(node.value, ast.Call)
    name, keys = node.value.args
    assert isinstance(name, ast.Constant)
    assert isinstance(keys, ast.Dict)
    fields = []
    for key, value in zip(keys.keys, keys.values, strict=True):
        assert isinstance(key, ast.Constant)
        fields.append(Field(str(key.value), typescript(value), False, ""))
    return Shape(str(name.value), "A result with its chance, and whom it favours.", "TypedDict", fields)


def _fields(node: ast.ClassDef) -> list[Field]:
    fields: list[Field] = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            kind, optional = item.annotation, False
            if isinstance(kind, ast.Subscript) and isinstance(kind.value, ast.Name) and kind.value.id == "NotRequired":
                kind, optional = kind.slice, True
            fields.append(Field(item.target.id, typescript(kind), optional, ""))
        elif fields and isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant):
            fields[-1] = fields[-1]._replace(note=str(item.value.value))
    return fields


def typescript(node: ast.expr) -> str:
    """A type in TypeScript."""
    match node:
        case ast.Name(id=name):
            return PLAIN.get(name) or client_name(name)
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str() as text):
            return f"'{text}'"
        case ast.BinOp(left=left, right=right):
            return f"{typescript(left)} | {typescript(right)}"
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            one = typescript(inner)
            return f"({one})[]" if "|" in one else f"{one}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{typescript(key)}, {typescript(value)}>"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return f"[{', '.join(typescript(part) for part in parts)}]"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=parts)):
            return " | ".join(typescript(part) for part in parts)
    raise ValueError(f"no TypeScript for {ast.unparse(node)}")


def _all_fields(shape: Shape) -> list[Field]:
    """The fields of an object with those of its base."""
    if shape.base not in BASES:
        return shape.fields
    base = next(other for other in shapes() if other.name == shape.base).fields
    return [*base, *shape.fields] if shape.base == "Shown" else [*shape.fields, *base]


def client() -> str:
    """The text of view.ts."""
    parts = [HEAD]
    for shape in shapes():
        if shape.name in BASES:
            continue
        fields = _all_fields(shape)
        lines = [f"/** {shape.note} */"] if shape.note else []
        lines.append(f"export interface {client_name(shape.name)} {{")
        for field in fields:
            if field.note:
                lines.append(f"  /** {field.note} */")
            lines.append(f"  {field.name}{'?' if field.optional else ''}: {field.type};")
        parts.append("\n".join([*lines, "}"]) + "\n")
    return "\n".join(parts)


def tables() -> str:
    """The tables of docs/view.md."""
    parts = []
    for shape in shapes():
        if shape.name in BASES and shape.name != "Shown":
            continue
        fields = shape.fields if shape.base == "Shown" else _all_fields(shape)
        rows = [f"| `{f.name}`{' ?' if f.optional else ''} | `{_escaped(f.type)}` | {f.note} |" for f in fields]
        parts.append(
            "\n".join(
                [f"### {client_name(shape.name)}", "", shape.note, "", "| key | type | |", "|---|---|---|", *rows]
            )
        )
    return "\n\n".join(parts)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def page() -> str:
    """docs/view.md with its tables of today."""
    text = PAGE.read_text(encoding="utf-8")
    made = f"{BEGIN}\n\n{tables()}\n\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: made, text, flags=re.DOTALL)


def main() -> None:
    """Write both."""
    CLIENT.write_text(client(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
