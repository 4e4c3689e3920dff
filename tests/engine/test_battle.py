"""The account of a battle: told, shown and kept."""

from __future__ import annotations

import json

from sandtable.engine.battle import Account, Term

ACCOUNT = Account(
    (Term("lead", "6", "5", "11.2"), Term("two more units", "+2", "", "11.3"), Term("strongpoint", "", "+3", "11.5")),
    "8",
    "8",
    "both sides add two dice",
    "11.4",
)


def test_an_account_is_one_sentence_of_plain_text() -> None:
    assert ACCOUNT.text() == (
        "Attack 8 (lead 6, two more units +2) against defence 8 (lead 5, strongpoint +3): both sides add two dice."
    )


def test_a_side_without_a_sum_is_left_out_of_the_sentence() -> None:
    assert Account((Term("guns", "3", "", "7"),), "3 dice", "", "", "7").text() == "Attack 3 dice (guns 3)."


def test_an_account_comes_back_from_a_save() -> None:
    saved = json.loads(json.dumps(ACCOUNT))
    assert Account.of(tuple(saved)) == ACCOUNT


def test_the_view_has_the_attacker_on_the_left() -> None:
    shown = ACCOUNT.document()
    assert (shown["left"], shown["right"]) == ("8", "8")
    assert shown["rows"][2] == {"left": "", "label": "strongpoint", "right": "+3", "rule": "11.5"}
