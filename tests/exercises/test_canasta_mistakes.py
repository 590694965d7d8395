"""Which mistake an answer to a Canasta exercise is told, and that none is told that was not made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cardlab_exercises import Question
from cardlab_exercises.canasta import deals, laying_down, piles, seats
from cardlab_exercises.declaration import bank

from cardlab.canasta import CLASSIC, COURSE, Options, position, take_with, view
from cardlab.canasta.rules.actions import meld
from cardlab.canasta.rules.partner_draw import Draw
from cardlab.cards import parse_cards


def question_about(id: str, asked: Any, options: Options = COURSE) -> Question:
    made: Question = bank.get(id).make.__self__._question(asked)  # type: ignore[attr-defined]
    return replace(made, exercise=id, seed="1", options=options)


def named(id: str, asked: Any, options: Options = COURSE, **answer: str) -> tuple[str, ...]:
    return bank.get(id).judge(question_about(id, asked, options), answer).mistakes


def drawn(cards: str) -> Draw:
    """Cards of South, West, North and East."""
    return Draw(4, tuple(parse_cards(card)[0] for card in cards.split()))


@pytest.mark.parametrize(
    ("cards", "verb", "who", "mistake"),
    [
        ("9S 5D KH 2C", "plays first", "East", ("can-draw-two-high",)),
        ("9S 2C KH 5D", "plays first", "West", ()),  # or the first turn given to the dealer
        ("9S 5D KH 2C", "deals the first hand", "North", ()),  # or the deal given to the highest card
        ("9S 2C KH 5D", "deals the first hand", "South", ("can-draw-two-high",)),
        ("9S 5D KH 4C", "plays first", "West", ("can-dealer-begins",)),
        ("9S 5D KH 4C", "plays first", "East", ()),
    ],
)
def test_a_deuce_taken_for_high(cards: str, verb: str, who: str, mistake: tuple[str, ...]) -> None:
    assert named("can-draw-first-deal", seats.SeatedDraw(drawn(cards), verb), who=who) == mistake


def test_the_highest_card_tells_a_deuce_taken_for_high_from_wrong_pairs() -> None:
    asked = seats.Partner(drawn("2C 9S KH 5D"), 2)
    assert named("can-draw-partner", asked, high="South", partner="South") == ("can-draw-two-high",)
    assert named("can-draw-partner", asked, high="North", partner="South") == ()  # both others explain it
    other = seats.Partner(drawn("2C 9S KH 5D"), 1)
    assert named("can-draw-partner", other, high="North", partner="East") == ()


LAST_CARDS = position(phase="play", hands=["9S 9H 9D"], melds=[["KS KS KH KH KD KD KC"]])


def test_a_last_discard_thought_necessary() -> None:
    """Three nines go out with no card left; with a fourth card there is one to discard."""
    assert named("can-go-out", LAST_CARDS, may="discard") == ("can-out-needs-discard",)
    assert named("can-go-out", LAST_CARDS, may="left") == ()
    another = position(phase="play", hands=["9S 9H 9D 5C"], melds=[["KS KS KH KH KD KD KC"]])
    assert named("can-go-out", another, may="discard") == ()
    laying = laying_down.Laying(LAST_CARDS, meld("9S 9H 9D"))
    assert named("can-keep-a-card", laying, may="discard") == ("can-out-needs-discard",)
    assert named("can-keep-a-card", laying, may="canasta") == ("can-out-refused",)


def test_a_canasta_that_lacks_a_card_may_have_been_miscounted() -> None:
    for size, mistake in (("KS KS KH KH KD", ("can-out-without-canasta",)), ("KS KS KH KH KD KD", ())):
        table = position(phase="play", hands=["9S 9H 9D"], melds=[[size]])
        assert named("can-go-out", table, may="yes") == mistake


def test_the_last_card_finishes_the_canasta_and_cannot_be_discarded() -> None:
    """After the nines a king is left: the side has no canasta before it lies with the others."""
    table = position(phase="play", hands=["9S 9H 9D KC"], melds=[["KS KS KH KH KD KD"]])
    verdict = bank.get("can-go-out-how").judge(
        question_about("can-go-out-how", table), {"action": "meld 9S 9H 9D"}
    )
    assert (verdict.score, verdict.title) == (0, "That is allowed, but you are not out.")
    right = bank.get("can-go-out-how").judge(
        question_about("can-go-out-how", table), {"action": "meld 9S 9H 9D, +K KC"}
    )
    assert right.score == 1


def test_what_goes_into_the_hand_tells_mistakes_with_one_number_apart() -> None:
    table = position(
        hands=["QS QD 4C 5D"], melds=[["6S 6H 6D"]], pile="3H 8S QH", options=COURSE, red_threes=[""]
    )
    taken = piles.Taken(table, take_with("QS QD"))
    for into, mistake in (
        ("rest red", ("can-red-three-kept",)),
        ("rest stock", ("can-red-three-pile-replaced",)),
        ("top rest", ("can-top-card-kept",)),
        ("rest", ()),
    ):
        assert named("can-pile-hand", taken, into=into, held="4") == mistake


@pytest.mark.parametrize(
    ("coming", "options", "answer", "mistake"),
    [
        ("3S 4D", COURSE, "no", "can-black-three-freeze"),
        ("3S 4D", COURSE, "covered", "can-freeze-covered-up"),
        ("3H 4D", COURSE, "no", "can-upcard-red-three-free"),
        ("3S 4D", CLASSIC, "yes", "can-black-three-freeze"),
        ("4D 2C", COURSE, "yes", "can-freeze-unturned"),
    ],
)
def test_why_a_pile_does_not_begin_frozen(coming: str, options: Options, answer: str, mistake: str) -> None:
    asked = deals.TurnedUpcards(parse_cards(coming), options)
    assert named("can-upcard-frozen", asked, options, frozen=answer) == (mistake,)


def test_cards_picked_at_random_show_no_mistake() -> None:
    hand = "AS AH AD KS KH 7S 7H 7D 4C 5D 6S 8H"
    seen = view(position(phase="play", hands=[hand]), 0)
    for cards, mistake in (
        ("KH KS", ("can-pair-meld",)),
        ("7D 7H 7S", ("can-opening-short",)),
        ("4C 5D 6S 8H KS", ()),
        ("7H KH KS", ()),
    ):
        assert named("can-find-opening", seen, laid=cards) == mistake, cards
