"""Progress as a table, a plot and text."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cardlab_exercises import Practice, Store, progress, sample_learner
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.lessons import Lesson, lessons
from cardlab_exercises.reports.classroom import report
from cardlab_exercises.reports.progress import Streaks, rolling_accuracy, streaks
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.identity import identity, join
from cardlab_exercises.store.store import default_store
from cardlab_exercises.store.visitor import asked_by
from cardlab_exercises.store.zone import local

from tests.exercises.writers import MADE


def store(*attempts: Attempt) -> Store:
    kept = Store(None)
    for number, made in enumerate(attempts):
        kept.record(replace(made, id=f"{number:03}", finished=made.finished + timedelta(minutes=number)))
    return kept


RIGHT = replace(
    MADE,
    outcome="correct",
    score=1.0,
    rules={"CRIB-SHOW-03": True, "CRIB-SHOW-07": True},
    tries=2,
    assisted=True,
)


def test_the_table_has_a_row_for_each_exercise_and_rule() -> None:
    table = progress(store=store(MADE, RIGHT, replace(MADE, seed="2"))).table()
    assert list(table.index) == [
        ("exercise", "crib-count-hand"),
        ("rule", "CRIB-SHOW-03"),
        ("rule", "CRIB-SHOW-07"),
    ]
    hand = table.loc[("exercise", "crib-count-hand")]
    assert (hand.title, hand.attempts, hand.correct, hand.accuracy, hand.assisted, hand.points) == (
        "How many points?",
        3,
        1,
        0.333,
        1,
        1.5,
    )
    assert hand["last"] == datetime(2026, 1, 1, 0, 3, tzinfo=UTC)
    assert list(table.loc["rule"].correct) == [3, 1]
    assert list(table.loc["rule"].title) == ["Fifteens", "Runs"]


def test_a_question_answered_again_counts_once_with_its_best_score() -> None:
    """Public fault B20: running a cell twice or copying it lowered or doubled the score."""
    once, often = progress(store=store(MADE, RIGHT)), progress(store=store(MADE, RIGHT, MADE, RIGHT, RIGHT))
    assert once.exercises[0].points == often.exercises[0].points == 1.0
    assert often.exercises[0].attempts == 5


def test_nobody_else_is_counted() -> None:
    mixed = store(MADE, replace(MADE, learner="Bo"))
    assert progress(store=mixed).learner == "you"
    assert len(progress("Bo", store=mixed).attempts) == 1
    assert progress("nobody", store=mixed).attempts == ()


def test_no_attempts_yet() -> None:
    nothing = progress(store=Store(None))
    assert str(nothing) == "Your progress: no attempts yet"
    assert nothing.table().empty
    assert "no attempts yet" in nothing._repr_html_()
    assert len(nothing.figure().data) == 0


def test_the_default_store_is_ones_own() -> None:
    model = Practice("crib-count-crib", seed=1)
    model.act("check", {"total": "3"})
    assert [made.exercise for made in progress().attempts] == ["crib-count-crib"]
    assert default_store().attempts() == list(progress().attempts)


def test_what_the_bank_no_longer_knows_is_still_shown() -> None:
    old = progress(store=store(MADE, replace(MADE, exercise="gone", rules={"XX-1": True})))
    assert [line.id for line in old.exercises] == ["crib-count-hand", "gone"]
    assert [line.title for line in old.rules] == ["Fifteens", "Runs", "XX-1"]


def test_names_and_ids_are_shown_literally() -> None:
    odd = progress(store=store(replace(MADE, learner="<b>x</b>", exercise="<script>")))
    html = odd._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;b&gt;x" in html
    assert "<b>" not in odd.figure().layout.title.text


def test_a_store_that_cannot_be_read_is_said() -> None:
    assert "cannot be used" in str(progress(store=Store("nonsense")))


def test_the_plot() -> None:
    plot = progress(store=sample_learner()).figure()
    assert [trace.name for trace in plot.data] == ["How many points?", "How many points in the crib?"]
    assert len(plot.data[0].y) == 40
    assert all(0 <= share <= 1 for trace in plot.data for share in trace.y)
    assert len({trace.line.dash for trace in plot.data}) == 2
    dark = progress(store=sample_learner()).figure(template="plotly_dark")
    assert dark.data[0].line.color != plot.data[0].line.color


def test_accuracy_rolls() -> None:
    answers = [RIGHT] * 10 + [MADE] * 5
    assert rolling_accuracy(answers) == [1.0] * 10 + [0.9, 0.8, 0.7, 0.6, 0.5]


def test_the_sample_learner_is_the_same_each_time() -> None:
    one, two = sample_learner(), sample_learner()
    assert one.attempts() == two.attempts()
    assert str(progress(store=one)) == str(progress(store=two))
    assert progress(store=one).figure() == progress(store=two).figure()
    assert sample_learner(2).attempts() != one.attempts()


def test_the_sample_learners_answers_are_really_judged_so() -> None:
    attempts = sample_learner().attempts()
    assert any(made.mistakes for made in attempts)
    for made in attempts:
        exercise = bank.get(made.exercise)
        verdict = exercise.judge(
            exercise.question(made.seed, made.level),
            exercise.solve(exercise.question(made.seed, made.level)).answer,
        )
        assert verdict.score == 1.0
        if made.outcome == "correct":
            assert dict(made.rules) == dict(verdict.judged)
        else:
            assert made.score < 1


@pytest.mark.parametrize("form", [str, repr])
def test_text_is_the_same_each_time(form: type[str]) -> None:
    shown = progress(store=sample_learner())
    assert form(shown).splitlines()[0] == "Progress of Sam: 60 attempts, 43 of them right"


def days(*rights: int, start: datetime = MADE.finished) -> list[Attempt]:
    """So many right answers a day, each to another question."""
    return [
        replace(RIGHT, id=f"{day}/{number}", seed=f"{day}/{number}", assisted=False, finished=when)
        for day, right in enumerate(rights)
        for number in range(right)
        for when in [start + timedelta(days=day, minutes=number)]
    ]


def test_streaks_of_answers_and_of_days() -> None:
    assert streaks([]) == Streaks(0, 0, 0, 0)
    told = [*days(2, 1), MADE, *days(1, start=MADE.finished + timedelta(days=5))]
    assert streaks(told) == Streaks(right=1, best_right=3, days=1, best_days=2)
    assert streaks(days(1, 1, 0, 1, 1, 1)) == Streaks(5, 5, 3, 3)


def test_what_is_mastered_and_what_is_due() -> None:
    kept = Store(None)
    for made in days(2, 1):
        kept.record(made)
    shown = progress(store=kept)
    assert shown.mastered == ("CRIB-SHOW-03", "CRIB-SHOW-07")
    now = MADE.finished + timedelta(days=1, minutes=30)
    assert shown.due(now) == ()
    assert set(shown.due(now + timedelta(days=365))) == set(shown.mastered)
    assert shown.rules[0].mastered == shown.rules[0].rules == 1
    assert shown.exercises[0].mastered == 2
    assert shown.exercises[0].rules == len(bank.get("crib-count-hand").rules)
    assert shown.exercises[0].due == min(memory.due for memory in shown.memories.values())
    table = shown.table()
    assert list(table.loc["rule"].mastered) == [1, 1]
    assert str(table.due.dt.tz) == "UTC"


def test_progress_by_lesson() -> None:
    shown = progress(store=sample_learner())
    line = {line.id: line for line in shown.lessons}["cribbage/08-flushes-nobs-and-the-crib"]
    assert line.attempts == 60
    assert list(shown.table(by_lesson=True).loc["lesson"].index) == [line.id for line in shown.lessons]
    assert line.rules == len({*bank.get("crib-count-hand").rules, *bank.get("crib-count-crib").rules})


PRACTISING = "practice('a')\nx = w.practice(\"b\", seed=1); Practice('a')"


def test_the_exercises_of_a_lesson_are_read_off_it(tmp_path: Path) -> None:
    code = [
        "%matplotlib inline",
        "practice('a')\nx = w.practice(\"b\", seed=1); Practice('a')",
        "practice(c)",
    ]
    cells = [{"cell_type": "code", "source": [text]} for text in code]
    cells.append({"cell_type": "markdown", "source": ["# Two\n", "practice('no')"]})
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "2.ipynb").write_text(json.dumps({"cells": cells}))
    (tmp_path / "1.ipynb").write_text("{")
    assert lessons(tmp_path) == (Lesson("x/2", "Two", ("a", "b")),)


def test_every_exercise_of_a_lesson_exists() -> None:
    assert not {id for lesson in lessons() for id in lesson.exercises} - bank.exercises().keys()


def test_the_bars_of_the_rules() -> None:
    shown = progress(store=sample_learner())
    (bars,) = shown.rules_figure().data
    assert len(bars.x) == len(shown.rules)
    solid = [shape == "" for shape in bars.marker.pattern.shape]
    assert sum(solid) == len(shown.mastered)
    assert shown.rules_figure("plotly_dark").layout.paper_bgcolor != shown.rules_figure().layout.paper_bgcolor


def test_a_new_learner_is_shown_no_escapes(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.db")
    shown = progress("Ana", store)
    assert str(shown).splitlines() == ["Progress of Ana: no attempts yet", f"  kept in {store.where}"]
    assert "Progress of Ana: no attempts yet<br>" in shown._repr_html_()
    assert "\\n" not in shown._repr_html_()


KNOWN = replace(RIGHT, rules={"CRIB-SHOW-03": True}, assisted=False, mistakes=())


def practised(*times: str) -> list[Attempt]:
    """Right answers to different questions, at times of a zone."""
    return [
        replace(
            KNOWN,
            id=f"{at}",
            seed=f"{at}",
            started=(when := datetime.fromisoformat(text).astimezone(UTC)),
            finished=when,
        )
        for at, text in enumerate(times)
    ]


LOS_ANGELES = ("2026-03-02T15:50-08:00", "2026-03-02T15:58-08:00", "2026-03-02T16:10-08:00")
AUCKLAND = ("2026-03-02T22:30+13:00", "2026-03-02T23:30+13:00", "2026-03-03T08:00+13:00")


@pytest.mark.parametrize(
    ("zone", "times", "days"),
    [
        ("America/Los_Angeles", LOS_ANGELES, 1),
        ("UTC", LOS_ANGELES, 2),
        ("Pacific/Auckland", AUCKLAND, 2),
        ("UTC", AUCKLAND, 1),
    ],
)
def test_days_are_those_of_the_learner(
    monkeypatch: pytest.MonkeyPatch, zone: str, times: tuple[str, ...], days: int
) -> None:
    monkeypatch.setenv("CARDLAB_ZONE", zone)
    kept = Store(None)
    kept.record(*practised(*times))
    shown = progress(store=kept)
    assert shown.streaks.best_days == days
    assert bool(shown.mastered) == (days > 1)
    assert times[-1][:10] in shown._repr_html_() or zone == "UTC"
    last = f"last {times[-1][:10]} {times[-1][11:16]}"
    assert (last in str(report(store=kept))) == (zone != "UTC")


def test_a_zone_that_is_none_is_that_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    time = datetime(2026, 3, 2, tzinfo=UTC)
    for name in ("", " ", "Nowhere/At_All", "../etc/passwd", "a\tb"):
        monkeypatch.setenv("CARDLAB_ZONE", name)
        assert local(time).utcoffset() == time.astimezone().utcoffset()


def test_a_visitor_without_a_name_is_not_called_by_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path))
    for variable in ("CARDLAB_DATABASE", "CARDLAB_LEARNER", "CARDLAB_CLASS"):
        monkeypatch.delenv(variable, raising=False)
    with asked_by("http://localhost/", "a browser", teaches=False):
        made = replace(MADE, learner=identity().learner)
        shown = progress(store=store(made))
        assert shown.learner.startswith("visitor ")
        titles = [shown.figure().layout.title.text, shown.rules_figure().layout.title.text]
        for text in (str(shown), shown._repr_html_(), *titles):
            assert "visitor" not in text
        assert str(shown).startswith("Your progress: 1 attempt")
        join("7b", "Ana")
        assert str(progress(store=Store(None))) == "Progress of Ana: no attempts yet"
