"""Cutting the pack: how deep a cut may go, and who deals (CRIB-CUT-01 to CRIB-CUT-03)."""

from __future__ import annotations

from collections.abc import Mapping

from cardlab.cards import Card
from cardlab.cribbage.rules.options import Options


def cut_limits(size: int, options: Options) -> tuple[int, int]:
    """The fewest and the most cards that may be lifted from a pack of `size` (CRIB-CUT-01).

    >>> cut_limits(52, Options()), cut_limits(52, Options(cut_leave="four_at_both_ends"))
    ((1, 48), (4, 48))
    """
    return (1 if options.cut_leave == "four_at_end" else 4), size - 4


def lowest_cut(cuts: Mapping[int, Card]) -> tuple[int, ...]:
    """The seats that cut the lowest rank: one of them deals, more than one cut again.

    The ace is lowest, and suits never matter (CRIB-CUT-02, CRIB-CUT-03).

    >>> from cardlab.cards import Card
    >>> lowest_cut({0: Card("7D"), 1: Card("QS")}), lowest_cut({0: Card("8D"), 1: Card("8S")})
    ((0,), (0, 1))
    """
    low = min(card.rank for card in cuts.values())
    return tuple(seat for seat, card in cuts.items() if card.rank == low)
