"""The tables under docs/lab come from the commands above them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.lab import BLOCK, PAGES, main

import sandtable
from sandtable.cli.main import parser

COMMANDS = [
    pytest.param(command, id=f"{page.stem}-{number}")
    for page in sorted(PAGES.glob("*.md"))
    for number, (_, command, _) in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_a_page_is_one_there_is(command: str) -> None:
    program, *words = command.split()
    if program == "python":
        file = words[1].replace(".", "/") + ".py" if words[0] == "-m" else words[0]
        assert (PAGES.parents[1] / file).is_file()
    else:
        args = parser().parse_args(words)
        scenario = getattr(args, "scenario", None)
        assert scenario is None or scenario in sandtable.load(args.game).scenarios


def test_a_page_is_made_anew_by_its_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Before.\n<!-- run: sandtable simulate bravery -n 2 --jobs 1 -->\n<!-- end -->\nBetween.\n"
        "<!-- measure: sandtable bench bravery -->\nas it was\n<!-- end -->\nAfter.\n",
        encoding="utf-8",
    )
    assert main([str(page), "--check"]) == 1
    assert "+| side | agent |" in capsys.readouterr().out
    assert main([str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "`sandtable simulate bravery -n 2 --jobs 1`\n\nbravery: 2 games, seed 1\n\n| side |" in text
    assert all(words in text for words in ("Before.\n", "\nBetween.\n", "\nas it was\n", "\nAfter.\n"))
    assert main([str(page), "--check"]) == 0
