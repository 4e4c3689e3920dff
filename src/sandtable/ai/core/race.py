"""A race of candidates over the same worlds: the clearly worse drop out, the first is kept unless clearly beaten."""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

from sandtable.engine.flow import Action
from sandtable.engine.position import Position

ENOUGH = 12
"""Worlds before anybody drops out: a disaster that comes once in ten worlds does not show in four."""
HOPELESS = 2.0
"""Standard errors behind the leader at which a candidate drops out."""
TRIFLE = 0.003
"""One that could be ahead by no more than this drops out too: no time is wasted on telling equals apart."""
DOUBT = 2.0
"""How much larger a lead over few worlds must be: this share more over one world, half of it over two, and so on."""
TWINS = 2
"""Worlds in which two candidates that come to the very same are taken for one: half a march is the whole of it when the
stack marches on. Worlds that ended the game do not count, as many roads lead there."""
DISASTER = -0.8
"""A world with this result or less was as good as lost."""
FLOOR = 1e-4
"""The smallest standard error accepted, and so the smallest lead that counts."""


class Runner(NamedTuple):
    """A candidate with its result in each world so far."""

    action: Action
    values: list[float]
    ends: list[Position]
    """Where its worlds were judged."""

    @property
    def mean(self) -> float:
        """Its average result."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    def twin_of(self, other: Runner) -> bool:
        """Has it come to the very same as another in all worlds, and in enough of them?"""
        return self.values == other.values and sum(abs(value) < 1.0 for value in self.values) >= TWINS

    def disasters(self, worlds: int) -> int:
        """How many of the first `worlds` worlds were as good as lost."""
        return sum(value <= DISASTER for value in self.values[:worlds])


def lead(one: Runner, other: Runner) -> tuple[float, float]:
    """How far one is ahead of another over the worlds both have run, with the standard error."""
    gaps = [a - b for a, b in zip(one.values, other.values, strict=False)]
    count = len(gaps)
    if count < 2:
        return (gaps[0] if gaps else 0.0), 1e9
    mean = sum(gaps) / count
    spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    return mean, max(FLOOR, sqrt(spread / count))


def needed_lead(errors: float, runner: Runner) -> float:
    """The lead that counts, in standard errors: more of them while a runner has seen few worlds."""
    return errors * (1 + DOUBT / max(1, len(runner.values)))


class Race:
    """Candidates in the order in which one look ahead rates them: the first is the one to beat."""

    def __init__(self, actions: list[Action], caution: float = 1.0) -> None:
        self.caution = caution
        """Standard errors by which another must lead the first to be played instead of it."""
        self.first = Runner(actions[0], [], [])
        self.running = [self.first, *(Runner(action, [], []) for action in actions[1:])]
        self.out: list[Runner] = []

    def part_twins(self) -> None:
        """Drop all but the first of those that come to the very same, which stands for them from now on."""
        kept: list[Runner] = []
        for runner in self.running:
            twin = next((other for other in kept if runner.twin_of(other)), None)
            if twin is None:
                kept.append(runner)
            else:
                self.out.append(Runner(runner.action, twin.values, twin.ends))
        self.running = kept

    def thin(self, most: int | None = None) -> None:
        """Once all have seen enough worlds: drop those clearly behind the leader, and all but the best `most`."""
        if any(len(runner.values) < ENOUGH for runner in self.running):
            return
        leader = max(self.running, key=lambda runner: runner.mean)
        kept: list[Runner] = []
        for runner in self.running:
            gap, error = lead(leader, runner)
            behind = runner is not leader and gap + TRIFLE > needed_lead(HOPELESS, runner) * error
            (self.out if behind else kept).append(runner)
        kept.sort(key=lambda runner: -runner.mean)
        if most is not None:
            self.out += kept[most:]
            kept = kept[:most]
        self.running = kept

    @property
    def over(self) -> bool:
        """Is nothing left to find out?"""
        return len(self.running) < 2

    def order(self) -> list[Runner]:
        """All runners, the one to play first."""
        every = sorted(self.running, key=lambda runner: -runner.mean)
        every += sorted(self.out, key=lambda runner: -runner.mean)
        best = every[0]
        if best is not self.first and not self._beaten(best):
            every.remove(self.first)
            every.insert(0, self.first)
        return every

    def _beaten(self, other: Runner) -> bool:
        """Is the first clearly worse? If it was lost outright more often, the benefit of the doubt is gone."""
        gap, error = lead(other, self.first)
        both = min(len(other.values), len(self.first.values))
        if self.caution < inf and self.first.disasters(both) > other.disasters(both):
            return gap > 0
        return gap > needed_lead(self.caution, other) * error

    def alike(self, within: float) -> list[Runner]:
        """The one to play, and those `within` that much of it that were never seen to lose outright."""
        chosen, *others = self.order()
        worlds = len(chosen.values)
        return [
            chosen,
            *(
                runner
                for runner in others
                if len(runner.values) >= min(ENOUGH, worlds) > 0
                and runner.mean >= chosen.mean - within
                and runner.disasters(worlds) <= chosen.disasters(worlds)
            ),
        ]
