"""The same work on a Ray cluster (`pip install sandtable[ray]`): lost workers are replaced, lost games played again."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeVar

from sandtable.lab.plan import Plan, code_digest
from sandtable.lab.workers import AHEAD

R = TypeVar("R")
Files = tuple[tuple[str, bytes], ...]


def on_cluster(work: Callable[[Plan, int], R], plan: Plan, numbers: Sequence[int], address: str) -> Iterator[R]:
    """`work(plan, number)` for each number on the workers of a cluster, as they are done."""
    import ray

    ours = not ray.is_initialized()
    if ours:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        play: Any = ray.remote(max_retries=-1)(_play)
        resources: Callable[[], dict[str, float]] = ray.cluster_resources
        files, todo = _files(plan.data), iter(numbers)
        pending: list[object] = []
        while True:
            room = max(0, AHEAD * max(1, int(resources().get("CPU", 1))) - len(pending))
            pending += [play.remote(work, plan, number, files, code_digest(plan.game)) for number in islice(todo, room)]
            if not pending:
                return
            done, pending = ray.wait(pending)
            yield from ray.get(done)
    finally:
        if ours:
            ray.shutdown()


def _play(work: Callable[[Plan, int], R], plan: Plan, number: int, files: Files, code: str) -> R:
    """One game, on a worker: with the same code and the same data, or not at all."""
    if code_digest(plan.game) != code:
        raise RuntimeError("this worker has another version of sandtable than the machine that asks")
    return work(plan._replace(data=_folder(files)) if files else plan, number)


def _files(data: Path | None) -> Files:
    """The files of a data folder, for workers that cannot see it."""
    return () if data is None else tuple((path.name, path.read_bytes()) for path in sorted(data.iterdir()))


@cache
def _folder(files: Files) -> Path:
    """A folder with these files, written once for each worker."""
    folder = Path(mkdtemp(prefix="sandtable-data-"))
    for name, content in files:
        (folder / name).write_bytes(content)
    return folder
