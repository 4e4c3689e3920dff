"""`sandtable tournament GAME AGENT AGENT ...`: agents against each other, both sides, rated."""

from __future__ import annotations

import argparse
from html import escape
from math import comb

from sandtable.cli.runs import Shown, add_run, plan_of, print_table, progress, workers_of, write_report, write_rows
from sandtable.engine.sides import PLAYERS
from sandtable.lab import page
from sandtable.lab.plan import heading
from sandtable.lab.statistics import interval
from sandtable.lab.tournament import Conduct, Pairing, Rating, conduct, rate, round_robin


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("tournament", help="agents against each other, both sides, rated")
    add_run(command)
    command.add_argument("agents", nargs="+", metavar="AGENT", help="two or more agents")
    command.add_argument("--budget", type=float, metavar="SECONDS", help="say how many decisions kept within this time")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play a round robin; print pairings, ratings and how the agents behaved."""
    agents = list(dict.fromkeys(args.agents))
    if len(agents) < 2:
        raise ValueError("a tournament takes two or more different agents")
    plan = plan_of(args)
    with progress(plan.game, 2 * args.n * comb(len(agents), 2), args.keep) as tell:
        pairings = round_robin(plan, agents, args.n, workers_of(args), args.keep, tell)
    title = f"{plan.game}, {heading(plan)['scenario']}: {args.n} games each way round, seed {plan.seed}"
    ratings = rate(pairings)
    tables = (
        (title, ("agent", "against", "as Allied", "as Axis", "share", "95 % interval"), pairing_rows(pairings)),
        ("Ratings", ("agent", "rating", "95 % interval", "wins", "draws", "games"), [rating_row(r) for r in ratings]),
        *conduct_tables(pairings, args.budget),
    )
    for table in tables:
        print_table(*table)
    spans = [(one.agent, one.rating, one.low, one.high) for one in ratings]
    write_report(
        args,
        "tournament",
        plan,
        lambda: [
            *(f"<h2>{escape(name)}</h2>{page.table(headings, rows)}" for name, headings, rows in tables),
            page.figure("Ratings, with their 95 % intervals", page.spans(spans)),
        ],
    )
    names = [{"allied_agent": pairing.allied, "axis_agent": pairing.axis} for pairing in pairings]
    write_rows(args, plan, [(labels, pairing.games) for labels, pairing in zip(names, pairings, strict=True)])
    return 0


def conduct_tables(pairings: list[Pairing], budget: float | None) -> list[Shown]:
    """How the agents fought and, if there is a budget, how well they kept to it."""
    behaved = conduct(pairings, budget or 1.0)
    fought = [(one.agent, one.side, *(f"{n:.2f}" for n in (one.attacks, one.contested, one.taken))) for one in behaved]
    found: list[Shown] = [
        ("Each a turn", ("agent", "side", "attacks", "objectives contested", "objectives taken"), fought)
    ]
    if budget is not None:
        headings = ("agent", "side", "decisions", f"within {budget:g} s", "median", "99 %", "longest")
        found.append(("Seconds a decision", headings, [time_row(one) for one in behaved]))
    return found


def rating_row(one: Rating) -> tuple[object, ...]:
    """An agent's rating in figures."""
    return (one.agent, f"{one.rating:.1f}", f"{one.low:.1f} to {one.high:.1f}", one.wins, one.draws, one.games)


def pairing_rows(pairings: list[Pairing]) -> list[tuple[object, ...]]:
    """For each pair of agents, how the first did on either side and overall; a draw counts half."""
    rows: list[tuple[object, ...]] = []
    for one in pairings:
        other = next(pair for pair in pairings if (pair.allied, pair.axis) == (one.axis, one.allied))
        if pairings.index(one) > pairings.index(other):
            continue
        games = len(one.games) + len(other.games)
        draws = sum(seen.winner is None for seen in (*one.games, *other.games))
        points = one.wins("allied") + other.wins("axis") + draws / 2
        low, high = interval(points, games)
        sides = [f"{pair.wins(side)} of {len(pair.games)}" for pair, side in zip((one, other), PLAYERS, strict=True)]
        rows.append((one.allied, one.axis, *sides, f"{points / games:.1%}", f"{low:.1%} to {high:.1%}"))
    return rows


def time_row(one: Conduct) -> tuple[object, ...]:
    """How an agent kept to its time on a side."""
    seconds = (f"{number:.3f}" for number in (one.median, one.slow, one.slowest))
    return (one.agent, one.side, one.decisions, f"{one.within:.2%}", *seconds)
