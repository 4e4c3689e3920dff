"""Whole games of agents, one for each way a scenario can end, replayed to the same end (tools/full_games.py)."""

from __future__ import annotations

import json

import pytest
from tools.full_games import Ending, digests, endings, folder, how_it_ended, replay

import sandtable
from sandtable import IllegalAction

ALL = [(name, ending) for name in sandtable.games() for ending in endings(name)]
PLAYED = [(name, ending) for name, ending in ALL if not ending.excuse]
RULES_CHANGED = (
    "Games played before your change no longer come out alike. If you meant to change a rule or a datum: raise "
    "rules_version of the game, say so in CHANGELOG.md, and run `python -m tools.full_games {game}`. If you did not: "
    "undo the change."
)
WORDS_CHANGED = (
    "The game comes out alike, but what players see or read at its end has changed. If you meant that: run "
    "`python -m tools.full_games --digests {game}` and read the playthrough's diff. If you did not: undo the change."
)


@pytest.mark.parametrize(("game", "ending"), PLAYED, ids=[f"{game}-{ending.file[:-5]}" for game, ending in PLAYED])
def test_a_whole_game_replays_to_the_same_end(game: str, ending: Ending) -> None:
    loaded = sandtable.load(game)
    path = folder(game) / ending.file
    assert path.exists(), f"no record of {ending.how!r} in {ending.start}: run `python -m tools.full_games {game}`"
    document = json.loads(path.read_text(encoding="utf-8"))
    changed = RULES_CHANGED.format(game=game)
    assert document["rules"] == loaded.rules_version, (
        f"recorded with rules version {document['rules']}, now {loaded.rules_version}: "
        f"run `python -m tools.full_games {game}`"
    )
    try:
        pos = replay(loaded, document)
    except IllegalAction as error:
        pytest.fail(f"{error}\n{changed}")
    assert pos.outcome is not None, changed
    assert how_it_ended(pos) == ending.how, changed
    assert pos.outcome._asdict() == document["outcome"], changed
    now = digests(pos)
    assert now["board"] == document["digests"]["board"], changed
    assert now["words"] == document["digests"]["words"], WORDS_CHANGED.format(game=game)


@pytest.mark.parametrize("game", sandtable.games())
def test_every_scenario_lists_its_endings_and_no_record_is_left_over(game: str) -> None:
    loaded = sandtable.load(game)
    listed = endings(game)
    assert {ending.scenario for ending in listed} == set(loaded.scenarios)
    assert all(set(ending.options) <= set(loaded.options) for ending in listed)
    for scenario in loaded.scenarios:
        assert any(not ending.excuse for ending in listed if ending.scenario == scenario), scenario
    assert all(len(ending.excuse.split()) >= 5 for ending in listed if ending.excuse), "an excuse is a sentence"
    assert {path.name for path in folder(game).glob("*.json")} == {e.file for e in listed if not e.excuse}
