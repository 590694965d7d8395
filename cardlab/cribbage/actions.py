"""What a player can do, as values and as notation.

    cut 23   lay 5H JD   play 7D   go   stop   claim 12   muggins 2   heels   pass

>>> play("10d"), str(lay("JD 5H"))
(Action('play TD'), 'lay 5H JD')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from cardlab.cards import (
    PACK52,
    Card,
    CardLike,
    CardsLike,
    list_cards,
    list_words,
    parse_cards,
    quoted,
    show_cards,
)
from cardlab.errors import AmbiguousError, NotationError

if TYPE_CHECKING:
    from cardlab.cribbage.state import View

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
        return f"{self.kind} {self.number}" if self.kind in _NUMBERED else self.kind

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"


_NUMBERED = ("cut", "claim", "muggins")

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


_ACCEPTED = "an action is written cut 23, lay 5H JD, play 7D, go, stop, claim 12, muggins 2, heels or pass"
_WORDS: dict[str, Action] = {"go": GO, "stop": STOP, "heels": HEELS, "pass": PASS}


def write_action(action: Action) -> str:
    """The notation of an action; `read_action` reads it back."""
    return str(action)


def read_action(text: str, view: View) -> Action:
    """The action that `text` means to the player who sees `view`.

    Where only one kind of action is possible its word may be left out: ``7d`` in the play, ``5h jd``
    when laying away, ``23`` for a cut, ``12`` for a claim; and a rank alone means the one card of
    that rank in hand. Upper and lower case are the same.

    Raises `NotationError` if it is no action, `AmbiguousError` if it could be several.
    """
    said = text.partition("#")[0].strip()
    verb, _, rest = said.partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb in _WORDS:
        if rest:
            raise NotationError(f"{verb} stands alone; {quoted(rest)} cannot follow it")
        return _WORDS[verb]
    if verb in get_args(Kind):
        return _read(verb, rest, view)
    bare = _BARE.get(view.phase)
    if bare is None or not said:
        raise NotationError(f"{quoted(text)} is no action; {_ACCEPTED}")
    try:
        return _read(bare, said, view)
    except AmbiguousError:
        raise
    except NotationError as error:
        raise NotationError(f"{quoted(text)} is no action; {_ACCEPTED}") from error


_BARE = {"cut": "cut", "lay": "lay", "starter": "cut", "play": "play", "show": "claim", "muggins": "muggins"}


def _read(verb: str, rest: str, view: View) -> Action:
    if verb in _NUMBERED:
        if not re.fullmatch(r"[0-9]{1,3}", rest):
            raise NotationError(f"{verb} needs a number, like {verb} 12, not {quoted(rest)}")
        number = int(rest)
        return {"cut": cut, "claim": claim, "muggins": muggins}[verb](number)
    cards = tuple(card for word in re.split(r"[\s,;]+", rest) for card in _named(word, view)) if rest else ()
    if verb == "lay":
        if not cards:
            raise NotationError("lay needs cards, like lay 5H JD")
        return Action("lay", tuple(sorted(cards)))
    if len(cards) != 1:
        raise NotationError(f"play needs one card, like play 7D, not {quoted(rest)}")
    return play(cards[0])


def _named(word: str, view: View) -> tuple[Card, ...]:
    """The cards of one word; a rank alone stands for the card of that rank in hand."""
    rank = word.upper().replace("10", "T")
    if len(rank) == 1 and rank in "A23456789TJQK":
        held = [card for card in view.hand if card.rank.letter == rank]
        if len(held) > 1:
            choices = list_words([card.short for card in held], "or")
            raise AmbiguousError(f"{quoted(word)} could be {choices}: name the suit too")
        if not held:
            raise NotationError(
                f"there is no {quoted(word)} in your hand ({list_cards(view.hand) or 'no cards'})"
            )
        return tuple(held)
    return parse_cards(word)
