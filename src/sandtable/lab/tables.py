"""Raw rows as Parquet, for those who want to do their own sums."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.lab.observe import Observation


def write(path: Path, runs: list[tuple[dict[str, str], list[Observation]]]) -> None:
    """One row a turn of every game, with the run's labels and the game's result repeated."""
    import pyarrow
    from pyarrow import parquet

    rows: list[dict[str, Any]] = []
    for labels, games in runs:
        for seen in games:
            result = {"game": seen.number, "winner": seen.winner, "kind": seen.kind, "first": seen.first}
            for turn in seen.turns:
                row: dict[str, Any] = {**labels, **result, "turn": turn.turn}
                for field in ("points", "losses", "decisions", "attacks", "contested", "taken"):
                    row[f"allied_{field}"], row[f"axis_{field}"] = getattr(turn, field)
                rows.append(row)
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
