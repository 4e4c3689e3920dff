"""`sandtable tables check`: what this version would do with stored tables. `sandtable backup`: a copy of them."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from sandtable.engine.words import counted


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare both commands."""
    tables = commands.add_parser("tables", help="look after the tables of a server")
    kinds = tables.add_subparsers(dest="what", metavar="WHAT", required=True)
    check = kinds.add_parser("check", help="play through every table with this version, and change nothing")
    check.add_argument("--all", action="store_true", help="list those that go on as well")
    check.set_defaults(run=run_check)
    backup = commands.add_parser("backup", help="copy the database while the server goes on")
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; the file must not exist yet")
    backup.set_defaults(run=run_backup)


def run_check(args: argparse.Namespace) -> int:
    """0 if every table goes on, 1 if one would be closed."""
    from sandtable.server.earlier import EarlierVersions
    from sandtable.server.settings import Settings
    from sandtable.server.store import Store
    from sandtable.server.switch import verdicts
    from sandtable.table import library
    from sandtable.table.shelf import Shelf

    settings = Settings.from_environment()
    store = Store(settings.address, settings.sqlite_sync, alone=False)
    versions = EarlierVersions(settings.earlier)
    shelf = Shelf(library.find(settings.library), store, versions, settings.folders)
    grid, closed, count = Grid("table", "game", "started with", "what happens"), 0, 0
    try:
        for verdict in verdicts(store, shelf):
            count += 1
            closed += verdict.closed
            if verdict.closed or args.all:
                grid.add_row(verdict.table, verdict.game, verdict.started, verdict.text)
    finally:
        versions.close()
        shelf.close()
        store.close()
    console = Console()
    if grid.row_count:
        console.print(grid)
    console.print(f"{counted(count, 'table')}; {count - closed} go on, {closed} would be closed.")
    return 1 if closed else 0


def run_backup(args: argparse.Namespace) -> int:
    """Copy the SQLite file page by page; PostgreSQL has tools of its own."""
    from sandtable.server.settings import Settings
    from sandtable.server.store import make_private

    address = Settings.from_environment().address
    if not address.startswith("sqlite:///"):
        raise ValueError("PostgreSQL has tools of its own: pg_dump --format=custom --file=FILE (see docs/hosting.md)")
    if args.file.exists():
        raise ValueError(f"{args.file} is there already")
    source = Path(address.removeprefix("sqlite:///"))
    if not source.is_file():
        raise ValueError(f"there is no database at {source}")
    make_private(args.file)
    with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as here, sqlite3.connect(args.file) as there:
        here.backup(there, pages=256, sleep=0.005)
        (fault,) = there.execute("PRAGMA integrity_check").fetchone()
        tables = there.execute("SELECT count(*) FROM tables").fetchone()[0]
    here.close()
    there.close()
    if fault != "ok":
        raise ValueError(f"the copy is not whole: {fault}")
    print(f"{counted(tables, 'table')} copied to {args.file}")
    return 0
