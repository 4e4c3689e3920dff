"""What `sandtable bench` says of this game beyond the common figures: the supply network."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from sandtable.engine.maps import Mask
from sandtable.games.rommel.game import Rommel
from sandtable.games.rommel.network import Ground, network
from sandtable.games.rommel.plain_network import plain_network
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r07_supply import ground

SCENARIO = "1942"


def figures(game: Rommel) -> list[str]:
    """The time of the quick network and of the plain reference, on full positions of 1942."""
    grounds = list(_grounds(game))
    quick = _time(grounds, lambda on, held: network.__wrapped__(on, held), 20)
    plain = _time(grounds, lambda on, held: plain_network(on, held, game.tables.links), 1)
    return [
        f"supply network, {SCENARIO}: {quick:.0f} µs; plain reference {plain:.0f} µs, {plain / quick:.0f} times that"
    ]


def _grounds(game: Rommel) -> list[tuple[Ground, Mask]]:
    """Both sides' ground at the start and some turns on."""
    pos, rng, found = game.start(SCENARIO), Random(1), []
    assert isinstance(pos, RommelPosition)
    for _ in range(2):
        found += [(ground(pos, side), pos.held(side)[0]) for side in (0, 1)]
        for _ in range(250):
            pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    return found


def _time(grounds: list[tuple[Ground, Mask]], work: Callable[[Ground, Mask], Mask], repeats: int) -> float:
    """Microseconds for each."""
    start = process_time()
    for _ in range(repeats):
        for on, held in grounds:
            work(on, held)
    return (process_time() - start) / (repeats * len(grounds)) * 1e6
