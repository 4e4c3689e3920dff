"""Movement, supply, sums and retreats worked out a second time, as plainly as the book has them, in random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r08_impulses import (
    consolidation_barred,
    consolidations,
    regroup_barred,
    regroup_places,
)
from sandtable.games.battleaxe.rules.r09_movement import cost_of, entry_barred, exits, reach
from sandtable.games.battleaxe.rules.r11_retreat import retreat_places
from sandtable.games.battleaxe.rules.r14_supply import supplied_units
from sandtable.games.battleaxe.rules.r17_victory import points_on_map
from tests.games.battleaxe.scene import GAME, PLACE

IDS = GAME.map.ids
ALL = range(len(IDS))
ZONES = set("ABCDEFGHI")
POINTS = {"6": 2, "13": 2, "19": 2, "23": 2, "9": 1, "11": 1, "15": 1, "16": 1, "21": 1, "22": 1}
STRONGPOINTS = {"6", "9", "13", "22"}


def positions(seed: int, **options: bool) -> Iterator[BattleaxePosition]:
    """The positions of a random game in which people rather fight than pass."""
    pos, rng = GAME.start(options=options), Random(seed)
    assert isinstance(pos, BattleaxePosition)
    while pos.stack:
        assert (pos.side == "chance") == (pos.outcomes() is not None)
        assert pos.side in ("allied", "axis", "chance")
        yield pos
        if pos.stack[-1].side == CHANCE:
            pos.play(pos.sample(rng))
            continue
        lively = [action for action in pos.actions() if action[0] not in ("pass", "back", "done", "halt", "stop")]
        pos.play(rng.choice(lively if lively and rng.random() < 0.7 else pos.actions()))


class Board:
    """A position as somebody sees it who has never heard of bits."""

    def __init__(self, pos: BattleaxePosition) -> None:
        self.pos = pos
        units = pos.box.units
        self.at = {unit: IDS[place] for unit, place in enumerate(pos.where) if place >= 0}
        self.side = {unit: units[unit].side for unit in self.at}
        self.holder = {name: ALLIED if pos.control >> place & 1 else AXIS for place, name in enumerate(IDS)}

    def units(self, side: int, place: str) -> list[int]:
        return [unit for unit, where in self.at.items() if where == place and self.side[unit] == side]

    def whole(self, unit: int) -> bool:
        return not self.pos.reduced >> unit & 1

    def next_to(self, place: str) -> list[str]:
        kinds = ("open", "line")
        return [other for other in IDS if any(GAME.map.linked(k, PLACE[place], PLACE[other]) for k in kinds)]

    def full(self, side: int, place: str) -> bool:
        return place not in ZONES and len(self.units(side, place)) >= 4

    def free(self, side: int, place: str) -> bool:
        return self.holder[place] == side and not self.units(1 - side, place)

    def may_leave_for(self, side: int, start: str, place: str) -> bool:
        """7.1, 9.2.1, 9.3.4"""
        if place not in self.next_to(start) or self.full(side, place) or self.pos.attacked >> PLACE[place] & 1:
            return False
        return not self.units(1 - side, start) or self.free(side, place)

    def price(self, side: int, start: str, place: str, allowance: int) -> int:
        """9.2, 15.1"""
        if place in ZONES:
            return allowance
        there = self.units(1 - side, place)
        if there:
            return 4 if any(self.whole(unit) for unit in there) else 3
        ignored = ZONES if start not in ZONES else set()
        pressed = any(self.units(1 - side, near) for near in self.next_to(place) if near not in ignored)
        return 2 if pressed else 1

    def reach(self, side: int, start: str, allowance: int, spent: int) -> dict[str, int]:
        """9.2 The least that has been spent on arrival in every place in reach."""
        best: dict[str, int] = {}
        edge = [(start, spent)]
        while edge:
            here, total = edge.pop()
            for place in self.next_to(here):
                first = here == start and not spent
                if here != start and (place == start or place in ZONES):
                    continue  # a zone takes a whole allowance
                if not self.may_leave_for(side, here, place) or (place in ZONES and not first):
                    continue
                after = total + self.price(side, here, place, allowance)
                if after > allowance:
                    if not first:
                        continue
                    after = allowance
                if after < best.get(place, allowance + 1):
                    best[place] = after
                    if not self.units(1 - side, place) and place not in ZONES:
                        edge.append((place, after))
        return best

    def supplied(self, side: int, place: str, sources: set[str]) -> bool:
        """14.2.1 Is there a line from a place to a source, over ground its side holds?"""
        seen, edge = {place}, [place]
        while edge:
            here = edge.pop()
            if here in sources and self.holder[here] == side:
                return True
            new = [near for near in self.next_to(here) if self.holder[near] == side and near not in seen]
            seen.update(new)
            edge += new
        return False

    def retreats(self, side: int, start: str, passed: set[str]) -> set[str]:
        """11.6.2"""
        near = [place for place in self.next_to(start) if place not in passed]
        room = [place for place in near if not self.full(side, place)]
        free = [place for place in room if self.free(side, place)]
        if free:
            pressure = {p: sum(self.holder[n] != side for n in self.next_to(p)) for p in free}
            return {place for place in free if pressure[place] == min(pressure.values())}
        contested = [place for place in room if self.units(0, place) and self.units(1, place)]
        ours = {place for place in contested if self.holder[place] == side}
        if contested:
            return ours or set(contested)
        return {p for p in near if self.full(side, p) and self.retreats(side, p, passed | {p})}

    def consolidates(self, gains: int, gives: int) -> bool:
        """8.1.2b"""
        units, side = self.pos.box.units, self.pos.active
        if gains == gives or self.at.get(gains) is None or self.at.get(gains) != self.at.get(gives):
            return False
        kinds = {units[gains].kind, units[gives].kind}
        nations = {units[gains].nation, units[gives].nation}
        sources = set("ABCDH") if side == ALLIED else set("EFGI")
        return (
            self.side[gains] == self.side[gives] == side
            and not self.whole(gains)
            and kinds in ({"armor"}, {"infantry"})
            and nations != {"de", "it"}
            and self.supplied(side, self.at[gains], sources)
        )


def names(mask: int) -> set[str]:
    """Places by their names."""
    return {IDS[place] for place in places_in(mask)}


SEEDS = pytest.mark.parametrize("seed", [1, 2, 3])


@SEEDS
def test_r9_2_costs_and_bars_of_movement(seed: int) -> None:
    seen = 0
    for pos in positions(seed):
        if pos.stack[-1].step not in ("assault.go", "assault.next"):
            continue
        seen += 1
        if seen % 4:
            continue
        board = Board(pos)
        for start in {board.at[unit] for unit in board.at if board.side[unit] == pos.active}:
            open_places = {place for place in IDS if board.may_leave_for(pos.active, start, place)}
            assert names(exits(pos, PLACE[start])) == open_places
            assert {IDS[p] for p in ALL if entry_barred(pos, PLACE[start], p) is None} == open_places
        if pos.stack[-1].step == "assault.go":
            group, spent = pos.stack[-1].args
            units = places_in(group)
            allowance = min(pos.movement(unit) for unit in units)
            start = board.at[units[0]]
            found = reach(pos, PLACE[start], allowance, spent)
            expected = board.reach(pos.active, start, allowance, spent)
            assert {IDS[p]: cost_of(found, p) for level in found for p in places_in(level)} == expected
            offered = {IDS[action[1]] for action in pos.actions() if action[0] == "go"}
            sizes = {place: len(units) + len(board.units(pos.active, place)) for place in expected}
            assert offered == {place for place in expected if place in ZONES or sizes[place] <= 4}
    assert seen > 100


@pytest.mark.parametrize("seed", [2, 3])
def test_r8_1_2_who_regroups_and_consolidates(seed: int) -> None:
    pairs = 0
    for pos in positions(seed):
        if pos.stack[-1].step != "impulse.choose":
            continue
        board, side = Board(pos), pos.active
        for start in {board.at[unit] for unit in board.at if board.side[unit] == side}:
            expected = {
                place
                for place in board.next_to(start)
                if board.free(side, place)
                and not board.full(side, place)
                and not (side == ALLIED and (start, place) == ("6", "17") and board.holder["6"] == AXIS)
            }
            assert names(regroup_places(pos, PLACE[start])) == expected
            assert {IDS[p] for p in ALL if regroup_barred(pos, PLACE[start], p) is None} == expected
        own = [unit for unit in board.at if board.side[unit] == side]
        good = {(gains, gives) for gains in own for gives in own if board.consolidates(gains, gives)}
        assert set(consolidations(pos)) == good
        assert {(g, h) for g in own for h in own if consolidation_barred(pos, g, h) is None} == good
        pairs += len(good)
    assert pairs


@SEEDS
def test_r14_2_1_supply_and_r17_2_points(seed: int) -> None:
    for number, pos in enumerate(positions(seed)):
        if number % 7:
            continue
        board = Board(pos)
        for side, sources in ((ALLIED, set("ABCDH")), (AXIS, set("EFGI"))):
            units = [unit for unit in board.at if board.side[unit] == side]
            fed = {unit for unit in units if board.supplied(side, board.at[unit], sources)}
            assert set(places_in(supplied_units(pos, side))) == fed
            assert not fed & set(places_in(pos.cut))  # 14.2.2
        held = [p for p in POINTS if board.holder[p] == ALLIED and board.supplied(ALLIED, p, set("ABCD"))]
        assert points_on_map(pos) == sum(POINTS[place] for place in held)


@SEEDS
def test_r11_6_2_retreats(seed: int) -> None:
    for number, pos in enumerate(positions(seed)):
        if number % 9:
            continue
        board = Board(pos)
        for unit, place in board.at.items():
            side = board.side[unit]
            expected = board.retreats(side, place, {place})
            assert names(retreat_places(pos, side, PLACE[place], 1 << PLACE[place])) == expected


@pytest.mark.parametrize(("seed", "options"), [(1, {}), (2, {"italian_infantry": True}), (3, {"luftwaffe": True})])
def test_r11_4_2_and_r11_4_3_both_sums(seed: int, options: dict[str, bool]) -> None:
    fought = 0
    for pos in positions(seed, **options):
        if pos.stack[-1].step != "battle.dice" or pos.dice:
            continue
        fought += 1
        box, board, place = pos.box, Board(pos), IDS[pos.field]
        attackers = places_in(pos.attackers)
        defenders = board.units(1 - pos.active, place)

        def value(lead: int, force: list[int], pos: BattleaxePosition = pos, board: Board = board) -> int:
            unit = pos.box.units[lead]
            alone = all(pos.box.units[other].kind in ("antitank", "flak") for other in force)
            printed = unit.value if board.whole(lead) else unit.reduced
            if alone:
                printed = 1 if board.whole(lead) else 0
            return printed - (pos.cut >> lead & 1)

        kinds = {box.units[unit].kind for unit in attackers}
        foot = [u for u in attackers if box.units[u].kind in ("infantry", "car")]
        if options.get("italian_infantry") and pos.active == AXIS:
            foot = [u for u in foot if box.units[u].nation != "it"]
        arms = "armor" in kinds and bool(foot) and bool(kinds & {"antitank", "flak"})
        attack = value(pos.lead, attackers) + len(attackers) - 1 + pos.air_dice + pos.rommel_die + arms
        attack += 2 * bool(pos.salvo & 1)
        if options.get("italian_infantry") and pos.active == ALLIED:
            target = box.units[pos.target]
            tanks = box.units[pos.lead].kind == "armor"
            attack += 2 * (tanks and target.nation == "it" and target.kind in ("infantry", "car"))
        defence = value(pos.target, defenders) + len(defenders) - 1 + box.tem[pos.field]
        defence += 2 * bool(pos.salvo & 2) + 2 * (pos.fuel_low and pos.active == AXIS)
        assert (sum(pos.tally[2]), sum(pos.tally[3])) == (attack, defence)
        assert pos.tally[4] == sum(3 if board.whole(unit) else 2 for unit in defenders)
    assert fought > 5
