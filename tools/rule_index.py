"""Writes docs/rules/<game>.md: every rule with its home, its tests and its rulings. Run by `make docs`."""

from __future__ import annotations

from pathlib import Path

import sandtable
from sandtable.engine.game import Game
from sandtable.engine.rulebook import Index, Spot

ROOT = Path(__file__).parents[1]


def link(spot: Spot) -> str:
    """A spot as a link from docs/rules, without its line, which would change with every edit."""
    path = spot.file.relative_to(ROOT)
    return f"[{path.stem}](../../{path}) `{spot.name}`"


def page(game: Game) -> str:
    """The index of one game."""
    index = Index(game.package, ROOT / "tests" / "games" / game.id.replace("-", "_"))
    lines = [f"# {game.title}: rules to code and back", "", f"{game.rulebook.edition}. Made by `make docs`.", ""]
    lines += ["| rule | our title | status | home | tests | rulings |", "|---|---|---|---|---|---|"]
    for number, rule in game.rulebook.rules.items():
        homes = ", ".join(link(spot) for spot in index.homes.get(number, []))
        tests = index.tests.get(number.lower(), [])
        shown = ", ".join(sorted({f"[{spot.file.stem}](../../{spot.file.relative_to(ROOT)})" for spot in tests}))
        rulings = ", ".join(r for r, rules, _ in index.rulings if number in [word.strip() for word in rules.split(",")])
        lines.append(f"| {number} | {rule.title} | {rule.status} | {homes} | {shown} | {rulings} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write all pages."""
    folder = ROOT / "docs" / "rules"
    folder.mkdir(exist_ok=True)
    for name in sandtable.games():
        (folder / f"{name}.md").write_text(page(sandtable.load(name)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
