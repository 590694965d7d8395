"""Thirty processes write one store at once, on SQLite and on PostgreSQL; and a disk that is full."""

from __future__ import annotations

import contextlib
import resource
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy
from cardlab_exercises import Practice, Store
from cardlab_exercises.reports.classroom import report

from tests.exercises.writers import Writers, attempt, fork, unprivileged, url

pytestmark = pytest.mark.thorough

WRITERS = 30


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store."""
    if request.param == "sqlite":
        return url(tmp_path)
    shared: str = request.getfixturevalue("postgresql")
    engine = sqlalchemy.create_engine(shared.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE IF EXISTS attempt, cardlab_schema, alembic_version")
    engine.dispose()
    return shared


def check_all_is_there_once(place: str, notes: Path, seconds: float) -> None:
    told = Writers(place, WRITERS, seconds, notes).wait()
    kept = [line for line in told if len(line) == 36]
    assert len(kept) >= WRITERS
    there = Counter(made.id for made in Store(place).attempts())
    assert set(there.values()) == {1}
    assert set(kept) <= set(there)
    if len(kept) == len(told):  # else a writer was kept waiting too long, said so, and wrote it later
        assert len(there) == len(kept)
    assert len(report(store=Store(place)).learners) == WRITERS


def test_thirty_processes_write_at_once_and_every_attempt_is_there_once(place: str, tmp_path: Path) -> None:
    """They also make the tables, all at once."""
    check_all_is_there_once(place, tmp_path / "notes", 3.0)


@pytest.mark.slow
def test_thirty_processes_write_for_a_minute(place: str, tmp_path: Path) -> None:
    check_all_is_there_once(place, tmp_path / "notes", 60.0)


def test_killing_writers_loses_no_attempt_that_was_kept(place: str, tmp_path: Path) -> None:
    writers = Writers(place, 5, 60, tmp_path / "notes")
    until = time.monotonic() + 60
    while len(writers.kept()) < 50 and time.monotonic() < until:
        time.sleep(0.01)
    for process in writers.processes:
        process.kill()
    for process in writers.processes:
        process.join()
    kept, store = writers.kept(), Store(place)
    assert len(kept) >= 50
    there = [made.id for made in store.attempts()]
    assert set(there) >= set(kept)
    assert len(set(there)) == len(there)
    store.record(attempt())
    assert store.notice == ""


def test_what_is_recorded_comes_back_the_same_from_either(place: str) -> None:
    made = replace(
        attempt("Zoë <b>'; --", "blue/1"),
        rules={"CRIB-SHOW-03": True, "CRIB-SHOW-07": False},
        mistakes=("crib-run-one-short",),
        score=2 / 3,
        class_code="7b",
    )
    store = Store(place)
    store.record(made, made)
    store.record(made)
    assert store.notice == ""
    assert Store(place).attempts() == [made]
    assert store.attempts(since=made.finished) == [made]
    assert store.forget(made.learner) == 1
    assert Store(place).attempts() == []


def test_an_older_schema_of_postgresql_is_brought_up_to_date_by_many_at_once(
    postgresql: str, tmp_path: Path
) -> None:
    Store(postgresql).record(attempt("old"))
    engine = sqlalchemy.create_engine(postgresql.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM attempt WHERE learner <> 'old'")
        for column in ("class_code", "test", "answer", "asked"):
            connection.exec_driver_sql(f"ALTER TABLE attempt DROP COLUMN {column}")
        connection.exec_driver_sql("DELETE FROM cardlab_schema")
        connection.exec_driver_sql("DROP TABLE alembic_version")
        connection.exec_driver_sql("INSERT INTO cardlab_schema VALUES (1)")
        before = connection.exec_driver_sql("SELECT id FROM attempt").scalars().all()
    engine.dispose()
    kept = Writers(postgresql, 6, 0.5, tmp_path / "notes").wait()
    assert Counter(made.id for made in Store(postgresql).attempts()) == Counter([*before, *kept])


def test_an_attempt_too_long_for_postgresql_holds_up_no_other(postgresql: str) -> None:
    store, made = Store(postgresql), attempt("Zoë", "after")
    store.record(replace(attempt("Zoë"), seed="x" * 101), made)
    assert "too long" in store.notice
    assert Store(postgresql).attempts("Zoë") == [made]
    long = replace(attempt("Zoë"), options="x" * 2000)
    store.record(long)
    assert store.notice == ""
    assert long in Store(postgresql).attempts("Zoë")


def test_all_who_share_a_database_share_its_secret(place: str) -> None:
    assert Store(place).secret() == Store(place).secret()


# ---------------------------------------------------------------- a full disk


def _fill_up(place: str, limit: int) -> None:
    """Writes until no file may grow, goes on practising, and writes all when there is room again."""
    store = Store(place)
    made = [attempt(seed=number) for number in range(10)]
    store.record(*made)
    assert store.notice == ""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most))
    for number in range(400):
        made.append(attempt(seed=number))
        store.record(made[-1])
        if store.notice:
            break
    assert "Your score is not being kept" in store.notice
    assert not store.keeps
    model = Practice("crib-count-hand", seed=1, store=store, learner="you")
    model.act("check", {"total": "99"})
    assert "score not kept" in model.scene().chips
    assert len(store.attempts()) >= len(made)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    made.append(attempt())
    store.record(made[-1])
    assert store.notice == ""
    assert store.keeps
    there = Counter(one.id for one in Store(place).attempts())
    assert all(there[one.id] == 1 for one in made)
    assert sum(there.values()) == len(made) + 1


@pytest.mark.parametrize("limit", [16 * 1024, 100 * 1024])
def test_on_a_full_disk_practice_goes_on_and_nothing_is_lost(tmp_path: Path, limit: int) -> None:
    """The system refuses to let any file of the process grow past the limit, as a full disk would."""
    process = fork.Process(target=_fill_up, args=(url(tmp_path), limit))
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert list(tmp_path.glob("*damaged*")) == []


def _practise(place: str) -> None:
    store = Store(place)
    store.record(attempt())
    assert "Your score is not being kept" in store.notice
    assert len(store.attempts()) == 1


def test_a_home_that_cannot_even_be_entered(shared_folder: Path) -> None:
    (shared_folder / "home").mkdir(mode=0o700)
    (shared_folder / "home").chmod(0o000)
    assert unprivileged(_practise, url(shared_folder / "home")) == 0


def test_a_class_may_have_more_kernels_than_postgresql_has_connections(postgresql: str) -> None:
    """Which are 100: each kernel has a store of its own."""
    stores = [Store(postgresql) for _ in range(120)]
    for number, store in enumerate(stores):
        store.record(attempt("Many", number))
        assert store.notice == ""
    assert len(Store(postgresql).attempts("Many")) == len(stores)


def test_an_attempt_waits_for_a_connection(postgresql: str) -> None:
    """While others have all of them, for a moment."""
    Store(postgresql).record(attempt("Wait", "before"))
    engine = sqlalchemy.create_engine(
        postgresql.replace("postgresql:", "postgresql+psycopg:"), poolclass=sqlalchemy.pool.NullPool
    )
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(sqlalchemy.exc.OperationalError):
            for _ in range(1000):
                stack.enter_context(engine.connect())
        with pytest.raises(sqlalchemy.exc.OperationalError, match="too many clients"):
            engine.connect()
        letting_go = threading.Timer(1.0, stack.pop_all().close)
    letting_go.start()
    store = Store(postgresql)
    store.record(attempt("Wait", "meanwhile"))
    letting_go.join()
    assert store.notice == ""
    assert len(Store(postgresql).attempts("Wait")) == 2
