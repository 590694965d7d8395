"""What cards, melds and the pile are worth to a side that plays for the score of the whole deal.

Points here are points expected on the final score sheet, ours less theirs. The weights were found by
play: in each of thousands of steps all of them were moved a little, up or down by chance, and once the other
way; both players met the same opponents in the same deals, and all weights went towards the better one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardlab.canasta.players.inference import DEUCE, JOKER, Seen, opponents, their_melds
from cardlab.canasta.players.moves import homes
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.melds import VALUES, WILD, Meld, canastas, value_of
from cardlab.canasta.rules.state import View
from cardlab.cards import Card

THREE = 3
RANK_VALUES = (0, *[VALUES[4 * (rank - 1)] for rank in range(1, 14)], 50)
"""What a card of each rank (1 to 14) counts."""


class Weights(NamedTuple):
    """What the player believes things are worth, in points.

    Tables are by the number of cards, for canastas of seven; `Evaluator.stage` finds the place in them
    where canastas are smaller. `late` ones are added in full when the deal is about to end.
    """

    # A meld on the table: the canasta it is, or may become.
    natural: tuple[float, ...] = (0, 0, 0, 17, 38, 83, 159, 500)
    mixed: tuple[float, ...] = (0, 0, 0, 16, 42, 95, 179, 300)
    # Each point of a card laid down; late it would be caught in the hand, so it counts almost twice.
    laid: float = 0.28
    laid_late: float = 2.8
    # Natural cards of a rank in the hand: the group, each point of it, and each point of a set.
    group: tuple[float, ...] = (0, 0, 8.7, 22, 40, 80, 145, 450)
    point_unopened: float = 0.82
    point_late: float = -0.56
    point_set: float = 0.58
    # How much of what a card would bring on its meld it is worth while still in the hand.
    held: float = 1
    held_late: float = -0.7
    # The same, at most, of cards that would complete a canasta.
    held_canasta: float = 0.5
    wild: float = 89
    wild_late: float = 25
    # What the first canasta of a side, without which it cannot go out, and a wild card for it are worth more.
    first_canasta: float = 107
    wild_need: float = 30
    joker: float = 20
    black_three: float = 2.4
    unknown: float = 51
    # A hand of 0, 1, 2 ... cards takes no piles; that matters less when the side may go out.
    few: tuple[float, ...] = (117, 117, 78, 39, 20)
    few_out: float = 0.36
    # The pile: each card, each that fits a meld, what is to come; a pair's share of it; keeping it from them.
    pile_card: float = 16
    pile_fits: float = 18
    pile_coming: float = 16
    pair: float = 0.04
    pair_frozen: float = 0.14
    pair_unopened: float = 0.03
    denied: float = 0.14
    # What the next player gains by a pile besides its cards: melds made, and the pile to come.
    pile_lost: float = 22
    # The first meld: itself, each card of the pile that it opens, of the hand that is left; others melded.
    opened: float = 204
    opened_pile: float = 9.5
    opened_left: float = 13
    opened_behind: float = 87
    opened_late: float = -24
    # Freezing the pile: who has melded, and for each card of it the pairs and hands that could take it.
    freeze: float = 0.27
    freeze_both: float = 16
    freeze_behind: float = 193
    freeze_ahead: float = -70
    freeze_neither: float = 31
    freeze_card: float = 1.2
    freeze_pair: float = 6.5
    freeze_mate: float = 3.2
    freeze_rival: float = -0.79
    # Going out: each card caught in other hands, each of the partner's, and what is given up.
    out: float = -42
    out_late: float = -21
    caught: float = 2.4
    partner: float = 33
    hopes: float = 0.26
    their_hopes: float = 0.75
    # Cards left in the stock when the end of the deal begins to count.
    late_stock: float = 10


WEIGHTS = Weights()


class Evaluator:
    """A view, weighed: what cards in the hand, melds, the pile and a freeze are worth to the seat."""

    def __init__(self, view: View, weights: Weights = WEIGHTS) -> None:
        self.view = view
        self.weights = weights
        self.canasta_size = view.options.canasta_size
        self.seen = Seen(view)
        self.holding = Holding.of(view.hand)
        self.counts = {rank: len(cards) for rank, cards in self.holding.naturals.items()}
        self.homes = homes(view)
        self.opened = bool(self.homes)
        self.theirs = their_melds(view)
        self.rivals = opponents(view)
        self.mates = [
            seat for seat, side in enumerate(view.side_of) if side == view.side and seat != view.actor
        ]
        made = canastas(view.own_melds)
        self.may_go_out = made >= view.options.canastas_to_go_out
        self._first = 0.0 if made else weights.first_canasta
        self._wild = weights.wild if made else weights.wild + weights.wild_need
        self.late = self._lateness()
        self.given = self.pile_worth(view.pile, self.theirs) + weights.pile_lost
        self._pile = self.pile_worth(view.pile, view.own_melds) + weights.pile_coming

    def _lateness(self) -> float:
        """How near the end of the deal seems, from 0 to 1: others about to go out, or the stock low."""
        view = self.view
        begins = self.weights.late_stock
        late = (begins - view.stock / view.options.cards_drawn) / begins
        for seat in self.rivals:
            melds = view.melds[view.side_of[seat]]
            longest = max([len(meld.cards) for meld in melds], default=0)
            near = _NEAR[self.stage(longest)]
            late = max(late, near * (8 - view.counts[seat]) / 7)
        return min(1.0, max(0.0, late))

    # ------------------------------------------------------------ melds

    def stage(self, cards: int) -> int:
        """The place of cards of a rank in the tables: from a set on, by how many a canasta needs."""
        if cards < 3:
            return cards
        return len(_NEAR) - 1 - max(0, self.canasta_size - cards)

    def progress(self, rank: int, size: int, wilds: int) -> float:
        """What a meld of that size is worth for the canasta it is, or may become.

        It is worth less when few of the cards that it still needs are left.
        """
        table = self.weights.mixed if wilds else self.weights.natural
        if size >= self.canasta_size:
            return table[-1]
        if rank == THREE:
            return 0.0
        left = self.seen.unseen[rank] + self.counts.get(rank, 0)
        reach = (left + max(0, 2 - wilds) / 2) / (1.5 * (self.canasta_size - size))
        return table[self.stage(size)] * min(1.0, reach)

    def growth(self, rank: int, size: int, wilds: int, more: int, wild: int = 0) -> float:
        """What a meld of `size` cards gains by `more`, of which so many are wild, for its canasta."""
        gain = self.progress(rank, size + more, wilds + wild) - self.progress(rank, size, wilds)
        return gain + self._first if size < self.canasta_size <= size + more else gain

    def hopes(self, melds: Iterable[Meld]) -> float:
        """What the unfinished melds of a side may still bring."""
        return sum(
            [self.progress(int(meld.rank), len(meld.cards), meld.wilds) for meld in melds if not meld.canasta]
        )

    def laid(self, rank: int, cards: tuple[Card, ...]) -> float:
        """What these cards are worth laid down, as a new meld of `rank` or added to the side's."""
        home = self.homes.get(rank)
        size, wilds = (len(home[0].cards), home[0].wilds) if home else (0, 0)
        more = sum([WILD[card] for card in cards])
        gain = self.growth(rank, size, wilds, len(cards), more)
        return gain + (self.weights.laid + self.weights.laid_late * self.late) * value_of(cards)

    # ------------------------------------------------------------ the hand

    def group(self, rank: int, number: int, opened: bool) -> float:
        """What natural cards of a rank are worth in the hand, the side's first meld made or not."""
        if number <= 0:
            return 0.0
        weights = self.weights
        if rank == THREE:
            return weights.black_three * number
        value = RANK_VALUES[rank] * number
        frozen = self.seen.frozen
        home = self.homes.get(rank)
        pair = 0.0
        if number > 1 and (home is None or frozen):
            share = weights.pair_frozen if frozen else weights.pair
            pair = self._pile * (share if self.opened else weights.pair_unopened)
        if home is not None:
            meld = home[0]
            size = len(meld.cards)
            gain = self.growth(rank, size, meld.wilds, number)
            share = weights.held + weights.held_late * self.late
            if size < self.canasta_size <= size + number:
                share = min(share, weights.held_canasta)
            return share * (gain + value) + pair
        point = weights.point_late * self.late + (weights.point_set if number > 2 else 0.0)
        if not opened:
            point += weights.point_unopened
        return weights.group[self.stage(number)] + point * value + pair

    def wild(self, card: Card) -> float:
        """What a wild card is worth in the hand."""
        worth = self._wild + self.weights.wild_late * self.late
        return worth + (self.weights.joker if card >> 2 == JOKER - 1 else 0.0)

    def spent(self, cards: Iterable[Card], opened: bool | None = None) -> float:
        """What the hand loses with these cards of it."""
        opened = self.opened if opened is None else opened
        worth = 0.0
        left = dict(self.counts)
        for card in cards:
            if WILD[card]:
                worth += self.wild(card)
            else:
                rank = (card >> 2) + 1
                worth += self.group(rank, left[rank], opened) - self.group(rank, left[rank] - 1, opened)
                left[rank] -= 1
        return worth

    def gained(self, cards: Iterable[Card]) -> float:
        """What these cards add to the hand of a side that has melded."""
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
            worth += self.group(rank, held + number, True) - self.group(rank, held, True)
        return worth

    def opening(self, left: int) -> float:
        """What making the side's first meld is worth when it leaves so many cards in the hand."""
        weights = self.weights
        worth = weights.opened + weights.opened_pile * len(self.view.pile) + weights.opened_left * (left - 6)
        return worth + weights.opened_late * self.late + (weights.opened_behind if self.theirs else 0.0)

    def few(self, cards: int) -> float:
        """What a hand of this number of cards lacks."""
        table = self.weights.few
        lack = table[cards] if cards < len(table) else 0.0
        return lack * (self.weights.few_out if self.may_go_out else 1.0)

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
        if rank in (DEUCE, THREE, JOKER):
            return 0.0
        return self.seen.takes((self.view.actor + 1) % self.view.options.players, rank)

    def freezing(self) -> float:
        """What freezing the pile now is worth: who is likelier to have the pairs for it."""
        view, weights = self.view, self.weights
        if self.opened:
            gain = weights.freeze_both if self.theirs else weights.freeze_ahead
        else:
            gain = weights.freeze_behind if self.theirs else weights.freeze_neither
        each = weights.freeze_card + weights.freeze_rival * sum([view.counts[seat] for seat in self.rivals])
        if self.opened:
            pairs = sum([number > 1 for rank, number in self.counts.items() if rank != THREE])
            each += weights.freeze_pair * pairs
            each += weights.freeze_mate * sum([view.counts[seat] for seat in self.mates])
        return weights.freeze * (gain + each * (len(view.pile) + 1))


_NEAR = (0.0, 0.0, 0.0, 0.0, 0.0, 0.2, 0.5, 1.0)
"""How near going out a side is, by the size of its longest meld."""
