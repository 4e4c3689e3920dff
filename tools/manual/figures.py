"""Diagrams: a part of a map with the counters of a position on it, rows of counters, a counter explained."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from html import escape
from typing import Any

from sandtable.cli.map import resolved
from sandtable.engine.game import Game
from tools.manual.counters import SANS, Piece, counter

COUNTER = 0.62
"""Side of a counter, as a share of the distance between two hexes."""
MARGIN = 0.75
"""Map shown round the places of a diagram, in hexes."""
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
LEAVE_OUT = ("formlines", "decoration")
Box = tuple[float, float, float, float]


def board_of(game: Game) -> dict[str, Any]:
    """Where each place of a game is drawn."""
    board: dict[str, Any] = json.loads(game.pack.text("board.json"))
    return board


def box_round(board: dict[str, Any], places: list[str]) -> Box:
    """The part of a map that shows these places; the whole map for none."""
    if not places:
        return (0, 0, board["width"], board["height"])
    unit = board.get("hex", 80)
    for place in places:
        if place not in board["places"]:
            raise ValueError(f"there is no place {place!r} on this map")
    spots = [board["places"][place] for place in places]
    xs, ys = [spot["x"] for spot in spots], [spot["y"] for spot in spots]
    left, top = max(0, min(xs) - MARGIN * unit), max(0, min(ys) - MARGIN * unit)
    right = min(board["width"], max(xs) + MARGIN * unit)
    bottom = min(board["height"], max(ys) + MARGIN * unit)
    return (left, top, right - left, bottom - top)


def map_figure(
    game: Game, pieces: list[Piece], places: list[str], caption: str, markers: Sequence[dict[str, Any]] = ()
) -> str:
    """A part of the map with counters and markers on it."""
    board = board_of(game)
    box = box_round(board, places)
    unit = board.get("hex", 80)
    stacks: dict[tuple[str, str], list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.get("at") in board["places"]:
            stacks[piece["at"], piece.get("side", "")].append(piece)
    drawn = []
    for (place, side), stack in sorted(stacks.items(), key=lambda item: board["places"][item[0][0]]["y"]):
        spot = board["places"][place]
        if not _inside(spot["x"], spot["y"], box, unit):
            continue
        both = (place, "axis") in stacks and (place, "allied") in stacks
        shift = 0 if not both else (-0.22 if side == "axis" else 0.22) * unit
        drawn.append(_stack(stack, spot["x"] + shift, spot["y"] + shift, unit * COUNTER * (0.8 if both else 1)))
    for marker in markers:
        spot = board["places"].get(marker.get("at"))
        if spot and _inside(spot["x"], spot["y"], box, unit):
            drawn.append(_tag(marker, spot["x"], spot["y"] + 0.41 * unit, unit))
    ground = _cropped(resolved(game.pack.text("map.svg"), "light"), box)
    view = " ".join(f"{value:.1f}" for value in box)
    scale = min(2.0, 900 / box[2])
    size = f'width="{box[2] * scale:.0f}" height="{box[3] * scale:.0f}"'
    head = re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', f'viewBox="{view}" {size}', ground, count=1)
    head = re.sub(r'aria-label="[^"]*"', f'aria-label="{escape(caption, quote=True)}"', head, count=1)
    # The map's own styles end where the map does: they would paint the counters too.
    head = head.replace(".sandmap ", ".ground ").replace("</style>", '</style><g class="ground">', 1)
    return head.replace("</svg>", f'</g><g id="counters">{"".join(drawn)}</g></svg>')


def _inside(x: float, y: float, box: Box, slack: float) -> bool:
    left, top, wide, high = box
    return left - slack <= x <= left + wide + slack and top - slack <= y <= top + high + slack


def _stack(pieces: list[Piece], x: float, y: float, side: float) -> str:
    """The top three of a stack, the count beside it."""
    shown = pieces[:3]
    parts = []
    for number, piece in reversed(list(enumerate(shown))):
        off = number * 0.06 * side
        parts.append(
            f'<g transform="translate({x + off:.1f} {y - off:.1f}) scale({side / 100:.4f})">{counter(piece)}</g>'
        )
    if len(pieces) > 1:
        at = f'cx="{x + side / 2:.1f}" cy="{y:.1f}"'
        parts.append(f'<circle {at} r="{side * 0.17:.1f}" fill="#241e15" stroke="#fff" stroke-width="1"/>')
        parts.append(
            f'<text x="{x + side / 2:.1f}" y="{y + side * 0.08:.1f}" style="fill:#fff;text-anchor:middle" '
            f'font-size="{side * 0.23:.1f}" font-weight="700" font-family="{SANS}">{len(pieces)}</text>'
        )
    return "".join(parts)


def _tag(marker: dict[str, Any], x: float, y: float, unit: float) -> str:
    """A small sign with what a marker is."""
    text = TAGS.get(marker["kind"], marker["kind"])
    size = 0.105 * unit
    wide = size * (0.68 * len(text) + 1)
    fill = {"axis": "#46545a", "allied": "#87601c"}.get(marker.get("side") or "", "#241e15")
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - size * 0.8:.1f}" width="{wide:.1f}" height="{size * 1.6:.1f}" '
        f'rx="3" fill="{fill}" stroke="#fff" stroke-width="1"/><text x="{x:.1f}" y="{y + size * 0.36:.1f}" '
        f'style="fill:#fff;text-anchor:middle" font-size="{size:.1f}" font-weight="700" font-family="{SANS}">'
        f"{escape(text)}</text>"
    )


TAGS = {"works": "dug in"}
"""Words for kinds of marker that would not be understood."""


def _cropped(svg: str, box: Box) -> str:
    """The drawing without what lies outside the box or is only for show."""
    for group in LEAVE_OUT:
        svg = re.sub(rf'<g id="{group}"[^>]*>.*?\n</g>', "", svg, flags=re.DOTALL)

    def keep(found: re.Match[str]) -> str:
        kept = "".join(part for part in re.findall("M[^M]*", found[2]) if not _outside(part, box))
        return f'<path{found[1]} d="{kept}"{found[3]}/>' if kept else ""

    return re.sub(r'<path([^>]*?) d="([^"]*)"([^>]*?)/>', keep, svg)


def _outside(path: str, box: Box) -> bool:
    """Does a piece of a path, drawn with relative lines and curves, lie wholly outside the box?"""
    if set(re.findall("[A-Za-z]", path)) - set("Mlqcz"):
        return False
    x = y = 0.0
    xs, ys = [], []
    for letter, rest in re.findall(r"([Mlqc])([^Mlqcz]*)", path):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        step = {"M": 2, "l": 2, "q": 4, "c": 6}[letter]
        for at in range(0, len(numbers) - step + 1, step):
            dx, dy = numbers[at + step - 2], numbers[at + step - 1]
            x, y = (dx, dy) if letter == "M" and at == 0 else (x + dx, y + dy)
            xs.append(x)
            ys.append(y)
    left, top, wide, high = box
    return max(xs) < left or min(xs) > left + wide or max(ys) < top or min(ys) > top + high


def counter_row(pieces: list[Piece], names: list[str], caption: str) -> str:
    """Counters side by side, each with its name below."""
    wide, high = 150 * len(pieces), 150
    parts = []
    for number, (piece, name) in enumerate(zip(pieces, names, strict=True)):
        x = 150 * number + 75
        parts.append(f'<g transform="translate({x} 62)">{counter(piece)}</g>')
        words = name if len(name) < 24 else name[:22] + "…"
        parts.append(
            f'<text x="{x}" y="136" font-size="{min(13, 240 / max(len(words), 1)):.1f}" text-anchor="middle" '
            f'fill="#655a47" font-family="{SANS}">{escape(words)}</text>'
        )
    return _sheet(wide, high, "".join(parts), caption)


def counter_key(piece: Piece, notes: dict[str, str], caption: str) -> str:
    """One large counter with a line to each thing on it, large enough for a phone: stripe, symbol, left."""
    at: dict[str, tuple[float, float, int, int]] = {
        "stripe": (-20, -38, -1, 40),
        "size": (0, -21, 1, 62),
        "symbol": (26, 0, 1, 116),
        "dots": (-20, -28, -1, 60),
        "band": (-46, 0, -1, 112),
        "left": (-36, 36, -1, 196),
        "middle": (2, 44, 1, 226),
        "right": (38, 36, 1, 180),
    }
    middle = 370
    parts = [f'<g transform="translate({middle} 125) scale(1.9)">{counter(piece)}</g>']
    for name, text in notes.items():
        x, y, way, row = at[name]
        if piece.get("block") and name != "dots":  # the face of a block stands a little lower and smaller
            x, y = x * 0.86 - 6, y * 0.86 + 10
        end = middle + way * 105
        parts.append(
            f'<path d="M{middle + x * 1.9:.0f} {125 + y * 1.9:.0f}L{end} {row}" stroke="#0b5fa5" stroke-width="1.3" '
            f'fill="none"/><circle cx="{middle + x * 1.9:.0f}" cy="{125 + y * 1.9:.0f}" r="3" fill="#0b5fa5"/>'
            f'<text y="{row + 6}" font-size="19" fill="#241e15" font-family="{SANS}" '
            f'text-anchor="{"start" if way > 0 else "end"}">{_two_lines(text, end + way * 6)}</text>'
        )
    return _sheet(2 * middle, 250, "".join(parts), caption)


def _two_lines(text: str, x: float) -> str:
    """A label with what stands behind its first bracket or comma on a line of its own."""
    first, *rest = re.split(r"(?<=,) | (?=\()", text, maxsplit=1)
    return "".join(
        f'<tspan x="{x}" dy="{22 * number}">{escape(line)}</tspan>' for number, line in enumerate((first, *rest))
    )


def _sheet(wide: float, high: float, inner: str, caption: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{escape(caption, quote=True)}"><rect width="{wide}" height="{high}" rx="10" '
        f'fill="#fbf8f1"/>{inner}</svg>'
    )
