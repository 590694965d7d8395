"""The draw for partners, seats and the first deal (CAN-DRAW-01 to CAN-DRAW-06).

A small state of its own: the pack lies spread face down, everybody draws a card, and anybody who drew a
joker, or the same card as somebody else, draws again.

>>> from cardlab.cards import parse_cards
>>> draw = Draw(4, held=parse_cards("KS 7D QH 2C"))
>>> to_draw(draw), settle(draw)
((), Seats(chairs=(0, 1, 2, 3), first=0, dealer=3))
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cardlab.cards import JOKER, PACK108, Card, Rank, shuffled
from cardlab.errors import Refusal


class Draw(NamedTuple):
    """The draw so far.

    `held` is the card that counts for each player (None: still to draw), `taken` the places in the
    spread pack that are empty, `fan` the pack itself, face down.
    """

    players: int
    held: tuple[Card | None, ...]
    taken: tuple[int, ...] = ()
    fan: tuple[Card, ...] = ()


class Seats(NamedTuple):
    """Where the players sit after the draw: the chair of each, who plays first and who deals (chairs).

    Chairs are numbered clockwise. With four players, those in opposite chairs are partners.
    """

    chairs: tuple[int, ...]
    first: int
    dealer: int

    @property
    def partners(self) -> tuple[tuple[int, ...], ...]:
        """The two pairs of players, the one that holds the first player first; none unless four play."""
        if len(self.chairs) != 4:
            return ()
        pairs = [tuple(player for player in range(4) if self.chairs[player] % 2 == half) for half in (0, 1)]
        return tuple(sorted(pairs, key=lambda pair: self.first not in [self.chairs[one] for one in pair]))


def spread(players: int, seed: str | int) -> Draw:
    """The pack, shuffled by `seed` and spread out; nobody has drawn."""
    return Draw(players, (None,) * players, (), shuffled(PACK108, seed, 0))


def again(held: tuple[Card | None, ...]) -> tuple[int, ...]:
    """Who must draw again: a joker, or a card that another player holds too (CAN-DRAW-04)."""
    copies = Counter(held)
    return tuple(
        player for player, card in enumerate(held) if card is not None and (card is JOKER or copies[card] > 1)
    )


def to_draw(draw: Draw) -> tuple[int, ...]:
    """The players who have to draw, the next one first; empty when the draw is settled."""
    return tuple(player for player, card in enumerate(draw.held) if card is None) or again(draw.held)


def pick_faults(draw: Draw, number: int) -> list[Refusal]:
    """Why one may not draw the `number`th card of the spread pack."""
    if type(number) is not int or not 1 <= number <= len(PACK108):
        return [
            Refusal("CAN-DRAW-01", f"the spread pack has cards 1 to {len(PACK108)}; there is no {number}")
        ]
    if number in draw.taken:
        return [Refusal("CAN-DRAW-01", f"card {number} has been drawn already; choose another")]
    return []


def pick(draw: Draw, number: int) -> Draw:
    """The draw after the next player took the `number`th card. Who must redraw gives the old card up."""
    player = to_draw(draw)[0]
    held = list(draw.held)
    if None not in held:  # a new round: all who must draw again put their cards away
        for other in again(draw.held):
            held[other] = None
    held[player] = draw.fan[number - 1]
    return draw._replace(held=tuple(held), taken=(*draw.taken, number))


def strength(card: Card) -> int:
    """How high a card is in this draw: ace high, two low, suits spades down to clubs (CAN-DRAW-03)."""
    rank = 14 if card.rank is Rank.ACE else int(card.rank)
    return 4 * rank + int(card) % 4


def settle(draw: Draw) -> Seats:
    """The seats that the cards give: partners opposite, the highest card plays first.

    The others keep their order around the highest, save that the second highest sits down opposite
    (CAN-DRAW-01, CAN-DRAW-02, CAN-DRAW-05). The player to the right of the first deals (CAN-DRAW-06).
    Player 0 always stays in chair 0: only who sits next to whom matters.
    """
    order = ranking(draw)
    players = draw.players
    around = [(order[0] + step) % players for step in range(players)]
    if players == 4:
        one, other = [player for player in around[1:] if player != order[1]]
        around = [order[0], one, order[1], other]
    home = around.index(0)
    chairs = tuple((around.index(player) - home) % players for player in range(players))
    return Seats(chairs, -home % players, (-home - 1) % players)


def ranking(draw: Draw) -> tuple[int, ...]:
    """The players, the highest card first."""
    held = [card for card in draw.held if card is not None]
    return tuple(sorted(range(draw.players), key=lambda player: -strength(held[player])))


def agreed(players: int) -> Seats:
    """The seats when nobody draws for them: in the order of the players, the last one deals."""
    return Seats(tuple(range(players)), 0, players - 1)
