"""Asking a class: a question goes out under the class code, everybody answers once, the answers are counted.

Questions and answers lie in the database of the attempts (`CARDLAB_DATABASE`, or the file in the data
folder), in tables of their own. A question holds what everybody sees on the projector, and never its answer.

>>> asked = ask_class("7b", "May South take the pile?", ("Yes", "No"))
>>> vote(asked, "a voter", "No"), tally(asked)
('No', (('Yes', 0), ('No', 1)))
>>> close(asked)
>>> latest("7b").open
False
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from cardlab.display.scene import Zone
from cardlab.wording import signed
from cardlab_exercises.declaration.answers import AnswerError, read_class_code, read_number
from cardlab_exercises.store.class_question import ClassQuestion
from cardlab_exercises.store.settings import default_place

if TYPE_CHECKING:
    from cardlab_exercises.store.polls_database import PollsDatabase

__all__ = ["MOST_POINTS", "ClassQuestion", "ask_class", "close", "latest", "tally", "vote"]

T = TypeVar("T")

MOST_POINTS = 9999
"""Answers in numbers are from minus this to this."""


def ask_class(
    class_code: str,
    prompt: str,
    choices: Sequence[str] = (),
    label: str = "",
    zones: Sequence[Zone] = (),
) -> ClassQuestion:
    """Puts a question to a class; the one before it is closed. `zones` are shown with it, all cards face up.

    Raises `ValueError` for an invalid class code, or where the question cannot be kept.
    """
    code = read_class_code(class_code)
    asked = ClassQuestion(str(uuid4()), code, prompt[:500], tuple(choices), label, zones=tuple(zones))
    _tried(lambda base: base.ask(asked, datetime.now(UTC)))
    return asked


def latest(class_code: str) -> ClassQuestion | None:
    """The question that was put to the class last, open or closed; None if there was none."""
    code = read_class_code(class_code)
    return _tried(lambda base: base.latest(code))


def vote(question: ClassQuestion, voter: str, answer: str) -> str:
    """Takes an answer, in place of an earlier one of the same voter, and gives it as it was understood.

    Raises `AnswerError` for anything that does not answer this question, and `ValueError` when it is closed.
    """
    understood = _understood(question, answer)
    if not _tried(lambda base: base.vote(question.id, voter, understood)):
        raise ValueError("this question is closed; look whether there is another one")
    return understood


def tally(question: ClassQuestion) -> tuple[tuple[str, int], ...]:
    """How often each answer was given: the choices in their order, or the numbers from low to high."""
    counted = Counter(_tried(lambda base: base.answers(question.id)))
    if question.choices:
        return tuple((choice, counted[choice]) for choice in question.choices)
    return tuple((signed(int(answer)), counted[answer]) for answer in sorted(counted, key=int))


def close(question: ClassQuestion) -> None:
    """No more answers are taken."""
    _tried(lambda base: base.close(question.id))


def _understood(question: ClassQuestion, answer: str) -> str:
    if question.choices:
        if answer not in question.choices:
            raise AnswerError("choose one of the answers")
        return answer
    number = read_number(answer, "your prediction", MOST_POINTS, -MOST_POINTS)
    if number is None:
        raise AnswerError("write your prediction first")
    return str(number)


def _tried(solution: Callable[[PollsDatabase], T]) -> T:
    place = default_place()
    try:
        return solution(_database(place))
    except Exception as error:  # whatever a database cannot do; its text may hold a password
        _database.cache_clear()
        reason = type(getattr(error, "orig", None) or error).__name__
        raise ValueError(f"the class cannot be asked: the database cannot be used ({reason})") from error


@cache
def _database(place: Any) -> PollsDatabase:
    from cardlab_exercises.store.polls_database import PollsDatabase

    return PollsDatabase(place)
