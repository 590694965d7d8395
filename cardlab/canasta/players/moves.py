"""What a computer player weighs: the sensible actions of a turn, and the choice of the best legal one.

Players do not look at every legal action. Of a rank they lay all natural cards or none, and wild cards
one at a time; that is how people play, and it is a short list. Legality is the referee's affair: what
it refuses is struck from the list.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TypeAlias

from cardlab.canasta.rules.actions import END, Action, Part
from cardlab.canasta.rules.going_out import ways_out
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.legal_actions import first_melds, legal_actions, takes
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import MOST_WILDS, VALUES, Meld, keyed_melds
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.state import View
from cardlab.cards import Card
from cardlab.players import Candidate, Choice

Parts: TypeAlias = tuple[tuple[str, float], ...]
"""What makes up the worth of a candidate: names and numbers."""

MOST_OPENINGS = 60
"""How many first melds a player looks at; a rich hand has hundreds."""

_LEAST_NATURALS = {"two_naturals_per_wild": 2, "min_two_naturals": 0}


def settle(view: View, candidates: list[Candidate], note: str = "", most: int = 6) -> Choice:
    """The choice of the best among the candidates that the referee allows.

    Should the referee allow none at all, which only a very odd position brings about, the first legal
    action is done because it is legal.
    """
    legal = allowed(view, candidates, most)
    if legal:
        return Choice(legal[0].action, tuple(legal), "points", note)
    return Choice(next(legal_actions(view)), note="nothing else is allowed here")


def allowed(view: View, candidates: list[Candidate], most: int) -> list[Candidate]:
    """The legal ones among the best `most` candidates, or among the next best when all those are refused."""
    if len(candidates) > 1:
        candidates = sorted(candidates, key=_worst_last)
    for first in range(0, len(candidates), most):
        best = candidates[first : first + most]
        best.reverse()  # the best is judged last: the referee remembers its latest verdict
        legal = [candidate for candidate in best if not verdict(view, candidate.action).refusals]
        if legal:
            legal.reverse()
            return legal
    return []


def _worst_last(candidate: Candidate) -> float:
    worth = 0.0
    for _, number in candidate.parts:
        worth -= number
    return worth


def by_chance(view: View, random: Random) -> Choice:
    """Draws a card for partners, or cuts: no skill decides there."""
    if view.phase == "pick":
        ways = list(legal_actions(view))
        return Choice(ways[int(random.random() * len(ways))], note="every card of the pack is as good")
    return Choice(Action("cut", number=1 + int(random.random() * 107)), note="every cut is as good")


def ways_to_take(view: View) -> list[Action]:
    """The ways to take the pile that a player considers; all legal."""
    pile = view.pile
    if not pile:
        return []
    place = pile[-1] >> 2
    held = len([card for card in view.hand if card >> 2 == place])
    melds = view.melds[view.side]
    if held < 2:  # most often it is plain at a glance that there is no way
        if not melds or (view.frozen and view.options.frozen_conditions == "all_of"):
            return []
        if not held and not any(meld.rank == place + 1 for meld in melds):
            return []
    return list(islice(takes(view), MOST_OPENINGS))


def ending(view: View) -> list[Action]:
    """Ending the deal, where that may be open: an empty stock, or the last red three drawn."""
    if view.turn.closing or (view.phase == "draw" and not view.stock):
        return [END]
    return []


def openings(view: View) -> list[Action]:
    """First melds of the side that reach the minimum, or ways to go out; not judged yet."""
    if view.turn.asked == "yes":
        return list(islice(ways_out(view), MOST_OPENINGS))
    if not _might_open(view):
        return []
    return list(islice(first_melds(view), MOST_OPENINGS))


def _might_open(view: View) -> bool:
    """Whether the hand could reach the minimum, at a glance: its sets, wild cards, and pairs for those."""
    holding = Holding.of(view.hand)
    count = 20 * len(holding.deuces) + 50 * len(holding.jokers)
    pairs = []
    for rank, cards in holding.naturals.items():
        if len(cards) > 2:
            count += VALUES[4 * rank - 4] * len(cards)
        elif len(cards) == 2:
            pairs.append(2 * VALUES[4 * rank - 4])
    pairs.sort(reverse=True)
    return count + sum(pairs[: holding.wilds]) >= view.minimum


def homes(view: View) -> dict[int, tuple[Meld, int]]:
    """The side's melds by rank (as a number), each with its number; the last one of a rank."""
    return {int(meld.rank): (meld, nth) for meld, nth in keyed_melds(view.melds[view.side])}


def plain_parts(view: View, holding: Holding) -> list[Part]:
    """Parts without wild cards: all that fits a meld on the table, and new melds of three or more."""
    table = homes(view)
    parts = []
    for rank, cards in holding.naturals.items():
        if rank == 3:
            continue
        home = table.get(rank)
        if home is not None:
            parts.append(Part(cards, home[0].rank, home[1]))
        elif len(cards) > 2:
            parts.append(Part(cards))
    return parts


def wild_parts(view: View, holding: Holding) -> list[Part]:
    """Parts with one wild card: added to a meld, or making a new one of natural cards in the hand."""
    wilds = [cards[:1] for cards in (holding.deuces, holding.jokers) if cards]
    if not wilds:
        return []
    options = view.options
    table = homes(view)
    parts = []
    for meld, nth in table.values():
        if has_room(meld, options):
            parts += [Part(wild, meld.rank, nth) for wild in wilds]
    for rank, cards in holding.naturals.items():
        if len(cards) > 1 and rank != 3 and rank not in table:
            parts += [Part((*cards, *wild)) for wild in wilds]
    return parts


def has_room(meld: Meld, options: Options) -> bool:
    """Whether one more wild card may join the meld."""
    if meld.canasta and options.wilds_after_canasta == "unlimited":
        return True
    if meld.rank == 3 and not options.black_three_meld_wilds:
        return False
    return meld.wilds < MOST_WILDS and meld.naturals >= _LEAST_NATURALS[options.wild_ratio] * (meld.wilds + 1)


def discards(view: View) -> list[Card]:
    """One card of each rank in the hand."""
    return list({card >> 2: card for card in view.hand}.values())
