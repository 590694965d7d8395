"""What is due: memory rule by rule, mastery, and runs that mix what is due with what is new."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from cardlab_exercises import Practice, Store
from cardlab_exercises.practice.due import WhatIsDue, wanted
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.memory import Memory, course, mastered, practised, recall

from cardlab.rulebook import load

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
PAIRS, RUNS = "CRIB-SHOW-04", "CRIB-SHOW-05"


def attempt(
    day: float,
    rules: dict[str, bool],
    seed: str = "1",
    assisted: bool = False,
    exercise: str = "crib-count-hand",
) -> Attempt:
    when = START + timedelta(days=day)
    known = all(rules.values())
    return Attempt(
        id=f"{day}/{seed}/{sorted(rules)}",
        learner="you",
        exercise=exercise,
        seed=seed,
        level=2,
        options="course rules",
        rules=rules,
        outcome="correct" if known else "wrong",
        score=float(known),
        tries=1,
        assisted=assisted,
        mistakes=(),
        started=when,
        finished=when,
    )


def memory(attempts: Iterable[Attempt], rule: str = PAIRS) -> Memory:
    return recall(attempts)[rule]


def test_what_is_known_comes_back_ever_later() -> None:
    days, told = [0.0], []
    for _ in range(5):
        told.append(attempt(days[-1], {PAIRS: True}, str(len(told))))
        days.append((memory(told).due - START) / timedelta(days=1))
    gaps = [later - before for before, later in pairwise(days)]
    assert gaps == sorted(gaps)
    assert gaps[-1] > 30


def test_what_was_not_known_comes_back_sooner_and_help_lies_between() -> None:
    first = [attempt(0, {PAIRS: True}), attempt(1, {PAIRS: True}, "2")]
    due = [
        memory([*first, attempt(5, {PAIRS: known}, "3", assisted)]).due
        for known, assisted in ((False, False), (True, True), (True, False))
    ]
    assert due == sorted(due)
    assert len(set(due)) == 3
    assert due[0] - START < timedelta(days=5, hours=1)


def test_the_fold_does_not_depend_on_the_order_of_reading() -> None:
    told = [attempt(day, {PAIRS: day != 2, RUNS: True}, str(day)) for day in range(4)]
    assert recall(reversed(told)) == recall(told)
    assert recall([]) == {}


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ([(0, "1"), (0.1, "2"), (1, "3")], True),
        ([(0, "1"), (0.1, "2"), (0.2, "3")], False),  # one day
        ([(0, "1"), (1, "1"), (2, "1")], False),  # one question
        ([(0, "1"), (1, "2")], False),  # two of them
        ([(0, "1"), (0.1, "2"), (0.2, "3"), (1, "3")], True),  # the second day may repeat one
    ],
)
def test_mastered_means_three_questions_on_two_days(told: list[tuple[float, str]], known: bool) -> None:
    attempts = [attempt(day, {PAIRS: True}, seed) for day, seed in told]
    assert (PAIRS in mastered(attempts)) == known
    assert memory(attempts).mastered == known


def test_help_and_failures_master_nothing() -> None:
    days = [(0, "1"), (1, "2"), (2, "3")]
    assert not mastered([attempt(day, {PAIRS: True}, seed, assisted=True) for day, seed in days])
    assert not mastered([attempt(day, {PAIRS: False}, seed) for day, seed in days])


def test_two_that_are_due_then_a_new_one_and_at_last_what_is_not_due_yet() -> None:
    told = [
        attempt(0, {PAIRS: False}),
        attempt(1, {RUNS: False}),
        attempt(2, {"CRIB-SHOW-06": False}),
        attempt(59.9, {"CRIB-SHOW-03": True}),
        attempt(59.95, {"CRIB-SHOW-03": True}, "2"),
    ]
    order = wanted(told, START + timedelta(days=60))
    assert [entry.rule for entry in order[:2]] == [PAIRS, RUNS]
    assert [entry.why for entry in order[:4]] == ["due", "due", "new", "due"]
    assert (order[-1].rule, order[-1].why) == ("CRIB-SHOW-03", "again")
    new = [entry.rule for entry in order if entry.why == "new"]
    assert new == [rule.id for rule in course(["cribbage"]) if rule.id in set(new)]
    assert order[0].reason == f"due: {load('cribbage').rule(PAIRS).title}"
    assert len({entry.rule for entry in order}) == len(order)


def test_new_rules_come_after_those_they_need() -> None:
    for game in ("cribbage", "canasta"):
        order = [rule.id for rule in course([game])]
        needs = load(game).rules
        assert not [
            (id, need) for id in order for need in needs[id].needs if need in order[order.index(id) :]
        ]


def test_a_run_of_what_is_due() -> None:
    store = Store(None)
    store.record(attempt(0, {PAIRS: False}))
    model = Practice(seed=4, store=store, learner="you")
    assert model.run
    assert len(model.run.tasks) == 10
    scene = model.scene()
    assert scene.title == model.run.tasks[0].exercise.title
    assert f"due: {load('cribbage').rule(PAIRS).title}" in scene.chips
    assert scene.tools is None
    assert model.sitting
    assert PAIRS in model.sitting.solution.rules
    assert len({task.seed for task in model.run.tasks}) == 10
    with pytest.raises(ValueError, match="do not come from a seed"):
        model.act("seed", {"seed": "5"})


def test_before_it_begins_nothing_is_read(tmp_path: object) -> None:
    store = Store(f"sqlite:///{tmp_path}/progress.db")
    model = Practice("Cribbage", store=store)
    assert model.scene().title == "What is due"
    assert not store._database
    model.act("next")
    assert model.sitting
    assert model.sitting.exercise.game == "cribbage"
    assert [task.exercise.game for task in model.run.tasks] == ["cribbage"] * 10  # type: ignore[union-attr]


def test_what_is_retried_is_the_same_question() -> None:
    model = Practice(seed=4, store=Store(None), learner="you", length=1)
    assert model.sitting
    before = model.sitting.question
    model.act("solution")
    model.act("next")
    model.act("again")
    assert model.sitting.question == before
    assert model.sitting.seen


def test_what_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="name an exercise"):
        Practice(level=2)
    with pytest.raises(ValueError, match="preset 'hoyle'"):
        Practice(options="hoyle")
    assert repr(Practice(store=Store(None))) == "Practice()"
    assert repr(Practice(store=Store(None), seed=3)) == "Practice(seed='3')"


def test_every_exercise_comes_up() -> None:
    """No exercise is out of reach of those who only ever practise what is due."""
    reached = {task.exercise.id for task in WhatIsDue("cribbage", length=400).tasks("1", list)}
    everywhere = {exercise.id for exercises in practised().values() for exercise in exercises}
    assert reached == {id for id in everywhere if id.startswith("crib-")}
