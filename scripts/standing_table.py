"""Makes `cardlab/cribbage/data/standing.json`: the chance to win from every score.

Deals are sampled from players who lay away best (see `discard_frequencies.py`) and peg prudently. They
give the distributions of what dealer and pone peg and count, and, going back from the end of the game, the
chance of the next dealer to win when it needs so many points and the pone so many.

    python scripts/standing_table.py
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from cardlab.cribbage.analysis.discard_batches import KEPT_PLACES, PLACES, discard_batch
from cardlab.cribbage.players.playout import Position, Rules, play_out
from cardlab.cribbage.rules.options import COURSE
from cardlab.cribbage.rules.score_lookup import JACK, totals

DATA = Path(__file__).parent.parent / "cardlab/cribbage/data/standing.json"
TARGET = 121
SHIPPED = 121


def sample(deals: int, seed: int) -> np.ndarray:
    """Points of some deals, (n, 5): pone's pegging, dealer's pegging with heels, both hands, the crib."""
    random = np.random.default_rng(seed)
    rules = Rules.of(COURSE)
    parts = []
    for _ in range(0, deals, 1000):
        packs = random.random((1000, 52)).argsort(1)[:, :13]
        starter = packs[:, 12]
        kept, laid = zip(*(lay(np.sort(packs[:, at : at + 6], 1), at == 6) for at in (0, 6)), strict=True)
        pegs = [
            play_out(rules, Position(rules.start, 0), [list(pone), list(dealer)])
            for pone, dealer in zip((kept[0] >> 2).tolist(), (kept[1] >> 2).tolist(), strict=True)
        ]
        points = [
            *np.array(pegs).T,
            totals(kept[0], starter),
            totals(kept[1], starter),
            totals(np.concatenate(laid, 1), starter, crib=True),
        ]
        points[1] = points[1] + 2 * (starter >> 2 == JACK)
        parts.append(np.stack(points, 1).astype(int))
    return np.concatenate(parts)


def lay(hands: np.ndarray, dealer: bool) -> tuple[np.ndarray, np.ndarray]:
    """The cards kept and laid away."""
    best = discard_batch(hands, dealer).expected.argmax(1)
    rows = np.arange(len(hands))[:, None]
    return hands[rows, np.array(KEPT_PLACES)[best]], hands[rows, np.array(PLACES)[best]]


def chances(deals: np.ndarray) -> np.ndarray:
    """The next dealer's chance to win, by what it needs and what the pone needs: (TARGET + 1, TARGET + 1)."""
    pone_pegs, dealer_pegs, pone_hand, dealer_hand, crib = deals.T
    pone = pone_pegs + pone_hand
    dealer = dealer_pegs + dealer_hand + crib
    table = np.zeros((TARGET + 1, TARGET + 1))
    for both in range(2, 2 * TARGET + 1):
        for needs in range(max(1, both - TARGET), min(TARGET, both - 1) + 1):
            theirs = both - needs
            # In the order in which points fall: the play, the pone's hand, the dealer's hand and crib.
            # Who of two pegs out first in one play is left open: half a win.
            pegs_out, pone_pegs_out = dealer_pegs >= needs, pone_pegs >= theirs
            wins = np.where(pegs_out, np.where(pone_pegs_out, 0.5, 1.0), 0.0)
            going_on = ~pegs_out & (pone < theirs)
            wins[going_on & (dealer >= needs)] = 1
            further = going_on & (dealer < needs)
            wins[further] = 1 - table[theirs - pone[further], needs - dealer[further]]
            table[needs, theirs] = wins.mean()
    return table


def spread(points: np.ndarray) -> list[int]:
    """How often of 10,000 times each number of points falls."""
    return np.round(np.bincount(points) / len(points) * 10_000).astype(int).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--output", type=Path, default=DATA)
    arguments = parser.parse_args()
    deals = sample(arguments.deals, 1)
    names = ("pone_pegs", "dealer_pegs", "pone_hand", "dealer_hand", "crib")
    print(dict(zip(names, deals.mean(0).round(3).tolist(), strict=True)))
    table = chances(deals[:4000])
    print(
        f"the first dealer of a game to {TARGET} wins {table[TARGET, TARGET]:.3f}, to 61 {table[61, 61]:.3f}"
    )
    shipped = np.round(table[1 : SHIPPED + 1, 1 : SHIPPED + 1] * 10_000).astype(int)
    lines = [f' "{name}": {spread(points)}' for name, points in zip(names, deals.T, strict=True)]
    lines.append(' "chances": [\n  ' + ",\n  ".join(str(row) for row in shipped.tolist()) + "\n ]")
    arguments.output.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
