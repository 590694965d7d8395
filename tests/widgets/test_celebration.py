"""What is told first and what is celebrated: a tied cut, a hand of 29, a win of one's own."""

from __future__ import annotations

from collections.abc import Callable

from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.playing import Play

from cardlab.canasta.display.captions import told as told_in_canasta
from cardlab.cribbage import position
from cardlab.cribbage.rules import referee
from cardlab.display.scene import Scene
from cardlab.game import Event, Game, Moment


def shown(table: Play, until: Callable[[Scene], bool]) -> Scene:
    """The first scene of which something is so, as the game goes on by itself."""
    for _ in range(60):
        if until(scene := table.scene()):
            return scene
        table.act("on", {})
    raise AssertionError("it never came to that")


def test_a_tied_cut_is_told_in_the_main_message_and_not_only_in_the_log() -> None:
    tied = 0
    for seed in range(60):
        table = playing_model(seed=seed, level="beginner", pace="step", resume=False)
        for lift in (20, 30):
            if table.game.state.phase != "cut":
                break
            table.game.do(f"cut {lift}")
        if not any(event.kind == "tie" for event in table.game.events):
            continue
        tied += 1
        again = playing_model(seed=seed, level="beginner", pace="step", resume=False)
        again._take("cut 20")
        again._take("cut 30")
        said = shown(again, lambda scene: scene.said is not None and "cut again" in scene.said.text).said
        assert said is not None
        assert said.text == "You and North have cut the same rank and cut again."
        assert said.more.startswith("North cuts ")
        assert "CRIB-CUT-02" in said.rules
    assert tied, "no seed had a tie"


def test_who_must_draw_again_for_partners_is_told_first() -> None:
    drawn = Event("pick", 1, "West draws K♠", ("CAN-DRAW-01",))
    again = Event("again", None, "South and West must draw again: the same card", ("CAN-DRAW-04",))
    said = told_in_canasta(Moment(None, (drawn, again)))
    assert said is not None
    assert (said.text, said.more) == (f"{again.text}.", "West draws K♠.")


def test_a_hand_of_29_is_celebrated_when_all_of_it_is_counted() -> None:
    start = position(hands=["5S 5H 5D JC", "KS KH KD 9C"], starter="5C", turn=0, dealer=1)
    table = Play(Game(referee, state=start), level="beginner", pace="step")
    joys = []
    for _ in range(80):
        scene = table.scene()
        joys.append((scene.joy, scene.total))
        if scene.joy:
            break
        if table._live:
            table.act(f"do:{next(referee.legal_actions(table.game.view(0)))}", {})
        else:
            table.act("on", {})
    assert joys[-1] == ("hand", 29)
    assert all(joy == "" for joy, _ in joys[:-1])
