"""How people lay away: how often the dealer and the pone lay each kind of two cards in the crib,
and what the crib then counts on average.

The figures come from self-play: `scripts/discard_frequencies.py` lets dealer and pone answer each other's
way of laying away until neither can do better, and writes `data/discard_frequencies.json`.

>>> average("5J", dealer=True) > 6.5, average("TK", dealer=False) < 4.2
(True, True)
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from cardlab.cards import Rank
from cardlab.cribbage.rules.score_lookup import rank_sets
from cardlab.errors import InputError

PAIRS = tuple(rank_sets(2))
"""The 91 kinds of two cards, each as two ranks from 0 (ace) to 12 (king), the lower first."""
PAIR_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}
COMBINATIONS = tuple(6 if low == high else 16 for low, high in PAIRS)
"""How many pairs of cards a pack holds of each kind."""
NAMES = tuple("".join(Rank(rank + 1).letter for rank in pair) for pair in PAIRS)
"""The kinds in words: ``AA``, ``A2``, ... ``KK``."""


class DiscardFrequencies(NamedTuple):
    """How one side lays away: for each of the 91 kinds how often, and the average crib it leads to."""

    rates: tuple[float, ...]
    averages: tuple[float, ...]


@cache
def discard_frequencies(dealer: bool) -> DiscardFrequencies:
    """How the dealer (own crib) or the pone (the opponent's crib) lays away. The rates sum to 1."""
    side = _data()["dealer" if dealer else "pone"]
    rates = [side[name][0] for name in NAMES]
    whole = sum(rates)
    return DiscardFrequencies(tuple(rate / whole for rate in rates), tuple(side[name][1] for name in NAMES))


def average(kind: str, dealer: bool) -> float:
    """The average crib when the dealer or the pone lays away this kind of two cards, such as "5J".

    Raises `ValueError` for anything that is not such a kind.
    """
    name = "".join(sorted(kind.upper().replace("10", "T"), key="A23456789TJQK".find))
    if name not in NAMES:
        raise InputError(f"{kind!r} is no kind of two cards; write two of A 2 3 4 5 6 7 8 9 T J Q K, like 5J")
    return discard_frequencies(dealer).averages[NAMES.index(name)]


@cache
def _data() -> dict[str, Any]:
    from importlib.resources import files

    text = files("cardlab.cribbage").joinpath("data/discard_frequencies.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data
