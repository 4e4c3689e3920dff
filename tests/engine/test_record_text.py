"""Records as text: written, read back, commented, mended, refused."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable import IllegalAction, Match
from sandtable.engine.record_text import read_record, write_record
from sandtable.engine.sides import CHANCE

GAME = sandtable.load("bravery")


def played(count: int) -> Match:
    match, rng = Match(GAME, options={"eighteen_chits": True}), Random(3)
    while match.pos.stack and len(match.actions) < count:
        pos = match.pos
        match.play(pos.sample(rng) if pos.stack[-1].side == CHANCE else rng.choice(pos.actions()))
    return match


def test_a_record_reads_back() -> None:
    record = played(200).record
    text = write_record(record, GAME)
    assert read_record(text, GAME) == record
    assert "option eighteen_chits yes" in text
    assert "\n# Turn 2\n" in text


def test_comments_and_blank_lines_are_for_people_and_who_acts_may_be_left_out() -> None:
    text = write_record(played(20).record, GAME)
    head, _, body = text.partition("# Turn 1\n")
    plain = [line.partition(": ")[2] for line in body.splitlines()]
    mended = head + "\n\n".join(f"  {line}   # well" for line in plain)
    assert read_record(mended, GAME) == read_record(text, GAME)


def test_what_is_wrong_is_named_by_its_line() -> None:
    text = write_record(played(20).record, GAME)
    first = next(n for n, line in enumerate(text.splitlines(), 1) if ": " in line)
    with pytest.raises(ValueError, match="is not a record"):
        read_record("game bravery\n", GAME)
    with pytest.raises(ValueError, match="this table plays 'bravery'"):
        read_record(text.replace("game bravery", "game chess"), GAME)
    lines = text.splitlines()
    with pytest.raises(ValueError, match=f"line {first}, .*no order 'mvoe'"):
        read_record("\n".join([*lines[: first - 1], "mvoe 0605"]), GAME)
    with pytest.raises(ValueError, match=f"line {first}: allied decides here, not axis"):
        read_record("\n".join([*lines[: first - 1], "axis: done"]), GAME)
    with pytest.raises(IllegalAction, match=f"line {first}"):
        read_record("\n".join([*lines[: first - 1], "move 0605"]), GAME)
