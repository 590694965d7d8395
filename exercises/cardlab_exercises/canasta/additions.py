"""The exercise on adding to melds: may this card lie there?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, View, view
from cardlab.canasta.rules.actions import Action, add, meld
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import WILD, Meld, in_order, rank_name
from cardlab.cards import JOKER, PACK52, Card, Rank, list_cards, without
from cardlab.display.scene import sentence
from cardlab_exercises.canasta.common import by_other_rules, exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, hand_place, meld_places, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced

# ---------------------------------------------------------------- may this be added?


class Addition(NamedTuple):
    """What the player in turn sees, and what that player wants to lay down."""

    seen: View
    action: Action


_ADDED = {
    "yes": "yes",
    "opponents": "no: that meld is the opponents'",
    "rank": "no: those cards are of another rank",
    "wild": "no: too many wild cards for its natural cards",
    "four-wild": "no: more than three wild cards",
    "second": "no: your side has a meld of that rank, which they join",
    "closed": "no: a finished canasta takes no more cards",
}
_ADDED_OF_RULE = {
    "CAN-MELD-01": "rank",
    "CAN-MELD-11": "rank",
    "CAN-MELD-02": "wild",
    "CAN-MELD-03": "four-wild",
    "CAN-MELD-08": "rank",
    "CAN-MELD-09": "opponents",
    "CAN-MELD-10": "second",
}


@lru_cache(maxsize=256)
def _added(asked: Addition) -> str:
    refusals = verdict(asked.seen, asked.action).refusals
    return _ADDED_OF_RULE[refusals[0].rule] if refusals else "yes"


_ADDITIONS = {
    1: ("own", "own", "foreign", "stranger"),
    2: ("own", "own", "wild", "wild", "foreign", "second", "stranger"),
    3: ("wild", "wild", "second", "own"),
}


def _addition(random: Random, level: int, options: Options) -> Addition:
    while True:
        deck = Deck(random)
        kind = deck.one_of(_ADDITIONS[level])
        rank, second, other, foreign = ranks = deck.ranks(4)
        full = options.canasta_size
        most = 5 if kind == "second" else (5, full, full + 1)[level - 1]
        mine = deck.sound(rank, 3, most, options)
        if kind == "own" and deck.happens(0.4):
            mine = (*mine, *deck.of(rank, max(0, full - len(mine))))
        melds = [[mine, deck.sound(second, 3, 4, options)], [deck.sound(foreign, 3, 6, options)]]
        if kind == "second":
            cards = deck.of(deck.one_of((rank, rank, other)), 3)
            action = meld(cards)
        else:
            to = foreign if kind == "foreign" else rank
            number = {"own": 1, "wild": deck.between(0, 1), "foreign": deck.between(1, 2), "stranger": 1}[
                kind
            ]
            wild = deck.between(1, 2) if kind == "wild" else 0
            cards = (*deck.of(other if kind == "stranger" else to, number), *deck.wild(wild))
            action = meld(add(to, cards))
        if len(cards) == 3 or (cards and kind != "second"):
            hand = (*cards, *deck.odd(deck.between(4, 6), ranks))
            state = deck.table(options=options, phase="play", hands=[hand], melds=melds)
            return Addition(view(state, 0), action)


def addition_places(asked: Addition) -> list[Place]:
    seen, action = asked
    laid = action.parts[0].cards
    return [
        Place("laid", "laid down", laid),
        *meld_places(seen.own_melds, "your side"),
        *meld_places(seen.melds[1 - seen.side], "opponents"),
        hand_place(without(seen.hand, laid), label="kept in hand"),
    ]


def _ask_addition(asked: Addition) -> Prompt:
    part = asked.action.parts[0]
    what = f"lay {list_cards(part.cards)} down as a new meld"
    if part.rank is not None:
        what = f"add {list_cards(part.cards)} to the {rank_name(part.rank)}"
    return Prompt(
        f"You want to {what}. May you, by the {asked.seen.options.label}?",
        (forms.choose("may", "may you?", _ADDED.items()),),
        zones(addition_places(asked)),
    )


def _addition_solution(asked: Addition) -> Solution:
    seen, action = asked
    part = action.parts[0]
    judged = verdict(seen, action)
    answer = _added(asked)
    if part.rank is None:
        first = Step(
            f"It would be a new meld of {rank_name(_rank_of(part.cards))}.", (), part.cards, "laid down"
        )
    else:
        own = next((laid for laid in seen.own_melds if laid.rank is part.rank), None)
        text = (
            f"Your side has {with_article(own)}."
            if own
            else f"The {rank_name(part.rank)} are the opponents'."
        )
        first = Step(text, (), own.cards if own else (), "the meld")
    if judged.refusals:
        refusal = judged.refusals[0]
        text = sentence(refusal.text)
        return Solution(
            {"may": answer},
            "No, you may not.",
            (first, Step(text, tuple(one.rule for one in judged.refusals[::-1]))),
        )
    assert judged.table is not None
    same = [laid for laid in judged.table.melds if laid.rank is _rank_of(part.cards, part.rank)]
    after = same[-1] if part.rank is None else same[0]  # a second meld of a rank lies after the first
    rule = (
        "CAN-MELD-07"
        if part.rank is None
        else "CAN-CAN-05"
        if len(after.cards) > after.canasta_size
        else "CAN-MELD-08"
    )
    return Solution(
        {"may": "yes"},
        "Yes, you may.",
        (first, Step(f"It makes {with_article(after)}.", ("CAN-MELD-08", rule), after.cards, "then")),
    )


def with_article(laid: Meld) -> str:
    """The meld for a sentence: ``three kings``, ``a mixed canasta of kings``."""
    return f"a {laid.label}" if laid.canasta else laid.label


def _rank_of(cards: tuple[Card, ...], rank: Rank | None = None) -> Rank:
    return rank or next(card.rank for card in cards if not WILD[card])


def _addition_distractors(asked: Addition) -> Iterator[Distractor]:
    answer = _added(asked)
    part = asked.action.parts[0]
    mistakes = {
        "opponents": "can-add-to-opponents",
        "rank": "can-ranks-mixed",
        "wild": "can-wild-ratio",
        "second": "can-second-meld",
    }
    by_other = _added(
        asked._replace(seen=asked.seen._replace(options=by_other_rules(asked.seen.options, "wild_ratio")))
    )
    if answer in mistakes and (answer != "wild" or by_other == "yes"):
        yield Distractor(mistakes[answer], "yes")
    if answer == "yes" and by_other == "wild":
        yield Distractor("can-wild-ratio", "wild")
    own = next((laid for laid in asked.seen.own_melds if laid.rank is part.rank), None)
    if own and own.canasta:
        yield Distractor("can-canasta-closed", "closed")


def _other_additions(asked: Addition) -> Iterator[Addition]:
    """The same with one of the cards that are laid exchanged for another."""
    seen, action = asked
    part = action.parts[0]
    rank = _rank_of(part.cards, part.rank)
    rest = without(seen.hand, part.cards[-1:])
    used = Counter([*rest, *[card for melds in seen.melds for laid in melds for card in laid.cards]])
    for card in (*[card for card in PACK52 if card.rank is rank], Card("2C"), JOKER, Card("5H"), Card("9S")):
        if used[card] < (4 if card is JOKER else 2):
            laid = part._replace(cards=in_order((*part.cards[:-1], card)))
            yield Addition(seen._replace(hand=tuple(sorted((*rest, card)))), meld(laid))


ADD = exercise(
    id="can-add",
    title="May you add this?",
    topic="adding to melds",
    rules=(
        "CAN-MELD-07",
        "CAN-MELD-08",
        "CAN-MELD-09",
        "CAN-MELD-10",
        "CAN-MELD-02",
        "CAN-MELD-03",
        "CAN-CAN-05",
    ),
    mistakes=(
        "can-add-to-opponents",
        "can-ranks-mixed",
        "can-wild-ratio",
        "can-second-meld",
        "can-canasta-closed",
    ),
    levels=(
        "natural cards to melds of both sides",
        "wild cards, and second melds",
        "as many wild cards as may be",
    ),
    draw=balanced(_addition, lambda one: _added(one) == "yes"),
    ask=_ask_addition,
    solution=_addition_solution,
    distractors=_addition_distractors,
    vary=_other_additions,
    default_level=2,
)

EXERCISES = (ADD,)
