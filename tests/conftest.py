"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Each core has its own worker; threads that share out small matrices make the learning tests five times slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A slow machine is no failure: neither an example nor the making of examples is timed.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
