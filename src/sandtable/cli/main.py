"""`sandtable`: finds the commands beside it and runs one."""

from __future__ import annotations

import argparse
import importlib
import io
import pkgutil
import sys
from collections.abc import Sequence

import sandtable
from sandtable import cli
from sandtable.engine.packs import PackError
from sandtable.engine.position import IllegalAction

DEFAULT = "table"
"""The command that `sandtable` runs when given no arguments."""
EXTRAS = {"matplotlib": "lab", "openskill": "lab", "psycopg": "postgres", "pyarrow": "lab", "ray": "ray"}
"""Packages that not everyone needs, and the extra that installs each."""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="sandtable", description="The desert war of 1940-42, five board games, one table."
    )
    top.add_argument("--version", action="version", version=sandtable.__version__)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for module in pkgutil.iter_modules(cli.__path__):
        command = importlib.import_module(f"{cli.__name__}.{module.name}")
        if hasattr(command, "add"):
            command.add(commands)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, or 2 when the arguments or the data are wrong."""
    for stream in (sys.stdout, sys.stderr):  # a terminal that cannot show a character prints a question mark instead
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    given = list(sys.argv[1:] if words is None else words)
    args = parser().parse_args(given or [DEFAULT])
    try:
        return int(args.run(args))
    except (ValueError, PackError, IllegalAction, OSError) as error:
        print(f"sandtable: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        print(f"sandtable: this needs {error.name}: pip install 'sandtable[{EXTRAS[error.name]}]'", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
