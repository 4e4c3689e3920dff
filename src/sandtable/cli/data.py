"""`sandtable data GAME`: every value that `compare --set` can change; `data copy`, `data check`: a folder of data."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import sandtable
from sandtable.cli.common import load_game
from sandtable.lab.change import listed
from sandtable.lab.check import faults_of, game_of

COPIED = (".csv", ".toml")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "data",
        help="what `compare --set` can change, with its value; or copy data to a folder, or check a folder",
        description="`data GAME` prints one line for each value, as `compare --set` takes it. Of a list, NAME.#2 is "
        "the second item. `data copy GAME DIR FILE ...` copies files of a game's data to a folder, to be edited there: "
        "all of them if none is named, `units` for units.csv. `data check DIR` reads the files of a folder, sets up "
        "every scenario with them and plays some random games; it lists all mistakes with file, line and column.",
    )
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(sandtable.games())}; or `copy`, or `check`")
    command.add_argument(
        "name", metavar="NAME", nargs="?", default="", help="only names that begin with this; or the folder"
    )
    command.add_argument("more", metavar="...", nargs="*", help="for `copy`: the folder, and which files")
    command.add_argument("--game", dest="of", metavar="GAME", help="whose data `check` is about, if it cannot tell")
    command.add_argument("--data", type=Path, metavar="DIR", help="files that replace those of the game's data pack")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print them, or check a folder."""
    if args.game == "check":
        return check(Path(args.name), args.of)
    if args.game == "copy":
        return copy(args)
    if args.more:
        raise ValueError(f"give one name: {args.more[0]} is one too many")
    lines = [f"{name}={value}" for name, value in listed(load_game(args).pack, args.name)]
    if not lines:
        raise ValueError(f"no name begins with {args.name}; `sandtable data {args.game}` lists all")
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:  # `| head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def copy(args: argparse.Namespace) -> int:
    """Copy files of a game's data to a folder; existing files are never overwritten."""
    if args.name not in sandtable.games() or not args.more:
        raise ValueError("data copy GAME DIR FILE ...: whose data, where to, and which files (all if left out)")
    pack, folder, wanted = sandtable.load(args.name, args.data).pack, Path(args.more[0]), args.more[1:]
    files = {name: stem for name in pack.files() if (stem := Path(name).stem) and Path(name).suffix in COPIED}
    chosen = [name for name, stem in files.items() if not wanted or stem in wanted or name in wanted]
    unknown = [name for name in wanted if name not in files and name not in files.values()]
    if unknown:
        raise ValueError(f"{args.name} has no {', '.join(unknown)}; its files are {', '.join(files)}")
    there = [name for name in chosen if (folder / name).exists()]
    if there:
        raise ValueError(f"{folder} has {', '.join(there)} already")
    folder.mkdir(parents=True, exist_ok=True)
    for name in chosen:
        (folder / name).write_text(pack.text(name), encoding="utf-8", newline="\n")
    print(f"{args.name}: {', '.join(chosen)} in {folder}")
    return 0


def check(folder: Path, name: str | None) -> int:
    """Say what is wrong with a folder of data."""
    name = name or game_of(folder)
    faults = faults_of(name, folder)
    for fault in faults:
        print(fault)
    word = "1 mistake" if len(faults) == 1 else f"{len(faults)} mistakes"
    print(f"{name}: {word} in {folder}" if faults else f"{name}: the data of {folder} can be played with")
    return 1 if faults else 0
