"""What can be measured of a running server, for Prometheus."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from prometheus_client.registry import REGISTRY

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)

requests = Counter("sandtable_requests", "Requests over HTTP", ["method", "status"])
refused = Counter("sandtable_refused", "Requests and messages refused", ["code"])
sockets = Gauge("sandtable_sockets", "Open sockets", multiprocess_mode="livesum")
tables = Gauge("sandtable_tables_live", "Tables in memory", multiprocess_mode="livesum")
entries = Counter("sandtable_entries", "Writes stored")
commits = Histogram("sandtable_commit_seconds", "Time from a write to its commit", buckets=QUICK)
queued = Gauge("sandtable_thinking_queue", "Jobs waiting for an agent worker", multiprocess_mode="livesum")
waited = Histogram("sandtable_thinking_wait_seconds", "Time a job waited for an agent worker", buckets=SLOW)
faults = Counter("sandtable_faults", "Things that went wrong on the server")


def text() -> bytes:
    """Everything measured so far, of all workers."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
    return generate_latest(REGISTRY)
