"""Control, headquarters, extended moves and retreats' zones read a second time, slowly and without the masks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.engine.maps import mask_of, places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import alive, controlled, controls
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones, retreat_zones, uncontested
from sandtable.games.dark_sands.rules.r10_supply import movement_allowance, supplied
from sandtable.games.dark_sands.rules.r11_headquarters import blocking, havens, lone_hqs
from sandtable.games.dark_sands.rules.r19_extended import (
    extend_barred,
    far_places,
    far_starts,
    shunned,
    stray_paths,
    ways_to,
)
from sandtable.games.dark_sands.rules.r19_ways import Way, _worse
from tests.games.dark_sands.crowds import corner, enemies
from tests.games.dark_sands.scene import ALLIED, AXIS, box

SEEDS = range(44)


def crowds() -> Iterator[tuple[DarkSandsPosition, int]]:
    """Crowded corners, each as both sides see it, with some units disrupted and the railway at some length."""
    for seed in SEEDS:
        pos, _, _ = corner(seed)
        pos.disrupted = mask_of(unit for unit in range(len(pos.where)) if (unit + seed) % 7 == 0)
        pos.railhead = (seed * 5) % len(box().rail)
        for side in (ALLIED, AXIS):
            yield pos, side


def there(pos: DarkSandsPosition, place: int, side: int) -> list[int]:
    return [unit for unit in places_in(pos.piles[place]) if box().units[unit].side == side]


def test_r2_1_5_who_is_there_controls_a_hex_and_else_whoever_took_it_last() -> None:
    for pos, side in crowds():
        wanted = set()
        for place in range(len(pos.piles)):
            kept = bool(box().kept >> place & 1) and (pos.axis_holds >> place & 1) == side
            if there(pos, place, side) or (kept and not there(pos, place, 1 - side)):
                wanted.add(place)
        assert {place for place in range(len(pos.piles)) if controls(pos, side, place)} == wanted
        assert set(places_in(controlled(pos, side) & (1 << len(pos.piles)) - 1)) == wanted


def test_r8_0_zones_and_what_shuts_a_hex() -> None:
    for pos, side in crowds():
        shut, zones = enemies(pos, side)
        assert set(places_in(blocking(pos, side))) == shut
        assert set(places_in(enemy_zones(pos, side))) == zones
        assert set(places_in(uncontested(pos, side))) == {p for p in zones if not there(pos, p, side)}
        alone = {p for p in places_in(pos.held[side]) if all(is_hq(u) for u in there(pos, p, side))}
        assert set(places_in(lone_hqs(pos, side))) == alone
        hale = pos.copy()
        for unit, where in enumerate(pos.where):
            if where >= 0 and (pos.out_of_supply | pos.disrupted) >> unit & 1:
                hale.lift(unit, -5)
        assert set(places_in(retreat_zones(pos, side))) == enemies(hale, side)[1]


def is_hq(unit: int) -> bool:
    return box().units[unit].kind == "hq"


def test_r11_0_a_headquarters_falls_back_to_the_nearest_friend_in_supply() -> None:
    found = 0
    for pos, side in crowds():
        _, zones = enemies(pos, side)
        traced = supplied(pos, side)
        for unit in places_in(pos.on_map(side) & box().hqs):
            seen, edge = {pos.where[unit]}, {pos.where[unit]}
            wanted: list[int] = []
            while edge and not wanted:
                near = {n for here in edge for n in box().map.neighbours[here] if box().land >> n & 1} - seen
                near = {n for n in near if not there(pos, n, 1 - side)}
                edge = {n for n in near if n not in zones or there(pos, n, side)}
                seen |= edge
                friends = {n: [is_hq(u) for u in there(pos, n, side)] for n in edge}
                wanted = sorted(n for n, hqs in friends.items() if hqs and not any(hqs) and traced >> n & 1)
            found += bool(wanted)
            assert havens(pos, unit) == wanted
    assert found > 5


def test_r10_2_1_movement_out_of_supply_and_in_a_half_move() -> None:
    for pos, side in crowds():
        for unit in places_in(pos.on_map(side)):
            full = box().units[unit].move
            full = 3 if full and pos.out_of_supply >> unit & 1 else full
            assert movement_allowance(pos, unit, False) == full
            assert movement_allowance(pos, unit, True) == -(-full // 2)
        assert alive(pos, -1 & (1 << len(pos.where)) - 1) == pos.on_map(ALLIED) | pos.on_map(AXIS)


def rails(pos: DarkSandsPosition, side: int) -> set[int]:
    """9.2 The active rail hexes: built, and joined to Alexandria past no enemy."""
    found: set[int] = set()
    if side == ALLIED and controls(pos, ALLIED, box().alexandria):
        for place in box().rail[: pos.railhead + 1]:
            if there(pos, place, AXIS):
                break
            found.add(place)
    return found


def joined(pos: DarkSandsPosition, side: int, here: int) -> set[int]:
    """The next hexes by road, trail or active rail."""
    active = rails(pos, side)
    line = set(places_in(box().rail_joined[here])) & active if here in active else set()
    return set(places_in(box().net[pos.bypass == 2][here])) | line


def shut_to_extended(pos: DarkSandsPosition, side: int) -> tuple[set[int], set[int]]:
    closed: set[int] = set()
    stops: set[int] = set()
    for place in places_in(pos.held[1 - side]):
        closed.add(place)
        weak = all(box().units[u].kind in ("hq", "garrison") for u in there(pos, place, 1 - side))
        (stops if weak else closed).update(box().map.neighbours[place])
    return closed, stops


def test_r19_1_7_who_extends_his_move_and_how_far() -> None:
    reached = 0
    for pos, side in crowds():
        closed, stops = shut_to_extended(pos, side)
        shut, halts = shunned(pos, side)
        assert (set(places_in(shut)), set(places_in(halts))) == (closed, stops)
        for unit in places_in(pos.on_map(side) & ~box().garrisons):
            here = pos.where[unit]
            fit = not (pos.out_of_supply | pos.disrupted) >> unit & 1
            near = any(there(pos, place, 1 - side) for place in places_in(box().map.around[here]))
            allowed = fit and not near and bool(joined(pos, side, here) or here in rails(pos, side))
            assert (extend_barred(pos, side, 1 << unit, 0) is None) == allowed
            assert extend_barred(pos, side, 1 << unit, 1) == "19.1.7"
            if allowed:
                wanted: set[int] = set()
                for turn in (1, -1):
                    seen, edge = {here}, [here]
                    for place in edge:
                        if place == here or place not in stops:
                            fresh = joined(pos, side, place) - closed - seen
                            onward = {p for p in fresh if turn * (box().section[p] - box().section[place]) >= 0}
                            seen |= onward
                            edge += sorted(onward)
                    wanted |= seen
                assert set(far_places(pos, side, here)) == wanted - {here}
                reached += len(wanted) > 1
    assert reached > 5


def test_r19_2_2_who_fails_at_a_seam_goes_as_far_as_the_die_says() -> None:
    """As far as he can, on his section, past nobody; of several ways the one that takes most."""
    for pos, side in crowds():
        closed, stops = shut_to_extended(pos, side)
        for unit in places_in(pos.on_map(side) & ~box().garrisons)[:4]:
            start = pos.where[unit]
            full = {pos.where[hq] for hq in places_in(box().hqs & box().of[side]) if hq != unit and pos.where[hq] >= 0}
            best: dict[int, int] = {start: 0}
            paths: list[tuple[int, ...]] = [(start,)]
            for die in (1, 2, 3, 4, 5):
                longer: list[tuple[int, ...]] = []
                for path in paths:
                    onward = joined(pos, side, path[-1]) - closed - set(path)
                    if path[-1] == start or path[-1] not in stops:
                        longer += [(*path, p) for p in onward if box().section[p] == box().section[start]]
                paths = longer
                ends: dict[int, int] = {}
                for path in paths:
                    if not (is_hq(unit) and path[-1] in full):
                        gain = sum((pos.axis_holds >> p & 1) != side for p in path if box().kept >> p & 1)
                        ends[path[-1]] = max(gain, ends.get(path[-1], 0))
                best = ends or best
                found = stray_paths(pos, unit, die)
                assert set(found) == set(best)
                for end, path in found.items():
                    gain = sum((pos.axis_holds >> p & 1) != side for p in path if box().kept >> p & 1)
                    assert end == path[-1]
                    assert gain == best[end] or end == start


def dice(pos: DarkSandsPosition, side: int, path: tuple[int, ...]) -> int:
    """19.1.7, 19.2.2 What a way costs: a die at each seam not reached by rail alone, and one at its end."""
    active = rails(pos, side)
    by_rail = [a in active and b in active and b in places_in(box().rail_joined[a]) for a, b in pairwise(path)]
    paid, leg = 0, True
    charged = False
    for (a, b), rail in zip(pairwise(path), by_rail, strict=True):
        leg = leg and rail
        charged = box().section[a] != box().section[b] and not leg
        paid += charged
        leg = leg or box().section[a] != box().section[b]
    return paid + (not all(by_rail) and not charged)


def all_ways(pos: DarkSandsPosition, side: int, start: int, goal: int, longest: int) -> list[Way]:
    """Every way of no more hexes than that, one by one."""
    closed, stops = shut_to_extended(pos, side)
    found: list[Way] = []
    todo: list[tuple[int, ...]] = [(start,)]
    while todo:
        path = todo.pop()
        if path[-1] == goal:
            seams = tuple(b for a, b in pairwise(path) if box().section[a] != box().section[b])
            turns = {box().section[b] - box().section[a] for a, b in pairwise(path)} - {0}
            taken = [p for p in path[1:] if box().kept >> p & 1 and (pos.axis_holds >> p & 1) != side]
            if len(turns) < 2:
                found.append(Way(dice(pos, side, path), path, seams, mask_of(taken)))
        elif len(path) < longest and path[-1] not in stops:
            todo += [(*path, place) for place in joined(pos, side, path[-1]) - closed - set(path)]
    return found


def test_r19_1_7_the_roads_lead_back_the_way_they_came() -> None:
    seen = 0
    for pos, side in crowds():
        starts = [p for p in places_in(pos.held[side]) if not pos.held[1 - side] & box().map.around[p]]
        reached = {start: far_places(pos, side, start) for start in starts}
        for goal in {goal for found in reached.values() for goal in list(found)[::9]} | {box().benghazi}:
            known = far_starts(pos, side, goal)
            for start in starts:
                if start != goal:
                    assert (start in known) == (goal in reached[start])
                    seen += start in known
    assert seen > 20


def test_r19_1_7_the_ways_offered_are_the_best_of_all_there_are() -> None:
    seen = several = 0
    for pos, side in crowds():
        for unit in places_in(pos.on_map(side) & ~box().garrisons)[:3]:
            if extend_barred(pos, side, 1 << unit, 0):
                continue
            here = pos.where[unit]
            near = [p for p in far_places(pos, side, here) if box().rings(here)[p] <= 5]
            for goal in near[::4]:
                offered = ways_to(pos, side, 1 << unit, goal)
                assert len({(way.seams, way.taken) for way in offered}) == len(offered) > 0
                assert offered == sorted(offered, key=lambda way: (way.checks, len(way.path), way.path))
                best: dict[tuple[tuple[int, ...], int], Way] = {}
                for way in all_ways(pos, side, here, goal, 11):
                    kind = (way.seams, way.taken)
                    if kind not in best or (way.checks, len(way.path)) < (best[kind].checks, len(best[kind].path)):
                        best[kind] = way
                kept = {(way.seams, way.taken): way for way in offered}
                for kind, way in best.items():
                    if kind in kept:
                        assert (kept[kind].checks, len(kept[kind].path)) <= (way.checks, len(way.path))
                        if len(kept[kind].path) <= 11:
                            assert (kept[kind].checks, len(kept[kind].path)) == (way.checks, len(way.path))
                    elif not way.taken:
                        assert any(_worse(way, other) for other in offered)
                for way in offered:
                    assert way.checks == dice(pos, side, way.path)
                    assert not any(_worse(way, other) for other in offered)
                seen += 1
                several += len(offered) > 1
    assert (seen, several) > (20, 0)
