"""13.0 Assets: air, naval guns, artillery, anti-tank guns, garrisons, boxes and the Hecker force."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import FITTED, GONE, READY, USED, DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls, leave, remove_box


def asset_actions(pos: DarkSandsPosition, side: int, fighters: int, attacking: bool) -> list[Action]:
    """13.1 The face-up assets a side may still add to this combat."""
    found: list[Action] = []
    assets = pos.box.assets
    for number in pos.box.assets_of[side]:
        if pos.asset[number] != READY or pos.committed >> number & 1:
            continue
        if assets[number].kind == "gun":
            found += [("gun", number, unit) for unit in places_in(fighters) if not gun_barred(pos, unit)]
        elif not asset_barred(pos, number, fighters, attacking):
            found.append(("commit", number))
    return found


def commit_barred(pos: DarkSandsPosition, action: Action, fighters: int, attacking: bool) -> str | None:
    """The rule that keeps an order of `asset_actions` from being given, or None."""
    match action:
        case ("commit", int(number)) if 0 <= number < len(pos.asset):
            return asset_barred(pos, number, fighters, attacking)
        case ("gun", *_):
            return "13.5"
    return None


def asset_barred(pos: DarkSandsPosition, number: int, fighters: int, attacking: bool) -> str | None:
    """The rule that keeps an asset out of this combat, or None."""
    asset = pos.box.assets[number]
    if asset.kind in ("air", "coastal"):
        return air_barred(pos, number, fighters, attacking)
    if asset.kind == "artillery":
        return artillery_barred(pos, number)
    if asset.kind == "hecker":
        return hecker_barred(pos, attacking)
    return "13.1"


def air_barred(pos: DarkSandsPosition, number: int, fighters: int, attacking: bool) -> str | None:
    """13.2 Air is bound to its map sections, and no more of it helps once the ground units' factors are matched."""
    box = pos.box
    asset = box.assets[number]
    if asset.kind == "coastal" and naval_barred(pos):
        return "13.3"
    if asset.sections and box.map.section[pos.target] not in asset.sections:
        return "13.2"
    return "13.2" if air_factors(pos, asset.side, attacking) >= air_ceiling(pos, fighters, attacking) else None


def air_ceiling(pos: DarkSandsPosition, fighters: int, attacking: bool) -> int:
    """As many factors as air may add: the printed ones of the ground units in the fight (13.2 R43)."""
    factor = pos.attack if attacking else pos.defence
    return sum([factor(unit) for unit in places_in(fighters)])


def air_factors(pos: DarkSandsPosition, side: int, attacking: bool) -> int:
    """The factors of a side's air and naval guns in this combat, before the ceiling."""
    assets = pos.box.assets
    return sum(
        [
            asset_factor(pos, number, attacking)
            for number in places_in(pos.committed)
            if assets[number].side == side and assets[number].kind in ("air", "coastal")
        ]
    )


def naval_barred(pos: DarkSandsPosition) -> bool:
    """13.3 Naval guns reach only a defender on the coast."""
    return not pos.box.coast >> pos.target & 1


def artillery_barred(pos: DarkSandsPosition, number: int) -> str | None:
    """13.4 One a side in a combat, within range of its own headquarters in supply, once in an action segment."""
    box = pos.box
    asset = box.assets[number]
    hq = asset.hq
    if pos.shelled >> number & 1 or pos.where[hq] < 0 or pos.out_of_supply >> hq & 1:
        return "13.4"
    if any(box.assets[n].kind == "artillery" and box.assets[n].side == asset.side for n in places_in(pos.committed)):
        return "13.4"
    return None if box.within(pos.where[hq], box.units[hq].reach) >> pos.target & 1 else "13.4"


def gun_barred(pos: DarkSandsPosition, unit: int) -> str | None:
    """13.5 An anti-tank gun goes with one combat unit that is in supply."""
    if pos.out_of_supply >> unit & 1 or unit in pos.bearer:
        return "13.5"
    return None


def hecker_barred(pos: DarkSandsPosition, attacking: bool) -> str | None:
    """13.8 The Hecker force joins one attack on the coast."""
    return None if attacking and pos.box.coast >> pos.target & 1 else "13.8"


def asset_factor(pos: DarkSandsPosition, number: int, attacking: bool) -> int:
    """The factor an asset adds."""
    asset = pos.box.assets[number]
    return (asset.attack if attacking else asset.defence)[pos.asset_grade[number]]


def commit(pos: DarkSandsPosition, action: Action) -> None:
    """An asset joins the combat."""
    number = action[1]
    pos.note("13.1", "asset", *action[1:])
    if action[0] == "gun":
        pos.asset[number] = FITTED
        pos.bearer[number] = action[2]
    else:
        pos.committed |= 1 << number


def release_assets(pos: DarkSandsPosition) -> None:
    """After a combat air and naval guns lie face down, artillery face up, and the Hecker force is gone (13.1)."""
    for number in places_in(pos.committed):
        kind = pos.box.assets[number].kind
        if kind == "artillery":
            pos.shelled |= 1 << number
        else:
            pos.asset[number] = GONE if kind == "hecker" else USED
    pos.committed = 0


# Garrisons and boxes, during a move


def garrison_barred(pos: DarkSandsPosition, side: int, place: int) -> str | None:
    """13.6, 13.6.2 A garrison needs a named place or a fort, and two-step infantry in supply there (R44)."""
    box = pos.box
    if not box.garrisonable >> place & 1:
        return "13.6.2"
    if pos.piles[place] & box.garrisons:
        return "13.6.1"
    return None if founders(pos, side, place) else "13.6.2"


def founders(pos: DarkSandsPosition, side: int, place: int) -> list[int]:
    """The active units that could detach a garrison here."""
    box = pos.box
    return places_in(pos.piles[place] & pos.active & box.of[side] & box.founding & ~pos.out_of_supply)


def garrison_actions(pos: DarkSandsPosition, side: int) -> list[Action]:
    """13.6.1 The garrisons a side may form now: the counters are the limit, and nations do not mix."""
    box = pos.box
    if READY not in map(pos.where.__getitem__, box.garrison_units[side]):
        return []
    fit = pos.active & box.founding & ~pos.out_of_supply
    if not fit:
        return []
    found: list[Action] = []
    ready: dict[str, int] = {}
    for unit in box.garrison_units[side]:
        if pos.where[unit] == READY:
            ready.setdefault(box.units[unit].nation, unit)
    for place in places_in(pos.held[side] & box.garrisonable):
        pile = pos.piles[place]
        if pile & fit and not pile & box.garrisons:
            nations = ready.keys() if side == ALLIED else {box.units[unit].nation for unit in places_in(pile & fit)}
            found += [("garrison", unit, place) for nation, unit in ready.items() if nation in nations]
    return found


def disband_garrison(pos: DarkSandsPosition, unit: int) -> None:
    """13.6.3 A garrison given up or eliminated lies face down in the assets box."""
    pos.note("13.6.3", "disbanded", unit, pos.where[unit])
    leave(pos, unit, USED)


def garrisons_last(pos: DarkSandsPosition, pool: int) -> int:
    """13.6.4, 13.6.5 A garrison is infantry that neither moves nor attacks, and takes losses only when alone."""
    others = pool & ~pos.box.garrisons
    return others or pool


def box_sites(pos: DarkSandsPosition, side: int) -> Mask:
    """13.7.1 Where a side may build: the Allies on the East map, on the Center while they control Tobruk."""
    box = pos.box
    sites = ~pos.boxed[side] & ~box.no_boxes
    if side == ALLIED:
        sites &= box.in_section[2] | (box.in_section[1] if controls(pos, ALLIED, box.tobruk) else 0)
    return sites


def box_actions(pos: DarkSandsPosition, side: int, group: int) -> list[Action]:
    """13.7, 13.7.2 Units that stay where they are may build: two-step (R44), in supply, no tanks (R41)."""
    box = pos.box
    if READY not in map(pos.asset.__getitem__, box.box_assets[side]):
        return []
    builders = pos.active & ~pos.moved & ~group & ~pos.out_of_supply & box.two_step & ~box.tanks & box.of[side]
    if not builders:
        return []
    where, sites = pos.where, pos.firm[side] & box_sites(pos, side)
    stands = sorted([(where[unit], unit) for unit in places_in(builders)])
    return [("fortify", unit) for place, unit in stands if place >= 0 and sites >> place & 1]


def fortify(pos: DarkSandsPosition, side: int, unit: int) -> None:
    """A unit builds a box instead of moving."""
    box, place = pos.box, pos.where[unit]
    number = next(number for number in box.box_assets[side] if pos.asset[number] == READY)
    pos.asset[number] = place
    pos.boxed[side] |= 1 << place
    pos.moved |= 1 << unit
    pos.note("13.7.2", "box", side, place)


def removal_actions(pos: DarkSandsPosition, side: int) -> list[Action]:
    """13.7.3 Garrisons and boxes may be given up in any action of their owner."""
    found: list[Action] = [("disband", unit) for unit in pos.box.garrison_units[side] if pos.where[unit] >= 0]
    return found + [("raze", place) for place in places_in(pos.boxed[side])]


def upkeep_barred(pos: DarkSandsPosition, side: int, action: Action) -> str | None:
    """The rule that forbids a garrison here, or None."""
    match action:
        case ("garrison", _, int(place)) if 0 <= place < len(pos.piles):
            return garrison_barred(pos, side, place)
    return None


def upkeep(pos: DarkSandsPosition, side: int, action: Action) -> None:
    """Do one of the garrison and box actions."""
    match action:
        case ("garrison", unit, place):
            pos.steps[unit] = 1
            pos.put(unit, place)
            pos.note("13.6.2", "garrison", unit, place)
        case ("disband", unit):
            disband_garrison(pos, unit)
        case ("fortify", unit):
            fortify(pos, side, unit)
        case ("raze", place):
            remove_box(pos, side, place)


def box_shift(pos: DarkSandsPosition, place: int) -> int:
    """13.7.4 A box in the defender's hex shifts the odds as the terrain chart says."""
    boxed = (pos.boxed[ALLIED] | pos.boxed[AXIS]) >> place & 1
    return int(pos.box.tables["box"]["shift"]) if boxed else 0
