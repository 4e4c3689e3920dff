"""docs/lab/observations.md is what the layouts say (tools/observation_reference.py)."""

from __future__ import annotations

from tools.observation_reference import PAGE, page


def test_the_page_of_observations_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`; if a number changed its meaning, raise VERSION"
