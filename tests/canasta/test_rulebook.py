"""The rulebook of Canasta: complete, in agreement with the options, named by the engine, tested."""

from __future__ import annotations

import re
from pathlib import Path

from rule_coverage import coverage

from cardlab.canasta import CLASSIC, COURSE, Options
from cardlab.options import allowed
from cardlab.rulebook import load

ENGINE = Path(__file__).parents[2] / "cardlab" / "canasta"


def test_the_rulebook_knows_every_option_and_value() -> None:
    book = load("canasta")
    table = allowed(Options)
    assert set(book.options) == set(table)
    for name, values in table.items():
        assert set(book.options[name].values) == {str(value) for value in values}, name
    for rule in book.rules.values():
        if rule.option:
            assert set(rule.by_value) == set(book.options[rule.option].values), rule.id


def test_a_rule_says_what_each_option_of_the_rules_makes_of_it() -> None:
    """An option that no rule names would change the game while the rule goes on saying the old thing."""
    rules = load("canasta").rules.values()
    named = {rule.option for rule in rules} | {
        name
        for rule in rules
        for text in (rule.statement, *rule.by_value.values())
        for name in re.findall(r"\{(\w+)", text)
    }
    assert set(load("canasta").options) - named == {"players", "seating"}  # who plays, and who with whom


def test_every_rule_says_something_and_has_its_own_words() -> None:
    book = load("canasta")
    statements = [rule.statement for rule in book.rules.values()]
    assert len(statements) == len(set(statements)) == 119
    assert all(rule.purpose and rule.title for rule in book.rules.values())


def test_a_rule_reads_as_the_preset_has_it() -> None:
    rule = load("canasta").rule("CAN-MELD-02")
    assert rule.text(COURSE) != rule.text(CLASSIC)
    assert "two natural cards for every wild card" in rule.text(COURSE)


def test_texts_say_what_the_options_say() -> None:
    book = load("canasta")
    six = COURSE._replace(canasta_size=6)
    assert "A meld of seven cards is a canasta." in book.rule("CAN-CAN-01").text(COURSE)
    assert "A meld of six cards is a canasta." in book.rule("CAN-CAN-01").text(six)
    assert "reach 7,500 points" in book.rule("CAN-OBJ-01").text(CLASSIC._replace(players=3))
    assert book.mistake("can-six-cards-canasta").text(six) == "A canasta has six cards or more."
    texts = [one.text(six) for one in (*book.rules.values(), *book.mistakes.values())]
    assert not [text for text in texts if re.search(r"[{}]|\bseven (cards|make|of a rank)", text)]


def test_each_rule_is_named_by_the_engine_and_proved_by_a_test() -> None:
    rows = [row for row in coverage() if row.id.startswith("CAN-")]
    assert len(rows) == 119
    for row in rows:
        assert not {"engine", "tests"} & set(row.missing), row


def test_the_engine_names_only_rules_that_there_are() -> None:
    book = load("canasta")
    named = {
        id: path.name
        for path in ENGINE.rglob("*.py")
        for id in re.findall(r"\bCAN-[A-Z0-9]+-\d\d\b", path.read_text(encoding="utf-8"))
    }
    assert "CAN-FRZ-03" in named
    assert {id: place for id, place in named.items() if id not in book.rules} == {}
