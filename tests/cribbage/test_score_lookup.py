"""The table scorer against the scorer for people, and the published distribution."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.cards import PACK52, Card, parse_cards, shuffle
from cardlab.cribbage import count, options
from cardlab.cribbage.rules.options import COURSE, Options
from cardlab.cribbage.rules.score_lookup import (
    KEYS,
    distribution,
    points_beside,
    rank_points,
    rank_sets,
    total,
    totals,
)
from tests.cribbage.rule_sets import PAIRWISE, under_every_option, under_every_option_in_turn

# fmt: off
PUBLISHED = (
    1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236, 361_224,
    388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708, 0,
    8_068, 2_496, 444, 356, 3_680, 0, 0, 0, 76, 4,
)
# fmt: on
FIVE_ONLY = options(flush_hand="five_only")


def sample(number: int, seed: str) -> list[tuple[tuple[Card, ...], Card]]:
    random = Random(seed)
    deals = []
    for _ in range(number):
        cards = shuffle(list(PACK52), random)[:5]
        deals.append((tuple(cards[:4]), cards[4]))
    return deals


def test_no_two_sets_of_ranks_have_the_same_key() -> None:
    sums = {sum(KEYS[rank] for rank in ranks) for ranks in rank_sets(5)}
    assert len(sums) == 6175
    assert max(sums) == len(rank_points()) - 1


def test_the_published_distribution() -> None:
    assert distribution() == PUBLISHED


@pytest.mark.thorough
@pytest.mark.parametrize("crib", [False, True])
@pytest.mark.parametrize("rules", [COURSE, FIVE_ONLY], ids=lambda rules: rules.label)
def test_the_distribution_is_what_the_totals_of_all_hands_give(crib: bool, rules: Options) -> None:
    assert_distributed_as_totalled(crib, rules)


@pytest.mark.slow
@pytest.mark.parametrize("crib", [False, True])
@under_every_option
def test_the_distribution_under_every_option(crib: bool, rules: Options) -> None:
    assert_distributed_as_totalled(crib, rules)


def assert_distributed_as_totalled(crib: bool, rules: Options) -> None:
    """All 12,994,800, in numpy."""
    import numpy as np

    hands = np.array(list(combinations(range(52), 4)), np.uint8)
    tally = np.zeros(30, int)
    for starter in range(52):
        dealt = hands[(hands != starter).all(1)]
        points = totals(dealt, np.full(len(dealt), starter, np.uint8), crib, rules)
        tally += np.bincount(points, minlength=30)
    assert tuple(tally.tolist()) == distribution(crib, rules)


@pytest.mark.parametrize("crib", [False, True])
@under_every_option_in_turn
def test_the_table_equals_the_count_on_a_sample(crib: bool, rules: Options) -> None:
    for hand, starter in sample(3_000, rules.label):
        assert total(hand, starter, crib, rules) == count(hand, starter, crib, rules).total


@pytest.mark.parametrize("crib", [False, True])
def test_the_table_equals_the_count_where_cards_are_alike(crib: bool) -> None:
    """Pairs, royals and four of a kind, which a sample hardly has."""
    for rules in PAIRWISE:
        for hand in combinations(parse_cards("5S 5H 5D 5C TS JH 4D"), 4):
            for starter in parse_cards("5S 5H 5D 5C TS JH 4D"):
                if starter not in hand:
                    assert total(hand, starter, crib, rules) == count(hand, starter, crib, rules).total


@pytest.mark.parametrize("crib", [False, True])
def test_the_table_equals_the_count_on_every_flush_with_a_jack(crib: bool) -> None:
    """Flush and nobs are what the table does not hold, so they are tried where they meet."""
    hearts = [card for card in PACK52 if card.code[1] == "H"]
    jack = Card("JH")
    for three in combinations([card for card in hearts if card is not jack], 3):
        hand = (*three, jack)
        for starter in parse_cards("5H 5S KH JD 2H 9C"):
            if starter not in hand:
                for rules in PAIRWISE:
                    assert total(hand, starter, crib, rules) == count(hand, starter, crib, rules).total


@given(st.permutations(PACK52), st.booleans(), st.sampled_from(PAIRWISE))
def test_any_hand(pack: list[Card], crib: bool, rules: Options) -> None:
    hand, starter = tuple(pack[:4]), pack[4]
    assert total(hand, starter, crib, rules) == count(hand, starter, crib, rules).total


@pytest.mark.parametrize("crib", [False, True])
@under_every_option_in_turn
def test_batches_equal_single_hands(crib: bool, rules: Options) -> None:
    deals = sample(3_000, rules.label)
    hands, starters = [hand for hand, _ in deals], [starter for _, starter in deals]
    expected = [total(hand, starter, crib, rules) for hand, starter in deals]
    assert totals(hands, starters, crib, rules).tolist() == expected


def test_the_points_beside_ranks_are_those_of_the_five() -> None:
    for ranks, size in (((4,), 4), ((0, 10), 3), ((6, 6), 3)):
        for others, points in zip(rank_sets(size), points_beside(ranks), strict=True):
            five = sorted((*ranks, *others))
            if any(five.count(rank) > 4 for rank in five):
                assert points == 0
            else:
                assert points == rank_points()[sum(KEYS[rank] for rank in five)]
