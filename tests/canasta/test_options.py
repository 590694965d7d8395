"""Options and presets."""

from __future__ import annotations

import pytest

from cardlab.canasta import CLASSIC, COURSE, Options, options
from cardlab.options import allowed
from tests.canasta.rule_sets import COVERING, RULE_SETS


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
    assert changed.label == "classic rules for two players, one meld per rank False"
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


@pytest.mark.parametrize("sets", [RULE_SETS, COVERING])
def test_the_rule_sets_of_the_tests_hold_every_value_for_every_table(sets: dict[str, Options]) -> None:
    for table in (("course", 4), ("classic", 4), ("classic", 3), ("classic", 2)):
        here = [one for one in sets.values() if (one.preset, one.players) == table]
        for name, values in allowed(Options).items():
            if name != "players":
                assert {getattr(one, name) for one in here} == set(values), (table, name)
