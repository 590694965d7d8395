"""The rulebook of Cribbage: complete, and in agreement with the options."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cardlab import cribbage
from cardlab.cribbage import Options, options
from cardlab.options import allowed
from cardlab.rulebook import load

BOOK = load("cribbage")
SECTIONS = {
    "OBJ": 1, "PLAY": 1, "PACK": 1, "RANK": 1, "VAL": 3, "BOARD": 3, "CUT": 4, "DEAL": 2, "CRIB": 2,
    "START": 3, "GO": 12, "PEG": 12, "SHOW": 13, "END": 6, "3P": 5, "4P": 1, "MUG": 1,
}  # fmt: skip


def test_every_rule_is_there() -> None:
    found: dict[str, int] = {}
    for id in BOOK.rules:
        section = id.split("-")[1]
        found[section] = found.get(section, 0) + 1
    assert found == SECTIONS


def test_the_options_in_words_are_the_options_there_are() -> None:
    in_words = {name: set(option.values) for name, option in BOOK.options.items()}
    assert in_words == {name: {str(value) for value in values} for name, values in allowed(Options).items()}


def test_rules_that_depend_on_an_option_have_words_for_each_value() -> None:
    for rule in BOOK.rules.values():
        if rule.option:
            assert set(rule.by_value) == set(BOOK.options[rule.option].values), rule.id
            for value, text in rule.by_value.items():
                rules = options("course", **{rule.option: value})
                assert rule.text(rules) == replace(rule, statement=text, option=None).text(rules)


def test_a_rule_says_what_each_option_of_the_rules_makes_of_it() -> None:
    """An option that no rule names would change the game while the rule goes on saying the old thing."""
    named = {rule.option for rule in BOOK.rules.values()} | {
        name
        for rule in BOOK.rules.values()
        for text in (rule.statement, *rule.by_value.values())
        for name in re.findall(r"\{(\w+)", text)
    }
    # How long a match is, who counts, what the skunks of a short game are; and one that has a single value.
    assert set(BOOK.options) - named == {"match", "counting", "skunk_in_61", "show_four_of_a_kind"}


def test_the_presets_differ_where_their_sources_do() -> None:
    course, classic = options("course"), options("classic")
    differ = {name for name in course._fields if getattr(course, name) != getattr(classic, name)}
    assert differ == {"preset", "loss_scheme", "go_continue", "cut_leave", "next_lead"}


def test_the_course_starts_with_what_needs_nothing_and_each_rule_comes_after_its_needs() -> None:
    seen: set[str] = set()
    for rule in BOOK.course():
        assert seen.issuperset(rule.needs), rule.id
        seen.add(rule.id)
    assert seen == set(BOOK.rules)


@pytest.mark.parametrize("field", ["title", "statement", "purpose"])
def test_every_rule_has_words_and_no_jargon(field: str) -> None:
    for rule in BOOK.rules.values():
        text = getattr(rule, field)
        assert text.strip() == text
        assert text
        assert field == "title" or text.endswith("."), rule.id
        words = re.sub(r"\{\w+(:\w+)?\}", "", text)  # an option in braces is replaced by its value
        assert not re.search(r"\boption\b|CRIB-|[_{}]", words), rule.id


def test_the_engine_names_no_rule_that_is_not_in_the_book() -> None:
    folder = Path(cribbage.__file__).parent
    named = {
        id
        for path in folder.rglob("*.py")
        for id in re.findall(r"\bCRIB-[A-Z0-9]+-\d\d\b", path.read_text(encoding="utf-8"))
    }
    assert "CRIB-GO-03" in named  # the folders in the game are looked into as well
    assert named <= set(BOOK.rules)
