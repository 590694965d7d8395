"""What a position of Cribbage is worth to one seat: how a game is reviewed.

With two players that is the chance to win the game, with more the points that a side is ahead of the
others at the end of the deal, on average. Both are worked out from a view, so that no card that the seat
had not seen plays a part.

>>> from cardlab.cribbage.rules.positions import position
>>> from cardlab.cribbage.rules.state import view
>>> even = position(phase="lay", dealer=1, scores=(60, 60), hands={0: "5H 5D 5S JC 2D 9S"})
>>> behind = position(phase="lay", dealer=1, scores=(60, 90), hands={0: "5H 5D 5S JC 2D 9S"})
>>> value(view(even, 0)) > 0.6 > 0.3 > value(view(behind, 0))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from cardlab.cribbage.analysis.crib_averages import Crib, Unseen
from cardlab.cribbage.analysis.discard_frequencies import discard_frequencies
from cardlab.cribbage.analysis.discards import Discards, discards
from cardlab.cribbage.players import candidate, shown_count
from cardlab.cribbage.players.beliefs import hands_of_opponent, kept_hands, key_of, sample_hands
from cardlab.cribbage.players.discarding import chance_to_win, lay_by_search
from cardlab.cribbage.players.playout import Rules, play_out
from cardlab.cribbage.players.search import position_of
from cardlab.cribbage.players.standing import (
    Spread,
    chance,
    dealer_wins,
    exactly,
    figures,
    near_end,
    together,
)
from cardlab.cribbage.rules.actions import Action
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.score_lookup import rank_points, total
from cardlab.cribbage.rules.state import CARDS_KEPT, LAID_AWAY, View
from cardlab.players import Choice, Measure

CHANCE = Measure("chance to win", "chance", (0.0025, 0.01, 0.025, 0.05))
POINTS = Measure("points ahead at the end of the deal", "points", (0.05, 0.3, 0.8, 1.8))
PLAYED_OUT = 60
"""Against how many hands of the opponent the rest of a play is played out."""


def measure(options: Options) -> Measure:
    """The chance to win with two players, else points."""
    return CHANCE if options.players == 2 else POINTS


def value(view: View) -> float:
    """What the seat of the view can expect: its chance to win, or the points that it is ahead."""
    return _chance(view) if view.options.players == 2 else _ahead(view)


def happened(before: View, after: View) -> tuple[tuple[str, float], ...]:
    """The stages in which one view of a seat became the other, and the value after each."""
    now = value(after)
    if before.games != after.games and after.phase != "over":
        won = after.games[_side(after)] > before.games[_side(before)]
        ended = float(won) if after.options.players == 2 else 0.0
        return (("the show", ended), ("a new game", now))
    if after.phase == "lay" and before.phase != "lay":
        shown = "the cut for the deal" if before.phase == "cut" else "the show"
        return ((shown, _before_the_deal(after)), ("the deal", now))
    if after.phase == "over" or before.phase in ("show", "muggins"):
        return (("the show", now),)
    if before.starter is None and after.starter is not None:
        return (("the starter", now),)
    return (("the play" if before.starter is not None else "what was laid away", now),)


def loss(view: View, choice: Choice, action: Action) -> float | None:
    """What the action costs against the best; points are worth what they do for the chance to win."""
    if action.kind == "claim":
        points = float(abs(shown_count(view).total - action.number))
        return points * _point(view)
    made = candidate(view, choice, action)
    if made is None or len(choice.candidates) < 2:
        return None
    lost = max(0.0, choice.candidates[0].worth - made.worth)
    return lost if choice.unit == "chance" else lost * _point(view)


def _point(view: View) -> float:
    """What one point is worth at this score; a point of the other side's costs as much."""
    if view.options.players != 2:
        return 1.0
    own, theirs = _needs(view)
    better = _next_deal(view, max(1, own - 1), theirs)
    worse = _next_deal(view, own, max(1, theirs - 1))
    return max(0.0, better - worse) / 2


# ---------------------------------------------------------------- two players


def _chance(view: View) -> float:
    if view.phase == "over":
        return float(max(view.scores) == view.scores[view.seat])
    if view.phase == "cut":
        return 0.5
    own, theirs = _needs(view)
    if view.starter is None:
        return _laying(view)
    pone_show, dealer_show = _shows(view)
    if view.phase != "play":
        none = exactly(0)
        wins = dealer_wins(*_dealer_first(view, own, theirs), none, none, dealer_show, pone_show)
        return _from(view, wins)

    @cache
    def after(dealer_pegs: int, pone_pegs: int) -> float:
        needs = _dealer_first(view, own, theirs)
        return dealer_wins(*needs, exactly(dealer_pegs), exactly(pone_pegs), dealer_show, pone_show)

    rules, position = Rules.of(view.options), position_of(view)
    worth = whole = 0.0
    for hands, weight in sample_hands(view, view.seat, PLAYED_OUT, Random(f"review {len(view.plays)}")):
        pegs = play_out(rules, position, [list(hand) for hand in hands])
        worth += weight * after(pegs[view.dealer], pegs[1 - view.dealer])
        whole += weight
    return _from(view, worth / whole)


def _laying(view: View) -> float:
    """The chance before the starter is turned up: with what was laid away, or with the best to lay away."""
    found = _discards(view)
    own = view._replace(turn=view.seat)
    if len(view.hand) > CARDS_KEPT:
        laid: Sequence[int] = lay_by_search(own, Random(0)).action.cards
    else:
        laid = view.laid[view.seat] or ()
    way = next(way for way in found.ways if way.laid == tuple(sorted(laid)))
    crib = Crib.weighted(Unseen(found.cards), discard_frequencies(not found.dealer).rates)
    won = chance_to_win(own, way, crib)
    if near_end(own):
        return won
    # What these four cards peg more or less than any do, as the players work it out.
    usual = _mean(figures().dealer_pegs) - _mean(figures().pone_pegs)
    pegs = kept_hands(found.dealer).net[key_of([card >> 2 for card in way.kept])]
    more = pegs - (usual if found.dealer else -usual)
    return min(1.0, max(0.0, won + more * _point(view)))


def _shows(view: View) -> tuple[Spread, Spread]:
    """The spreads of what pone and dealer (crib included) are still to count, as the seat knows them."""
    known = figures()
    assert view.starter is not None
    none = exactly(0)
    own_place = 1 if view.seat == view.dealer else 0
    spreads: list[Spread] = [_opponents_show(view), none]
    four = (*view.hand, *view.played(view.seat))
    own = exactly(total(four, view.starter, options=view.options)) if len(four) == CARDS_KEPT else none
    spreads = [own, spreads[0]] if own_place == 0 else [spreads[0], own]
    crib: Spread = known.crib
    if view.crib is not None:
        crib = exactly(total(view.crib, view.starter, True, view.options))
    for place in range(min(view.shown, 2)):
        spreads[place] = none
    if view.shown > 2:
        crib = none
    return spreads[0], together(spreads[1], crib)


def _opponents_show(view: View) -> Spread:
    """How the points of the opponent's hand are spread; flush and nobs, which are rare, are left out
    until its cards are known."""
    other = 1 - view.seat
    played = view.played(other)
    assert view.starter is not None
    if not view.sizes[other] and len(played) == CARDS_KEPT:
        return exactly(total(played, view.starter, options=view.options))
    hands, weights = hands_of_opponent(view, view.seat)
    key = key_of([card >> 2 for card in (*played, view.starter)])
    points = rank_points()
    spread = [0.0] * 30
    whole = sum(weights)
    if not whole or len(played) + view.sizes[other] != CARDS_KEPT:
        return figures().pone_hand if other != view.dealer else figures().dealer_hand
    for ranks, weight in zip(hands, weights, strict=True):
        spread[points[key + key_of(ranks)]] += weight / whole
    return spread


def _needs(view: View) -> tuple[int, int]:
    """What the seat and the other still need, at least a point."""
    target = view.options.target
    return max(1, target - view.scores[view.seat]), max(1, target - view.scores[1 - view.seat])


def _dealer_first(view: View, own: int, theirs: int) -> tuple[int, int]:
    return (own, theirs) if view.seat == view.dealer else (theirs, own)


def _from(view: View, dealer: float) -> float:
    return dealer if view.seat == view.dealer else 1 - dealer


def _next_deal(view: View, own: int, theirs: int) -> float:
    """The chance of the seat before the cards of a deal by the present dealer are known."""
    return _from(view, chance(*_dealer_first(view, own, theirs)))


# ---------------------------------------------------------------- three and four players


def _side(view: View) -> int:
    return view.seat % view.options.sides


def _lead(view: View) -> float:
    """By how many points the seat's side is ahead of the others, who count equally much."""
    own = _side(view)
    others = [score for side, score in enumerate(view.scores) if side != own]
    return view.scores[own] - sum(others) / len(others)


def _dealing(view: View) -> float:
    """What the crib is worth to the seat: its average, its own side's or shared among the others."""
    crib = _mean(figures().crib)
    return crib if view.dealer % view.options.sides == _side(view) else -crib / (view.options.sides - 1)


def _mean(spread: Spread) -> float:
    return sum([points * share for points, share in enumerate(spread)])


def _ahead(view: View) -> float:
    if view.phase not in ("lay", "starter", "play"):
        return _lead(view)
    usual = _mean(figures().pone_hand)
    if view.starter is not None:
        four = (*view.hand, *view.played(view.seat))
        hand = float(total(four, view.starter, options=view.options)) if len(four) == CARDS_KEPT else usual
        return _lead(view) + hand - usual + _dealing(view)
    found = _discards(view)
    way = found.best
    if len(view.hand) == CARDS_KEPT:
        laid = tuple(sorted(view.laid[view.seat] or ()))
        way = next(way for way in found.ways if way.laid == laid)
    return _lead(view) + way.expected - usual


# ---------------------------------------------------------------- both


def _before_the_deal(view: View) -> float:
    """The value before the cards of this deal were known."""
    if view.options.players == 2:
        return _next_deal(view, *_needs(view))
    return _lead(view) + _dealing(view)


def _discards(view: View) -> Discards:
    laid = view.laid[view.seat] or ()
    sides = view.options.sides
    cards = (*view.hand, *laid)
    assert len(cards) == CARDS_KEPT + LAID_AWAY[view.options.players]
    return discards(cards, view.dealer % sides == view.seat % sides, view.options)
