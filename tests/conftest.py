"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A slow machine is no failure: neither an example nor the making of examples is timed.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
