"""Counts what became of the mutants and keeps docs/lab/mutants.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

from tools.mutants.runner import ROOT, Verdict

PAGE = ROOT / "docs" / "lab" / "mutants.md"
HEAD = """# Mutants

Rule code broken one clause at a time (a comparison turned round, a condition left out, a number off by one, a statement
dropped), and the tests of that game run against it. A mutant is noticed when a test fails or never ends. Those that
change nothing a game can show are named in `tests/games/<game>/equivalent.toml`, each with its reason.
Made by `make mutants GAME=<game> N=<number>`; the same seed draws the same mutants while the rules stay as they are.

| game | mutants | tried (seed) | noticed by a rule's test | by a whole game | equivalent | survived | share |
|---|---|---|---|---|---|---|---|
"""


class Tally(NamedTuple):
    """The figures of one run."""

    game: str
    there: int
    seed: int
    rule_tests: int
    whole_games: int
    equivalent: int
    survived: int

    @classmethod
    def of(cls, game: str, there: int, seed: int, equivalent: int, verdicts: Sequence[Verdict]) -> Self:
        """Count the verdicts."""
        noticed = [verdict.killer for verdict in verdicts if verdict.killer]
        whole = sum(killer.startswith(("tests/test_full_games", "tests/test_playthroughs")) for killer in noticed)
        return cls(game, there, seed, len(noticed) - whole, whole, equivalent, len(verdicts) - len(noticed))

    @property
    def tried(self) -> int:
        return self.rule_tests + self.whole_games + self.equivalent + self.survived

    @property
    def share(self) -> float:
        """What was noticed, or changes nothing."""
        return 1 - self.survived / max(1, self.tried)

    def line(self) -> str:
        """For the terminal."""
        return (
            f"{self.game}: {self.tried} of {self.there} mutants, {self.rule_tests} noticed by a rule's test, "
            f"{self.whole_games} by a whole game only, {self.equivalent} equivalent, {self.survived} survived: "
            f"{self.share:.1%}"
        )

    def row(self) -> str:
        """For the page."""
        cells = (self.game, self.there, f"{self.tried} ({self.seed})", self.rule_tests, self.whole_games)
        return f"| {' | '.join(map(str, cells))} | {self.equivalent} | {self.survived} | {self.share:.1%} |"


def write(tally: Tally) -> None:
    """Put a game's row into the page, in the place of its last one; words below the table stay."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()[HEAD.count("\n") :] if PAGE.exists() else []
    kept = {row.split(" | ")[0].removeprefix("| "): row for row in lines if row.startswith("|")}
    kept[tally.game] = tally.row()
    words = [line for line in lines if not line.startswith("|")]
    PAGE.write_text(HEAD + "\n".join([*(kept[game] for game in sorted(kept)), *words]) + "\n", encoding="utf-8")
