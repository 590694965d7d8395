"""Searches the keys of `cardlab.cribbage.rules.score_lookup`: one number a rank, such that five cards of
a pack never have the same sum of keys unless they have the same ranks. The smaller the largest sum, the
smaller the table.

Each try picks the keys in rising order. It takes the smallest number that keeps all sums apart, but
passes over one in ten at random: the first fit is not the best in the end.

    python scripts/rank_keys.py --tries 100
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from random import Random

COPIES = 4
CARDS = 5


def keys(random: Random, skip: float, most: int) -> list[int] | None:
    """Thirteen keys whose largest sum is below `most`, or None when this try finds none."""
    found = [0]
    # sums[n] has bit s set when n cards of the ranks so far can have the sum s.
    sums = [1] * (COPIES + 1) + [0]
    while len(found) < 13:
        key = found[-1] + 1
        while not apart(sums, key) or random.random() < skip:
            key += 1
        if COPIES * key + found[-1] >= most:
            return None
        found.append(key)
        sums = [
            sum_bits(sums[cards - copies] << copies * key for copies in range(min(COPIES, cards) + 1))
            for cards in range(CARDS + 1)
        ]
    return found


def apart(sums: list[int], key: int) -> bool:
    """Whether a rank of this key leaves all sums of five cards different."""
    seen = sums[CARDS]
    for copies in range(1, COPIES + 1):
        moved = sums[CARDS - copies] << copies * key
        if seen & moved:
            return False
        seen |= moved
    return True


def sum_bits(shifted: Iterable[int]) -> int:
    bits = 0
    for part in shifted:
        bits |= part
    return bits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tries", type=int, default=100)
    most = 10**9
    for seed in range(parser.parse_args().tries):
        found = keys(Random(seed), 0.1 if seed else 0.0, most)
        if found:
            most = COPIES * found[-1] + found[-2]
            print(f"try {seed}: largest sum {most}: {tuple(found)}", flush=True)


if __name__ == "__main__":
    main()
