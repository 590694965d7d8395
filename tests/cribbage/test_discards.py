"""The analysis of laying away against the slow and obvious way: deal every card and count."""

from __future__ import annotations

from csv import DictReader
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from cardlab.cards import PACK52, Card, parse_cards, shuffle
from cardlab.cribbage import count, options
from cardlab.cribbage.analysis.discard_batches import PLACES, discard_batch
from cardlab.cribbage.analysis.discard_frequencies import (
    COMBINATIONS,
    NAMES,
    PAIR_NUMBER,
    average,
    discard_frequencies,
)
from cardlab.cribbage.analysis.discards import discards
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.score_lookup import total, totals
from cardlab.errors import IllegalActionError, NotationError
from tests.cribbage.rule_sets import under_every_option

# A flush kept and laid away, jacks kept, laid away and unseen, four alike, an ordinary hand.
HANDS = ("2H 5H 7H 9H JH KD", "JS JD JC 5S 5H 4C", "8C 8D 8H 8S 7C 2D", "AS 3D 6C 8H TS QD")


def brute_crib(hand: tuple[Card, ...], laid: tuple[Card, ...], rates: tuple[float, ...] | None) -> float:
    """The average crib over every pair that the opponent can lay away and every starter."""
    unseen = [card for card in PACK52 if card not in hand]
    points = weights = 0.0
    for pair in combinations(unseen, 2):
        kind = PAIR_NUMBER[pair[0] >> 2, pair[1] >> 2]
        weight = 1.0 if rates is None else rates[kind] / COMBINATIONS[kind]
        crib = (*laid, *pair)
        points += weight * sum(total(crib, starter, True) for starter in unseen if starter not in pair)
        weights += weight * 44
    return points / weights


@pytest.mark.parametrize("text", HANDS)
@under_every_option
def test_the_hand_over_all_46_starters(text: str, rules: Options) -> None:
    hand = parse_cards(text)
    for way in discards(hand, options=rules).ways:
        points = [count(way.kept, card, options=rules).total for card in PACK52 if card not in hand]
        assert way.hand == pytest.approx(sum(points) / 46, abs=1e-9)
        assert (way.hand_min, way.hand_max) == (min(points), max(points))
        assert way.hand_distribution == tuple(points.count(number) for number in range(30))


@pytest.mark.parametrize("text", HANDS)
def test_the_crib_over_all_45540_cribs(text: str) -> None:
    hand = tuple(sorted(parse_cards(text)))
    found = discards(hand, dealer=True)
    for way in (
        found.ways[0],
        found.ways[7],
        found.ways[14],
        found.of(sorted(hand, key=lambda c: c & 3)[-2:]),
    ):
        assert way.crib_uniform == pytest.approx(brute_crib(hand, way.laid, None), abs=1e-9)


@under_every_option
def test_the_crib_under_every_option(rules: Options) -> None:
    """One crib of each hand, with the totals of the table, which are those of `count`."""
    import numpy as np

    for text in HANDS:
        hand = tuple(sorted(parse_cards(text)))
        way = discards(hand, options=rules).ways[7]
        unseen = [int(card) for card in PACK52 if card not in hand]
        cribs = np.array([(*map(int, way.laid), *pair) for pair in combinations(unseen, 2)])
        points = counted = 0
        for starter in unseen:
            free = cribs[(cribs != starter).all(1)]
            points += int(totals(free, np.full(len(free), starter), crib=True, options=rules).sum())
            counted += len(free)
        assert counted == 45_540
        assert way.crib_uniform == pytest.approx(points / counted, abs=1e-9)


@under_every_option
def test_batches_equal_single_deals_under_every_option(rules: Options) -> None:
    hands = [tuple(sorted(parse_cards(text))) for text in HANDS]
    batch = discard_batch(hands, True, rules)
    for row, hand in enumerate(hands):
        found = discards(hand, True, rules)
        for place, laid in enumerate(PLACES):
            way = found.of([hand[laid[0]], hand[laid[1]]])
            assert batch.hand[row, place] == pytest.approx(way.hand, abs=2e-5)
            assert batch.crib[row, place] == pytest.approx(way.crib, abs=2e-5)


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("text", HANDS)
def test_the_weighted_crib(text: str, dealer: bool) -> None:
    hand = tuple(sorted(parse_cards(text)))
    rates = discard_frequencies(not dealer).rates
    found = discards(hand, dealer)
    for way in (found.ways[0], found.ways[14], found.of(sorted(hand, key=lambda card: card & 3)[-2:])):
        assert way.crib == pytest.approx(brute_crib(hand, way.laid, rates), abs=1e-9)


@pytest.mark.parametrize("text", ["JH 5H 5S 6C KD", "2H 5H 7H 9H JH"])
def test_one_of_five_in_a_game_for_three_or_four(text: str) -> None:
    """One own card, three unknown ones and the starter: 713,460 cribs for each card."""
    import numpy as np

    hand = tuple(sorted(parse_cards(text)))
    found = discards(hand, dealer=False)
    assert len(found.ways) == 5
    unseen = [int(card) for card in PACK52 if card not in hand]
    cribs = np.array([(int(hand[0]), *three) for three in combinations(unseen, 3)])
    for way in found.ways:
        cribs[:, 0] = way.laid[0]
        points = counted = 0
        for starter in unseen:
            free = cribs[(cribs != starter).all(1)]
            points += int(totals(free, np.full(len(free), starter), crib=True).sum())
            counted += len(free)
        assert counted == 713_460
        assert way.crib == way.crib_uniform == pytest.approx(points / counted, abs=1e-9)
        assert way.expected == way.hand - way.crib


def test_ways_are_ranked_and_the_loss_is_against_the_best() -> None:
    for dealer in (True, False):
        found = discards("2C 4D 6H 7S 9C KD", dealer)
        worth = [way.hand + (way.crib if dealer else -way.crib) for way in found.ways]
        assert worth == sorted(worth, reverse=True)
        assert [way.expected for way in found.ways] == worth
        assert [way.loss for way in found.ways] == [worth[0] - value for value in worth]
        assert len({way.laid for way in found.ways}) == 15
        assert all(sorted((*way.laid, *way.kept)) == list(found.cards) for way in found.ways)


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("uniform", [True, False])
def test_batches_equal_single_deals(dealer: bool, uniform: bool) -> None:
    random = Random(3)
    hands = [tuple(sorted(shuffle(list(PACK52), random)[:6])) for _ in range(60)] + [
        tuple(sorted(parse_cards(text))) for text in HANDS
    ]
    batch = discard_batch(hands, dealer, uniform=uniform)
    for row, hand in enumerate(hands):
        found = discards(hand, dealer)
        for place, laid in enumerate(PLACES):
            way = found.of([hand[laid[0]], hand[laid[1]]])
            crib = way.crib_uniform if uniform else way.crib
            assert batch.hand[row, place] == pytest.approx(way.hand, abs=2e-5)
            assert batch.crib[row, place] == pytest.approx(crib, abs=2e-5)


def test_the_frame_holds_the_ways() -> None:
    found = discards("4H 5H 5S 6C JD KD")
    frame = found.frame()
    assert frame["lay"][0] == "JD KD"
    assert frame["expected"].tolist() == [way.expected for way in found.ways]
    spread = found.distributions()
    assert spread.sum().tolist() == [46] * 15
    assert spread["JD KD"].tolist() == list(found.best.hand_distribution)


def test_explanations_state_the_numbers() -> None:
    found = discards("4H 5H 5S 6C JD KD")
    best = found.explain()
    assert "double run of three" in str(best)
    assert sum(item.points for item in best.items) == 12
    other = found.explain("4H 6C")
    assert f"{other.way.expected:.2f} in all" in str(other)
    gained = found.best.hand - other.way.hand
    assert f"{gained:.2f} better for the hand" in str(other)


def test_a_session_in_a_terminal_shows_the_table() -> None:
    found = discards("4H 5H 5S 6C JD KD")
    assert repr(found) == str(found)
    assert repr(found.explain()) == str(found.explain())


def test_the_texts_name_the_rule_set() -> None:
    assert "course rules" in str(discards("4H 5H 5S 6C JD KD"))
    assert "classic rules" in discards("4H 5H 5S 6C JD KD", options=options("classic"))._repr_html_()


@pytest.mark.rule("CRIB-CRIB-01")
@pytest.mark.parametrize("text", ["", "5H", "5H 6H 7H 8H", "5H 6H 7H 8H 9H TH JH"])
def test_the_wrong_number_of_cards_is_refused(text: str) -> None:
    with pytest.raises(IllegalActionError, match="lay away from six cards"):
        discards(text)


@pytest.mark.rule("CRIB-PACK-01")
@pytest.mark.parametrize(
    ("text", "words"), [("5H 5H 6H 7H 8H 9H", "only one 5♥"), ("JR 5H 6H 7H 8H 9H", "joker")]
)
def test_impossible_hands_are_refused(text: str, words: str) -> None:
    with pytest.raises(IllegalActionError, match=words):
        discards(text)
    with pytest.raises(NotationError, match="'<b>'"):
        discards("<b>")


def test_asking_for_cards_that_are_not_held() -> None:
    found = discards("4H 5H 5S 6C JD KD")
    for laid in ("", "4H", "4H AS", "4H 5H 5S"):
        with pytest.raises(ValueError, match="lay away two cards of 4♥"):
            found.of(laid)


@pytest.mark.parametrize(("dealer", "column"), [(True, "own"), (False, "opponent")])
def test_the_averages_agree_with_the_hessel_tables(dealer: bool, column: str) -> None:
    lines = (Path(__file__).parent / "hessel.csv").read_text(encoding="utf-8").splitlines()
    published = list(DictReader(line for line in lines if not line.startswith("#")))
    assert [row["kind"] for row in published] == list(NAMES)
    differences = [abs(average(row["kind"], dealer) - float(row[column])) for row in published]
    assert sum(differences) / 91 < 0.12


def test_the_rates_are_of_all_hands() -> None:
    for dealer in (True, False):
        assert sum(discard_frequencies(dealer).rates) == pytest.approx(1)
        assert min(discard_frequencies(dealer).rates) > 0


@pytest.mark.parametrize("kind", ["", "5", "5X", "5JQ", "JR5"])
def test_what_is_no_kind_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="no kind of two cards"):
        average(kind, dealer=True)
