"""What the tables of both games share: where people sit, the cards seen of them, the pack spread out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardlab.cards import Card
from cardlab.display.scene import CardFace, Place, Zone, faces
from cardlab.game import OPEN, Event, Moment

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


def said_by(seat: int, moment: Moment, spoken: Callable[[Event], str]) -> str:
    """What somebody has said last in a moment, as the game's `spoken` has it."""
    said = [spoken(event) for event in moment.events if event.seat == seat]
    return next(filter(None, reversed(said)), "")


def spread(verb: str, numbers: Iterable[int], word: str, note: str, live: bool = True) -> Zone:
    """The pack spread out face down; pressing its n-th card sends ``verb:n``, if it is `live`.

    >>> spread("cut", range(1, 52), "lift", "press where you want to cut").faces[8].label
    'face-down card, lift 9'
    """
    shown = tuple(
        CardFace(f"{verb}-{number}", None, (), f"{word} {number}", live, f"{verb}:{number}")
        for number in numbers
    )
    return Zone("spread", "the pack, spread out", shown, "spread", note if live else "")
