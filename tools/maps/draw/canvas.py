"""The drawing in the making: layers from bottom to top, one style sheet, no picture or font from elsewhere."""

from dataclasses import dataclass, field
from html import escape

from tools.maps.draw.palette import SANS, SERIF, stylesheet
from tools.maps.draw.path import number

LAYERS = (
    "sea",
    "vignette",
    "land",
    "relief",
    "formlines",
    "terrain",
    "coast",
    "zones",
    "grid",
    "wire",
    "escarpment",
    "tracks",
    "rail",
    "roads",
    "places",
    "numbers",
    "minor",
    "names",
    "decoration",
)
DETAIL = {
    "formlines": "detail-1",
    "numbers": "detail-2 nums",
    "minor": "detail-3",
}  # what a client may hide when the map is small


def between(unit: float, small: float, medium: float, large: float) -> float:
    """A width for hexes of this size, from the three the style sheet gives for 32, 56 and 88."""
    if unit <= 56:
        return small + (medium - small) * (max(unit, 32) - 32) / 24
    return medium + (large - medium) * (min(unit, 88) - 56) / 32


def number_share(unit: float) -> float:
    """How high hex numbers are, as a share of a hex."""
    return 0.09 if unit > 60 else 0.125


def rules(unit: float) -> str:
    """The style of everything on a map whose hexes are this wide."""

    def width(small: float, medium: float, large: float) -> str:
        return f"{between(unit, small, medium, large):.2f}"

    track = between(unit, 4.5, 5.5, 7)
    gap = between(unit, 2.6, 3, 3.6)
    return f"""\
.sandmap{{font-family:{SERIF};background:var(--map-sea)}}
.sandmap path{{fill:none;stroke-linecap:round;stroke-linejoin:round}}
.sandmap text{{fill:var(--map-ink);text-anchor:middle}}
.sandmap .sea{{fill:var(--map-sea)}}
.sandmap .water{{fill:url(#far-sea)}}
.sandmap .far{{stop-color:var(--map-sea-far)}}
.sandmap .near{{stop-color:var(--map-sea)}}
.sandmap .neat{{fill:none;stroke:var(--map-ink);stroke-width:3;stroke-opacity:.7}}
.sandmap .degree{{fill-opacity:.75}}
.sandmap .shoal{{fill:var(--map-shoal);fill-opacity:.16}}
.sandmap .vig{{stroke:var(--map-vignette);stroke-width:.7}}
.sandmap .land{{fill:var(--map-land)}}
.sandmap .high{{fill:var(--map-high);fill-opacity:.075}}
.sandmap .shade{{fill:var(--map-shade);fill-opacity:var(--map-shade-strength)}}
.sandmap .light{{fill:var(--map-light);fill-opacity:var(--map-light-strength)}}
.sandmap .form{{stroke:var(--map-form);stroke-width:.55;stroke-opacity:.42}}
.sandmap .form5{{stroke:var(--map-form);stroke-width:.9;stroke-opacity:.34}}
.sandmap .dot{{stroke:var(--map-sand);stroke-width:1;stroke-opacity:.4}}
.sandmap .wadi{{fill:var(--map-wadi)}}
.sandmap .coast{{stroke:var(--map-coast);stroke-width:{width(1.1, 1.2, 1.25)}}}
.sandmap .marsh{{fill:var(--map-marsh);fill-opacity:.42}}
.sandmap .marshmark{{stroke:var(--map-marsh-ink);stroke-width:.9;stroke-opacity:.8}}
.sandmap .rough{{fill:var(--map-rough);fill-opacity:.2}}
.sandmap .roughmark{{stroke:var(--map-escarpment);stroke-width:.9;stroke-opacity:.55}}
.sandmap .jebel{{fill:var(--map-jebel);fill-opacity:.4}}
.sandmap .jebelmark{{stroke:var(--map-escarpment);stroke-width:.8;stroke-opacity:.5}}
.sandmap .depression{{fill:var(--map-depression);fill-opacity:.62}}
.sandmap .rim{{stroke:var(--map-escarpment);stroke-width:.9;stroke-opacity:.7}}
.sandmap .rimtick{{fill:var(--map-escarpment);fill-opacity:.7}}
.sandmap .river{{stroke:var(--map-coast);stroke-width:{width(2.0, 2.4, 3.0)}}}
.sandmap .dunes{{fill:var(--map-dune);fill-opacity:.22}}
.sandmap .dune{{stroke:var(--map-dune);stroke-width:1;stroke-opacity:.75}}
.sandmap .grid{{stroke:var(--map-grid);stroke-width:{width(0.55, 0.65, 0.8)};stroke-opacity:.34}}
.sandmap .wire{{stroke:var(--map-wire);stroke-width:1}}
.sandmap .cliff{{stroke:var(--map-escarpment);stroke-width:{width(1.05, 1.5, 1.9)}}}
.sandmap .tick{{fill:var(--map-escarpment)}}
.sandmap .track{{stroke:var(--map-track);stroke-width:{width(0.95, 1.15, 1.35)};\
stroke-dasharray:{track:.1f} {gap:.1f};stroke-linecap:butt}}
.sandmap .trail{{stroke:var(--map-track);stroke-width:{width(0.9, 1.1, 1.3)};stroke-dasharray:1.4 3.6}}
.sandmap .crest{{stroke:var(--map-escarpment);stroke-width:{width(1.4, 1.9, 2.4)}}}
.sandmap .casing{{stroke:var(--map-casing);stroke-width:{width(3.8, 4.6, 5.4)}}}
.sandmap .trackcasing{{stroke:var(--map-casing);stroke-width:{width(2.6, 3.0, 3.6)};stroke-opacity:.55}}
.sandmap .road{{stroke:var(--map-road);stroke-width:{width(2.1, 2.5, 3.0)}}}
.sandmap .rail{{stroke:var(--map-rail);stroke-width:{width(1.3, 1.5, 1.7)}}}
.sandmap .sleeper{{stroke:var(--map-rail);stroke-width:1}}
.sandmap .pass{{stroke:var(--map-escarpment);stroke-width:{width(1.2, 1.4, 1.7)}}}
.sandmap .fort{{stroke:var(--map-fort);stroke-width:{width(1.2, 1.5, 1.9)};stroke-opacity:.85}}
.sandmap .anchor{{stroke:var(--map-coast);stroke-width:{width(1.1, 1.2, 1.5)}}}
.sandmap .setup{{font-family:{SANS};fill:var(--map-number);fill-opacity:.8}}
.sandmap .halo{{paint-order:stroke;stroke:var(--map-halo);stroke-width:3.4;stroke-linejoin:round;stroke-opacity:.9}}
.sandmap .place{{font-weight:700}}
.sandmap .well{{font-style:italic}}
.sandmap .line{{font-style:italic;letter-spacing:.12em}}
.sandmap .roadname{{fill:var(--map-road)}}
.sandmap .trackname{{fill:var(--map-track)}}
.sandmap .seaname{{fill:var(--map-sea-ink);font-style:italic}}
.sandmap .ground{{font-style:italic;fill-opacity:.72}}
.sandmap .country{{fill-opacity:.6}}
.sandmap .nums text{{fill:var(--map-number);fill-opacity:.85;font-family:{SANS};\
font-size:{unit * number_share(unit):.1f}px;letter-spacing:.04em}}
.sandmap .thin{{stroke:var(--map-sea-ink);stroke-width:.8}}
.sandmap .bold{{stroke:var(--map-sea-ink);stroke-width:1.8}}
.sandmap .solid{{fill:var(--map-sea-ink);stroke:var(--map-sea-ink);stroke-width:.8}}
.sandmap .blank{{fill:var(--map-paper);stroke:var(--map-sea-ink);stroke-width:.8}}
.sandmap .ring{{fill:none;stroke:var(--map-sea-ink);stroke-width:.8}}
.sandmap .degreetick{{stroke:var(--map-ink);stroke-width:.8;stroke-opacity:.55}}
.sandmap .arrow{{fill:var(--map-ink)}}
.sandmap .seatext{{fill:var(--map-sea-ink)}}
.sandmap .tiny{{font-family:{SANS};fill:var(--map-sea-ink)}}
.sandmap .dotring{{fill:var(--map-halo);stroke:var(--map-ink);stroke-width:1.3}}
.sandmap .spot{{fill:var(--map-ink)}}
"""


@dataclass
class Canvas:
    """Layers of elements, and the sheet they lie on."""

    title: str
    width: float
    height: float
    unit: float
    more_rules: str = ""
    defs: list[str] = field(
        default_factory=lambda: [
            '<linearGradient id="far-sea" x1="0" y1="0" x2="0" y2="1"><stop class="far" offset="0"/>'
            '<stop class="near" offset=".45"/></linearGradient>'
        ]
    )
    layers: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in LAYERS})

    def add(self, layer: str, element: str) -> None:
        """Put an element on top of a layer."""
        self.layers[layer].append(element)

    def path(self, layer: str, kind: str, d: str, **more: object) -> None:
        """Put a path on a layer, unless it is empty."""
        if d:
            self.add(layer, f'<path class="{kind}" d="{d}"{_attributes(more)}/>')

    def text(self, layer: str, kind: str, x: float, y: float, words: str, **more: object) -> None:
        """Put a line of text on a layer; `words` is already escaped."""
        self.add(layer, f'<text class="{kind}" x="{number(x)}" y="{number(y)}"{_attributes(more)}>{words}</text>')

    def svg(self) -> str:
        """The whole drawing."""
        size = f"{number(self.width)} {number(self.height)}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="sandmap" viewBox="0 0 {size}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="img" '
            f'aria-label="{escape(self.title)}">\n'
        )
        style = f"<style>\n{stylesheet(rules(self.unit) + self.more_rules)}</style>\n"
        defs = "<defs>\n" + "\n".join(self.defs) + "\n</defs>\n" if self.defs else ""
        body = "".join(
            f'<g id="{name}"{_detail(name)}>\n' + "\n".join(elements) + "\n</g>\n"
            for name, elements in self.layers.items()
            if elements
        )
        return head + style + defs + body + "</svg>\n"


def _detail(layer: str) -> str:
    return f' class="{DETAIL[layer]}"' if layer in DETAIL else ""


def _attributes(more: dict[str, object]) -> str:
    return "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in more.items())


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)
