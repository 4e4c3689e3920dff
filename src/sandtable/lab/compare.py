"""A change of a data pack against the original, on common random numbers."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean
from typing import NamedTuple

from sandtable.lab.observe import Observation
from sandtable.lab.statistics import mean_and_half


class Difference(NamedTuple):
    """How a figure differs between two runs over the same seeds, and half the width of its 95 % interval."""

    name: str
    before: float
    after: float
    difference: float
    half: float


def compare(before: list[Observation], after: list[Observation]) -> list[Difference]:
    """Paired differences: the same seeds met both packs, so most of the luck cancels out."""
    figures: dict[str, Callable[[Observation], float]] = {
        "Axis wins": lambda seen: float(seen.winner == "axis"),
        "Allied wins": lambda seen: float(seen.winner == "allied"),
        "Allied points": lambda seen: float(seen.points[0]),
        "Axis points": lambda seen: float(seen.points[1]),
        "turns": lambda seen: float(len(seen.turns)),
        "Allied attacks": lambda seen: float(sum(turn.attacks[0] for turn in seen.turns)),
        "Axis attacks": lambda seen: float(sum(turn.attacks[1] for turn in seen.turns)),
    }
    found = []
    for name, figure in figures.items():
        pairs = [(figure(a), figure(b)) for a, b in zip(before, after, strict=True)]
        difference, half = mean_and_half([b - a for a, b in pairs])
        found.append(Difference(name, mean(a for a, _ in pairs), mean(b for _, b in pairs), difference, half))
    return found
