"""Work that would hold up everybody goes to a thread, where there are threads; a page with Python in it has none."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
THREADS = sys.platform != "emscripten"


async def aside(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function makes, without holding up the others if that can be avoided."""
    if THREADS:
        return await asyncio.to_thread(function, *args, **kwargs)
    return function(*args, **kwargs)
