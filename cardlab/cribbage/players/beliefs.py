"""What the others can hold, judged by what a seat has seen.

In a game for two, every set of ranks that the opponent can still hold has a weight: how often people
keep it, times the ways in which the unseen cards can make it, less what the play has told. Who says go has
no card that fits, and who passes over points most likely could not take them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from math import comb, prod
from operator import mul
from random import Random
from typing import NamedTuple, TypeAlias

from cardlab.cards import shuffle
from cardlab.cribbage.players.pegging_graph import Node, node_of
from cardlab.cribbage.rules.pegging import LIMIT
from cardlab.cribbage.rules.score_lookup import KEYS, rank_sets, set_ways
from cardlab.cribbage.rules.state import CARDS_KEPT, View

Ranks: TypeAlias = tuple[int, ...]
Deal: TypeAlias = tuple[list[Ranks], float]
"""A way in which all seats can hold their cards, in ranks, and its weight."""

UNLIKELY = 0.15
"""How much less likely a hand is for each time it would have had to pass over points."""
_ANY_HAND = 0.1  # the share of players who keep just any four cards


class KeptHands(NamedTuple):
    """How one side keeps hands, by the sum of the keys of four ranks.

    `rates` say how often just these four cards are kept from a full pack; `net` what the hand pegs on
    average, less what the opponent pegs; `pegs` its own points alone.
    """

    rates: dict[int, float]
    net: dict[int, float]
    pegs: dict[int, float]


@cache
def kept_hands(dealer: bool) -> KeptHands:
    """The hands that the dealer or the pone keeps: the figures of `scripts/kept_hands.py`."""
    from importlib.resources import files

    text = files("cardlab.cribbage").joinpath("data/kept_hands.json").read_text(encoding="utf-8")
    side: dict[str, list[int]] = json.loads(text)["dealer" if dealer else "pone"]
    whole = sum(side["rates"])
    every = comb(52, CARDS_KEPT)
    rates, net, pegs = {}, {}, {}
    figures = zip(rank_sets(CARDS_KEPT), side["rates"], side["net"], side["pegs"], strict=True)
    for ranks, rate, more, own in figures:
        ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        key = key_of(ranks)
        rates[key] = (1 - _ANY_HAND) * rate / whole / ways + _ANY_HAND / every
        net[key], pegs[key] = more / 100, own / 100
    return KeptHands(rates, net, pegs)


def key_of(ranks: Sequence[int]) -> int:
    """The sum of the ranks' keys, which tells sets of ranks apart."""
    return sum([KEYS[rank] for rank in ranks])


def hands_of_opponent(view: View, seat: int) -> tuple[list[Ranks], list[float]]:
    """Every set of ranks the one opponent of `seat` can hold now, and its weight."""
    other = 1 - seat
    left = unseen_ranks(view, seat)
    played = [card >> 2 for of, card in view.plays if of == other]
    impossible, unlikely = _evidence(view, seat)
    rates = kept_hands(other == view.dealer).rates
    sets, keys, masks = _sets(view.sizes[other])
    weights: Iterable[float] = set_ways(left, view.sizes[other])
    # In a position that somebody made up, hands may be short, and nothing is known of how they came about.
    if len(played) + view.sizes[other] == CARDS_KEPT:
        base = key_of(played)
        weights = map(mul, weights, [rates[base + key] for key in keys])
    for better in unlikely:
        weights = [
            UNLIKELY * weight if mask & better else weight
            for weight, mask in zip(weights, masks, strict=True)
        ]
    possible = [
        (ranks, weight)
        for ranks, weight, mask in zip(sets, weights, masks, strict=True)
        if weight and not mask & impossible
    ]
    return [ranks for ranks, _ in possible], [weight for _, weight in possible]


def sample_hands(view: View, seat: int, number: int, random: Random) -> list[Deal]:
    """About `number` ways in which the other seats can hold their cards, each with its weight.

    Each is the ranks of every seat, that of `seat` being its own hand. With two players the sample is
    spread evenly over `hands_of_opponent`; with more, the unseen cards are dealt at random to hands that
    are consistent with the goes.
    """
    own = tuple(card >> 2 for card in view.hand)
    if view.options.players > 2:
        return [(_dealt(view, seat, own, random), 1.0) for _ in range(number)]
    hands, weights = hands_of_opponent(view, seat)
    if len(hands) > number:
        hands, weights = _spread(hands, weights, number, random.random())
    pairs = ([own, theirs] if seat == 0 else [theirs, own] for theirs in hands)
    return list(zip(pairs, weights, strict=True))


def unseen_ranks(view: View, seat: int) -> list[int]:
    """How many cards of each rank `seat` has not seen."""
    left = [4] * 13
    laid = view.laid[seat] or ()
    seen = {*view.hand, *laid, *(card for _, card in view.plays)}
    if view.starter is not None:
        seen.add(view.starter)
    for card in seen:
        left[card >> 2] -= 1
    return left


def _spread(
    hands: Sequence[Ranks], weights: Sequence[float], number: int, start: float
) -> tuple[list[Ranks], list[float]]:
    """`number` hands at even distances along all weights, the first at `start` of a distance."""
    step = sum(weights) / number
    chosen, times = [], []
    reached, mark = 0.0, start * step
    for hand, end in zip(hands, accumulate(weights), strict=True):
        reached = end
        if mark < reached:
            hits = int((reached - mark) / step) + 1
            chosen.append(hand)
            times.append(float(hits))
            mark += hits * step
    return chosen, times


def _dealt(view: View, seat: int, own: Ranks, random: Random) -> list[Ranks]:
    """The ranks of all seats when the unseen cards fall by chance."""
    left = unseen_ranks(view, seat)
    cards = shuffle([rank for rank in range(13) for _ in range(left[rank])], random)
    room = LIMIT - view.total
    hands = []
    for of, size in enumerate(view.sizes):
        if of == seat:
            hands.append(own)
            continue
        # Who has said go holds nothing that fits; if the cards that are left do not allow that, so be it.
        wanted = [rank for rank in cards if min(rank + 1, 10) > room] if of in view.passed else cards
        taken = (wanted if len(wanted) >= size else cards)[:size]
        for rank in taken:
            cards.remove(rank)
        hands.append(tuple(taken))
    return hands


@cache
def _sets(size: int) -> tuple[tuple[Ranks, ...], tuple[int, ...], tuple[int, ...]]:
    """Every set of `size` ranks, the keys of the sets, and their ranks as bits."""
    sets = tuple(rank_sets(size))
    return (
        sets,
        tuple(key_of(ranks) for ranks in sets),
        tuple(sum(1 << rank for rank in set(ranks)) for ranks in sets),
    )


def _evidence(view: View, seat: int) -> tuple[int, list[int]]:
    """What the play has told of the opponent's cards: ranks it cannot hold, as bits, and for each time
    it took less than it might have, the ranks that would have paid more.

    The counts before this one end where the next card would have passed 31.
    """
    start = node_of((), view.options)
    other = 1 - seat
    holds = view.sizes[other] + sum(of == other for of, _ in view.plays)
    impossible = 0
    unlikely = []
    place, last = start, -1
    for number, (of, card) in enumerate(view.plays):
        rank = card >> 2
        if number == view.count_start or place.points[rank] < 0:
            if place.total < LIMIT and last >= 0 and holds:
                if last == seat or view.options.go_continue == "must":
                    impossible |= _fitting(place)
                else:
                    unlikely.append(_fitting(place))
            place, last = start, -1
        elif last == of == seat and holds:
            impossible |= _fitting(place)
        if of == other:
            holds -= 1
            better = sum(
                1 << other_rank for other_rank in range(13) if place.points[other_rank] > place.points[rank]
            )
            if better:
                unlikely.append(better)
        place, last = place.after(rank), of
    if other in view.passed:
        impossible |= _fitting(node_of([card >> 2 for card in view.run], view.options, view.total))
    return impossible, unlikely


def _fitting(place: Node) -> int:
    """The ranks that fit, as bits."""
    return sum(1 << rank for rank in range(13) if place.points[rank] >= 0)
