"""Melds being prepared: what a player has laid out but not yet played, as a value.

Every view of the table shows the same draft. It says all along what it counts, what is needed, what
would be left in the hand and what still forbids it; whether it is legal is the referee's affair.

>>> from cardlab.canasta import position, view
>>> seen = view(position(hands=["KS KH KD 9S 9H 2D 4C 5C"], phase="play"), 0)
>>> draft = Draft().lay(seen, "KS KH KD")
>>> draft.judge(seen).refusals[0].text
'these melds count 30; your side needs 50 for its first meld, with a score of 0'
>>> draft = draft.lay(seen, "9S 9H 2D")
>>> judged = draft.judge(seen)
>>> str(judged.action), judged.counts, judged.needs, judged.left, judged.refusals
('meld KD KH KS, 9H 9S 2D', 70, 50, 2, ())
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.melds import in_order, one_rank, value_of
from cardlab.canasta.rules.state import View
from cardlab.cards import Card, CardsLike, Rank, parse_cards
from cardlab.errors import Refusal


class Judged(NamedTuple):
    """What a draft comes to: the action it would be, what it counts and needs, and why it is not legal yet.

    `counts` includes the pile's top card when the pile is taken; `needs` is None once the side has melded;
    `left` is how many cards would stay in the hand, the rest of a taken pile included.
    """

    action: Action
    counts: int
    needs: int | None
    left: int
    refusals: tuple[Refusal, ...]


class Draft(NamedTuple):
    """Groups of cards laid out from the hand.

    `taking` says that the pile is to be taken: with the cards of `shown`, or `onto` a meld of the side.
    """

    groups: tuple[Part, ...] = ()
    taking: bool = False
    shown: tuple[Card, ...] = ()
    onto: tuple[Rank, int] | None = None

    def lay(self, view: View, cards: CardsLike, place: int | None = None) -> Draft:
        """The draft with more cards laid out: in the group at `place`, or where they belong.

        Cards of a rank that the side has melded, or that a group here has, join that; others are a
        new group.
        """
        laid = in_order(parse_cards(cards))
        if place is None:
            place = self._group_of(one_rank(laid))
        if place is not None:
            group = self.groups[place]
            joined = group._replace(cards=in_order((*group.cards, *laid)))
            return self._replace(groups=(*self.groups[:place], joined, *self.groups[place + 1 :]))
        return self._replace(groups=(*self.groups, part_for(view, laid)))

    def lay_apart(self, cards: CardsLike) -> Draft:
        """The draft with these cards as a new meld, whatever else of their rank there is."""
        return self._replace(groups=(*self.groups, Part(in_order(parse_cards(cards)))))

    def _group_of(self, rank: Rank | None) -> int | None:
        for place, group in enumerate(self.groups):
            if rank is not None and rank is (group.rank or one_rank(group.cards)):
                return place
        return None

    def take_back(self, place: int) -> Draft:
        """The draft without the group at `place`."""
        return self._replace(groups=(*self.groups[:place], *self.groups[place + 1 :]))

    def take(self, view: View, cards: CardsLike = ()) -> Draft:
        """The draft that takes the pile with these cards from hand; with none, onto the side's meld."""
        shown = in_order(parse_cards(cards))
        onto = (view.pile[-1].rank, 1) if view.pile and not shown else None
        return self._replace(taking=True, shown=shown, onto=onto)

    def leave(self) -> Draft:
        """The draft without taking the pile."""
        return self._replace(taking=False, shown=(), onto=None)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards laid out."""
        return (*self.shown, *[card for group in self.groups for card in group.cards])

    @property
    def action(self) -> Action:
        """The action that playing the draft would be."""
        if self.taking:
            return Action("take", self.shown, self.groups, self.onto)
        return Action("meld", parts=self.groups)

    def judge(self, view: View) -> Judged:
        """What the draft comes to at the table that `view` sees."""
        count = value_of(self.cards)
        left = (Counter(view.hand) - Counter(self.cards)).total()
        if self.taking and view.pile:
            count += value_of(view.pile[-1:])
            left += len(view.pile) - 1
        needs = None if view.own_melds else view.minimum
        return Judged(self.action, count, needs, left, tuple(check(view, self.action)))


def part_for(view: View, cards: CardsLike) -> Part:
    """Cards that were picked out together, as the part they must mean.

    An addition if the side has a meld of their rank and may have only one, or if they are too few to be
    a meld by themselves; else a new meld.

    >>> from cardlab.canasta import position, view
    >>> seen = view(position(hands=["KC 9S 9H 2D"], melds=[["KS KH KD"]], phase="play"), 0)
    >>> str(part_for(seen, "KC")), str(part_for(seen, "9S 9H 2D"))
    ('+K KC', '9H 9S 2D')
    """
    laid = in_order(parse_cards(cards))
    rank = one_rank(laid)
    has_meld = any(meld.rank is rank for meld in view.own_melds)
    if rank is not None and has_meld and (view.options.one_meld_per_rank or len(laid) < 3):
        return Part(laid, rank)
    return Part(laid)
