"""What a player can do, as values. `str` of an action is its notation; `notation` reads it back.

    cut 23   lay 5H JD   play 7D   go   stop   claim 12   muggins 2   heels   pass

>>> play("10d"), str(lay("JD 5H"))
(<Action play TD>, 'lay 5H JD')
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardlab.cards import PACK52, Card, CardLike, CardsLike, parse_cards, show_cards
from cardlab.errors import NotationError

Kind = Literal["cut", "lay", "play", "go", "stop", "claim", "muggins", "heels", "pass"]


class Action(NamedTuple):
    """One thing a player does; `str` of it is its notation.

    `lay` and `play` have cards. `cut` has the number of cards lifted, `claim` and `muggins` the
    points named.
    """

    kind: Kind
    cards: tuple[Card, ...] = ()
    number: int = 0

    def __str__(self) -> str:
        if self.cards:
            return f"{self.kind} {show_cards(self.cards)}"
        return f"{self.kind} {self.number}" if self.kind in NUMBERED else self.kind

    def __repr__(self) -> str:
        return f"<Action {self}>"


NUMBERED = ("cut", "claim", "muggins")
"""Kinds of action that have a number."""

GO = Action("go")
"""Says that no card fits."""
STOP = Action("stop")
"""Plays no further card after another's go, where the rules leave that open."""
HEELS = Action("heels")
"""Claims the two points for a jack turned up, where they have to be claimed."""
PASS = Action("pass")
"""Lets a count stand that one might have called muggins on."""

CUTS = tuple(Action("cut", number=number) for number in range(53))
CLAIMS = tuple(Action("claim", number=number) for number in range(31))
MUGGINS = tuple(Action("muggins", number=number) for number in range(31))
PLAYS = tuple(Action("play", (card,)) for card in PACK52)


def refuse_malformed(action: Action, error: Exception) -> None:
    """Raises `NotationError` if what failed was an action whose fields hold what they should not."""
    kind, cards, number = action
    cards_are_cards = isinstance(cards, tuple) and all(isinstance(card, Card) for card in cards)
    if not (isinstance(kind, str) and type(number) is int and cards_are_cards):
        raise NotationError(f"this is no action of cribbage, whatever its fields are: {error}") from error


def cut(number: int) -> Action:
    """Cuts `number` cards off the top of the pack."""
    return CUTS[number] if 0 <= number < len(CUTS) else Action("cut", number=number)


def lay(cards: CardsLike) -> Action:
    """Lays cards away to the crib."""
    return Action("lay", tuple(sorted(parse_cards(cards))))


def play(card: CardLike) -> Action:
    """Plays a card."""
    found = Card(card)
    return PLAYS[found] if found < len(PLAYS) else Action("play", (found,))


def claim(points: int) -> Action:
    """Claims `points` for the hand or crib that is being counted."""
    return CLAIMS[points] if 0 <= points < len(CLAIMS) else Action("claim", number=points)


def muggins(points: int) -> Action:
    """Takes `points` that the other side has overlooked."""
    return MUGGINS[points] if 0 <= points < len(MUGGINS) else Action("muggins", number=points)
