"""4.0 Setting up: where everything stands when a scenario, or the campaign from it, begins."""

from __future__ import annotations

from sandtable.engine.documents import Document
from sandtable.engine.flow import push
from sandtable.engine.maps import mask_of
from sandtable.engine.packs import AMOUNT, Pack, PackError
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import AWAY, GONE, NOT_YET, READY, REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r17_replacements import FIRST_DRAW, year_pool

ON_MAP = 1


def read_scenarios(pack: Pack) -> dict[str, Document]:
    """scenarios.toml by id."""
    shape = {
        "title": str,
        "first": AMOUNT,
        "last": AMOUNT,
        "notes": str,
        "railhead": str,
        "bypass": AMOUNT,
        "vp": [int],
        "axis_holds": [str],
        "rebuildable": [str],
        "gone": [str],
        "spent": [str],
        "ready": [str],
        "units": {str: [str]},
        "boxes": {str: str},
    }
    return pack.toml("scenarios.toml", {str: shape})


def set_up(box: DarkSandsBox) -> DarkSandsPosition:
    """The first position of the box's scenario."""
    sheet = box.sheet
    pos = blank(box)
    pos.turn = sheet["first"]
    try:
        fill_map(pos, sheet)
        fill_boxes(pos, sheet)
    except KeyError as missing:
        raise PackError(f"scenarios.toml: {box.sheet_name}: there is no {missing}") from None
    for unit in range(len(box.units)):
        if pos.where[unit] == NOT_YET:
            pos.where[unit] = on_track(pos, unit, False)
            if pos.where[unit] == ON_MAP:
                raise PackError(f"scenarios.toml: {box.sheet_name}: {box.units[unit].id} has no place")
    for asset in range(len(box.assets)):
        if pos.asset[asset] == NOT_YET and on_track(pos, asset, True) == AWAY:
            pos.asset[asset] = AWAY
    for entry in box.track:
        if entry.event == "upgrade" and entry.turn < pos.turn:
            (pos.asset_grade if entry.asset else pos.grade)[entry.counter] += 1
    pos.axis_holds = mask_of(box.place_called(name) for name in sheet["axis_holds"])
    pos.axis_holds = (pos.axis_holds | pos.held[AXIS] & box.kept) & ~pos.held[ALLIED]
    pos.railhead = box.rail_number[box.map.index[sheet["railhead"]]]
    pos.bypass = sheet["bypass"]
    pos.allied_vp, pos.axis_vp = sheet["vp"]
    if pos.turn > FIRST_DRAW:
        pos.relief = year_pool(pos, pos.year)
    pos.reserve &= ~mask_of(n for n, chit in enumerate(box.reliefs) if chit.special in sheet["spent"])
    push(pos, "turn", ALLIED, 0)
    return pos


def blank(box: DarkSandsBox) -> DarkSandsPosition:
    """A position with nothing on the map."""
    pos = DarkSandsPosition(box)
    units, assets = len(box.units), len(box.assets)
    pos.where = [NOT_YET] * units
    pos.steps = [unit.steps for unit in box.units]
    pos.grade = [0] * units
    pos.fell = [0] * units
    pos.piles = [0] * len(box.map)
    pos.held, pos.firm, pos.zones, pos.boxed = [0, 0], [0, 0], [0, 0], [0, 0]
    pos.asset, pos.asset_grade, pos.bearer = [NOT_YET] * assets, [0] * assets, [-1] * assets
    pos.pool = [0] * len(box.chits)
    pos.moves, pos.combats, pos.sailed, pos.saved = [0, 0], [0, 0], [0, 0], [0, 0]
    pos.out_of_supply = pos.disrupted = pos.axis_holds = pos.railhead = pos.bypass = pos.allied_vp = pos.axis_vp = 0
    pos.hand = pos.waiting = pos.initiative = pos.active = pos.moved = pos.fought = pos.attacked = pos.shelled = 0
    pos.relief = pos.falls = pos.attackers = pos.defenders = pos.bystanders = pos.committed = 0
    pos.reserve = mask_of(n for n, chit in enumerate(box.reliefs) if chit.special in ("promise", "emergency"))
    pos.chit = pos.target = -1
    pos.played, pos.entered, pos.sea = (), (), ()
    pos.run = (2, 0)
    return pos


def fill_map(pos: DarkSandsPosition, sheet: Document) -> None:
    """Units and boxes on their hexes."""
    box = pos.box
    for hex_, names in sheet["units"].items():
        place = box.map.index[hex_]
        if not box.land >> place & 1:
            raise PackError(f"scenarios.toml: {box.sheet_name}: {hex_} is not land")
        for name in names:
            pos.put(box.number[name], place)
        if stack_barred(pos, pos.piles[place]):
            raise PackError(f"scenarios.toml: {box.sheet_name}: too many units in {hex_}")
    for hex_, name in sheet["boxes"].items():
        place, asset = box.map.index[hex_], box.asset_number[name]
        pos.asset[asset] = place
        pos.boxed[box.assets[asset].side] |= 1 << place


def fill_boxes(pos: DarkSandsPosition, sheet: Document) -> None:
    """The rebuildable box, the assets at hand, and what is out of the game."""
    box = pos.box
    for name in sheet["rebuildable"]:
        pos.where[box.number[name]] = REBUILD
        pos.steps[box.number[name]] = 0
    for name in sheet["gone"]:
        pos.where[box.number[name]] = GONE
    for name in sheet["ready"]:
        if name in box.number:
            pos.where[box.number[name]] = READY
        else:
            pos.asset[box.asset_number[name]] = READY


def on_track(pos: DarkSandsPosition, counter: int, asset: bool) -> int:
    """Where the reinforcement track has a counter the scenario does not name, before its first turn is played."""
    state = NOT_YET
    entries = [e for e in pos.box.track if e.counter == counter and e.asset == asset]
    for entry in entries:
        if entry.turn < pos.turn or (entry.turn == pos.turn and entry.event == "withdraw" and state == ON_MAP):
            if entry.event == "withdraw":
                later = any(e.event == "return" and e.turn >= entry.turn for e in entries)
                state = AWAY if later else GONE
            elif entry.event in ("arrive", "return", "special"):
                state = ON_MAP
    if state == ON_MAP and not asset and pos.box.garrisons >> counter & 1:
        return READY
    return state
