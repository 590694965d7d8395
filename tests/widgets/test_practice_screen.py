"""Practice on the screen: a run of questions, and the steps of a count in its place."""

from __future__ import annotations

import pytest
from cardlab_exercises import Practice
from cardlab_widgets import practice
from cardlab_widgets.practice import PracticeDesk
from cardlab_widgets.render import render


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
