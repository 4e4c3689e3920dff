"""A layout for games of other distributions, read off their view: slower, and as much as every view tells."""

from __future__ import annotations

from sandtable.engine.game import Box
from sandtable.engine.position import Position
from sandtable.engine.sides import NUMBER, PLAYERS, SIDES
from sandtable.lab.research.layout import Layout, Vector


class PlainLayout(Layout[Box, Position]):
    """Steps and pieces by place, and control."""

    counts = ("steps", "pieces")
    marks = ("control",)
    figures = ("pieces in hand",)

    def scores(self, pos: Position) -> tuple[float, float]:
        shown = pos.box.game.show(pos, None)["sides"]
        allied, axis = (float(shown[side].get("score") or 0) if side in shown else 0.0 for side in PLAYERS)
        return allied, axis

    def fill(self, pos: Position, side: int, planes: Vector) -> None:
        view, index = pos.box.game.show(pos, side), self.game.map.index
        for piece in view["pieces"]:
            if piece["at"] in index and piece["side"] in PLAYERS:
                layer = 0 if NUMBER[piece["side"]] == side else len(self.counts)
                planes[layer, index[piece["at"]]] += float(piece.get("steps") or 1)
                planes[layer + 1, index[piece["at"]]] += 1
        for place, shown in view["places"].items():
            if shown.get("control") in PLAYERS:
                planes[self.marks_at() + (shown["control"] != SIDES[side]), index[place]] = 1

    def figure(self, pos: Position, side: int, scalars: Vector) -> None:
        view = pos.box.game.show(pos, side)
        hands = [hand for hand in view.get("hands", []) if hand.get("side", SIDES[side]) == SIDES[side]]
        scalars[0] = sum(len(hand.get("cards", ())) for hand in hands) / 10
