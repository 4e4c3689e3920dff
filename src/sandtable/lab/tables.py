"""Raw rows as Parquet, for those who want to do their own sums: enough to remake every plot of a report."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.documents import Document
from sandtable.lab.observe import Observation
from sandtable.lab.plan import Plan, game_seed, heading

PAIRS = ("points", "losses", "decisions", "attacks", "contested", "taken")


def write(path: Path, plan: Plan, runs: list[tuple[dict[str, str], list[Observation]]]) -> None:
    """One row a turn of every game, with the run's labels and the game's result repeated.

    What belongs to a game as a whole (steps lost by type, attacks and turns held by place) stands in its last row.
    """
    import pyarrow
    from pyarrow import parquet

    head = heading(plan)
    of_run = {"scenario": head["scenario"], **{f"{side}_agent": name for side, name in head["agents"].items()}}
    rows = [
        {**of_run, **labels, **row}
        for labels, games in runs
        for seen in games
        for row in _rows(seen, game_seed(plan.seed, seen.number))
    ]
    counts = pyarrow.map_(pyarrow.string(), pyarrow.int32())
    maps = ("lost_by_type", "fights", "allied_held", "axis_held")
    columns: Document = {name: [row[name] for row in rows] for name in rows[0]}
    arrays = [
        pyarrow.array(values, counts) if name in maps else pyarrow.array(values) for name, values in columns.items()
    ]
    parquet.write_table(pyarrow.table(arrays, list(columns)), path)


def _rows(seen: Observation, seed: int) -> list[Document]:
    result = {
        "game": seen.number,
        "seed": str(seed),
        "winner": seen.winner,
        "kind": seen.kind,
        "first": seen.first,
        "allied_final": seen.points[0],
        "axis_final": seen.points[1],
        "objectives": " ".join(seen.objectives),
    }
    rows = []
    for turn in seen.turns:
        row: Document = {**result, "turn": turn.turn, "owners": turn.owners}
        for name in PAIRS:
            row[f"allied_{name}"], row[f"axis_{name}"] = getattr(turn, name)
        rows.append({**row, "lost_by_type": None, "fights": None, "allied_held": None, "axis_held": None})
    rows[-1] |= {"lost_by_type": list(seen.losses_by_type.items()), "fights": list(seen.fights.items())}
    for number, side in enumerate(("allied", "axis")):
        rows[-1][f"{side}_held"] = [(place, times[number]) for place, times in seen.held.items()]
    return rows
