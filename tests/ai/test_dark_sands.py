"""The Dark Sands: what its agent minds."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.ai import agent
from sandtable.ai.core.search import NEVER, Search
from sandtable.ai.dark_sands.assault import assaults
from sandtable.ai.dark_sands.checks import road_bare
from sandtable.ai.dark_sands.danger import Lines, cut_off_now, leaves_base, naked
from sandtable.ai.dark_sands.fights import HARD_FIGHT, fight_value
from sandtable.ai.dark_sands.ideas import errand
from sandtable.ai.dark_sands.missions import bound, in_garrison, mission, picket_post, ships_wait, wanting
from sandtable.ai.dark_sands.moves import BY_SEA, Enemy, Outlook, barred_by, best_move, hex_value
from sandtable.ai.dark_sands.plans import WEAK, plan_of, superiority
from sandtable.ai.dark_sands.policy import (
    DEPTH,
    WORTH_A_MOVE,
    Greedy,
    Planner,
    rate_first_chit,
    rate_priority,
)
from sandtable.ai.dark_sands.tempo import expected_loss, fighting_now
from sandtable.ai.dark_sands.threat import Threat
from sandtable.ai.dark_sands.value import (
    CUT_OFF,
    LEAVING,
    MARKED_SOON,
    attack_value,
    doomed,
    logistics,
    planned,
    sense,
    terms,
    worth,
)
from sandtable.engine.flow import Action, Frame
from sandtable.engine.records import Seat
from sandtable.games.dark_sands.position import DarkSandsPosition
from tests.games.dark_sands.scene import ALLIED, AXIS, HEX, UNIT, ask, bits, box, move, play, reduce, scene


def chosen(pos: DarkSandsPosition) -> Action:
    assert pos.side is not None
    return agent("greedy", "dark-sands", 1).choose(Seat(pos, pos.side))


def test_a_stack_fears_less_beside_strong_friends() -> None:
    alone = scene({"1330": "A05", "1334": "X15 X16 X17"}, turn=8)
    together = scene({"1330": "A05", "1329": "A01 A02 A06", "1334": "X15 X16 X17"}, turn=8)
    assert Outlook(alone, ALLIED).odds_against(HEX["1330"]) > Outlook(together, ALLIED).odds_against(HEX["1330"]) > 0
    values = [
        hex_value(pos, ALLIED, bits("A05"), HEX["1330"], -1, Outlook(pos, ALLIED), leaving=False)
        for pos in (alone, together)
    ]
    assert values[1] > values[0]


def test_an_own_place_draws_units_only_while_the_enemy_is_the_stronger_there() -> None:
    held = {"2830": "A08"}
    weak = scene({**held, "2731": "X15 X16 X17"}, turn=8)
    strong = scene({**held, "2829": "A01 A02 A05", "2729": "A06 A07 A09", "2731": "X22"}, turn=8)
    assert HEX["2830"] in dict(Outlook(weak, ALLIED).goals)
    assert HEX["2830"] not in dict(Outlook(strong, ALLIED).goals)


def test_plans_send_troops_to_their_posts_before_the_enemy_is_near() -> None:
    """In Sunflower the Allies draw if they keep Tobruk and Sollum: their plans do not wait until somebody threatens."""
    pos = scene({"2830": "A19", "2141": "A20", "2050": "A23"}, turn=3, scenario="sunflower")
    plans = planned(pos, ALLIED)
    assert {HEX["2830"], HEX["2141"]} == plans.posts
    assert HEX["2141"] in dict(Outlook(pos, ALLIED, plans).goals)
    assert HEX["2141"] not in dict(Outlook(pos, ALLIED).goals)
    gains = []
    for mind in (plans, sense(pos.box)):
        outlook = Outlook(pos, ALLIED, mind)
        near, there = (
            hex_value(pos, ALLIED, bits("A23"), HEX[place], -1, outlook, leaving=True) for place in ("2142", "2141")
        )
        gains.append(there - near)
    assert gains[0] > gains[1] + 10, "a second stack in a post is worth something"


def test_greedy_and_search_go_by_the_aims_of_their_sides_plan() -> None:
    pos = scene({"2830": "A19", "1600": "X15"}, turn=3, scenario="sunflower")
    for player in (Planner(), Greedy()):
        assert [player.mind(pos, side) for side in (ALLIED, AXIS)] == [planned(pos, side) for side in (ALLIED, AXIS)]
        assert player.mind(pos, AXIS).sites[HEX["2141"]] > sense(pos.box).sites[HEX["2141"]]
    unplanned = scene({"2830": "X10"}, turn=1, scenario="compass")
    assert planned(unplanned, AXIS).sites == sense(unplanned.box).sites


def test_plans_open_crusader_with_the_chit_that_moves_everybody() -> None:
    """The Allies begin each turn with all troops where greedy begins with a corps; the Axis has no such plan."""
    pos = ask(
        scene({"2830": "A08", "2141": "A05 A06", "2535": "X15"}, turn=8, scenario="crusader"), "chits.first", ALLIED
    )
    chits = pos.box.chit_number
    full, corps = ("first", chits["allied-full"]), ("first", chits["corps13"])
    for mind, best, other in ((planned(pos, ALLIED), full, corps), (sense(pos.box), corps, full)):
        rate = rate_first_chit(pos, ALLIED, mind)
        assert rate(best) > rate(other)
    assert planned(pos, AXIS).first == -1 == sense(pos.box).first


@pytest.mark.parametrize(("left", "eager", "saving"), [(6, False, False), (3, True, False), (1, True, True)])
def test_plans_save_the_priority_chit_of_crusader_for_the_end_of_the_turn(left: int, eager: bool, saving: bool) -> None:
    pos = scene({"2830": "A08"}, turn=9, scenario="crusader")
    pos.pool[pos.box.chit_number["axis-full"]] = left
    for mind, declares in ((sense(pos.box), eager), (planned(pos, ALLIED), saving)):
        rate = rate_priority(pos, ALLIED, mind)
        assert (rate(("declare", pos.box.chit_number["auk"])) > rate(("wait",))) == declares


def test_a_group_that_was_picked_and_taken_back_is_not_picked_again() -> None:
    """It could go on for ever: picked, taken back, picked again."""
    pos = move(scene({"1330": "A05 A06", "2535": "X15"}, turn=8, scenario="crusader"), ALLIED)
    stack, planner = ("stack", HEX["1330"]), Planner()

    def rate_of(who: Planner, action: Action) -> float:
        return who.rate(pos, pos.actions())[pos.actions().index(action)]

    assert rate_of(planner, stack) > NEVER
    play(pos, stack)
    assert rate_of(planner, ("back",)) == NEVER, "there is somewhere to go"
    play(pos, ("back",))
    assert rate_of(planner, stack) == NEVER < rate_of(Planner(), stack)
    few = agent("search:20w/500", "dark-sands", 1)
    assert isinstance(few, Search)
    few.greedy = planner
    assert stack not in {thought.action for thought in few.think(Seat(pos, "allied"))}
    pos.turn = 9
    assert rate_of(planner, stack) > NEVER, "the next time it may"


def test_the_allies_of_crusader_think_about_combat_alone() -> None:
    """At all else they do as planned: no world is played, though a player who asks is shown the other ideas."""
    pos = move(scene({"1330": "A05 A06", "2535": "X15"}, turn=8, scenario="crusader"), ALLIED)
    general = agent("search:12w", "dark-sands", 1)
    assert isinstance(general, Search)
    order = general.choose(Seat(pos, "allied"))
    assert order == Planner(1).choose(Seat(pos, "allied"))
    assert general.thoughts == [(order, 0.0, [])]
    first, *others = general.think(Seat(pos, "allied"))
    assert first.action == order
    assert others

    def thinks(side: int, step: str) -> bool:
        pos.stack = (Frame(step, side, ()),)
        return not DEPTH.follows(pos)

    assert [step for step in DEPTH.keys if thinks(ALLIED, step)] == ["combat"]
    assert all(thinks(AXIS, step) for step in DEPTH.keys)


def test_a_unit_that_is_about_to_leave_is_spent_before_the_others() -> None:
    leaving = next(e for e in box().track if e.event == "withdraw" and not e.asset and e.turn == 2)
    name = box().units[leaving.counter].id
    early, late = scene({"1330": name}, turn=1), scene({"1330": name}, turn=4)
    assert worth(early, bits(name)) == pytest.approx(LEAVING * worth(late, bits(name)))


def test_a_retreat_looks_for_a_hex_with_room() -> None:
    pos = scene({"1330": "X31", "1331": "A05", "1329": "X22 X23 X24"}, turn=8)
    ask(pos, "retreat", AXIS, HEX["1330"], 1)
    assert ("to", HEX["1329"]) in pos.actions()
    assert chosen(pos) != ("to", HEX["1329"])


def test_a_sure_attack_is_made_and_a_hopeless_one_is_not() -> None:
    pos = ask(
        scene({"1330": "A01 A02", "1331": "A05 A06", "1430": "X22"}, turn=8), "act.begin", ALLIED, "combat", "all"
    )
    assert chosen(reduce(pos, "X22")) == ("attack", HEX["1430"])
    pos = ask(scene({"1330": "A05", "1430": "X15 X16 X17 X18"}, turn=8), "act.begin", ALLIED, "combat", "all")
    assert chosen(pos) == ("done",)


def test_troops_in_a_place_that_counts_give_a_grip_on_it_and_a_headquarters_alone_does_not() -> None:
    empty, held, commanded = scene(turn=8), scene({"2830": "A08 A09"}, turn=8), scene({"2830": "A38"}, turn=8)
    grips = [terms(pos, ALLIED)["grip on places"] for pos in (empty, held, commanded)]
    assert grips[0] == grips[2] == 0 < grips[1]
    assert terms(held, AXIS)["grip on places"] == -grips[1]


def test_the_reply_of_a_plan_is_what_a_fresh_look_would_choose() -> None:
    pos = ask(scene({"1330": "A01 A02", "1336": "X22"}, turn=8), "act.begin", ALLIED, "move", "all")
    greedy, rng = Greedy(), Random(1)
    steps = []
    while pos.stack:
        fresh = Greedy().reply(pos, rng)
        steps.append(pos.stack[-1][0])
        assert greedy.reply(pos, rng) == fresh
        pos.play(fresh)
    assert "move.to" in steps


def test_a_plan_is_dropped_in_another_position() -> None:
    here = ask(scene({"1330": "A01", "1336": "X22"}, turn=8), "move.to", ALLIED, 0, bits("A01"), 0)
    picked = ask(scene({"1330": "A01", "1336": "X22"}, turn=8), "act.begin", ALLIED, "move", "all")
    greedy, rng = Greedy(), Random(1)
    assert greedy.reply(picked, rng) == ("unit", box().number["A01"])
    assert greedy.reply(here, rng) == Greedy().reply(here, rng)


def test_neighbouring_hexes_are_one_idea_and_an_open_place_that_counts_is_always_one() -> None:
    pos = ask(scene({"2729": "A05", "2735": "X15 X16"}, turn=8), "move.to", ALLIED, 0, bits("A05"), 0)
    actions = pos.actions()
    rates = Greedy().rate(pos, actions)
    order = sorted(range(len(actions)), key=lambda n: -rates[n])
    best = [actions[n] for n in order]
    assert best[0] == chosen(pos)
    first = [action[1] for action in best[:6] if action[0] == "go"]
    assert HEX["2830"] in first
    plain = [place for place in first if place not in (HEX["2830"], HEX["2730"])]
    assert all(box().rings(a)[b] > 1 for a in plain for b in plain if a != b)


def test_a_group_with_nothing_to_do_makes_for_an_open_place_when_it_is_picked() -> None:
    pos, group = (
        scene(
            {"1859": "A23", "2830": "A08", "2729": "A05", "2730": "A06", "2340": "A09"}, turn=4, scenario="sunflower"
        ),
        bits("A23"),
    )
    pos.axis_holds = 0
    assert best_move(pos, ALLIED, group, 0, Outlook(pos, ALLIED)).gain <= WORTH_A_MOVE
    assert chosen(ask(pos.copy(), "move.to", ALLIED, 0, group, 0)) == ("extend",)
    assert chosen(ask(pos, "move.far", ALLIED, group)) == ("far", HEX["1600"]), "nobody guards the Axis base"


def test_troops_are_sent_to_an_open_place_and_no_other_is_left_open_for_it() -> None:
    held = {"2830": "A08", "2729": "A05", "2730": "A06", "2904": "X22"}
    pos = scene({"1859": "A23 A38", **held}, turn=4, scenario="sunflower")
    trip = errand(pos, ALLIED, bits("A23"), 0)
    assert trip is not None
    assert (trip.place, trip.cost) == (HEX["2141"], -1)
    assert errand(pos, ALLIED, bits("A38"), 0) is None  # a headquarters holds nothing
    assert errand(pos, ALLIED, bits("A08"), 0) is None  # alone in Tobruk
    assert errand(pos, ALLIED, bits("A23"), 1) is None  # no extended move in a half move


def test_a_group_that_greedy_would_not_have_picked_goes_on_its_errand() -> None:
    pos = ask(
        scene({"1859": "A23", "2830": "A08", "2904": "X22"}, turn=4, scenario="sunflower"),
        "act.begin",
        ALLIED,
        "move",
        "all",
    )
    greedy, rng = Greedy(), Random(1)
    greedy.rate(pos, pos.actions())
    greedy._own = bits("A08")
    pos.play(("unit", box().number["A23"]))
    assert greedy.reply(pos, rng) == ("extend",)
    pos.play(("extend",))
    assert greedy.reply(pos, rng) == ("far", HEX["2141"])


def test_picking_a_group_for_an_errand_is_the_second_idea() -> None:
    pos = ask(
        scene(
            {"1859": "A23", "2830": "A08", "2729": "A05", "2730": "A06", "2904": "X15 X16"},
            turn=4,
            scenario="sunflower",
        ),
        "act.begin",
        ALLIED,
        "move",
        "all",
    )
    actions = pos.actions()
    rates = Greedy().rate(pos, actions)
    best = [actions[n] for n in sorted(range(len(actions)), key=lambda n: -rates[n])[:2]]
    assert best[0] == chosen(pos)
    assert ("unit", box().number["A23"]) in best


def test_who_cannot_trace_supply_now_counts_as_lost_the_more_the_nearer_the_verdict() -> None:
    """Marked and cut off dies when the turn ends; not marked waits for the next Logistics chit."""
    pos = scene(
        {"1330": "X15", "1329": "A01 A02", "1331": "A05", "1430": "A06", "1230": "A07", "1600": "X22"},
        turn=8,
        scenario="crusader",
    )
    pos.pool[:] = [0] * len(pos.pool)
    assert cut_off_now(pos, AXIS) == bits("X15")
    quiet = doomed(pos, AXIS)
    pos.pool[logistics(pos.box)[0]] = 1
    awaited = doomed(pos, AXIS)
    pos.out_of_supply = bits("X15")
    marked = doomed(pos, AXIS)
    assert 0 < quiet < awaited < marked + CUT_OFF * awaited / MARKED_SOON


def test_a_guard_is_sent_to_an_empty_base_and_the_last_one_stays() -> None:
    pos = scene({"2830": "A05 A06", "2050": "A23", "2727": "X15 X16", "1600": "X22"}, turn=8, scenario="crusader")
    units = bits("A05", "A06", "A23")
    assert naked(pos, ALLIED)
    found = mission(pos, ALLIED, units, 0, planned(pos, ALLIED))
    assert found is not None
    trip = found[1]
    assert trip.place == pos.box.alexandria
    guarded = scene({"1877": "A23", "2830": "A05", "2727": "X15 X16", "1600": "X22"}, turn=8, scenario="crusader")
    assert leaves_base(guarded, ALLIED, bits("A23"))
    assert bound(guarded, ALLIED, bits("A23"))
    move(guarded, ALLIED)
    dangers = Planner().danger(guarded, ALLIED, guarded.actions())
    assert dangers is not None
    assert [a for a, d in zip(guarded.actions(), dangers, strict=True) if d] == [("unit", UNIT["A23"])]


def test_an_open_base_is_driven_into() -> None:
    pos = scene({"1877": "A23 A24", "2830": "A05", "2727": "X15"}, turn=8, scenario="crusader")
    found = mission(pos, ALLIED, bits("A23", "A24"), 0, planned(pos, ALLIED))
    assert found is not None
    assert found[1].place == pos.box.agheila


def test_a_block_is_driven_far_along_the_roads_to_cut_off_an_army() -> None:
    army = {"2830": "X15 X16 X17", "2731": "X26 X27 X28", "1600": "X22"}
    pos = scene({"1877": "A23 A24"} | army, turn=8, scenario="crusader")
    found = mission(pos, ALLIED, bits("A24"), 0, planned(pos, ALLIED))
    assert found is not None
    trip = found[1]
    assert trip.cost == -1  # an extended move
    assert Lines(pos, AXIS).behind(trip.place) >> HEX["2830"] & 1
    assert mission(pos, ALLIED, bits("A24"), 1, planned(pos, ALLIED)) is None  # too far for half a move
    few = scene({"1877": "A23 A24", "2830": "X15", "1600": "X22"}, turn=8, scenario="crusader")
    assert mission(few, ALLIED, bits("A24"), 0, planned(few, ALLIED)) is None


def test_a_picket_stands_where_every_way_to_the_road_of_the_army_leads_through() -> None:
    army = {"2830": "X15 X16 X17", "2731": "X26 X27 X28", "1600": "X22 X23"}
    bare = scene({"1877": "A23 A24"} | army, turn=8, scenario="crusader")
    post = picket_post(bare, AXIS)
    assert road_bare(bare, AXIS)
    assert Lines(bare, AXIS).behind(post) >> HEX["2830"] & 1
    assert post != bare.box.agheila
    found = mission(bare, AXIS, bits("X23"), 0, planned(bare, AXIS))
    assert found is not None
    assert found[1].place == post
    there = next(name for name, place in HEX.items() if place == post)
    held = scene({"1877": "A23 A24", there: "X23"} | army | {"1600": "X22"}, turn=8, scenario="crusader")
    assert not road_bare(held, AXIS)
    assert bound(held, AXIS, bits("X23"))
    assert naked(held, AXIS) is False, "nobody gets past it"
    few = scene({"1877": "A23 A24", "2830": "X15", "1600": "X22"}, turn=8, scenario="crusader")
    assert picket_post(few, AXIS) == -1, "one unit is not worth a picket"


def test_an_army_beside_the_roads_has_a_road_to_guard_and_to_open() -> None:
    """Compass: both stacks stand in the desert and are fed past Mersa Matruh."""
    army = {"1653": "A01 A02 A03", "1852": "A05 A06 A08", "1859": "A07 A09"}
    pos = scene(army | {"1848": "X03", "1938": "X07"}, turn=1, scenario="compass")
    assert Lines(pos, ALLIED).behind(HEX["1858"]) == 1 << HEX["1653"] | 1 << HEX["1852"]
    assert picket_post(pos, ALLIED) == HEX["1858"]
    assert not barred_by(pos, ALLIED)
    cut = scene(army | {"1858": "X03", "1938": "X07"}, turn=1, scenario="compass")
    assert set(barred_by(cut, ALLIED)) == {HEX["1858"]}
    assert HEX["1858"] in dict(Outlook(cut, ALLIED, planned(cut, ALLIED)).goals)


def test_a_port_feeds_those_near_it_whatever_stands_on_the_road() -> None:
    pos = scene({"2830": "A05 A06 A08", "1859": "A07"}, turn=8, scenario="crusader")
    assert HEX["2830"] not in Lines(pos, ALLIED).feet


def test_what_the_enemy_has_is_worked_out_once_and_again_when_it_changes() -> None:
    pos = scene({"1330": "A05", "1334": "X15 X16 X17"}, turn=8)
    enemy = Enemy(pos, ALLIED)
    assert enemy.holds(pos, ALLIED)
    assert not enemy.holds(pos, AXIS)
    pos.put(UNIT["A05"], HEX["1331"])
    assert enemy.holds(pos, ALLIED), "an own move changes nothing"
    reduce(pos, "X15")
    assert not enemy.holds(pos, ALLIED)


def test_search_leaves_moves_to_the_plan() -> None:
    pos = move(scene({"1330": "A05 A06", "2535": "X15"}, turn=12, scenario="gazala"), ALLIED)
    general = agent("search:12w", "dark-sands", 1)
    assert isinstance(general, Search)
    assert general.choose(Seat(pos, "allied")) == Planner(1).choose(Seat(pos, "allied"))
    assert len(general.thoughts) == 1


def test_plans_of_a_campaign_go_for_the_next_points() -> None:
    pos = scene({"2830": "A05", "2727": "X15"}, turn=12, scenario="campaign-crusader")
    assert plan_of(pos, ALLIED).name.startswith("to Benghazi for a point a turn")
    assert plan_of(pos, AXIS).name.startswith("take Tobruk")
    taken = scene({"2050": "A01 A02 A05", "2830": "X22"}, turn=12, scenario="campaign-crusader")
    assert plan_of(taken, AXIS).name.startswith("from Tobruk to Matruh and Alamein")
    assert plan_of(taken, ALLIED).name.startswith("win Tobruk back")
    taken.turn = taken.box.last_turn
    assert "frontier" in Planner().plan(taken, AXIS)


def test_a_stack_with_zones_all_round_it_is_worth_more_to_attack() -> None:
    """A retreat through zones costs steps: closing the last way out comes before the attack."""

    def value(*blocks: str) -> float:
        around = dict(zip(blocks, ("A19", "A20"), strict=False))
        pos = scene({"1330": "X22", "1329": "A05 A06", **around}, turn=8)
        pos.target, pos.attackers = HEX["1330"], bits("A05", "A06")
        pos.defenders = bits("X22")
        return attack_value(pos, ALLIED, 0)

    assert value("1331", "1231") > value()


def test_outnumbered_in_a_campaign_the_allies_hold_egypt() -> None:
    few, many = {"1859": "A19"}, {"1859": "A19 A20", "1852": "A01 A02 A05 A06"}
    enemy = {"2830": "X15 X16 X17"}
    weak, strong = (scene({**allies, **enemy}, turn=16, scenario="campaign") for allies in (few, many))
    assert superiority(weak, ALLIED) < WEAK < superiority(strong, ALLIED)
    assert plan_of(weak, ALLIED).posts
    assert not plan_of(strong, ALLIED).posts


def test_the_stronger_side_of_a_campaign_brings_its_rear_up() -> None:
    strong, weak = {"1875": "A01 A02 A05", "1859": "A06 A19"}, {"2830": "X22"}
    pos = move(scene({**strong, **weak}, turn=15, scenario="campaign"), ALLIED)
    assert plan_of(pos, ALLIED).march
    assert not plan_of(pos, AXIS).march
    mind = planned(pos, ALLIED)
    assert mind.draw(60) - mind.draw(70) > WORTH_A_MOVE


def test_units_about_to_leave_do_not_count_for_a_plan() -> None:
    """The 7th Armoured is withdrawn on turn 3."""
    units = {"1859": "A01 A02 A05", "2830": "X22 X23"}
    before, due = (scene(units, turn=turn, scenario="campaign") for turn in (1, 2))
    assert superiority(before, ALLIED) > superiority(due, ALLIED)


def test_tobruk_is_held_in_1941_when_its_forts_need_not_retreat() -> None:
    units = {"2830": "A19", "2727": "X15 X16"}
    pos = scene(units, turn=4, scenario="campaign")
    assert plan_of(pos, ALLIED).posts == ("Tobruk",)
    even = {"2830": "A19", "1859": "A26 A27 A28 A31", "2727": "X15 X16"}
    assert plan_of(scene(even, turn=4, scenario="campaign"), ALLIED).posts == ("Tobruk",)
    assert plan_of(scene(even, turn=10, scenario="campaign"), ALLIED).posts != ("Tobruk",)


def test_danger_is_what_can_come_up_and_strike_before_the_next_move() -> None:
    """A lone brigade between panzers is as good as lost; behind a line that they cannot pass nobody is in danger."""
    panzers = {"1330": "X15 X16 X17", "1334": "X26 X27 X28"}
    alone = scene({**panzers, "1532": "A37"}, turn=8)
    company = scene({**panzers, "1532": "A37 A23 A24"}, turn=8)
    far = scene({**panzers, "1548": "A37"}, turn=8)
    for pos in (alone, company, far):
        pos.pool[pos.box.chit_number["axis-full"]] = 1
    place = HEX["1532"]
    assert Threat(alone, ALLIED).loss(place, bits("A37")) > 0.5
    assert Threat(alone, ALLIED).loss(place, bits("A37")) > Threat(company, ALLIED).loss(
        place, bits("A37", "A23", "A24")
    )
    assert Threat(far, ALLIED).loss(HEX["1548"], bits("A37")) == 0


def test_nobody_need_be_feared_who_has_no_chit_left_to_strike_with() -> None:
    pos = scene({"1330": "X15 X16 X17", "1532": "A37"}, turn=8)
    pos.pool[:] = [0] * len(pos.pool)
    pos.hand = 0
    pos.pool[pos.box.chit_number["allied-full"]] = 1
    assert Threat(pos, ALLIED).loss(HEX["1532"], bits("A37")) == 0
    pos.hand = 1 << pos.box.chit_number["rommel"]
    assert Threat(pos, ALLIED).loss(HEX["1532"], bits("A37")) > 0.5


def test_those_who_attack_at_once_fear_less_than_those_who_wait() -> None:
    pos = scene({"1330": "X15 X16 X17", "1532": "A37"}, turn=8)
    pos.pool[pos.box.chit_number["axis-full"]] = 1
    values = []
    for act in ("move", "combat"):
        pos.active = bits("A37")
        pos.stack = (*pos.stack[:1], Frame("act.begin", ALLIED, (act, "all")))
        outlook = Outlook(pos, ALLIED, planned(pos, ALLIED))
        values.append(hex_value(pos, ALLIED, bits("A37"), HEX["1532"], -1, outlook, leaving=False))
    assert values[1] > values[0]


def test_a_garrison_that_is_too_weak_is_reinforced_by_sea() -> None:
    units = {
        "2830": "A19",
        "1859": "A26 A27",
        "1877": "A28",
        "1600": "X22",
        "2904": "X23",
        "2727": "X15 X16 X17",
        "2630": "X26 X27",
    }
    pos = scene(units, turn=5, scenario="campaign")
    pos.axis_holds &= ~(1 << HEX["2830"] | 1 << HEX["1859"])
    pos.active = bits("A26")
    mind = planned(pos, ALLIED)
    assert wanting(pos, ALLIED, HEX["2830"], mind) > 0
    assert ships_wait(pos, ALLIED, mind)
    pos.stack = (*pos.stack, Frame("move", ALLIED, (0, 0, 0)))
    found = mission(pos, ALLIED, bits("A26"), 0, mind)
    assert found is not None
    assert (found[1].place, found[1].cost) == (HEX["2830"], BY_SEA)
    assert in_garrison(pos, ALLIED, bits("A19"), mind), "and those who are there stay"


def test_a_place_that_the_enemy_has_left_empty_is_taken() -> None:
    pos = scene({"2805": "X31", "1600": "X22", "1859": "A26"}, turn=5, scenario="campaign")
    pos.axis_holds &= ~(1 << HEX["2904"])
    pos.active = bits("X31")
    pos.stack = (*pos.stack, Frame("move", AXIS, (0, 0, 0)))
    found = mission(pos, AXIS, bits("X31"), 0, planned(pos, AXIS))
    assert found is not None
    assert found[1].place == HEX["2904"]


def test_a_base_is_manned_when_an_army_is_near_and_a_plan_is_kept_for_the_turn() -> None:
    pos = scene({"1877": "A26", "1470": "X15 X16 X17", "1600": "X22"}, turn=8, scenario="campaign")
    assert plan_of(pos, ALLIED).garrisons["Alexandria"] >= 8
    player = Greedy()
    pos.active = bits("A26")
    move(pos, ALLIED)
    player.choose(Seat(pos, "allied"))
    before = player.mind(pos, ALLIED)
    pos.put(UNIT["A60"], HEX["1877"])
    pos.put(UNIT["A61"], HEX["1877"])
    assert player.mind(pos, ALLIED) is before
    pos.turn += 1
    assert player.mind(pos, ALLIED) is planned(pos, ALLIED)


def test_units_that_move_and_then_fight_are_sent_together() -> None:
    pos = scene({"1330": "X15", "1328": "X16", "1232": "X17", "1534": "A05 A06"}, turn=8)
    pos.active = bits("X15", "X16", "X17")
    pos.stack = (*pos.stack, Frame("act.begin", AXIS, ("combat", "chosen")), Frame("move", AXIS, (0, 0, 0)))
    assert fighting_now(pos) == pos.active
    orders = assaults(pos, AXIS, pos.active, 0, Outlook(pos, AXIS, planned(pos, AXIS)))
    assert len(orders) > 1
    assert all(pos.box.adjacent(trip.place, HEX["1534"]) for trip in orders.values())


def test_no_main_effort_where_nobody_fights_in_the_same_activation() -> None:
    pos = scene({"1330": "X15", "1328": "X16", "1534": "A05"}, turn=8)
    pos.active = bits("X15", "X16")
    pos.stack = (*pos.stack, Frame("move", AXIS, (0, 0, 0)))
    assert not assaults(pos, AXIS, pos.active, 0, Outlook(pos, AXIS, planned(pos, AXIS)))


def test_infantry_alone_in_the_open_fears_panzers_most() -> None:
    pos = scene({"1330": "A05", "1331": "A24", "1334": "X15 X16"}, turn=8)
    alone, tanks = (
        expected_loss(pos, ALLIED, HEX[at], bits(who), 10, 10) for at, who in (("1330", "A05"), ("1331", "A24"))
    )
    assert alone > tanks > 0


def test_a_hopeless_attack_is_not_made_even_to_open_a_road() -> None:
    pos = scene({"1330": "X33", "1331": "A05 A06"}, turn=8)
    pos.active = bits("X33")
    assert fight_value(pos, AXIS, HEX["1331"], 0) <= -HARD_FIGHT
