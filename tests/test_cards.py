"""Cards, their notation, the packs and the shuffle."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import repeat
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import canasta, cribbage
from cardlab.cards import (
    CARDS,
    JOKER,
    PACK52,
    PACK108,
    Card,
    keyed,
    parse_cards,
    show_cards,
    shuffled,
    without,
)
from cardlab.errors import NotationError

any_cards = st.lists(st.sampled_from(CARDS))


def test_there_is_one_object_for_each_card() -> None:
    for card in CARDS:
        assert Card(card.code) is card
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card


def test_every_card_is_true_the_ace_of_clubs_too() -> None:
    assert all(CARDS)


def test_cards_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Card("QS").rank = Card("KS").rank


@pytest.mark.parametrize("text", ["10d", "TD", "td", "10♦", "10♦\ufe0e", " t♢ ", "10D"])
def test_input_is_lenient_and_output_canonical(text: str) -> None:
    assert str(Card(text)) == "TD"


@pytest.mark.parametrize("text", ["JR", "jr", "JR1", "JR4", "joker", "Jkr"])
def test_all_ways_to_write_a_joker(text: str) -> None:
    assert Card(text) is JOKER


@pytest.mark.parametrize(
    "text", ["", "1S", "11S", "SQ", "JR5", "QS QS", "Q", "♠", "<i>", "QX", "٣S", "\u212aS", "5\u017f"]
)
def test_what_is_no_card_is_refused_with_what_is_accepted(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a card; write a rank .* and a suit"):
        Card(text)


def test_a_number_is_no_card() -> None:
    with pytest.raises(NotationError, match="not as int"):
        Card(5)  # type: ignore[arg-type]


@given(any_cards)
def test_notation_round_trips(cards: list[Card]) -> None:
    assert parse_cards(show_cards(cards)) == tuple(cards)
    assert parse_cards("".join(card.short for card in cards)) == tuple(cards)


@given(st.text())
def test_any_text_is_cards_or_a_clear_error(text: str) -> None:
    with suppress(NotationError):
        parse_cards(text)


def test_the_packs() -> None:
    assert len(set(PACK52)) == len(PACK52) == 52
    counts = Counter(PACK108)
    assert len(PACK108) == 108
    assert counts.pop(JOKER) == 4
    assert set(counts.values()) == {2}


@given(st.text(max_size=20), st.integers(0, 1000))
def test_a_shuffle_keeps_the_cards_and_follows_its_seed(seed: str, number: int) -> None:
    order = shuffled(PACK108, seed, number)
    assert Counter(order) == Counter(PACK108)
    assert order == shuffled(PACK108, seed, number)


def test_the_shuffle_is_the_same_on_every_machine() -> None:
    assert show_cards(shuffled(PACK52, 7, 1)[:5]) == "AC 3D 4H AD KC"


def test_every_card_comes_up_equally_often() -> None:
    first = Counter(shuffled(PACK52, seed, 1)[0] for seed in range(5200))
    assert set(first) == set(PACK52)
    assert max(first.values()) < 150  # 100 expected, standard deviation 10


def test_keys_tell_the_copies_in_view_apart() -> None:
    assert [key for key, _ in keyed(parse_cards("QS QS KD QS"))] == ["QS", "QS'", "KD", "QS''"]


def test_without_takes_one_copy_each() -> None:
    assert without(parse_cards("QS QS KD"), parse_cards("QS")) == parse_cards("QS KD")
    with pytest.raises(ValueError, match="not in"):
        without(parse_cards("QS"), parse_cards("KD"))


ENDLESS = {
    "text": lambda: "5H " * 50_000,
    "one word": lambda: "5H" * 50_000,
    "parts": lambda: "+8 8C, " * 50_000,
    "a list": lambda: ["5H"] * 50_000,
    "an iterator without end": lambda: repeat("5H"),
}
CRIB_HAND = cribbage.position(hands=["7D TH KS KC", None])
CAN_HAND = canasta.position(hands=["KS KH KD 4C"], phase="play")
READERS: dict[str, Callable[[Any], object]] = {
    "parse_cards": parse_cards,
    "Card": Card,
    "count": lambda cards: cribbage.count(cards, "5C"),
    "starter": lambda cards: cribbage.count("5H 5D 5S JC", cards),
    "peg": cribbage.peg,
    "discards": lambda cards: cribbage.discards(cards, True),
    "lay": cribbage.lay,
    "cribbage position": lambda cards: cribbage.position(hands=[cards, None]),
    "cribbage action": lambda text: cribbage.read_action(text, CRIB_HAND),
    "cribbage lay": lambda text: cribbage.read_action(f"lay {text}", CRIB_HAND),
    "value_of": canasta.value_of,
    "make_meld": canasta.make_meld,
    "meld": canasta.meld,
    "take_with": lambda cards: canasta.take_with("QS QH", cards),
    "canasta position": lambda cards: canasta.position(hands=[cards]),
    "canasta melds": lambda cards: canasta.position(melds=[[cards]]),
    "canasta action": lambda text: canasta.read_action(text, CAN_HAND),
    "canasta meld": lambda text: canasta.read_action(f"meld {text}", CAN_HAND),
}


@pytest.mark.parametrize("given", ENDLESS.values(), ids=list(ENDLESS))
@pytest.mark.parametrize("read", READERS.values(), ids=list(READERS))
def test_far_too_much_is_refused_before_it_is_worked_on(
    read: Callable[[Any], object], given: Callable[[], object]
) -> None:
    with pytest.raises(NotationError) as caught:
        read(given())
    assert len(str(caught.value)) < 300


def test_a_whole_pack_can_be_written_in_any_way() -> None:
    assert parse_cards(" , ".join(card.short + "\ufe0f" for card in PACK108 if card.suit)) == PACK108[:-4]
    assert parse_cards(PACK108) == PACK108
    with pytest.raises(NotationError, match="at most 200 cards"):
        parse_cards(PACK108 * 2)
