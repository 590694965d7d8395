"""The exercise `crib-peg-points`: what does this card peg, and for what?

What is right is what the referee says when the card is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cardlab.cards import Card, list_cards, list_words
from cardlab.cribbage import Options, State
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg
from cardlab.game import Item
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import (
    Acted,
    PlayedCard,
    draw_count,
    now_zones,
    played,
    unseen,
    walk,
    who,
    with_card,
)
from cardlab_exercises.declaration import forms
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step
from cardlab_exercises.declaration.sampling import aim, aim_among, between

_KINDS = {
    "fifteen": "fifteen",
    "thirty-one": "thirty-one",
    "pair": "a pair",
    "pair-royal": "a pair royal",
    "double-pair-royal": "a double pair royal",
    "run": "a run",
    "go": "the go",
    "last-card": "the last card",
}
_QUIET = ("CRIB-PEG-01", "CRIB-PEG-10")


def _draw(random: Random, level: int, rules: Options) -> PlayedCard:
    """A count of cards; what the last of them makes is drawn first, so that all of it comes up."""
    if random.random() < (0, 0.05, 0.2)[level - 1]:
        return _in_a_row(random, rules)
    sides = _SIDES[level - 1]
    longest = (3, 5, 7)[level - 1]

    def draw(random: Random) -> list[Card]:
        return draw_count(random, between(random, 2, longest)) or draw_count(random, 2)

    return played(random, aim(random, draw, lambda cards: _side(cards, rules), sides), rules)


def _run(state: State) -> tuple[Card, ...]:
    return tuple(card for _, card in state.plays[state.count_start :])


def _in_a_row(random: Random, rules: Options) -> PlayedCard:
    """The second card in a row by one player, after the other's go."""

    def draw(random: Random) -> list[Acted]:
        return [at for at in walk(random, rules) if at.action.kind == "play" and _run(at.state)]

    def side(at: Acted) -> bool:
        again = at.state.plays[-1][0] == at.state.turn
        return again and bool(peg((*_run(at.state), *at.action.cards), rules))

    at = aim_among(random, draw, side, (True,), tries=25)
    return PlayedCard(at.state, at.action.cards[0])


_SIDES = (
    ("nothing", "nothing", "court pair", "fifteen", "pair"),
    ("nothing", "court pair", "broken", "fifteen", "alike", "run", "long run", "several"),
    ("broken", "fifteen", "alike", "long run", "several", "thirty-one"),
)
"""What the questions of each level are examples of, each as often as it stands here."""


def _side(cards: Sequence[Card], rules: Options) -> str:
    """What a count is an example of."""
    items = peg(cards, rules)
    names = [_kind(item) for item in items]
    if len(cards) < 2:
        return ""
    if len(items) > 1:
        return "several"
    if not items and VALUES[cards[-2]] == VALUES[cards[-1]] == 10:
        return "court pair"
    if not items:
        return "broken" if _broken(cards) else "nothing"
    if names[0] == "run":
        return "long run" if items[0].points > 3 else "run"
    return "alike" if names[0] in ("pair-royal", "double-pair-royal") else names[0]


def _kind(item: Item) -> str:
    return "run" if item.name.startswith("run") else item.name.replace(" ", "-")


def _ask(at: PlayedCard) -> Prompt:
    assert at.state.turn is not None
    by = who(at.state, at.state.turn)
    verb = "play" if by == "you" else "plays"
    return Prompt(
        f"The count is {at.state.total}; {by} {verb} {at.card.short}. What does it peg, and for what?",
        (
            forms.number("points", "points", most=29),
            forms.several("for", "for what", _KINDS.items()),
        ),
        now_zones(at),
    )


def _solution(at: PlayedCard) -> Solution:
    items = (*at.event.items, *at.closing)
    total = at.state.total + VALUES[at.card]
    kinds = [_kind(item) for item in items]
    steps = [
        Step(
            f"{at.card.short} brings the count to {at.state.total} + {VALUES[at.card]} = {total}.",
            ("CRIB-PEG-01",),
        )
    ]
    steps += _remarks(at)
    steps += [Step(_told(item), _rules(item, at), item.cards, item.name, item.points) for item in items]
    if not at.event.items:
        steps.append(
            Step(
                "That is neither 15 nor 31, and with the cards just before it there is no pair and no run.",
                ("CRIB-PEG-10",),
            )
        )
    points = sum(item.points for item in items)
    what = list_words([f"{item.points} for {_KINDS[_kind(item)]}" for item in items])
    return Solution(
        {"points": str(points), "for": " ".join(kind for kind in _KINDS if kind in kinds) or "none"},
        f"It pegs {points}{f': {what}' if len(kinds) > 1 else ''}." if points else "It pegs nothing.",
        tuple(steps),
    )


def _remarks(at: PlayedCard) -> list[Step]:
    """What does not pay, where it could be taken to."""
    steps = []
    run = _run(at.state)
    if run and VALUES[run[-1]] == VALUES[at.card] == 10 and run[-1].rank is not at.card.rank:
        text = f"{run[-1].short} and {at.card.short} count alike, but they are no pair."
        steps.append(Step(text, ("CRIB-PEG-08",), (run[-1], at.card), "no pair", 0))
    starter = at.state.starter
    if starter is not None and starter.rank is at.card.rank:
        text = f"The starter {starter.short} is not played and makes no pair."
        steps.append(Step(text, ("CRIB-PEG-11", "CRIB-START-02"), (starter,), "starter", 0))
    return steps


def _told(item: Item) -> str:
    if item.name in ("fifteen", "thirty-one"):
        return f"The count is exactly {15 if item.name == 'fifteen' else LIMIT}: that pegs 2."
    if item.rule == "CRIB-GO-08":
        return "It is the last card of the deal: that pegs 1."
    if item.rule == "CRIB-GO-03":
        return "Nobody can play another card: that pegs 1 for the go."
    return f"{list_cards(item.cards)} make {_KINDS[_kind(item)]}: that pegs {item.points}."


def _rules(item: Item, at: PlayedCard) -> tuple[str, ...]:
    """The rule that pays, and those that the referee names with it where it is a pair or a run."""
    by_count = item.rule in ("CRIB-PEG-02", "CRIB-GO-05")
    besides = ("CRIB-PEG-09",) if by_count else ("CRIB-PEG-07", "CRIB-PEG-12", "CRIB-PEG-09")
    return (item.rule, *(rule for rule in besides if rule in at.event.rules))


# ---------------------------------------------------------------- what goes wrong


def peg_distractors(at: PlayedCard) -> Iterator[Distractor]:
    """What common mistakes would peg for that card, as answers to the field "points"."""
    cards = [*_run(at.state), at.card]
    items = at.event.items
    true = at.event.points + sum(item.points for item in at.closing)

    def distractor(mistake: str, points: int, text: str, shown: tuple[Card, ...] = ()) -> Distractor:
        return Distractor(mistake, str(points), text, shown, "points")

    for item in items:
        if len(items) > 1:
            yield distractor(
                "crib-peg-one-score", item.points, f"It makes {_KINDS[_kind(item)]}, and more besides."
            )
        if _kind(item) in ("pair-royal", "double-pair-royal"):
            yield distractor("crib-peg-royal-short", true - item.points + 2, "", item.cards)
        if _kind(item) == "run":
            text = f"Look at {list_cards(item.cards)}: the order does not matter."
            yield distractor("crib-peg-run-missed", true - item.points, text)
            if item.points > 3:
                yield distractor("crib-peg-run-short", true - item.points + 3, "The run goes back further.")
    broken = _broken(cards)
    if broken:
        text = f"Between {list_cards(broken)} lies another card."
        yield distractor("crib-peg-run-broken", true + len(broken), text, broken)
    total = at.state.total + VALUES[at.card]
    if total not in (15, LIMIT) and _some_fifteen(cards):
        yield distractor(
            "crib-peg-fifteen-inside", true + 2, f"The count is {total}, not 15; single cards do not matter."
        )
    if len(cards) > 1:
        before = cards[-2]
        if VALUES[before] == VALUES[at.card] == 10 and before.rank is not at.card.rank:
            yield distractor("crib-peg-court-pair", true + 2, "", (before, at.card))
        apart = [card for card in cards[:-2] if card.rank is at.card.rank and before.rank is not at.card.rank]
        if apart:
            yield distractor("crib-peg-pair-apart", true + 2, "", (apart[-1], at.card))
    starter = at.state.starter
    if starter is not None and starter.rank is at.card.rank:
        yield distractor("crib-peg-starter", true + 2, "", (starter, at.card))


def _broken(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards up to the last that would be a run if none lay between them."""
    last = cards[-1]
    if any(_kind(item) == "run" for item in peg(cards)):
        return ()
    for length in range(len(cards), 3, -1):
        tail = cards[-length:]
        ranks = sorted({card.rank for card in tail})
        one_each = [next(card for card in reversed(tail) if card.rank == rank) for rank in ranks]
        for size in range(len(ranks), 2, -1):
            for at in range(len(ranks) - size + 1):
                run = one_each[at : at + size]
                if run[-1].rank - run[0].rank == size - 1 and last in run and len(run) < length:
                    return tuple(run)
    return ()


def _some_fifteen(cards: Sequence[Card]) -> bool:
    """Whether some of the cards, the last among them, come to fifteen."""
    sums = {VALUES[cards[-1]]}
    for card in cards[:-1]:
        sums |= {made + VALUES[card] for made in sums}
    return 15 in sums


def _vary(at: PlayedCard) -> Iterator[PlayedCard]:
    """The same count, with another card played on it."""
    assert at.state.turn is not None
    for card in unseen(at.state):
        near = 0 < abs(card.rank - at.card.rank) <= 4 and card.suit is at.card.suit
        if near and VALUES[card] + at.state.total <= LIMIT:
            yield PlayedCard(with_card(at.state, at.state.turn, at.card, card), card)


PEG = exercise(
    id="crib-peg-points",
    title="What does it peg?",
    topic="points in the play",
    rules=(
        "CRIB-PEG-01",
        "CRIB-PEG-02",
        "CRIB-PEG-03",
        "CRIB-PEG-04",
        "CRIB-PEG-05",
        "CRIB-PEG-06",
        "CRIB-PEG-07",
        "CRIB-PEG-08",
        "CRIB-PEG-09",
        "CRIB-PEG-10",
        "CRIB-PEG-11",
        "CRIB-PEG-12",
        "CRIB-GO-03",
        "CRIB-GO-05",
        "CRIB-GO-08",
        "CRIB-START-02",
    ),
    mistakes=(
        "crib-peg-one-score",
        "crib-peg-royal-short",
        "crib-peg-run-missed",
        "crib-peg-run-short",
        "crib-peg-run-broken",
        "crib-peg-fifteen-inside",
        "crib-peg-court-pair",
        "crib-peg-pair-apart",
        "crib-peg-starter",
    ),
    levels=("two or three cards", "up to five cards", "long runs, broken runs, several scores at once"),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=peg_distractors,
    vary=_vary,
)
EXERCISES = (PEG,)
