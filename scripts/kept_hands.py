"""Makes `cardlab/cribbage/data/kept_hands.json`: which four ranks dealer and pone keep, and how they peg.

Both lay away best against the rates of `discard_frequencies.json`. For each of the 1,820 sets of four
ranks it is counted how often it is kept, and its net pegging (own less the opponent's points) is the
average of plays against hands drawn as the opponent keeps them, both sides playing prudently; `pegs` are
its own points alone.

    python scripts/kept_hands.py            # some minutes
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import comb
from pathlib import Path
from random import Random

import numpy as np
from discard_frequencies import DEALT, HANDS, LAID, ROWS, crib_averages, hand_averages

from cardlab.cribbage.analysis.discard_batches import KEPT_PLACES
from cardlab.cribbage.analysis.discard_frequencies import discard_frequencies
from cardlab.cribbage.players.playout import Position, Rules, play_out
from cardlab.cribbage.rules.options import COURSE
from cardlab.cribbage.rules.score_lookup import rank_sets

DATA = Path(__file__).parent.parent / "cardlab/cribbage/data/kept_hands.json"
SETS = tuple(rank_sets(4))
NUMBER = {ranks: number for number, ranks in enumerate(SETS)}


def kept_rates(dealer: bool) -> np.ndarray:
    """How often each set of four ranks is kept, (1820,), summing to 1."""
    cribs = np.take_along_axis(crib_averages(np.array(discard_frequencies(not dealer).rates)), LAID, 1)
    hand = hand_averages()
    best = (hand + cribs if dealer else hand - cribs).argmax(1)
    kept = HANDS[ROWS[:, None], np.array(KEPT_PLACES)[best]]
    return np.bincount([NUMBER[tuple(ranks)] for ranks in kept.tolist()], DEALT, len(SETS))


def pegging(
    ranks: Sequence[int], dealer: bool, against: np.ndarray, plays: int, random: Random
) -> tuple[float, float]:
    """What a kept hand pegs on average, and the net of what the other pegs, against hands kept at the rates
    `against`."""
    free = [4 - ranks.count(rank) for rank in range(13)]
    weights = [
        rate * share(theirs, free) if rate else 0.0
        for rate, theirs in zip(against.tolist(), SETS, strict=True)
    ]
    rules = Rules.of(COURSE)
    own = 1 if dealer else 0
    pegs = net = 0
    for theirs in random.choices(SETS, weights, k=plays):
        hands = [list(theirs), list(ranks)] if dealer else [list(ranks), list(theirs)]
        points = play_out(rules, Position(rules.start, 0), hands)
        pegs += points[own]
        net += points[own] - points[1 - own]
    return pegs / plays, net / plays


def share(ranks: Sequence[int], free: Sequence[int]) -> float:
    """Which share of the ways to hold these ranks is left when only so many of each are free."""
    result = 1.0
    for rank in set(ranks):
        copies = ranks.count(rank)
        result *= comb(free[rank], copies) / comb(4, copies)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--plays", type=int, default=1000, help="plays a hand")
    parser.add_argument("--output", type=Path, default=DATA)
    arguments = parser.parse_args()
    random = Random(1)
    rates = {dealer: kept_rates(dealer) for dealer in (True, False)}
    blocks = []
    for dealer in (True, False):
        averages = [pegging(ranks, dealer, rates[not dealer], arguments.plays, random) for ranks in SETS]
        pegs, nets = zip(*averages, strict=True)
        block = {
            "rates": [round(rate * 10_000_000) for rate in rates[dealer]],
            "net": [round(net * 100) for net in nets],
            "pegs": [round(points * 100) for points in pegs],
        }
        lines = [f'  "{name}": [{",".join(map(str, numbers))}]' for name, numbers in block.items()]
        blocks.append(f' "{"dealer" if dealer else "pone"}": {{\n' + ",\n".join(lines) + "\n }")
        print("dealer" if dealer else "pone", "pegs net", float(np.dot(rates[dealer], nets)))
    arguments.output.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
