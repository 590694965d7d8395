"""Positions in the play of the cards, drawn so that what is worth practising comes up often.

Cards are drawn as a count (a few ranks close together, or cards that count ten) and then played by
the referee, so that every position can really come up.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardlab.cards import PACK52, Card, Suit, shuffle
from cardlab.cribbage import Options, State, play, position, referee
from cardlab.cribbage.pegging import LIMIT, VALUES
from cardlab.cribbage.state import seat_names
from cardlab.game import Event
from cardlab.scene import CardFace, Zone
from cardlab_exercises.drawing import between, pick, weighted

YOU, OTHER = 0, 1


class Played(NamedTuple):
    """A state of the play, and the card that is played next."""

    state: State
    card: Card

    @property
    def event(self) -> Event:
        """What the referee says about that card."""
        events = referee.apply(self.state, play(self.card)).events
        return next(event for event in events if event.kind == "play")


def draw_count(random: Random, size: int, spread: int = 2) -> list[Card]:
    """Cards for one count, in the order of play: `size` of them, or fewer if 31 comes before.

    Their ranks lie within `spread` of a rank drawn first, mostly; now and then they share a suit.
    """
    middle = between(random, 1, 13)
    near = [card for card in PACK52 if abs(card.rank - middle) <= spread]
    one_suit = pick(random, tuple(Suit)) if random.random() < 0.15 else None
    cards: list[Card] = []
    total = 0
    while len(cards) < size and total < LIMIT:
        fits = [
            card
            for card in (near if random.random() < 0.8 else PACK52)
            if total + VALUES[card] <= LIMIT and card not in cards and one_suit in (None, card.suit)
        ]
        if not fits:
            break
        cards.append(pick(random, fits))
        total += VALUES[cards[-1]]
    return cards


def played(random: Random, cards: Sequence[Card], options: Options) -> Played:
    """All but the last of `cards` played in turn from hands that hold them, and the last one to come."""
    first = pick(random, (YOU, OTHER))
    own: list[list[Card]] = [[], []]
    for number, card in enumerate(cards):
        own[(first + number) % 2].append(card)
    rest = shuffle([card for card in PACK52 if card not in cards], random)
    starter = _starter(random, cards, rest)
    hands = [(*held, *(rest.pop() for _ in range(4 - len(held)))) for held in own]
    state = position(
        options=options,
        seed=str(random.random()),
        hands=hands,
        starter=starter,
        dealer=(first + 1) % 2,
    )
    for card in cards[:-1]:
        state = referee.apply(state, play(card)).state
    return Played(state, cards[-1])


def _starter(random: Random, cards: Sequence[Card], rest: list[Card]) -> Card:
    """Often one that would go with the last card, if starters were played."""
    wanted = weighted(random, (("pair", 2), ("any", 3)))
    alike = [card for card in rest if wanted == "pair" and card.rank is cards[-1].rank]
    starter = (alike or rest)[0]
    rest.remove(starter)
    return starter


def count_zones(at: Played) -> tuple[Zone, ...]:
    """The starter, the cards of the count with who played them, and the card that is played now."""
    assert at.state.starter is not None
    assert at.state.turn is not None
    lying = [
        CardFace(card.code, card, note=f"played by {who(at.state, seat)}", tag=who(at.state, seat))
        for seat, card in at.state.plays[at.state.fresh :]
    ]
    by = who(at.state, at.state.turn)
    now = CardFace(at.card.code, at.card, note=f"played now by {by}", tag=by)
    starter = CardFace(at.state.starter.code, at.state.starter, note="starter")
    count = Zone("played", "played so far", tuple(lying), note=f"the count is {at.state.total}")
    return (count, Zone("now", "played now", (now,)), Zone("starter", "starter", (starter,)))


def who(state: State, seat: int) -> str:
    """A seat as the learner is told of it: ``you`` or its name."""
    return "you" if seat == YOU else seat_names(state.options)[seat]
