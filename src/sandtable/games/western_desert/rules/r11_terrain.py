"""11.0 Terrain: what each step costs each type, which sides stop movement and combat, which weaken an attack."""

from __future__ import annotations

from sandtable.engine.maps import Map, Mask
from sandtable.engine.packs import PackError
from sandtable.games.western_desert.reach import Steps, Ways
from sandtable.games.western_desert.terms import ARMOR, INFANTRY, LEADER, MOTORIZED, MP, RECON

HEAVY = (ARMOR, MOTORIZED, LEADER)
ROAD, TRACK = MP // 3, MP // 2
SIDES = ("escarpment", "ridge", "river")
TERRAIN = ("clear", "rough", "salt-marsh", "mountain", "depression", "sea")


def entry_cost(terrain: str, kind: int) -> int | None:
    """11.1 What a hex costs to enter off the road, in sixths of a point; None where this type may not go."""
    heavy = kind in HEAVY
    if terrain == "sea":
        return None
    if terrain == "depression":
        return 2 * MP if kind == RECON else None
    if terrain == "rough":
        return (2 if heavy else 1) * MP
    if terrain in ("salt-marsh", "mountain"):
        return (3 if heavy else 2) * MP
    return MP


def side_cost(grounds: Map, a: int, b: int, kind: int) -> int | None:
    """11.2 What the hexside adds when no road or track crosses it; None where it cannot be crossed."""
    if grounds.linked("escarpment", a, b):
        return None
    extra = 0
    if grounds.linked("ridge", a, b):
        extra += (2 if kind in HEAVY else 1) * MP
    if grounds.linked("river", a, b):
        extra += MP
    return extra


def step_cost(grounds: Map, a: int, b: int, kind: int) -> int | None:
    """What it costs a type to go from one hex to the next, or None."""
    if grounds.linked("road", a, b):
        return ROAD
    if grounds.linked("track", a, b):
        river = MP if grounds.linked("river", a, b) else 0  # 11.2: only a road bridges a river
        return (ROAD if grounds.joined("road")[b] else TRACK) + river  # R14
    extra = side_cost(grounds, a, b, kind)
    cost = entry_cost(grounds.terrain[b], kind)
    return None if extra is None or cost is None else cost + extra


class Ground:
    """The map worked out for movement and combat, once."""

    def __init__(self, grounds: Map) -> None:
        for line, terrain in enumerate(grounds.terrain, 2):
            if terrain not in TERRAIN:
                raise PackError(f"places.csv:{line}: column 'terrain': expected one of {TERRAIN}, got {terrain!r}")
        tables = {kind: self._ways(grounds, kind) for kind in (MOTORIZED, INFANTRY, RECON)}
        tables[ARMOR] = tables[LEADER] = tables[MOTORIZED]
        self.ways: tuple[Ways, ...] = tuple(tables[kind] for kind in range(LEADER + 1))
        self.open = tuple(tuple(_all(steps) for steps in ways.steps) for ways in self.ways)
        self.links = Ways(
            _grouped([(b, step_cost(grounds, a, b, MOTORIZED)) for b in near if _joined(grounds, a, b)])
            for a, near in enumerate(grounds.neighbours)
        )
        self.strikes = tuple(self._strikes(grounds, a) for a in range(len(grounds)))
        """10.1 For each place the neighbours that can be attacked from it."""
        self.weakened = tuple(tuple(self._across(grounds, a, kind) for a in range(len(grounds))) for kind in SIDES)
        """11.2 For each kind of hexside, and each place, the neighbours an attack on which is weakened by it."""

    @staticmethod
    def _ways(grounds: Map, kind: int) -> Ways:
        return Ways(
            _grouped([(b, step_cost(grounds, a, b, kind)) for b in near]) for a, near in enumerate(grounds.neighbours)
        )

    @staticmethod
    def _strikes(grounds: Map, a: int) -> Mask:
        found = 0
        for b in grounds.neighbours[a]:
            stopped = grounds.linked("escarpment", a, b) and not _joined(grounds, a, b)
            if grounds.terrain[b] != "sea" and not stopped:
                found |= 1 << b
        return found

    @staticmethod
    def _across(grounds: Map, a: int, kind: str) -> Mask:
        found = 0
        for b in grounds.neighbours[a]:
            if grounds.linked(kind, a, b):
                found |= 1 << b
        return found


def _joined(grounds: Map, a: int, b: int) -> bool:
    return grounds.linked("road", a, b) or grounds.linked("track", a, b)


def _grouped(steps: list[tuple[int, int | None]]) -> Steps:
    by_cost: dict[int, Mask] = {}
    for place, cost in steps:
        if cost is not None:
            by_cost[cost] = by_cost.get(cost, 0) | 1 << place
    return tuple(sorted(by_cost.items()))


def _all(steps: Steps) -> Mask:
    found = 0
    for _, places in steps:
        found |= places
    return found
