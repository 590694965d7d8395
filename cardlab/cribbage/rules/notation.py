"""The notation of actions, read and written. Input is lenient, output is canonical.

>>> from cardlab.cribbage import position, view
>>> seen = view(position(hands=["7D TH KS KC", None]), 0)
>>> [write_action(read_action(text, seen)) for text in ("play 10h", "7d", "GO")]
['play TH', 'play 7D', 'go']
"""

from __future__ import annotations

import re
from typing import get_args

from cardlab.cards import Card, list_cards, list_words, parse_cards, quoted, refuse_long
from cardlab.cribbage.rules.actions import (
    GO,
    HEELS,
    NUMBERED,
    PASS,
    STOP,
    Action,
    Kind,
    claim,
    cut,
    muggins,
    play,
)
from cardlab.cribbage.rules.legality import out_of_turn
from cardlab.cribbage.rules.state import State, View, as_view, seat_names
from cardlab.errors import AmbiguousError, IllegalActionError, NotationError
from cardlab.seats import split_seat

_ACCEPTED = "an action is written cut 23, lay 5H JD, play 7D, go, stop, claim 12, muggins 2, heels or pass"
_WORDS: dict[str, Action] = {"go": GO, "stop": STOP, "heels": HEELS, "pass": PASS}


def write_action(action: Action) -> str:
    """The notation of an action; `read_action` reads it back."""
    return str(action)


def read_action(text: str, view: View | State) -> Action:
    """The action that `text` means to the player who sees `view`.

    A seat may stand before it, as in a record: ``South: go``. Where only one kind of action is possible
    its word may be left out: ``7d`` in the play, ``5h jd`` when laying away, ``23`` for a cut, ``12``
    for a claim; and a rank alone means the one card of that rank in hand. Upper and lower case are
    the same.

    Raises `NotationError` if it is no action, `AmbiguousError` if it could be several, and
    `IllegalActionError` if it names a seat whose turn it is not.
    """
    if not isinstance(text, str):
        raise NotationError(f"an action is written as text, not as {type(text).__name__}; {_ACCEPTED}")
    refuse_long(text, "actions")
    view = as_view(view)
    said = _spoken_in_turn(text.partition("#")[0].strip(), view)
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


def _spoken_in_turn(said: str, view: View) -> str:
    """The action without the seat before it, which has to be the one whose turn it is."""
    seat, action = split_seat(said, seat_names(view.options))
    if seat is not None and seat != view.turn:
        raise IllegalActionError(out_of_turn(view))
    return action


_BARE = {"cut": "cut", "lay": "lay", "starter": "cut", "play": "play", "show": "claim", "muggins": "muggins"}


def _read(verb: str, rest: str, view: View) -> Action:
    if verb in NUMBERED:
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
