"""A PostgreSQL of the tests' own; skipped where there is none, but not where everything must be tested."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tools.postgres import Cluster, NotInstalled, running


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster for as long as it is needed."""
    try:
        with running() as started:
            yield started
    except NotInstalled as error:
        if os.environ.get("CI"):
            pytest.fail(f"{error}, and here it must be")
        pytest.skip(str(error))
