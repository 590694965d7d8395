"""Faults that other teaching tools were reported to have, as tests of this one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from cardlab_exercises import Exercise, Outcome, Practice, Store, check_code, progress
from cardlab_exercises.code.bank import CODE_EXERCISES
from cardlab_exercises.code.exercise import GENERATED
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.screen.snapshot import Snapshot
from cardlab_widgets.screen.widget import SceneWidget

from cardlab.cards import Card
from cardlab.display.scene import Scene


def test_b19_passing_the_shown_cases_is_not_called_passing_all() -> None:
    """The learner saw a full pass and later a much lower mark."""
    exercise = CODE_EXERCISES["crib-code-pairs"]
    shown = {tuple(case[0]): exercise.solve(*case) for case in exercise.shown}
    result = check_code(exercise.id, lambda cards: shown.get(tuple(cards), 0), hidden=False, record=False)
    assert result.title == f"3 of 3 shown cases are right; {GENERATED} more are checked later."
    assert not result.passed
    assert result.score == pytest.approx(3 / (3 + GENERATED))
    later = check_code(exercise.id, lambda cards: shown.get(tuple(cards), 0), seed=1, record=False)
    assert not later.passed
    assert "All" not in later.title


def test_b20_a_cell_run_twice_copied_or_deleted_changes_no_score() -> None:
    """Progress is keyed by exercise and seed, never by cell."""
    store = Store(None)

    def cell(exercise: str, more: int = 0) -> None:
        run = Practice(exercise, seed=3, store=store, learner="Ana")
        assert run.sitting
        run.act("check", {"total": str(int(run.sitting.solution.answer["total"]) + more)})

    cell("crib-count-hand")
    before = progress("Ana", store).exercises[0]
    cell("crib-count-hand")  # run again
    cell("crib-count-hand", more=1)  # a copy, answered wrongly
    after = progress("Ana", store).exercises[0]
    assert (before.points, after.points) == (1.0, 1.0)
    assert (before.attempts, after.attempts) == (1, 3)
    assert after.rules == before.rules  # what there is to master does not shrink
    assert [line.id for line in progress("Ana", store).exercises] == ["crib-count-hand"]


def test_b21_a_missing_resource_is_no_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The set-up had failed, yet every answer was judged wrong."""
    store = Store(None)
    model = Practice("crib-count-hand", seed=3, store=store, learner="Ana")
    assert model.sitting

    def missing(*arguments: object) -> None:
        raise FileNotFoundError("the table of rules is not there")

    broken = {**vars(model.sitting), "exercise": _with_check(model.sitting.exercise, missing)}
    model.sitting = type(model.sitting)(**broken)
    model.act("check", model.sitting.solution.answer)
    message = model.scene().message
    assert message
    assert message.tone == "error"
    assert "could not be checked" in message.title
    assert "FileNotFoundError" in message.text
    assert store.attempts() == []
    undefined = check_code("crib-code-pairs", lambda cards: not_there(cards), store=store)  # type: ignore[name-defined]  # noqa: F821
    assert undefined.outcome is Outcome.COULD_NOT_RUN
    assert store.attempts() == []


def _with_check(exercise: Exercise, check: Any) -> Exercise:
    return replace(exercise, check=check)


def test_b22_a_function_that_spoils_its_arguments_is_judged_the_same_each_time() -> None:
    """The data shown with the verdict was not what the function had been called with."""
    exercise = CODE_EXERCISES["crib-code-fits"]
    before = repr(exercise.shown)

    def greedy(hand: list[Card], count: int) -> list[Card]:
        hand.sort()
        return [hand.pop() for _ in range(len(hand))]

    first, second = (check_code(exercise.id, greedy, seed=1, record=False) for _ in range(2))
    assert first == second
    assert "fits([K♦, 7♠, A♣], 24) should be" in first.text
    assert repr(exercise.shown) == before


def test_b23_the_plain_text_of_a_widget_is_short_and_the_same_each_time() -> None:
    """It was a dump of all traits, and later an address in memory."""

    def texts() -> list[str]:
        widget = SceneWidget(PracticeDesk(Practice("crib-count-hand", seed=7, store=Store(None))))
        return [repr(widget), repr(Snapshot(widget._scene))]

    first, second = texts(), texts()
    assert first == second
    assert first[0] == "SceneWidget('How many points?')"
    assert "0x" not in "".join(first)


class Failing:
    """A model one of whose actions fails after it has changed something."""

    def __init__(self) -> None:
        self.done = 0

    def scene(self) -> Scene:
        return Scene("exercise", "", f"done {self.done}")

    def act(self, action: str, values: Mapping[str, str]) -> None:
        if action != "press":
            raise ValueError(f"there is no action {action}")
        self.done += 1
        raise RuntimeError("inside")


def test_b24_a_handler_that_fails_says_so_and_changes_nothing() -> None:
    """The user saw a dead button, and the tests passed although the handler had failed."""
    widget = SceneWidget(Failing())
    answers: list[Any] = []
    widget.send = lambda content, buffers=None: answers.append(content)
    for action in ("press", "fly"):
        widget._receive(widget, {"id": action, "rev": widget.rev, "action": action, "values": {}}, [])
    assert [answer["id"] for answer in answers] == ["press", "fly"]
    assert not any(answer["ok"] for answer in answers)
    assert "nothing has been changed" in answers[0]["error"]
    assert answers[1]["error"] == "There is no action fly."
    assert widget.status == answers[1]["error"]  # which is read aloud
    assert "There is no action fly." in widget.html
    assert widget.model.done == 0
    assert "done 0" in widget.html
