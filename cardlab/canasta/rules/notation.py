"""The notation of actions, read and written. Input is lenient, output is canonical.

A line is ``[seat:] action  # comment``; `str(action)` is the canonical form, and reading it gives the
same action again.

    pick 17               draws the 17th card of the spread pack, for partners
    cut 40                cuts the pack: 40 cards from the top go under it
    draw                  draws from the stock
    take with QH QS       takes the pile; its top card makes a meld with these cards from hand
    take onto Q           takes the pile; its top card joins the side's queens
    meld KS KH 2D, +8 8C  lays a new meld and adds to the eights (`+8#2`: to the second meld of eights)
    ask, answer yes       asks the partner "may I go out?", and answers
    discard 4C            ends the turn
    end                   ends the deal: the stock is empty and the pile is declined

Melds may follow a take after a comma; all that stands in one line happens at once.
"""

from __future__ import annotations

import re

from cardlab.canasta.rules.actions import (
    ASK,
    DRAW,
    END,
    RANKS,
    Action,
    Part,
    add,
    answer,
    cut,
    discard,
    new,
    pick,
)
from cardlab.canasta.rules.legal_actions import takes
from cardlab.canasta.rules.legality import out_of_turn
from cardlab.canasta.rules.melds import in_order
from cardlab.canasta.rules.state import State, View, as_view, seat_names
from cardlab.cards import Rank, list_words, parse_cards, quoted, refuse_long
from cardlab.errors import AmbiguousError, IllegalActionError, NotationError
from cardlab.seats import NAMES, split_seat

_FORMS = (
    "draw, take with QH QS, take onto Q, meld KS KH 2D, +8 8C, discard 4C, ask, answer yes, end, "
    "pick 17, cut 40"
)
_PLACE = re.compile(r"\+?\s*(?P<rank>10|[a2-9tjqk])(?:#(?P<nth>[1-9]))?(?=\s|,|$)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)


def write_action(action: Action) -> str:
    """The notation of an action; `read_action` reads it back."""
    return str(action)


def read_action(text: str, view: View | State | None = None) -> Action:
    """The action that `text` says.

    With a view, what is left out may be understood: ``discard 4`` when all fours in the hand are
    alike, ``take`` when there is one way to take the pile; ``17`` for a card to draw or a cut, ``yes`` for
    an answer, ``4C`` for a discard, ``KS KH KD, +8 8C`` for melds, where nothing else can be meant.

    Raises `NotationError` when it is no action, `AmbiguousError` when it could be several, and
    `IllegalActionError` when it names a seat whose turn it is not.
    """
    if not isinstance(text, str):
        raise NotationError(f"an action is written as text, not as {type(text).__name__}: {_FORMS}")
    refuse_long(text, "actions")
    view = None if view is None else as_view(view)
    line = _spoken_in_turn(text.partition("# ")[0], view)
    verb, _, rest = line.strip().partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb in ("draw", "ask", "end"):
        _nothing_after(verb, rest)
        return {"draw": DRAW, "ask": ASK, "end": END}[verb]
    if verb in ("pick", "cut"):
        return _read_number(verb, rest)
    if verb == "answer":
        if rest.lower() not in ("yes", "no"):
            raise NotationError(f"an answer is 'answer yes' or 'answer no', not {quoted(rest)}")
        return answer(rest.lower() == "yes")
    if verb == "discard":
        return _read_discard(rest, view)
    if verb == "meld":
        return Action("meld", parts=_read_parts(rest))
    if verb == "take":
        return _read_take(rest, view)
    if view is not None and line.strip():
        understood = _read_bare(line.strip(), view)
        if understood is not None:
            return understood
    raise NotationError(f"{quoted(text)} is no action; write one like {_FORMS}")


def _spoken_in_turn(line: str, view: View | None) -> str:
    """The action without the seat before it, which has to be the one whose turn it is."""
    if ":" not in line:
        return line.strip()
    seat, action = split_seat(line, NAMES[4] if view is None else seat_names(view.options))
    if view is not None and seat != view.to_act:
        raise IllegalActionError(out_of_turn(view))
    return action


def _read_bare(line: str, view: View) -> Action | None:
    """The action that a text without its first word means at this moment; None when it means none."""
    if view.phase in ("pick", "cut") and _NUMBER.fullmatch(line) and int(line):
        return Action(view.phase, number=int(line))
    if view.phase == "answer" and line.lower() in ("yes", "no"):
        return answer(line.lower() == "yes")
    if view.phase != "play":
        return None
    try:
        parts = _read_parts(line)
    except NotationError:
        return None
    if len(parts) == 1 and parts[0].rank is None and len(parts[0].cards) == 1:
        return Action("discard", parts[0].cards)
    return Action("meld", parts=parts)


def _nothing_after(verb: str, rest: str) -> None:
    if rest:
        raise NotationError(f"'{verb}' stands alone; there is {quoted(rest)} after it")


def _read_number(verb: str, rest: str) -> Action:
    if not _NUMBER.fullmatch(rest) or int(rest) == 0:
        raise NotationError(f"'{verb}' needs the number of a card, like '{verb} 17', not {quoted(rest)}")
    return pick(int(rest)) if verb == "pick" else cut(int(rest))


def _read_discard(rest: str, view: View | None) -> Action:
    place = _PLACE.fullmatch(rest)
    if place and view is not None:
        rank = _rank(place)
        held = sorted({card for card in view.hand if card.rank is rank})
        if len(held) > 1:
            ways = list_words([f"'discard {card}'" for card in held], "or")
            raise AmbiguousError(f"there is more than one {rank.label} in your hand: say {ways}")
        if held:
            return discard(held[0])
    cards = parse_cards(rest)
    if len(cards) != 1:
        raise NotationError(f"one card is discarded, like 'discard 4C', not {quoted(rest)}")
    return discard(cards[0])


def _read_take(rest: str, view: View | None) -> Action:
    if not rest:
        return _only_take(view)
    how, _, tail = rest.partition(" ")
    first, _, others = tail.partition(",")
    parts = _read_parts(others) if others.strip() else ()
    if how.lower() == "with":
        cards = in_order(parse_cards(first))
        if not cards:
            raise NotationError("'take with' needs the cards from your hand, like 'take with QH QS'")
        return Action("take", cards, parts)
    if how.lower() == "onto":
        place = _PLACE.fullmatch(first.strip())
        if not place:
            raise NotationError(
                f"'take onto' needs the rank of a meld, like 'take onto Q', not {quoted(first)}"
            )
        return Action("take", (), parts, (_rank(place), int(place["nth"] or 1)))
    raise NotationError(f"write 'take with QH QS' or 'take onto Q', not {quoted('take ' + rest)}")


def _only_take(view: View | None) -> Action:
    if view is not None and view.phase != "draw":
        return Action("take")  # this is not the time for it, which is what the referee will say
    ways = list(takes(view)) if view is not None else []
    if len(ways) == 1:
        return ways[0]
    if ways:
        shown = list_words([f"'{way}'" for way in ways[:4]], "or")
        raise AmbiguousError(f"the pile can be taken in {len(ways)} ways: say {shown}")
    raise NotationError("say how the pile is taken: 'take with QH QS' or 'take onto Q'")


def _read_parts(text: str) -> tuple[Part, ...]:
    parts = tuple(_read_part(piece.strip()) for piece in text.split(","))
    if not all(part.cards for part in parts):
        raise NotationError("each part needs cards: 'meld KS KH 2D' or 'meld +8 8C'")
    return parts


def _read_part(piece: str) -> Part:
    if not piece.startswith("+"):
        return new(piece)
    place = _PLACE.match(piece)
    if not place:
        raise NotationError(f"{quoted(piece)}: after + comes the rank of a meld, like '+8 8C'")
    return add(_rank(place), piece[place.end() :], int(place["nth"] or 1))


def _rank(place: re.Match[str]) -> Rank:
    return RANKS[place["rank"].upper().replace("10", "T")]
