"""`sandtable` with no words, and `sandtable serve`: the table on this machine, or for others on the network."""

from __future__ import annotations

import argparse
import gc
import socket
import threading
import time
import urllib.request
import webbrowser
from typing import Any

LOCAL = "127.0.0.1"
PORT = 1941
TRIED = 20
"""Ports to try after the one that is wanted."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare both commands."""
    table = commands.add_parser("table", help="start the table on this machine and open the browser (the default)")
    table.add_argument("--port", type=int, default=PORT, help=f"default {PORT}, or the next free one")
    table.add_argument("--no-browser", action="store_true", help="do not open the browser")
    table.set_defaults(run=run, host=LOCAL)
    serve = commands.add_parser("serve", help="the same for others on the network")
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all of this machine)")
    serve.add_argument("--port", type=int, default=PORT, help=f"default {PORT}")
    serve.set_defaults(run=run, no_browser=True)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    import uvicorn

    from sandtable.server.app import create_app
    from sandtable.server.settings import Settings

    local = args.host == LOCAL
    port = free_port(args.host, args.port) if local else args.port
    given: dict[str, Any] = {"hosts": "localhost,127.0.0.1,[::1]"} if local else {}
    settings = Settings.from_environment(**given)
    settle_memory()
    address = f"http://{LOCAL if local else socket.gethostname()}:{port}/"
    print(f"The table is at {address} (stop it with Ctrl-C)", flush=True)
    if local and not args.no_browser:
        threading.Thread(target=open_when_ready, args=(address,), daemon=True).start()
    uvicorn.run(
        create_app(settings),
        host=args.host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=not local,
        timeout_graceful_shutdown=3,
    )
    return 0


def settle_memory() -> None:
    """Keep what is loaded once out of every later collection; views make many short-lived objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def free_port(host: str, wanted: int) -> int:
    """The port wanted, or the next free one after it; any free one for 0."""
    for port in range(wanted, wanted + TRIED):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            free: int = probe.getsockname()[1]
            return free
    raise OSError(f"no free port from {wanted} to {wanted + TRIED - 1}")


def open_when_ready(address: str, patience: float = 20.0) -> None:
    """Open the browser as soon as the table answers."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(address, timeout=1).close()
        except OSError:
            time.sleep(0.1)
            continue
        webbrowser.open(address)
        return
