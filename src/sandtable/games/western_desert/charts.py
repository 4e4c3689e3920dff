"""The charts of Western Desert Force for the eye: events, air, attack points, reserves, supply, replacements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.engine.charts import FACES, Chart, Row, row
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.terms import LEVELS

SIDES = ("Allied", "Axis")


def charts(box: WesternDesertBox) -> list[Chart]:
    """All of them, in the order of the turn."""
    return [_events(box), _air(box), _zones(box), _reserves(box), _supply(box), _replacements(box)]


def _spans(table: Mapping[int, Sequence[int]]) -> list[tuple[int, int]]:
    """Runs of turns with the same line."""
    spans: list[tuple[int, int]] = []
    for turn in sorted(table):
        if spans and spans[-1][1] == turn - 1 and table[turn] == table[spans[-1][0]]:
            spans[-1] = spans[-1][0], turn
        else:
            spans.append((turn, turn))
    return spans


def _months(box: WesternDesertBox, first: int, last: int) -> str:
    return box.months[first - 1] if first == last else f"{box.months[first - 1]} to {box.months[last - 1]}"


def _by_turn(
    box: WesternDesertBox, table: Mapping[int, Sequence[int]], word: Sequence[str] | None = None
) -> tuple[Row, ...]:
    return tuple(
        row(_months(box, a, b), *[word[value] if word else value for value in table[a]], turns=(a, b))
        for a, b in _spans(table)
    )


def _air(box: WesternDesertBox) -> Chart:
    rows = []
    for side, name in enumerate(SIDES):
        table = {turn: scores[side] for turn, scores in box.air_score.items()}
        rows += [line._replace(label=f"{name}, {line.label}") for line in _by_turn(box, table)]
    note = "The zone of the depot adds to the die: " + ", ".join(
        f"{name} {more:+d}" for name, more in zip(box.zone_names, box.zone_air, strict=True)
    )
    return Chart("air", "Air points", FACES, tuple(rows), "Die", "6.1", f"{note}.")


def _zones(box: WesternDesertBox) -> Chart:
    rows = [
        row(f"{name}, {zone}", *points[number], box.offensive_cost[number])
        for name, points in zip(SIDES, box.new_points, strict=True)
        for number, zone in enumerate(box.zone_names)
    ]
    return Chart("points", "Attack points", (*FACES, "Major offensive"), tuple(rows), "Depot in zone", "7.31")


def _reserves(box: WesternDesertBox) -> Chart:
    return Chart("reserves", "Reserve demand", FACES, _by_turn(box, box.reserve_demand), "Die", "7.4")


def _supply(box: WesternDesertBox) -> Chart:
    return Chart("supply", "Axis supply", FACES, _by_turn(box, box.supply_level, LEVELS), "Die", "7.5")


def _events(box: WesternDesertBox) -> Chart:
    rows = tuple(
        row(
            f"{roll // 10} and {roll % 10}",
            event["name"],
            "" if event["earliest"] < 2 else f"from {box.months[event['earliest'] - 1]}",
            "once" if event["once"] else "",
        )
        for roll, event in box.events.items()
    )
    return Chart("events", "Events", ("Event", "", ""), rows, "Two dice", "5.0")


def _replacements(box: WesternDesertBox) -> Chart:
    kinds = ("allied_replacements", "italian_replacements", "german_replacements")
    rows = tuple(
        row(line["month"], *[line[kind] for kind in kinds], turns=(turn, turn)) for turn, line in box.turns.items()
    )
    return Chart("replacements", "Replacements", ("Allied", "Italian", "German"), rows, "Month", "7.6")
