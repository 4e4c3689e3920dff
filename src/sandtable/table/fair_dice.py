"""Fair dice: the table commits to a secret, both players add a seed, and every outcome follows from the three.

`docs/protocol.md` states the derivation; whoever has the secret and the seeds can repeat it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from random import Random
from typing import NamedTuple

from sandtable.engine.flow import Action
from sandtable.engine.position import Position

SEED_BYTES = 32
SPAN = 1 << 64


class Draw(NamedTuple):
    """One number drawn: its place in the order of draws, how many values were possible, and which came up."""

    i: int
    bound: int
    value: int


def new_secret() -> str:
    """A fresh secret in hex."""
    return secrets.token_hex(SEED_BYTES)


def commitment(secret: str) -> str:
    """What the table shows before it hears any seed."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def is_seed(text: str) -> bool:
    """Is this 32 bytes in hex?"""
    return len(text) == 2 * SEED_BYTES and all(c in "0123456789abcdef" for c in text)


class Dice:
    """The draws of one table, in order, from draw number `drawn` on."""

    def __init__(self, secret: str, allied: str | None, axis: str | None, drawn: int = 0) -> None:
        parts = (secret, allied or "", axis or "")
        self._key = hashlib.sha256(b"".join(bytes.fromhex(part) for part in parts)).digest()
        self.drawn = drawn

    def below(self, bound: int) -> Draw:
        """The next draw: a number from 0 to `bound` - 1, each as likely."""
        if not 0 < bound < SPAN:
            raise ValueError(f"cannot draw below {bound}")
        limit = SPAN - SPAN % bound
        attempt = 0
        while True:
            digest = hmac.digest(self._key, f"{self.drawn}:{attempt}".encode(), "sha256")
            x = int.from_bytes(digest[:8], "big")
            if x < limit:
                break
            attempt += 1
        draw = Draw(self.drawn, bound, x % bound)
        self.drawn += 1
        return draw

    def outcome(self, pos: Position) -> tuple[Action, list[Draw]]:
        """What comes up at a chance decision, and the draws that made it so."""
        outcomes = pos.outcomes()
        if outcomes is None:
            source = _Source(self)
            return pos.sample(source), source.draws
        draw = self.below(sum(weight for _, weight in outcomes))
        left = draw.value
        for action, weight in outcomes:
            left -= weight
            if left < 0:
                return action, [draw]
        raise AssertionError("the weights changed while they were read")


class _Source(Random):
    """The dice as a generator, for outcomes too many to list."""

    def __new__(cls, dice: Dice) -> _Source:
        return super().__new__(cls)

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.draws: list[Draw] = []
        super().__init__(0)

    def getrandbits(self, k: int) -> int:
        """Bits in groups of 32, each one draw."""
        value = 0
        for _ in range(-(-k // 32)):
            draw = self._dice.below(1 << 32)
            self.draws.append(draw)
            value = value << 32 | draw.value
        return value >> (-k % 32)

    def _randbelow(self, n: int) -> int:
        draw = self._dice.below(n)
        self.draws.append(draw)
        return draw.value

    def random(self) -> float:
        """53 bits, as the standard generator has."""
        return self.getrandbits(53) / (1 << 53)
