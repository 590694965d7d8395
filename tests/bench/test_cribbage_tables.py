"""How fast the table scorer and the analysis of laying away are.

python -m pytest tests/bench/test_cribbage_tables.py --benchmark-only
"""

from __future__ import annotations

from random import Random
from typing import Any

from cardlab.cards import PACK52, shuffle
from cardlab.cribbage.analysis.discard_batches import discard_batch
from cardlab.cribbage.analysis.discards import discards
from cardlab.cribbage.rules import score_lookup

RANDOM = Random(1)
DEALS = [shuffle(list(PACK52), RANDOM)[:6] for _ in range(10_000)]
HANDS = [(tuple(deal[:4]), deal[4]) for deal in DEALS]


def test_building_the_table(benchmark: Any) -> None:
    def build() -> None:
        score_lookup.rank_points.cache_clear()
        score_lookup.rank_points()

    benchmark(build)


def test_the_distribution_of_all_hands_with_the_table_built_anew(benchmark: Any) -> None:
    def build() -> tuple[int, ...]:
        score_lookup.rank_points.cache_clear()
        return score_lookup.distribution()

    assert sum(benchmark(build)) == 12_994_800


def test_ten_thousand_totals_one_by_one(benchmark: Any) -> None:
    def run() -> None:
        total = score_lookup.total
        for hand, starter in HANDS:
            total(hand, starter)

    benchmark(run)


def test_ten_thousand_totals_in_a_batch(benchmark: Any) -> None:
    import numpy as np

    hands = np.array([hand for hand, _ in HANDS], np.uint8)
    starters = np.array([starter for _, starter in HANDS], np.uint8)
    benchmark(score_lookup.totals, hands, starters)


def test_one_deal_analysed(benchmark: Any) -> None:
    deals = iter(DEALS * 100)
    benchmark(lambda: discards(next(deals)))


def test_a_thousand_deals_analysed_in_a_batch(benchmark: Any) -> None:
    import numpy as np

    benchmark(discard_batch, np.sort(np.array(DEALS[:1000]), 1), uniform=True)


def test_a_thousand_deals_analysed_with_the_weighted_crib(benchmark: Any) -> None:
    import numpy as np

    benchmark(discard_batch, np.sort(np.array(DEALS[:1000]), 1))
