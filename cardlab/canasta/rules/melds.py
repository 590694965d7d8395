"""Melds and canastas: what their cards are worth and what makes them sound (CAN-VAL, CAN-MELD, CAN-CAN).

>>> kings = make_meld("KS KH KD KC KS KH 2D")
>>> kings.label, kings.value, kings.bonus
('mixed canasta of kings', 80, 300)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from cardlab.canasta.rules.options import COURSE, Options
from cardlab.cards import CARDS, Card, CardsLike, Rank, list_words, parse_cards, quoted
from cardlab.errors import IllegalActionError, NotationError, Refusal
from cardlab.wording import plural, say

MOST_WILDS = 3


def _value(card: Card) -> int:
    if card.rank is Rank.JOKER:
        return 50
    if card.rank in (Rank.ACE, Rank.TWO):
        return 20
    return 10 if card.rank >= Rank.EIGHT else 5


# Tables by card: the fastest way to ask the same things of cards millions of times.
VALUES: tuple[int, ...] = tuple(_value(card) for card in CARDS)
"""What each card counts in a meld or in a hand (CAN-VAL-01 to CAN-VAL-05)."""
WILD: tuple[bool, ...] = tuple(card.rank in (Rank.TWO, Rank.JOKER) for card in CARDS)
"""Whether each card is wild (CAN-RANK-02)."""
RED_THREE: tuple[bool, ...] = tuple(card.code in ("3D", "3H") for card in CARDS)
BLACK_THREE: tuple[bool, ...] = tuple(card.code in ("3C", "3S") for card in CARDS)
NATURAL: tuple[bool, ...] = tuple(not (WILD[card] or RED_THREE[card] or BLACK_THREE[card]) for card in CARDS)
"""Whether each card is a natural card: neither wild nor a three (CAN-RANK-02)."""


def value_of(cards: CardsLike) -> int:
    """What cards count together (CAN-INIT-03, CAN-SCORE-06).

    >>> value_of("4S 7H 8D KC AS 2D JR 3S")
    125
    """
    if type(cards) is tuple and (not cards or type(cards[0]) is Card):  # as players ask, often
        return sum([VALUES[card] for card in cards])
    return sum([VALUES[card] for card in parse_cards(cards)])


def wild_cards(cards: Iterable[Card]) -> int:
    """How many of the cards are wild."""
    return sum([WILD[card] for card in cards])


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they lie in a meld and in notation: naturals by rank and suit, deuces, jokers.

    >>> in_order(parse_cards("JR 2D KS KH"))
    (Card('KH'), Card('KS'), Card('2D'), Card('JR'))
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


_ORDER = tuple(card + 64 if WILD[card] else int(card) for card in CARDS)


class Meld(NamedTuple):
    """Three or more cards of one rank on the table, some of them perhaps wild.

    `canasta_size` is how many make a canasta under the rules that the meld was laid by.
    """

    rank: Rank
    cards: tuple[Card, ...]
    wilds: int
    canasta_size: int = COURSE.canasta_size

    @property
    def naturals(self) -> int:
        return len(self.cards) - self.wilds

    @property
    def canasta(self) -> Literal["natural", "mixed"] | None:
        """Which kind of canasta the meld is, if it is one (CAN-CAN-01 to CAN-CAN-03)."""
        if len(self.cards) < self.canasta_size:
            return None
        return "mixed" if self.wilds else "natural"

    @property
    def value(self) -> int:
        """What its cards count, the bonus not included (CAN-SCORE-06)."""
        return value_of(self.cards)

    @property
    def bonus(self) -> int:
        """500 for a natural canasta, 300 for a mixed one (CAN-SCORE-01, CAN-SCORE-02)."""
        return {None: 0, "natural": 500, "mixed": 300}[self.canasta]

    @property
    def name(self) -> str:
        """``kings``, ``black threes``."""
        return rank_name(self.rank)

    @property
    def label(self) -> str:
        """``three kings``, ``natural canasta of kings``."""
        if self.canasta:
            return f"{self.canasta} canasta of {self.name}"
        wild = f" with {plural(self.wilds, 'wild card')}" if self.wilds else ""
        return f"{say(self.naturals)} {self.name}{wild}"

    def with_cards(self, cards: Sequence[Card]) -> Meld:
        """The meld with more cards laid to it."""
        return self._replace(cards=in_order((*self.cards, *cards)), wilds=self.wilds + wild_cards(cards))


def rank_name(rank: Rank) -> str:
    """The cards of a rank as a meld names them."""
    return "black threes" if rank is Rank.THREE else rank.plural


def make_meld(cards: CardsLike, options: Options = COURSE) -> Meld:
    """The cards as a meld under `options`, for positions and scores. Its rank is that of the natural cards.

    >>> make_meld("KS KH KD KC KS 2D", Options(canasta_size=6)).canasta
    'mixed'

    Raises `NotationError` for anything that is not a card, `IllegalActionError` when the natural cards are of
    several ranks or there are none. Whether it is sound is `meld_faults`'s affair.
    """
    laid = parse_cards(cards)
    refusals = rank_faults(laid)
    if refusals:
        raise IllegalActionError(refusals)
    rank = next(card for card in laid if not WILD[card]).rank
    return Meld(rank, in_order(laid), wild_cards(laid), options.canasta_size)


def one_rank(cards: Sequence[Card]) -> Rank | None:
    """The rank of the natural cards among `cards`; None when there are none, or several ranks."""
    places = {card >> 2 for card in cards if not WILD[card]}
    return CARDS[4 * places.pop()].rank if len(places) == 1 else None


def rank_faults(cards: Sequence[Card]) -> list[Refusal]:
    """What is wrong with the ranks of cards laid as one meld."""
    if one_rank(cards) is not None:
        return []
    ranks = sorted({card.rank for card in cards if not WILD[card]})
    if not ranks:
        return [Refusal("CAN-MELD-04", "wild cards alone are no meld: it needs at least two natural cards")]
    names = list_words([rank_name(rank) for rank in ranks])
    if ranks[-1] - ranks[0] == len(ranks) - 1 and len(ranks) > 2:
        return [Refusal("CAN-MELD-11", f"a sequence is no meld in Canasta; {names} are different ranks")]
    return [Refusal("CAN-MELD-01", f"all cards of a meld must be of one rank; {names} are different ranks")]


def meld_faults(rank: Rank, naturals: int, wilds: int, options: Options) -> list[Refusal]:
    """What is wrong with a meld of these numbers of natural and wild cards: empty when it is sound.

    CAN-MELD-01 to CAN-MELD-04, for black threes CAN-MELD-06. Suits play no part.

    >>> [refusal.rule for refusal in meld_faults(Rank.NINE, 3, 2, Options())]
    ['CAN-MELD-02']
    """
    numbers = (rank is Rank.THREE, naturals, wilds, options.wild_ratio, options.black_three_meld_wilds)
    return [] if sound_numbers(*numbers) else _number_faults(*numbers)


@lru_cache(maxsize=2048)
def sound_numbers(threes: bool, naturals: int, wilds: int, wild_ratio: str, wild_threes: bool) -> bool:
    """Whether `meld_faults` has nothing to say: it depends on this alone, and is asked again and again."""
    return not _number_faults(threes, naturals, wilds, wild_ratio, wild_threes)


def _number_faults(
    threes: bool, naturals: int, wilds: int, wild_ratio: str, wild_threes: bool
) -> list[Refusal]:
    faults: list[Refusal] = []
    size = naturals + wilds
    if threes and (size < 3 or (wilds and not wild_threes)):
        shown = f"this one has {say(naturals)}" + (f" and {plural(wilds, 'wild card')}" if wilds else "")
        needs = "three cards or more" if wild_threes else "three or four of them, without a wild card"
        faults.append(Refusal("CAN-MELD-06", f"a set of black threes is {needs}; {shown}"))
    if size < 3:
        faults.append(
            Refusal("CAN-MELD-01", f"a meld has three or more cards of one rank; this one has {say(size)}")
        )
    if not wilds:
        return faults
    if wilds > MOST_WILDS:
        faults.append(
            Refusal(
                "CAN-MELD-03",
                f"three wild cards in a meld is the most; this one would have {say(wilds)}",
            )
        )
    if naturals < 2:
        faults.append(
            Refusal("CAN-MELD-04", f"a meld needs at least two natural cards; this one has {say(naturals)}")
        )
    if wild_ratio == "two_naturals_per_wild" and naturals < 2 * wilds:
        faults.append(
            Refusal(
                "CAN-MELD-02",
                f"{plural(wilds, 'wild card')} in a meld {'needs' if wilds == 1 else 'need'} "
                f"{say(2 * wilds)} natural cards; this one would have {say(naturals)}",
            )
        )
    return faults


def added_faults(meld: Meld, naturals: int, wilds: int, options: Options) -> list[Refusal]:
    """What is wrong with `meld` once these natural and wild cards are added to it (CAN-MELD-08)."""
    if options.wilds_after_canasta == "unlimited" and meld.canasta:
        return []
    return meld_faults(meld.rank, meld.naturals + naturals, meld.wilds + wilds, options)


def minimum(score: int) -> int:
    """What a side with that score before the deal must lay down first (CAN-INIT-01).

    >>> [minimum(score) for score in (-5, 0, 1495, 1500, 2995, 3000)]
    [15, 50, 50, 90, 90, 120]

    Raises `NotationError` for anything but a number.
    """
    try:
        if score < 0:
            return 15
        if score < 1500:
            return 50
        return 90 if score < 3000 else 120
    except TypeError:
        raise NotationError(f"a score is a whole number, not {quoted(score)}") from None


def canastas(melds: Iterable[Meld]) -> int:
    """How many of the melds are canastas."""
    return sum([len(meld.cards) >= meld.canasta_size for meld in melds])


def keyed_melds(melds: Sequence[Meld]) -> Iterator[tuple[Meld, int]]:
    """Each meld with its number among those of its rank: 1, unless second melds are allowed."""
    seen: dict[int, int] = {}
    for meld in melds:
        nth = seen.get(int(meld.rank), 0) + 1
        seen[int(meld.rank)] = nth
        yield meld, nth
