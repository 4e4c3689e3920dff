"""The charts of Bravery in the Sand for the eye: movement, dice, recovery and the turns."""

from __future__ import annotations

from sandtable.engine.charts import Chart, row
from sandtable.games.bravery.box import BraveryBox


def charts(box: BraveryBox) -> list[Chart]:
    """All of them, movement first."""
    return [_movement(box), _dice(box), _turns(box)]


def _movement(box: BraveryBox) -> Chart:
    tables = box.tables
    rows = (
        row("Along a road", "½"),
        row("Along a track", "1"),
        row("Open desert", "2"),
        row("Cliff without a road or track", "closed"),
    )
    note = (
        f"A stack has {tables['allowance']} points, {tables['directive_allowance']} under a directive, "
        f"an Italian passenger {tables['guest_allowance']}."
    )
    return Chart("movement", "Movement", ("Points",), rows, "Hexside", "6.1", note)


def _dice(box: BraveryBox) -> Chart:
    recovery = box.tables["recovery"]
    rows = (
        row("Each full point of strength", "one die, hits on 6", "7.1.1"),
        row("Two levels better than the enemy's best", "+1 to each die", "7.1.4"),
        row("All enemies reduced", "+1 to each die", "7.1.5"),
        row("Defending a fort that one controls", "+1 to each die", "9.4"),
        row("Germans under a directive", "+1 to each die", "10.1.2"),
        row("German tanks recovered", f"on {recovery['de']} or more", "7.4.2"),
        row("British tanks recovered", f"on {recovery['cw']}", "7.4.3"),
    )
    note = "Attackers of a fort or encampment that the defender controls get no bonus but the directive's (9.3)."
    return Chart("dice", "Dice", ("Dice", "Rule"), rows, "For", "7.1", note)


def _turns(box: BraveryBox) -> Chart:
    tables = box.tables
    rows = tuple(
        row(
            date,
            min(tables["first_draws"] + number, tables["most_draws"]),
            tables["replacement_points"] if number + 1 >= tables["replacements_from_turn"] else 0,
            "yes" if number + 1 >= tables["directive_from_turn"] else "",
            turns=(number + 1, number + 1),
        )
        for number, date in enumerate(tables["dates"])
    )
    return Chart("turns", "Turns", ("Chits drawn", "Replacements", "Directives"), rows, "Turn", "4")
