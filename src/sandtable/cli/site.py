"""`sandtable site DIR`: the table as static files, played without a server."""

from __future__ import annotations

import argparse
from pathlib import Path


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("site", help="build the table as static files that are played without a server")
    command.add_argument("folder", type=Path, metavar="DIR", help="where to; the app is in DIR/play")
    command.add_argument("--no-manual", action="store_true", help="the app alone")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Build it and say how large it is."""
    from sandtable.site.build import build

    made = build(args.folder, manual=not args.no_manual)
    print(f"{made.folder}: version {made.version}, {made.files} files, {made.wire / 1e6:.2f} MB for a first visit")
    return 0
