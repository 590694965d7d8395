"""What a computer player weighs: the sensible actions of a turn, and the choice of the best legal one.

Players do not look at every legal action. Of a rank they lay all natural cards or none, and wild cards
one at a time; that is how people play, and it is a short list. Legality is the referee's affair: what
it refuses is struck from the list.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random

from cardlab.canasta.actions import END, Action, Part
from cardlab.canasta.choices import first_melds, legal_actions, takes
from cardlab.canasta.holding import Holding
from cardlab.canasta.legality import verdict
from cardlab.canasta.melds import MOST_WILDS, Meld, keyed_melds
from cardlab.canasta.options import Options
from cardlab.canasta.state import View
from cardlab.cards import Card
from cardlab.players import Candidate, Choice, Unit, ranked

MOST_OPENINGS = 60
"""How many first melds a player looks at; a rich hand has hundreds."""

_LEAST_NATURALS = {"two_naturals_per_wild": 2, "min_two_naturals": 0}


def settle(view: View, candidates: Iterable[Candidate], note: str = "", unit: Unit = "points") -> Choice:
    """The choice of the best among the candidates that the referee allows.

    Should it allow none of them, which only a very odd position brings about, the first legal action
    is done because it is legal.
    """
    legal = [candidate for candidate in candidates if not verdict(view, candidate.action).refusals]
    if legal:
        return ranked(legal, unit, note)
    return Choice(next(legal_actions(view)), note="nothing else is allowed here")


def by_chance(view: View, random: Random) -> Choice:
    """Draws a card for partners, or cuts: no skill decides there."""
    if view.phase == "pick":
        ways = list(legal_actions(view))
        return Choice(ways[int(random.random() * len(ways))], note="every card of the pack is as good")
    return Choice(Action("cut", number=1 + int(random.random() * 107)), note="every cut is as good")


def ways_to_take(view: View) -> list[Action]:
    """The ways to take the pile that a player considers; all legal."""
    top = view.top
    if top is None:
        return []
    rank = top >> 2
    if not any([card >> 2 == rank for card in view.hand]) and not any(
        [meld.rank - 1 == rank for meld in view.own_melds]
    ):
        return []  # most often so, and quickly seen
    return list(islice(takes(view), MOST_OPENINGS))


def ending(view: View) -> list[Action]:
    """Ending the deal, where that may be open: an empty stock, or the last red three drawn."""
    if view.turn.closing or (view.phase == "draw" and not view.stock):
        return [END]
    return []


def openings(view: View) -> list[Action]:
    """First melds of the side that reach the minimum, not judged yet."""
    return list(islice(first_melds(view), MOST_OPENINGS))


def homes(view: View) -> dict[int, tuple[Meld, int]]:
    """The side's melds by rank (as a number), each with its number; the last one of a rank."""
    return {int(meld.rank): (meld, nth) for meld, nth in keyed_melds(view.own_melds)}


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
    if len(meld.cards) > 6 and options.wilds_after_canasta == "unlimited":
        return True
    if meld.rank == 3 and not options.black_three_meld_wilds:
        return False
    return meld.wilds < MOST_WILDS and meld.naturals >= _LEAST_NATURALS[options.wild_ratio] * (meld.wilds + 1)


def discards(view: View) -> list[Card]:
    """One card of each rank in the hand."""
    return list({card >> 2: card for card in view.hand}.values())
