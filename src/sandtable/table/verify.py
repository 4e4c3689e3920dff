"""The check of a finished game's dice: every outcome must follow from the secret and the seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction
from sandtable.engine.records import Record
from sandtable.engine.sides import PLAYERS
from sandtable.table.fair_dice import Dice, commitment
from sandtable.table.journal import PLAY, UNDO, Cut, Entry, carry_out
from sandtable.table.shares import seal_of
from sandtable.table.timeline import Timeline


class Verdict(NamedTuple):
    """Whether the dice were fair, what was checked, every draw, and how many rolls nobody can check."""

    ok: bool
    text: str
    draws: list[dict[str, int]]
    unproven: int = 0

    def document(self) -> Document:
        """For a client: the count of the draws instead of all of them."""
        return {"ok": self.ok, "text": self.text, "draws": len(self.draws), "unproven": self.unproven}


def verify(document: Document, game: Game, imported: int = 0, spend: Callable[[], None] = lambda: None) -> Verdict:
    """Check an exported game; a ValueError says why the file cannot be read.

    A file may say that its first entries were rolled elsewhere: those rolls are counted as unproven, and only somebody
    who knows better than the file (the server that took it in) may say with `imported` that this is as it should be.
    `spend` is called before every entry, and refuses when the file has taken too long.
    """
    record = Record.read(document, game)
    dice = document.get("dice")
    if not dice or not dice.get("secret"):
        return Verdict(False, "the secret of the dice is not in this file: it is revealed when the game is over", [])
    secret, seeds, seals = dice["secret"], dice["seeds"], dice.get("seals") or {}
    if commitment(secret) != dice["commitment"]:
        return Verdict(False, "the secret is not the one the table committed to", [])
    for side in PLAYERS:
        if seals.get(side) and seeds[side] and seal_of(seeds[side]) != seals[side]:
            return Verdict(False, f"the seed of {side} is not the one it was bound to", [])
    entries = [Entry(*fields) for fields in document["table"]["journal"]]
    timeline = Timeline(game, record.scenario, record.options)
    claimed = dice.get("imported", 0)
    verdict = check(timeline, entries, Dice(secret, seeds["allied"], seeds["axis"]), claimed, spend)
    if verdict.ok and timeline.actions != list(record.actions):
        return verdict._replace(ok=False, text="the list of actions does not match the journal")
    if verdict.ok and verdict.unproven and claimed != imported:
        return verdict._replace(ok=False)
    return verdict


def check(
    timeline: Timeline, entries: Iterable[Entry], dice: Dice, imported: int, spend: Callable[[], None]
) -> Verdict:
    """Play the journal again and repeat every draw after the imported entries."""
    draws: list[dict[str, int]] = []
    unproven = 0
    cut: Cut | None = None
    for n, entry in enumerate(entries):
        spend()
        if entry.kind == PLAY and timeline.pos.side == "chance":
            if n < imported:
                unproven += 1
            else:
                expected, made = dice.outcome(timeline.pos)
                draws += [{"i": draw.i, "n": n, "bound": draw.bound, "value": draw.value} for draw in made]
                if expected != tuple(entry.body):
                    text = f"entry {n}: the dice give {list(expected)}, the game has {list(entry.body)}"
                    return Verdict(False, text, draws)
        if entry.kind == UNDO and not entry.body["asked"] and not timeline.free_since(entry.body["to"], entry.side):
            text = f"entry {n}: something rolled, shown or done by the other side was taken back without asking"
            return Verdict(False, text, draws)
        try:
            cut = carry_out(timeline, entry, cut)
        except IllegalAction as error:
            return Verdict(False, f"entry {n}: {error}", draws)
    text = f"all {len(draws)} draws follow from the secret and the players' seeds"
    if unproven:
        text += f"; {unproven} rolls before them came with a file and cannot be checked"
    return Verdict(True, text, draws, unproven)
