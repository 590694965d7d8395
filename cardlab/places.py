"""Where people sit at a table, and the cards that the others see of them. Both games share it."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.cards import Card
from cardlab.game import OPEN
from cardlab.scene import CardFace, Place, faces

PLACES: dict[str, Place] = {"South": "south", "West": "west", "North": "north", "East": "east"}


def others(seat: int, players: int) -> list[int]:
    """The other seats, from the left; in the open view all but the first.

    >>> others(1, 4), others(OPEN, 3)
    ([2, 3, 0], [1, 2])
    """
    first = 0 if seat == OPEN else seat
    return [(first + step) % players for step in range(1, players)]


def held_faces(name: str, held: Sequence[Card] | None, size: int) -> tuple[CardFace, ...]:
    """The cards in somebody's hand: open if they are seen, else as many backs.

    >>> [face.key for face in held_faces("West", None, 2)]
    ['west-0', 'west-1']
    """
    if held is None:
        return tuple(CardFace(back_key(name, place), None) for place in range(size))
    return faces(held)


def back_key(name: str, place: int) -> str:
    """The key of a card face down in somebody's hand: where a card comes from that is laid open."""
    return f"{name.lower()}-{place}"
