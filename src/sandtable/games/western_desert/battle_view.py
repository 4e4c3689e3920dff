"""A battle or bombardment under way, as the view shows it to both sides and to watchers."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine.battle import Battle as Shown
from sandtable.engine.battle import DiceRow, Hits, Lineup, Sum
from sandtable.engine.flow import Outline
from sandtable.engine.sides import SIDES
from sandtable.engine.words import counted
from sandtable.games.western_desert.notation import places_said
from sandtable.games.western_desert.odds import with_best_leads
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.report import WESTERN_LOG, combat_rows, last_sum
from sandtable.games.western_desert.rules.r10_account import account
from sandtable.games.western_desert.rules.r10_attack import GO, PlanAttack, planned
from sandtable.games.western_desert.rules.r10_fight import ATTACKER, DEFENDER, FIGHT, CombatRoll, TakeLosses
from sandtable.games.western_desert.rules.r14_air import BombardmentLosses, BombardmentRoll
from sandtable.games.western_desert.rules.r15_naval import NAVAL_STRENGTH

STEPS = ["Plan", "Support", "Dice", "Losses", "Retreat", "Advance"]
BOMBS = ["Aircraft", "Dice", "Losses"]
NOW = {
    "combat.plan": 0,
    "combat.support": 1,
    "combat.lead": 1,
    "combat.roll": 2,
    "combat.losses": 3,
    "combat.retreat": 4,
    "combat.advance": 5,
    "leader.roll": 3,
    "leader.displace": 3,
    "depot.booty": 5,
}
DEFENDER_LINE = [line.step for line in FIGHT.lines].index("combat.defender_hits")
BOMBING = {"air.bombs": 0, "bombardment.roll": 1, "bombardment.losses": 2}


def show_battle(pos: WesternDesertPosition) -> Shown | None:
    """The battle the present decision belongs to, if it belongs to one."""
    step = pos.stack[-1].step if pos.stack else ""
    if step in BOMBING:
        return show_bombardment(pos, step)
    if step == "combat.plan":
        return show_plan(pos)
    return show_fight(pos, step) if pos.battle and step in NOW else None


def lineup(pos: WesternDesertPosition, side: int, units: Iterable[int], note: str = "") -> Lineup:
    """Those of a side's units that are still on the map, the hexes they stand in, and what binds them."""
    pieces = [unit for unit in units if pos.where[unit] >= 0]
    places = dict.fromkeys(pos.box.map.ids[pos.where[unit]] for unit in pieces)
    return {"side": SIDES[side], "pieces": pieces, "places": [*places], "note": note}


def with_leader(units: tuple[int, ...], leader: int) -> tuple[int, ...]:
    """The units of a side, and the leader it uses."""
    return units if leader < 0 else (*units, leader)


def frame_of(pos: WesternDesertPosition, battle: Battle, step: int) -> Shown:
    """What every stage of a battle shows."""
    side = pos.active
    kind = "surprise offensive" if pos.surprise else "major offensive" if pos.major else ""
    return {
        "title": places_said(pos, battle.places),
        "rule": pos.step.rule,
        "places": [pos.box.map.ids[place] for place in battle.places],
        "attacker": lineup(pos, side, with_leader(battle.attackers, battle.lead[0]), kind),
        "defender": lineup(pos, 1 - side, with_leader(battle.defenders, battle.lead[1])),
        "steps": STEPS,
        "step": step,
    }


def show_plan(pos: WesternDesertPosition) -> Shown:
    """An attack that is being planned: its sum as it would be if it went in now, paid for if it can be."""
    targets, stacks, _ = PlanAttack.Args(*pos.stack[-1].args)
    battle = planned(pos, GO)[0] if stacks else None
    if battle is None:
        defenders = tuple(unit for place in targets for unit in pos.fighters_at(place, 1 - pos.active))
        return frame_of(pos, Battle((), defenders, targets), 0)
    battle = with_best_leads(pos, battle)
    return {**frame_of(pos, battle, 0), "sum": _sum(pos, battle)}


def _sum(pos: WesternDesertPosition, battle: Battle) -> Sum:
    return account(pos, battle)[0].document()


def show_fight(pos: WesternDesertPosition, step: str) -> Shown:
    """An attack that has been ordered."""
    battle = Battle(*pos.battle)
    told = last_sum(pos)
    if told is None:
        paid = pos.actions()[0][1] if step == "combat.support" else battle.paid
        before = with_best_leads(pos, battle._replace(paid=paid))
        shown: Shown = {**frame_of(pos, before, NOW[step]), "sum": _sum(pos, before)}
        return shown
    shown = {**frame_of(pos, battle, NOW[step]), "sum": told.document(), "dice": last_dice(pos)}
    if NOW[step] > NOW["combat.roll"]:
        shown["hits"] = show_hits(pos, battle, step)
    if step == "combat.retreat":
        shown["retreat"] = [pos.box.map.ids[place] for place in pos.places_offered()]
    return shown


def last_dice(pos: WesternDesertPosition) -> list[DiceRow]:
    """The dice of the latest battle or bombardment, those of a roll not yet finished included."""
    rows: list[DiceRow] = []
    if pos.stack and pos.stack[-1].step == "combat.roll":
        who, _, _, on_five, on_six = CombatRoll.Args(*pos.stack[-1].args)
        rows = combat_rows(1 - pos.active if who else pos.active, on_five, on_six)
    return [*WESTERN_LOG.last_dice(pos), *rows]


def show_hits(pos: WesternDesertPosition, battle: Battle, step: str) -> list[Hits]:
    """What each side has to take, and how much of it is done; the attacker's hits come first (10.22)."""
    open_yet = [0, 0]
    line = next(Outline.Args(*frame.args).line for frame in pos.stack if frame.step == FIGHT.name)
    if line <= DEFENDER_LINE:
        open_yet[DEFENDER] = battle.hits[DEFENDER]
    if step == "combat.losses":
        who, left, _ = TakeLosses.Args(*pos.stack[-1].args)
        open_yet[who] = left
    found: list[Hits] = []
    for number, side in ((ATTACKER, pos.active), (DEFENDER, 1 - pos.active)):
        due = battle.hits[number]
        if due:
            found.append({"side": SIDES[side], "due": due, "taken": due - open_yet[number], "label": "hits"})
    return found


def show_bombardment(pos: WesternDesertPosition, step: str) -> Shown:
    """A bombardment: the dice of aircraft or ships against the units of a hex, who do not fire back."""
    frame = pos.stack[-1]
    place, side = int(frame.args[0]), pos.active
    if step == BombardmentRoll.name:
        units = BombardmentRoll.Args(*frame.args).units
    elif step == BombardmentLosses.name:
        units = BombardmentLosses.Args(*frame.args).units
    else:
        units = tuple(pos.fighters_at(place, 1 - side))
    shown: Shown = {
        "title": f"Bombardment of {places_said(pos, (place,))}",
        "rule": pos.step.rule,
        "places": [pos.box.map.ids[place]],
        "attacker": {"side": SIDES[side], "pieces": [], "places": [], "note": ""},
        "defender": lineup(pos, 1 - side, units),
        "steps": BOMBS,
        "step": BOMBING[step],
    }
    if step == BombardmentRoll.name:
        roll = BombardmentRoll.Args(*frame.args)
        ships = roll.needed == 1
        rule = "15.0" if ships else "14.2"
        shown["sum"] = {
            "rows": [
                {"left": str(roll.dice), "label": "the fleet" if ships else "aircraft", "right": "", "rule": rule}
            ],
            "left": counted(NAVAL_STRENGTH if ships else roll.dice, "die"),
            "right": "",
            "verdict": "a hit for every six" if ships else "a hit for every two sixes",
            "rule": rule,
        }
    elif step == BombardmentLosses.name:
        hits = BombardmentLosses.Args(*frame.args).hits
        shown["dice"] = last_dice(pos)
        shown["hits"] = [{"side": SIDES[1 - side], "due": hits, "taken": 0, "label": "hits"}]
    return shown
