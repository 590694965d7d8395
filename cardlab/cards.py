"""Cards, the two packs, their notation and seeded shuffling.

A card is a value: one object for each of the 52 cards and one for the joker. A hand is a multiset,
usually a sorted tuple; Canasta holds two of each card, and both copies are the same object.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, IntEnum
from itertools import islice
from numbers import Integral
from random import Random
from typing import Any, NoReturn, TypeAlias, TypeVar

from cardlab.errors import NotationError

T = TypeVar("T")


class Suit(Enum):
    """A suit; its value is the letter used in notation."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The suit's sign, in its plain text form.

        >>> Suit.HEARTS.symbol
        '♥'
        """
        return "♣♦♥♠"["CDHS".index(self.value)]

    @property
    def is_red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(IntEnum):
    """A rank, ace low (1) to king (13). How high a card counts or ranks is the game's affair."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    JOKER = 14

    @property
    def letter(self) -> str:
        """The letter used in notation: ``A 2 3 4 5 6 7 8 9 T J Q K``, and ``JR`` for a joker."""
        return "JR" if self is Rank.JOKER else "A23456789TJQK"[self - 1]

    @property
    def label(self) -> str:
        """The rank as a player says it.

        >>> Rank.SIX.label, Rank.QUEEN.label, Rank.TEN.label
        ('six', 'queen', 'ten')
        """
        return self.name.lower()

    @property
    def plural(self) -> str:
        """
        >>> Rank.SIX.plural, Rank.QUEEN.plural
        ('sixes', 'queens')
        """
        return self.label + ("es" if self is Rank.SIX else "s")


_SUITS = tuple(Suit)
_RANKS = tuple(Rank)


class Card(int):
    """One card. `Card("QS")` reads notation leniently; there is one object for each card.

    It is an ``int`` (rank by rank, clubs to spades; the joker last) so that hands sort and compare
    at the speed of C; take that as an implementation detail and use `rank` and `suit`.

    >>> Card("10♥"), Card(" qs "), Card("JR2")
    (Card('TH'), Card('QS'), Card('JR'))
    >>> Card("QS") is Card("Q♠")
    True
    >>> Card("QS").name
    'queen of spades'
    """

    rank: Rank
    suit: Suit | None
    code: str
    short: str
    """The card with its suit's sign, for a screen: ``10♥``, ``Q♠``, ``Joker``."""

    def __new__(cls, text: str | Card) -> Card:
        if isinstance(text, Card):
            return text
        return parse_card(text)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name!r}")

    @property
    def name(self) -> str:
        """The card as a player says it: ``five of hearts``, ``joker``."""
        return "joker" if self.suit is None else f"{self.rank.label} of {self.suit.name.lower()}"

    @property
    def said(self) -> str:
        """The card within a sentence: ``2♣``, ``a joker``."""
        return "a joker" if self.suit is None else self.short

    def __bool__(self) -> bool:
        return True  # the ace of clubs too, whose number is 0

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code!r})"

    def __format__(self, spec: str) -> str:
        return format(self.code, spec)

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Card:
        return self


CardLike: TypeAlias = Card | str
CardsLike: TypeAlias = str | Iterable[CardLike]


def _make(number: int) -> Card:
    card = int.__new__(Card, number)
    rank = _RANKS[number // 4]
    suit = _SUITS[number % 4] if rank is not Rank.JOKER else None
    code = rank.letter + (suit.value if suit else "")
    sign = "10" if rank is Rank.TEN else rank.letter
    short = sign + suit.symbol if suit else "Joker"
    vars(card).update(rank=rank, suit=suit, code=code, short=short)
    return card


CARDS: tuple[Card, ...] = tuple(_make(number) for number in range(53))
"""The 53 different cards, in their sorting order: aces first, the joker last."""
JOKER = CARDS[52]
PACK52: tuple[Card, ...] = CARDS[:52]
"""The pack of Cribbage (CRIB-PACK-01)."""
PACK108: tuple[Card, ...] = PACK52 * 2 + (JOKER,) * 4
"""The double pack of Canasta with its four jokers (CAN-PACK-01)."""

_BY_CODE = {card.code: card for card in CARDS}
_SUIT_LETTERS = dict(zip("CDHScdhs♣♦♥♠♧♢♡♤", "CDHS" * 4, strict=True))
_CARD = re.compile(
    r"(?P<joker>joker|jkr|jr[1-4]?)"
    r"|(?P<rank>10|[a2-9tjqk])(?P<suit>[cdhs♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]?",
    re.IGNORECASE | re.ASCII,  # else the Kelvin sign would be a king
)
_MOST_CARDS = 200
MOST_LETTERS = 2000
"""How long a text of cards or of an action may be: far more than all 108 cards need."""
_ACCEPTED = "a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (S H D C), like QS or TD, or JR for a joker"


def parse_card(text: str) -> Card:
    """The card that `text` names. Accepts ``10d``, ``Q♠``, ``qs``, ``JR1``.

    Raises `NotationError` when it names none.
    """
    if not isinstance(text, str):
        raise NotationError(f"a card is written as text, not as {type(text).__name__}: {_ACCEPTED}")
    match = _CARD.fullmatch(text.strip()) if len(text) <= MOST_LETTERS else None
    if not match:
        raise NotationError(f"{quoted(text)} is not a card; write {_ACCEPTED}")
    return _card_of(match)


def _card_of(match: re.Match[str]) -> Card:
    if match["joker"]:
        return JOKER
    rank = match["rank"].upper().replace("10", "T")
    return _BY_CODE[rank + _SUIT_LETTERS[match["suit"]]]


def parse_cards(cards: CardsLike) -> tuple[Card, ...]:
    """The cards of a text (``"5H 5D, JC"`` or ``"5h5djc"``) or of any iterable, in the order given.

    >>> parse_cards("5H 10d,j♣")
    (Card('5H'), Card('TD'), Card('JC'))

    Raises `NotationError` naming the first thing that is not a card, or when there are more than 200.
    """
    if not isinstance(cards, str):
        if not isinstance(cards, Iterable):
            raise NotationError(
                f"cards are written as text or listed, not {type(cards).__name__}: {_ACCEPTED}"
            )
        return _not_too_many(tuple([Card(card) for card in islice(cards, _MOST_CARDS + 1)]))
    refuse_long(cards, "cards")
    found = []
    for word in re.split(r"[\s,;]+", cards.strip()):
        at = 0
        while at < len(word):
            match = _CARD.match(word, at)
            if not match:
                raise NotationError(f"{quoted(word[at:])} is not a card; write {_ACCEPTED}")
            found.append(_card_of(match))
            at = match.end()
    return _not_too_many(tuple(found))


def _not_too_many(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(cards) > _MOST_CARDS:
        raise NotationError(f"at most {_MOST_CARDS} cards are read at once; these are more")
    return cards


def refuse_long(text: str, what: str) -> None:
    """Raises `NotationError` for a text that nobody means as `what`: it is too long to be read at all."""
    if len(text) > MOST_LETTERS:
        raise NotationError(f"{what} are written in at most {MOST_LETTERS} letters; these are {len(text)}")


def show_cards(cards: Iterable[Card]) -> str:
    """The canonical text of cards, in the order given.

    >>> show_cards(parse_cards("10h Q♠"))
    'TH QS'
    """
    return " ".join(card.code for card in cards)


def list_cards(cards: Iterable[Card], joiner: str = "and") -> str:
    """Cards for a sentence.

    >>> list_cards(parse_cards("7C 8S 9D"))
    '7♣, 8♠ and 9♦'
    """
    return list_words([card.short for card in cards], joiner)


def list_words(words: Sequence[str], joiner: str = "and") -> str:
    """Words for a sentence: ``a, b and c``; the empty text for none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joiner} {words[-1]}"


def quoted(text: object, most: int = 40) -> str:
    """Whatever somebody typed, safe to show in a message: quoted, on one line, cut when long.

    >>> quoted("x" * 50, 5)
    "'xxxxx…'"
    """
    shown = str(text)
    return repr(shown if len(shown) <= most else shown[:most] + "…")


def escaped(text: str) -> str:
    r"""`text` on one line and safe for a terminal: what does not print is written as its escape.

    >>> print(escaped("5♥" + chr(27) + "[2J" + chr(10)))
    5♥\x1b[2J\n
    """
    return "".join([letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text])


def without(hand: Iterable[T], gone: Iterable[T]) -> tuple[T, ...]:
    """`hand` less one copy of each in `gone`. Raises `ValueError` when one is not there.

    >>> without((1, 1, 2), [1])
    (1, 2)
    """
    rest = list(hand)
    for item in gone:
        rest.remove(item)
    return tuple(rest)


def seed_text(seed: str | int) -> str:
    """A seed as the text that stands for it everywhere, a record included.

    >>> seed_text(7), seed_text(" blue whale ")
    ('7', 'blue whale')

    Raises `NotationError` for anything but a whole number or words on one line without ``#``, which
    begins a comment in a record; and for letters that nobody can see.
    """
    if not isinstance(seed, str | Integral):
        raise NotationError(f"a seed is a whole number or text, not {type(seed).__name__}")
    text = str(seed).strip()
    if not text:
        raise NotationError("the seed is empty; write a number or a word")
    if "#" in text or not text.isprintable():
        raise NotationError(
            f"the seed {quoted(text)} holds # or what cannot be seen; write a number or a word"
        )
    return text


def shuffled(pack: Sequence[T], seed: str | int, number: int) -> tuple[T, ...]:
    """`pack` in the order of deal `number` under `seed`: the same on every Python and machine.

    A Fisher-Yates shuffle that uses only ``Random.random()``, the one method whose results Python
    promises to keep.
    """
    return tuple(shuffle(list(pack), Random(f"{seed}/{number}")))


def shuffle(items: list[T], random: Random) -> list[T]:
    """Shuffles `items` in place, by ``random.random()`` only, and returns them."""
    draw = random.random
    for last in range(len(items) - 1, 0, -1):
        pick = int(draw() * (last + 1))
        items[last], items[pick] = items[pick], items[last]
    return items


def keyed(cards: Iterable[Card]) -> Iterator[tuple[str, Card]]:
    """Each card with a key that tells the copies in view apart: ``QS``, ``QS'``.

    The keys name what is seen, never a physical card.
    """
    seen: dict[Card, int] = {}
    for card in cards:
        copy = seen.get(card, 0)
        seen[card] = copy + 1
        yield card.code + "'" * copy, card
