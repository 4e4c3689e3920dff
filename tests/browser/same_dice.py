"""A table whose dice and machine do the same every time: a test that passes today passes tomorrow.

`python -m tests.browser.same_dice table ...` is `sandtable table ...`; another SANDTABLE_SEED gives other dice.
"""

from __future__ import annotations

import hashlib
import os
from unittest.mock import patch

from sandtable.cli.main import main
from sandtable.table import agent_runner, tables

SEED = int(os.environ.get("SANDTABLE_SEED", "1941"))
FIXED_SEEDS = """
const random = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = array => (array.length === 32 ? array.fill(41) : random(array));
"""
"""What the page adds to the dice; keys of seats, which are shorter, stay random."""

if __name__ == "__main__":
    with (
        patch.object(tables, "new_secret", lambda: hashlib.sha256(str(SEED).encode()).hexdigest()),
        patch.object(agent_runner, "crc32", lambda name: SEED),
    ):
        raise SystemExit(main())
