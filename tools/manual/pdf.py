"""The games' pages and sheets as PDF, in build/manual: `make manual-pdf`."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import typst

from tools.manual.inserts import Pictures, expand, load
from tools.manual.pages import GAMES
from tools.manual.sheets import sheet
from tools.manual.typeset import typeset

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "games"
OUT = ROOT / "build" / "manual"
SMALLEST = 4.6
LOOK = """
#let ink = rgb("#241e15")
#let quiet = rgb("#655a47")
#let line-colour = rgb("#d8ccb2")
#set text(fill: ink, font: ("TeX Gyre Pagella", "Palatino", "Libertinus Serif", "New Computer Modern"))
#set text(lang: "en", region: "gb")
#show heading: set block(above: 1.3em, below: 0.7em)
#set table(stroke: 0.4pt + line-colour, inset: (x: 5pt, y: 3.2pt))
#show table: set text(size: 0.88em)
#show table: set par(justify: false)
#let aside(body) = block(fill: rgb("#f3ecdd"), inset: 9pt, radius: 4pt, width: 100%, body)
#let picture(path) = layout(size => {
  let full = image(path, width: size.width)
  if measure(full).height > 9cm { align(center, image(path, height: 9cm)) } else { full }
})
#show image: it => block(stroke: 0.4pt + line-colour, radius: 4pt, clip: true, it)
"""
BOOK = """
#let foot = context align(center, text(size: 8pt, fill: quiet)[TITLE · #counter(page).display()])
#set page(paper: "a4", margin: (x: 2.6cm, y: 2.4cm), footer: foot)
#set text(size: 11pt)
#set par(justify: true, leading: 0.62em)
"""
SHEET = """
#set page(paper: "a4", flipped: true, margin: 0.9cm, columns: 3)
#set columns(gutter: 0.5cm)
#set text(size: SIZEpt)
#set par(leading: 0.45em)
#set table(inset: (x: 3pt, y: 1.4pt))
#show heading.where(level: 1): set text(size: 1.25em)
#show heading.where(level: 2): set text(size: 1.05em)
#show heading: set block(above: 0.8em, below: 0.45em)
"""


def compiled(source: str, pictures: Pictures, kind: Literal["pdf", "png"]) -> list[bytes]:
    """A document as PDF, or as one picture a page."""
    with TemporaryDirectory() as folder:
        for name, svg in pictures.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(svg, encoding="utf-8")
        Path(folder, "page.typ").write_text(source, encoding="utf-8")
        page, ppi = str(Path(folder, "page.typ")), 20.0 if kind == "png" else None
        made: Any = typst.compile(page, root=folder, format=kind, ppi=ppi)
    return made if isinstance(made, list) else [made]


def book(game: str) -> tuple[bytes, int]:
    """The page of a game as PDF, and the number of printed pages."""
    pictures: Pictures = {}
    text = expand((PAGES / f"{game}.md").read_text(encoding="utf-8"), pictures)
    text = re.sub(
        r"^> \*\*\[Open this position in the table\]\([^)]*\)\*\*", "> **In the table:**", text, flags=re.MULTILINE
    )
    text = re.sub(r"\n\[One sheet to print\][^\n]*", "", text).replace("{ .caption }", "")
    source = LOOK + BOOK.replace("TITLE", load(game).title) + typeset(text)
    return compiled(source, pictures, "pdf")[0], len(compiled(source, pictures, "png"))


def one_sheet(game: str) -> bytes:
    """The summary of a game on one sheet, as large as it fits."""
    text = typeset(sheet(game))
    size = 8.5
    while size > SMALLEST:
        source = LOOK + SHEET.replace("SIZE", f"{size:.1f}") + text
        if len(compiled(source, {}, "png")) == 1:
            return compiled(source, {}, "pdf")[0]
        size -= 0.3
    raise ValueError(f"the sheet of {game} does not fit on one page")


def write(folder: Path) -> list[str]:
    """Write all of them; how long each chapter is."""
    folder.mkdir(parents=True, exist_ok=True)
    told = []
    for game in GAMES:
        made, count = book(game)
        (folder / f"{game}.pdf").write_bytes(made)
        (folder / f"{game}-sheet.pdf").write_bytes(one_sheet(game))
        told.append(f"{game}: {count} pages")
    return told


if __name__ == "__main__":
    print("\n".join(write(OUT)))
