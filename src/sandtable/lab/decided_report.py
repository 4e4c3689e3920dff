"""The section of a balance report on where games are decided."""

from __future__ import annotations

import json
from html import escape

from sandtable.engine.game import Game
from sandtable.lab.decided import Decided, Lead
from sandtable.lab.page import COLOURS, Rows, drawing, figure, table

LEAD_HEADINGS = (
    "after turn",
    "games",
    "even at Axis points less Allied",
    "Axis chance: quarter, middle, three quarters",
    "favourite won",
)
WORTH_HEADINGS = ("place", "held mostly by Axis", "by Allies", "worth to the Axis in wins", "95 % interval")


def decided_parts(game: Game, found: Decided) -> list[str]:
    """When games are decided, and by what."""
    if not found.leads:
        return ["<p>Too few games were won to say.</p>"]
    return [
        f"<p>{escape(decided_words(found))}</p>",
        figure("How often the side that the points favour after a turn went on to win", rightness(found.leads)),
        table(LEAD_HEADINGS, lead_rows(found)),
        table(WORTH_HEADINGS, worth_rows(game, found))
        if found.worths
        else "<p>No place changed hands often enough.</p>",
    ]


def decided_words(found: Decided) -> str:
    """Drama in a sentence."""
    return (
        f"The lead changes hands {found.changes:.1f} times in a game; in the middle game it no longer changes after "
        f"{found.settled:.0%} of the turns. "
        f"The side that goes on to win is behind at the end of {found.drama:.0%} of all turns."
    )


def lead_rows(found: Decided) -> Rows:
    """What the points after each turn tell."""
    return [
        (
            lead.turn,
            lead.games,
            f"{lead.even:+.1f}",
            ", ".join(f"{chance:.0%}" for chance in lead.chances),
            f"{lead.right:.0%} ({lead.low:.0%} to {lead.high:.0%})",
        )
        for lead in found.leads
    ]


def worth_rows(game: Game, found: Decided) -> Rows:
    """What each place goes with."""
    board = json.loads(game.pack.text("board.json"))["places"]
    return [
        (
            board[one.place].get("name") or one.place,
            one.axis_held,
            one.allied_held,
            f"{one.difference:+.0%}",
            f"{one.low:+.0%} to {one.high:+.0%}",
        )
        for one in found.worths
    ]


def rightness(leads: list[Lead]) -> str:
    """The favourite's share of wins, turn by turn."""
    with drawing((8, 2.4)) as (axes, svg):
        turns = [lead.turn for lead in leads]
        axes.plot(turns, [100 * lead.right for lead in leads], "o-", color=COLOURS[1])
        low, high = [100 * lead.low for lead in leads], [100 * lead.high for lead in leads]
        axes.fill_between(turns, low, high, color=COLOURS[1], alpha=0.18)
        axes.set_ylim(0, 100)
        axes.set_xlabel("turn")
        axes.locator_params(axis="x", integer=True)
        axes.axhline(50, color="#7c6238", linewidth=0.8, linestyle=":")
    return svg.getvalue()
