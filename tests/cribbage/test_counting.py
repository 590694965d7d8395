"""The show, rule by rule, and the public faults of other programs."""

from __future__ import annotations

import pytest

from cardlab.cribbage import count, options
from cardlab.errors import IllegalActionError, NotationError


def points(hand: str, starter: str, **kwargs: object) -> dict[str, int]:
    result = count(hand, starter, **kwargs)  # type: ignore[arg-type]
    assert result.total == sum(result.categories.values())
    return {name: value for name, value in result.categories.items() if value}


@pytest.mark.rule("CRIB-SHOW-03")
def test_every_set_of_cards_that_makes_fifteen_pays_two() -> None:
    assert points("5S QD JC 2H", "KH") == {"fifteens": 6, "runs": 3}


@pytest.mark.rule("CRIB-SHOW-04", "CRIB-SHOW-07")
def test_a_double_run_of_three() -> None:
    assert points("8S 7H 7D 2C", "6C") == {"fifteens": 8, "pairs": 2, "runs": 6}


@pytest.mark.rule("CRIB-SHOW-05")
def test_three_of_a_kind_is_one_item_of_six() -> None:
    items = [item for item in count("6S 6H 6D 2C", "KC").items if item.rule == "CRIB-SHOW-05"]
    assert [(item.name, item.points) for item in items] == [("three of a kind", 6)]


@pytest.mark.rule("CRIB-SHOW-06")
def test_four_of_a_kind() -> None:
    assert points("4S 4H 4D 4C", "7S") == {"fifteens": 12, "pairs": 12}


@pytest.mark.rule("CRIB-SHOW-08")
def test_four_of_a_suit_in_the_hand_and_five_with_the_starter() -> None:
    assert points("7H 9H QH KH", "2D") == {"flush": 4}
    assert points("7H 9H QH KH", "2H") == {"flush": 5}
    assert points("7D 9H QH KH", "2H") == {}


@pytest.mark.rule("CRIB-SHOW-08")
def test_five_only_is_an_option() -> None:
    five_only = options(flush_hand="five_only")
    assert points("7H 9H QH KH", "2D", options=five_only) == {}
    assert points("7H 9H QH KH", "2H", options=five_only) == {"flush": 5}


@pytest.mark.rule("CRIB-SHOW-09")
def test_the_crib_wants_all_five() -> None:
    assert points("7H 9H QH KH", "2D", crib=True) == {}
    assert points("7H 9H QH KH", "2H", crib=True) == {"flush": 5}


@pytest.mark.rule("CRIB-SHOW-10")
def test_nobs_pays_in_hand_and_crib() -> None:
    assert points("JD 2S 4H 8C", "KD") == {"nobs": 1}
    assert points("JD 2S 4H 8C", "KD", crib=True) == {"nobs": 1}


@pytest.mark.rule("CRIB-SHOW-11")
def test_fault_b01_a_jack_turned_up_is_not_nobs() -> None:
    assert points("4D 6S 7H 9S", "JC") == {"fifteens": 2}


def test_fault_b02_a_flush_of_four_never_uses_the_starter() -> None:
    assert points("2H 6H 8H QC", "KH") == {}
    assert points("2H 4H 8H KH", "9C") == {"fifteens": 2, "flush": 4}
    assert points("2H 4H 8H KH", "9C", crib=True) == {"fifteens": 2}
    assert points("2H 4H 8H KH", "9H", crib=True) == {"fifteens": 2, "flush": 5}


def test_fault_b06_no_short_runs_inside_a_double_run_of_four() -> None:
    assert points("5D 5H 6C 7S", "4S") == {"fifteens": 4, "pairs": 2, "runs": 8}


def test_fault_b07_two_neighbours_are_no_run() -> None:
    assert points("2C 3D 8H 9S", "KD") == {"fifteens": 2}


@pytest.mark.rule("CRIB-SHOW-13", "CRIB-RANK-01")
def test_a_session_in_a_terminal_shows_the_count() -> None:
    counted = count("5H 5D 5S JC", "5C")
    assert repr(counted) == str(counted)


def test_an_ace_is_low() -> None:
    assert points("QS KH AD 7C", "4D") == {"fifteens": 4}


@pytest.mark.parametrize(
    ("hand", "starter", "words"),
    [
        ("5H 5D 5S", "5C", "not with 3"),
        ("5H 5D 5S 5C 6C", "7C", "not with 5"),
        ("5H 5H 5S JC", "5C", "5♥ cannot be in the hand twice"),
        ("5H 5D 5S JC", "5S", "5♠ cannot be in the hand and as the starter"),
        ("5H 5D 5S JR", "5C", "no jokers"),
        ("", "5C", "not with 0"),
    ],
)
def test_impossible_cards_are_refused_by_name(hand: str, starter: str, words: str) -> None:
    with pytest.raises(IllegalActionError, match=words) as caught:
        count(hand, starter)
    assert all(refusal.rule.startswith("CRIB-") for refusal in caught.value.refusals)


@pytest.mark.parametrize("text", ["11H", "5X", "<b>5H</b>", "5H 5D 5S J", "\x00", "5H;DROP"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        count(text, "5C")
