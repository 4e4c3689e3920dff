"""`sandtable map GAME`: the drawn map as SVG, PNG or PDF, or the facts it is checked against."""

from __future__ import annotations

import argparse
import importlib
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

import sandtable
from sandtable.engine.facts import Fact
from sandtable.engine.maps import Map
from sandtable.engine.packs import Pack

PACKAGES = Path(sandtable.__file__).parent / "games"
KINDS = (".svg", ".png", ".pdf")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("map", help="a game's map as SVG, PNG or PDF, or the facts it is checked against")
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(drawn())}")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="map.svg, map.png or map.pdf")
    command.add_argument("--theme", choices=("light", "dark"), default="light")
    command.add_argument("--scale", type=float, default=2.0, metavar="N", help="pixels of a PNG for each unit (2)")
    command.add_argument("--check", action="store_true", help="list the facts of the rulebook that the map must meet")
    command.add_argument("--data", type=Path, metavar="DIR", help="files that replace those of the game's data pack")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the map, or check it; 1 if a fact does not hold."""
    pack = _pack(args.game, args.data)
    if not args.check and args.output is None:
        raise ValueError("give -o FILE for the map, or --check for its facts")
    if args.output is not None:
        write(resolved(pack.text("map.svg"), args.theme), args.output, args.scale)
        print(f"{args.output}: {args.output.stat().st_size:,} bytes")
    return check(args.game, Map.read(pack)) if args.check else 0


def drawn() -> list[str]:
    """The ids of the games that have a map."""
    return sorted(path.parents[1].name.replace("_", "-") for path in PACKAGES.glob("*/data/map.svg"))


def _pack(game: str, data: Path | None) -> Pack:
    if game not in drawn():
        raise ValueError(f"there is no map of {game!r}; there are: {', '.join(drawn())}")
    return Pack(PACKAGES / game.replace("-", "_") / "data", data)


def resolved(svg: str, theme: str) -> str:
    """The drawing in plain colours, for programs that do not support CSS variables."""
    block = re.search(r':where\(\[data-theme="dark"\]\)\{([^}]*)\}\n', svg)
    if block is None:
        raise ValueError("this map.svg carries no dark colours; draw it again with tools/maps")
    dark = dict(pair.split(":") for pair in block[1].strip(";").split(";"))
    plain = svg.replace(block[0], "")
    return re.sub(r"var\((--[a-z-]+),([^)]*)\)", lambda use: dark[use[1]] if theme == "dark" else use[2], plain)


def write(svg: str, path: Path, scale: float) -> None:
    """Write a drawing in the format that the file's name asks for."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise ValueError(f"{path.name} must end in one of: {', '.join(KINDS)}")
    if kind == ".svg":
        path.write_text(svg, encoding="utf-8", newline="\n")
        return
    try:
        typst = importlib.import_module("typst")
    except ImportError as error:
        raise ValueError(f"{kind[1:].upper()} needs one more package: pip install 'sandtable[maps]'") from error
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if size is None:
        raise ValueError("this map.svg has no viewBox")
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.typ"
        page.with_name("map.svg").write_text(svg, encoding="utf-8")
        page.write_text(
            f'#set page(width: {size[1]}pt, height: {size[2]}pt, margin: 0pt)\n#image("map.svg", width: 100%)\n',
            encoding="utf-8",
        )
        more = {"ppi": 72.0 * scale} if kind == ".png" else {}
        typst.compile(str(page), output=str(path), format=kind[1:], **more)


def check(game: str, board: Map) -> int:
    """Print each fact with whether it holds; 1 if one does not."""
    facts: list[Fact] = importlib.import_module(f"sandtable.games.{game.replace('-', '_')}.map_facts").FACTS
    console = Console()
    broken = 0
    for fact in facts:
        holds = fact.holds(board)
        broken += not holds
        mark = "[green]ok[/green]    " if holds else "[red]broken[/red]"
        console.print(f"{mark} {fact.id:>4}  {fact.says}  [dim]{fact.rules}[/dim]", highlight=False)
    console.print(f"{len(facts) - broken} of {len(facts)} facts hold", highlight=False)
    return 1 if broken else 0
