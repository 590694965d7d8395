"""The exercises `crib-count-basics`, `crib-count-hand` and `crib-count-crib`: what do these cards count?

The answer is a total, or the points of each category, or both; whatever is filled in is checked. What
is right is what `cardlab.cribbage.count` says. The basics are for those who do not know flush and nobs
yet: neither is asked, and neither pays in the hands that are dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random

from cardlab.cards import PACK52, Card, list_words
from cardlab.cribbage import CATEGORIES, Count, Options, count
from cardlab.cribbage.display.count_frames import count_zones, counting_frames, proofs
from cardlab.cribbage.rules.options import as_options
from cardlab.display.scene import Field, Zone
from cardlab.wording import plural, upper
from cardlab_exercises.cribbage import generators
from cardlab_exercises.cribbage.count_check import check_count, is_impossible, paid_rules, total_slips
from cardlab_exercises.cribbage.misconceptions import slips
from cardlab_exercises.declaration.exercise import Examples, Exercise, Question, WorkedSolution
from cardlab_exercises.declaration.mistakes import Distractor

_RULES = (
    "CRIB-SHOW-02",
    "CRIB-SHOW-03",
    "CRIB-SHOW-04",
    "CRIB-SHOW-05",
    "CRIB-SHOW-06",
    "CRIB-SHOW-07",
    "CRIB-SHOW-10",
    "CRIB-SHOW-11",
    "CRIB-SHOW-12",
    "CRIB-SHOW-13",
)
_MISTAKES = (
    "crib-fifteen-missed",
    "crib-fifteen-two-only",
    "crib-fifteen-near-miss",
    "crib-fifteen-one-point",
    "crib-ace-eleven",
    "crib-court-eleven",
    "crib-pair-missed",
    "crib-alike-short",
    "crib-court-pair",
    "crib-double-run-once",
    "crib-double-run-too-often",
    "crib-pair-inside-run",
    "crib-run-one-short",
    "crib-short-runs-too",
    "crib-two-neighbours",
    "crib-run-round-the-corner",
    "crib-run-missed",
    "crib-flush-with-starter",
    "crib-flush-without-starter",
    "crib-flush-missed",
    "crib-starter-jack-nobs",
    "crib-heels-again",
    "crib-nobs-wrong-suit",
    "crib-nobs-missed",
    "crib-added-up-wrong",
    "crib-starter-left-out",
    "crib-impossible-total",
)
_OF_SUITS = (
    "crib-flush-with-starter",
    "crib-flush-without-starter",
    "crib-flush-missed",
    "crib-starter-jack-nobs",
    "crib-heels-again",
    "crib-nobs-wrong-suit",
    "crib-nobs-missed",
)


# ---------------------------------------------------------------- asking


def _make(
    random: Random, level: int, rules: Options, crib: bool, categories: Sequence[str] = CATEGORIES
) -> Question:
    counted = generators.deal(random, level, crib, rules, categories)
    dealt = crib or random.random() < 0.5
    starter = counted.starter.name
    cut = f"your opponent cut the {starter}" if dealt else f"you cut the {starter}"
    who = "You dealt" if dealt else "Your opponent dealt"
    return Question(
        prompt=f"{who}; {cut}. Count your {'crib' if crib else 'hand'}: "
        "give the total, or say where the points come from, or both.",
        position=counted,
        zones=_zones(counted),
        fields=(Field("total", "total", large=True), *(Field(name, name) for name in categories)),
    )


def _categories(question: Question) -> list[str]:
    """The categories that a question asks for."""
    asked = {entry.name for entry in question.fields}
    return [name for name in CATEGORIES if name in asked]


def _zones(counted: Count) -> tuple[Zone, ...]:
    return count_zones(counted.hand, counted.starter, crib=counted.crib, selectable=True)


def _twin(question: Question) -> Question | None:
    """The same with one card of the four another: one category pays there and not here, or the reverse.

    The card differs as little as may be. Where no card does it, any other total will do.
    """
    counted: Count = question.position
    asked = _categories(question)
    others = [other for other in _one_card_apart(counted) if generators.pays_only(asked, other)]
    flipped = (other for other in others if _flips(counted, other))
    found = next(flipped, None) or next((other for other in others if other.total != counted.total), None)
    return found and replace(
        question,
        prompt=f"Only one card is different now. {question.prompt}",
        position=found,
        zones=_zones(found),
    )


def _one_card_apart(counted: Count) -> Iterator[Count]:
    """Every exchange of a card of the four for one that does not lie there, the most similar first."""
    hand, starter = counted.hand, counted.starter
    changes = [(old, new) for old in hand for new in PACK52 if new not in hand and new != starter]
    for old, new in sorted(changes, key=lambda change: _unlike(*change)):
        kept = tuple(new if card is old else card for card in hand)
        yield count(kept, starter, counted.crib, counted.options)


def _unlike(old: Card, new: Card) -> tuple[int, bool]:
    """How much two cards differ, in rank first."""
    return abs(old.rank - new.rank), old.suit is not new.suit


def _flips(one: Count, other: Count) -> bool:
    """Whether exactly one category pays in one of the counts alone, and the others pay the same."""
    changed = [name for name in CATEGORIES if one.categories[name] != other.categories[name]]
    return len(changed) == 1 and 0 in (one.categories[changed[0]], other.categories[changed[0]])


def _finish(question: Question, solution: WorkedSolution) -> Question:
    """All but the last category that pays is given; that and the total are asked."""
    counted: Count = question.position
    last = counted.lines[-1].category if counted.items else _categories(question)[-1]
    fields = [
        entry
        if entry.name in ("total", last)
        else entry._replace(value=solution.answer[entry.name], locked=True)
        for entry in question.fields
    ]
    return replace(
        question,
        prompt=f"Most of it is counted already. What do the {last} pay, and what is the total?"
        if last not in ("flush", "nobs")
        else f"Most of it is counted already. What does the {last} pay, and what is the total?",
        fields=tuple(fields),
    )


# ---------------------------------------------------------------- helping


def _solve(question: Question) -> WorkedSolution:
    counted: Count = question.position
    points = {"total": counted.total, **counted.categories}
    return WorkedSolution(
        answer={entry.name: str(points[entry.name]) for entry in question.fields},
        title=f"It counts {counted.total}.",
        text="" if counted.items else "There is nothing to count: players call it a nineteen hand.",
        proof=proofs(counted),
        rules=paid_rules(counted),
        frames=counting_frames(counted, predict="none"),
        said=f"{upper(counted.spoken)}.",
    )


def _hints(question: Question) -> tuple[str, ...]:
    """Which categories pay; then how many items there are in each."""
    counted: Count = question.position
    groups = [(name, len(list(lines))) for name, lines in groupby(counted.lines, lambda line: line.category)]
    if not groups:
        then = "cards of one rank, three ranks in a row, and the suits"
        if "flush" not in _categories(question):
            then = "cards of one rank and three ranks in a row"
        return (
            "Try the fifteens first: two cards, three cards, four, all five.",
            f"Then {then}. It may all come to nothing.",
        )
    names = list_words(["a flush" if name == "flush" else name for name, _ in groups])
    numbers = list_words([_number_of(name, number) for name, number in groups])
    return f"Look for {names}; nothing else pays here.", f"You should find {numbers}."


def _number_of(category: str, number: int) -> str:
    """
    >>> _number_of("fifteens", 3), _number_of("pairs", 1), _number_of("flush", 1)
    ('three fifteens', 'one group of cards of one rank', 'a flush')
    """
    if category in ("flush", "nobs"):
        return "a flush" if category == "flush" else "nobs"
    if category == "pairs":
        return plural(number, "group of cards of one rank", "groups of cards of one rank")
    return plural(number, category.removesuffix("s"))


def _distractors(question: Question) -> Iterator[Distractor]:
    """The answers that mistakes lead to: in a category, as a bare total, or in adding up what is right."""
    counted: Count = question.position
    asked = _categories(question)
    for slip in slips(counted):
        if slip.category in asked:
            yield Distractor(slip.mistake, str(slip.points), slip.text, field=slip.category)
    unsaid = dict.fromkeys(asked, "")
    for total, slip in total_slips(counted):
        if slip.category in ("", *asked):
            yield Distractor(slip.mistake, str(total), slip.text, field="total", also=unsaid)
    for total in filter(is_impossible, range(40)):
        yield Distractor("crib-impossible-total", str(total), field="total", also=unsaid)
    parts = {name: str(counted.categories[name]) for name in asked}
    for total in range(31):
        if total != counted.total:
            yield Distractor("crib-added-up-wrong", str(total), field="total", also=parts)


def _examples(question: Question) -> Examples:
    total = question.position.total
    return Examples({"total": str(total)}, {"total": str(total + 1)}, {"total": " ", "runs": ""})


def _tally(cards: Sequence[Card]) -> str:
    """The sum of the cards picked: ``9♥ + 6♠ = 15``.

    >>> from cardlab.cards import parse_cards
    >>> _tally(parse_cards("9H 6S"))
    '9♥ + 6♠ = 15'
    """
    if not cards:
        return ""
    return f"{' + '.join(card.short for card in cards)} = {sum(min(card.rank, 10) for card in cards)}"


HAND = Exercise(
    id="crib-count-hand",
    title="How many points?",
    topic="count the hand",
    game="cribbage",
    rules=(*_RULES, "CRIB-SHOW-08"),
    mistakes=_MISTAKES,
    levels=generators.LEVELS,
    default_level=2,
    options=as_options,
    make=partial(_make, crib=False),
    check=check_count,
    solve=_solve,
    hints=_hints,
    distractors=lambda question: tuple(_distractors(question)),
    examples=_examples,
    finish=_finish,
    twin=_twin,
    tally=_tally,
    form_label="your count",
    steps_label="Step through this count",
)
CRIB = replace(
    HAND,
    id="crib-count-crib",
    title="How many points in the crib?",
    topic="count the crib",
    rules=(*_RULES, "CRIB-SHOW-09"),
    mistakes=(*_MISTAKES, "crib-flush-four-in-crib"),
    make=partial(_make, crib=True),
)
BASICS = replace(
    HAND,
    id="crib-count-basics",
    title="Fifteens, pairs and runs",
    rules=tuple(rule for rule in _RULES if rule not in ("CRIB-SHOW-10", "CRIB-SHOW-11")),
    mistakes=tuple(mistake for mistake in _MISTAKES if mistake not in _OF_SUITS),
    make=partial(_make, crib=False, categories=CATEGORIES[:3]),
)
EXERCISES: tuple[Exercise, ...] = (BASICS, HAND, CRIB)
