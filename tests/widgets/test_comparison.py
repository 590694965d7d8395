"""Plain tables in lessons: where rule sets disagree, and what a computer player weighs."""

from __future__ import annotations

import pytest
from cardlab_widgets.lessons.comparison import ComparisonTable, advise, compare

from cardlab.cribbage import CLASSIC, COURSE
from cardlab.cribbage.rules.options import PRESETS
from cardlab.options import allowed, differences
from cardlab.rulebook import load


def test_it_names_exactly_the_options_that_differ() -> None:
    sheet = compare("cribbage")
    titles = load("cribbage").options
    assert {row[0] for row in sheet.rows} == {titles[name].title for name in differences(COURSE, CLASSIC)}
    assert sheet.heads == ("", "course rules", "classic rules")
    assert all(course != classic for _, course, classic in sheet.rows)
    every = compare("cribbage", every=True)
    assert len(every.rows) == len(allowed(type(PRESETS["course"])))


def test_both_games_can_be_compared() -> None:
    rows = {row[0]: row[1:] for row in compare("canasta").rows}
    assert rows["Wild cards in a meld"] == (
        "two natural cards for every wild card",
        "at least two natural cards",
    )


def test_the_players_choice_comes_first_and_its_parts_add_up() -> None:
    sheet = advise(hands=["2C KD 6S 9H", "QH 7D 4S 4C"], turn=0, total=21)
    assert sheet.title == "South's choice: Play K♦ (strong player, course rules)"
    assert sheet.rows[0][0] == "Play K♦"
    assert sheet.heads[-1] == "points"
    for _, *parts, worth in sheet.rows:
        assert sum(map(number, parts)) == pytest.approx(number(worth), abs=0.02)
    worths = [number(row[-1]) for row in sheet.rows]
    assert worths == sorted(worths, reverse=True)


def number(shown: str) -> float:
    return float(shown.replace("−", "-"))


def test_no_more_than_asked_for_are_listed() -> None:
    assert len(advise(hands=["2C KD 6S 9H 5H 5S", None], turn=0, level="steady", most=3).rows) == 3


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="no preset"):
        compare("cribbage", ("course", "modern"))
    with pytest.raises(ValueError, match="no player"):
        advise(level="perfect")


def test_markup_in_a_sheet_stays_text() -> None:
    html = ComparisonTable("<b>", ("", "x"), (("<i>", "5♥"),))._repr_html_()
    assert "<b>" not in html
    assert "&lt;i&gt;" in html
