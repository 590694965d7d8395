"""How the players play their cards.

`beginner` takes the points at hand, and has whims. `steady` thinks of the next player's answer. `strong`
plays every card out against what the others can hold, and near the end of a game for two takes the
chance to win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from typing import TypeAlias

from cardlab.cards import Card
from cardlab.cribbage.analysis.discard_frequencies import COMBINATIONS, PAIRS, discard_frequencies
from cardlab.cribbage.players.beliefs import Ranks, key_of, unseen_ranks
from cardlab.cribbage.players.pegging_graph import CAUTION, KEEP_LOW, VALUES, node_of
from cardlab.cribbage.players.playout import PASSES
from cardlab.cribbage.players.search import Value, net, weigh
from cardlab.cribbage.players.standing import NEARLY_OVER, Spread, figures, near_end, show_wins
from cardlab.cribbage.rules.actions import GO, HEELS, PLAYS, STOP
from cardlab.cribbage.rules.score_lookup import rank_points, total
from cardlab.cribbage.rules.state import CARDS_KEPT, View
from cardlab.players import Candidate, Choice, Unit, ranked

Weigh: TypeAlias = Callable[[View, dict[int, Card], Random], Choice]

WHIM = 1.5
"""By how many points a beginner's eye may be led astray when playing a card."""
SAMPLES = {2: 110, 3: 60, 4: 50}
"""Against how many deals a card is played out, by the number of players."""
MARGIN = {"points": 1.2, "chance": 0.1}
"""How far a card may be behind the best, in a first look, to be looked at again."""


def play_with(weigh_cards: Weigh, view: View, random: Random) -> Choice:
    """The choice in the play: heels are claimed, go is said when nothing fits, else cards are weighed.

    Cards of one rank are the same in the play; the one of the lowest suit stands for them.
    """
    if view.heels and view.turn == view.dealer:
        return Choice(HEELS, note="two points for the jack turned up, before they are lost")
    node = node_of([card >> 2 for card in view.run], view.options, view.total)
    cards = {card >> 2: card for card in sorted(view.hand, reverse=True) if node.points[card >> 2] >= 0}
    if not cards:
        return Choice(GO, note="no card fits")
    return weigh_cards(view, dict(sorted(cards.items())), random)


def weigh_points(view: View, cards: dict[int, Card], random: Random) -> Choice:
    """The points of the card, and a whim."""
    node = node_of([card >> 2 for card in view.run], view.options, view.total)
    candidates = [
        Candidate(PLAYS[card], (("now", node.points[rank]), ("whim", WHIM * random.random())))
        for rank, card in cards.items()
    ]
    return ranked(candidates, note="the beginner looks at this card's points only")


def weigh_answers(view: View, cards: dict[int, Card], random: Random) -> Choice:
    """The points of the card, less what the next player answers on average."""
    node = node_of([card >> 2 for card in view.run], view.options, view.total)
    assert view.turn is not None
    opponent = view.sizes[(view.turn + 1) % view.options.players]
    candidates = [
        Candidate(
            PLAYS[card],
            (
                ("now", node.points[rank]),
                ("the answer", -CAUTION * node.after(rank).reply[opponent]),
                ("low cards kept", KEEP_LOW * VALUES[rank]),
            ),
        )
        for rank, card in cards.items()
    ]
    return ranked(candidates)


def weigh_by_search(view: View, cards: dict[int, Card], random: Random) -> Choice:
    """Every card played out; after a go also stopping, where the rules leave that open."""
    options = list(cards)
    if view.passed and view.options.go_continue == "may":
        options.append(PASSES)
    if len(options) == 1:
        return Choice(PLAYS[cards[options[0]]], note="no other card fits")
    ending = near_end(view) and view.starter is not None and len(_four(view)) == 4
    unit: Unit = "chance" if ending else "points"
    look = partial(weigh, view, options, SAMPLES[view.options.players], random)
    weighed = look(_winning(view), MARGIN[unit], race=True) if ending else look(net, MARGIN[unit])
    candidates = []
    for found in weighed:
        action = STOP if found.rank == PASSES else PLAYS[cards[found.rank]]
        candidates.append(Candidate(action, _parts(found.now, found.value, ending)))
    return ranked(
        candidates,
        unit,
        NEARLY_OVER if ending else "what is pegged, less what others peg",
    )


def _parts(now: int, value: float, ending: bool) -> tuple[tuple[str, float], ...]:
    return (("chance to win", value),) if ending else (("now", now), ("later", value - now))


def _four(view: View) -> tuple[Card, ...]:
    """The hand as it will be counted: the cards held and those played."""
    assert view.turn is not None
    return (*view.hand, *view.played(view.turn))


def _winning(view: View) -> Value:
    """The chance to win, by what both sides peg from here on, and what their hands then count."""
    assert view.starter is not None
    assert view.turn is not None
    seat, other = view.turn, 1 - view.turn
    dealer = seat == view.dealer
    own_needs, their_needs = (view.options.target - view.scores[side] for side in (seat, other))
    hand = total(_four(view), view.starter, options=view.options)
    crib = _crib_spread(view)
    points = rank_points()
    key = key_of([card >> 2 for card in (*view.played(other), view.starter)])
    # A hand that somebody made up may be short; then it counts nothing that is known.
    whole = len(view.played(other)) + view.sizes[other] == CARDS_KEPT

    @cache
    def wins(own: int, others: int, theirs: int) -> float:
        if dealer:
            return show_wins(own_needs - own, their_needs - others, theirs, hand, crib)
        return 1 - show_wins(their_needs - others, own_needs - own, hand, theirs, crib)

    def value(own: float, others: float, hands: Sequence[Ranks]) -> float:
        theirs = points[key + key_of(hands[other])] if whole else 0
        return wins(int(own), int(others), theirs)

    return value


def _crib_spread(view: View) -> Spread:
    """How the points of the crib are spread, by the cards that the seat laid away itself and the starter.

    Flush and nobs, which are rare, are left out.
    """
    assert view.turn is not None
    assert view.starter is not None
    laid = view.laid[view.turn]
    if laid is None:
        return figures().crib
    left = unseen_ranks(view, view.turn)
    rates = discard_frequencies(view.turn != view.dealer).rates
    key = key_of([card >> 2 for card in (*laid, view.starter)])
    points = rank_points()
    spread = [0.0] * 30
    for (low, high), rate, number in zip(PAIRS, rates, COMBINATIONS, strict=True):
        ways = left[low] * left[high] if low < high else left[low] * (left[low] - 1) / 2
        if ways:
            spread[points[key + key_of((low, high))]] += rate / number * ways
    whole = sum(spread)
    return [share / whole for share in spread]
