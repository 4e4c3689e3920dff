"""The sums of a battle in words: one account for the log, the forecast and the battle card."""

from __future__ import annotations

from sandtable.engine.battle import Account, Term
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.notation import unit_name
from sandtable.games.battleaxe.rules.r11_values import Tally

ATTACK = (
    ("Lead: {}", "11.4.2A"),
    ("Out of supply", "14.2.2"),
    ("Other attackers", "11.4.2B"),
    ("Aircraft", "11.4.2C"),
    ("Rommel", "11.4.2C"),
    ("Artillery", "11.4.2D"),
    ("Combined arms", "11.4.2E"),
    ("Tanks against Italian infantry", "19.5"),
)
DEFENCE = (
    ("Lead: {}", "11.4.3A"),
    ("Out of supply", "14.2.2"),
    ("Other defenders", "11.4.3B"),
    ("Ground", "11.4.3C"),
    ("Artillery", "11.4.3D"),
    ("Axis fuel shortage", "11.4.3E"),
)


def account(box: BattleaxeBox, sums: Tally, hopes: tuple[Term, ...] = ()) -> Account:
    """The account of a battle whose leads are named; `hopes` are lines still to be decided by dice."""
    lead, target = unit_name(box, sums.lead), unit_name(box, sums.target)
    ours = [
        Term(label.format(lead), figure(worth, first=not number), "", rule)
        for number, ((label, rule), worth) in enumerate(zip(ATTACK, sums.attack, strict=True))
        if worth or not number
    ]
    theirs = [
        Term(label.format(target), "", figure(worth, first=not number), rule)
        for number, ((label, rule), worth) in enumerate(zip(DEFENCE, sums.defence, strict=True))
        if worth or not number
    ]
    end = "destroys the defence" if sums.last else "is an overrun"
    verdict = f"both sides roll two dice; a lead of {sums.endurance + 1} or more {end}"
    return Account((*ours, *theirs, *hopes), str(sum(sums.attack)), str(sum(sums.defence)), verdict, "11.4.4")


def figure(worth: int, *, first: bool) -> str:
    """The value of a lead unit without a sign, everything else with one."""
    return str(worth) if first else f"{worth:+d}"
