"""A score in a text file, as a browser's Python keeps it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from cardlab_exercises.reports.sample import sample_learner
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.store import Store

MADE = sample_learner().attempts()[:6]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "score.jsonl"


def test_attempts_last_and_are_kept_once(path: Path) -> None:
    first, second = Store(path), Store(str(path))
    first.record(*MADE[:4])
    second.record(*MADE[2:])  # another page, with the same file
    assert Store(path).attempts() == MADE
    assert first.attempts() == MADE
    assert first.keeps
    assert len(path.read_text().splitlines()) == len(MADE)


def test_attempts_are_found_as_in_a_database(path: Path, tmp_path: Path) -> None:
    other = [replace(made, id=made.id[::-1], learner="Bo", class_code="7b") for made in MADE]
    stores = Store(path), Store(tmp_path / "score.db")
    for store in stores:
        store.record(*MADE, *other)
    late = MADE[3].finished

    def found(store: Store) -> list[list[Attempt]]:
        by = [("Bo", None, None, None), (None, MADE[0].exercise, None, None), (None, None, late, None)]
        return [store.attempts(*wanted) for wanted in [*by, (None, None, None, "7B"), (None, None, None, "")]]

    assert found(stores[0]) == found(stores[1])
    assert stores[0].forget("Bo", "7b", late + timedelta(microseconds=1)) == 4
    assert stores[1].forget("Bo", "7b", late + timedelta(microseconds=1)) == 4
    assert stores[0].rename("Bo", "7b", "Bea", "8a") == stores[1].rename("Bo", "7b", "Bea", "8a") == 2
    assert stores[0].attempts() == stores[1].attempts()


def test_a_damaged_line_hides_no_other(path: Path) -> None:
    Store(path).record(*MADE)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"\xff{]\n", *lines[2:]]))
    store = Store(path)
    assert store.attempts() == MADE
    assert store.notice == "1 of 7 attempts could not be read and are left out."


def test_it_keeps_no_class_list(path: Path) -> None:
    with pytest.raises(ValueError, match="class lists need a database"):
        Store(path).set_members("7b", ["Ana"])


def test_a_folder_in_its_place_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    store = Store(path)
    store.record(MADE[0])
    assert not store.keeps
    assert "Your score is not being kept" in store.notice
    assert store.attempts() == [MADE[0]]


def test_what_is_taken_in_is_counted_once_and_only_if_new(path: Path) -> None:
    store = Store(path)
    store.record(*MADE[:2])
    assert store.take_in([*MADE, *MADE]) == len(MADE) - 2
    assert store.take_in(MADE) == 0
    assert Store(path).attempts() == MADE
