"""Who is practising: said once, kept for every notebook, taken back, and never somebody else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cardlab_exercises import ClassTest, Practice, Store, identity, join, leave, progress
from cardlab_exercises.reports.classroom import LiveReport, report
from cardlab_exercises.store.identity import begin_session
from cardlab_exercises.store.store import default_store
from cardlab_widgets.serving import commands
from click.testing import CliRunner

from cardlab.cli import cli
from tests.exercises.writers import attempt

ANA = ("Ana", "7b")


@pytest.fixture(autouse=True)
def _nobody() -> Iterator[None]:
    yield
    leave()


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == code, result.output
    return result.output


def elsewhere() -> str:
    """Who it is in another notebook, or after a restart."""
    asked = "from cardlab_exercises import identity; print(*identity()[:2], sep='|')"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_said_once_it_holds_for_every_notebook_and_is_taken_back() -> None:
    assert identity()[:2] == ("you", "")
    assert not identity().named
    said = join("7B", "  Ana ")
    assert said[:2] == identity()[:2] == ANA
    assert repr(said) == "You are 'Ana' in class 7b in all notebooks of this account, until you call leave()."
    assert elsewhere() == "Ana|7b"
    assert repr(identity()) == "You are 'Ana' in class 7b."
    assert "CARDLAB_LEARNER" not in os.environ
    moved = join("8a")
    assert moved[:2] == ("Ana", "8a")
    assert str(moved).endswith("Before you were 'Ana' in class 7b.")
    gone = leave()
    assert repr(gone) == "You are 'you' in no class. What 'Ana' in class 8a has done is kept under that name."
    assert elsewhere() == "you|"
    assert repr(leave()) == "You are 'you' in no class."


def test_the_commands_say_the_same() -> None:
    assert run("whoami") == "You are 'you' in no class.\n"
    assert "'Ana' in class 7b in all notebooks" in run("join", "7b", "Ana")
    assert run("whoami") == "You are 'Ana' in class 7b.\n"
    assert "You are 'you' in no class." in run("leave")
    assert "the class code is empty" in run("join", " ", code=2)


def test_the_command_says_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "file" / "home"))
    assert "cannot be kept" in run("join", "7b", "Ana", code=2)
    assert str(join("7b", "Ana")) == "You are 'Ana' in class 7b in this notebook."


@pytest.mark.parametrize("typed", ["Zoe\u0308 de  la Cruz", " Zoë de la\u00a0Cruz "])
def test_a_name_is_one_however_it_is_typed(typed: str) -> None:
    assert join(" 7B\u0308 ", typed)[:2] == ("Zoë de la Cruz", "7b\u0308")
    assert join("STRASSE")[:2] == join("Straße")[:2]


def test_what_is_no_name_changes_nothing() -> None:
    join("7b", "Ana")
    for code, name in ((" ", "Bo"), ("x" * 41, "Bo"), ("8a", "a\nb"), ("8a", ""), ("8a", "\u200b")):
        with pytest.raises(ValueError, match=r"class code|your name"):
            join(code, name)
        assert identity()[:2] == ANA


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"learner": 7, "class": null}', '{"learner": "a\\nb"}', "\xff"]
)
def test_a_file_that_says_nothing_is_nobody(text: str) -> None:
    join("7b", "Ana")
    (Path(os.environ["CARDLAB_HOME"]) / "who.json").write_text(text, encoding="latin-1")
    assert identity()[:2] == ("you", "")
    assert join("7b", "Ana")[:2] == ANA


def test_the_environment_goes_before_what_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    join("7b", "Ana")
    monkeypatch.setenv("CARDLAB_LEARNER", "  Bo\n\x1b")
    assert identity() == ("Bo", "7b", "environment", "")
    monkeypatch.setenv("CARDLAB_LEARNER", " \t ")
    assert identity()[:2] == ANA
    monkeypatch.setenv("CARDLAB_LEARNER", "x" * 200)
    assert identity().learner == "x" * 100


def test_in_a_notebook_what_is_said_there_goes_before_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CARDLAB_CLASS", "7b")
    assert "in all notebooks" in repr(join("7b", "Ana"))
    assert repr(join("8a", "Ana")) == (
        "You are 'Ana' in class 8a in this notebook: elsewhere CARDLAB_CLASS says otherwise."
        " Before you were 'Ana' in class 7b."
    )
    assert leave()[:2] == ("you", "7b")
    assert os.environ["CARDLAB_CLASS"] == "7b"


def test_where_nothing_can_be_written_it_holds_in_this_notebook(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "file"))
    assert repr(join("7b", "Ana")) == "You are 'Ana' in class 7b in this notebook."
    assert identity()[:2] == ANA
    assert leave()[:2] == ("you", "")


def test_on_a_jupyterhub_the_login_is_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTERHUB_USER", "ada")
    said = join("7b", "Ana")
    assert said[:2] == ("ada", "7b")
    assert "your name is that of your login: 'Ana' is not used" in repr(said)
    assert elsewhere() == "ada|7b"
    monkeypatch.setenv("CARDLAB_LEARNER", "Ada L.")
    assert identity().learner == "Ada L."


def test_in_a_shared_database_who_has_no_name_is_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", "sqlite://")
    monkeypatch.setenv("LOGNAME", "kim")
    assert identity() == ("kim", "", "account", "")
    join("7b", "Kim")
    assert identity().learner == "Kim"


# ---------------------------------------------------------------- an account, or a server, of several people


def test_on_a_shared_account_it_lasts_as_long_as_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    join("7b", "Ana")
    monkeypatch.setenv("CARDLAB_ASK", "yes")
    monkeypatch.setenv("CARDLAB_SESSION", "")
    assert identity()[:2] == ("you", "")  # what was kept for the account is nobody's here
    assert repr(join("7b", "Bo")) == "You are 'Bo' in class 7b in this notebook."
    leave()
    begin_session()
    assert "until this JupyterLab ends: other people use this account too." in repr(join("7b", "Bo"))
    assert elsewhere() == "Bo|7b"
    begin_session()
    assert elsewhere() == "you|"


def test_the_start_asks_who_sits_at_a_shared_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_ASK", "1")
    monkeypatch.setenv("CARDLAB_SESSION", "")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    given = iter(["x" * 50, "Bo", " 7B ", "Bo"])
    monkeypatch.setattr("click.prompt", lambda *words, **more: next(given))
    commands._ask_who()
    assert next(given, None) is None
    assert elsewhere() == "Bo|7b"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A page of a server, for a visitor who is not the teacher; the server's own person is Ana."""
    join("7b", "Ana")
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://127.0.0.1/voila/render/x.ipynb")
    monkeypatch.setenv("HTTP_X_CARDLAB_VISITOR", "first browser")
    return monkeypatch


def test_a_visitor_is_never_the_person_of_the_server(page: pytest.MonkeyPatch) -> None:
    page.setenv("CARDLAB_LEARNER", "The Teacher")
    first = identity()
    assert first.learner.startswith("visitor ")
    assert not first.named
    page.setenv("HTTP_X_CARDLAB_VISITOR", "second browser")
    assert identity().learner not in (first.learner, "Ana", "The Teacher")
    page.setenv("HTTP_X_CARDLAB_TEACHER", "yes")
    assert identity().learner == "The Teacher"


def test_what_a_visitor_says_lasts_for_the_browser(page: pytest.MonkeyPatch) -> None:
    assert "on all pages of this browser, until you leave." in repr(join("7b", "Bo"))
    assert elsewhere() == "Bo|7b"
    page.setenv("HTTP_X_CARDLAB_VISITOR", "second browser")
    assert elsewhere().startswith("visitor ")
    page.delenv("VOILA_REQUEST_URL")
    assert elsewhere() == "Ana|7b"


# ---------------------------------------------------------------- the same name in two classes


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A database with two learners called Ana."""
    monkeypatch.setenv("CARDLAB_DATABASE", f"sqlite:///{tmp_path / 'class.db'}")
    for code, number in (("7b", 2), ("8a", 1)):
        made = [replace(attempt("Ana", seed), class_code=code) for seed in range(number)]
        default_store().record(*made)
    return default_store()


def test_they_are_two_learners_in_a_report(shared: Store) -> None:
    lines = report().learners
    assert [(line.name, line.class_code, line.attempts) for line in lines] == [
        ("Ana", "7b", 2),
        ("Ana", "8a", 1),
    ]
    assert "Ana (7b)" in str(report())
    assert "Ana (8a)" in report()._repr_html_()
    assert report().rules[0].learners == 0
    for code in ("7b", " 7B "):
        assert [line.attempts for line in report(code).learners] == [2]
        assert [line.attempts for line in LiveReport(code).refresh().learners] == [2]
    assert "(7b)" not in str(report("7b"))


def test_nobody_sees_the_results_of_the_other(shared: Store) -> None:
    join("8a", "Ana")
    assert len(progress().attempts) == 1
    assert [made.class_code for made in Practice("crib-count-hand").history()] == ["8a"]
    join("8a", "Bo")
    assert progress().attempts == ()
    with pytest.raises(ValueError, match="2 learners called 'Ana', in class 7b and in class 8a"):
        progress("Ana")
    assert len(progress("Ana", class_code="7B").attempts) == 2
    assert "name the class" in run("progress", "--learner", "Ana", code=2)
    assert "2 attempts" in run("progress", "--learner", "Ana", "--class", "7B")


def test_each_takes_the_test(shared: Store) -> None:
    for code in ("7b", "8a"):
        join(code, "Ana")
        test = ClassTest("crib-count-hand", code="T-1", length=1)
        test.act("next")
        assert test.at == 0
        test.act("check", {"total": "3"})
        assert test.handed_in
    again = ClassTest("crib-count-hand", code=" t-1", length=1)
    again.act("next")
    assert again.handed_in


def test_one_is_forgotten_and_the_other_is_not(shared: Store) -> None:
    assert "name the class" in run("forget", "Ana", "--yes", code=2)
    assert run("forget", "Ana", "--class", "8A", "--yes") == "1 attempt of 'Ana' of class 8a deleted\n"
    assert [made.class_code for made in shared.attempts()] == ["7b", "7b"]
    shared.record(replace(attempt("Bo"), class_code="7b"), attempt("Cy"))
    assert run("forget", "--class", "7b", "--yes") == "3 attempts of class 7b deleted\n"
    assert [made.learner for made in shared.attempts()] == ["Cy"]
    assert "name a learner" in run("forget", "--yes", code=2)
    assert "nothing is kept of class 7b" in run("forget", "--class", "7b", code=2)


def test_a_learner_is_renamed(shared: Store) -> None:
    shared.record(attempt("you"))
    assert "of 'you' kept as 'Ana' of class 9c" in run("rename", "you", "Ana", "--to-class", "9C")
    assert "already; --merge" in run("rename", "Ana", "Ana", "--class", "9c", "--to-class", "8a", code=2)
    run("rename", "Ana", "Ana", "--class", "9c", "--to-class", "8a", "--merge")
    assert run("rename", "Ana", " Ana  R.", "--class", "8a").startswith(
        "2 attempts of 'Ana' of class 8a kept as"
    )
    assert [line[:2] for line in report("8a").learners] == [("Ana R.", 2)]
    assert [line[:2] for line in report("7b").learners] == [("Ana", 2)]
    assert "nothing is kept of 'Zoe'" in run("rename", "Zoe", "Ana", code=2)
    held = Store(None)
    held.record(replace(attempt("Ana"), class_code="7b"))
    assert held.rename("Ana", "7b", "Bo", "") == 1
    assert [made.who for made in held.attempts()] == [("", "Bo")]
