"""What a learner remembers, rule by rule: a fold over the attempts, by the FSRS scheduler.

Each answer that told of a rule is a review of it: *good* if the rule was known, *hard* if that took
help, *again* if it was not. Nothing is stored but the attempts themselves.

>>> from cardlab_exercises.reports.sample import sample_learner
>>> memory = recall(sample_learner().attempts())["CRIB-SHOW-04"]
>>> memory.mastered, memory.due.date().isoformat() > memory.last.date().isoformat()
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cardlab.rulebook import Rule, load
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Exercise
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.zone import local

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

MASTERED_SEEDS = 3
MASTERED_DAYS = 2


class Memory(NamedTuple):
    """What is known of one learner and one rule. Times are UTC; days are the learner's.

    `mastered` means known without help in answers to three different questions, on two days at least.
    `stability` is in how many days the chance to remember falls to nine in ten.
    """

    rule: str
    reviews: int
    known: int
    last: datetime
    due: datetime
    stability: float
    mastered: bool

    def is_due(self, now: datetime) -> bool:
        return self.due <= now


def recall(attempts: Iterable[Attempt]) -> dict[str, Memory]:
    """What each rule's memory is after these attempts of one learner, by rule id."""
    reviews: dict[str, list[Attempt]] = {}
    for attempt in sorted(attempts, key=lambda attempt: (attempt.finished, attempt.id)):
        for rule in attempt.rules:
            reviews.setdefault(rule, []).append(attempt)
    return {rule: _fold(rule, told) for rule, told in sorted(reviews.items())}


def _fold(rule: str, reviews: Sequence[Attempt]) -> Memory:
    from fsrs import Card, Rating

    card: Card = Card(card_id=1)  # without an id it would wait for the clock to give it one
    for attempt in reviews:
        known = attempt.rules[rule]
        rating = Rating.Again if not known else Rating.Hard if attempt.assisted else Rating.Good
        card, _ = _scheduler().review_card(card, rating, attempt.finished)
    return Memory(
        rule,
        reviews=len(reviews),
        known=sum(attempt.rules[rule] for attempt in reviews),
        last=reviews[-1].finished,
        due=card.due,
        stability=round(card.stability or 0.0, 2),
        mastered=rule in mastered(reviews),
    )


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)  # the same attempts always give the same days


def mastered(attempts: Iterable[Attempt]) -> frozenset[str]:
    """The rules known without help in three different questions, on two days at least, by one learner."""
    questions: dict[str, set[tuple[str, str, int, str]]] = {}
    days: dict[str, set[date]] = {}
    for attempt in attempts:
        if attempt.assisted:
            continue
        day = local(attempt.finished).date()
        for rule, known in attempt.rules.items():
            if known:
                questions.setdefault(rule, set()).add(attempt.question)
                days.setdefault(rule, set()).add(day)
    return frozenset(
        rule
        for rule, asked in questions.items()
        if len(asked) >= MASTERED_SEEDS and len(days[rule]) >= MASTERED_DAYS
    )


@cache
def practised() -> Mapping[str, tuple[Exercise, ...]]:
    """The exercises of the bank by the rules that they practise."""
    table: dict[str, list[Exercise]] = {}
    for exercise in bank.exercises().values():
        for rule in exercise.rules:
            table.setdefault(rule, []).append(exercise)
    return {rule: tuple(exercises) for rule, exercises in table.items()}


def course(games: Iterable[str]) -> list[Rule]:
    """The rules of these games that can be practised, each after those that it needs."""
    return [rule for game in games for rule in load(game).course() if rule.id in practised()]
