"""Work spread over the cores of this machine or over a Ray cluster: the same results, in whatever order they come."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import active_children, get_context
from signal import SIG_DFL, SIGINT, signal
from typing import NamedTuple, TypeVar

from sandtable.lab.plan import Plan

R = TypeVar("R")
Work = Callable[[Plan, int], R]
AHEAD = 2
"""Games handed out for each worker: one to play and one to go on with."""


class Workers(NamedTuple):
    """Where to play: on a number of processes (all cores by default), or on the Ray cluster at an address."""

    jobs: int | None = None
    ray: str | None = None


def spread(work: Work[R], plan: Plan, numbers: Sequence[int], workers: Workers) -> Iterator[R]:
    """`work(plan, number)` for each number, as they are done."""
    if workers.ray is not None:
        from sandtable.lab.cluster import on_cluster

        return on_cluster(work, plan, numbers, workers.ray)
    jobs = min(workers.jobs or os.cpu_count() or 1, max(1, len(numbers)))
    return _alone(work, plan, numbers) if jobs == 1 else _on_processes(work, plan, numbers, jobs)


def _alone(work: Work[R], plan: Plan, numbers: Sequence[int]) -> Iterator[R]:
    for number in numbers:
        yield work(plan, number)


def _on_processes(work: Work[R], plan: Plan, numbers: Sequence[int], jobs: int) -> Iterator[R]:
    todo, pending = iter(numbers), set[Future[R]]()
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_end_quietly)
    try:
        while True:
            pending |= {pool.submit(work, plan, number) for number in islice(todo, AHEAD * jobs - len(pending))}
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BaseException:
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _end_quietly() -> None:
    """Ctrl-C ends a worker at once and without a word: the run tells about it."""
    signal(SIGINT, SIG_DFL)
