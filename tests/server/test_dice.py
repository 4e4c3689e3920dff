"""The dice: derived as documented, even, the same for everybody who has the seeds, and checked after the game."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.server.player import SEED, House, finished
from tests.server.small_library import library

from sandtable.engine.position import Position
from sandtable.table.fair_dice import Dice, commitment, new_secret
from sandtable.table.verify import verify

SECRET = "0f" * 32


def test_a_draw_is_what_the_protocol_says() -> None:
    key = hashlib.sha256(bytes.fromhex(SECRET) + bytes.fromhex(SEED)).digest()
    dice = Dice(SECRET, None, SEED)
    for i in range(20):
        x = int.from_bytes(hmac.digest(key, f"{i}:0".encode(), "sha256")[:8], "big")
        assert dice.below(36) == (i, 36, x % 36)


def test_numbers_over_the_last_whole_multiple_are_drawn_again() -> None:
    bound = (1 << 63) + 1  # nearly every other number must be refused
    key = hashlib.sha256(bytes.fromhex(SECRET)).digest()
    dice = Dice(SECRET, None, None)
    refused = 0
    for i in range(40):
        attempt = 0
        while (x := int.from_bytes(hmac.digest(key, f"{i}:{attempt}".encode(), "sha256")[:8], "big")) >= bound:
            attempt += 1
        refused += attempt
        assert dice.below(bound).value == x
    assert refused > 0


def test_every_face_comes_up_as_often() -> None:
    dice = Dice(SECRET, SEED, SEED)
    counts = Counter(dice.below(6).value for _ in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi squared, 5 degrees, one in 1,000


@pytest.mark.parametrize("bound", [0, -1, 1 << 64])
def test_a_bound_that_cannot_be_drawn(bound: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Dice(SECRET, None, None).below(bound)


class ManyOutcomes:
    """A chance decision with too many outcomes to list: a shuffle."""

    def outcomes(self) -> None:
        return None

    def sample(self, rng: Random) -> tuple[Any, ...]:
        cards = list(range(30))
        rng.shuffle(cards)
        return (*cards, rng.randrange(6), round(rng.random(), 6), rng.getrandbits(70))


def test_outcomes_too_many_to_list_follow_from_the_draws_too() -> None:
    pos: Any = ManyOutcomes()
    assert isinstance(pos, Position) is False
    first, draws = Dice(SECRET, None, None).outcome(pos)
    again, _ = Dice(SECRET, None, None).outcome(pos)
    assert first == again
    assert sorted(first[:30]) == list(range(30))
    assert all(later.i == earlier.i + 1 for earlier, later in pairwise(draws))
    assert first[:30] != Dice(SECRET, None, SEED).outcome(pos)[0][:30]


def test_the_first_roll_waits_for_every_player(house: House) -> None:
    made = house.create(axis="me", allied="friend")
    with house.sit(made["links"]["allied"], seed=SEED) as allied:
        assert allied.heard[0]["info"]["commitment"] == made["commitment"]
        allied.play("card", 6)
    headers = {"Authorization": f"Bearer {made['mine']}"}
    state = house.client.get("/api/table/state", headers=headers).json()
    played = house.post("/api/table/play", made["mine"], {"n": state["n"], "action": ["card", 1]}).json()
    assert (played["view"]["side"], played["waiting"]) == ("chance", ["axis"])
    refused = house.post("/api/table/play", made["mine"], {"n": played["n"], "action": ["card", 2]})
    assert refused.json()["error"]["code"] == "waiting"
    with house.sit(made["mine"], seed=SEED[::-1]) as axis:
        assert axis.state["view"]["side"] == "allied"
        assert axis.state["waiting"] == []
        assert house.get("/api/table/dice", made["mine"]).json()["seeds"] == {"allied": SEED, "axis": SEED[::-1]}


def test_a_seed_counts_once(house: House) -> None:
    made = house.create(axis="me", allied="recruit")
    with house.sit(made["mine"], seed=SEED):
        pass
    with house.sit(made["mine"], seed="77" * 32):
        pass
    assert house.get("/api/table/dice", made["mine"]).json()["seeds"]["axis"] == SEED


def test_a_finished_game_verifies_and_a_changed_one_does_not(house: House) -> None:
    document, token = finished(house)
    game = library.game
    assert [entry[0] for entry in document["table"]["journal"]].count("undo") == 1
    verdict = verify(document, game)
    assert verdict.ok, verdict.text
    assert len(verdict.draws) == sum(entry[5] for entry in document["table"]["journal"]) > 3
    shown = house.get("/api/table/dice", token).json()
    assert (shown["ok"], shown["draws"]) == (True, verdict.draws)
    assert commitment(shown["secret"]) == shown["commitment"]
    assert house.client.post("/api/replay/verify", json=document).json()["ok"] is True

    rolled = next(entry for entry in document["table"]["journal"] if entry[1] == "chance")
    honest = rolled[2]
    rolled[2] = ["roll", honest[1] % 6 + 1]
    assert "the dice give" in verify(document, game).text
    rolled[2] = honest
    for key, value in (("secret", new_secret()), ("commitment", "00" * 32)):
        assert not verify({**document, "dice": {**document["dice"], key: value}}, game).ok
    other_seed = {**document["dice"], "seeds": {"allied": "77" * 32, "axis": None}}
    assert not verify({**document, "dice": other_seed}, game).ok
    assert not verify({**document, "actions": document["actions"][:-1]}, game).ok
    assert not verify({**document, "dice": {**document["dice"], "secret": None}}, game).ok


def test_a_number_in_the_file_makes_no_forged_roll_fair(house: House) -> None:
    document, _ = finished(house)
    rolled = next(n for n, entry in enumerate(document["table"]["journal"]) if entry[1] == "chance")
    forged = document["table"]["journal"][rolled]
    forged[2] = ["roll", forged[2][1] % 6 + 1]
    document["actions"] = []  # a forger would mend this list too: it is not what is tested here
    document["dice"]["imported"] = len(document["table"]["journal"])
    verdict = verify(document, library.game)
    assert verdict.ok is False
    assert verdict.draws == []


def test_a_roll_taken_back_without_asking_is_not_fair(house: House) -> None:
    document, _ = finished(house)
    way_back = next(entry for entry in document["table"]["journal"] if entry[0] == "undo")
    way_back[2]["asked"] = False  # so that no line of the log would tell of it
    verdict = verify(document, library.game)
    assert verdict.ok is False
    assert "without asking" in verdict.text
    refused = house.client.post("/api/tables/import", json=document)
    assert refused.status_code == 400
    assert "without asking" in refused.json()["error"]["text"]


def shown(house: House, token: str) -> Any:
    """The dice as a seat is told of them."""
    return house.get("/api/table/dice", token).json()


def test_nobody_who_can_still_choose_a_seed_sees_another(house: House) -> None:
    made = house.create()
    with house.sit(made["links"]["allied"], seed=SEED):
        for token in (made["mine"], made["links"]["watch"]):
            assert shown(house, token)["seeds"] == {"allied": None, "axis": None}
        with house.sit(made["mine"], seed="77" * 32):
            assert shown(house, made["mine"])["seeds"] == {"allied": SEED, "axis": "77" * 32}


def test_a_sealed_seed_is_shown_when_both_are_bound_and_not_before(house: House) -> None:
    made = house.create(scenario="storm")
    seals = {seed: hashlib.sha256(bytes.fromhex(seed)).hexdigest() for seed in (SEED, "77" * 32)}
    with house.sit(made["links"]["allied"], seal=seals[SEED]) as allied:
        assert allied.ask("reveal", seed=SEED)["code"] == "not_now"  # the other could still choose
        with house.sit(made["mine"], seal=seals["77" * 32]) as axis:
            told = allied.until(lambda m: m["type"] == "dice" and m["seals"]["axis"])
            assert told["seals"] == {"allied": seals[SEED], "axis": seals["77" * 32]}
            assert told["seeds"] == {"allied": None, "axis": None}
            assert axis.ask("reveal", seed=SEED)["code"] == "bad"
            axis.ask("reveal", seed="77" * 32)
            assert axis.state["at"] == 0  # it begins with a roll, and the Allies have not shown theirs
            allied.ask("reveal", seed=SEED)
            axis.until(lambda m: m["type"] == "state" and m["at"] > 0)
            assert axis.ask("reveal", seed="77" * 32)["code"] == "not_now"
            assert allied.state["at"] > 0
            allied.ask("resign", n=allied.state["n"])
    assert shown(house, made["mine"])["ok"] is True
    document = house.get("/api/table/export", made["mine"]).json()
    document["dice"]["seeds"]["axis"] = SEED
    assert "bound to" in verify(document, library.game).text


def test_a_lost_seed_is_given_up_and_everybody_sees_it(house: House) -> None:
    made = house.create(scenario="storm")
    seal = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    with house.sit(made["links"]["allied"], seal=seal) as allied, house.sit(made["mine"], seed=SEED) as axis:
        allied.ask("reveal", seed=None)
        axis.until(lambda m: m["type"] == "state" and m["at"] > 0)
        told = shown(house, made["mine"])
        assert (told["seals"]["allied"], told["seeds"]["allied"]) == (seal, None)


def test_an_operator_who_plays_cannot_choose_the_dice(house: House) -> None:
    """He knows the secret, but has to be bound before he sees the friend's seed: no seed of his suits him."""
    made = house.create(scenario="storm")
    mine = "aa" * 32
    seals = [hashlib.sha256(bytes.fromhex(seed)).hexdigest() for seed in (mine, SEED)]
    with house.sit(made["mine"], seal=seals[0]) as axis, house.sit(made["links"]["allied"], seal=seals[1]) as allied:
        allied.ask("reveal", seed=SEED)
        for other in range(20):
            assert axis.ask("reveal", seed=f"{other:064x}")["code"] == "bad"
        axis.ask("reveal", seed=mine)
        assert axis.state["at"] > 0
