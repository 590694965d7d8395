"""A visitor of a server joins a class under a name that is nobody else's there, and leaves it again."""

from __future__ import annotations

import os
from dataclasses import replace

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
