"""20.0 read a second time, slowly and without the masks: combats fought out at random in crowded corners of the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from sandtable.engine.flow import Action
from sandtable.engine.maps import lowest, mask_of, places_in
from sandtable.games.dark_sands.counters import Asset
from sandtable.games.dark_sands.position import GONE, READY, USED, DarkSandsPosition
from sandtable.games.dark_sands.rules.r20_combat import chit_modifier, everyone
from sandtable.games.dark_sands.rules.r20_odds import faces, odds, total
from tests.games.dark_sands.crowds import corner, enemies, steps
from tests.games.dark_sands.scene import ALLIED, AXIS, box, fight

INFANTRY = ("infantry", "motorised", "machine-gun", "garrison")


def kind(unit: int) -> str:
    return box().units[unit].kind


def large(units: Iterable[int]) -> list[int]:
    return [u for u in units if box().units[u].size != "II" and kind(u) not in ("hq", "garrison")]


def standing(pos: DarkSandsPosition, place: int) -> list[int]:
    return [unit for unit, where in enumerate(pos.where) if where == place]


def on_center(place: int) -> bool:
    return box().map.section[place] == "center"


def able(pos: DarkSandsPosition, side: int, unit: int, target: int) -> bool:
    """20.1 May a unit attack a hex, however many others do?"""
    here = pos.where[unit]
    if here < 0 or box().units[unit].side != side or kind(unit) in ("hq", "garrison"):
        return False
    if not pos.active >> unit & 1 or pos.fought >> unit & 1 or not box().map.around[here] >> target & 1:
        return False
    return any(there == target for there, _ in steps(pos, 1 << unit, here))


def joiners(pos: DarkSandsPosition, side: int) -> list[int]:
    """7.4 Who may still join the attack: two large units out of one hex on the Center."""
    found = []
    for unit in range(len(pos.where)):
        if able(pos, side, unit, pos.target) and not pos.attackers >> unit & 1:
            beside = [u for u in standing(pos, pos.where[unit]) if pos.attackers >> u & 1]
            full = on_center(pos.where[unit]) and len(large(beside)) >= 2
            if not full or unit not in large([unit]):
                found.append(unit)
    return found


def targets(pos: DarkSandsPosition, side: int) -> list[int]:
    shut, _ = enemies(pos, side)
    fresh = [place for place in sorted(shut) if not any(pos.attacked >> u & 1 for u in standing(pos, place))]
    return [place for place in fresh if any(able(pos, side, unit, place) for unit in range(len(pos.where)))]


def removals(pos: DarkSandsPosition, side: int) -> list[Action]:
    garrisons = [u for u, where in enumerate(pos.where) if where >= 0 and kind(u) == "garrison"]
    own = [u for u in garrisons if box().units[u].side == side]
    return [("disband", u) for u in own] + [("raze", place) for place in places_in(pos.boxed[side])]


def factor(pos: DarkSandsPosition, unit: int, attacking: bool) -> int:
    printed = box().units[unit].attack if attacking else box().units[unit].defence
    return printed[pos.grade[unit]][pos.steps[unit]]


def helps(pos: DarkSandsPosition, side: int, attacking: bool) -> list[Action]:
    """13.1 to 13.8 The assets that may be added."""
    fighters = places_in(pos.attackers if attacking else pos.defenders)
    ground = sum(factor(pos, unit, attacking) for unit in fighters)
    shelling = any(asset.kind == "artillery" for asset in committed(pos, side))
    found: list[Action] = []
    for number, asset in enumerate(box().assets):
        if asset.side != side or pos.asset[number] != READY or pos.committed >> number & 1:
            continue
        fits = False
        match asset.kind:
            case "air" | "coastal":
                fits = not asset.sections or box().map.section[pos.target] in asset.sections
                fits = fits and (asset.kind == "air" or bool(box().coast >> pos.target & 1))
                fits = fits and aerial(pos, side, attacking) < ground
            case "artillery":
                hq = pos.where[asset.hq]
                fits = hq >= 0 and not pos.out_of_supply >> asset.hq & 1
                fits = fits and not pos.shelled >> number & 1 and not shelling
                fits = fits and bool(box().within(hq, box().units[asset.hq].reach) >> pos.target & 1)
            case "gun":
                bearers = [u for u in fighters if not pos.out_of_supply >> u & 1 and u not in pos.bearer]
                found += [("gun", number, unit) for unit in bearers]
            case "hecker":
                fits = attacking and bool(box().coast >> pos.target & 1)
        found += [("commit", number)] if fits else []
    return found


def committed(pos: DarkSandsPosition, side: int) -> list[Asset]:
    return [box().assets[n] for n in places_in(pos.committed) if box().assets[n].side == side]


def aerial(pos: DarkSandsPosition, side: int, attacking: bool) -> int:
    return sum(
        support(pos, n, attacking) for n in places_in(pos.committed) if flies(n) and box().assets[n].side == side
    )


def flies(number: int) -> bool:
    return box().assets[number].kind in ("air", "coastal")


def support(pos: DarkSandsPosition, number: int, attacking: bool) -> int:
    asset = box().assets[number]
    return (asset.attack if attacking else asset.defence)[pos.asset_grade[number]]


def strength(pos: DarkSandsPosition, side: int, attacking: bool) -> int:
    """20.2.2, 20.2.3 The sum of one side in half factors."""
    fighters = places_in(pos.attackers if attacking else pos.defenders)
    ground = sum(factor(pos, unit, attacking) for unit in fighters)
    doubled = 2 * ground
    if attacking:
        if shocked(pos):
            doubled += 2 * sum(factor(pos, unit, True) for unit in fighters if kind(unit) == "panzer")
        if box().map.terrain[pos.target] == "marsh":
            doubled = -(-doubled // 2)
    elif pos.target == box().bardia:
        doubled += 2
    elif box().forts >> pos.target & 1:
        doubled += 2 * sum(box().units[unit].nation != "it" for unit in fighters)
    others = [n for n in places_in(pos.committed) if box().assets[n].side == side and not flies(n)]
    doubled += 2 * sum(support(pos, n, attacking) for n in others)
    doubled += 2 * min(ground, aerial(pos, side, attacking))
    if any(kind(unit) == "tank" and unit < UNIT_X for unit in places_in(pos.attackers | pos.defenders)):
        doubled += 2 * sum(support(pos, n, attacking) for n, unit in enumerate(pos.bearer) if unit in fighters)
    return doubled


UNIT_X = box().number["X01"]
"""The first Axis unit of the list."""


def anti_tank(pos: DarkSandsPosition) -> int:
    """12.7.2 The anti-tank factors of the defender's hex."""
    tanks = sum(pos.steps[unit] for unit in standing(pos, pos.target) if kind(unit) == "tank")
    works = (box().cover, box().forts, pos.boxed[ALLIED])
    return tanks + sum(mask >> pos.target & 1 for mask in works)


def shocked(pos: DarkSandsPosition) -> bool:
    """12.7.3"""
    allied = [unit for unit in standing(pos, pos.target) if unit < UNIT_X or kind(unit) == "garrison"]
    panzers = any(kind(unit) == "panzer" for unit in places_in(pos.attackers))
    others = [unit for unit in standing(pos, pos.target) if kind(unit) not in (*INFANTRY, "hq")]
    return bool(panzers and allied and not others and not anti_tank(pos))


def columns_lost(pos: DarkSandsPosition) -> int:
    """6.0, 13.7.4"""
    ground = {"rough": 1, "mountain": 2}.get(box().map.terrain[pos.target], 0)
    lost = 0 if box().forts >> pos.target & 1 else ground
    lost += bool((pos.boxed[ALLIED] | pos.boxed[AXIS]) >> pos.target & 1)
    return lost + all(box().escarpment(pos.where[unit], pos.target) for unit in places_in(pos.attackers))


def added(pos: DarkSandsPosition, chit: int) -> int:
    """20.2.6 What is added to the die."""
    for fighters, sign in ((pos.attackers, -2), (pos.defenders, 2)):
        if fighters & (pos.out_of_supply | pos.disrupted):
            chit += sign
    panzers = sum(pos.steps[unit] for unit in places_in(pos.attackers) if kind(unit) == "panzer")
    return chit + max(0, min(2, panzers - anti_tank(pos)))


def check_odds(pos: DarkSandsPosition, side: int, chit: int, table: str) -> None:
    found = odds(pos, side, chit, table)
    mine, theirs = strength(pos, side, True), strength(pos, 1 - side, False)
    assert (total(found.attack), total(found.defence)) == (mine, theirs)
    assert all(part[1] == -1 for part in found.modifiers if part[0] in ("chit", "superiority")), "they come from nobody"
    assert (total(found.shifts), total(found.modifiers)) == (columns_lost(pos), added(pos, chit))
    ladder = [(1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]
    reached = [n for n, (a, d) in enumerate(ladder) if mine and mine * d >= max(1, theirs) * a]
    if not reached:
        assert faces(box(), found) == ["AE"] * 6
        return
    column = max(0, reached[-1] - columns_lost(pos))
    assert found.column == column
    row = box().crt[table][column]
    assert faces(box(), found) == [row[max(0, min(8, die + added(pos, chit)))] for die in range(1, 7)]


def assault(pos: DarkSandsPosition, side: int) -> bool:
    """12.6"""
    attackers = places_in(pos.attackers)
    foot = sum(pos.steps[unit] for unit in attackers if kind(unit) in INFANTRY)
    if side == AXIS or pos.turn < 14 or 2 * foot <= sum(pos.steps[unit] for unit in attackers):
        return False
    for place in {pos.where[unit] for unit in attackers}:
        brigades = [u for u in standing(pos, place) if kind(u) in INFANTRY and box().units[u].size == "X"]
        divisions = Counter(box().units[u].formation for u in brigades if box().units[u].formation)
        if not divisions or max(divisions.values()) < 2:
            return False
    return True


def losers(pos: DarkSandsPosition, pool: int, first: int, german: int) -> list[int]:
    """20.3.2 Who may lose the next step."""
    alive = [unit for unit in places_in(pool) if pos.where[unit] >= 0]
    alive = [unit for unit in alive if kind(unit) != "garrison"] or alive
    if first != 1:
        return alive
    dots = [unit for unit in alive if "irreplaceable" in box().units[unit].flags]
    armour = [unit for unit in alive if kind(unit) in ("tank", "panzer")]
    full = [unit for unit in alive if box().units[unit].steps == pos.steps[unit] == 2]
    forced = dots or armour or full or alive
    others = [unit for unit in alive if box().units[unit].nation == "de" and box().units[unit].steps == 2]
    return sorted({*forced, *(others if german else ())})


def retreats(pos: DarkSandsPosition, side: int, origin: int, group: int) -> list[int]:
    """20.3.4 The next hexes of a retreat: by zones, then by the compass."""
    group = mask_of(unit for unit in places_in(group) if pos.where[unit] >= 0)
    here = pos.where[lowest(group)]
    hindering = pos.copy()
    for unit, where in enumerate(pos.where):
        if where >= 0 and (pos.out_of_supply | pos.disrupted) >> unit & 1:
            hindering.lift(unit, GONE)
    _, zones = enemies(hindering, side)
    far = box().rings(origin)
    ranked: dict[tuple[int, bool], list[int]] = {}
    for there, _ in steps(pos, group, here):
        held = {box().units[unit].side for unit in standing(pos, there)}
        if 1 - side in held or there == origin or far[there] < far[here]:
            continue
        zone = 0 if there not in zones else 1 if side in held else 2
        astray = box().direction(here, there) not in box().compass[box().section[here], side]
        ranked.setdefault((zone, astray), []).append(there)
    return sorted(ranked[min(ranked)]) if ranked else []


def fits(pos: DarkSandsPosition, place: int, unit: int) -> bool:
    """7.2"""
    there = {*standing(pos, place), unit}
    kinds = Counter(kind(one) for one in there)
    fighting = len(there) - kinds["hq"] - kinds["garrison"]
    return len(large(there)) <= 3 and fighting <= 4 and kinds["hq"] <= 1 and kinds["garrison"] <= 1


def advancers(pos: DarkSandsPosition, side: int, origins: int) -> list[int]:
    """20.3.5"""
    if any(box().units[unit].side != side for unit in standing(pos, pos.target)):
        return []
    ready = {u for u in places_in(pos.attackers | pos.bystanders) if pos.where[u] >= 0 and pos.where[u] != pos.target}
    for place in places_in(origins):
        ready |= {unit for unit in standing(pos, place) if kind(unit) == "hq" and box().units[unit].side == side}
    return sorted(unit for unit in ready if fits(pos, pos.target, unit))


def expected(pos: DarkSandsPosition) -> list[Action] | None:
    """The actions of a question as the second reading has them."""
    step, side, args = pos.stack[-1]
    match step:
        case "combat":
            return [("done",), *(("attack", place) for place in targets(pos, side)), *removals(pos, side)]
        case "combat.join":
            ready = joiners(pos, side)
            found: list[Action] = [("all",)] * bool(ready) + [("fight",)] * bool(pos.attackers)
            return [*found, *(("with", unit) for unit in ready), ("back",)]
        case "combat.assets":
            return [("done",), *helps(pos, side, bool(args[0]))]
        case "combat.table":
            return [("table", "mobile"), *[("table", "assault")] * assault(pos, side)]
        case "loss":
            pool, _, first, german = args
            return [("lose", unit) for unit in losers(pos, pool, first, german)]
        case "retreat":
            tobruk = box().forts >> args[0] & 1 and args[0] != box().bardia
            return [("retreat",), *[("stand",)] * (tobruk and side == ALLIED and 3 <= pos.turn <= 9)]
        case "retreat.step":
            return [("to", place) for place in retreats(pos, side, args[0], args[1])]
        case "combat.advance":
            ready = advancers(pos, side, args[0])
            together: list[Action] = [("advance-all",)] * (len(ready) > 1 and not args[0])
            return [("done",), *(("advance", unit) for unit in ready), *together]
    return None


def defence_of(pos: DarkSandsPosition, unit: int) -> int:
    """What a unit brings to the defence of the target (R12)."""
    tobruk = box().forts >> pos.target & 1 and pos.target != box().bardia
    works = pos.target == box().bardia or bool(tobruk and box().units[unit].nation != "it")
    tanks = any(kind(attacker) == "tank" for attacker in places_in(pos.attackers))
    guns = [support(pos, n, False) for n, bearer in enumerate(pos.bearer) if bearer == unit and tanks]
    return factor(pos, unit, False) + works + sum(guns)


def check_declared(pos: DarkSandsPosition, side: int) -> None:
    """Who defends, and who is crowded out, once an attack is declared (7.4)."""
    there = [unit for unit in standing(pos, pos.target) if kind(unit) != "hq"]
    if on_center(pos.target) and len(large(there)) > 2:
        marked = [unit for unit in there if (pos.out_of_supply | pos.disrupted) >> unit & 1]
        sound = [unit for unit in large(there) if unit not in marked]
        spoilt = len(sound) < 2 or any(unit not in large(there) for unit in marked)
        choice = large(there) if spoilt else sound
        best = sorted(choice, key=lambda u: (-defence_of(pos, u), -pos.steps[u], u))[:2]
        there = [unit for unit in there if unit in best or unit not in large(there)]
    assert pos.defenders == mask_of(there)
    crowded = set()
    for place in {pos.where[unit] for unit in places_in(pos.attackers)}:
        if on_center(place) and len(large(u for u in standing(pos, place) if pos.attackers >> u & 1)) >= 2:
            others = [u for u in large(standing(pos, place)) if not pos.attackers >> u & 1]
            crowded |= {unit for unit in others if able(pos, side, unit, pos.target)}
    assert pos.bystanders == mask_of(crowded)


def check_everyone(pos: DarkSandsPosition, side: int) -> None:
    joined = pos.copy()
    for unit in sorted(joiners(pos, side), key=lambda u: (-factor(pos, u, True), u)):
        if unit in joiners(joined, side):
            joined.attackers |= 1 << unit
    assert everyone(pos, side) == joined.attackers


def prepared(seed: int) -> tuple[DarkSandsPosition, int]:
    """A crowded corner with assets, boxes, losses and disruption, and the side that attacks."""
    pos, side, _ = corner(seed)
    rng = Random(seed)
    pos.turn = (8, 12, 15, 6)[seed % 4]
    pos.moved = 0
    for number, asset in enumerate(box().assets):
        if asset.kind != "box" and rng.random() < 0.7:
            pos.asset[number] = READY
            pos.asset_grade[number] = rng.randrange(len(asset.attack))
    for owner in (ALLIED, AXIS):
        for place in places_in(pos.held[owner] & ~box().forts):
            if rng.random() < 0.3:
                pos.asset[box().box_assets[owner][pos.boxed[owner].bit_count()]] = place
                pos.boxed[owner] |= 1 << place
    for unit in places_in(pos.on_map(ALLIED) | pos.on_map(AXIS)):
        if box().units[unit].steps == 2 and rng.random() < 0.3:
            pos.steps[unit] = 1
        if rng.random() < 0.1:
            pos.disrupted |= 1 << unit
        pos.grade[unit] = rng.randrange(len(box().units[unit].attack))
    return pos, side


def test_r20_0_combats_run_as_a_slow_reading_says() -> None:
    """Every question of each combat, its odds and results, and what is left of its assets."""
    asked: Counter[str] = Counter()
    for seed in range(80):
        pos, side = prepared(seed)
        rng = Random(seed)
        fight(pos, side, "combat-1" if seed % 3 == 0 else "combat", "chosen" if seed % 2 else "all")
        while pos.stack:
            step = pos.stack[-1].step
            asked[step] += 1
            if pos.side == "chance":
                check_declared(pos, side)
                attacker, modifier, table = pos.stack[-1].args
                check_odds(pos, attacker, modifier, table)
                assert modifier == (-1 if seed % 3 == 0 else 0)
                pos.play(pos.sample(rng))
                continue
            wanted = expected(pos)
            if wanted is not None:
                assert sorted(map(repr, pos.actions())) == sorted(map(repr, wanted)), (seed, step)
            if step == "combat.join":
                check_everyone(pos, side)
            if step == "combat.assets":
                check_odds(pos, side, chit_modifier(pos), "mobile")
            bold = [action for action in pos.actions() if action[0] not in ("done", "back", "disband", "raze")]
            pos.play(rng.choice(bold if bold and rng.random() < 0.8 else pos.actions()))
        assert not any(pos.asset[n] in (READY, USED, GONE) and pos.bearer[n] >= 0 for n in range(len(pos.asset)))
    assert min(asked[step] for step in ("combat", "combat.join", "combat.assets", "combat.roll", "combat.advance")) > 30
    assert min(asked[step] for step in ("retreat.step", "loss")) > 10
    assert min(asked[step] for step in ("combat.table", "stacks.trim", "retreat")) > 0
