"""The rules of Canasta once more, as somebody counts them at a table: no code of the engine's is asked.

Cards are read by their code alone (`QS`, `TD`, `JR` for a joker), options by their values. What a hand can
lay down is found by trying every way to share its wild cards out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from cardlab.canasta import Options
from cardlab.canasta.rules.melds import Meld
from cardlab.cards import Card

COUNTS = {**dict.fromkeys("34567", 5), **dict.fromkeys("89TJQK", 10), **dict.fromkeys("A2", 20)}
NATURALS = "456789TJQKA"


def rank(card: Card) -> str:
    """The letter of the rank; ``*`` for a joker, whose code begins like that of a jack."""
    return "*" if card.code == "JR" else card.code[0]


def wild(card: Card) -> bool:
    return rank(card) in "*2"


def natural(card: Card) -> bool:
    return rank(card) in NATURALS


def red_three(card: Card) -> bool:
    return card.code in ("3H", "3D")


def black_three(card: Card) -> bool:
    return card.code in ("3S", "3C")


def count(cards: Iterable[Card]) -> int:
    return sum(50 if rank(card) == "*" else COUNTS[rank(card)] for card in cards)


def red_points(number: int, melded: bool, options: Options) -> int:
    if number == 4:
        return 800 if melded else options.red_three_debit_all_four
    return 100 * number if melded else -100 * number


def minimum(score: int) -> int:
    return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120


def meld_is_sound(naturals: int, wilds: int, options: Options) -> bool:
    """CAN-MELD-01 to 04 for a meld of one rank, black threes aside."""
    most = naturals // 2 if options.wild_ratio == "two_naturals_per_wild" else 3
    return naturals + wilds >= 3 and naturals >= 2 and wilds <= min(3, most)


def canasta_bonus(cards: Sequence[Card], options: Options) -> int:
    if len(cards) < options.canasta_size:
        return 0
    return 300 if any(map(wild, cards)) else 500


def freezes(card: Card, options: Options) -> bool:
    return wild(card) or red_three(card) or (black_three(card) and options.black_three_pile == "freezes")


def turned_up(coming: Sequence[Card], options: Options) -> tuple[Card, ...]:
    """The cards that begin the pile: those that must be covered, and the one that may stay (CAN-DEAL-06)."""
    for at, card in enumerate(coming, 1):
        stays_black = black_three(card) and options.upcard_cover == "wild_or_red_three"
        if natural(card) or stays_black:
            return tuple(coming[:at])
    return tuple(coming)


def pile_freezes(pile: Iterable[Card], options: Options) -> bool:
    """Whether the pile is frozen, and that matters (CAN-PILE-06)."""
    return options.frozen_conditions == "all_of" and any(freezes(card, options) for card in pile)


class Layout:
    """The melds of a side as piles of cards by rank, to which cards are laid."""

    def __init__(self, melds: Iterable[Meld], options: Options) -> None:
        self.options = options
        self.piles = {rank(next(card for card in laid.cards if not wild(card))): laid.cards for laid in melds}
        self.full = {of for of, cards in self.piles.items() if len(cards) >= options.canasta_size}
        """The canastas that lie there before anything is laid to them."""

    @property
    def canastas(self) -> int:
        return sum(len(cards) >= self.options.canasta_size for cards in self.piles.values())

    def sound(self, of: str) -> bool:
        cards = self.piles[of]
        wilds = sum(map(wild, cards))
        if of == "3" and not self.options.black_three_meld_wilds:
            return len(cards) in (3, 4) and not wilds
        if of in self.full and self.options.wilds_after_canasta == "unlimited":
            return True
        return meld_is_sound(len(cards) - wilds, wilds, self.options)

    def add(self, of: str, cards: Iterable[Card]) -> None:
        self.piles[of] = (*self.piles.get(of, ()), *cards)


def layouts(melds: Sequence[Meld], cards: Sequence[Card], options: Options) -> Iterator[Layout]:
    """Every sound way to lay all these cards down: natural cards by rank, the wild ones shared out."""
    base = Layout(melds, options)
    if any(map(red_three, cards)):
        return
    for card in cards:
        if not wild(card):
            base.add(rank(card), [card])
    jokers = [card for card in cards if wild(card)]
    for share in product(base.piles, repeat=len(jokers)):
        tried = Layout(melds, options)
        tried.piles = dict(base.piles)
        for card, of in zip(jokers, share, strict=True):
            tried.add(of, [card])
        if all(map(tried.sound, tried.piles)):
            yield tried


def can_go_out(melds: Sequence[Meld], hand: Sequence[Card], options: Options, canastas: int = 1) -> bool:
    """Whether the whole hand but at most one card can be laid down with canastas enough (CAN-OUT)."""
    for left in (None, *dict.fromkeys(hand)):
        rest = list(hand)
        if left is not None:
            rest.remove(left)
        if any(layout.canastas >= canastas for layout in layouts(melds, rest, options)):
            return True
    return False


def can_have_canastas(melds: Sequence[Meld], hand: Sequence[Card], options: Options, canastas: int) -> bool:
    """Whether some of the hand laid down makes so many canastas, whatever is left then."""
    ranks = sorted({rank(card) for card in hand if not wild(card)})
    jokers = [card for card in hand if wild(card)]
    return any(
        layout.canastas >= canastas
        for chosen in product((False, True), repeat=len(ranks))
        for few in range(len(jokers) + 1)
        for layout in layouts(
            melds,
            [
                *[card for card in hand if not wild(card) and chosen[ranks.index(rank(card))]],
                *jokers[:few],
            ],
            options,
        )
    )


def legal_takes(
    melds: Sequence[Meld],
    hand: Sequence[Card],
    pile: Sequence[Card],
    frozen: bool,
    score: int,
    options: Options,
) -> set[str]:
    """The ways to take the pile: "pair", "wild", "onto" (CAN-PILE). Nothing else in the hand makes a meld."""
    top = pile[-1]
    if not natural(top) or len(pile) == len(hand) == 1:
        return set()
    own = [card for card in hand if rank(card) == rank(top)]
    jokers = [card for card in hand if wild(card)]
    if not melds:
        if options.pile_before_initial == "forbidden" or len(own) < 2:
            return set()
        counts = [
            count((top, *own, *some))
            for number in range(4)
            for some in [sorted(jokers, key=lambda card: -count([card]))[:number]]
            if meld_is_sound(len(own) + 1, len(some), options)
        ]
        return {"pair"} if max(counts) >= minimum(score) else set()
    lying = next((laid.cards for laid in melds if rank(laid.cards[0]) == rank(top)), ())
    wilds = sum(map(wild, lying))
    old = len(lying) - wilds
    ways = set()
    if len(own) >= 2:
        ways.add("pair")
    if not frozen and own and jokers and meld_is_sound(old + 2, wilds + 1, options):
        ways.add("wild")
    if not frozen and lying:
        ways.add("onto")
    return ways


def hidden_of(of: str, seen: Iterable[Card]) -> int:
    """How many natural cards of a rank are not among those seen: there are eight of each."""
    return 8 - Counter(map(rank, seen))[of]


class Rows(dict[str, int]):
    """The rows of a side's score sheet, counted item by item (CAN-SCORE-01 to 08)."""

    def __init__(
        self,
        melds: Iterable[Meld],
        red_threes: Sequence[Card],
        left: Iterable[Card],
        out: int,
        options: Options,
    ) -> None:
        laid = [meld.cards for meld in melds]
        super().__init__(
            canastas=sum(canasta_bonus(cards, options) for cards in laid),
            red=red_points(len(red_threes), bool(laid), options) if red_threes else 0,
            out=out,
            melded=sum(map(count, laid)),
            left=count(left) * (1 if options.hand_cards_sign == "plus" else -1),
        )

    @property
    def total(self) -> int:
        return sum(self.values())


def as_answer(rows: Mapping[str, int]) -> dict[str, str]:
    return {name: str(points) for name, points in rows.items()}
