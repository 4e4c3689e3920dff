"""What goes into JSON and comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Document = dict[str, Any]
"""A JSON object whose fields are its reader's business: a save, a stored row, a message."""
Value = bool | int | str
Options = Mapping[str, Value]
"""The options of a game by name."""
