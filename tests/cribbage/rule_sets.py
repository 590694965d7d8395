"""Rule sets in which every value of every option meets every value of every other.

They are made from `Options` itself: an option that is added is in them at once, and whatever knows a
rule of its own (a table, a search, a view) is compared with the referee under it.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from cardlab.cribbage.rules.options import PRESETS, Options
from cardlab.options import allowed
from tests.shares import third_daily

VALUES: dict[str, tuple[object, ...]] = {"preset": tuple(PRESETS), **allowed(Options)}
_CANDIDATES = 30

Pair = tuple[tuple[str, object], tuple[str, object]]


def pairs(rules: Options) -> set[Pair]:
    """Every two options of `rules` with their values."""
    return set(combinations(rules._asdict().items(), 2))


def all_pairs() -> set[Pair]:
    return {
        ((first, one), (second, other))
        for (first, ones), (second, others) in combinations(VALUES.items(), 2)
        for one in ones
        for other in others
    }


def any_rules(random: Random) -> Options:
    """Options drawn one by one."""
    return Options(**{name: random.choice(values) for name, values in VALUES.items()})  # type: ignore[arg-type]


def _pairwise() -> tuple[Options, ...]:
    """The presets, and then whichever of some random rule sets has the most pairs that are still missing."""
    random = Random("rule sets")
    chosen = list(PRESETS.values())
    missing = all_pairs().difference(*map(pairs, chosen))
    while missing:
        first, second = min(missing, key=str)
        drawn = [any_rules(random)._replace(**dict((first, second))) for _ in range(_CANDIDATES)]
        best = max(drawn, key=lambda rules: len(pairs(rules) & missing))
        chosen.append(best)
        missing -= pairs(best)
    return tuple(chosen)


PAIRWISE = _pairwise()
FOR_TWO = tuple(rules for rules in PAIRWISE if rules.players == 2)

under_every_option = pytest.mark.parametrize("rules", PAIRWISE, ids=lambda rules: f"{rules.label:.60}")
"""Runs a test under each of them, as its argument `rules`."""

under_every_option_in_turn = pytest.mark.parametrize(
    "rules", third_daily(PAIRWISE), ids=lambda rules: f"{rules.label:.60}"
)
"""The same, where that takes long: daily under a third of them."""
