"""The code exercises. Functions get cards with a `rank` (1 to 13) and a `suit`; the engine knows the answers.

>>> print(CODE_EXERCISES["crib-code-pairs"])
Write pairs(cards) (course rules). Give the points of the pairs among five cards: 2 for each two cards of \
one rank, so 6 for three alike and 12 for four.
  pairs([5♥, 5♦, 5♠, J♣, 5♣]) is 12
  pairs([2♥, 2♦, 9♠, 9♣, K♥]) is 4
  pairs([A♥, 3♦, 5♠, 7♣, 9♥]) is 0
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from cardlab import canasta, cribbage
from cardlab.canasta.rules.melds import WILD, meld_faults, one_rank, value_of, wild_cards
from cardlab.cards import PACK52, PACK108, Card, parse_cards, shuffle
from cardlab_exercises.code.exercise import CodeExercise

_HANDS = ("5H 5D 5S JC 5C", "2H 2D 9S 9C KH", "AH 3D 5S 7C 9H")
_MORE = ("7H 8D 8S JC KC", "AH 2D 3S 4C 5C", "9H 9D 6S 6C 3H")


def _cards(text: str) -> list[Card]:
    return list(parse_cards(text))


def _points(cards: list[Card], category: str) -> int:
    return cribbage.count(cards[:4], cards[4]).categories[category]


def _five(random: Random) -> tuple[Any, ...]:
    """Five cards; every second time of few ranks, so that they count something."""
    pack = list(PACK52)
    if random.random() < 0.5:
        low = 1 + int(9 * random.random())
        pack = [card for card in pack if low <= card.rank <= low + 4]
    return (shuffle(pack, random)[:5],)


def _hand_and_count(random: Random) -> tuple[Any, ...]:
    hand = shuffle(list(PACK52), random)[: 1 + int(4 * random.random())]
    return hand, int(31 * random.random())


def _fits(hand: list[Card], count: int) -> list[Card]:
    """What the referee lets be played, in the order of the hand."""
    state = cribbage.position(hands=[hand, None], turn=0, total=count)
    seen = cribbage.view(state, 0)
    return [card for card in hand if not cribbage.check(seen, cribbage.play(card))]


def _some(random: Random) -> tuple[Any, ...]:
    return (shuffle(list(PACK108), random)[: 1 + int(8 * random.random())],)


def _alike(random: Random) -> tuple[Any, ...]:
    """Cards that may be a meld: mostly of one rank, with some that are wild."""
    rank = 4 + int(10 * random.random())
    pack = list(PACK108)
    like = shuffle([card for card in pack if card.rank == rank], random)[: int(6 * random.random())]
    wild = shuffle([card for card in pack if WILD[card]], random)[: int(5 * random.random())]
    other = shuffle([card for card in pack if card.rank >= 4 and not WILD[card]], random)
    return (shuffle([*like, *wild, *other[: random.random() < 0.2]], random) or other[:3],)


def _is_meld(cards: list[Card]) -> bool:
    rank = one_rank(cards)
    wild = wild_cards(cards)
    return rank is not None and not meld_faults(rank, len(cards) - wild, wild, canasta.COURSE)


def _of_five(category: str, **about: Any) -> CodeExercise:
    """What a category of a count pays, as the count has it."""
    return CodeExercise(
        id=f"crib-code-{category}",
        game="cribbage",
        signature=f"{category}(cards)",
        make=_five,
        solve=partial(_points, category=category),
        **about,
    )


CODE_EXERCISES = {
    exercise.id: exercise
    for exercise in (
        _of_five(
            "pairs",
            task="Give the points of the pairs among five cards: 2 for each two cards of one rank, "
            "so 6 for three alike and 12 for four.",
            rules=("CRIB-SHOW-04", "CRIB-SHOW-05", "CRIB-SHOW-06"),
            shown=tuple((_cards(hand),) for hand in _HANDS),
        ),
        _of_five(
            "fifteens",
            task="Give the points of the fifteens among five cards: 2 for every combination of two or more "
            "cards that adds up to 15. Jack, queen and king count 10.",
            rules=("CRIB-SHOW-03",),
            shown=tuple((_cards(hand),) for hand in (*_HANDS, *_MORE)),
        ),
        _of_five(
            "runs",
            task="Give the points of the runs among five cards: a point for each card of three or more ranks "
            "in a row, once for every way to take them; the ace is low.",
            rules=("CRIB-SHOW-07",),
            shown=tuple((_cards(hand),) for hand in ("4H 5D 6S JC KC", "4H 4D 5S 6C KH", "QH KD AS 2C 7H")),
        ),
        CodeExercise(
            id="crib-code-fits",
            game="cribbage",
            signature="fits(hand, count)",
            task="Give the list of those cards of the hand, in its order, that can be played on the count "
            "without going over 31.",
            rules=("CRIB-GO-01",),
            shown=((_cards("KD 7S AC"), 24), (_cards("5H"), 31 - 5), (_cards("QD KD"), 25)),
            make=_hand_and_count,
            solve=_fits,
        ),
        CodeExercise(
            id="can-code-value",
            game="canasta",
            signature="value(cards)",
            task="Give what cards count together in Canasta: a joker 50, an ace or a two 20, eight to "
            "king 10, three to seven 5. A joker has rank 14.",
            rules=("CAN-SCORE-06",),
            shown=((_cards("4S 7H 8D KC"),), (_cards("AS 2D JR"),), (_cards("3S"),)),
            make=_some,
            solve=value_of,
        ),
        CodeExercise(
            id="can-code-meld",
            game="canasta",
            signature="is_meld(cards)",
            task="Say (True or False) whether the cards, without threes, can be laid as a new meld. Twos and "
            "jokers (rank 14) are wild.",
            rules=("CAN-MELD-01", "CAN-MELD-02", "CAN-MELD-03", "CAN-MELD-04"),
            shown=(
                (_cards("KS KH KD"),),
                (_cards("KS KH 2D"),),
                (_cards("KS 2H JR"),),
                (_cards("4S 5S 6S"),),
            ),
            make=_alike,
            solve=_is_meld,
        ),
    )
}
"""The code exercises by id, from easy to hard in each game."""
