"""Code exercises, for those who learn Python too: write a function, and have it checked on many cases.

The function is called as it is, with fresh copies of the data each time, and has to give what the engine
gives. Nothing is read from the notebook and no text is run.

>>> def fifteens(cards):
...     return 2 * any(a.rank + b.rank == 15 for a in cards for b in cards)
>>> print(check_code("crib-code-fifteens", fifteens, seed=1, record=False))
Not yet: 22 of 46 cases are right.
fifteens([5♥, 5♦, 5♠, J♣, 5♣]) should be 16; yours gives 0.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from html import escape
from random import Random, SystemRandom
from threading import Thread
from typing import Any, NamedTuple
from uuid import uuid4

from cardlab.cards import Card, escaped, list_words, quoted
from cardlab_exercises.answers import read_seed
from cardlab_exercises.bank import UnknownExerciseError
from cardlab_exercises.exercise import Outcome
from cardlab_exercises.store import Attempt, Store, default_class, default_learner, default_store

GENERATED = 40
"""So many cases are drawn, besides those that are shown."""
SECONDS = 5.0
"""So long all cases together may take."""
_MOST = 300
"""So many letters of a value are shown."""

Function = Callable[..., Any]


@dataclass(frozen=True, kw_only=True)
class CodeExercise:
    """The declaration of a code exercise.

    `signature` is how the function is called, `task` says what it has to do. `shown` are the arguments
    that the learner is told of; `make(random)` draws others by ``random.random()`` alone. `solve` gives the
    right value for arguments: it asks the engine. `same` compares what a function gives with it.
    """

    id: str
    title: str
    game: str
    signature: str
    task: str
    rules: tuple[str, ...]
    shown: tuple[tuple[Any, ...], ...]
    make: Callable[[Random], tuple[Any, ...]]
    solve: Function
    options: str = "course rules"

    @property
    def name(self) -> str:
        return self.signature.partition("(")[0]

    def cases(self, seed: str) -> list[tuple[Any, ...]]:
        """The hidden cases of that seed."""
        return [self.make(Random(f"{self.id}/{seed}/{number}")) for number in range(GENERATED)]

    def __str__(self) -> str:
        examples = [f"  {_call(self, case)} is {_show(self.solve(*deepcopy(case)))}" for case in self.shown]
        return "\n".join([f"Write {self.signature} ({self.options}). {self.task}", *examples])

    __repr__ = __str__


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
    from cardlab_exercises.code_bank import CODE_EXERCISES

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

    The attempt is kept as any other, but for one that could not run or tried the shown cases only. Without
    a `seed` each check draws other cases. A function that does not end is stopped after `seconds`.
    Raises `UnknownExerciseError`, or `ValueError` for a seed that is none.
    """
    exercise = get_code(id)
    name = read_seed(seed) if seed is not None else str(SystemRandom().randrange(10_000, 100_000))
    started = datetime.now(UTC)
    result = _check(exercise, function, name, hidden, seconds)
    if record and hidden and result.outcome.counts:
        kept = store or default_store()
        kept.record(_attempt(exercise, name, result, learner or default_learner(), started))
        if kept.notice:
            result = result._replace(text="\n".join(filter(None, (result.text, kept.notice))))
    return result


def _check(exercise: CodeExercise, function: object, seed: str, hidden: bool, seconds: float) -> CodeResult:
    if function is None or function is ...:
        return CodeResult(Outcome.NOT_ATTEMPTED, f"Write {exercise.signature} first, then check it.")
    if not callable(function):
        return CodeResult(
            Outcome.COULD_NOT_RUN,
            f"Pass the function itself: check_code({exercise.id!r}, {exercise.name}).",
            f"This is {escaped(quoted(function))}, which cannot be called.",
        )
    cases = [*exercise.shown, *(exercise.cases(seed) if hidden else ())]
    tries = _Tries(exercise, function, cases)
    ended = tries.run(seconds)
    left = 0 if hidden else GENERATED
    if tries.error is not None:
        return CodeResult(Outcome.COULD_NOT_RUN, "Your function could not run.", tries.error)
    if not ended:
        call = _call(exercise, cases[len(tries.found)])
        return CodeResult(
            Outcome.COULD_NOT_RUN,
            f"Your function did not end within {seconds:g} seconds.",
            f"It was stopped at {call}. Is there a loop that never ends?",
        )
    if all(got is None for got in tries.found):
        return CodeResult(Outcome.NOT_ATTEMPTED, f"{exercise.name} gives nothing back yet: use return.")
    return _judged(exercise, cases, tries.found, left)


def _judged(
    exercise: CodeExercise, cases: Sequence[tuple[Any, ...]], found: Sequence[Any], left: int
) -> CodeResult:
    wanted = [exercise.solve(*deepcopy(case)) for case in cases]
    verdicts = [_same(got, want) for got, want in zip(found, wanted, strict=True)]
    right, tried = sum(verdicts), len(verdicts)
    if right == tried and left:
        title = f"{right} of {tried} shown cases are right; {left} more are checked later."
        return CodeResult(Outcome.PARTLY, title, "", right, tried, left)
    if right == tried:
        return CodeResult(Outcome.CORRECT, f"All {tried} cases are right.", "", right, tried)
    first = verdicts.index(False)
    call = _call(exercise, cases[first])
    text = f"{call} should be {_show(wanted[first])}; yours gives {_show(found[first])}."
    outcome = Outcome.PARTLY if 2 * right >= tried else Outcome.WRONG
    return CodeResult(outcome, f"Not yet: {right} of {tried} cases are right.", text, right, tried, left)


def _same(got: Any, want: Any) -> bool:
    """Whether a value is the right one: True is not 1, and a tuple does for a list."""
    if isinstance(got, bool) is not isinstance(want, bool):
        return False
    if isinstance(want, list):
        return isinstance(got, list | tuple) and list(got) == want
    try:
        return bool(got == want)
    except Exception:  # an array, say, is not simply equal or not
        return False


class _Stopped(BaseException):
    """Raised inside a function that has run too long."""


class _Tries:
    """A function being called with each of the cases, in a thread of its own that can be stopped."""

    def __init__(self, exercise: CodeExercise, function: Function, cases: Sequence[tuple[Any, ...]]) -> None:
        self._exercise, self._function, self._cases = exercise, function, cases
        self.found: list[Any] = []
        self.error: str | None = None

    def run(self, seconds: float) -> bool:
        """Whether it came to its end in time."""
        import ctypes

        thread = Thread(target=self._call_all, daemon=True)
        thread.start()
        thread.join(seconds)
        for _ in range(20):  # a function may catch the first
            if not thread.is_alive():
                break
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_Stopped)
            )
            thread.join(0.05)
        return len(self.found) == len(self._cases)

    def _call_all(self) -> None:
        for case in self._cases:
            try:
                got = self._function(*deepcopy(case))
                self.found.append(list(got) if isinstance(got, list) else got)  # it may be changed later
            except _Stopped:
                return
            except BaseException as error:  # exit() and the like must not end the kernel
                self.error = f"{_call(self._exercise, case)} raised {_told(error)}."
                return


def _told(error: BaseException) -> str:
    """What was raised, and in which line of the learner's own code."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in line {frames[1].lineno}" if len(frames) > 1 else ""
    reason = f": {_short(str(error))}" if str(error) else ""
    return f"{type(error).__name__}{where}{reason}"


def _call(exercise: CodeExercise, case: Sequence[Any]) -> str:
    return f"{exercise.name}({', '.join(map(_show, case))})"


def _show(value: Any) -> str:
    """A value as the learner sees it: cards by their signs, anything else as Python writes it."""
    if isinstance(value, Card):
        return value.short
    if isinstance(value, list | tuple):
        inside = ", ".join(map(_show, value[:60]))
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' if len(value) == 1 else ''})"
    try:
        return _short(repr(value))
    except Exception:
        return f"something of type {type(value).__name__}"


def _short(text: str) -> str:
    return escaped(text if len(text) <= _MOST else f"{text[: _MOST - 1]}…")


def _attempt(
    exercise: CodeExercise, seed: str, result: CodeResult, learner: str, started: datetime
) -> Attempt:
    return Attempt(
        id=str(uuid4()),
        learner=learner,
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
        finished=datetime.now(UTC),
        class_code=default_class(),
    )
