"""A file that one process holds as long as it lives."""

from __future__ import annotations

import os
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]


class Taken(RuntimeError):
    """Another process holds the file."""


class FileLock:
    """Held from now on, until released or the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                import msvcrt

                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
        except OSError:
            os.close(self._file)
            raise Taken(str(path)) from None

    def release(self) -> None:
        """Let somebody else have it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
