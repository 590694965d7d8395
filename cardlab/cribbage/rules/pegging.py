"""The play: what a card pays when it is laid on the count (CRIB-PEG-01 to CRIB-PEG-12, CRIB-GO-05).

>>> [(item.name, item.points) for item in peg("5S 5H 5D")]
[('fifteen', 2), ('pair royal', 6)]
"""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.cards import PACK52, Card, CardsLike, Rank, parse_cards
from cardlab.cribbage.rules.options import COURSE, Options, as_options
from cardlab.errors import IllegalActionError, Refusal
from cardlab.game import Item

VALUES: tuple[int, ...] = tuple(min(int(card.rank), 10) for card in PACK52)
"""What each card counts, by card: court cards ten, the ace one (CRIB-VAL-01 to CRIB-VAL-03)."""

LIMIT = 31
"""The count may reach this, and not pass it (CRIB-GO-01)."""

_LONGEST_RUN = 7  # ace to seven make 28; an eighth card would pass 31


def peg(run: CardsLike, options: Options | str = COURSE, total: int | None = None) -> tuple[Item, ...]:
    """What the last card of `run` pays; `run` are the cards of the present count, in order.

    `total` is the count they make, if it is known to be more than these cards show. `options` may be the
    name of a preset. Fifteen or thirty-one comes first, then the pair, then the run, as players call them.

    Raises `NotationError` for anything that is not a card, `InputError` for anything but options,
    `IllegalActionError` for a joker.
    """
    return peg_cards(_run_of(run), as_options(options), total)


def _run_of(run: CardsLike) -> tuple[Card, ...]:
    cards = parse_cards(run)
    if any(card.rank is Rank.JOKER for card in cards):
        raise IllegalActionError([Refusal("CRIB-PACK-01", "there are no jokers in a Cribbage pack")])
    return cards


def peg_cards(run: Sequence[Card], options: Options = COURSE, total: int | None = None) -> tuple[Item, ...]:
    """`peg` for cards and options that are known to be such: every card played asks this."""
    if total is None:
        total = sum([VALUES[card] for card in run])
    items = []
    if total == 15:
        items.append(Item("CRIB-PEG-02", "fifteen", tuple(run), 2))
    elif total == LIMIT:
        items.append(Item("CRIB-GO-05", "thirty-one", tuple(run), 2))
    size = len(run)
    if size < 2:
        return tuple(items)
    if run[-1] >> 2 == run[-2] >> 2:
        items.append(_alike(run, options))
    elif size > 2:
        length = _run_length([card >> 2 for card in run[: -_LONGEST_RUN - 1 : -1]])
        if length:
            items.append(Item("CRIB-PEG-06", f"run of {_NUMBERS[length]}", tuple(run[-length:]), length))
    return tuple(items)


def _run_length(ranks: Sequence[int]) -> int:
    """How many of the first ranks, which are those of the last cards, are a run; 0 if there is none."""
    low = high = ranks[0]
    longest = 0
    for size, rank in enumerate(ranks[1:], 2):
        if rank in ranks[: size - 1]:
            break
        if rank < low:
            low = rank
        elif rank > high:
            high = rank
        if high - low >= _LONGEST_RUN:
            break
        if size > 2 and high - low == size - 1:
            longest = size
    return longest


_NUMBERS = ("", "", "", "three", "four", "five", "six", "seven")
_ALIKE = {
    2: ("CRIB-PEG-03", "pair", 2),
    3: ("CRIB-PEG-04", "pair royal", 6),
    4: ("CRIB-PEG-05", "double pair royal", 12),
}


def _alike(run: Sequence[Card], options: Options) -> Item:
    """The pair, pair royal or double pair royal that the last card makes."""
    rank = run[-1] >> 2
    alike = 2
    while alike < len(run) and run[-alike - 1] >> 2 == rank:
        alike += 1
    if alike == 3 and options.peg_pair_royal == "absent":
        alike = 2
    rule, name, points = _ALIKE[alike]
    return Item(rule, name, tuple(run[-alike:]), points)
