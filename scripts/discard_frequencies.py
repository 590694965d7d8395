"""Makes `cardlab/cribbage/data/discard_frequencies.json`: how people lay away, and the average cribs.

Dealer and pone play the best answer to each other's way of laying away, over all 18,395 sets of six
ranks, again and again until neither changes; each answer is mixed half and half with the last one, so
that they do not chase each other in circles. Suits are averaged over: nobs count by their chance, and
flushes not at all. A kind's average crib is taken over the hands from which it is in fact laid away.

    python scripts/discard_frequencies.py
"""

from __future__ import annotations

import argparse
import json
from math import comb, prod
from pathlib import Path

import numpy as np

from cardlab.cribbage.analysis.discard_batches import KEPT_PLACES, PLACES, crib_rank_averages, pair_weights
from cardlab.cribbage.analysis.discard_frequencies import COMBINATIONS, NAMES, PAIR_NUMBER, PAIRS
from cardlab.cribbage.rules.score_lookup import JACK, KEYS, rank_points, rank_sets

DATA = Path(__file__).parent.parent / "cardlab/cribbage/data/discard_frequencies.json"
HANDS = np.array(list(rank_sets(6)))
COUNTS = np.array([[hand.count(rank) for rank in range(13)] for hand in HANDS.tolist()])
DEALT = np.array([prod(comb(4, copies) for copies in counts) for counts in COUNTS.tolist()], float)
DEALT /= DEALT.sum()
LEFT = 4 - COUNTS
LAID = np.array([[PAIR_NUMBER[hand[a], hand[b]] for a, b in PLACES] for hand in HANDS.tolist()])
ROWS = np.arange(len(HANDS))
JACKS = COUNTS[:, JACK]
# The unseen cards of a held jack's suit: 12, less one in four of the cards held besides the jacks.
NOBS = (12 - (6 - JACKS) / 4) / 46
PAIR_JACKS = np.array([pair.count(JACK) for pair in PAIRS])


def hand_averages() -> np.ndarray:
    """The average hand of each way to lay away, (18395, 15)."""
    keys, table = np.array(KEYS), np.frombuffer(rank_points(), np.uint8)
    columns = []
    for places in KEPT_PLACES:
        kept = HANDS[:, places]
        sums = keys[kept].sum(1)[:, None] + keys
        points = table[np.minimum(sums, len(table) - 1)]
        columns.append((points * LEFT).sum(1) / 46 + (kept == JACK).sum(1) * NOBS)
    return np.stack(columns, 1)


def crib_averages(rates: np.ndarray) -> np.ndarray:
    """The average crib by the kind laid away when the opponent lays away at these rates, (18395, 91)."""
    pairs = pair_weights(LEFT, rates)
    theirs = (pairs @ PAIR_JACKS)[:, None] * (12 - 6 / 4) / 46
    return crib_rank_averages(LEFT, pairs) + PAIR_JACKS * NOBS[:, None] + theirs


def answer(hand: np.ndarray, rates: np.ndarray, dealer: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The best answer to an opponent's rates: its own rates, its average cribs, and the ways it takes."""
    cribs = np.take_along_axis(crib_averages(rates), LAID, 1)
    best = (hand + cribs if dealer else hand - cribs).argmax(1)
    laid = LAID[ROWS, best]
    own = np.bincount(laid, DEALT, len(PAIRS))
    return own, np.bincount(laid, DEALT * cribs[ROWS, best], len(PAIRS)) / own, best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--output", type=Path, default=DATA)
    arguments = parser.parse_args()
    hand = hand_averages()
    dealer = pone = np.array(COMBINATIONS) / comb(52, 2)
    for round_ in range(arguments.rounds):
        new_dealer, own_cribs, _ = answer(hand, pone, dealer=True)
        new_pone, their_cribs, _ = answer(hand, dealer, dealer=False)
        moved = abs(new_dealer - dealer).sum() + abs(new_pone - pone).sum()
        print(f"round {round_ + 1}: {moved:.4f} of all hands lay away otherwise")
        dealer, pone = (dealer + new_dealer) / 2, (pone + new_pone) / 2
    write(arguments.output, {"dealer": (dealer, own_cribs), "pone": (pone, their_cribs)})


def write(path: Path, sides: dict[str, tuple[np.ndarray, np.ndarray]]) -> None:
    """One line a kind: how often it is laid away, and the average crib."""
    blocks = [
        f' "{side}": {{\n'
        + ",\n".join(
            f'  "{name}": [{rate:.7f}, {average:.4f}]'
            for name, rate, average in zip(NAMES, rates, averages, strict=True)
        )
        + "\n }"
        for side, (rates, averages) in sides.items()
    ]
    text = "{\n" + ",\n".join(blocks) + "\n}\n"
    json.loads(text)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
