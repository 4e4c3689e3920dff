"""A position for the eye: words and a list of stacks, or the map with its pieces as an array of pixels."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.position import Position
from sandtable.engine.sides import PLAYERS

COLOURS = {"allied": "#87601c", "axis": "#46545a"}
GROUND = {"sea": "#bcd3dc"}


def words(pos: Position) -> str:
    """The turn, what is asked, the score, and every place with pieces."""
    view = pos.see(pos.side if pos.side in PLAYERS else None)
    names = dict(zip(pos.box.game.map.ids, pos.box.game.map.name, strict=True))
    score = ", ".join(f"{side} {shown.get('score', 0)}" for side, shown in view["sides"].items())
    lines = [f"{view['turn'].get('label', view['turn']['now'])}: {view['prompt']['title']} ({score})"]
    stacks: dict[str, list[str]] = {}
    for piece in view["pieces"]:
        if piece["at"] in names:
            told = f"{piece.get('name', piece['side'])}{'*' if piece.get('reduced') else ''}"
            stacks.setdefault(piece["at"], []).append(told)
    lines += [f"  {place} {names[place]}".rstrip() + ": " + ", ".join(stacks[place]) for place in sorted(stacks)]
    return "\n".join(lines)


def picture(pos: Position, width: int = 900) -> NDArray[np.uint8]:
    """The map as the deciding side sees it, with the number of pieces of each side in each place."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.collections import PolyCollection
    from matplotlib.figure import Figure

    board = json.loads(pos.box.game.pack.text("board.json"))
    places, view = board["places"], pos.see(pos.side if pos.side in PLAYERS else None)
    figure = Figure(figsize=(width / 100, width / 100 * board["height"] / board["width"]), dpi=100)
    canvas, axes = FigureCanvasAgg(figure), figure.add_axes((0.0, 0.0, 1.0, 1.0))
    colours = [GROUND.get(shown["terrain"], "#ece0c4") for shown in places.values()]
    shapes = [shown["poly"] for shown in places.values()]
    axes.add_collection(PolyCollection(shapes, facecolors=colours, edgecolors="#c9b68c", linewidths=0.4))
    counts = Counter((piece["at"], piece["side"]) for piece in view["pieces"] if piece["at"] in places)
    for (place, side), number in counts.items():
        shown = places[place]
        look = {"boxstyle": "round,pad=0.25", "facecolor": COLOURS.get(side, "#888888"), "edgecolor": "none"}
        shift = -6 if side == "allied" else 6
        axes.text(
            shown["x"] + shift, shown["y"] + shift, str(number), color="white", fontsize=6, bbox=look, ha="center"
        )
    axes.set_xlim(0, board["width"])
    axes.set_ylim(board["height"], 0)
    axes.set_axis_off()
    canvas.draw()  # type: ignore[no-untyped-call]
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()  # type: ignore[no-untyped-call]
