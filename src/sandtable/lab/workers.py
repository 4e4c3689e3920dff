"""Work spread over processes: the same results in the same order, whatever their number."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

P = TypeVar("P")
R = TypeVar("R")
BATCH = 8
"""Games a worker plays before it reports."""


def spread(work: Callable[[P, int], R], plan: P, numbers: Sequence[int], jobs: int | None = None) -> Iterator[R]:
    """`work(plan, number)` for each number, in order, on so many processes (all cores by default)."""
    workers = min(jobs or os.cpu_count() or 1, max(1, len(numbers)))
    if workers == 1:
        for number in numbers:
            yield work(plan, number)
        return
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for batch in pool.map(_work_through, [work] * len(batches), [plan] * len(batches), batches):
            yield from batch


def _work_through(work: Callable[[Any, int], R], plan: Any, numbers: Sequence[int]) -> list[R]:
    return [work(plan, number) for number in numbers]
