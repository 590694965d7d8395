"""Options, presets, and the rulebook that puts them into words."""

from __future__ import annotations

import pytest

from cardlab.canasta import CLASSIC, COURSE, Options, options
from cardlab.options import allowed
from cardlab.rulebook import load


def test_the_rulebook_knows_every_option_and_value() -> None:
    book = load("canasta")
    table = allowed(Options)
    assert set(book.options) == set(table)
    for name, values in table.items():
        assert set(book.options[name].values) == {str(value) for value in values}, name
    for rule in book.rules.values():
        if rule.option:
            assert set(rule.by_value) == set(book.options[rule.option].values), rule.id


def test_every_rule_says_something_and_has_its_own_words() -> None:
    book = load("canasta")
    statements = [rule.statement for rule in book.rules.values()]
    assert len(statements) == len(set(statements)) == 119
    assert all(rule.purpose and rule.title for rule in book.rules.values())


def test_a_rule_reads_as_the_preset_has_it() -> None:
    rule = load("canasta").rule("CAN-MELD-02")
    assert rule.text(COURSE) != rule.text(CLASSIC)
    assert "two natural cards for every wild card" in rule.text(COURSE)


def test_the_presets_differ_where_the_sources_do() -> None:
    course, classic = COURSE._asdict(), CLASSIC._asdict()
    assert {name for name in course if course[name] != classic[name]} == {
        "preset",
        "wild_ratio",
        "black_three_pile",
        "pile_before_initial",
        "upcard_cover",
        "concealed_canasta",
        "concealed_minimum",
        "forced_take_empty_stock",
        "ask_partner",
        "pack_cut_by",
    }


def test_labels_name_the_preset_and_what_was_changed() -> None:
    assert COURSE.label == "course rules"
    changed = options("classic", players=2, one_meld_per_rank="false")
    assert changed.label == "classic rules, players 2, one_meld_per_rank False"
    assert changed.one_meld_per_rank is False


@pytest.mark.parametrize(
    ("preset", "changes", "words"),
    [
        ("modern", {}, "there is no preset 'modern'"),
        ("course", {"wild_ratios": 1}, "did you mean wild_ratio"),
        ("course", {"wild_ratio": "any"}, "can be two_naturals_per_wild or min_two_naturals"),
        ("course", {"players": 5}, "can be 4, 3 or 2"),
        ("course", {"players": 2}, "the course rules are for four players"),
    ],
)
def test_unknown_options_are_refused_with_advice(preset: str, changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        options(preset, **changes)
