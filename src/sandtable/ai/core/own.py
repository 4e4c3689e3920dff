"""An agent from a file of your own: `my_bot.py:Bot` is the class `Bot` of `my_bot.py`, made with the seed.

All it needs is `choose(seat)`, which returns one of `seat.actions()`; see `examples/own_bot.py`.
"""

from __future__ import annotations

import hashlib
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from sandtable.engine.records import Agent

OWN = re.compile(r"(?P<path>.+\.py):(?P<name>[A-Za-z_]\w*)")


def is_own(name: str) -> bool:
    """Does this name a class in a file?"""
    return OWN.fullmatch(name) is not None


def own_agent(name: str, seed: int) -> Agent:
    """Make the agent; a ValueError says what is missing."""
    path, called = _parts(name)
    spec = spec_from_file_location(f"sandtable_own_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ValueError(f"there is no agent {name!r}: no file {path}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    made = getattr(module, called, None)
    if made is None or not hasattr(made, "choose"):
        raise ValueError(f"there is no agent {name!r}: {path.name} has no class {called} with a method `choose`")
    agent: Agent = made(seed)
    return agent


def exact(name: str) -> str:
    """An agent's name; for one from a file with a hash of it, so that runs of different versions are not mixed."""
    if not is_own(name):
        return name
    path = _parts(name)[0]
    return f"{name}#{hashlib.sha256(path.read_bytes()).hexdigest()[:8] if path.is_file() else 'missing'}"


def _parts(name: str) -> tuple[Path, str]:
    """The file and the class of an agent of one's own."""
    found = OWN.fullmatch(name)
    assert found is not None
    return Path(found["path"]), found["name"]
