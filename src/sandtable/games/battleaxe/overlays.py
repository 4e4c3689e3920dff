"""Overlays of the map: supply and its lines, the reach of units, control, places that count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sandtable.engine.maps import lowest, places_in, shortest_path
from sandtable.engine.overlays import Area, Path
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import Count
from sandtable.games.battleaxe.notation import SIDES_SAID, short_place
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_activation import Next
from sandtable.games.battleaxe.rules.r09_movement import Go, allowance_of, reach
from sandtable.games.battleaxe.rules.r14_supply import supplied_places


def control(pos: BattleaxePosition, viewer: int | None) -> list[Area]:
    """Who holds each place."""
    return [Area(side, "Controlled", pos.held(side)) for side in (ALLIED, AXIS)]


def supply(pos: BattleaxePosition, viewer: int | None) -> list[Area | Path]:
    """The places in supply, and the shortest line to every place with units: only its far end need be held (14.2.1)."""
    shown: list[Area | Path] = [Area(side, "In supply", supplied_places(pos, side)) for side in (ALLIED, AXIS)]
    for side in (ALLIED, AXIS):
        held = pos.held(side)
        for place in places_in(pos.occupied[side]):
            path = shortest_path(place, pos.box.sources[side] & held, held, pos.box.around)
            if len(path) > 1:
                shown.append(Path(side, path))
    return shown


def units_reach(pos: BattleaxePosition, viewer: int | None) -> list[Area]:
    """Where the moving units, or else all that are ready to move, can get to."""
    movers: list[tuple[int, int, int]] = []
    if pos.stack and pos.stack[-1].step == Go.name:
        group, spent = Go.Args(*pos.stack[-1].args)
        movers = [(lowest(group), allowance_of(pos, group), spent)]
    elif pos.stack and pos.stack[-1].step == Next.name:
        movers = [(unit, pos.movement(unit), 0) for unit in places_in(pos.ready & pos.box.mobile)]
    places = 0
    for unit, allowance, spent in movers:
        for level in reach(pos, pos.where[unit], allowance, spent):
            places |= level
    return [Area(pos.active, "Within reach", places)] if places else []


def victory(pos: BattleaxePosition, viewer: int | None) -> list[Area]:
    """Places that score every evening, whether they score now, and both ends of the road that wins at once (17)."""
    box, held = pos.box, pos.held(ALLIED)
    counting = supplied_places(pos, ALLIED, box.first_activation)
    shown = []
    for place, worth in enumerate(box.points):
        side = ALLIED if held >> place & 1 else AXIS
        name, whose = short_place(box, place), SIDES_SAID[side].adjective
        if worth:
            cut = ", out of supply" if side == ALLIED and not counting >> place & 1 else ""
            shown.append(Area(side, f"{name}: {Count(worth):point} an evening, {whose}{cut}", 1 << place))
        elif place in (box.tobruk, box.buq_buq):
            other = short_place(box, box.buq_buq if place == box.tobruk else box.tobruk)
            label = f"{name}: {whose}; with a supply line to {other} the Allies win at once"
            shown.append(Area(side, label, 1 << place))
    return shown


Overlay = Callable[[BattleaxePosition, int | None], Sequence[Area | Path]]
OVERLAYS: Mapping[str, Overlay] = {"supply": supply, "reach": units_reach, "control": control, "victory": victory}
