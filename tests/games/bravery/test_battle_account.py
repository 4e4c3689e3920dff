"""One account of a battle: what the resolver adds up is what log, forecast and battle card show."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from sandtable.engine.battle import Account, Sum
from sandtable.games.bravery.battle_card import AT
from sandtable.games.bravery.forecast import SAMPLES
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_strength import account
from tests.games.bravery.scene import (
    GAME,
    HEX,
    UNIT,
    bonuses,
    chit,
    draw,
    give,
    go,
    hit,
    last_attacks,
    mark,
    roll,
    scene,
    scored,
)

FIELD = "0408"


def contact(attackers: str = "15PZ", defenders: str = "2NZ", **more: object) -> BraveryPosition:
    """15PZ has entered 0408 and must choose what to do to the defenders."""
    pos = scene({"0508": attackers, FIELD: defenders}, **more)  # type: ignore[arg-type]
    draw(pos, "15PZ")
    go(pos, FIELD)
    return pos


def rows(document: Sum) -> list[tuple[str, str, str, str]]:
    """The lines of a sum."""
    return [(row["left"], row["label"], row["right"], row["rule"]) for row in document["rows"]]


def test_r7_1_1_the_log_of_a_round_tells_both_sums() -> None:
    pos = contact("15PZ-1 15PZ-2* 15PZ-3*", "2NZ-1* 2NZ-2*", lost="15PZ-4 2NZ-3")
    pos.play(("fight",))
    told = next(line for line in pos.report("allied") if line["text"].startswith("Round"))
    assert told["text"] == (
        "Round 1 at 0408. Attack 2 dice hitting on 4+ (combat strength 2, two levels better +1 a die, "
        "enemy all reduced +1 a die) "
        "against defence 1 die hitting on 6 (combat strength 1)."
    )
    assert rows(told["sum"]) == [
        ("2", "combat strength", "1", "7.1.1"),
        ("+1 a die", "two levels better", "", "7.1.4"),
        ("+1 a die", "enemy all reduced", "", "7.1.5"),
    ]
    assert (told["sum"]["left"], told["sum"]["right"]) == ("2 dice hitting on 4+", "1 die hitting on 6")
    assert bonuses(pos) == [(2, 2), (1, 0)]


def test_r7_1_1_halves_show_and_a_side_may_be_without_dice() -> None:
    pos = contact("15PZ-1 15PZ-2*", "7A-1*", lost="15PZ-3 15PZ-4")
    pos.play(("fight",))
    sums = account(pos)
    assert [sums.terms[0].attacker, sums.terms[0].defender] == ["1½", "½"]
    assert (sums.attacker, sums.defender) == ("1 die hitting on 5+", "no dice")


def test_r9_3_works_take_the_bonuses_back_line_by_line() -> None:
    pos = scene({"0313": "2NZ-1* 2NZ-2*", "0312": "15PZ"}, lost="H.PASS 2NZ-3")
    give(pos, "0313", "allied")
    draw(pos, "15PZ")
    go(pos, "0313")
    pos.play(("fight",))
    sums = account(pos)
    assert [(term.attacker, term.label, term.defender, term.rule) for term in sums.terms] == [
        ("4", "combat strength", "1", "7.1.1"),
        ("+1 a die", "two levels better", "", "7.1.4"),
        ("+1 a die", "enemy all reduced", "", "7.1.5"),
        ("−2 a die", "against the fort", "", "9.3"),
        ("", "in the fort", "+1 a die", "9.4"),
    ]
    assert (sums.attacker, sums.defender) == ("4 dice hitting on 6", "1 die hitting on 5+")
    assert sums.verdict == "one round only, and the attackers leave if a defender is left"


def test_r9_3_an_encampment_is_called_by_its_name_and_gives_no_die() -> None:
    pos = scene({"0412": "2NZ", "0411": "15PZ"}, lost="1A")
    draw(pos, "15PZ")
    go(pos, "0412")
    pos.play(("fight",))
    assert [(t.attacker, t.label, t.defender) for t in account(pos).terms[1:]] == [
        ("+1 a die", "two levels better", ""),
        ("", "enemy all reduced", ""),
        ("−1 a die", "against the encampment", ""),
    ]


def test_r10_1_2_the_directive_has_a_line_and_its_dice_are_told_apart() -> None:
    pos = scene({FIELD: "2NZ", "0508": "15PZ BRE"}, turn=4)
    draw(pos, "DAK")
    pos.play(("directive", pos.box.formation["15PZ"], HEX["0508"]))
    pos.play(("carry", pos.box.formation["BRE"]))
    go(pos, FIELD)
    pos.play(("fight",))
    sums = account(pos)
    assert sums.terms[-1] == ("Rommel Directive for German dice (strength 4)", "+1 a die", "", "10.1.2")
    assert sums.attacker == "4 dice hitting on 4+ and 2 dice hitting on 5+"
    assert pos.see(None)["battle"]["attacker"]["note"] == "Rommel Directive"


def test_r10_1_2_germans_alone_under_the_directive_need_no_sum_of_their_own() -> None:
    pos = scene({FIELD: "2NZ", "0508": "15PZ"}, turn=4)
    draw(pos, "DAK")
    pos.play(("directive", pos.box.formation["15PZ"], HEX["0508"]))
    go(pos, FIELD)
    pos.play(("fight",))
    assert account(pos).terms[-1] == ("Rommel Directive for German dice", "+1 a die", "", "10.1.2")


def test_r8_2_4_the_account_says_how_long_nobody_may_leave() -> None:
    pos = scene({FIELD: "2NZ 21PZ"})
    mark(pos, "21PZ")
    draw(pos, "15PZ")
    go(pos, FIELD)
    pos.play(("assault",))
    told = "no retreat before the end of round 2"
    assert account(pos).verdict == told
    assert pos.see(None)["battle"]["attacker"]["note"] == told
    scored(pos, 0, 0)
    assert (pos.rounds, account(pos).verdict) == (2, told)
    scored(pos, 0, 1)
    hit(pos, "21PZ-1")
    assert pos.see(None)["battle"]["attacker"]["note"] == ""  # they may leave now
    pos.play(("stay",))
    assert (pos.rounds, account(pos).verdict) == (3, "")


def kinds(pos: BraveryPosition, since: int) -> list[tuple[str, str]]:
    """Rule and kind of the events from a number on."""
    return [(event.rule, event.kind) for event in pos.events(since)]


def test_r7_5_a_battle_can_be_followed_from_the_log_alone() -> None:
    pos = contact("15PZ-1 15PZ-2", "2NZ-1 2NZ-2", lost="15PZ-3 15PZ-4")
    since = len(pos.events())
    pos.play(("fight",))
    roll(pos, 6, 1)
    roll(pos, 6, 1)
    pos.play(("stay",), by="axis")
    pos.play(("retreat",), by="allied")
    pos.play(("fall_back", HEX["0309"]))
    roll(pos, 5)
    pos.play(("done",))
    assert kinds(pos, since) == [
        ("7.1.2", "battle"),
        ("7.1.1", "round"),
        ("7.1.1", "roll"),
        ("7.1.1", "roll"),
        ("7.2.3", "reduced"),
        ("7.2.3", "reduced"),
        ("7.3.2", "stands"),
        ("7.3.2", "retreats"),
        ("7.3.5", "falls_back"),
        ("7.3.5", "falls_back"),
        ("7.4.2", "recovery"),
        ("7.4.2", "unused"),
        ("7.5", "battle_over"),
    ]
    words = [line["text"] for line in pos.report(None, since)]
    assert words[0] == "15th Panzer attacks 2nd New Zealand at 0408."
    assert words[2] == "Axis dice: 1 hit, needing 5+."
    assert words[3] == "Commonwealth dice: 1 hit, needing 6."
    assert words[6] == "The Axis stands at 0408."
    assert words[-3] == "Axis tank recovery: 1 success, needing 5+."
    assert words[-1] == "The battle at 0408 is over: the Axis holds the hex."


def test_r7_3_3_a_forced_retreat_is_told_with_its_rule() -> None:
    pos = contact("15PZ-1*", "2NZ", lost="15PZ-2 15PZ-3 15PZ-4")
    pos.play(("fight",))
    since = len(pos.events())
    roll(pos, 1, 1, 1)
    told = next(line for line in pos.report(None, since) if "must" in line["text"])
    assert (told["rule"], told["text"]) == ("7.3.3", "The Axis must retreat from 0408.")


def test_r9_2_attackers_driven_from_works_are_told_so() -> None:
    pos = scene({"0412": "1A", "0411": "15PZ"})
    draw(pos, "15PZ")
    go(pos, "0412")
    pos.play(("fight",))
    scored(pos, 0, 0)
    assert ("9.2", "retreats") in kinds(pos, 0)


def test_r8_4_2_a_leftover_attack_is_filed_under_its_rule() -> None:
    pos = scene({FIELD: "2NZ 15PZ"})
    mark(pos, "15PZ")
    last_attacks(pos)
    assert ("8.4.2", "battle") in kinds(pos, 0)
    woken = scene({FIELD: "2NZ 15PZ"})
    mark(woken, "15PZ")
    draw(woken, "15PZ")
    woken.play(("assault",))
    assert ("8.1.5", "battle") in kinds(woken, 0)


def test_r8_2_2_two_formations_attack_in_the_plural() -> None:
    pos = scene({FIELD: "2NZ 21PZ"})
    mark(pos, "21PZ")
    draw(pos, "15PZ")
    go(pos, FIELD)
    pos.play(("assault",))
    told = next(line for line in pos.report(None) if line["rule"] == "8.2.2")
    assert told["text"] == "15th Panzer and 21st Panzer attack 2nd New Zealand at 0408."


def test_r7_1_1_the_dice_of_a_side_are_one_line_however_many() -> None:
    pos = contact(defenders="4A 7A 1A-1")
    pos.play(("fight",))
    since = len(pos.events())
    roll(pos, 1, 1, 1, 1)
    roll(pos, 6, 1, 1, 1, 1, 1)
    shown = pos.see("axis")["battle"]["dice"]
    assert [row["faces"] for row in shown] == [[1, 1, 1, 1], [1, 1, 1, 1, 1, 6]], "the first handful shows at once"
    roll(pos, 6, 6)
    lines = [line for line in pos.report(None, since) if "dice" in line]
    assert [line["dice"][0]["faces"] for line in lines] == [[1, 1, 1, 1], [1, 1, 1, 1, 1, 6, 6, 6]]
    assert lines[1]["dice"][0]["need"] == 6


def test_the_card_opens_on_contact_with_the_sum_of_the_attack() -> None:
    pos = contact()
    card = pos.see("axis")["battle"]
    assert (card["title"], card["places"], card["steps"][card["step"]]) == ("0408", [FIELD], "Contact")
    assert set(card["attacker"]["pieces"]) == {UNIT[f"15PZ-{n}"] for n in (1, 2, 3, 4)}
    assert set(card["defender"]["pieces"]) == {UNIT[f"2NZ-{n}"] for n in (1, 2, 3)}
    forecast = pos.forecast(("fight",))
    assert forecast is not None
    assert forecast["sum"] == card["sum"]
    pos.play(("fight",))
    log = next(line for line in pos.report(None) if line["text"].startswith("Round"))
    assert log["sum"] == card["sum"] == pos.see(None)["battle"]["sum"]


def test_the_card_counts_those_who_wait_where_they_would_fight() -> None:
    pos = scene({FIELD: "2NZ 21PZ"})
    mark(pos, "21PZ")
    assert "battle" not in pos.see("axis")
    draw(pos, "15PZ")
    go(pos, FIELD)
    assert len(pos.see("axis")["battle"]["attacker"]["pieces"]) == 8
    pos.play(("fight",))
    card = pos.see("axis")["battle"]
    assert len(card["attacker"]["pieces"]) == 4
    assert card["attacker"]["note"] == "4 units in the hex go on waiting"


def test_the_card_follows_a_battle_step_by_step() -> None:
    pos = contact("15PZ-1 15PZ-2", "2NZ-1 2NZ-2 2NZ-3", lost="15PZ-3 15PZ-4")
    pos.play(("fight",))
    seen = []

    def look() -> dict[str, Any]:
        card = pos.see(None)["battle"]
        assert card == pos.see("axis")["battle"] == pos.see("allied")["battle"]
        seen.append((card["title"], card["steps"][card["step"]]))
        return dict(card)

    assert "hits" not in look()
    roll(pos, 6, 1)
    roll(pos, 6, 1, 1)
    card = look()
    assert card["hits"] == [
        {"side": "axis", "due": 1, "taken": 1, "label": "damage"},
        {"side": "allied", "due": 1, "taken": 1, "label": "damage"},
    ]
    assert card["retreat"] == ["0508"], "attackers go back where they came from"
    pos.play(("stay",), by="axis")
    assert look()["retreat"] == ["0308", "0309", "0409", "0508", "0509"], "defenders where no enemy is"
    pos.play(("retreat",), by="allied")
    assert look()["retreat"] == ["0308", "0309", "0409", "0508", "0509"]
    pos.play(("fall_back", HEX["0309"]))
    card = look()
    assert card["defender"]["pieces"] == []
    roll(pos, 5)
    dice = look()["dice"]
    assert [(row["faces"], row["said"]) for row in dice] == [([5], "1 success")], "tank recovery stands alone"
    pos.play(("done",))
    assert "battle" not in pos.see(None)
    assert seen == [
        ("0408, round 1", step) for step in ("Dice", "Retreat", "Retreat", "Retreat", "Recovery", "Recovery")
    ]


def test_the_card_counts_damage_as_it_is_taken() -> None:
    pos = contact(defenders="7A-1 4A-1 2NZ-1")
    pos.play(("fight",))
    roll(pos, 6, 6, 6, 1)
    roll(pos, 6, 1, 1)
    for taken, unit in ((0, "7A-1"), (1, "2NZ-1")):
        hits = {row["side"]: (row["due"], row["taken"]) for row in pos.see(None)["battle"]["hits"]}
        assert hits == {"axis": (1, 1), "allied": (3, taken)}
        pos.play(("hit", UNIT[unit]), by="allied")


def test_the_card_shows_what_the_defender_still_has_to_take() -> None:
    pos = contact("15PZ-1 15PZ-2 15PZ-4", "7A", lost="15PZ-3")
    pos.play(("fight",))
    scored(pos, 2, 2)
    assert pos.side == "axis"
    hits = {row["side"]: (row["due"], row["taken"]) for row in pos.see(None)["battle"]["hits"]}
    assert hits == {"axis": (2, 0), "allied": (2, 0)}


def test_the_account_survives_a_save() -> None:
    pos = contact()
    pos.play(("fight",))
    saved = GAME.load(json.loads(json.dumps(GAME.dump(pos))))
    assert saved.see("axis")["battle"] == pos.see("axis")["battle"]
    assert saved.report("axis") == pos.report("axis")
    event = next(event for event in saved.events() if event.kind == "round")
    assert Account.of(event.args[2]) == account(pos)


def chances(pos: BraveryPosition, action: tuple[Any, ...]) -> dict[str, float]:
    """What the forecast says."""
    told = pos.forecast(action)
    assert told is not None
    return {row["label"]: row["chance"] for row in told["results"]}


def test_the_forecast_on_the_last_chit_ends_with_its_battle() -> None:
    """A hopeless attack stays hopeless although another battle follows it at once."""
    pos = scene({"0508": "15PZ-1*", FIELD: "2NZ 7A 21PZ"}, lost="15PZ-2 15PZ-3 15PZ-4")
    mark(pos, "21PZ")
    draw(pos, "15PZ")
    go(pos, FIELD)
    before = chances(pos, ("fight",))
    pos.cup = (pos.cup[0] & ~(1 << chit(pos, "2SA")), pos.cup[1])
    assert chances(pos, ("fight",)) == before
    assert before["Repulsed"] > 0.95
    after = pos.copy()
    after.play(("fight",))
    scored(after, 0, 0)
    assert len(after.force) == 4, "21PZ fights next, which is none of the forecast's business"


def test_a_wait_has_no_forecast() -> None:
    pos = contact()
    pos.cup = (pos.cup[0] & ~(1 << chit(pos, "2SA")), pos.cup[1])
    assert pos.forecast(("combine",)) is None
    assert pos.forecast(("fight",)) is not None


def test_a_battle_without_dice_has_a_forecast_too() -> None:
    pos = contact("15PZ-4*", "2NZ-1*", lost="15PZ-1 15PZ-2 15PZ-3 2NZ-2 2NZ-3")
    told = pos.forecast(("fight",))
    assert told is not None
    assert (told["attacker"]["note"], told["samples"]) == ("no dice", SAMPLES)
    assert chances(pos, ("fight",)) == {"Hex taken": 0, "Nobody stays": 0, "Repulsed": 1}, "a lone attacker must go"


def test_a_march_that_meets_nobody_has_no_forecast() -> None:
    pos = scene()
    draw(pos, "15PZ")
    assert pos.forecast(("move", HEX["0509"])) is None
    assert pos.forecast(("stop",)) is None


def test_every_battle_decision_of_a_game_has_a_card_and_no_other_has() -> None:
    rng, pos = Random(4), GAME.start()
    seen: set[str] = set()
    while len(seen) < 8:
        if not pos.stack:
            pos = GAME.start()
        step = pos.stack[-1].step
        fights = step.startswith(("combat.", "recover.", "combined."))
        meets = step == "move" and any(action[0] == "fight" for action in pos.actions())
        if fights or step == "move":
            card = pos.see(None).get("battle")
            assert (card is not None) == (fights or meets), step
            if card:
                seen.add(step)
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    assert seen == set(AT)


@pytest.mark.parametrize(
    ("placed", "text"),
    [
        (
            {"0507": "2NZ-1"},
            "15th Panzer is active. The enemy is here: fight or declare a combined attack that others may join.",
        ),
        (
            {"0508": "15PZ 2NZ-1"},
            "15th Panzer is active. The enemy is here: "
            "fight, declare a combined attack that others may join, move on or do nothing.",
        ),
    ],
)
def test_r6_4_the_prompt_offers_what_there_is(placed: dict[str, str], text: str) -> None:
    pos = scene(placed)
    draw(pos, "15PZ")
    if "0507" in placed:
        go(pos, "0507")
    assert pos.see("axis")["prompt"]["text"] == text


def test_r7_3_5_one_unit_falls_back_in_the_singular() -> None:
    pos = contact("15PZ", "2NZ-1", lost="2NZ-2 2NZ-3")
    pos.play(("fight",))
    scored(pos, 1, 0)
    pos.play(("retreat",), by="allied")
    view = pos.see("allied")
    assert view["prompt"]["text"] == "4 NZ Bde (2NZ) falls back."
    assert view["actions"][0]["text"].startswith("Fall back to")


def test_13_1_the_forecast_tells_a_battle_that_wins_the_game_from_one_that_is_lost() -> None:
    """When the German tanks fall to 2½ points the game ends with both sides still in the hex."""
    pos = scene({"0510": "15PZ 15PZ-1* 15PZ-2* 15PZ-3*", "0511": "1A", "0407": "21PZ 21PZ-1* 21PZ-2* 21PZ-3"}, turn=2)
    draw(pos, "1A")
    told = chances(pos, ("move", HEX["0510"]))
    assert told["Game won"] > 0.9
    assert sum(told.values()) == pytest.approx(1)
    pos = scene({"0510": "15PZ", "0511": "1A"}, turn=2)
    draw(pos, "1A")
    assert "Game lost" not in chances(pos, ("move", HEX["0510"]))


def test_r7_1_the_dice_chart_has_every_bonus_that_a_round_can_have() -> None:
    chart = next(chart for chart in GAME.charts(GAME.box()) if chart.id == "dice")
    bonuses_told = {row.cells[1] for row in chart.rows if row.cells[0] == "+1 to each die"}
    assert bonuses_told == {"7.1.4", "7.1.5", "9.4", "10.1.2"}
    assert "9.3" in chart.note
