"""JSON as it is sent: by the quick packer where it is installed, else by the standard one."""

from __future__ import annotations

import json
from typing import Any

try:
    import orjson
except ModuleNotFoundError:  # a page with Python in it has the standard library only
    orjson = None  # type: ignore[assignment]


def dumps(value: object) -> bytes:
    """A value as JSON."""
    if orjson is None:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    return orjson.dumps(value)


def loads(text: str | bytes) -> Any:
    """A value from JSON; a ValueError says what is wrong with it."""
    return json.loads(text) if orjson is None else orjson.loads(text)
