"""A PostgreSQL of one's own, for tests and the soak: in a folder of its own, on a free port of the loopback address."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"
"""Debian's; PostgreSQL will not run as root."""


class NotInstalled(RuntimeError):
    """There is no PostgreSQL on this machine."""


def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not versions:
        raise NotInstalled("PostgreSQL is not installed (make postgres)")
    return versions[-1]


class Cluster:
    """A running PostgreSQL that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._bin = programs()
        self._data = folder / "data"
        self._as = USER if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        if self._as:
            shutil.chown(folder, self._as)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._run("initdb", "-D", str(self._data), "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8")
        self.start()

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._bin / program), *words]
        subprocess.run(command, check=True, user=self._as, cwd="/", stdout=subprocess.DEVNULL, timeout=120)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        chosen = (
            "listen_addresses=127.0.0.1",
            f"port={self.port}",
            "unix_socket_directories=''",
            "max_connections=200",
        )
        options = " ".join(f"-c {option}" for option in chosen)
        log = str(self._data / "log")
        self._run("pg_ctl", "-D", str(self._data), "-w", "-t", "60", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", "immediate", "stop")

    def database(self, name: str) -> str:
        """The address of a new database."""
        words = ["-h", "127.0.0.1", "-p", str(self.port), "-U", USER, name]
        self._run("createdb", *words)
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"


@contextmanager
def running() -> Iterator[Cluster]:
    """A cluster for as long as it is needed; NotInstalled where there cannot be one."""
    programs()
    folder = Path(tempfile.mkdtemp(prefix="sandtable-postgres-"))
    started: Cluster | None = None
    try:
        started = Cluster(folder)
        yield started
    finally:
        if started is not None:
            started.stop()
        shutil.rmtree(folder, ignore_errors=True)
