"""Operation Battleaxe: Wavell against Rommel on the Egyptian frontier, 15 to 17 June 1941.

Where to read: `sequence` is the day and the battle in the rulebook's order; `rules/rNN_*` are its chapters; `position`
is what changes during a game and `box` what does not; `orders` lists what a player may do, `report` tells
the log, `view` shows the position and `guess` hides a secret bid.

Words of this game
- place: an area (numbered) or a zone (lettered, at the edge of the sheet, reached by connection lines alone).
- impulse: what one side does before the other answers; the marker moves on after both have had theirs.
- attacker, defender: the side whose impulse it is, and the other one, whether or not there is a battle.
- assault, regroup, consolidation, pass: the kinds of impulse.
- ready: units of an active area that have neither moved nor fought; arrived: units that entered enemy ground to fight.
- contested, vacant, free: both sides present; no enemy present; vacant and in friendly hands.
- lead: the unit that counts its full combat value in a battle and takes the first losses.
- attrition points: what the beaten defender has to absorb by flipping, falling back or losing units.
- cut: marked as out of supply.
- Advantage: the marker with eight uses, which passes to the other side after each.
- army and seat: `side` numbers mean the army; after a bid the seats may have changed armies (`Position.seat`).
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.packs import Pack
from sandtable.games.battleaxe.game import Battleaxe


def load(data: Path | None = None) -> Battleaxe:
    """The game with its data, files of `data` first."""
    return Battleaxe(Pack(Path(__file__).parent / "data", data))
