"""A learner to show: attempts that are the same each time, for lessons and documentation."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import NAMESPACE_URL, uuid5

from cardlab_exercises.cribbage.misconceptions import slips
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Question
from cardlab_exercises.practice.scene import question_text
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.store import Store

LEARNER = "Sam"
_ATTEMPTS = 60
_START = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def sample_learner(seed: str | int = 1) -> Store:
    """A store in memory with the attempts of Sam, who is learning to count: the same ones each time.

    Sam answers real questions, at first often with a common mistake, later seldom, and is judged as
    anybody is. The times are made up.
    """
    random = Random(f"sample/{seed}")
    kept = Store(None)
    for number in range(_ATTEMPTS):
        exercise = bank.get("crib-count-crib" if number % 3 == 2 else "crib-count-hand")
        question = exercise.question(f"sample-{seed}/{number}")
        answer = dict(exercise.solve(question).answer)
        if random.random() > 0.5 + 0.5 * number / _ATTEMPTS:
            answer = _with_slip(question, answer, random)
        verdict = exercise.judge(question, answer)
        finished = _START + timedelta(days=number // 6, minutes=3 * (number % 6))
        kept.record(
            Attempt.of(
                question,
                verdict,
                id=str(uuid5(NAMESPACE_URL, f"cardlab/{exercise.id}/{question.seed}")),
                learner=LEARNER,
                answer=answer,
                asked=question_text(exercise, question),
                tries=1,
                assisted=random.random() < 0.15,
                started=finished - timedelta(seconds=40),
                finished=finished,
            )
        )
    return kept


def _with_slip(question: Question, answer: Mapping[str, str], random: Random) -> dict[str, str]:
    """The answer of somebody who makes a mistake that the cards invite: one that the answer gives away."""
    found = slips(question.position)
    reasons: dict[tuple[str, int], set[str]] = {}
    for slip in found:
        reasons.setdefault((slip.category, slip.points), set()).add(slip.mistake)
    told = [slip for slip in found if len(reasons[slip.category, slip.points]) == 1] or list(found)
    likely = [slip for slip in told if slip.weight > 1] or told
    slip = likely[int(random.random() * len(likely))]
    total = int(answer["total"]) + slip.points - int(answer[slip.category])
    return {**answer, slip.category: str(slip.points), "total": str(total)}
