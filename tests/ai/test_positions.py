"""Every test position leads to its decision, and a run is judged as its file says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable
from sandtable import Position
from sandtable.ai.core.positions import Puzzle, decision, judge, positions, read, run, texts
from sandtable.cli.main import main
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat
from sandtable.lab.positions import score
from sandtable.lab.workers import Workers

ALL = [puzzle for game in sandtable.games() for puzzle in positions(game)]
TEXT = """title: The first chit
scenario: crusader
side: allied
found: a test
avoid: put 7? | done
good: put 1*

put 4A; put 22A
# a comment
put 2NZ
"""


class Plays:
    """An agent that plays a text, or the first action."""

    def __init__(self, *wanted: str) -> None:
        self.wanted = list(wanted)

    def choose(self, seat: Seat) -> Action:
        pos, text = seat._known, self.wanted.pop(0) if self.wanted else ""
        return pos.box.game.orders.read(pos, text) if text else seat.actions()[0]


@pytest.mark.parametrize("puzzle", ALL, ids=[f"{puzzle.game}-{puzzle.name}" for puzzle in ALL])
def test_a_position_leads_to_a_decision_at_which_its_patterns_fit(puzzle: Puzzle) -> None:
    assert puzzle.title
    assert puzzle.found
    assert not puzzle.faults(decision(puzzle, sandtable.load(puzzle.game)))


def made(text: str = TEXT) -> tuple[Puzzle, Position]:
    puzzle = read("bravery", "test", text)
    return puzzle, decision(puzzle, sandtable.load("bravery"))


@pytest.mark.parametrize(
    ("played", "blunder", "good"),
    [("put 7A", True, False), ("done", True, False), ("put 1SA", False, True), ("put 2SA", False, False)],
)
def test_one_decision_is_judged_by_its_patterns(played: str, blunder: bool, good: bool) -> None:
    puzzle, pos = made()
    result = run(puzzle, pos, Plays(played), Plays(), 1)
    assert (result.first, result.blunder, result.good) == (played, blunder, good)
    assert "put 2NZ" not in texts(pos), "the record was played"


def test_a_position_plays_on_to_its_pause_and_judges_every_decision_on_the_way() -> None:
    puzzle, pos = made(TEXT.replace("good: put 1*", "good: put 1SA\nuntil: draw.chit other"))
    assert run(puzzle, pos, Plays("put 1A", "put 1SA", "put 7A"), Plays(), 1).blunder
    result = run(puzzle, pos, Plays("put 2SA", "put 1SA", "put 4IND"), Plays(), 1)
    assert result.blunder, "the agent takes the first action from there on, and put 7A is one of them"
    kind = TEXT.replace("avoid: put 7? | done", "avoid: put nothing").replace("put 1*", "put 1SA\nuntil: other")
    assert run(*made(kind), Plays("put 2SA", "put 1SA"), Plays(), 1).good


def test_the_end_is_judged_by_checks() -> None:
    puzzle, pos = made(TEXT.replace("avoid:", "avoid if: lost\n#") + "\n")
    assert judge(puzzle, pos, ["put 1A"]).good
    pos.finish(1, "a test", 0, 0)
    assert judge(puzzle, pos, ["put 1A"]).blunder


def test_a_whole_position_takes_the_place_of_the_record() -> None:
    pos = made()[1]
    state = json.dumps(sandtable.load("bravery").dump(pos)["position"])
    other, same = made(TEXT.partition("put 4A")[0] + state + "\nput 2SA\n")
    pos.play(("put", sandtable.load("bravery").orders.read(pos, "put 2SA")[1]))
    assert texts(same) == texts(pos)
    assert not other.faults(same)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("side: allied", "side: nobody"), "no side"),
        (("title: The first chit\n", ""), "no title"),
        (("good: put 1*", "great: put 1*"), "not a line of a header"),
        (("put 2NZ", "put 2NZ 5"), "action 2 'put 2NZ 5'"),
    ],
)
def test_a_file_that_is_wrong_says_where(change: tuple[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        made(TEXT.replace(*change))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("good: put 1*", "good: put 9*"), "no action fits 'put 9*'"),
        (("side: allied", "side: axis"), "allied decides there, not axis"),
        (("avoid: put 7? | done\n", ""), "nothing is to be avoided"),
        (("good: put 1*", "until: nowhere"), "there is no step 'nowhere'"),
    ],
)
def test_faults_of_a_file_are_told(change: tuple[str, str], fault: str) -> None:
    puzzle, pos = made(TEXT.replace(*change))
    assert fault in puzzle.faults(pos)


def test_an_unknown_check_is_an_error() -> None:
    puzzle, pos = made(TEXT.replace("good: put 1*", "good if: all_is_well"))
    with pytest.raises(ValueError, match="all_is_well"):
        puzzle.faults(pos)


def test_a_level_is_scored_and_the_runs_are_kept(tmp_path: Path) -> None:
    puzzles = positions("bravery")[:1]
    told = list[int]()
    first = score("bravery", "random", puzzles, 6, Workers(1), tmp_path, told.append)
    assert told == [0, *[1] * 6]
    assert len({result.first for result in first[0].results}) > 1, "each run has a seed of its own"
    assert 0 <= first[0].good <= first[0].avoided <= 6
    told.clear()
    assert score("bravery", "random", puzzles, 6, Workers(1), tmp_path, told.append) == first
    assert told == [6]


def test_the_command_prints_a_table_and_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    puzzle = positions("bravery")[0]
    words = [
        "positions",
        "bravery",
        puzzle.name,
        "--level",
        "random",
        "--seeds",
        "2",
        "--jobs",
        "1",
        "--write",
        str(page),
    ]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert puzzle.title in printed
    written = page.read_text(encoding="utf-8")
    assert written.startswith("# Positions")
    assert puzzle.title in written
    assert main([*words, "--write", str(page)]) == 0
    page.write_text(f"{written}\n## Another game\n\nas it was\n", encoding="utf-8")
    assert main([*words, "--write", str(page)]) == 0
    assert page.read_text(encoding="utf-8") == f"{written}\n## Another game\n\nas it was\n", "other games stay"
    assert main(["positions", "bravery", "no-such-position"]) == 2
