"""10 Victory."""

from __future__ import annotations

import pytest

from sandtable.games.rommel.position import LOST, RommelPosition
from sandtable.games.rommel.rules import r10_victory as victory
from tests.games.rommel.scene import ALLIED, AXIS, GAME, NUMBER, ask, put, scene


def own(pos: RommelPosition, **owners: int) -> None:
    """Give fortresses to sides."""
    pos.owners = tuple((place, owners.get(GAME.map.ids[place], side)) for place, side in pos.owners)


def test_r10_1_the_enemy_base_wins_at_once() -> None:
    pos = scene({"Alexandria": "G01"})
    victory.check_bases(pos, AXIS)
    assert pos.over is not None
    assert pos.over[:2] == (AXIS, "decisive: the enemy base is taken")


def test_r10_1_not_with_a_disrupted_or_cut_off_unit_nor_in_a_battle() -> None:
    for change in ("down", "cut", "battle"):
        pos = scene()
        put(pos, "Alexandria", "G01", down=change == "down")
        if change == "cut":
            put(pos, "El Hammam", "A43")
        if change == "battle":
            put(pos, "Alexandria", "A43")
        victory.check_bases(pos, AXIS)
        assert pos.over is None


@pytest.mark.parametrize(("month", "over"), [(9, False), (10, True)])
def test_r10_2_the_last_month_decides(month: int, over: bool) -> None:
    pos = scene()
    pos.turn = month
    ask(pos, "victory.month", ALLIED)
    assert (pos.over is not None) == over
    told = [line["text"] for line in pos.report(None)]
    assert ("The last month is over. The Allies win. Substantial: Tobruk holds out." in told) == over


def test_r10_3_blocks_and_fortresses_make_the_score() -> None:
    pos = scene({"Gambut": "G01 G02"})
    own(pos, Tobruk=ALLIED, Bardia=AXIS, Benghazi=AXIS)
    assert victory.scores(pos) == (5, 6)


def test_r10_4_battleaxe_is_won_at_sollum_and_bardia_or_by_relief() -> None:
    pos = scene({"Gambut": "I08", "Bir el Gubi": "I09", "Sidi Omar": "A44"}, scenario="battleaxe")
    assert victory.battleaxe(pos) == (AXIS, "the frontier holds")
    put(pos, "Sollum", "A43")
    assert victory.battleaxe(pos) == (AXIS, "the frontier holds")
    own(pos, Bardia=ALLIED)
    assert victory.battleaxe(pos) == (ALLIED, "Sollum and Bardia are taken")
    put(pos, "Sollum", "I10")  # still fought for
    assert victory.battleaxe(pos) == (AXIS, "the frontier holds")
    for block in ("A43", "A44", "I08", "I10"):
        pos.where[NUMBER[block]] = LOST
    assert victory.battleaxe(pos) == (ALLIED, "Tobruk is relieved")


def test_r10_5_crusader_is_tobruk_or_twelve_blocks() -> None:
    pos = scene()
    assert victory.crusader(pos) == (ALLIED, "Tobruk holds out")
    for unit in pos.box.units[ALLIED][:12]:
        pos.where[unit] = LOST
    assert victory.crusader(pos) == (AXIS, "twelve blocks more destroyed than lost")
    pos.where[NUMBER["G01"]] = LOST
    assert victory.crusader(pos) == (ALLIED, "Tobruk holds out")
    own(pos, Tobruk=AXIS)
    assert victory.crusader(pos) == (AXIS, "Tobruk has fallen")


def test_r10_6_gazala_is_tobruk() -> None:
    pos = scene(scenario="gazala")
    for unit in pos.box.units[ALLIED][:14]:
        pos.where[unit] = LOST
    assert victory.gazala(pos) == (ALLIED, "Tobruk holds out")
    own(pos, Tobruk=AXIS)
    assert victory.gazala(pos) == (AXIS, "Tobruk has fallen")


def test_r10_7_alamein_is_matruh_tobruk_or_a_draw() -> None:
    pos = scene(scenario="alamein")
    assert victory.alamein(pos) == (None, "a standstill")
    put(pos, "Mersa Matruh", "G01")
    assert victory.alamein(pos) == (AXIS, "Mersa Matruh is taken")
    own(pos, Tobruk=ALLIED)
    assert victory.alamein(pos) == (ALLIED, "Tobruk is retaken")


def test_r10_8_in_1940_matruh_or_tobruk_or_blocks() -> None:
    pos = scene({"Gambut": "I08"}, scenario="1940")
    assert victory.early(pos) == (AXIS, "the larger army")
    own(pos, Tobruk=ALLIED)
    assert victory.early(pos) == (AXIS, "the larger army")
    own(pos, Benghazi=ALLIED)
    assert victory.early(pos) == (ALLIED, "Tobruk and Benghazi are taken")
    put(pos, "Mersa Matruh", "I09")
    assert victory.early(pos) == (AXIS, "Mersa Matruh is taken")


def test_r10_9_campaigns_are_tobruk_in_supply_with_an_army_to_hold_it() -> None:
    pos = scene({"Tobruk": "I08 I09 I10", "Mersa Matruh": "A21 A22 A23 A24"}, scenario="1942")
    own(pos, Tobruk=AXIS)
    assert victory.campaign(pos) == (AXIS, "Tobruk is held and supplied")
    put(pos, "Mersa Matruh", "A25")
    assert victory.campaign(pos) == (ALLIED, "the larger army")
    pos.where[NUMBER["A25"]] = LOST
    put(pos, "Derna", "A26")
    put(pos, "Gazala SE1", "A27")
    put(pos, "Tobruk", "I11", "I12")
    put(pos, "Mechili", "A28")
    assert victory.campaign(pos) == (ALLIED, "the larger army")  # the road home is cut


def test_r10_9_1_more_blocks_on_the_map() -> None:
    pos = scene(scenario="1942")
    assert victory.larger(pos) == (None, "as many blocks on both sides")
    put(pos, "Tobruk", "I08")
    assert victory.larger(pos) == (AXIS, "the larger army")


@pytest.mark.parametrize(
    ("tobruk", "blocks_there", "kind"),
    [(ALLIED, (), "draw"), (AXIS, ("I08",), "substantial"), (ALLIED, ("I08", "I09"), "marginal")],
)
def test_r10_10_a_victory_has_a_level(tobruk: int, blocks_there: tuple[str, ...], kind: str) -> None:
    pos = scene(scenario="1942")
    pos.turn = pos.box.plan.last
    own(pos, Tobruk=tobruk)
    if kind == "draw":
        own(pos, Tobruk=AXIS)
        put(pos, "Derna", "A43")
        put(pos, "Tobruk", "I08")
    put(pos, "Tobruk", *blocks_there)
    ask(pos, "victory.month", ALLIED)
    assert pos.over is not None
    assert pos.over[1].startswith({"draw": "as many"}.get(kind, f"{kind}: "))


def test_r10_8_benghazi_alone_is_not_enough() -> None:
    pos = scene(scenario="1940")
    own(pos, Benghazi=ALLIED)
    assert victory.early(pos) == (None, "as many blocks on both sides")


def test_r10_9_the_allies_supply_tobruk_by_sea() -> None:
    pos = scene({"Tobruk": "A43", "Gambut": "I08", "Bir el Gubi": "I09"}, scenario="1942")
    own(pos, Tobruk=ALLIED)
    put(pos, "Mersa Matruh", "A44")
    assert victory.campaign(pos) == (ALLIED, "Tobruk is held and supplied")
