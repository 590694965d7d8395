"""Older databases come along, newer ones are left alone in words, and copies are made and put back."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from cardlab_exercises import ClassTest, Store
from cardlab_exercises.reports.results import results
from cardlab_exercises.store import schema
from cardlab_exercises.store.engines import open_engine
from cardlab_exercises.store.tables import ATTEMPT
from click.testing import CliRunner

from cardlab.cli import cli
from tests.databases import find_initdb
from tests.exercises.writers import attempt, old_database, url


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sa.Engine]:
    """An empty database of either kind."""
    place = url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgresql")
    engine = open_engine(place)
    gone = "attempt", "cardlab_schema", "alembic_version", "class_member"
    with engine.begin() as connection:
        for table in gone:
            connection.exec_driver_sql(f"DROP TABLE IF EXISTS {table}")
    yield engine
    with engine.begin() as connection:
        for table in gone:
            connection.exec_driver_sql(f"DROP TABLE IF EXISTS {table}")
    engine.dispose()


def place_of(engine: sa.Engine) -> str:
    return engine.url.render_as_string(hide_password=False)


def older(engine: sa.Engine, number: int) -> None:
    """Makes the tables as the version of cardlab with that schema did, with attempts of two spellings."""
    time = "TIMESTAMP WITH TIME ZONE" if engine.dialect.name == "postgresql" else "DATETIME"
    code = ", class_code VARCHAR(40) DEFAULT '' NOT NULL" if number >= 2 else ""
    size = 2000 if number >= 3 else 500
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE cardlab_schema (version INTEGER PRIMARY KEY)")
        for version in range(1, number + 1):
            connection.exec_driver_sql(f"INSERT INTO cardlab_schema VALUES ({version})")
        connection.exec_driver_sql(
            "CREATE TABLE attempt (id VARCHAR(36) NOT NULL PRIMARY KEY, learner VARCHAR(100) NOT NULL,"
            " exercise VARCHAR(100) NOT NULL, seed VARCHAR(100) NOT NULL, level INTEGER NOT NULL,"
            f" options VARCHAR({size}) NOT NULL, rules JSON NOT NULL, outcome VARCHAR(20) NOT NULL,"
            " score FLOAT NOT NULL, tries INTEGER NOT NULL, assisted BOOLEAN NOT NULL,"
            f" mistakes JSON NOT NULL, started {time} NOT NULL, finished {time} NOT NULL{code})"
        )
        connection.exec_driver_sql("CREATE INDEX ix_attempt_learner ON attempt (learner)")
        for id, name, seed in (("a", "Zoe\u0308  K.", "1"), ("b", "Zo\u00eb K.", "test-5ab/1")):
            connection.exec_driver_sql(
                "INSERT INTO attempt (id, learner, exercise, seed, level, options, rules, outcome, score,"
                f" tries, assisted, mistakes, started, finished) VALUES ('{id}', '{name}',"
                f" 'crib-count-hand', '{seed}', 1, 'course rules', "
                """'{"CRIB-SHOW-03": true}', 'correct', 1.0, 1, false, '[]',"""
                " '2026-01-01 00:00:00', '2026-01-01 00:01:00')"
            )
        if number >= 2:
            connection.exec_driver_sql("UPDATE attempt SET class_code = '7B'")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_older_database_comes_along(engine: sa.Engine, number: int) -> None:
    older(engine, number)
    store = Store(place_of(engine))
    made = replace(
        attempt("Zo\u00eb K."), class_code="7b", test="t-1", answer={"total": "7"}, asked="How many?"
    )
    store.record(replace(made, options="x" * 2000))
    assert store.notice == ""
    code = "7b" if number >= 2 else ""
    assert [one.id for one in store.attempts("Zo\u00eb K.", class_code=code)][:2] == ["a", "b"]
    first, second = store.attempts()[:2]
    assert (first.who, first.test, first.asked) == ((code, "Zo\u00eb K."), "", "")
    assert second.test == "test-5ab"
    assert len(results("TEST-5ab", store=store).learners) == 1
    assert store.attempts()[2].answer == {"total": "7"}
    with engine.connect() as connection:
        assert schema.revision_of(connection) == schema.HEAD
        assert schema.number_of(connection) == int(schema.HEAD)  # older versions of cardlab look at that


def test_the_revisions_lead_to_the_tables_that_are_made_at_once(engine: sa.Engine) -> None:
    script = ScriptDirectory(str(Path(schema.__file__).with_name("migrations")))
    assert script.get_current_head() == schema.HEAD
    older(engine, 1)
    with engine.begin() as connection:
        schema.prepare(connection)
        schema.prepare(connection)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        changes: list[Any] = [
            change for change in compare_metadata(context, ATTEMPT.metadata) if "attempt" in str(change)
        ]
    if engine.dialect.name == "sqlite":  # which holds nobody to the length of a text
        changes = [change for change in changes if "modify_type" not in str(change)]
    assert changes == []


def test_alembic_is_loaded_only_where_something_is_due(tmp_path: Path) -> None:
    code = (
        "import sys; from cardlab_exercises import Store; "
        "store = Store(sys.argv[1]); store.attempts(); print(store.notice, 'alembic' in sys.modules)"
    )

    def opened() -> str:
        done = subprocess.run(
            [sys.executable, "-c", code, url(tmp_path)], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    old_database(tmp_path / "progress.db")
    assert opened() == "True"
    assert opened() == "False"
    (tmp_path / "progress.db").unlink()
    assert opened() == "False"


@pytest.mark.parametrize("newer", ["99", "0099"])
def test_a_newer_database_is_left_alone_and_that_is_said_on_the_screen(engine: sa.Engine, newer: str) -> None:
    older(engine, 3)
    with engine.begin() as connection:
        if newer == "99":
            connection.exec_driver_sql("INSERT INTO cardlab_schema VALUES (99)")
        else:
            connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('0099')")
    store = Store(place_of(engine))
    words = "it has schema 99, newer than this cardlab, which knows schema 4: install the newer cardlab"
    test = ClassTest("crib-count-hand", code="t", learner="Ana", store=store, length=2)
    test.act("next")
    assert test.scene().message
    assert words in test.scene().message.text  # type: ignore[union-attr]
    test.act("check", {"total": "7"})
    assert "score not kept" in test.scene().chips
    with engine.connect() as connection:
        there = sa.inspect(connection).get_columns("attempt")
        assert "test" not in {column["name"] for column in there}


# ---------------------------------------------------------------- copies, and how long things are kept


def test_a_copy_is_made_and_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", url(tmp_path))
    store = Store(url(tmp_path))
    store.set_members("7b", ["Ana"])
    first, second = attempt("Ana"), attempt("Bo")
    store.record(first)
    secret, copy = store.secret(), tmp_path / "copy.db"
    assert run("backup", str(copy)) == f"the database was copied to {copy}\n"
    store.record(second)
    assert "Put " in run("restore", str(copy), code=1)
    assert "again as it was" in run("restore", str(copy), "--yes")
    for there in (store, Store(url(tmp_path))):  # whoever has it open goes on
        assert there.attempts() == [first]
        assert there.members("7B") == ("Ana",)
        assert there.secret() == secret
    store.record(second)
    assert len(Store(url(tmp_path)).attempts()) == 2


FOREIGN = [
    "create trigger strange after insert on attempt begin delete from attempt where id <> new.id; end",
    "create view strange as select * from attempt",
    "create virtual table strange using fts5(x)",
]
"""What would do something of its own in a database that was put back."""


def test_what_is_no_copy_is_not_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", url(tmp_path))
    assert "there is no database" in run("backup", str(tmp_path / "x.db"), code=2)
    (tmp_path / "nothing.db").touch()
    monkeypatch.setenv("CARDLAB_DATABASE", f"sqlite:///{tmp_path}/nothing.db")
    assert "nothing is kept in" in run("backup", str(tmp_path / "x.db"), code=2)
    assert not (tmp_path / "x.db").exists()
    monkeypatch.setenv("CARDLAB_DATABASE", url(tmp_path))
    Store(url(tmp_path)).record(attempt())
    for name, data in (("rubbish", b"rubbish" * 900), ("empty", b"")):
        (tmp_path / name).write_bytes(data)
        assert "is no database" in run("restore", str(tmp_path / name), "--yes", code=2)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("create table x (y)")
        other.commit()
    assert "cannot be put back" in run("restore", str(tmp_path / "other.db"), "--yes", code=2)
    for number, foreign in enumerate(FOREIGN):
        copy = tmp_path / f"foreign-{number}.db"
        run("backup", str(copy))
        with closing(sqlite3.connect(copy)) as other:
            other.executescript(foreign)
        assert "no cardlab has made its 'strange'" in run("restore", str(copy), "--yes", code=2)
    assert len(Store(url(tmp_path)).attempts()) == 1
    monkeypatch.setenv("CARDLAB_DATABASE", "postgresql://u:secret@localhost:1/x")
    told = run("backup", str(tmp_path / "x.db"), code=2)
    assert "pg_dump" in told
    assert "secret" not in told


def test_postgresql_is_copied_and_put_back_as_the_notes_say(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    initdb = find_initdb()
    assert initdb
    notes = (Path(__file__).parents[2] / "docs" / "administrators.md").read_text(encoding="utf-8")
    lines = [line for line in notes.splitlines() if line.startswith(("pg_dump", "pg_restore"))]
    assert len(lines) == 2
    monkeypatch.setenv("PATH", os.pathsep.join([str(initdb.parent), os.environ["PATH"]]))
    monkeypatch.setenv("CARDLAB_DATABASE", postgresql)
    store, name = Store(postgresql), "copied and put back"
    store.record(attempt(name))
    subprocess.run(lines[0], shell=True, cwd=tmp_path, check=True)
    store.record(attempt(name))
    subprocess.run(lines[1], shell=True, cwd=tmp_path, check=True)
    assert len(Store(postgresql).attempts(name)) == 1
    store.forget(name)


def test_what_is_older_is_forgotten(engine: sa.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", place_of(engine))
    monkeypatch.setenv("CARDLAB_ZONE", "Pacific/Auckland")
    midnight = datetime(2026, 7, 31, 12, 0, tzinfo=UTC)  # of the first of August, there
    store = Store(place_of(engine))
    for code, minutes in (("7b", -1), ("8a", -1), ("7b", 1)):
        time = midnight + timedelta(minutes=minutes)
        store.record(replace(attempt("Ana"), class_code=code, started=time, finished=time))
    told = run("forget", "--before", "2026-08-01", "--class", "7b", "--yes")
    assert told == "1 attempt of class 7b before 2026-08-01 deleted\n"
    assert run("forget", "--before", "2026-08-01", "--yes").startswith("1 attempt of all learners before")
    assert [made.finished for made in Store(place_of(engine)).attempts()] == [midnight + timedelta(minutes=1)]
    held = Store(None)
    held.record(attempt(), replace(attempt(), started=midnight, finished=midnight))
    assert held.forget(before=midnight + timedelta(days=1)) == 1
