"""A player of Canasta by the advice that strategy pages agree on, each piece of it a rule without numbers.

It stands outside the package, to measure the levels by. The advice: take the pile whenever you may, and
above all a large one; do not make the first meld too early, nor with wild cards that you can spare; keep
pairs for a frozen pile; keep wild cards for canastas; throw what is safe (a black three, a rank that has
just been thrown, one of which most cards are seen) and never what the others have melded; freeze the
pile when you are behind; go out when the others hold many cards, or are about to go out themselves.
"""

from __future__ import annotations

from random import Random

from cardlab.canasta.players.inference import Seen, opponents, their_melds
from cardlab.canasta.players.moves import (
    discards,
    ending,
    homes,
    openings,
    plain_parts,
    ways_to_take,
    wild_parts,
)
from cardlab.canasta.rules.actions import ASK, DRAW, Action, answer, cut
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.going_out import way_out
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.legal_actions import legal_actions
from cardlab.canasta.rules.melds import BLACK_THREE, VALUES, WILD, canastas, value_of
from cardlab.canasta.rules.pile import is_frozen
from cardlab.canasta.rules.state import View
from cardlab.cards import Card
from cardlab.players import Choice

LARGE = 5
"""Cards that make a pile large."""
FEW = 4
"""Cards that make a hand small."""


def reference(view: View, random: Random) -> Choice:
    """What the advice says to do."""
    match view.phase:
        case "cut":
            return Choice(cut(1 + int(random.random() * 107)))
        case "answer":
            return Choice(answer(value_of(view.hand) <= 100))
        case "draw":
            wanted = [*_takes(view), *([DRAW] if view.stock else ending(view))]
        case _:
            wanted = [*_out(view), *_melds(view), *_throws(view), *ending(view)]
    return Choice(next((one for one in wanted if not check(view, one)), None) or next(legal_actions(view)))


def _takes(view: View) -> list[Action]:
    """Ways to take the pile, those that spend no wild card first; with wild cards only a large pile."""
    ways = sorted(ways_to_take(view), key=_wilds)
    return [way for way in ways if not _wilds(way) or len(view.pile) >= LARGE]


def _wilds(action: Action) -> int:
    cards = [*action.cards, *(card for part in action.parts for card in part.cards)]
    return sum(WILD[card] for card in cards)


def _out(view: View) -> list[Action]:
    """Going out: when the others hold many cards for it, or have a canasta and few cards left."""
    way = way_out(view)
    held = [view.counts[seat] for seat in opponents(view)]
    if way is None or not (sum(held) >= 12 or min(held) <= FEW or view.stock < 8):
        return []
    return [ASK, way] if view.partner is not None and view.counts[view.partner] > FEW else [way]


def _melds(view: View) -> list[Action]:
    if not view.own_melds or view.turn.asked == "yes":
        return _first_melds(view)
    table = homes(view)
    holding = Holding.of(view.hand)
    lays = []
    for part in plain_parts(view, holding):
        # A set of three stays in the hand, for the pile, until there is enough of it or the end is near.
        if part.rank is not None or len(part.cards) > 3 or not canastas(view.own_melds) or _late(view):
            lays.append(Action("meld", parts=(part,)))
    for part in wild_parts(view, holding):
        home = table.get(int(part.rank)) if part.rank is not None else None
        size = len(home[0].cards) if home else 0
        if size + len(part.cards) >= view.options.canasta_size > size or (size > 3 and _late(view)):
            lays.append(Action("meld", parts=(part,)))
    return lays


def _first_melds(view: View) -> list[Action]:
    """The first meld that spends fewest wild cards; two of them only when there is a reason to hurry."""
    ways = sorted(openings(view), key=lambda way: (_wilds(way), sum(len(part.cards) for part in way.parts)))
    hurry = bool(their_melds(view)) or len(view.pile) >= LARGE or _late(view)
    return [way for way in ways if hurry or _wilds(way) < 2]


def _late(view: View) -> bool:
    near = min(view.counts[seat] for seat in opponents(view)) <= FEW
    return view.stock < 16 or (near and canastas(their_melds(view)) > 0)


def _throws(view: View) -> list[Action]:
    """Discards, the safest first; a wild card to freeze a pile that the others alone can take."""
    if view.turn.closing:
        return []
    ranked = sorted(discards(view), key=lambda card: _risk(view, card))
    behind = bool(their_melds(view)) and not view.own_melds and not is_frozen(view)
    wilds = [card for card in ranked if WILD[card]]
    if behind and wilds and len(view.pile) >= LARGE - 1:
        ranked = [wilds[0], *ranked]
    return [Action("discard", (card,)) for card in ranked]


def _risk(view: View, card: Card) -> tuple[int, ...]:
    if WILD[card]:
        return (9, VALUES[card])
    held = sum(other.rank is card.rank for other in view.hand)
    if BLACK_THREE[card]:
        # Kept for a pile that is worth the block.
        return (0,) if len(view.pile) >= LARGE - 1 and not is_frozen(view) else (4,)
    theirs = any(meld.rank is card.rank for meld in their_melds(view)) and not is_frozen(view)
    own = any(meld.rank is card.rank for meld in view.own_melds)
    just_thrown = any(other.rank is card.rank for other in view.pile[-4:])
    seen = Seen(view).unseen[int(card.rank)] <= 2
    safe = 1 if just_thrown or seen else 2
    return (8 if theirs else 6 if own else safe if held == 1 else safe + 3, held, VALUES[card])
