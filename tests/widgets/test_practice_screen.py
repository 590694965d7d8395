"""Practice on the screen: a run of questions, and the steps of a count in its place."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from cardlab_exercises import Practice, Store
from cardlab_exercises.declaration import bank
from cardlab_widgets import practice, practice_game, take_test
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.widget import SceneWidget
from cardlab_widgets.tables.playing import Play

from cardlab.cribbage.players import player
from cardlab.cribbage.rules import referee
from cardlab.game import Game


def fail_once() -> Callable[..., str]:
    """In place of `render`: fails, and then renders again."""
    failures = [RuntimeError()]

    def render_later(*arguments: Any) -> str:
        if failures:
            raise failures.pop()
        return render(*arguments)

    return render_later


@pytest.fixture
def desk() -> PracticeDesk:
    return PracticeDesk(Practice("crib-count-hand", seed=3, length=2))


def test_the_steps_come_after_the_question_is_done_and_lead_back_to_it(desk: PracticeDesk) -> None:
    with pytest.raises(ValueError, match="solution"):
        desk.act("steps", {})
    desk.act("solution", {})
    solved = desk.scene()
    desk.act("steps", {})
    assert desk.scene().kind == "count"
    desk.act("last", {})
    steps = desk.scene()
    assert desk.practice.sitting
    assert steps.total == int(desk.practice.sitting.solution.answer["total"])
    desk.act("steps", {})
    assert desk.scene() == solved


def test_while_the_steps_are_shown_the_question_cannot_be_answered(desk: PracticeDesk) -> None:
    desk.act("solution", {})
    desk.act("steps", {})
    with pytest.raises(ValueError, match="no action"):
        desk.act("check", {"total": "4"})


@pytest.mark.parametrize("id", list(bank.exercises()))
def test_every_solution_can_be_stepped_through_there_and_back(id: str) -> None:
    desk = PracticeDesk(Practice(id, seed=4, store=Store(None)))
    desk.act("solution", {})
    solved = render(desk.scene())
    assert 'data-action="steps"' in solved
    desk.act("steps", {})
    for step in ("first", "next", "last", "back"):
        html = render(desk.scene())
        assert html.count("data-transport") == 1
        assert html.count('class="on-board"') == solved.count('class="on-board"')
        for action in ("first", "back", "next", "last", "steps"):
            assert html.count(f'data-action="{action}"') == 1
        assert html.count("data-play") == 1
        desk.act(step, {})
    assert desk.scene().transport
    desk.act("steps", {})
    assert render(desk.scene()) == solved


def test_a_whole_run_can_be_shown(desk: PracticeDesk) -> None:
    kinds = []
    for _ in range(2):
        assert desk.practice.sitting
        right = dict(desk.practice.sitting.solution.answer)
        for action, values in (
            ("hint", {}),
            ("check", {**right, "total": "28"}),
            ("check", right),
            ("steps", {}),
            ("steps", {}),
            ("next", {}),
        ):
            desk.act(action, values)
            html = render(desk.scene())
            kinds.append(desk.scene().kind)
            assert len(html) < 30_000
    assert kinds.count("count") == 2
    assert "Another 2" in render(desk.scene())


def test_an_exercise_that_does_not_exist_is_refused_with_advice() -> None:
    with pytest.raises(LookupError, match="crib-count-hand"):
        practice("crib-count-hands")


def test_the_widget_shows_the_seed_and_the_preset() -> None:
    html = practice("crib-count-crib", seed=20417).html
    assert 'value="20417"' in html
    assert "course rules" in html


@pytest.mark.parametrize("place", ["record", "scene"])
def test_what_fails_leaves_the_question_as_it_was(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """In the middle of checking, and when what is to be shown then cannot be made."""
    widget = practice("crib-count-hand", seed=5, store=Store(None))
    shown = widget.html

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(Store if place == "record" else PracticeDesk, place, fail)
        assert "nothing has been changed" in widget.act("check", {"total": "28"})
    assert widget.model.scene() == practice("crib-count-hand", seed=5, store=Store(None)).model.scene()
    assert widget.act("check", {"total": "28"}) == ""
    assert "try 1" in widget.html
    assert widget.html != shown


def test_steps_that_cannot_be_shown_are_not_taken(
    monkeypatch: pytest.MonkeyPatch, desk: PracticeDesk
) -> None:
    widget = SceneWidget(desk)
    widget.act("solution")
    widget.act("steps")
    before = desk.scene()
    with monkeypatch.context() as patch:
        patch.setattr("cardlab_widgets.screen.widget.render", fail_once())
        assert "nothing has been changed" in widget.act("last")
    assert desk.scene() == before


def test_a_class_test_on_the_screen() -> None:
    widget = take_test("crib-count-hand", code="7b", learner="Ana", store=Store(None), length=2)
    assert 'data-action="seed"' not in widget.html
    assert widget.act("next") == ""
    assert widget.act("hint").startswith("There is no action")
    assert widget.act("check", {"total": ""}).startswith("There is no answer yet")
    for _ in range(2):
        assert widget.act("check", {"total": "28"}) == ""
    assert "handed in" in widget.html


def test_a_game_that_was_played_comes_back() -> None:
    game = Game(referee, seed=5)
    while len(game.actions) < 30:
        seat = referee.to_act(game.state)
        assert seat is not None
        game.do(player("beginner")(game.view(seat), Random(seat)).action)
    for played in (game, game.record(), SceneWidget(Play(game))):
        widget = practice_game(played, store=Store(None), learner="Ana")
        assert widget.act("next") == ""
        assert "From your game" in widget.html
        assert widget.act("solution") == ""
        assert "Best is: Lay" in widget.html
    assert practice_game(game, seat="North", store=Store(None)).act("next") == ""
    by_name, by_number = (practice_game(game, seat=seat, store=Store(None)) for seat in ("North", 1))
    assert by_name.model.scene() == by_number.model.scene()
    with pytest.raises(ValueError, match="a Game"):
        practice_game(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat"):
        practice_game(game, seat="Nowhere")
    for bad in ([], {}, -1, 2, True, 0.0, "", b"S"):
        with pytest.raises(ValueError, match=r"there are South .* and North"):
            practice_game(game, seat=bad, store=Store(None))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="four_colour is True or False, not 'None'"):
        practice_game(game, store=Store(None), four_colour=None)  # type: ignore[arg-type]


def test_the_place_in_a_run_is_counted_and_not_looked_up_by_its_dot() -> None:
    """Dots of questions that went alike are equal; the last of ten is the tenth all the same."""
    run = Practice("crib-count-hand", seed=3, length=10, store=Store(None))
    for number in range(1, 11):
        if run.sitting is None:
            run.act("next")
        html = render(run.scene())
        assert f"<b>{number}</b> of 10</span>" in html
        assert f'aria-label="Question {number} of 10"' in html
        run.act("solution")
        run.act("next")
    html = render(run.scene())
    assert "0 of 10 right at the first try." in html
    assert "<b>10</b> of 10</span>" in html


def test_what_is_wrong_with_an_entry_stands_in_the_place_of_what_was_said_before(desk: PracticeDesk) -> None:
    widget = SceneWidget(desk)
    widget.act("hint")
    assert 'data-message="info"' in widget.html
    widget.act("check", {"total": "rubbish"})
    assert "is not a number" in widget.html
    assert "data-message" not in widget.html
