"""Attempts are kept whatever happens, and practice goes on where they cannot be."""

from __future__ import annotations

import sqlite3
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from cardlab_exercises import Practice, Store, progress
from cardlab_exercises.reports.classroom import LiveReport, report
from cardlab_exercises.store.attempt import check_attempt
from cardlab_exercises.store.identity import identity, join
from cardlab_exercises.store.settings import default_place
from cardlab_exercises.store.store import default_store
from click.testing import CliRunner

from cardlab import canasta
from cardlab.cli import cli
from cardlab.files import data_folder
from cardlab.options import allowed
from tests.exercises.writers import Writers, attempt, old_database, unprivileged, url


def test_what_is_recorded_comes_back_the_same(tmp_path: Path) -> None:
    made = replace(
        attempt("Zoë <b>'; --", "blue/1"),
        rules={"CRIB-SHOW-03": True, "CRIB-SHOW-07": False},
        mistakes=("crib-run-one-short",),
        score=2 / 3,
        assisted=True,
    )
    store = Store(url(tmp_path))
    store.record(made)
    assert store.notice == ""
    assert Store(url(tmp_path)).attempts() == [made]


def test_nothing_is_recorded_twice(tmp_path: Path) -> None:
    store, made = Store(url(tmp_path)), attempt()
    store.record(made)
    store.record(made)
    again = Store(url(tmp_path))
    again.record(made)
    assert Store(url(tmp_path)).attempts() == [made]
    assert (store.notice, again.notice) == ("", "")


def test_attempts_of_one_learner_and_exercise_in_order_of_time(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    late, early, other = attempt("a", 1), attempt("a", 2), attempt("b", 3)
    late, early = replace(late, finished=other.finished), replace(early, finished=late.started)
    for made in (late, early, other):
        store.record(made)
    assert store.attempts("a") == Store(url(tmp_path)).attempts("a") == [early, late]
    assert store.attempts(exercise="crib-count-crib") == []


def test_the_file_is_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "home"))
    model = Practice("crib-count-hand", seed=1)
    assert not (tmp_path / "home").exists()
    model.act("check", {"total": "1"})
    assert (tmp_path / "home" / "progress.db").is_file()
    assert default_store() is model.store
    assert len(Store(default_place()).attempts()) == 1
    monkeypatch.delenv("CARDLAB_HOME")
    assert data_folder().name == "cardlab"


def test_another_database_by_its_url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", url(tmp_path / "class"))
    default_store().record(attempt())
    assert (tmp_path / "class" / "progress.db").is_file()


@pytest.mark.thorough
def test_eight_processes_write_one_file_and_every_attempt_is_there_once(tmp_path: Path) -> None:
    """They also make the file, all at once."""
    kept = Writers(url(tmp_path), 8, 2.0, tmp_path / "notes").wait()
    assert len(kept) >= 16
    with sqlite3.connect(tmp_path / "progress.db") as connection:
        there = [row[0] for row in connection.execute("select id from attempt")]
    assert sorted(there) == sorted(kept)
    assert list(tmp_path.glob("*damaged*")) == []


def test_killing_the_process_loses_no_attempt_that_was_kept(tmp_path: Path) -> None:
    for number in range(3):
        writers = Writers(url(tmp_path), 1, 60, tmp_path / f"notes {number}")
        until = time.monotonic() + 30
        while len(writers.kept()) < 20 and time.monotonic() < until:
            time.sleep(0.01)
        writers.processes[0].kill()
        writers.processes[0].join()
        store = Store(url(tmp_path))
        kept = writers.kept()
        assert len(kept) >= 20
        assert {made.id for made in store.attempts()} >= set(kept)
        assert store.notice == ""


def test_a_writer_in_the_way_is_waited_for(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    store.record(attempt())
    blocker = sqlite3.connect(tmp_path / "progress.db", check_same_thread=False, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.5, blocker.rollback)
    release.start()
    started = time.monotonic()
    store.record(attempt())
    assert time.monotonic() - started > 0.2
    assert store.notice == ""
    assert len(Store(url(tmp_path)).attempts()) == 2
    release.join()
    blocker.close()


def check_practice_goes_on(place: str, words: str, readable: int = 0) -> Store:
    store = Store(place)
    model = Practice("crib-count-hand", seed=1, store=store)
    model.act("check", {"total": "99"})
    scene = model.scene()
    assert "score not kept" in scene.chips
    assert scene.message
    assert "Your score is not being kept" in scene.message.text
    assert words in scene.message.text
    model.act("check", {"total": "98"})
    assert "not being kept" not in model.scene().message.text  # type: ignore[union-attr]  (told once)
    model.act("solution")
    model.act("next")
    assert model.scene().zones
    assert "score not kept" in model.scene().chips
    assert len(store.attempts()) == readable + 2
    return store


def test_where_nothing_can_be_written_practice_goes_on_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store = check_practice_goes_on(url(tmp_path / "file"), "file")
    (tmp_path / "file").unlink()
    store.record(attempt())
    assert store.notice == ""
    assert store.keeps
    assert len(Store(url(tmp_path / "file")).attempts()) == 3


def test_a_read_only_home(shared_folder: Path) -> None:
    shared_folder.chmod(0o555)
    assert unprivileged(check_practice_goes_on, url(shared_folder), "progress.db") == 0
    assert list(shared_folder.iterdir()) == []


def test_a_read_only_file(tmp_path: Path) -> None:
    """As a mode of opening, so that it holds for root as well."""
    Store(url(tmp_path)).record(attempt(seed=0))
    place = f"sqlite:///file:{tmp_path / 'progress.db'}?mode=ro&uri=true"
    check_practice_goes_on(place, "readonly", readable=1)


@pytest.mark.parametrize(
    "place", ["nonsense", "sqlite:", "whatdb://x/y", "", "postgresql://u:secret@localhost:1/x"]
)
def test_a_url_that_is_no_database(place: str) -> None:
    store = check_practice_goes_on(place, "cannot be used")
    assert "secret" not in store.notice
    assert "secret" not in repr(store)


@pytest.mark.parametrize("name", ["a?b", "50%41", "#1", "a b&c=d", "@home:x"])
def test_a_folder_of_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    home = tmp_path / name
    home.mkdir()
    (home / "progress.db").write_bytes(b"rubbish" * 1000)  # which is put aside in the same folder
    monkeypatch.setenv("CARDLAB_HOME", str(home))
    default_store().record(attempt())
    assert "put aside" in default_store().notice
    assert len(Store(home / "progress.db").attempts()) == 1
    assert len(list(home.glob("progress-damaged-*.db"))) == 1
    assert list(tmp_path.iterdir()) == [home]


def test_a_home_folder_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_HOME", "~nobody-at-all/x")
    with pytest.raises(ValueError, match="no home folder '~nobody-at-all'"):
        data_folder()
    model = Practice("crib-count-hand", seed=5)
    model.act("check", {"total": "99"})
    scene = model.scene()
    assert "score not kept" in scene.chips
    assert scene.message
    assert "no home folder '~nobody-at-all'" in scene.message.text.replace("\\", "")
    assert len(model.store.attempts()) == 1


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://h:1/x?user=u&password=topsecret",
        "postgresql://h:1/x?password=a@topsecret",
        "postgresql://u:p?topsecret@h:1/x",
        "postgresql://u:p:topsecret",
        "u:topsecret@h",
        "topsecret",
        "sqlite:///no/x.db?password=topsecret",
        "whatdb://u:topsecret@h/x",
    ],
)
def test_a_password_is_never_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "no").write_text("no folder")
    store = Store(place)
    store.record(attempt())
    assert "is not being kept" in store.notice
    assert "secret" not in store.notice + repr(store) + store.where


@pytest.mark.parametrize(
    ("place", "where"),
    [
        (None, ""),
        (Path("here/progress.db"), str(Path("here/progress.db"))),
        ("sqlite:///there/x.db?timeout=3", "there/x.db"),
        (
            "postgresql://ana:secret@db.school:5432/class?sslmode=require",
            "postgresql://…@db.school:5432/class",
        ),
        ("postgresql+psycopg://db/class", "postgresql://db/class"),
        ("postgresql://ana:secret/class", "the postgresql database"),
        ("postgresql://ana:se@cret@db/class", "the postgresql database"),
    ],
)
def test_where_the_score_is_kept(place: str | Path | None, where: str) -> None:
    assert Store(place).where == where


def test_a_visitor_of_a_server_is_told_nothing_of_its_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "no").write_text("no folder")
    store = Store(tmp_path / "no" / "x.db")
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://localhost:8866/")
    store.record(attempt())
    assert "the database of this server cannot be used." in store.notice
    assert store.where == "the database of this server"
    assert str(tmp_path) not in store.notice + store.where
    monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", "yes")
    store.record(attempt())
    assert str(tmp_path) in store.notice
    assert str(tmp_path) in store.where


def test_an_older_schema_is_brought_up_to_date_and_nothing_is_lost(tmp_path: Path) -> None:
    old_database(tmp_path / "progress.db")
    store, made = Store(url(tmp_path)), replace(attempt(), class_code="7b")
    store.record(made)
    assert store.notice == ""
    first, second = Store(url(tmp_path)).attempts()
    assert (first.id, first.class_code, first.rules) == ("a", "", {"CRIB-SHOW-03": True})
    assert second == made


@pytest.mark.thorough
def test_many_processes_bring_an_older_schema_up_to_date_at_once(tmp_path: Path) -> None:
    old_database(tmp_path / "progress.db")
    kept = Writers(url(tmp_path), 6, 0.5, tmp_path / "notes").wait()
    assert sorted(made.id for made in Store(url(tmp_path)).attempts()) == sorted(["a", *kept])


def test_a_learner_is_forgotten_and_nobody_else(tmp_path: Path) -> None:
    for store in (Store(url(tmp_path)), Store(None)):
        store.record(attempt("Ana", 1), attempt("Ana", 2), attempt("Bo", 3))
        assert store.forget("Ana") == 2
        assert [made.learner for made in store.attempts()] == ["Bo"]
        assert store.forget("Ana") == 0
    assert [made.learner for made in Store(url(tmp_path)).attempts()] == ["Bo"]
    with pytest.raises(ValueError, match="nothing was deleted"):
        Store("nonsense").forget("Ana")


def test_thousands_of_attempts_at_once(tmp_path: Path) -> None:
    store, made = Store(url(tmp_path)), [attempt(seed=number) for number in range(1200)]
    store.record(*made[:700])
    store.record(*made)
    assert store.notice == ""
    assert len(Store(url(tmp_path)).attempts()) == 1200


def test_the_class_that_an_attempt_belongs_to() -> None:
    store = Store(None)
    model = Practice("crib-count-hand", seed=1, store=store)
    model.act("check", {"total": "1"})
    join("7b", " Zoë ")
    model = Practice("crib-count-hand", seed=1, store=store)
    model.act("check", {"total": "1"})
    assert [(made.class_code, made.learner) for made in store.attempts()] == [("", "you"), ("7b", "Zoë")]


def test_another_schema_is_left_alone(tmp_path: Path) -> None:
    Store(url(tmp_path)).record(attempt())
    with sqlite3.connect(tmp_path / "progress.db") as connection:
        connection.execute("update alembic_version set version_num = '0099'")
    connection.close()
    check_practice_goes_on(url(tmp_path), "schema 99, newer than this cardlab, which knows schema 4")
    assert list(tmp_path.glob("*damaged*")) == []
    with sqlite3.connect(tmp_path / "progress.db") as connection:
        assert connection.execute("select count(*) from attempt").fetchone() == (1,)
    connection.close()


def test_attempts_of_a_time_of_trouble_are_written_when_it_is_over(tmp_path: Path) -> None:
    blocked = tmp_path / "home"
    blocked.write_text("in the way")
    store = Store(url(blocked))
    for number in range(3):
        store.record(attempt(seed=number))
    assert store.notice
    assert len(store.attempts()) == 3
    blocked.unlink()
    store.record(attempt(seed=3))
    assert store.notice == ""
    assert [made.seed for made in Store(url(blocked)).attempts()] == ["0", "1", "2", "3"]


def test_an_attempt_that_the_database_refuses_holds_up_no_other(tmp_path: Path) -> None:
    store, refused = Store(tmp_path / "progress.db"), attempt(seed="never")
    store.record(attempt(seed=0))
    with sqlite3.connect(tmp_path / "progress.db") as connection:
        connection.execute(
            "create trigger never before insert on attempt when new.seed = 'never' "
            "begin select raise(abort, 'not this one'); end"
        )
    connection.close()
    store.record(refused, attempt(seed=1))
    assert "An attempt is not kept" in store.notice
    assert "not this one" in store.notice
    assert not store.keeps
    store.record(attempt(seed=2))
    assert store.notice == ""
    assert [made.seed for made in Store(tmp_path / "progress.db").attempts()] == ["0", "1", "2"]
    assert sorted(made.seed for made in store.attempts()) == ["0", "1", "2", "never"]
    assert store.forget("you") == 4


def test_what_no_database_can_hold_holds_up_no_other(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.db")
    store.record(replace(attempt(), seed="\ud800"), replace(attempt(), tries=2**70), attempt(seed=3))
    assert [made.seed for made in Store(tmp_path / "progress.db").attempts()] == ["3"]


def test_the_longest_name_of_a_rule_set_can_be_kept(tmp_path: Path) -> None:
    """With every option changed a name has more than five hundred letters."""
    base = canasta.options("classic")
    changed = {
        name: next(value for value in values if value != getattr(base, name))
        for name, values in allowed(canasta.Options).items()
    }
    label = canasta.options("classic", **changed).label
    assert len(label) > 500
    made = replace(attempt(), options=label)
    check_attempt(made)
    store = Store(tmp_path / "progress.db")
    store.record(made)
    assert Store(tmp_path / "progress.db").attempts() == [made]


def test_the_accents_of_a_name_are_one_whatever_they_were_typed_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    composed, taken_apart = "Zo\u00eb", "Zoe\u0308"
    store = Store(tmp_path / "progress.db")
    for typed in (composed, taken_apart):
        join(f"7{typed}", typed)
        model = Practice("crib-count-hand", seed=1, store=store)
        model.act("check", {"total": "1"})
        monkeypatch.setenv("CARDLAB_LEARNER", typed)
        assert identity().learner == composed
        monkeypatch.delenv("CARDLAB_LEARNER")
    with sqlite3.connect(tmp_path / "progress.db") as connection:  # as it was written before
        connection.execute("update attempt set learner = ? where rowid = 1", [taken_apart])
        connection.execute("update attempt set class_code = upper(class_code) where rowid = 1")
        for column in ("test", "answer", "asked"):
            connection.execute(f"alter table attempt drop column {column}")
        connection.execute("delete from cardlab_schema")
        connection.execute("drop table alembic_version")
        connection.execute("insert into cardlab_schema values (3)")
    connection.close()
    store = Store(tmp_path / "progress.db")
    assert [line.name for line in report(f"7{composed}", store).learners] == [composed]
    for typed in (composed, taken_apart):
        assert len(store.attempts(typed)) == 2
    assert store.forget(taken_apart) == 2
    assert store.attempts() == []


# ---------------------------------------------------------------- where nothing may be written


def read_only(path: Path, number: int) -> None:
    """What holds for somebody who may read a file and no more."""
    store = Store(path)
    assert len(store.attempts()) == number
    assert store.notice == ""
    assert str(report(store=store)).startswith(f"1 learner, {number} attempts")
    assert f"{number} attempts" in str(progress("you", store))
    store.record(attempt())
    assert "Your score is not being kept" in store.notice
    assert len(store.attempts()) == number + 1


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_in_a_read_only_folder_can_be_read(shared_folder: Path, mode: str) -> None:
    path = shared_folder / "progress.db"
    Store(path).record(*[attempt(seed=number) for number in range(160)])
    with sqlite3.connect(path) as connection:
        assert connection.execute(f"pragma journal_mode={mode}").fetchone() == (mode,)
    connection.close()
    path.chmod(0o444)
    shared_folder.chmod(0o555)
    assert unprivileged(read_only, path, 160) == 0
    assert list(shared_folder.iterdir()) == [path]


def test_what_cannot_be_read_is_not_said_to_be_empty(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store = Store(tmp_path / "file" / "progress.db")
    for shown in (progress("Ana", store), report(store=store), LiveReport(store=store).refresh()):
        assert ": what is kept cannot be read" in str(shown).splitlines()[0]
        assert "what is kept cannot be read" in shown._repr_html_()
        assert "no attempts yet" not in str(shown) + shown._repr_html_()
    (tmp_path / "file").unlink()
    assert "no attempts yet" in str(progress("Ana", store))


@pytest.mark.parametrize("command", ["progress", "report"])
def test_a_command_that_cannot_read_the_database_fails(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CARDLAB_DATABASE", f"sqlite:///{tmp_path / 'file' / 'class.db'}")
    result = CliRunner().invoke(cli, [command])
    assert result.exit_code == 1
    assert ": what is kept cannot be read" in result.output
    monkeypatch.setenv("CARDLAB_DATABASE", f"sqlite:///{tmp_path / 'class.db'}")
    result = CliRunner().invoke(cli, [command])
    assert result.exit_code == 0
    assert ": no attempts yet" in result.output


def test_no_memory_is_shared_beside_the_file(tmp_path: Path) -> None:
    """A network drive has none (WAL); a file that was made with it is changed over."""
    path = tmp_path / "progress.db"
    with sqlite3.connect(path) as connection:
        connection.execute("pragma journal_mode=wal")
    connection.close()
    store = Store(path)
    store.record(attempt())
    with sqlite3.connect(path) as connection:
        assert connection.execute("pragma journal_mode").fetchone() == ("delete",)
    connection.close()
    assert list(tmp_path.iterdir()) == [path]
