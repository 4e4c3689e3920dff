"""Crowded corners of the map for tests that read a rule a second time, slowly and without the masks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sandtable.engine.maps import mask_of, places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from tests.games.dark_sands.scene import ALLIED, AXIS, HEX, box, scene

CORNERS = ("1330", "2830", "2629", "1956", "2904", "1859", "1154", "2432", "0920", "2340", "2045")
"""Open ground, Tobruk, the road round it, a seam, a port by mountains, one on the line, a seam, a cliff, the first hex,
Bardia, a marsh."""
OWN = (
    ("A01 A05 A06 A11 A63 A64 A24 A38 A39 G01 A16", "X15 X17 X18 X26 X31 X22 X14 X25 G05 G07 X28 X33"),
    ("A02 A08 A09 A12 A43 A30 A38 G02", "X16 X17 X20 X23 X41 X39 G06 X27 X29"),
)


def corner(seed: int) -> tuple[DarkSandsPosition, int, int]:
    """Both sides crowd round a hex; the side to move, and whether it is a half move."""
    rng = Random(seed)
    centre = HEX[CORNERS[seed % len(CORNERS)]]
    near = {centre}
    for _ in range(1 + seed % 2):
        near |= {there for here in near for there in box().map.neighbours[here] if box().land >> there & 1}
    places = sorted(near)
    rng.shuffle(places)
    pos = scene(turn=12)
    pos.bypass = 2 * rng.randrange(2)
    pos.axis_holds = rng.getrandbits(len(pos.piles)) & box().kept
    homes = (places[: rng.randint(1, 3)], places[3:][: rng.randint(1, 3)])
    for side in (ALLIED, AXIS):
        share = 0.0 if rng.random() < 0.1 else 0.6
        for name in OWN[rng.randrange(2)][side].split():
            if rng.random() < share:
                pos.put(box().number[name], rng.choice(homes[side]))
    there = pos.on_map(ALLIED) | pos.on_map(AXIS)
    pos.out_of_supply = there & rng.getrandbits(130) & rng.getrandbits(130) & rng.getrandbits(130)
    side = rng.randrange(2)
    pos.active = pos.on_map(side) & ~(rng.getrandbits(130) & rng.getrandbits(130) & rng.getrandbits(130))
    pos.active |= mask_of(box().number[name] for name in ("A65", "X50"))  # lost before this action
    pos.moved = pos.active & rng.getrandbits(130) & rng.getrandbits(130) & rng.getrandbits(130)
    return pos, side, int(rng.random() < 0.3)


def enemies(pos: DarkSandsPosition, side: int) -> tuple[set[int], set[int]]:
    """The hexes that are shut, and those in a zone of control."""
    shut, zones = set(), set()
    for unit, where in enumerate(pos.where):
        if where >= 0 and box().units[unit].side != side and box().units[unit].kind != "hq":
            shut.add(where)
            if box().units[unit].kind != "garrison":
                zones |= set(places_in(box().zone[where]))
    return shut, zones


def steps(pos: DarkSandsPosition, group: int, here: int) -> Sequence[tuple[int, int]]:
    armour = any(box().units[unit].kind in ("tank", "panzer") for unit in places_in(group))
    return box().costs[pos.bypass == 2][armour][here]
