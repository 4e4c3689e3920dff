"""`sandtable` without arguments, and `sandtable serve`: the table on this machine, or for others on the network."""

from __future__ import annotations

import argparse
import gc
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

from sandtable.engine.documents import Document

LOCAL = "127.0.0.1"
PORT = 1941
TRIED = 20
"""How many ports to try, starting with the one asked for."""
LAST_PORT = 65_535


def port_number(text: str) -> int:
    """A port number, or an error that says why it is not one."""
    if not text.isdigit() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {LAST_PORT}, not {text!r}")
    return int(text)


def worker_count(text: str) -> int:
    """The number of processes, or an error that says why it is not one."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"the number of workers is 1 or more, not {text!r}")
    return int(text)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare both commands."""
    table = commands.add_parser("table", help="start the table on this machine and open the browser (the default)")
    table.add_argument("--port", type=port_number, default=PORT, help=f"default {PORT}, or the next free one")
    table.add_argument("--no-browser", action="store_true", help="do not open the browser")
    table.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        action="append",
        default=[],
        help="play with the data of a folder (repeatable)",
    )
    table.set_defaults(run=run, host=LOCAL, workers=1, at_home=True)
    serve = commands.add_parser("serve", help="the same for others on the network")
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all of this machine)")
    serve.add_argument("--port", type=port_number, default=PORT, help=f"default {PORT}")
    serve.add_argument("--workers", type=worker_count, default=1, help="processes; more than one needs PostgreSQL")
    serve.set_defaults(run=run, no_browser=True, at_home=False)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from sandtable.server.app import STATIC, UNBUILT
    from sandtable.server.running import Workers, serve
    from sandtable.server.settings import Settings
    from sandtable.server.store import Store, StoreError

    port = free_port(args.host, args.port) if args.at_home else args.port
    given: Document = {"hosts": "localhost,127.0.0.1,[::1]"} if args.at_home else {}  # a proxy names the public host
    if args.at_home and args.data:
        given["data"] = ",".join(f"{checked(folder)}={folder.resolve()}" for folder in args.data)
    settings = Settings.from_environment(workers=args.workers, **given)
    if args.workers > 1 and settings.address.startswith("sqlite"):
        raise ValueError("several workers need PostgreSQL: set SANDTABLE_DATABASE=postgresql://...")
    try:
        Store(settings.address, settings.sqlite_sync).close()
    except StoreError as error:
        raise ValueError(str(error)) from None
    listening = listen(args.host, port)
    settle_memory()
    address = f"http://{LOCAL if args.host == LOCAL else socket.gethostname()}:{listening.getsockname()[1]}/"
    if not (STATIC / "index.html").is_file():
        print(UNBUILT, file=sys.stderr)
    if args.at_home and args.port and port != args.port:
        print(f"Port {args.port} is taken, perhaps by another table; this one has {port}.")
    print(f"The table is at {address} (stop it with Ctrl-C)", flush=True)
    if args.at_home and not args.no_browser:
        threading.Thread(target=open_when_ready, args=(address,), daemon=True).start()
    if args.workers > 1:
        Workers(settings, listening).run()
    else:
        serve(settings, listening)
    return 0


def checked(folder: Path) -> str:
    """The game whose data are in a folder; an error lists what is wrong with them."""
    from sandtable.lab.check import game_of, reading_faults

    game = game_of(folder)
    faults = reading_faults(game, folder)
    if faults:
        raise ValueError("\n".join([*faults, f"{game} cannot be played with the data of {folder}"]))
    print(f"New tables of {game} are played with the data of {folder}.")
    return game


def listen(host: str, port: int) -> socket.socket:
    """The socket to listen on; an OSError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    if os.name != "nt" and sys.platform != "cygwin":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    listening.set_inheritable(True)
    return listening


def settle_memory() -> None:
    """Keep what is loaded at the start out of every later collection; views make many short-lived objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def free_port(host: str, wanted: int) -> int:
    """The port asked for, or the next free one after it; any free one for 0."""
    for port in range(wanted, min(wanted + TRIED, LAST_PORT + 1)):
        with socket.socket() as probe:
            if os.name != "nt" and sys.platform != "cygwin":  # there it would accept a port that is taken
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            free: int = probe.getsockname()[1]
            return free
    raise OSError(f"no free port from {wanted} to {wanted + TRIED - 1}")


def open_when_ready(address: str, patience: float = 20.0) -> None:
    """Open the browser as soon as the table answers; a proxy set in the environment is not used for this machine."""
    end = time.monotonic() + patience
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < end:
        try:
            direct.open(address, timeout=1).close()
        except OSError:
            time.sleep(0.1)
            continue
        webbrowser.open(address)
        return
