"""The Dark Sands: named plans over several turns, by scenario, by what is held and by the points to be had."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls


class Aims(NamedTuple):
    """What a side with a plan sends its troops after."""

    name: str
    sites: dict[str, int]
    """Places that draw troops with a value other than the plain one."""
    posts: tuple[str, ...] = ()
    """Its own places that draw troops even before an enemy is near."""
    first: str = ""
    """The chit it begins a turn with, if it has that chit and is free to choose."""
    saves: bool = False
    """Does it save its priority chit until the pool is all but empty?"""
    settled: tuple[str, ...] = ()
    """Steps at which it follows the plan, whatever the worlds played on say."""
    careful: bool = True
    """Does it look at supply lines and bases before it moves?"""


PLAIN = Aims("no plan", {}, careful=False)
CAREFUL = Aims("take what offers itself", {})
ALL_BUT_COMBAT = ("move", "move.to", "move.far", "chits.first", "chits.offer", "chits.side", "chits.pick")
PLANS = {
    ("sunflower", ALLIED): Aims("hold Tobruk and Sollum", {"Tobruk": 60, "Sollum": 60}, ("Tobruk", "Sollum")),
    ("sunflower", AXIS): Aims("drive to Sollum", {"Sollum": 40}),
    ("crusader", ALLIED): Aims(
        "relieve Tobruk", {"Tobruk": 80}, first="allied-full", saves=True, settled=ALL_BUT_COMBAT
    ),
    ("crusader", AXIS): Aims("hold the frontier", {"Bardia": 40, "Sollum": 40}),
    ("gazala", ALLIED): Aims("hold the Gazala line", {"Gazala": 30, "Tobruk": 60}, ("Tobruk", "Gazala")),
    ("gazala", AXIS): Aims("Tobruk by the desert", {"Tobruk": 60, "Gazala": 20}),
}
"""Plans for scenarios, found by play against greedy."""
BASES = {"Alexandria": 40, "El Agheila": 40}
"""In a campaign, losing the base loses the army and the game."""
LAST = {"Tobruk": 45, "Bardia": 16, "Sollum": 16}
"""What scores once more on the last turn (5.2.2)."""
RELIEVE = Aims("win Tobruk back", BASES | {"Tobruk": 45, "El Alamein": 24, "Mersa Matruh": 16})
BENGHAZI = Aims("to Benghazi for a point a turn", BASES | {"Benghazi": 40})
TRIPOLI = Aims("keep Benghazi and go for El Agheila", BASES | {"Benghazi": 40}, ("Benghazi",))
EGYPT_HELD = Aims(
    "hold Matruh and Alamein",
    BASES | {"Mersa Matruh": 44, "El Alamein": 44, "Tobruk": 20},
    ("Mersa Matruh", "El Alamein"),
)
SIEGE = Aims("take Tobruk", BASES | {"Tobruk": 45})
EGYPT = Aims("from Tobruk to Matruh and Alamein", BASES | {"Mersa Matruh": 40, "El Alamein": 36, "Tobruk": 40})
ALAMEIN = Aims("keep Matruh and take Alamein", BASES | {"El Alamein": 40, "Mersa Matruh": 36, "Tobruk": 40})
WEAK = 0.8
"""The share of the enemy's attack factors below which the Allies only hold on."""
END = 1
"""How many turns before the last its points start to matter."""


def outnumbered(pos: DarkSandsPosition) -> bool:
    """Have the Allies much less to attack with than the Axis?"""
    allied, axis = (sum(map(pos.attack, places_in(pos.units_at(pos.firm[side])))) for side in (ALLIED, AXIS))
    return allied < WEAK * axis


def campaign_plan(pos: DarkSandsPosition, side: int) -> Aims:
    """What a side goes for in a campaign: the next place that scores, given what it holds."""
    box = pos.box
    if side == ALLIED:
        if not controls(pos, ALLIED, box.tobruk):
            plan = EGYPT_HELD if outnumbered(pos) else RELIEVE
        else:
            plan = TRIPOLI if controls(pos, ALLIED, box.benghazi) else BENGHAZI
    elif not controls(pos, AXIS, box.tobruk):
        plan = SIEGE
    else:
        plan = ALAMEIN if controls(pos, AXIS, box.matruh) else EGYPT
    if pos.turn >= box.last_turn - END:
        return plan._replace(name=f"{plan.name}, and the frontier for the last points", sites=plan.sites | LAST)
    return plan


def plan_of(pos: DarkSandsPosition, side: int) -> Aims:
    """The plan a side follows now."""
    if pos.box.campaign:
        return campaign_plan(pos, side)
    return PLANS.get((pos.box.scenario, side), CAREFUL)
