"""Compares the table scorer with `count` on every hand and starter there is: 12,994,800 of them.

Takes some minutes; prints the first disagreement, if there is one.

    python scripts/check_table.py --jobs 2
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

from cardlab.cards import PACK52
from cardlab.cribbage import count
from cardlab.cribbage.rules.score_lookup import distribution, total


def compare(lowest: int) -> tuple[list[int], str]:
    """All hands whose lowest card has this number: how many count 0, 1, ... and a disagreement, if any."""
    tally = [0] * 30
    low = PACK52[lowest]
    for others in combinations(PACK52[lowest + 1 :], 3):
        hand = (low, *others)
        for starter in PACK52:
            if starter not in hand:
                points = count(hand, starter).total
                tally[points] += 1
                if points != total(hand, starter):
                    return tally, f"{hand} with {starter}: {points}, the table says {total(hand, starter)}"
    return tally, ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    began = time.perf_counter()
    with ProcessPoolExecutor(parser.parse_args().jobs) as executor:
        results = list(executor.map(compare, range(49)))
    wrong = [text for _, text in results if text]
    tally = tuple(sum(column) for column in zip(*(tally for tally, _ in results), strict=True))
    if wrong or tally != distribution():
        sys.exit(f"they disagree: {wrong[0] if wrong else tally}")
    print(f"{sum(tally):,} hands and starters: no disagreement ({time.perf_counter() - began:.0f} s)")


if __name__ == "__main__":
    main()
