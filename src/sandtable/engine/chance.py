"""Dice as data: every roll of a handful of dice, with its weight."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random

from sandtable.engine.flow import Action, Chance, Frame, Outcomes, P

FACES = range(1, 7)
HANDFUL = 6
"""Dice rolled at once: 462 different handfuls. More dice are rolled in several handfuls."""


@cache
def handfuls(count: int) -> tuple[tuple[Action, int], ...]:
    """Every roll of `count` dice, faces sorted, with the number of ways it can come up."""
    return tuple(
        (("roll", *faces), factorial(count) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(FACES, count)
    )


@cache
def die_products(count: int) -> tuple[tuple[Action, int], ...]:
    """Every roll of `count` dice told apart (first, second, ...), each as likely."""
    rolls: list[tuple[int, ...]] = [()]
    for _ in range(count):
        rolls = [(*roll, face) for roll in rolls for face in FACES]
    return tuple((("roll", *roll), 1) for roll in rolls)


@cache
def _possible(count: int) -> frozenset[Action]:
    return frozenset(action for action, _ in handfuls(count))


def is_handful(action: Action, count: int) -> bool:
    """Is this a roll of `count` dice?"""
    return action in _possible(count)


def roll_handful(count: int, rng: Random) -> Action:
    """Roll `count` dice."""
    return ("roll", *sorted([int(rng.random() * 6) + 1 for _ in range(count)]))


def chance_of_hits(dice: int, numerator: int, denominator: int = 6) -> list[float]:
    """The chance of 0, 1, ... `dice` hits when each die hits with numerator / denominator."""
    hit = numerator / denominator
    return [
        factorial(dice) // (factorial(n) * factorial(dice - n)) * hit**n * (1 - hit) ** (dice - n)
        for n in range(dice + 1)
    ]


class DiceRoll(Chance[P]):
    """A step that throws a handful of dice; a subclass says how many and what they do."""

    def dice(self, pos: P, frame: Frame) -> int:
        """How many dice are thrown now, one to a handful."""
        return 1

    def outcomes(self, pos: P, frame: Frame) -> Outcomes:
        return handfuls(self.dice(pos, frame))

    def sample(self, pos: P, frame: Frame, rng: Random) -> Action:
        return roll_handful(self.dice(pos, frame), rng)

    def possible(self, pos: P, frame: Frame, action: Action) -> bool:
        return is_handful(action, self.dice(pos, frame))
