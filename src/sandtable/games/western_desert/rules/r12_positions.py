"""12.0 Improved positions: built by a unit that stands still, of two levels, for those under the marker only."""

from __future__ import annotations

from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import ENGINEERS, MINE_SHORTAGE
from sandtable.games.western_desert.rules.r08_supply import draw_supply, in_supply
from sandtable.games.western_desert.terms import INSIDE, MOVED


def site_barred(pos: WesternDesertPosition, place: int, side: int) -> str | None:
    """12.2 The rule that forbids a position in this hex, or None."""
    # Friends do not negate the zone here. Tobruk is a fortress, or a city once that is destroyed.
    if (pos.zoc[1 - side] | pos.box.unfit_for_works) & pos.box.bit[place] or pos.fortified(place):
        return "12.2"
    return None


def funds_barred(pos: WesternDesertPosition, side: int) -> str | None:
    """What a side needs for any work (12.1): mines, and a point to pay for it unless engineers do it for nothing."""
    if pos.effects & MINE_SHORTAGE:
        return "5.0"
    return None if pos.points[side] or pos.effects & ENGINEERS[side] else "12.1"


def worker_barred(pos: WesternDesertPosition, unit: int, by: int | None = None) -> str | None:
    """12.1 What any work needs of a unit: the regular phase, and that it is supplied and stands still."""
    if unit >= pos.box.count or pos.exploiting or pos.flags[unit] & MOVED:
        return "12.1"
    return None if in_supply(pos, unit, by) else "12.1"


def build_barred(pos: WesternDesertPosition, unit: int, by: int | None = None) -> str | None:
    """The rule that keeps a unit from starting a position, or None."""
    if pos.work_at(pos.where[unit]):
        return "12.2"
    side = pos.box.side[unit]
    return funds_barred(pos, side) or site_barred(pos, pos.where[unit], side) or worker_barred(pos, unit, by)


def upgrade_barred(pos: WesternDesertPosition, unit: int, by: int | None = None) -> str | None:
    """The rule that keeps a unit from raising its position to the second level, or None; zones do not matter (R22)."""
    place = pos.where[unit]
    standing = next((work for work in pos.works if work[0] == place), None)
    if standing is None or standing[1] != 1 or standing[2] >= pos.turn or not pos.flags[unit] & INSIDE:
        return "12.1"
    return funds_barred(pos, pos.box.side[unit]) or worker_barred(pos, unit, by)  # zones bar building only (R22)


def pay(pos: WesternDesertPosition, side: int) -> None:
    """A work costs an attack point, wherever the depot is; engineers do one for nothing."""
    if pos.effects & ENGINEERS[side]:
        pos.effects &= ~ENGINEERS[side]
    else:
        pos.gain(side, -1)


def build(pos: WesternDesertPosition, unit: int) -> None:
    """Place a marker of the first level on a unit."""
    place = pos.where[unit]
    draw_supply(pos, unit)
    pay(pos, pos.box.side[unit])
    pos.works = tuple(sorted((*pos.works, (place, 1, pos.turn))))
    pos.flags[unit] |= INSIDE
    pos.note("12.1", "built", unit, place)


def upgrade(pos: WesternDesertPosition, unit: int) -> None:
    """Turn the marker over to the second level."""
    place = pos.where[unit]
    draw_supply(pos, unit)
    pay(pos, pos.box.side[unit])
    pos.works = tuple(
        (here, 2 if here == place else level, pos.turn if here == place else turn) for here, level, turn in pos.works
    )
    pos.note("12.1", "upgraded", unit, place)


def attacked_from(pos: WesternDesertPosition, place: int) -> None:
    """12.3 A position of the first level goes when the units in it attack."""
    if pos.work_at(place) != 1:
        return
    pos.works = tuple(work for work in pos.works if work[0] != place)
    for unit, here in enumerate(pos.where):
        if here == place:
            pos.flags[unit] &= ~INSIDE
    pos.note("12.3", "position_given_up", place)
