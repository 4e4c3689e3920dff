"""How events become lines: a kind may be told in its own way under one rule, and only real dice are shown."""

from __future__ import annotations

import sandtable
from sandtable.engine.battle import Account, DiceRow
from sandtable.engine.kinds import KINDS
from sandtable.engine.log import Log, Tell

TOLD = {
    "lost": Tell("Lost, {count:unit}.", "count:number", clears=True),
    "lost@7.3": Tell("Nowhere to go: {count:unit} lost.", "count:number"),
    "roll": Tell("Rolled.", "faces:number*", dice=lambda pos, *faces: [row(*faces)] if faces else []),
}
LOG = Log(TOLD, KINDS, {})


def row(*faces: int) -> DiceRow:
    """Dice as the view has them."""
    return {"label": "Axis", "side": "axis", "faces": list(faces)}


def test_an_event_is_told_by_its_rule_where_the_game_says_so() -> None:
    pos = sandtable.load("bravery").start()
    pos.note("7.2", "lost", 1)
    pos.note("7.3", "lost", 2)
    assert [LOG.tell(pos, event)["text"] for event in pos.events()[-2:]] == [
        "Lost, 1 unit.",
        "Nowhere to go: 2 units lost.",
    ]


def test_a_line_without_dice_has_none_and_dice_stay_until_something_else_begins() -> None:
    pos = sandtable.load("bravery").start()
    pos.log = ()
    pos.note("7.2", "roll", 3, 4)
    pos.note("7.2", "roll")
    assert "dice" not in LOG.tell(pos, pos.events()[-1])
    assert LOG.last_dice(pos) == [row(3, 4)]
    pos.note("7.3", "lost", 1)
    assert LOG.last_dice(pos) == [row(3, 4)], "told under a rule that clears nothing"
    pos.note("7.2", "lost", 1)
    assert LOG.last_dice(pos) == []


def test_a_battle_is_accounted_for_from_what_the_event_holds() -> None:
    def account(pos: object, attack: int) -> Account:
        return Account((), str(attack), "3", "one die", "7.1")

    log = Log({"battle": Tell("Battle.", "attack:number", account=account)}, KINDS, {})
    pos = sandtable.load("bravery").start()
    pos.note("7.1", "battle", 5)
    assert log.tell(pos, pos.events()[-1])["sum"] == account(pos, 5).document()
