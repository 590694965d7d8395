"""The exercise `crib-call-count`: what do you call when you play this card?"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.cards import Card, Rank
from cardlab.cribbage import Options
from cardlab.cribbage.rules.pegging import LIMIT, VALUES
from cardlab.wording import spelled
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import (
    PlayedCard,
    actor,
    does,
    draw_count,
    now_zones,
    played,
    unseen,
    walk,
    whose_turn,
    with_card,
)
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim, between


class Call(NamedTuple):
    """A card that is played; `told` whether the count so far is told or has to be added up."""

    played: PlayedCard
    told: bool


def _draw(random: Random, level: int, rules: Options) -> Call:
    if random.random() < (0, 0.25, 0.6)[level - 1]:
        return Call(_new_count(random, rules), False)

    def draw(random: Random) -> list[Card]:
        return draw_count(random, between(random, 2, 2 + level), spread=4)

    cards = aim(random, draw, lambda cards: _side(cards[-1]), ("ace", "court", "court", "number", "number"))
    return Call(played(random, cards, rules), level == 1 or (level == 2 and random.random() < 0.5))


def _side(card: Card) -> str:
    return "ace" if card.rank is Rank.ACE else "court" if card.rank > Rank.TEN else "number"


def _new_count(random: Random, rules: Options) -> PlayedCard:
    """A card on a count that has just begun again."""
    acted = walk(random, rules)
    begun = [
        at
        for at in acted
        if at.action.kind == "play"
        and at.state.count_start
        and len(at.state.plays) - at.state.count_start < 2
    ]
    at = (begun or [at for at in acted if at.action.kind == "play"])[-1]
    return PlayedCard(at.state, at.action.cards[0])


def _ask(call: Call) -> Prompt:
    at = call.played
    by = whose_turn(at.state)
    before = f"The count is {at.state.total}. " if call.told else ""
    return Prompt(
        f"{before}{does(by, 'play')} {at.card.short}. What is the count now?",
        (forms.number("count", "the count", most=99),),
        now_zones(at),
    )


def _rule(card: Card) -> str:
    return {"ace": "CRIB-VAL-03", "court": "CRIB-VAL-01", "number": "CRIB-VAL-02"}[_side(card)]


def _solution(call: Call) -> Solution:
    at = call.played
    total = at.event.total
    assert total is not None
    value = VALUES[at.card]
    steps = []
    if at.state.count_start:
        steps.append(Step("The counts before are closed: this one began again at 0.", ("CRIB-GO-07",)))
    if not call.told and at.state.total:
        run = tuple(card for _, card in at.state.plays[at.state.count_start :])
        steps.append(Step(f"So far it is {at.state.total}.", ("CRIB-GO-00",), run, "so far"))
    name = at.card.name.partition(" of ")[0]
    steps.append(
        Step(
            f"{'An' if name in ('ace', 'eight') else 'A'} {name} counts {value}: "
            f"{at.state.total} + {value} = {total}.",
            ("CRIB-GO-00", _rule(at.card)),
            (at.card,),
            "played",
        )
    )
    return Solution({"count": str(total)}, f"It is {total}.", tuple(steps), said=spelled(total))


def _distractors(call: Call) -> Iterator[Distractor]:
    at = call.played
    before, value = at.state.total, VALUES[at.card]
    if at.card.rank > Rank.TEN:
        yield Distractor("crib-call-court", str(before + at.card.rank), cards=(at.card,))
    if at.card.rank is Rank.ACE:
        yield Distractor("crib-call-ace", str(before + 11), cards=(at.card,))
    if before:
        yield Distractor("crib-call-card-only", str(value))
    if at.state.count_start:
        old = sum(VALUES[card] for _, card in at.state.plays)
        yield Distractor("crib-call-old-count", str(min(old + value, 99)))
        yield Distractor("crib-call-old-count", str(LIMIT + value))


def _vary(call: Call) -> Iterator[Call]:
    at = call.played
    for card in unseen(at.state):
        other = VALUES[card] != VALUES[at.card] and card.suit is at.card.suit
        if other and at.state.total + VALUES[card] <= LIMIT:
            yield call._replace(played=PlayedCard(with_card(at.state, actor(at.state), at.card, card), card))


CALL = exercise(
    id="crib-call-count",
    title="What is the count?",
    topic="calling the count",
    rules=("CRIB-GO-00", "CRIB-GO-07", "CRIB-VAL-01", "CRIB-VAL-02", "CRIB-VAL-03"),
    mistakes=("crib-call-court", "crib-call-ace", "crib-call-card-only", "crib-call-old-count"),
    levels=(
        "the count so far is told",
        "sometimes you add it up yourself",
        "often a count that has begun again",
    ),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=_distractors,
    vary=_vary,
)
EXERCISES = (CALL,)
