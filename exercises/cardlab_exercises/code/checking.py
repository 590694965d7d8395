"""Code exercises, for those who learn Python too: write a function, and have it checked on many cases.

The function is called as it is, in a process of its own, with fresh copies of the data each time, and has
to give what the engine gives. That process knows no answers, and only values come back from it.

>>> def fifteens(cards):
...     return 2 * any(a.rank + b.rank == 15 for a in cards for b in cards)
>>> print(check_code("crib-code-fifteens", fifteens, seed=1, record=False))
Not yet: 22 of 46 cases are right.
fifteens([5♥, 5♦, 5♠, J♣, 5♣]) should be 16; yours gives 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from datetime import UTC, datetime
from difflib import get_close_matches
from html import escape
from inspect import getsource
from random import SystemRandom
from typing import Any, NamedTuple
from uuid import uuid4

from cardlab.cards import list_words, quoted
from cardlab.errors import InputError
from cardlab_exercises.code.exercise import GENERATED, CodeExercise
from cardlab_exercises.code.process import MOST_MEMORY, Answer, CodeTrial, try_function
from cardlab_exercises.code.runner import plain, show
from cardlab_exercises.declaration.answers import is_number, read_seed
from cardlab_exercises.declaration.bank import UnknownExerciseError
from cardlab_exercises.declaration.exercise import Outcome
from cardlab_exercises.store.attempt import MOST_ANSWER, Attempt
from cardlab_exercises.store.identity import Identity
from cardlab_exercises.store.store import Keeper, Store

SECONDS = 5.0
"""How long all cases together may take."""
_MOST_SECONDS = 3600


class CodeResult(NamedTuple):
    """What checking a function found: how many of the cases tried are right, and how many are `left` to try.

    `text` shows the first case that is not right. `score` is from 0 to 1; while cases are left it counts
    them as not right.
    """

    outcome: Outcome
    title: str
    text: str = ""
    right: int = 0
    tried: int = 0
    left: int = 0

    @property
    def score(self) -> float:
        of = self.tried + self.left
        return self.right / of if of and self.outcome.counts else 0.0

    @property
    def passed(self) -> bool:
        """Whether all cases were tried and are right."""
        return self.outcome is Outcome.CORRECT

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.title, self.text)))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        sign = "✓" if self.passed else "•"
        text = escape(self.text).replace("\n", "<br>")
        return f"<p><b>{sign} {escape(self.title)}</b></p><p>{text}</p>"


def get_code(id: str) -> CodeExercise:
    """The code exercise with that id. Raises `UnknownExerciseError` with the nearest ids."""
    from cardlab_exercises.code.bank import CODE_EXERCISES  # both games, which one page hardly ever needs

    wanted = str(id).strip().lower()
    if wanted in CODE_EXERCISES:
        return CODE_EXERCISES[wanted]
    near = get_close_matches(wanted, CODE_EXERCISES, n=3, cutoff=0.5) or list(CODE_EXERCISES)
    raise UnknownExerciseError(f"there is no code exercise {quoted(id)}; there is {list_words(near, 'or')}")


def check_code(
    id: str,
    function: object,
    hidden: bool = True,
    seed: str | int | None = None,
    learner: str | None = None,
    store: Store | None = None,
    record: bool = True,
    seconds: float = SECONDS,
) -> CodeResult:
    """Checks a function on the cases that are shown and, unless `hidden` is False, on drawn ones.

    The attempt is kept like any other, except one that could not run or tried the shown cases only. Without
    a `seed` each check draws other cases. A function that does not end is stopped after `seconds`, however
    it spends them, and one that uses more than a gigabyte of memory too. What it prints is not shown.
    Raises `UnknownExerciseError`, or `ValueError` for an invalid seed or number of seconds.
    """
    exercise = get_code(id)
    if not (is_number(seconds) or isinstance(seconds, float)) or not 0 < seconds <= _MOST_SECONDS:
        raise InputError(
            f"seconds is a number above 0 and up to {_MOST_SECONDS}, like 5, not {quoted(seconds)}"
        )
    name = read_seed(seed) if seed is not None else str(SystemRandom().randrange(10_000, 100_000))
    started = datetime.now(UTC)
    result = _check(exercise, function, name, hidden, seconds)
    if record and hidden and result.outcome.counts:
        kept = Keeper(learner, store)
        kept.store.record(_attempt(exercise, name, result, kept.who, started, _source(function)))
        if kept.store.notice:
            result = result._replace(text="\n".join(filter(None, (result.text, kept.store.notice))))
    return result


def _check(exercise: CodeExercise, function: object, seed: str, hidden: bool, seconds: float) -> CodeResult:
    if function is None or function is ...:
        return CodeResult(Outcome.NOT_ATTEMPTED, f"Write {exercise.signature} first, then check it.")
    if not callable(function):
        return CodeResult(
            Outcome.COULD_NOT_RUN,
            f"Pass the function itself: check_code({exercise.id!r}, {exercise.name}).",
            f"This is {show(function)}, which cannot be called.",
        )
    cases = [*exercise.shown, *(exercise.cases(seed) if hidden else ())]
    wanted = [exercise.solve(*deepcopy(case)) for case in cases]
    trial = try_function(function, cases, seconds)
    if trial.fault:
        return CodeResult(Outcome.COULD_NOT_RUN, *_fault(exercise, trial, cases, seconds))
    if all(answer.nothing for answer in trial.answers):
        return CodeResult(Outcome.NOT_ATTEMPTED, f"{exercise.name} gives nothing back yet: use return.")
    return _judged(exercise, cases, wanted, trial.answers, 0 if hidden else GENERATED)


def _fault(
    exercise: CodeExercise, trial: CodeTrial, cases: Sequence[tuple[Any, ...]], seconds: float
) -> tuple[str, str]:
    """Why the function could not be called with all cases: a title and a sentence."""
    if trial.fault == "start":
        return "Your function could not run.", trial.text
    call = exercise.call(cases[len(trial.answers)])
    if trial.fault == "time":
        title = f"Your function did not end within {seconds:g} seconds."
        return title, f"It was stopped at {call}. Is there a loop that never ends?"
    if trial.fault == "memory":
        title = f"Your function used more than {MOST_MEMORY >> 30} GB of memory."
        return title, f"It was stopped at {call}. Does a list grow without end?"
    if trial.fault == "ended":
        return "Your function ended Python itself.", f"That was at {call}."
    return "Your function could not run.", f"{call} raised {trial.text}."


def _judged(
    exercise: CodeExercise,
    cases: Sequence[tuple[Any, ...]],
    wanted: Sequence[Any],
    answers: Sequence[Answer],
    left: int,
) -> CodeResult:
    """Compares what came back with what is wanted."""
    verdicts = [answer.value == plain(want) for answer, want in zip(answers, wanted, strict=True)]
    right, tried = sum(verdicts), len(verdicts)
    if right == tried and left:
        title = f"{right} of {tried} shown cases are right; {left} more are checked later."
        return CodeResult(Outcome.PARTLY, title, "", right, tried, left)
    if right == tried:
        return CodeResult(Outcome.CORRECT, f"All {tried} cases are right.", "", right, tried)
    wrong = verdicts.index(False)
    text = (
        f"{exercise.call(cases[wrong])} should be {show(wanted[wrong])}; yours gives {answers[wrong].shown}."
    )
    outcome = Outcome.PARTLY if 2 * right >= tried else Outcome.WRONG
    title = f"Not yet: {right} of {tried} cases are right."
    return CodeResult(outcome, title, text, right, tried, left)


def _source(function: object) -> str:
    """What the learner has written, as far as Python knows it."""
    try:
        return getsource(function)[:MOST_ANSWER]  # type: ignore[arg-type]
    except (OSError, TypeError):
        return ""


def _attempt(
    exercise: CodeExercise, seed: str, result: CodeResult, who: Identity, started: datetime, source: str
) -> Attempt:
    return Attempt(
        id=str(uuid4()),
        learner=who.learner,
        exercise=exercise.id,
        seed=seed,
        level=1,
        options=exercise.options,
        rules=dict.fromkeys(exercise.rules, True) if result.passed else {},  # a bug is no unknown rule
        outcome=str(result.outcome),
        score=round(result.score, 3),
        tries=1,
        assisted=False,
        mistakes=(),
        started=started,
        finished=max(datetime.now(UTC), started),  # a clock may have been set back
        class_code=who.class_code,
        answer={exercise.name: source} if source else {},
        asked=str(exercise),
    )
