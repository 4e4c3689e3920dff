"""The Dark Sands: named plans over several turns, by scenario, by what is held and by the points to be had."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import AWAY, NOT_YET, DarkSandsPosition
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
    forward: float = 1.0
    """In a campaign: the share of the enemy's attack factors from which all troops come up, those in the rear, too."""
    march: float = 0.0
    """What each half point on the way to the goal is worth, however far the goal is."""
    careful: bool = True
    """Does it look at supply lines and bases before it moves?"""
    garrisons: Mapping[str, int] = MappingProxyType({})
    """The defence factors that stay in a place, or go there before they go anywhere else."""
    ring: int = 0
    """The same for each of the forts beside Tobruk."""


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
RELIEVE = Aims(
    "win Tobruk back",
    BASES | {"Tobruk": 45, "El Alamein": 24, "Mersa Matruh": 16},
    garrisons={"El Alamein": 4, "Alexandria": 4},
)
CLEAR = Aims(
    "break the siege and clear the frontier",
    BASES | {"Tobruk": 60, "Bardia": 30, "Sollum": 30, "Gazala": 20},
    garrisons={"Tobruk": 8},
)
BENGHAZI = Aims("to Benghazi for a point a turn", BASES | {"Benghazi": 40}, forward=1.3, garrisons={"Tobruk": 8})
TRIPOLI = Aims(
    "keep Benghazi and go for El Agheila",
    BASES | {"Benghazi": 40},
    ("Benghazi",),
    forward=1.3,
    garrisons={"Benghazi": 7, "Tobruk": 8},
)
EGYPT_HELD = Aims(
    "hold Matruh and Alamein",
    BASES | {"Mersa Matruh": 24, "El Alamein": 44, "Tobruk": 20},
    ("El Alamein",),
    garrisons={"El Alamein": 16, "Alexandria": 8},
)
OWN_REAR = {"Benghazi": 3, "Tobruk": 4, "Mersa Matruh": 3}
SIEGE = Aims("take Tobruk", BASES | {"Tobruk": 45}, garrisons=OWN_REAR)
EGYPT = Aims(
    "from Tobruk to Matruh and Alamein",
    BASES | {"Mersa Matruh": 40, "El Alamein": 36, "Tobruk": 40},
    garrisons=OWN_REAR,
)
ALAMEIN = Aims(
    "keep Matruh and take Alamein",
    BASES | {"El Alamein": 40, "Mersa Matruh": 36, "Tobruk": 40},
    garrisons=OWN_REAR,
)
TOBRUK_HELD = Aims(
    "hold Tobruk",
    BASES | {"Tobruk": 60, "Gazala": 10},
    ("Tobruk",),
    forward=1.3,
    garrisons={"Tobruk": 12},
    ring=4,
)
COMPASS = Aims("destroy the Italians and take Tobruk", BASES | {"Tobruk": 60, "Bardia": 24, "Sollum": 16}, forward=0.0)
WEAK, STRONG = 1.1, 1.2
"""The share of the enemy's attack factors below which the Allies, without Tobruk, only hold on in Egypt; and from which
they leave Tobruk for more in 1941, when nobody in its forts need retreat (20.3.3)."""
MARCH = 0.06
"""What each half point of the way is worth when all troops come forward."""
RETREATS_FROM = 1942
"""The year from which troops in the forts of Tobruk may have to retreat."""
LEAVING = 1
"""How many turns before they are withdrawn units no longer count for a plan."""
EIGHTH_ARMY, BOLDER = 8, 0.8
"""The turn from which the Allies have an army in the field instead of garrisons, and go for Tobruk from this share."""
BESIEGED, FRONTIER = 12, 24
"""The Axis attack factors within so many Centre hexes of Tobruk that must be beaten before anybody drives on."""
BASE_MANNED = 12
"""The defence factors that stay in the base when an army is near it: to lose it loses the game."""
COMPASS_UNTIL = 2
"""The last turn on which the Italians are alone."""
NEARBY, FEEBLE = 4, 6
"""A place is feebly held with this few defence factors within so many Centre hexes."""
END = 1
"""How many turns before the last its points start to matter."""


@lru_cache(maxsize=64)
def calendar(box: DarkSandsBox, turn: int) -> tuple[frozenset[int], frozenset[int]]:
    """The units that leave this turn or the next, and those that come this turn."""
    units = [entry for entry in box.track if not entry.asset]
    leave = {entry.counter for entry in units if entry.event == "withdraw" and 0 <= entry.turn - turn <= LEAVING}
    come = {entry.counter for entry in units if entry.event in ("arrive", "return") and entry.turn == turn}
    return frozenset(leave), frozenset(come)


def forces(pos: DarkSandsPosition, side: int) -> int:
    """The attack factors a side can plan with: those on the map and those to come this turn, less those about to go."""
    leave, come = calendar(pos.box, pos.turn)
    here = pos.units_at(pos.firm[side])
    total = sum(pos.attack(unit) for unit in places_in(here) if unit not in leave)
    mine = pos.box.of[side]
    return total + sum(
        pos.box.units[u].attack[0][-1] for u in come if mine >> u & 1 and pos.where[u] in (NOT_YET, AWAY)
    )


def superiority(pos: DarkSandsPosition, side: int) -> float:
    """The attack factors of a side for each one of the enemy."""
    return forces(pos, side) / max(1, forces(pos, 1 - side))


def about(pos: DarkSandsPosition, side: int, place: int) -> int:
    """The attack factors of a side in the country about a place."""
    return sum(map(pos.attack, places_in(pos.units_at(pos.box.within(place, FRONTIER) & pos.firm[side]))))


def feebly_held(pos: DarkSandsPosition, place: int) -> bool:
    """Has the Axis hardly anybody in a place and about it, nor an army in Egypt?"""
    if max(about(pos, AXIS, pos.box.matruh), about(pos, AXIS, pos.box.alexandria)) > BESIEGED:
        return False
    near = pos.units_at(pos.box.within(place, NEARBY) & pos.held[AXIS])
    return sum(map(pos.defence, places_in(near))) <= FEEBLE


def campaign_plan(pos: DarkSandsPosition, side: int) -> Aims:
    """What a side goes for in a campaign: the next place that scores, given what it holds and the forces of both."""
    box, share = pos.box, superiority(pos, side)
    if side == ALLIED:
        if pos.turn <= COMPASS_UNTIL and not controls(pos, ALLIED, box.tobruk):
            plan = COMPASS
        elif not controls(pos, ALLIED, box.tobruk):
            plan = (
                RELIEVE
                if share >= (WEAK if pos.turn < EIGHTH_ARMY else BOLDER) or feebly_held(pos, box.tobruk)
                else EGYPT_HELD
            )
        elif pos.year < RETREATS_FROM and share < STRONG:
            plan = TOBRUK_HELD
        elif about(pos, AXIS, box.tobruk) > BESIEGED:
            plan = CLEAR
        else:
            plan = TRIPOLI if controls(pos, ALLIED, box.benghazi) else BENGHAZI
    elif not controls(pos, AXIS, box.tobruk):
        plan = SIEGE
    else:
        plan = ALAMEIN if controls(pos, AXIS, box.matruh) else EGYPT
    if share > plan.forward:
        plan = plan._replace(name=f"{plan.name}, all troops forward", march=MARCH)
    if side == ALLIED and pos.turn >= EIGHTH_ARMY:
        plan = plan._replace(name=f"{plan.name}, with the army in the field", garrisons={}, ring=0)
    base = "Alexandria" if side == ALLIED else "El Agheila"
    if about(pos, 1 - side, box.place_called(base)) > BESIEGED:
        plan = plan._replace(name=f"{plan.name}, {base} manned", garrisons={**plan.garrisons, base: BASE_MANNED})
    if pos.turn >= box.last_turn - END:
        return plan._replace(name=f"{plan.name}, and the frontier for the last points", sites=plan.sites | LAST)
    return plan


def plan_of(pos: DarkSandsPosition, side: int) -> Aims:
    """The plan a side follows now."""
    if pos.box.campaign:
        return campaign_plan(pos, side)
    return PLANS.get((pos.box.scenario, side), CAREFUL)
