"""The account of a battle: one shape for the log, the forecast and the battle card of the table.

A game works out the sum of a battle in one place, the place that also resolves it, as an `Account`. The log tells it,
the forecast stands on it, and the view shows it while the battle is under way (`Battle`), so the three cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, NotRequired, Self, TypedDict

from sandtable.engine.sides import SIDES

Side = str
"""`"allied"` or `"axis"`."""


class Term(NamedTuple):
    """One line of the sum: what each side gets by it ("" for a side it does not concern) and the rule that says so."""

    label: str
    attacker: str
    defender: str
    rule: str


class Account(NamedTuple):
    """Both sums of a battle line by line, their totals, and what the totals lead to."""

    terms: tuple[Term, ...]
    attacker: str
    defender: str
    verdict: str
    """What follows from the totals before a die is rolled: "3 to 1, one column left", "5 or more hits"."""
    rule: str

    @classmethod
    def of(cls, args: tuple[Any, ...]) -> Self:
        """An account from the plain tuples of a log event or a save."""
        terms, *rest = args
        return cls(tuple(Term(*term) for term in terms), *rest)

    def text(self) -> str:
        """The account in one sentence, for readers of plain text."""
        sums = [
            f"{name} {total}{_parts([(term.label, figure) for term, figure in lines])}"
            for name, total, lines in (
                ("attack", self.attacker, [(term, term.attacker) for term in self.terms if term.attacker]),
                ("defence", self.defender, [(term, term.defender) for term in self.terms if term.defender]),
            )
            if total
        ]
        text = " against ".join(sums) + (f": {self.verdict}." if self.verdict else ".")
        return text[:1].upper() + text[1:]

    def document(self) -> Sum:
        """The account in the form of the view."""
        return {
            "rows": [
                {"left": term.attacker, "label": term.label, "right": term.defender, "rule": term.rule}
                for term in self.terms
            ],
            "left": self.attacker,
            "right": self.defender,
            "verdict": self.verdict,
            "rule": self.rule,
        }


def _parts(parts: list[tuple[str, str]]) -> str:
    return f" ({', '.join(f'{label} {figure}' for label, figure in parts)})" if parts else ""


class SumRow(TypedDict):
    """One line of a sum: the attacker's figure on the left, the defender's on the right."""

    left: str
    label: str
    right: str
    rule: str


class Sum(TypedDict):
    """Both sums with their totals."""

    rows: list[SumRow]
    left: str
    right: str
    verdict: str
    rule: str


class DiceRow(TypedDict):
    """The dice of one side in one roll; `need` is the face that succeeds, where there is one."""

    label: str
    side: Side
    faces: list[int]
    hits: NotRequired[list[bool]]
    need: NotRequired[int]
    each: NotRequired[int]
    """How many such faces make a hit, where it takes more than one."""
    said: NotRequired[str]
    """What came of a roll that is no count of hits, in a word or two."""


def dice_row(label: str, side: int, faces: Sequence[int], need: int | None = None, each: int = 1) -> DiceRow:
    """The dice of one roll, with the face that succeeds where there is one, and how many of them make a hit."""
    row: DiceRow = {"label": label, "side": SIDES[side], "faces": list(faces)}
    if need is not None:
        row |= {"hits": [face >= need for face in faces], "need": need}
        if each > 1:
            row["each"] = each
    return row


class Lineup(TypedDict):
    """One side of a battle: its pieces, the places they fight from, and what binds them in a few words."""

    side: Side
    pieces: list[int]
    places: list[str]
    note: str


class Hits(TypedDict):
    """Losses one side has to take in this battle, and how many of them it has taken."""

    side: Side
    due: int
    taken: int
    label: str


class Result(TypedDict):
    """A result of the column in force: the faces of the die that bring it, as rolled, its letters and its words."""

    dice: str
    code: str
    text: str
    rolled: NotRequired[bool]
    """The die has fallen, and this is it."""


class Reading(TypedDict):
    """Where a battle reads its result: the chart, its column, the one before shifts, and what the die may bring."""

    chart: str
    column: str
    before: str
    results: list[Result]


class Battle(TypedDict):
    """A battle under way, as `view["battle"]` shows it to players and watchers."""

    title: str
    rule: str
    places: list[str]
    """The places fought over."""
    attacker: Lineup
    defender: Lineup
    steps: list[str]
    """What a battle goes through, in order: "Declare", "Support", "Dice", "Losses", "Advance"."""
    step: int
    sum: NotRequired[Sum]
    dice: NotRequired[list[DiceRow]]
    hits: NotRequired[list[Hits]]
    table: NotRequired[Reading]
    retreat: NotRequired[list[str]]
    """Where the side that is asked may fall back to."""
