"""The check of a finished game's dice: every outcome must follow from the secret and the seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction
from sandtable.engine.records import Record
from sandtable.table.fair import Dice, commitment
from sandtable.table.journal import PLAY, Cut, Entry, carry_out
from sandtable.table.timeline import Timeline


class Verdict(NamedTuple):
    """Whether the dice were fair, what was checked, and every draw."""

    ok: bool
    text: str
    draws: list[dict[str, int]]

    def document(self) -> dict[str, Any]:
        """For a client: the count of the draws instead of all of them."""
        return {"ok": self.ok, "text": self.text, "draws": len(self.draws)}


def verify(document: Mapping[str, Any], game: Game) -> Verdict:
    """Check an exported game; a ValueError says why the file cannot be read."""
    record = Record.read(document, game)
    dice = document.get("dice")
    if not dice or not dice.get("secret"):
        return Verdict(False, "the secret of the dice is not in this file: it is revealed when the game is over", [])
    secret, seeds = dice["secret"], dice["seeds"]
    if commitment(secret) != dice["commitment"]:
        return Verdict(False, "the secret is not the one the table committed to", [])
    entries = [Entry(*fields) for fields in document["table"]["journal"]]
    timeline = Timeline(game, record.scenario, record.options)
    verdict = check(timeline, entries, Dice(secret, seeds["allied"], seeds["axis"]), dice.get("imported", 0))
    if verdict.ok and [move.action for move in timeline.moves] != list(record.actions):
        return Verdict(False, "the list of actions is not what the journal amounts to", verdict.draws)
    return verdict


def check(timeline: Timeline, entries: Iterable[Entry], dice: Dice, imported: int) -> Verdict:
    """Play the journal again and repeat every draw after the imported entries."""
    draws: list[dict[str, int]] = []
    cut: Cut | None = None
    for n, entry in enumerate(entries):
        if entry.kind == PLAY and entry.side == "chance" and n >= imported:
            expected, made = dice.outcome(timeline.pos)
            draws += [{"i": draw.i, "n": n, "bound": draw.bound, "value": draw.value} for draw in made]
            if expected != tuple(entry.body):
                text = f"entry {n}: the dice give {list(expected)}, the game has {list(entry.body)}"
                return Verdict(False, text, draws)
        try:
            cut = carry_out(timeline, entry, cut)
        except IllegalAction as error:
            return Verdict(False, f"entry {n}: {error}", draws)
    return Verdict(True, f"all {len(draws)} draws follow from the secret and the players' seeds", draws)
