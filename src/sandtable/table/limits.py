"""Rate limits: a burst at once, then a steady rate a second."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network
from time import monotonic

REMEMBERED = 10_000


def network_of(address: str) -> str:
    """Who is counted as one: an IPv4 address, or the network of an IPv6 one, which belongs to a single customer."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


class Bucket:
    """Lets `burst` through at once and `rate` a second after that."""

    __slots__ = ("_clock", "_level", "_seen", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._level = burst
        self._seen = clock()

    def take(self) -> bool:
        """Is there room for one more?"""
        now = self._clock()
        self._level = min(self.burst, self._level + (now - self._seen) * self.rate)
        self._seen = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Budgets:
    """Seconds of work for each address: a burst at once, then `rate` more each second; debts are paid off first."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.most = most
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, address: str) -> float:
        """What an address has left."""
        left, seen = self._left.get(address, (self.most, self._clock()))
        return min(self.most, left + (self._clock() - seen) * self.rate)

    def has(self, address: str) -> bool:
        """Has this address anything left?"""
        return self.left(address) > 0

    def spend(self, address: str, seconds: float) -> None:
        """This much was done for an address."""
        self._left[address] = (self.left(address) - seconds, self._clock())
        self._left.move_to_end(address)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)


class Buckets:
    """A bucket for each address; the longest silent are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Is there room for one more from this address?"""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.burst)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()
