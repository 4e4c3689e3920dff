"""The league: who meets whom, and when a change is taken; the exploiter is fitted step by step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools import exploit

from sandtable.ai import agent
from sandtable.ai.core.exploiter import BATTLE, ORDER
from sandtable.cli.main import main
from sandtable.lab.league import BEFORE, Result, aim_of, entrants, judge, last_taken, meetings, take
from sandtable.lab.plan import Plan

PLAN = Plan("bravery", None, {}, {"allied": "greedy", "axis": "greedy"}, 1)
WON, LOST, EVEN = Result(15, 20), Result(5, 20), Result(10, 20)


def test_everybody_meets_everybody_or_the_champion_alone() -> None:
    names = entrants("bravery", "general", ["greedy"])
    assert names[0] == "general"
    assert {"captain", "turtle", "greedy"} < set(names)
    assert len(meetings(names, True)) == len(names) * (len(names) - 1)
    assert all("general" in pair for pair in meetings(names, False))
    with pytest.raises(ValueError, match="napoleon"):
        entrants("bravery", "napoleon")


@pytest.mark.parametrize(
    ("now", "before", "taken", "words"),
    [
        ({"turtle": LOST}, None, True, "no champion of before"),
        ({"turtle": WON, BEFORE: WON}, {"turtle": WON}, True, "beats the champion of before"),
        ({"turtle": LOST, BEFORE: WON}, {"turtle": WON}, False, "loses to turtle"),
        ({"turtle": LOST, BEFORE: WON}, {"turtle": LOST}, True, "loses to nobody that one beat"),
        ({"turtle": WON, BEFORE: EVEN}, {"turtle": WON}, False, "does not beat the champion"),
        ({"turtle": WON}, {"turtle": WON}, False, "has not met"),
        ({BEFORE: Result(3, 5)}, {"raider": WON}, True, "may be luck"),
    ],
)
def test_a_change_is_taken_by_the_rule(
    now: dict[str, Result], before: dict[str, Result] | None, taken: bool, words: str
) -> None:
    verdict = judge(now, before)
    assert verdict.taken is taken
    assert words in verdict.text


def test_the_ledger_keeps_what_the_last_champion_won(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    assert last_taken(ledger, PLAN) is None
    take(ledger, PLAN, "general", {"turtle": LOST})
    take(ledger, PLAN, "general", {"turtle": WON, BEFORE: WON})
    take(ledger, PLAN._replace(game="rommel"), "general", {"turtle": LOST})
    assert last_taken(ledger, PLAN) == {"turtle": WON, BEFORE: WON}
    entry = json.loads(ledger.read_text(encoding="utf-8").splitlines()[0])
    assert entry["agent"].startswith("search:")


def test_aims_are_for_partners_and_for_the_fitted_player() -> None:
    assert (aim_of("turtle"), aim_of("exploiter"), aim_of("captain"), aim_of(BEFORE)) == (0.9, 0.7, None, None)


def test_the_command_plays_and_gives_its_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = tmp_path / "ledger.jsonl"
    words = ["league", "bravery", "--champion", "random", "--champion-only", "-n", "1", "--jobs", "1"]
    assert main([*words, "--ledger", str(ledger), "--keep", str(tmp_path / "keep"), "--take"]) == 0
    printed = capsys.readouterr().out
    assert "Taken: the ledger has no champion of before." in printed
    assert "| turtle |" in printed
    assert ledger.exists()
    assert main([*words, "--ledger", str(ledger), "--keep", str(tmp_path / "keep"), "--take"]) == 0
    assert "Not taken: it has not met" in capsys.readouterr().out
    assert len(ledger.read_text(encoding="utf-8").splitlines()) == 1


def test_an_exploiter_is_fitted_and_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games stand in for themselves: the more a player likes battles, the more it wins."""
    asked = list[dict[str, float]]()

    def tried(args: object, weights: dict[str, float], count: int, seed: int) -> list[float]:
        asked.append(weights)
        return [min(1.0, max(0.0, 0.2 + 0.5 * weights.get(BATTLE, 0.0)))] * 2 * count

    monkeypatch.setattr(exploit, "tried", tried)
    monkeypatch.setattr(exploit, "fitted_weights", lambda game: tmp_path / "fitted.json")
    words = ["bravery", "--state", str(tmp_path / "state.json"), "--players", "12", "-n", "1", "--last", "4"]
    assert exploit.main([*words, "--generations", "1", "--force"]) == 0
    played = len(asked)
    assert exploit.main([*words, "--generations", "4"]) == 0
    assert len(asked) == played + 3 * 12 + 2, "the first generation is not played again"
    fitted = json.loads((tmp_path / "fitted.json").read_text(encoding="utf-8"))
    assert fitted["weights"][BATTLE] > 0.8
    assert ORDER in fitted["weights"]
    assert agent(f"exploiter:{tmp_path / 'fitted.json'}", "bravery") is not None
    assert "generation 3" in capsys.readouterr().out
