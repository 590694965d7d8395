"""The score sheet of a deal, item by item (CAN-SCORE-01 to CAN-SCORE-08, CAN-R3-04 to CAN-R3-06).

>>> from cardlab.canasta.rules.melds import make_meld
>>> kings = make_meld("KS KS KH KH KD KD KC")
>>> for item in score_sheet([kings], went_out=True, hands=["", "4S 5C"]).items:
...     print(item.points, item.name)
500 natural canasta of kings
100 going out
70 seven kings
-10 cards left in hand
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from cardlab.canasta.rules.melds import Meld, value_of
from cardlab.canasta.rules.options import COURSE, Options
from cardlab.cards import Card, CardsLike, parse_cards
from cardlab.game import Item
from cardlab.wording import plural, say, signed

CATEGORIES = ("canastas", "red", "out", "melded", "left")
"""The parts of a score sheet: bonuses, red threes, going out, melded cards, cards left in hand."""

_CATEGORY_OF_RULE = {
    "CAN-SCORE-01": "canastas",
    "CAN-SCORE-02": "canastas",
    "CAN-R3-04": "red",
    "CAN-R3-05": "red",
    "CAN-R3-06": "red",
    "CAN-SCORE-04": "out",
    "CAN-SCORE-05": "out",
    "CAN-SCORE-06": "melded",
    "CAN-SCORE-07": "left",
}
_SHEET_RULES = {"red": "CAN-SCORE-03"}


class ScoreSheet(NamedTuple):
    """What one side (or player) scores in a deal. The total is the sum of the items."""

    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """The deal's score; it may be negative (CAN-SCORE-08)."""
        return sum([item.points for item in self.items])

    @property
    def categories(self) -> dict[str, int]:
        """Points of each part, zeros included.

        >>> score_sheet([], red_threes=["3D"], hands=["AS"]).categories
        {'canastas': 0, 'red': -100, 'out': 0, 'melded': 0, 'left': -20}
        """
        points = dict.fromkeys(CATEGORIES, 0)
        for item in self.items:
            points[_CATEGORY_OF_RULE[item.rule]] += item.points
        return points

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the sheet rests on, the sum's last."""
        found = dict.fromkeys(item.rule for item in self.items)
        found.update(
            dict.fromkeys(
                _SHEET_RULES[category]
                for rule in list(found)
                if (category := _CATEGORY_OF_RULE[rule]) in _SHEET_RULES
            )
        )
        return (*found, "CAN-SCORE-08")

    def __str__(self) -> str:
        rows = [(item.name, item.points, item.rule) for item in self.items]
        wide = max([len(row[0]) for row in rows], default=5)
        lines = [f"  {name:<{wide}}  {signed(points):>6}  {rule}" for name, points, rule in rows]
        return "\n".join([*lines, f"  {'total':<{wide}}  {signed(self.total):>6}"])


def score_sheet(
    melds: Iterable[Meld],
    red_threes: CardsLike = (),
    hands: Sequence[CardsLike] = (),
    went_out: bool = False,
    concealed: bool = False,
    options: Options = COURSE,
    names: Sequence[str] = (),
) -> ScoreSheet:
    """The sheet of a side: its melds, its red threes, the cards left in the hands of its players.

    `concealed` says whether the going out was concealed; `names`, whose the hands are, if
    that is to be told. Implements CAN-SCORE-01 to CAN-SCORE-08.
    """
    melds = tuple(melds)
    items = [
        Item("CAN-SCORE-01" if kind == "natural" else "CAN-SCORE-02", meld.label, meld.cards, meld.bonus)
        for meld in melds
        if (kind := meld.canasta)
    ]
    red_threes = parse_cards(red_threes)
    if red_threes:
        items.append(_red_threes(red_threes, bool(melds), options))
    if went_out:
        items.append(Item("CAN-SCORE-04", "going out", (), 100))
    if went_out and concealed:
        items.append(Item("CAN-SCORE-05", "going out concealed", (), 100))
    items += [
        Item("CAN-SCORE-06", _laid(meld.name, meld.naturals, meld.wilds), meld.cards, meld.value)
        for meld in melds
    ]
    sign = 1 if options.hand_cards_sign == "plus" else -1
    for place, hand in enumerate(hands):
        left = parse_cards(hand)
        if left:
            whose = f"cards left in {names[place]}'s hand" if names else "cards left in hand"
            items.append(Item("CAN-SCORE-07", whose, left, sign * value_of(left)))
    return ScoreSheet(tuple(items))


@lru_cache(maxsize=1024)
def _laid(name: str, naturals: int, wilds: int) -> str:
    wild = f" with {plural(wilds, 'wild card')}" if wilds else ""
    return f"{say(naturals)} {name}{wild}"


def _red_threes(red_threes: tuple[Card, ...], has_melded: bool, options: Options) -> Item:
    """Credited to a side that has melded, debited from one that has not."""
    all_four = len(red_threes) == 4
    if not has_melded:
        points = options.red_three_debit_all_four if all_four else -100 * len(red_threes)
        return Item(
            "CAN-R3-06", f"{plural(len(red_threes), 'red three')}, nothing melded", red_threes, points
        )
    if all_four:
        return Item("CAN-R3-05", "all four red threes", red_threes, 800)
    return Item("CAN-R3-04", plural(len(red_threes), "red three"), red_threes, 100 * len(red_threes))
