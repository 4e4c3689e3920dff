"""Runs slow work in a thread, where there are threads: Python inside a web page has none."""

from __future__ import annotations

import asyncio
import contextvars
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
THREADS = sys.platform != "emscripten"


async def aside(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function makes, without holding up the others if that can be avoided."""
    if THREADS:
        return await asyncio.to_thread(function, *args, **kwargs)
    return function(*args, **kwargs)


async def aside_in(threads: Executor, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same in threads of its own, so that what may take long holds up nothing else that goes aside."""
    if not THREADS:
        return function(*args, **kwargs)
    call = partial(contextvars.copy_context().run, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(threads, call)
