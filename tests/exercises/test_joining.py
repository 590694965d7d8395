"""A visitor of a server joins a class under a name that is nobody else's there, and leaves it again."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Thread

import pytest
from cardlab_exercises import Practice, Store, identity, join, leave, progress
from cardlab_exercises.store.joining import join_as_visitor, word_of
from cardlab_exercises.store.store import default_store
from cardlab_exercises.store.visitor import asked_by

from tests.exercises.writers import attempt

ADDRESS = "http://localhost:1/"


def joined(browser: str, code: str, name: str, word: str = "") -> str:
    with asked_by(ADDRESS, browser, teaches=False):
        return str(join_as_visitor(code, name, word))


def test_a_visitor_joins_and_the_answers_so_far_come_along() -> None:
    with asked_by(ADDRESS, "one", teaches=False):
        Practice("crib-count-hand", seed=5).act("check", {"total": "6"})
        nameless = identity()
        assert nameless.source == "visitor"
    assert joined("one", " 7B ", "  Ana  B") == (
        "You are 'Ana B' in class 7b on all pages of this browser, until you leave."
        " 1 answer given before counts as yours."
    )
    with asked_by(ADDRESS, "one", teaches=False):
        assert identity()[:2] == ("Ana B", "7b")
        assert len(progress().attempts) == 1
        assert leave()[:2] == nameless[:2]
        assert progress().attempts == ()
    assert [made.who for made in default_store().attempts()] == [("7b", "Ana B")]


def test_nobody_takes_a_name_that_somebody_has() -> None:
    joined("one", "7b", "Ana")  # who has not answered anything yet
    default_store().record(replace(attempt("Bo"), class_code="7b"))
    for name in ("Ana", "Bo", " Ana "):
        with pytest.raises(ValueError, match="first letter of your family name"):
            joined("two", "7B", name)
        with pytest.raises(ValueError, match="whose word is another one"):
            joined("two", "7b", name, "guess")
    with asked_by(ADDRESS, "two", teaches=False):
        assert not identity().named
    assert "'Ana' in class 8a" in joined("two", "8a", "Ana")
    assert "'Ana' in class 7b" in joined("one", "7b", "Ana"), "it is one's own name"


def test_the_word_takes_a_name_up_again_on_another_device() -> None:
    joined("one", "7b", "Ana")
    word = word_of("Ana", "7b")
    assert word_of("Bo", "7b") != word
    assert len(word) >= 8, "it could be found by trying"
    assert word_of("Ana", "7b", Store(None)) != word, "another store has another secret"
    assert "'Ana' in class 7b" in joined("two", "7b", "Ana", f" {word.upper()} ")


def test_a_server_answers_many_without_becoming_one_of_them() -> None:
    join("staff", "Teacher")
    before = {name: value for name, value in os.environ.items() if "CARDLAB" in name}
    joined("one", "7b", "Ana")
    joined("two", "7b", "Bo")
    assert {name: value for name, value in os.environ.items() if "CARDLAB" in name} == before
    with asked_by(ADDRESS, "one", teaches=False):
        assert identity()[:2] == ("Ana", "7b")
    assert identity()[:2] == ("Teacher", "staff")
    leave()


def test_the_class_that_a_visitor_names_goes_before_that_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or Ana of another class would be let in as the one of the server's class, and see what she has done."""
    monkeypatch.setenv("CARDLAB_CLASS", "7b")
    default_store().record(replace(attempt("Ana"), class_code="7b"))
    assert "'Ana' in class 8a" in joined("one", "8a", "Ana")
    with asked_by(ADDRESS, "one", teaches=False):
        assert identity()[:2] == ("Ana", "8a")
        assert progress().attempts == ()
        leave()
        assert identity().class_code == "7b"


def test_nobody_is_called_like_a_nameless_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_CLASS", "7b")
    with asked_by(ADDRESS, "one", teaches=False):
        nameless = identity()
    assert len(nameless.learner) == len("visitor ") + 16
    for name in (nameless.learner, nameless.learner.upper(), "visitor  x"):
        with pytest.raises(ValueError, match="has a learner called"):
            joined("two", "7b", name)


def test_of_two_at_once_one_gets_the_name() -> None:
    begin, got = Barrier(8), list[str]()

    def one(number: int) -> None:
        begin.wait(60)
        with suppress(ValueError):
            got.append(joined(f"browser {number}", "7b", "Ana"))

    threads = [Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(got) == 1


@pytest.mark.parametrize(("code", "name"), [("", "Ana"), ("7b", " "), ("7b", "x" * 200), ("7b", "a\x00b")])
def test_what_is_no_code_or_name_changes_nothing(code: str, name: str) -> None:
    with asked_by(ADDRESS, "one", teaches=False):
        before = identity()
        with pytest.raises(ValueError, match=r"name|code"):
            join_as_visitor(code, name)
        assert identity() == before


def test_where_nothing_can_be_kept_it_is_said() -> None:
    with pytest.raises(ValueError, match="cannot be kept"):
        joined("", "7b", "Ana")  # a browser that no one knows again


def test_what_is_open_already_goes_on_for_whoever_has_joined_meanwhile() -> None:
    """A lesson lies open in one tab while its browser joins a class, and leaves it, in another."""
    with asked_by(ADDRESS, "one", teaches=False):
        nameless = identity()
        open_page = Practice("crib-count-hand", seed=5)
        open_page.act("check", {"total": "19"})
    joined("one", "7b", "Ana")
    with asked_by(ADDRESS, "one", teaches=False):
        open_page.act("check", {"total": "25"})
        assert open_page.learner == "Ana"
        leave()
        open_page.act("check", {"total": "26"})  # no hand counts any of these
    assert [made.who for made in default_store().attempts()] == [
        ("7b", "Ana"),
        ("7b", "Ana"),
        ("", nameless.learner),
    ]


def test_nobody_joins_while_nobody_can_tell_whose_a_name_is(tmp_path: Path) -> None:
    """The name would have been free, and what its owner had done to be seen once the database was back."""
    (tmp_path / "progress.db").mkdir()
    with asked_by("http://localhost/", "a thief", False):
        with pytest.raises(ValueError, match="cannot be read now"):
            join_as_visitor("7b", "Ana", store=Store(tmp_path / "progress.db"))
        assert not identity().named
