"""What is over stays over."""

from __future__ import annotations

from tests.server.player import House, Player, play_out


def test_a_question_left_open_cannot_change_a_finished_game(house: House) -> None:
    made = house.create(axis="me", allied="me", options={"turns": 1})
    with house.sit(made["mine"]) as both:
        play_out(both, 1000)
        outcome = both.state["view"]["outcome"]
        assert outcome["kind"] == "on points"
        for kind in ("draw", "undo"):
            assert both.ask("ask", kind=kind)["code"] == "over"
            assert both.ask("reply", kind=kind, yes=True)["code"] in ("over", "not_now")
        assert both.ask("undo", n=both.state["n"])["code"] == "over"
        assert both.ask("redo", n=both.state["n"])["code"] == "over"
        assert both.ask("resign", n=both.state["n"])["code"] == "over"
    assert house.get("/api/table", made["mine"]).json()["outcome"] == outcome


def test_the_loser_cannot_accept_a_draw_once_the_winner_has_won(house: House) -> None:
    with house.two(options={"turns": 1}) as (allied, axis, made):
        finish_with_question(allied, axis)
        outcome = axis.state["view"]["outcome"]
        assert outcome["kind"] == "on points"
        assert axis.ask("reply", kind="draw", yes=True)["type"] == "refused"
        assert house.get("/api/table", made["mine"]).json()["outcome"] == outcome
        answers = [m["answer"] for m in axis.heard if m["type"] == "ask"]
        assert answers == [None, False]  # the end answers what is still open


def finish_with_question(allied: Player, axis: Player) -> None:
    """The side that makes the last move asks for a draw just before it."""
    players = {"allied": allied, "axis": axis}
    while allied.state["view"]["outcome"] is None:
        side = allied.state["view"]["side"]
        mover, other = players[side], players["allied" if side == "axis" else "axis"]
        if side == "axis" and mover.state["view"]["phase"]["now"] == "march":
            mover.ask("ask", kind="draw")
        mover.play(*(mover.actions[-1] if ["done"] in mover.actions else mover.actions[0]))
        other.until(lambda m: m["type"] == "state" and m["n"] == mover.state["n"])  # noqa: B023


def test_a_resignation_closes_an_open_way_back(house: House) -> None:
    with house.two() as (allied, axis, made):
        allied.play("card", 6)
        axis.until(lambda m: m["type"] == "state" and m["view"]["side"] == "axis")
        allied.ask("ask", kind="undo")
        allied.ask("resign", n=allied.state["n"])
        axis.until(lambda m: m["type"] == "state" and m["view"]["outcome"] is not None)
        assert axis.ask("reply", kind="undo", yes=True)["type"] == "refused"
        info = house.get("/api/table", made["mine"]).json()
        assert (info["outcome"]["kind"], info["at"]) == ("resignation", 1)
