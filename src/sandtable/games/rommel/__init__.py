"""Rommel in the Desert: the desert war of 1940 to 1942 with hidden blocks and secret supply.

Where to read: `sequence` is the campaign in the order of the book; `rules/rNN_*` are its chapters; `network` finds the
supply network; `position` is what changes during a game and `box` what does not; `view` shows it to a side, `guess`
deals anew what a side cannot know.

Words of this game
- block, unit: one piece; its face (name, strength) is hidden from the enemy until a battle or a loss shows it.
- ready: undisrupted. cut: without supply. known: the enemy has seen the face and the block has not mixed with others.
- phasing side: the one whose turn it is; the other is the passive side.
- option: what the real cards on the table pay for: pass, basic, offensive, assault, blitz.
- group and regroup: the two kinds of move; mode: whether a move has Rommel's bonus or is a withdrawal.
- battle hex: a hex with units of both sides; each hexside of it belongs to one of them.
- joint: a hex where links of a supply line may meet (the highway, or an undisrupted block of the side).
- quarry: blocks under pursuit fire, or waiting for the die of a forced march. fleeing: blocks that left a battle.
- points: Buildup points.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.packs import Pack
from sandtable.games.rommel.game import Rommel


def load(data: Path | None = None) -> Rommel:
    """The game with its data, files of `data` first."""
    return Rommel(Pack(Path(__file__).parent / "data", data))
