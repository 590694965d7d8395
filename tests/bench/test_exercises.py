"""How fast questions are made, answers judged and attempts recorded. Aims: 20, 20 and 10 ms."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from cardlab_exercises import Practice, Store, sample_learner
from cardlab_exercises.declaration import bank
from cardlab_exercises.practice.due import WhatIsDue
from cardlab_exercises.reports.classroom import LiveReport, report

every_exercise = pytest.mark.parametrize("id", list(bank.exercises()))


@pytest.mark.parametrize(
    ("id", "level"),
    [
        (id, level)
        for id, exercise in bank.exercises().items()
        for level in range(1, len(exercise.levels) + 1)
    ],
)
def test_make(benchmark: Any, id: str, level: int) -> None:
    exercise, seeds = bank.get(id), count()
    benchmark(lambda: exercise.question(next(seeds), level))


@every_exercise
def test_check_a_wrong_answer(benchmark: Any, id: str) -> None:
    exercise, seeds = bank.get(id), count()

    def setup() -> tuple[tuple[Any, Any], dict[str, Any]]:
        question = exercise.question(next(seeds))
        return (question, exercise.examples(question).wrong), {}

    benchmark.pedantic(exercise.judge, setup=setup, rounds=300)


def test_record(benchmark: Any, tmp_path: Path) -> None:
    store, made = Store(f"sqlite:///{tmp_path / 'progress.db'}"), sample_learner().attempts()[0]
    store.record(made)
    benchmark(lambda: store.record(replace(made, id=str(uuid4()))))
    assert store.keeps


def test_click(benchmark: Any) -> None:
    """From an action to the next scene, without the screen."""
    model = Practice("crib-count-hand", seed=1, store=Store(None))
    keys = [face.key for zone in model.scene().zones for face in zone.faces]
    numbers = count()

    def click() -> None:
        model.act(f"card:{keys[next(numbers) % 5]}", {"total": "7"})
        model.scene()

    benchmark(click)


@pytest.fixture(scope="module")
def class_store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Forty learners with 500 attempts each, in an SQLite file."""
    base = sample_learner().attempts()
    made = (
        replace(base[number % len(base)], id=str(uuid4()), learner=f"Learner {who}", seed=str(number))
        for who in range(40)
        for number in range(500)
    )
    store = Store(tmp_path_factory.mktemp("class") / "progress.db")
    store.record(*made)
    assert store.keeps
    return store


def test_class_report(benchmark: Any, class_store: Store) -> None:
    """Reading 20,000 attempts and showing what they come to. Aim: 2 s."""
    shown = benchmark.pedantic(lambda: report(store=class_store)._repr_html_(), rounds=3)
    assert "40 learners, 20000 attempts" in shown


def test_live_report(benchmark: Any, class_store: Store) -> None:
    """Looking again while the class works."""
    live = LiveReport(store=class_store)
    live.refresh()
    benchmark.pedantic(lambda: live.refresh()._repr_html_(), rounds=3)


def test_what_is_due(benchmark: Any, class_store: Store) -> None:
    """From 500 attempts of a learner to a run of ten."""
    history = class_store.attempts("Learner 1")
    benchmark(lambda: WhatIsDue("cribbage").tasks("1", lambda: history))
