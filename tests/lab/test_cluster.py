"""The same games on a Ray cluster of two workers, one of which is killed half way."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.lab.change import changed_pack
from sandtable.lab.plan import Plan
from sandtable.lab.runs import run
from sandtable.lab.workers import Workers

PLAN = Plan("bravery", None, {}, {"allied": "random", "axis": "random"}, seed=9)
ALONE = Workers(jobs=1)
SMALL: dict[str, Any] = {"object_store_memory": 80 * 2**20}

# Ray leaves its sockets and log files for the end of the process to close.
pytestmark = [
    pytest.mark.alone,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two machines with a core for work each; a dead one is found out in two seconds, a slow one is left alone."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", str(Path(sandtable.__file__).parents[1]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ray.cluster_utils import Cluster
    settings = {
        "health_check_period_ms": 1000,
        "health_check_failure_threshold": 2,
        "health_check_timeout_ms": 120_000,
    }
    made: Any = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "_system_config": settings, **SMALL},
    )
    try:
        made.second = made.add_node(wait=False, num_cpus=1, **SMALL)
        made.wait_for_nodes(timeout=300)
        yield made
    finally:
        made.shutdown()


def test_a_cluster_plays_the_same_games_though_a_worker_is_killed_half_way(cluster: Any, tmp_path: Path) -> None:
    told = []

    def tell(done: int) -> None:
        told.append(done)
        if sum(told) == 20:
            cluster.remove_node(cluster.second, allow_graceful=False)

    alone = run(PLAN, 40, ALONE)
    assert run(PLAN, 40, Workers(ray=cluster.address), tell=tell) == alone
    assert sum(told) == 40
    # The worker that is left plays on, with data it is sent.
    pack = sandtable.load("bravery").pack
    changed_pack(pack, ["tables.replacement_points=0"], tmp_path)
    changed = PLAN._replace(data=tmp_path)
    again = run(changed, 4, Workers(ray=cluster.address))
    assert again == run(changed, 4, ALONE)
    assert again != alone[:4]
