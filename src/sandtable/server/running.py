"""A server in one process or several, until it is told to stop: then everybody is told, and comes back later.

    python -m sandtable.server.running DESCRIPTOR

is one worker of several, on a socket it inherits; its settings are those of the environment.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from typing import Any

import uvicorn

from sandtable.server.app import create_app
from sandtable.server.collection import Collector
from sandtable.server.logs import set_up
from sandtable.server.patience import PatientProtocol, PatientSocket
from sandtable.server.settings import Settings

GOODBYE_SECONDS = 0.2
STOP_SECONDS = 3
LOOK_SECONDS = 0.2


class TableServer(uvicorn.Server):
    """Says goodbye before it closes, and looks for garbage when it suits."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; a hangup ends it as gently as being told to stop."""
        if hasattr(signal, "SIGHUP"):
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.handle_exit, signal.SIGTERM, None)
        await super().startup(sockets)
        self._collecting = asyncio.create_task(Collector().go_on())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every client that it may come back, then stop."""
        app: Any = self.config.app
        if hasattr(app.state, "sockets"):
            app.state.sockets.goodbye()
            await asyncio.sleep(GOODBYE_SECONDS)
        self._collecting.cancel()
        await super().shutdown(sockets)


def serve(settings: Settings, listening: socket.socket) -> None:
    """One process, until it is told to stop."""
    raise_file_limit()
    set_up(settings)
    config = uvicorn.Config(
        create_app(settings),
        http=PatientProtocol.of(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws=PatientSocket,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=settings.hosts == "*",
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    TableServer(config).run(sockets=[listening])


class Workers:
    """Several processes on one socket: one that dies is replaced; SIGHUP replaces all, one after the other."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._count = settings.workers
        self._listening = listening
        self._running: list[subprocess.Popen[bytes]] = []
        self._stopping = False
        self._replacing = False

    def run(self) -> None:
        """Until this process is told to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._replace)
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # so that one worker can tell what all have measured
            self._run()

    def _run(self) -> None:
        self._running = [self._start() for _ in range(self._count)]
        while not self._stopping:
            time.sleep(LOOK_SECONDS)
            self._running = [one if one.poll() is None else self._start() for one in self._running]
            if self._replacing:
                self._replacing = False
                for place, old in enumerate(self._running):
                    self._running[place] = self._start()
                    time.sleep(STOP_SECONDS)  # the new one is at work before the old one goes
                    end([old])
        end(self._running)

    def _start(self) -> subprocess.Popen[bytes]:
        descriptor = self._listening.fileno()
        words = [sys.executable, "-m", "sandtable.server.running", str(descriptor)]
        environment = {
            **os.environ,
            "SANDTABLE_WORKERS": str(self._count),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        return subprocess.Popen(words, pass_fds=[descriptor], env=environment)

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _replace(self, *_: object) -> None:
        self._replacing = True


def end(processes: list[subprocess.Popen[bytes]]) -> None:
    """Stop these, gently first."""
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(2 * STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def raise_file_limit() -> None:
    """As many sockets as the system lets this user have."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    serve(Settings.from_environment(), socket.socket(fileno=int(sys.argv[1])))
