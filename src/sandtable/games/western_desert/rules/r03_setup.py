"""3.0 Setting up: units in their hexes, in reserve or still to come; the Italian camps dug in."""

from __future__ import annotations

from sandtable.engine.sides import AXIS, NUMBER
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import DUE, INSIDE, RESERVE


def set_up(box: WesternDesertBox) -> WesternDesertPosition:
    """The campaign in December 1940."""
    pos = WesternDesertPosition(box)
    places = {"entry": DUE, "reserve": RESERVE, **box.map.index}
    pos.where = [places[start] for start in box.start]
    pos.refresh()
    open_turn_one(pos)
    for number in box.setup["positions"]:
        place = box.map.index[number]
        pos.works = (*pos.works, (place, 1, 0))
        for unit in pos.fighters_at(place, AXIS):
            pos.flags[unit] |= INSIDE
    return pos


def open_turn_one(pos: WesternDesertPosition) -> None:
    """3.1 Attack points, air points and the fleet as they stand when play begins, and the first depots."""
    setup = pos.box.setup
    pos.points = [setup["attack_points"]["allied"], setup["attack_points"]["axis"]]
    pos.air = setup["air"]["points"]
    pos.air_side = NUMBER[setup["air"]["side"]]
    pos.naval = int(setup["naval_support"])
    pos.depot = [pos.box.map.index[setup["depots"][side]] for side in ("allied", "axis")]
