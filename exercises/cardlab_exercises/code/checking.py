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
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from datetime import UTC, datetime
from difflib import get_close_matches
from html import escape
from operator import index
from random import SystemRandom
from threading import Thread
from typing import Any, NamedTuple
from uuid import uuid4

from cardlab.cards import list_words, quoted
from cardlab.errors import InputError
from cardlab_exercises.code.exercise import GENERATED, CodeExercise, Function, Stopped, show, written
from cardlab_exercises.declaration.answers import is_number, read_seed
from cardlab_exercises.declaration.bank import UnknownExerciseError
from cardlab_exercises.declaration.exercise import Outcome
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.settings import default_class, default_learner
from cardlab_exercises.store.store import Store, default_store

SECONDS = 5.0
"""So long all cases together may take."""
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

    The attempt is kept as any other, but for one that could not run or tried the shown cases only. Without
    a `seed` each check draws other cases. A function that does not end is stopped after `seconds`.
    Raises `UnknownExerciseError`, or `ValueError` for a seed or a number of seconds that is none.
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
            f"This is {show(function)}, which cannot be called.",
        )
    cases = [*exercise.shown, *(exercise.cases(seed) if hidden else ())]
    tries = _Tries(exercise, function, cases)
    ended = tries.run(seconds)
    if tries.error:
        return CodeResult(Outcome.COULD_NOT_RUN, "Your function could not run.", tries.error)
    if not ended:
        call = exercise.call(cases[len(tries.verdicts)])
        return CodeResult(
            Outcome.COULD_NOT_RUN,
            f"Your function did not end within {seconds:g} seconds.",
            f"It was stopped at {call}. Is there a loop that never ends?",
        )
    if tries.nothing:
        return CodeResult(Outcome.NOT_ATTEMPTED, f"{exercise.name} gives nothing back yet: use return.")
    return _judged(tries, 0 if hidden else GENERATED)


def _judged(tries: _Tries, left: int) -> CodeResult:
    right, tried = sum(tries.verdicts), len(tries.verdicts)
    if right == tried and left:
        title = f"{right} of {tried} shown cases are right; {left} more are checked later."
        return CodeResult(Outcome.PARTLY, title, "", right, tried, left)
    if right == tried:
        return CodeResult(Outcome.CORRECT, f"All {tried} cases are right.", "", right, tried)
    outcome = Outcome.PARTLY if 2 * right >= tried else Outcome.WRONG
    title = f"Not yet: {right} of {tried} cases are right."
    return CodeResult(outcome, title, tries.first_wrong, right, tried, left)


def _same(got: Any, want: Any) -> bool:
    """Whether a value is the right one: True is not 1, a tuple does for a list, and NumPy's numbers do."""
    try:
        if _is_truth(got) or isinstance(want, bool):
            return _is_truth(got) and isinstance(want, bool) and bool(got) is want
        if isinstance(want, list):
            return isinstance(got, list | tuple) and len(got) == len(want) and all(map(_same, got, want))
        if is_number(want):
            return bool(_number(got) == want)
        return type(got) is type(want) and bool(got == want)
    except Stopped:
        raise
    except BaseException:  # it is none of the kind, or one that does odd things when it is looked at
        return False


def _number(value: Any) -> float:
    """A number as Python's own, whatever it says of itself when it is compared. Raises `TypeError`."""
    return float.__float__(value) if isinstance(value, float) else index(value)


def _is_truth(value: Any) -> bool:
    """Whether it is True or False, be it Python's or NumPy's, which need not be there."""
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))


class _Tries:
    """A function being called with each of the cases, in a thread of its own that can be stopped.

    What it gives back is compared and shown there too: an object of the learner's may do anything then.

    `verdicts` says of each case tried whether it is right, `first_wrong` shows the first that is not, and
    `nothing` is True while only None came back. `error` says what was raised, if anything was.
    """

    def __init__(self, exercise: CodeExercise, function: Function, cases: Sequence[tuple[Any, ...]]) -> None:
        self._exercise, self._function, self._cases = exercise, function, cases
        self._wanted = [exercise.solve(*deepcopy(case)) for case in cases]
        self.verdicts: list[bool] = []
        self.first_wrong = ""
        self.nothing = True
        self.error = ""

    def run(self, seconds: float) -> bool:
        """Whether it came to its end in time."""
        import ctypes

        thread = Thread(target=self._try_all, daemon=True)
        thread.start()
        thread.join(seconds)
        for _ in range(20):  # a function may catch the first
            if not thread.is_alive():
                break
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Stopped)
            )
            thread.join(0.05)
        return len(self.verdicts) == len(self._cases)

    def _try_all(self) -> None:
        with suppress(Stopped):
            for case, want in zip(self._cases, self._wanted, strict=True):
                try:
                    self._try(case, want)
                except Stopped:
                    raise
                except BaseException as error:  # exit() and the like must not end the kernel
                    self.error = f"{self._exercise.call(case)} raised {_told(error)}."
                    return

    def _try(self, case: tuple[Any, ...], want: Any) -> None:
        got = self._function(*deepcopy(case))
        right = _same(got, deepcopy(want))
        if not right and not self.first_wrong:
            call = self._exercise.call(case)
            self.first_wrong = f"{call} should be {show(want)}; yours gives {show(got)}."
        self.nothing = self.nothing and got is None
        self.verdicts.append(right)


def _told(error: BaseException) -> str:
    """What was raised, and in which line of the learner's own code."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in line {frames[2].lineno}" if len(frames) > 2 else ""
    reason = written(error, str)
    return f"{type(error).__name__}{where}{reason and f': {reason}'}"


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
        finished=max(datetime.now(UTC), started),  # a clock may have been set back
        class_code=default_class(),
    )
