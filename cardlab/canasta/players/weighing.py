"""What cards, melds and the pile are worth to a side that plays for the score of the whole deal.

Points here are expected points of the final score sheet, ours less theirs. The numbers were found by
play: pairs of players with slightly different weights met in thousands of duplicate deals.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardlab.canasta.holding import Holding
from cardlab.canasta.melds import VALUES, WILD, Meld, canastas
from cardlab.canasta.players.moves import homes
from cardlab.canasta.players.seen import DEUCE, JOKER, Seen, opponents, their_melds
from cardlab.canasta.state import View
from cardlab.cards import Card

RANK_VALUES = [0, *[VALUES[4 * (rank - 1)] for rank in range(1, 14)], 50]


class Weights(NamedTuple):
    """What the player believes things are worth, in points."""

    natural: tuple[float, ...] = (0, 0, 0, 25, 55, 120, 230, 500)
    mixed: tuple[float, ...] = (0, 0, 0, 15, 40, 90, 170, 300)
    group: tuple[float, ...] = (0, 0, 12, 30, 55, 110, 200, 450)
    point: float = 0.0
    point_set: float = 0.75
    point_unopened: float = 0.7
    point_late: float = -0.5
    laid: float = 1.0
    laid_late: float = 0.8
    held: float = 0.75
    wild: float = 60
    joker: float = 20
    opened: float = 120
    pile_card: float = 14
    pile_fits: float = 20
    pair: float = 0.03
    pair_frozen: float = 0.15
    pair_unopened: float = 0.06
    coming: float = 40
    denied: float = 0.2
    small: tuple[float, ...] = (60, 60, 40, 20, 10)
    small_out: float = 0.3
    caught: float = 8
    partner: float = 8
    hopes: float = 0.3
    their_hopes: float = 0.3
    freeze: float = 0.5
    freeze_both: float = 15
    freeze_behind: float = 200
    freeze_ahead: float = -200
    freeze_neither: float = 30
    freeze_card: float = 2
    freeze_pair: float = 5
    freeze_mate: float = 1.8
    freeze_rival: float = 2.0
    threes: float = 12
    drawn: float = 15


WEIGHTS = Weights()


class Scales:
    """A view weighed once: hopes of both sides, the worth of cards held, the worth of the pile."""

    def __init__(self, view: View, weights: Weights = WEIGHTS) -> None:
        self.view = view
        self.weights = weights
        self.seen = Seen(view)
        self.holding = Holding.of(view.hand)
        self.homes = homes(view)
        self.theirs = their_melds(view)
        self.rivals = opponents(view)
        self.next = (view.actor + 1) % view.options.players
        self.can_go_out = canastas(view.own_melds) >= view.options.canastas_to_go_out
        self.counts = {rank: len(cards) for rank, cards in self.holding.naturals.items()}
        self.late = self._lateness()
        self.laid = weights.laid + weights.laid_late * self.late
        self.point = weights.point + weights.point_late * self.late
        self.opened = bool(view.own_melds)
        self.pile = self.pile_worth(view.pile, view.own_melds)
        self.given = self.pile_worth(view.pile, self.theirs)
        rate = weights.pair_frozen if self.seen.frozen else weights.pair
        if not view.own_melds:
            rate = weights.pair_unopened
        self.pair = rate * (self.pile + weights.coming)

    def _lateness(self) -> float:
        """How near the end of the deal seems, from 0 to 1: others about to go out, or the stock low."""
        view = self.view
        late = max(0.0, (8 - view.stock / view.options.cards_drawn) / 8)
        for seat in self.rivals:
            melds = view.melds[view.side_of[seat]]
            longest = max([len(meld.cards) for meld in melds], default=0)
            near = 1.0 if longest > 6 else 0.5 if longest == 6 else 0.2 if longest == 5 else 0.0
            late = max(late, near * (8 - view.counts[seat]) / 7)
        return min(1.0, late)

    # ------------------------------------------------------------ melds

    def progress(self, rank: int, size: int, wilds: int) -> float:
        """What a meld of that size is worth for the canasta it is, or may become.

        It is worth less when few of the cards that it still needs are left.
        """
        table = self.weights.mixed if wilds else self.weights.natural
        if size > 6:
            return table[7]
        if rank == 3:
            return 0.0
        left = self.seen.unseen[rank] + self.counts.get(rank, 0)
        reach = (left + (2 - wilds if wilds < 2 else 0) / 2) / (1.5 * (7 - size))
        return table[size] * (reach if reach < 1 else 1.0)

    def hopes(self, melds: Iterable[Meld]) -> float:
        """What the unfinished melds of a side may still bring."""
        return sum(
            [
                self.progress(int(meld.rank), len(meld.cards), meld.wilds)
                for meld in melds
                if len(meld.cards) < 7 and meld.rank != 3
            ]
        )

    # ------------------------------------------------------------ the hand

    def group(self, rank: int, number: int) -> float:
        """What so many natural cards of a rank are worth in the hand."""
        if number <= 0:
            return 0.0
        weights = self.weights
        value = RANK_VALUES[rank] * number
        if rank == 3:
            return weights.threes * number
        home = self.homes.get(rank)
        pair = self.pair if number > 1 and (home is None or self.seen.frozen) else 0.0
        if home is None:
            point = self.point + (weights.point_set if number > 2 else 0.0)
            if not self.opened:
                point += weights.point_unopened
            return weights.group[min(number, 7)] + pair + point * value
        meld = home[0]
        size = len(meld.cards)
        gain = self.progress(rank, size + number, meld.wilds) - self.progress(rank, size, meld.wilds)
        return (weights.held + 0.6 * self.point) * (gain + value) + pair

    def wild(self, card: Card) -> float:
        return self.weights.wild + (self.weights.joker if card >> 2 == 13 else 0)

    def keep(self, card: Card) -> float:
        """What the hand loses with this card."""
        if WILD[card]:
            return self.wild(card)
        rank = (card >> 2) + 1
        number = self.counts.get(rank, 0)
        return self.group(rank, number) - self.group(rank, number - 1)

    def hand_gain(self, cards: Iterable[Card]) -> float:
        """What these cards add to the hand."""
        more: dict[int, int] = {}
        worth = 0.0
        for card in cards:
            if WILD[card]:
                worth += self.wild(card)
            else:
                rank = (card >> 2) + 1
                more[rank] = more.get(rank, 0) + 1
        for rank, number in more.items():
            held = self.counts.get(rank, 0)
            worth += self.group(rank, held + number) - self.group(rank, held)
        return worth

    # ------------------------------------------------------------ the pile

    def pile_worth(self, cards: Iterable[Card], melds: Iterable[Meld]) -> float:
        """What these cards of the pile are worth to a side with such melds, whatever its hands hold."""
        weights = self.weights
        melded = {int(meld.rank) for meld in melds}
        worth = 0.0
        for card in cards:
            if WILD[card]:
                worth += self.wild(card)
            else:
                worth += weights.pile_card
                if (card >> 2) + 1 in melded:
                    worth += weights.pile_fits
        return worth

    def danger(self, card: Card) -> float:
        """The chance that the next player takes the pile with this card on top."""
        rank = (card >> 2) + 1
        if rank in (DEUCE, 3, JOKER):
            return 0.0
        return self.seen.takes(self.next, rank)

    def freezing(self) -> float:
        """What freezing the pile now is worth: who is likelier to have the pairs for it."""
        view, weights = self.view, self.weights
        opened = bool(view.own_melds)
        if not opened:
            gain = weights.freeze_behind if self.theirs else weights.freeze_neither
        else:
            gain = weights.freeze_both if self.theirs else weights.freeze_ahead
        rivals = sum([view.counts[seat] for seat in self.rivals])
        each = weights.freeze_card - weights.freeze_rival * rivals
        if opened:
            pairs = sum([number > 1 for rank, number in self.counts.items() if rank != 3])
            mate = view.partner
            each += weights.freeze_pair * pairs
            each += weights.freeze_mate * (view.counts[mate] if mate is not None else 0)
        return weights.freeze * (gain + each * (len(view.pile) + 1))
