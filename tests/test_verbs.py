"""A verb has one home: its line in the table of orders, and one module of the rules that offers it and carries it out.

Counted is where a module of a game uses a word as a verb: it builds an action with it, matches one, compares the first
word of one, or lists it among a step's `verbs`. Agents play by verbs and may name them; they are not counted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import sandtable

EXCUSED: dict[str, set[str]] = {
    "battleaxe": set(),
    "bravery": set(),
    "dark-sands": {"end", "go", "unit"},
    "rommel": {"bid"},
    "western-desert": {"none", "stack", "unit"},
}
"""Verbs whose word means something else in a second module."""
PRESENTATION = ("battle", "forecast", "overlays", "report", "view")


@pytest.mark.parametrize("name", sandtable.games())
def test_a_verb_is_named_in_two_files_at_most(name: str) -> None:
    named = homes(name)
    crowded = {verb: files for verb, files in named.items() if len(files) > 1}
    assert set(crowded) == EXCUSED[name], {verb: files for verb, files in crowded.items() if verb not in EXCUSED[name]}


@pytest.mark.parametrize("name", sandtable.games())
def test_what_shows_a_game_asks_orders_and_steps_instead_of_naming_verbs(name: str) -> None:
    """A forecast or an overlay that knew verbs would have to follow every change of the rules."""
    named = {
        (verb, file)
        for verb, files in homes(name).items()
        for file in files
        if file.startswith(PRESENTATION) and verb not in EXCUSED[name]
    }
    assert not named


def homes(name: str) -> dict[str, list[str]]:
    """The modules of a game, its table of orders apart, that name each of its verbs."""
    game = sandtable.load(name)
    named: dict[str, list[str]] = {key.partition("@")[0]: [] for key in game.orders.table}
    for path in sorted(Path(game.package).rglob("*.py")):
        file = path.relative_to(game.package).as_posix()
        if file != "orders.py":
            for verb in set(verbs_in(ast.parse(path.read_text(encoding="utf-8")))) & set(named):
                named[verb].append(file)
    return named


def verbs_in(tree: ast.AST) -> Iterator[str]:
    """The words that a module uses as verbs."""
    for node in ast.walk(tree):
        match node:
            case ast.Tuple(elts=[ast.Constant(value=str(word)), *rest]):
                if not rest or not all(isinstance(part, ast.Constant) for part in rest):
                    yield word
            case ast.Compare(left=left, comparators=others) if any(map(is_first_word, (left, *others))):
                yield from words((left, *others))
            case ast.Match(subject=subject, cases=cases) if is_first_word(subject):
                for case in cases:
                    yield from values(case.pattern)
            case ast.match_case(pattern=pattern):
                yield from matched(pattern)
            case ast.Assign(targets=[ast.Name(id="verbs")], value=value):
                yield from words([value])


def is_first_word(node: ast.AST) -> bool:
    """`action[0]`, or a name that stands for it."""
    match node:
        case ast.Subscript(slice=ast.Constant(value=0)) | ast.Name(id="verb" | "word"):
            return True
    return False


def words(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The strings of an expression, in tuples and sets too."""
    for node in nodes:
        match node:
            case ast.Constant(value=str(word)):
                yield word
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                yield from words(parts)


def matched(pattern: ast.pattern) -> Iterator[str]:
    """The first words of the actions that a pattern fits."""
    match pattern:
        case ast.MatchSequence(patterns=[first, *_]):
            yield from values(first)
        case ast.MatchOr(patterns=patterns):
            for part in patterns:
                yield from matched(part)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from matched(inner)


def values(pattern: ast.pattern) -> Iterator[str]:
    """The strings that a pattern names."""
    match pattern:
        case ast.MatchValue(value=value):
            yield from words([value])
        case ast.MatchOr(patterns=patterns):
            for part in patterns:
                yield from values(part)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from values(inner)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('found.append(("go", place))', {"go"}),
        ('if action[0] == "go": ...', {"go"}),
        ('if verb in ("go", "stay"): ...', {"go", "stay"}),
        ('match action:\n    case ("go" | "stay", place) | ("back",): ...', {"go", "stay", "back"}),
        ('match action[0]:\n    case "go": ...', {"go"}),
        ('verbs = ("go",)', {"go"}),
        ('names = ("go", "stay")\npos.note("7", "go", place)', set()),
    ],
)
def test_where_a_word_is_a_verb(code: str, found: set[str]) -> None:
    assert set(verbs_in(ast.parse(code))) == found
