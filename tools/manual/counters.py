"""Counters as SVG for the manual, as the table draws them (web/src/table/Counter.svelte)."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

Piece = dict[str, Any]
SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
SERIF = "'Palatino Linotype', Palatino, P052, Georgia, serif"
DRAWN: dict[str, str] = json.loads((Path(__file__).parent / "symbols.json").read_text(encoding="utf-8"))
"""Marks of milsymbol inside a frame of 150 by 100 whose corner is at 25, 50."""
OWN = {
    "machine-gun": '<path d="M25,50 L175,150 M25,150 L175,50"/><path d="M100 140V64M88 78l12-14 12 14" fill="none"/>',
    "motorcycle": '<path d="M25,50 L175,150 M25,150 L175,50"/><g fill="none"><circle cx="82" cy="138" r="9"/>'
    '<circle cx="118" cy="138" r="9"/></g>',
    "garrison": '<path d="M45 128V78h16v14h18V78h16v14h10V78h16v14h18V78h16v50z" fill="none"/>',
    "air": '<path d="M100 66c4 0 6 5 6 12v8l44 16v9l-44-7-2 18 12 8v6l-16-4-16 4v-6l12-8-2-18-44 7v-9l44-16v-8'
    'c0-7 2-12 6-12z" stroke="none"/>',
    "naval": '<path d="M100 74v62M84 86h32M64 112c2 16 18 24 36 24s34-8 36-24" fill="none"/>'
    '<circle cx="100" cy="68" r="7" fill="none"/>',
    "block": "",
}
BANDS = {
    "nz": ("#23211e",),
    "za": ("#c4661f",),
    "in": ("#8a2f3c",),
    "au": ("#2f6b4f",),
    "pl": ("#b3324f",),
    "fr": ("#2d4f9e",),
    "gr": ("#3f7fb5",),
    "cz": ("#5b4a9a",),
    "it": ("#2f7a45", "#f5f1e4", "#b3261e"),
}


class Look(NamedTuple):
    """The colours of a nation's counters."""

    body: str
    edge: str
    plate: str
    ink: str


GERMAN = Look("#9aa7a8", "#5d696a", "#d3dad6", "#1a2224")
ITALIAN = Look("#a5be86", "#627a45", "#d9e5c4", "#1c2812")
COMMONWEALTH = Look("#dcc08a", "#94763f", "#f3e5c2", "#2a1e0c")
BACK = {"axis": Look("#46545a", "#39464b", "#6d7c82", "#fff"), "allied": Look("#87601c", "#8a6526", "#c79a4a", "#fff")}


def look_of(piece: Piece) -> Look:
    """The colours of a piece."""
    if piece.get("nation") == "it":
        return ITALIAN
    return GERMAN if piece.get("side") == "axis" else COMMONWEALTH


def counter(piece: Piece) -> str:
    """One counter or block in a square of 100 whose middle is at 0, 0."""
    if piece.get("hidden") or piece.get("symbol") == "block" or piece.get("block"):
        return _block(piece)
    look = look_of(piece)
    corner = 15 if piece.get("side") == "allied" else 5
    stripe = piece.get("stripe") or look.edge
    parts = [f'<rect x="-50" y="-50" width="100" height="100" rx="{corner}" fill="{look.body}"/>']
    bands = BANDS.get(piece.get("nation", ""), ())
    height = 70 / len(bands) if bands else 0
    for number, colour in enumerate(bands):
        parts.append(f'<rect x="-50" y="{-26 + number * height}" width="8" height="{height}" fill="{colour}"/>')
    if piece.get("reduced"):
        parts.append('<path d="M-42 38 L20 -26 H50 V-20 L-22 50 H-42Z" fill="#fbf4e2" opacity=".92"/>')
    top = f"M{-50 + corner} -50H{50 - corner}A{corner} {corner} 0 0 1 50 {-50 + corner}V-26H-50V{-50 + corner}"
    parts.append(f'<path d="{top}A{corner} {corner} 0 0 1 {-50 + corner} -50Z" fill="{stripe}"/>')
    title = stripe_title(piece)
    if title:
        size = min(16, 132 / len(title)) if len(title) > 4 else 20
        parts.append(_text(0, -31.5, size, title, ink_on(stripe), "middle", 800))
    parts += [_face(piece, look, str(piece.get("middle") or ""))]
    parts.append(
        f'<rect x="-49.1" y="-49.1" width="98.2" height="98.2" rx="{corner - 0.9}" fill="none" stroke="{look.edge}" '
        'stroke-width="1.8"/>'
    )
    return "<g>" + "".join(parts) + "</g>"


def _block(piece: Piece) -> str:
    hidden = bool(piece.get("hidden"))
    look = BACK[piece["side"]] if hidden else look_of(piece)
    parts = [
        f'<path d="M-50 -38 -38 -50H50L38 -38Z" fill="{look.plate}"/>',
        f'<path d="M38 -38 50 -50V38L38 50Z" fill="{look.edge}"/>',
        f'<rect x="-50" y="-38" width="88" height="88" rx="3" fill="{look.body}" stroke="{look.edge}"/>',
    ]
    if hidden:
        mark = (
            '<rect x="-20" y="-8" width="28" height="28" rx="4" fill="#1f2628" stroke="#fff" stroke-width="2"/>'
            '<path d="M-6 -3v18M-15 6H3" stroke="#fff" stroke-width="6"/>'
            if piece["side"] == "axis"
            else '<circle cx="-6" cy="6" r="16" fill="#1d3f86" stroke="#fff" stroke-width="1.5"/>'
            '<circle cx="-6" cy="6" r="10" fill="#fff"/><circle cx="-6" cy="6" r="5" fill="#c0281f"/>'
        )
        return "<g>" + "".join(parts) + mark + "</g>"
    steps = int(piece.get("steps") or 0)
    most = max(int(piece.get("steps_max") or steps), steps)
    for number in range(most):
        fill = look.ink if number < steps else "none"
        x = -6 + (number - (most - 1) / 2) * 15
        parts.append(f'<circle cx="{x}" cy="-28" r="5" fill="{fill}" stroke="{look.ink}" stroke-width="1.4"/>')
    middle = str(piece.get("middle") or stripe_title(piece))
    parts.append(f'<g transform="translate(-6 10) scale(.86)">{_face(piece, look, middle)}</g>')
    return "<g>" + "".join(parts) + "</g>"


def _face(piece: Piece, look: Look, middle: str) -> str:
    """The symbol and the figures below it."""
    kind, ink, plate = piece.get("symbol") or "infantry", look.ink, look.plate
    if kind == "hq":
        parts = [
            f'<path d="M-27 11V31" stroke="{ink}" stroke-width="2.6"/>',
            f'<rect x="-27" y="-18" width="54" height="29" fill="{plate}" stroke="{ink}" stroke-width="2.6"/>',
            _text(0, 3.5, 19, "HQ", ink, "middle", 800),
        ]
    elif kind == "leader":
        name = str(piece.get("name") or "?")[:1]
        star = "M0 -27 2.1 -21.9 7.6 -21.5 3.4 -18 4.7 -12.6 0 -15.5 -4.7 -12.6 -3.4 -18 -7.6 -21.5 -2.1 -21.9Z"
        parts = [
            f'<circle cx="0" cy="0" r="20" fill="{plate}" stroke="{ink}" stroke-width="2.4"/>',
            f'<text x="0" y="9" font-size="27" fill="{ink}" text-anchor="middle" font-family="{SERIF}">{name}</text>',
            f'<path d="{star}" fill="#b3261e"/>',
        ]
    else:
        parts = [_symbol(kind, str(piece.get("size") or ""), look)]
    left, right = (str(piece.get(slot) if piece.get(slot) is not None else "") for slot in ("left", "right"))
    figure = 20 if max(len(left), len(right)) > 2 else 25
    middle = "" if middle == stripe_title(piece) and not piece.get("block") else middle
    middle = middle or ("½" if piece.get("reduced") else "")
    parts += [
        _text(-36, 43.5, figure, left, ink, "start", 700),
        _text(43, 43.5, figure, right, ink, "end", 700),
        _text(2, 42, 11 if len(middle) > 4 else 14 if len(middle) > 2 else 17, middle, ink, "middle", 600),
    ]
    return "".join(parts)


def _symbol(kind: str, size: str, look: Look) -> str:
    wide, high, y = (49, 33, -13.5) if size else (55, 37, -18)
    step = 9 if "X" in size else 5
    marks = []
    for number, letter in enumerate(size):
        x = (number - (len(size) - 1) / 2) * step
        cross = f"M{x - 3.2} -3.2L{x + 3.2} 3.2M{x - 3.2} 3.2L{x + 3.2} -3.2"
        marks.append(cross if letter == "X" else f"M{x} -3.4V3.4")
    inner = (OWN[kind] if kind in OWN else DRAWN.get(kind, DRAWN["infantry"])).replace("currentColor", look.ink)
    scale = wide / 150
    return (
        (
            f'<path d="{"".join(marks)}" transform="translate(0 -20.5)" stroke="{look.ink}" stroke-width="2.2"/>'
            if marks
            else ""
        )
        + f'<rect x="{-wide / 2}" y="{y}" width="{wide}" height="{high}" fill="{look.plate}" stroke="{look.ink}" '
        f'stroke-width="2.6"/><g transform="translate({-wide / 2 - 25 * scale:.3f} {y - high / 2}) '
        f'scale({scale:.4f} {high / 100})" fill="{look.ink}" stroke="{look.ink}" stroke-width="7">{inner}</g>'
    )


def _text(x: float, y: float, size: float, text: str, fill: str, anchor: str, weight: int) -> str:
    if not text:
        return ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size:.1f}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}" '
        f'font-family="{SANS}">{escape(text)}</text>'
    )


def stripe_title(piece: Piece) -> str:
    """The few letters on a counter's stripe: its formation, its name, or the initials of a long name."""
    formation, name = str(piece.get("formation") or ""), str(piece.get("name") or "")
    word = formation or name
    if len(word) <= (7 if formation else 12):
        return word
    words = [part for part in re.split(r"[^\w']+", word) if part]
    short = [(re.match(r"\d+|[IVX]+$|[A-Z]{2,4}$", part) or part[0].upper()) for part in words]
    return "".join(part if isinstance(part, str) else part[0] for part in short)[:7]


def ink_on(colour: str) -> str:
    """White, or dark where white would be too faint."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    shine = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    return "#ffffff" if 1.05 / (shine + 0.05) >= 4.5 else "#1d1608"
