"""What is impossible about a position."""

from __future__ import annotations

from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import USED, DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred


def faults(pos: DarkSandsPosition) -> list[str]:
    """What is impossible about a position."""
    box, found = pos.box, []
    held, firm = [0, 0], [0, 0]
    for unit, place in enumerate(pos.where):
        who, steps = box.units[unit], pos.steps[unit]
        if place >= 0:
            held[who.side] |= 1 << place
            firm[who.side] |= 1 << place if box.zoned >> unit & 1 else 0
            if not 1 <= steps <= who.steps:
                found.append(f"{who.id} on the map has {steps} steps")
            if not box.land >> place & 1:
                found.append(f"{who.id} stands in closed terrain")
            if not pos.piles[place] >> unit & 1:
                found.append(f"{who.id} is missing from its pile")
        elif (pos.out_of_supply | pos.disrupted) >> unit & 1:
            found.append(f"{who.id} is off the map with a marker")
    if sum(map(int.bit_count, pos.piles)) != sum(place >= 0 for place in pos.where):
        found.append("a pile has a unit that is not there")
    if held != pos.held or firm != pos.firm or pos.zones != [box.zones_of(mask) for mask in firm]:
        found.append("the masks of held places are wrong")
    if held[0] & held[1]:
        found.append("both sides are in one hex")
    moving = any(
        frame.step in ("move", "stacks.trim", "retreat.step", "retreat.end", "hq.displace") for frame in pos.stack
    )
    if not moving:
        found += [
            f"too many units in {box.map.ids[p]}"
            for p in places_in(held[0] | held[1])
            if stack_barred(pos, pos.piles[p])
        ]
    for number, asset in enumerate(box.assets):
        where = pos.asset[number]
        if where >= 0 and (asset.kind != "box" or not held[asset.side] >> where & 1):
            found.append(f"{asset.id} is on the map without a unit")
        if pos.bearer[number] >= 0 and pos.where[pos.bearer[number]] < 0:
            found.append(f"{asset.id} is with a unit off the map")
    if any(pos.moves[s] > 2 or pos.combats[s] > 2 for s in (0, 1)) or min(pos.pool) < 0:
        found.append("too many chits played")
    if not (0 <= pos.saved[0] <= 3 and 0 <= pos.saved[1] <= 3):
        found.append("too many steps saved")
    if any(pos.where[u] == USED and not box.garrisons >> u & 1 for u in range(len(pos.where))):
        found.append("a unit is among the assets")
    return found
