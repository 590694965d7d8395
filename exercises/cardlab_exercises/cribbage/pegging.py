"""The exercise `crib-peg-points`: what does this card peg, and for what?

What is right is what the referee says when the card is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cardlab.cards import Card, list_cards, list_words
from cardlab.cribbage import Options
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg
from cardlab.game import Item
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.peg_mistakes import (
    KINDS,
    broken_run,
    by_starter,
    cards_before,
    kind_of,
    peg_distractors,
    tell_pegging,
)
from cardlab_exercises.cribbage.plays import (
    Acted,
    PlayedCard,
    actor,
    draw_count,
    now_zones,
    played,
    unseen,
    walk,
    whose_turn,
    with_card,
)
from cardlab_exercises.declaration.declare import Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim, aim_among, between


def _draw(random: Random, level: int, rules: Options) -> PlayedCard:
    """A count of cards; what the last of them makes is drawn first, so that all of it comes up."""
    kind = random.random()
    if kind < (0, 0.05, 0.2)[level - 1]:
        return _in_a_row(random, rules)
    if kind > 0.85:
        return _closing(random, rules)
    sides = _SIDES[level - 1]
    longest = (3, 5, 7)[level - 1]

    def draw(random: Random) -> list[Card]:
        return draw_count(random, between(random, 2, longest)) or draw_count(random, 2)

    return played(random, aim(random, draw, lambda cards: _side(cards, rules), sides), rules)


def _in_a_row(random: Random, rules: Options) -> PlayedCard:
    """The second card in a row by one player, after the other's go."""

    def draw(random: Random) -> list[Acted]:
        return [at for at in walk(random, rules) if at.action.kind == "play" and cards_before(at.state)]

    def side(at: Acted) -> bool:
        again = at.state.plays[-1][0] == at.state.turn
        return again and bool(peg((*cards_before(at.state), *at.action.cards), rules))

    at = aim_among(random, draw, side, (True,), tries=25)
    return PlayedCard(at.state, at.action.cards[0])


def _closing(random: Random, rules: Options) -> PlayedCard:
    """A card that closes the count: nobody can play after it, or nobody has cards left."""

    def draw(random: Random) -> list[PlayedCard]:
        played = [at for at in walk(random, rules) if at.action.kind == "play" and cards_before(at.state)]
        return [PlayedCard(at.state, at.action.cards[0]) for at in played]

    def side(at: PlayedCard) -> str:
        return " ".join(kind_of(item) for item in at.closing)

    return aim_among(random, draw, side, ("go", "last-card"))


_SIDES = (
    ("nothing", "nothing", "court pair", "fifteen", "pair"),
    ("nothing", "court pair", "broken", "fifteen", "pair", "alike", "run", "long run", "several"),
    ("broken", "fifteen", "alike", "long run", "several", "thirty-one"),
)
"""What the questions of each level are examples of, each as often as it stands here."""


def _side(cards: Sequence[Card], rules: Options) -> str:
    """What a count is an example of."""
    items = peg(cards, rules)
    names = [kind_of(item) for item in items]
    if len(cards) < 2:
        return ""
    if len(items) > 1:
        return "several"
    if not items and VALUES[cards[-2]] == VALUES[cards[-1]] == 10:
        return "court pair"
    if not items:
        return "broken" if broken_run(cards) else "nothing"
    if names[0] == "run":
        return "long run" if items[0].points > 3 else "run"
    return "alike" if names[0] in ("pair-royal", "double-pair-royal") else names[0]


def _ask(at: PlayedCard) -> Prompt:
    by = whose_turn(at.state)
    verb = "play" if by == "you" else "plays"
    return Prompt(
        f"The count is {at.state.total}; {by} {verb} {at.card.short}. What does it peg, and for what?",
        (
            forms.number("points", "points", most=29),
            forms.several("for", "for what", KINDS.items()),
        ),
        now_zones(at),
    )


def _solution(at: PlayedCard) -> Solution:
    items = (*at.event.items, *at.closing)
    total = at.state.total + VALUES[at.card]
    kinds = [kind_of(item) for item in items]
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
                ("CRIB-PEG-01",),
            )
        )
    points = sum(item.points for item in items)
    rules = tuple(item.rule for item in sorted(items, key=lambda item: item.points)) or ("CRIB-PEG-01",)
    what = list_words([f"{item.points} for {KINDS[kind_of(item)]}" for item in items])
    return Solution(
        {"points": str(points), "for": " ".join(kind for kind in KINDS if kind in kinds) or "none"},
        f"It pegs {points}{f': {what}' if len(kinds) > 1 else ''}." if points else "It pegs nothing.",
        tuple(steps),
        by_field={"points": rules, "for": rules},
    )


def _remarks(at: PlayedCard) -> list[Step]:
    """What does not pay, where it could be taken to."""
    steps = []
    run = cards_before(at.state)
    if run and VALUES[run[-1]] == VALUES[at.card] == 10 and run[-1].rank is not at.card.rank:
        text = f"{run[-1].short} and {at.card.short} count alike, but they are no pair."
        steps.append(Step(text, ("CRIB-PEG-08",), (run[-1], at.card), "no pair", 0))
    cards = (*run, at.card)
    if len(cards) > 2 and len({card.suit for card in cards}) == 1:
        text = "The cards are all of one suit, but a flush pays nothing in the play."
        steps.append(Step(text, ("CRIB-PEG-10",), cards, "no flush", 0))
    starter = at.state.starter
    slip = next(by_starter(at), None)
    if starter is not None and slip is not None:
        steps.append(Step(slip.text, ("CRIB-PEG-11", "CRIB-START-02"), (starter,), "starter", 0))
    return steps


def _told(item: Item) -> str:
    if item.name in ("fifteen", "thirty-one"):
        return f"The count is exactly {15 if item.name == 'fifteen' else LIMIT}: that pegs {item.points}."
    if item.rule == "CRIB-GO-08":
        return f"It is the last card of the deal: that pegs {item.points}."
    if item.rule == "CRIB-GO-03":
        return f"Nobody can play another card: that pegs {item.points} for the go."
    return f"{list_cards(item.cards)} make {KINDS[kind_of(item)]}: that pegs {item.points}."


def _rules(item: Item, at: PlayedCard) -> tuple[str, ...]:
    """The rule that pays, and those that the referee names with it where it is a pair or a run."""
    by_count = item.rule in ("CRIB-PEG-02", "CRIB-GO-05")
    besides = ("CRIB-PEG-09",) if by_count else ("CRIB-PEG-07", "CRIB-PEG-12", "CRIB-PEG-09")
    return (item.rule, *(rule for rule in besides if rule in at.event.rules))


def _vary(at: PlayedCard) -> Iterator[PlayedCard]:
    """The same count, with another card played on it."""
    for card in unseen(at.state):
        near = 0 < abs(card.rank - at.card.rank) <= 4 and card.suit is at.card.suit
        if near and VALUES[card] + at.state.total <= LIMIT:
            yield PlayedCard(with_card(at.state, actor(at.state), at.card, card), card)


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
        "crib-score-fifteen-missed",
        "crib-score-pair-missed",
        "crib-score-go-missed",
        "crib-score-last-missed",
    ),
    levels=("two or three cards", "up to five cards", "long runs, broken runs, several scores at once"),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=peg_distractors,
    tell=tell_pegging,
    vary=_vary,
)
EXERCISES = (PEG,)
