"""What is damaged is put aside and never thrown away; what can be read of the rest is read."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

import pytest
from cardlab_exercises import Store, progress

from tests.exercises.writers import Writers, attempt, url


@pytest.mark.parametrize("damage", [b"", b"not a database at all, but long enough to be looked at" * 50])
def test_a_damaged_file_is_put_aside_and_not_deleted(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "progress.db"
    path.write_bytes(damage)
    store, made = Store(url(tmp_path)), attempt()
    store.record(made)
    assert Store(url(tmp_path)).attempts() == [made]
    aside = list(tmp_path.glob("progress-damaged-*.db"))
    if not damage:  # an empty file is a new database
        assert aside == []
        return
    assert [file.read_bytes() for file in aside] == [damage]
    assert aside[0].name in store.notice
    assert store.keeps
    store.record(attempt())
    assert store.notice == ""
    assert list(tmp_path.glob("*.repair")) == []


def test_a_file_damaged_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    store = Store(url(tmp_path))
    for number in range(200):
        store.record(attempt(seed=number))
    broken = bytearray(path.read_bytes())
    broken[100:4096] = bytes(len(broken[100:4096]))
    path.write_bytes(broken)
    made = attempt()
    opened = Store(url(tmp_path))
    opened.record(made)
    assert "damaged" in opened.notice
    assert opened.attempts() == [made]
    assert [file.read_bytes() for file in tmp_path.glob("progress-damaged-*.db")] == [broken]


PAGE = 4096


def damage(path: Path, table: str = "") -> bytes:
    """Writes the root page of a table, or a page in the middle, over with 0xFF. Gives the file."""
    with sqlite3.connect(path) as connection:
        found = connection.execute("select rootpage from sqlite_master where name = ?", [table]).fetchone()
    connection.close()
    page = found[0] if found else path.stat().st_size // PAGE // 2
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)
        file.seek(24)  # the count of changes: whoever has the file open reads it anew
        file.write(b"\xff" * 4)
    return path.read_bytes()


@pytest.mark.parametrize(("table", "restart"), [("attempt", False), ("attempt", True), ("", True)])
@pytest.mark.parametrize("write", [False, True])
def test_a_damaged_page_is_put_aside_when_it_is_met(
    tmp_path: Path, table: str, restart: bool, write: bool
) -> None:
    path = tmp_path / "progress.db"
    store = Store(path)
    filled = [attempt(seed=number) for number in range(60)]
    for made in filled:
        store.record(made)
    broken = damage(path, table)
    if restart:
        store = Store(path)
    made = attempt()
    if write:
        store.record(made)
    store.attempts()
    assert "put aside" in store.notice
    assert store.keeps
    (aside,) = tmp_path.glob("progress-damaged-*.db")
    if restart or not write:
        assert aside.read_bytes() == broken
    last = attempt()
    store.record(last)
    assert last in store.attempts()
    assert store.attempts() == Store(path).attempts()


def test_two_damaged_files_in_a_second_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    for number in range(3):
        path.write_bytes(bytes([65 + number]) * 5000)
        Store(path).record(attempt())
        assert len(list(tmp_path.glob("progress-damaged-*.db"))) == number + 1
        path.unlink()


def test_whoever_has_the_file_open_that_is_put_aside_goes_on_with_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    other = Store(path)
    other.record(attempt())
    path.rename(tmp_path / "aside.db")
    first, second = attempt(), attempt()
    Store(path).record(first)
    other.record(second)
    assert {made.id for made in Store(path).attempts()} == {first.id, second.id}


@pytest.mark.parametrize(
    "change",
    [
        "finished = 'abc'",
        "rules = '{oops'",
        "rules = '5'",
        "rules = 'null'",
        'rules = \'{"CRIB-SHOW-03": "yes"}\'',
        "mistakes = '7'",
        "mistakes = '[7]'",
        "score = '<b>'",
        "score = 7",
        "level = 'x'",
        "seed = x'ff'",
        "finished = '9999-12-31 23:59:59'",
        "started = '0001-01-01 00:00:00'",
        "level = -5",
        "tries = 9223372036854775807",
        "outcome = 'splendid'",
        "id = ''",
        "mistakes = '[\"\\ud800\"]'",
    ],
)
def test_a_row_that_is_no_attempt_is_left_out_and_said(tmp_path: Path, change: str) -> None:
    path = tmp_path / "progress.db"
    store = Store(path)
    made = [attempt(seed=number) for number in range(3)]
    for one in made:
        store.record(one)
    with sqlite3.connect(path) as connection:
        connection.execute(f"update attempt set {change} where rowid = 2")
    connection.close()
    for reading in (store, Store(path)):
        shown = progress("you", store=reading)
        assert list(shown.attempts) == [made[0], made[2]]
        assert "2 attempts" in str(shown)
        assert shown.notice == "1 of 3 attempts could not be read and are left out."
        assert shown._repr_html_()
    assert store.keeps


@pytest.mark.parametrize(
    "word", ["learner VARCHAR", "cardlab_schema", "ix_attempt_learner", "CREATE TABLE attempt"]
)
def test_a_schema_that_is_not_utf_8_is_put_aside(tmp_path: Path, word: str) -> None:
    """What SQLite says of it cannot even be read as text."""
    path = tmp_path / "progress.db"
    Store(path).record(attempt())
    whole = path.read_bytes()
    at = whole.index(word.encode())
    path.write_bytes(broken := whole[:at] + b"\xff" + whole[at + 1 :])
    store, made = Store(path), attempt()
    store.record(made)
    assert "put aside" in store.notice
    assert store.keeps
    assert Store(path).attempts() == [made]
    assert [file.read_bytes() for file in tmp_path.glob("progress-damaged-*.db")] == [broken]


def test_text_that_is_not_utf_8_hides_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.db")
    store.record(attempt())
    with sqlite3.connect(tmp_path / "progress.db") as connection:
        connection.execute("update attempt set seed = cast(x'37ff' as text)")
    connection.close()
    assert [made.seed for made in store.attempts()] == ["7\N{REPLACEMENT CHARACTER}"]


@pytest.mark.parametrize("age", [-1_000_000, 0, 1_000_000])
def test_a_lock_left_behind_holds_nobody_up(tmp_path: Path, age: float) -> None:
    """However old it is, or seems to be."""
    (tmp_path / "progress.db").write_bytes(b"rubbish" * 1000)
    lock = tmp_path / "progress.db.repair"
    lock.touch()
    os.utime(lock, (time.time() - age,) * 2)
    started = time.monotonic()
    store = Store(tmp_path / "progress.db")
    store.record(attempt())
    assert time.monotonic() - started < 5
    assert "put aside" in store.notice
    assert not lock.exists()


@pytest.mark.thorough
def test_several_processes_put_one_damaged_file_aside_once(tmp_path: Path) -> None:
    (tmp_path / "progress.db").write_bytes(b"rubbish" * 1000)
    said = Writers(url(tmp_path), 4, 0.3, tmp_path / "notes").wait()
    assert len(list(tmp_path.glob("progress-damaged-*.db"))) == 1
    kept = {text for text in said if len(text) == 36}
    assert kept <= {made.id for made in Store(url(tmp_path)).attempts()}
    assert len([text for text in said if "put aside" in text]) == 1
