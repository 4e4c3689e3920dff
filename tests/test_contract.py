"""What must hold of every game: runs over all that are registered, every scenario and every option."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest
from tools.full_games import endings, how_it_ended

import sandtable
from sandtable import Game, IllegalAction, Match, Position, Record, Seat
from sandtable.engine.flow import Frame
from sandtable.engine.game import Box
from sandtable.engine.sides import CHANCE, PLAYERS
from tests.play import play_randomly, starts

GAMES = sandtable.games()
STARTS = [(name, *start) for name in GAMES for start in starts(sandtable.load(name))]
SPREAD = 37
"""Costly looks happen at every so many decisions, and seeds differ, so that all kinds are met."""
WHOLE_LOG = 10
"""Of so many looks at a position one reads its whole log."""

by_start = pytest.mark.parametrize(
    ("name", "scenario", "options"), STARTS, ids=[f"{n}-{s}{'-' + next(iter(o)) if o else ''}" for n, s, o in STARTS]
)
by_game = pytest.mark.parametrize("name", GAMES)


def as_bytes(document: Any) -> bytes:
    """A JSON-able document as bytes; a set or an object in it is an error."""
    return json.dumps(document, sort_keys=True).encode()


def frozen(pos: Position) -> bytes:
    """All of a position, log included."""
    return as_bytes(pos.box.game.dump(pos))


def named(game: Game, frame: Frame) -> bool:
    """Do the arguments of a frame fit the names its step declares?"""
    names = getattr(game.steps[frame.step], "Args", None)
    if names is None:
        return not frame.args
    return len(names._fields) - len(names._field_defaults) <= len(frame.args) <= len(names._fields)


@by_start
def test_random_play_ends_and_never_breaks_an_invariant(name: str, scenario: str, options: dict[str, Any]) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        actions = pos.actions()
        assert actions
        assert len(set(actions)) == len(actions)
        assert pos.side in ("allied", "axis", "chance")
        assert game.faults(pos) == []
        assert [frame for frame in pos.stack if not named(game, frame)] == []

    pos = play_randomly(game, 7, look, scenario, options, every=5)
    assert pos.side is None
    assert pos.actions() == []
    assert pos.see(None)["actions"] == []
    assert pos.outcome is not None
    assert pos.outcome.winner in (None, *PLAYERS)
    assert set(pos.outcome.score) == set(PLAYERS)
    assert how_it_ended(pos) in {ending.how for ending in endings(name) if ending.scenario == scenario}
    assert all(pos.see(viewer)["actions"] == [] for viewer in (None, *PLAYERS)), "nobody acts when it is over"
    with pytest.raises(IllegalAction):
        pos.play(("anything",))


@by_game
def test_actions_are_stable_hashable_and_survive_json(name: str) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        again = pos.copy()
        again._actions = None
        assert again.actions() == pos.actions()
        for action in pos.actions():
            hash(action)
            assert game.action(json.loads(json.dumps(list(action)))) == action

    play_randomly(game, 11, look, every=SPREAD, limit=3000)


@by_game
def test_every_action_has_a_text_form_that_reads_back(name: str) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        for action in pos.actions():
            text = game.orders.write(pos, action)
            assert game.orders.read(pos, text) == action, text

    for scenario in game.scenarios:
        play_randomly(game, 12, look, scenario, every=SPREAD, limit=2500)


@by_game
def test_misshapen_actions_are_refused_and_change_nothing(name: str) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        before = frozen(pos)
        legal = rng.choice(pos.actions())
        forged: list[tuple[Any, ...]] = [(), (7,), ("",), ("no such verb",), (None,)]
        forged += [(verb,) for verb in sorted({action[0] for action in pos.actions()})]
        forged += [(*legal, 1), (*legal, "x"), (legal[0], -1), (legal[0], 10**9), (legal[0], "?"), (legal[0], None)]
        forged += [(legal[0], True, False), (legal[0], -5, 10**9), (legal[0], (1, 2))]
        forged += [([],), ({},), (legal[0], []), (legal[0], {})]
        for action in forged:
            if action not in pos.actions():
                with pytest.raises(IllegalAction):
                    pos.play(action)
        assert frozen(pos) == before

    for seed, scenario in enumerate(game.scenarios):
        play_randomly(game, 14 + seed, look, scenario, every=SPREAD, limit=1500)


@by_game
def test_weights_are_positive_and_samples_are_outcomes(name: str) -> None:
    def look(pos: Position, rng: Random) -> None:
        outcomes = pos.outcomes()
        if pos.side != "chance":
            assert outcomes is None
            return
        assert outcomes is not None
        assert all(weight > 0 for _, weight in outcomes)
        assert pos.sample(rng) in [action for action, _ in outcomes]

    play_randomly(sandtable.load(name), 13, look, every=3, limit=3000)


@by_game
def test_copies_are_independent(name: str) -> None:
    def look(pos: Position, rng: Random) -> None:
        before = frozen(pos)
        other = pos.copy()
        assert frozen(other) == before
        for _ in range(20):
            if other.stack:
                other.play(other.sample(rng) if other.stack[-1].side == CHANCE else rng.choice(other.actions()))
        assert frozen(pos) == before

    play_randomly(sandtable.load(name), 17, look, every=SPREAD, limit=2000)


@by_start
def test_dump_and_load_give_the_same_bytes_and_the_same_game(name: str, scenario: str, options: dict[str, Any]) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        restored = game.load(json.loads(frozen(pos)))
        assert frozen(restored) == frozen(pos)
        assert restored.actions() == pos.actions()

    play_randomly(game, 19, look, scenario, options, every=4 * SPREAD, limit=2500)


@by_start
def test_a_record_replays_to_the_same_bytes(name: str, scenario: str, options: dict[str, Any]) -> None:
    game = sandtable.load(name)
    match, rng = Match(game, scenario, options), Random(23)
    for _ in range(1500):
        if match.pos.stack:
            chance = match.pos.stack[-1].side == CHANCE
            match.play(match.pos.sample(rng) if chance else rng.choice(match.pos.actions()))
    record = Record.read(json.loads(json.dumps(match.record.document())), game)
    *_, last = record.positions(game)
    assert frozen(last) == frozen(match.pos)


@by_game
def test_undo_goes_back_to_the_same_bytes_and_never_past_chance(name: str) -> None:
    game = sandtable.load(name)
    match, rng, undone = Match(game), Random(29), 0
    for _ in range(1200):
        if not match.pos.stack:
            break
        side, marks, taking_back = match.pos.side, match.pos.undo_barrier, rng.random() < 0.1
        before = frozen(match.pos) if taking_back else b""
        chance = match.pos.stack[-1].side == CHANCE
        action = match.pos.sample(rng) if chance else rng.choice(match.pos.actions())
        match.play(action)
        if match.pos.undo_barrier != marks:
            assert match.may_undo is None
            with pytest.raises(IllegalAction):
                match.undo()
        elif taking_back:
            assert match.may_undo == side
            match.undo()
            assert frozen(match.pos) == before
            match.play(action)
            undone += 1
    assert undone


@by_game
def test_forged_actions_are_refused_with_a_rule_and_change_nothing(name: str) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        before, real = frozen(pos), rng.choice(pos.actions())
        forgeries: list[Any] = [
            ("no such thing",),
            (*real, 0),
            (real[0], -1),
            (real[0], 10**6),
            (real[0], "x"),
            (real[0],),
        ]
        forgeries += [tuple(-part - 1 if type(part) is int else part for part in real)]
        for forged in forgeries:
            if forged in pos.actions():
                continue
            with pytest.raises(IllegalAction) as refused:
                pos.play(forged)
            assert refused.value.rule in game.rulebook.rules
            assert str(refused.value)
        for other in {"allied", "axis", "chance"} - {pos.side}:
            with pytest.raises(IllegalAction):
                pos.play(real, by=other)
        assert frozen(pos) == before

    play_randomly(game, 31, look, every=SPREAD, limit=2000)


@by_game
def test_a_stale_action_is_refused(name: str) -> None:
    """An action of one decision is not taken for another's answer."""
    game = sandtable.load(name)
    stale: list[Any] = []

    def look(pos: Position, rng: Random) -> None:
        for action in stale:
            if action not in pos.actions():
                before = frozen(pos)
                with pytest.raises(IllegalAction):
                    pos.play(action)
                assert frozen(pos) == before
        stale[:] = [rng.choice(pos.actions())]

    play_randomly(game, 37, look, every=23, limit=2000)


@by_start
def test_views_are_json_and_a_guess_looks_the_same(name: str, scenario: str, options: dict[str, Any]) -> None:
    """The leak test: positions that differ only in what a side cannot know look the same to it, to the byte.

    The whole log is read now and then, else what is new in it: a campaign's fills a book.
    """
    game = sandtable.load(name)
    looks = told = 0

    def look(pos: Position, rng: Random) -> None:
        nonlocal looks, told
        as_bytes(pos.see(None))
        since = told if looks % WHOLE_LOG else 0
        looks, told = looks + 1, len(pos.events())
        for side in PLAYERS:
            seen, read = as_bytes(pos.see(side)), as_bytes(pos.report(side, since))
            guessed = pos.guess(side, Random(1))
            assert as_bytes(guessed.see(side)) == seen
            assert as_bytes(guessed.report(side, since)) == read
            assert game.faults(guessed) == []
            other = pos.guess(side, Random(2))
            assert frozen(other.guess(side, Random(3))) == frozen(pos.guess(side, Random(3))), "a guess knows too much"
            if pos.side == side:
                assert other.actions() == pos.actions()

    play_randomly(game, 41, look, scenario, options, every=2 * SPREAD, limit=2500)


@by_game
def test_a_guess_can_be_played_to_the_end(name: str) -> None:
    game = sandtable.load(name)
    played = 0

    def look(pos: Position, rng: Random) -> None:
        nonlocal played
        if played < 3 and pos.side in PLAYERS:
            guessed = pos.guess(pos.side, rng)
            guessed.log = None
            for _ in range(400):
                if guessed.stack:
                    chance = guessed.stack[-1].side == CHANCE
                    guessed.play(guessed.sample(rng) if chance else rng.choice(guessed.actions()))
            played += 1

    play_randomly(game, 43, look, every=101, limit=1500)
    assert played


def as_new(game: Game, pos: Position, action: Any) -> dict[str, Any]:
    """An order worked out without a look at those shown before."""
    verb = game.orders.verb(pos, action[0])
    shown: dict[str, Any] = {**game.orders._show(pos, action, verb)}
    if verb.order.ways is not None:
        shown |= verb.order.ways(pos)(action)
    elif verb.order.more is not None:
        shown |= verb.order.more(pos, action)
    return shown


@by_start
def test_views_made_together_are_those_made_one_by_one(name: str, scenario: str, options: dict[str, Any]) -> None:
    """What a game shares among viewers is what `show` has for each of them alone."""
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        numbers = (0, 1, None)
        assert game.shown(pos, numbers) == [game.show(pos, viewer) for viewer in numbers]
        viewers = (*PLAYERS, None)
        together = [list(view.items()) for view in game.see_as(pos, viewers)]
        assert together == [list(pos.see(viewer).items()) for viewer in viewers], "in the same order, too"
        if pos.side in PLAYERS:
            shown = [order for view in game.see_as(pos, PLAYERS) for order in view["actions"]]
            assert shown == [as_new(game, pos, action) for action in pos.actions()]

    play_randomly(game, 9, look, scenario, options, every=SPREAD, limit=1500)


@by_game
def test_a_view_stays_as_it_was_when_play_goes_on(name: str) -> None:
    """Views share parts with each other: no later view may change an earlier one."""
    game = sandtable.load(name)
    kept: list[tuple[Any, bytes]] = []

    def look(pos: Position, rng: Random) -> None:
        kept.extend((view, as_bytes(view)) for view in game.see_as(pos, (*PLAYERS, None)))

    play_randomly(game, 3, look, every=7, limit=600)
    assert all(as_bytes(view) == then for view, then in kept)


@by_game
def test_every_view_names_known_places_pieces_and_rules(name: str) -> None:
    game = sandtable.load(name)
    required = {"turn", "phase", "prompt", "sides", "places", "pieces", "actions", "outcome", "side", "viewer"}

    def look(pos: Position, rng: Random) -> None:
        for side in (*PLAYERS, None):
            view = pos.see(side)
            assert required <= set(view)
            assert bool(view["actions"]) == (pos.side == side)
            pieces = {piece["id"] for piece in view["pieces"]}
            assert len(pieces) == len(view["pieces"])
            known = set(game.map.ids)
            assert set(view["places"]) <= known
            assert set(view["prompt"]["rules"]) <= set(game.rulebook.rules)
            for shown in view["actions"]:
                assert shown["text"]
                assert shown["rule"] in game.rulebook.rules
                assert shown.get("place") is None or shown["place"] in known
                assert shown.get("piece") is None or shown["piece"] in pieces
                assert set(shown.get("path", ())) <= known
            for line in pos.report(side):
                assert line["text"]
                assert line["rule"] in game.rulebook.rules

    play_randomly(game, 47, look, every=3 * SPREAD, limit=2500)


@by_game
def test_forecasts_and_questions_give_nothing_away_and_change_nothing(name: str) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        if pos.side not in PLAYERS:
            return
        before = frozen(pos)
        guessed = pos.guess(pos.side, rng)
        for action in rng.sample(pos.actions(), min(3, len(pos.actions()))):
            told = pos.forecast(action)
            assert as_bytes(told) == as_bytes(guessed.forecast(action))
            if told is not None:
                assert abs(sum(result["chance"] for result in told["results"]) - 1) < 1e-6
                assert told["goal"]["label"].startswith("to ")
                assert 0 <= told["goal"]["chance"] <= 1 + 1e-9
        for place in rng.sample(game.map.ids, min(3, len(game.map.ids))):
            reason = pos.why_not(pos.side, place=place)
            assert reason is None or reason["rule"] in game.rulebook.rules
        for name in game.overlays:
            assert as_bytes(pos.overlay(pos.side, name)) == as_bytes(guessed.overlay(pos.side, name))
        assert frozen(pos) == before

    play_randomly(game, 53, look, every=3 * SPREAD, limit=1500)


@by_game
def test_bad_scenarios_and_options_are_named(name: str) -> None:
    game = sandtable.load(name)
    with pytest.raises(ValueError, match="no scenario 'nowhere'"):
        game.start("nowhere")
    with pytest.raises(ValueError, match="no option 'nothing'"):
        game.start(options={"nothing": True})


def reachable(start: object) -> Iterator[Position]:
    """Every position that can be reached from an object by digging, however deep."""
    seen, todo = set(), [start]
    while todo:
        found = todo.pop()
        if id(found) in seen or isinstance(found, (type, ModuleType, FunctionType, Game, Box)):
            continue
        seen.add(id(found))
        if isinstance(found, Position):
            yield found
        todo += gc.get_referents(found)


@by_game
def test_an_agent_cannot_dig_up_what_its_side_does_not_know(name: str) -> None:
    def look(pos: Position, rng: Random) -> None:
        if pos.side not in PLAYERS:
            return
        twin = pos.guess(pos.side, rng)
        dug_up = [list(reachable(Seat(true, pos.side))) for true in (pos, twin)]
        assert all(len(found) == 1 and found[0] not in (pos, twin) for found in dug_up)
        assert frozen(dug_up[0][0]) == frozen(dug_up[1][0]), "what an agent is handed hangs on what is hidden"

    play_randomly(sandtable.load(name), 41, look, every=SPREAD, limit=2500)


@by_game
def test_a_save_with_the_former_names_of_fields_loads(name: str) -> None:
    game = sandtable.load(name)
    pos = play_randomly(game, 3, lambda pos, rng: None, limit=40)
    document = game.dump(pos)
    former = {today: before for before, today in game.position.FORMERLY.items()}
    document["position"] = {former.get(field, field): value for field, value in document["position"].items()}
    assert "marks" in document["position"]
    assert frozen(game.load(document)) == frozen(pos)
