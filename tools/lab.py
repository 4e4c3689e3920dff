"""The tables under docs/lab, made anew by the commands that stand above them: `python -m tools.lab [PAGE ...]`.

A page holds blocks: a command in a comment, and down to the next `<!-- end -->` what it prints.

    <!-- run: sandtable balance bravery -n 400 -->
    <!-- end -->

`run` gives the same rows each time, and `--check` says which do not. `measure` tells of time, which differs from run to
run: such a block is made anew only with `--measure`.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "lab"
BLOCK = re.compile(r"<!-- (run|measure): (.+?) -->\n(.*?)<!-- end -->", re.DOTALL)
PROGRAMS = {"sandtable": ("-m", "sandtable.cli.main"), "python": ()}
KEEPS = ("simulate", "balance", "compare", "tournament", "positions", "league", "levels", "scenarios")


def output(command: str, more: tuple[str, ...] = ()) -> str:
    """What a command prints; one that fails is an error. Commands that play games get more words than are shown."""
    program, *words = shlex.split(command)
    more = more if words[0] in KEEPS else ()
    run = (sys.executable, *PROGRAMS[program], *words, *more)
    return subprocess.run(run, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def block(kind: str, command: str, printed: str) -> str:
    """A block with its command in sight and what it printed: tables, or else plain lines."""
    shown = printed.strip() if "\n| " in printed else f"```\n{printed.rstrip()}\n```"
    return f"<!-- {kind}: {command} -->\n`{command}`\n\n{shown}\n<!-- end -->"


def made_anew(text: str, kinds: set[str], more: tuple[str, ...] = ()) -> str:
    """A page with its blocks of these kinds made anew."""

    def fresh(found: re.Match[str]) -> str:
        kind, command, _ = found.groups()
        if kind not in kinds:
            return found[0]
        print(command, file=sys.stderr, flush=True)
        return block(kind, command, output(command, more))

    return BLOCK.sub(fresh, text)


def main(words: list[str] | None = None) -> int:
    """Rewrite pages, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE", help="all of docs/lab if left out")
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if a row would change")
    parser.add_argument("--measure", action="store_true", help="measure times anew, too")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep finished games here, and go on from them")
    parser.add_argument("--jobs", metavar="N", help="games at a time; all cores if left out")
    args = parser.parse_args(words)
    keep = ("--keep", str(args.keep.resolve())) if args.keep else ()
    jobs = ("--jobs", args.jobs) if args.jobs else ()
    (ROOT / "build" / "lab").mkdir(parents=True, exist_ok=True)  # where the commands write their reports
    changed = False
    for page in args.pages or sorted(PAGES.glob("*.md")):
        before = page.read_text(encoding="utf-8")
        after = made_anew(before, {"run", "measure"} if args.measure else {"run"}, (*keep, *jobs))
        changed |= after != before
        if args.check:
            was, would_be = before.splitlines(keepends=True), after.splitlines(keepends=True)
            sys.stdout.writelines(unified_diff(was, would_be, str(page), "made anew"))
        else:
            page.write_text(after, encoding="utf-8")
    return int(args.check and changed)


if __name__ == "__main__":
    raise SystemExit(main())
