"""The actions of Canasta as values. `str` gives the notation; the module `notation` reads it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardlab.canasta.rules.melds import in_order
from cardlab.cards import Card, CardLike, CardsLike, Rank, parse_cards, quoted, show_cards
from cardlab.errors import NotationError

Kind = Literal["pick", "cut", "draw", "take", "meld", "ask", "answer", "discard", "end"]


class Part(NamedTuple):
    """Cards laid together: a new meld, or (with `rank`) added to the side's `nth` meld of that rank."""

    cards: tuple[Card, ...]
    rank: Rank | None = None
    nth: int = 1

    def __str__(self) -> str:
        cards = show_cards(self.cards)
        return cards if self.rank is None else f"+{_place(self.rank, self.nth)} {cards}"


class Action(NamedTuple):
    """One action. `cards` come from the hand: the discard, or what a pile is taken with.

    `onto` names the meld that the pile's top card joins, `number` the card picked or where the pack
    is cut, `yes` the answer to the partner.
    """

    kind: Kind
    cards: tuple[Card, ...] = ()
    parts: tuple[Part, ...] = ()
    onto: tuple[Rank, int] | None = None
    number: int = 0
    yes: bool = False

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards of all parts."""
        return tuple([card for part in self.parts for card in part.cards])

    def __str__(self) -> str:
        words: list[str] = [self.kind]
        if self.number:
            words.append(str(self.number))
        if self.kind == "answer":
            words.append("yes" if self.yes else "no")
        if self.kind == "take":
            words.append(f"onto {_place(*self.onto)}" if self.onto else f"with {show_cards(self.cards)}")
        if self.kind == "discard":
            words.append(show_cards(self.cards))
        parts = ", ".join(str(part) for part in self.parts)
        if not parts:
            return " ".join(words)
        return " ".join(words) + (", " if self.kind == "take" else " ") + parts

    def __repr__(self) -> str:
        return f"<Action {self}>"


RANKS = {rank.letter: rank for rank in Rank if rank is not Rank.JOKER}
"""Ranks as they are written."""

DRAW = Action("draw")
ASK = Action("ask")
END = Action("end")


def refuse_malformed(action: Action, error: Exception) -> None:
    """Raises `NotationError` if what failed was an action whose fields hold what they should not."""
    kind, cards, parts, onto, number, _ = action
    all_cards = [cards, *[part.cards for part in parts if isinstance(part, Part)]]
    if not (
        isinstance(kind, str)
        and type(number) is int
        and all(isinstance(listed, tuple) for listed in all_cards)
        and all(isinstance(card, Card) for listed in all_cards for card in listed)
        and all(isinstance(part, Part) for part in parts)
        and (onto is None or (isinstance(onto, tuple) and len(onto) == 2))
    ):
        raise NotationError(f"this is no action of canasta, whatever its fields are: {error}") from error


def pick(number: int) -> Action:
    """Draws a card of the spread pack, for partners."""
    return Action("pick", number=number)


def cut(number: int) -> Action:
    """Cuts the pack: that number of cards from the top goes under it."""
    return Action("cut", number=number)


def answer(yes: bool) -> Action:
    """Answers the partner who asks to go out."""
    return Action("answer", yes=yes)


def discard(card: CardLike) -> Action:
    """Discards a card, which ends the turn."""
    return Action("discard", (Card(card),))


def new(cards: CardsLike) -> Part:
    """A new meld of these cards."""
    return Part(in_order(parse_cards(cards)))


def add(rank: Rank | str, cards: CardsLike, nth: int = 1) -> Part:
    """These cards, added to the side's meld of `rank`, which may be written: ``"8"``."""
    return Part(in_order(parse_cards(cards)), _rank(rank), nth)


def meld(*parts: Part | CardsLike) -> Action:
    """Lays parts down at once; plain cards are a new meld.

    >>> str(meld("2D KS KH", add(Rank.EIGHT, "8C")))
    'meld KH KS 2D, +8 8C'
    """
    return Action("meld", parts=tuple(_part(part) for part in parts))


def take_with(cards: CardsLike, *parts: Part | CardsLike) -> Action:
    """Takes the pile: its top card makes a meld with these cards from hand.

    >>> str(take_with("QS QH", "AS AH AD"))
    'take with QH QS, AD AH AS'
    """
    return Action("take", in_order(parse_cards(cards)), tuple(_part(part) for part in parts))


def take_onto(rank: Rank | str, *parts: Part | CardsLike, nth: int = 1) -> Action:
    """Takes the pile: its top card joins the side's meld of `rank`.

    >>> take_onto("Q", add("8", "8C"))
    <Action take onto Q, +8 8C>
    """
    return Action("take", (), tuple(_part(part) for part in parts), (_rank(rank), nth))


def _rank(given: Rank | str) -> Rank:
    """Raises `NotationError` for anything that is not the rank of a meld."""
    if isinstance(given, Rank):
        return given
    rank = RANKS.get(str(given).strip().upper().replace("10", "T"))
    if rank is None:
        raise NotationError(f"a rank is written A, 2 to 9, T, J, Q or K, not {quoted(given)}")
    return rank


def _part(part: Part | CardsLike) -> Part:
    return part if isinstance(part, Part) else new(part)


def _place(rank: Rank, nth: int) -> str:
    return rank.letter + (f"#{nth}" if nth > 1 else "")
