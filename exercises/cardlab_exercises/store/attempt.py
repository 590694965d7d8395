"""An attempt: what is kept of one answer, and what every attempt keeps to, wherever it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from cardlab.cards import quoted
from cardlab_exercises.declaration.answers import plain_code, plain_name
from cardlab_exercises.declaration.exercise import Outcome, Question, Verdict

SIZES = {
    "id": 36,
    "learner": 100,
    "exercise": 100,
    "seed": 100,
    "options": 2000,
    "outcome": 20,
    "class_code": 40,
    "test": 40,
    "asked": 8000,
}
"""How many characters each text has at most."""
MAY_BE_EMPTY = ("class_code", "test", "asked")
"""All other texts have at least one character."""
MOST_LEVEL = 100
MOST_TRIES = 1_000_000
MOST_NAMED = 200
"""How many rules, mistakes and fields an attempt has at most, each by an id of up to 100 characters."""
MOST_ANSWER = 4000
"""How many characters the answer in a field has at most."""
YEARS = range(2000, 2100)
"""A due day lies up to a hundred years after an attempt, and tables hold times until 2262."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One answer that was checked. `id` is its own for ever, so that nothing is recorded twice.

    `test` is the code of the class test that it was given in, empty for practice. `answer` is what stood in
    each field, `asked` the question in words, as it was shown; attempts of older versions have neither.
    `rules` says of each rule that the answer tells of whether it was known; `score` is from 0 to 1;
    `tries` counts the answers to this question so far, this one included. Times are UTC. `class_code` is
    empty for a person in no class. Names and codes are kept in one form, however they were typed. The same
    name in two classes is two learners; `who` tells them apart.
    """

    id: str
    learner: str
    exercise: str
    seed: str
    level: int
    options: str
    rules: Mapping[str, bool]
    outcome: str
    score: float
    tries: int
    assisted: bool
    mistakes: tuple[str, ...]
    started: datetime
    finished: datetime
    class_code: str = ""
    test: str = ""
    answer: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "learner", plain_name(self.learner))
        for name in ("class_code", "test"):
            object.__setattr__(self, name, plain_code(getattr(self, name)))

    @property
    def who(self) -> tuple[str, str]:
        """The learner: class code and name."""
        return self.class_code, self.learner

    @property
    def question(self) -> tuple[str, str, int, str]:
        """What fixes the question: exercise, seed, level and rule set."""
        return self.exercise, self.seed, self.level, self.options

    def is_of(self, learner: str | None, class_code: str | None) -> bool:
        """Whether it is of that learner and that class, in their one form; None stands for any."""
        return learner in (None, self.learner) and class_code in (None, self.class_code)

    @classmethod
    def of(cls, question: Question, verdict: Verdict, **about: Any) -> Attempt:
        """An answer to `question`, as it was judged; `about` are the fields on who gave it, when and how."""
        return cls(
            exercise=question.exercise,
            seed=question.seed,
            level=question.level,
            options=question.options.label,
            rules=dict(verdict.judged),
            outcome=str(verdict.outcome),
            score=verdict.score,
            mistakes=verdict.mistakes,
            **about,
        )

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def check_attempt(attempt: Attempt) -> None:
    """Raises `ValueError` for the first value that no attempt has, naming it and what is accepted.

    The values are of the kinds that `Attempt` says; the times have a zone.
    """
    for name, size in SIZES.items():
        check_text(name, getattr(attempt, name), size, empty=name in MAY_BE_EMPTY)
    if attempt.outcome not in list(Outcome):
        raise ValueError(f"outcome is one of {', '.join(Outcome)}, not {quoted(attempt.outcome)}")
    for name, most in (("level", MOST_LEVEL), ("tries", MOST_TRIES)):
        if not 1 <= getattr(attempt, name) <= most:
            raise ValueError(f"{name} is from 1 to {most}, not {quoted(getattr(attempt, name))}")
    if not 0 <= attempt.score <= 1:
        raise ValueError(f"score is from 0 to 1, not {quoted(attempt.score)}")
    named = (("rules", attempt.rules), ("mistakes", attempt.mistakes), ("answer", attempt.answer))
    for name, ids in named:
        if len(ids) > MOST_NAMED:
            raise ValueError(f"{name} are up to {MOST_NAMED}, not {len(ids)}")
        for id in ids:
            check_text(f"an id in {name}", id, 100)
    for text in attempt.answer.values():
        check_text("a field of answer", text, MOST_ANSWER, empty=True)
    for name, time in (("started", attempt.started), ("finished", attempt.finished)):
        if time.year not in YEARS:
            raise ValueError(f"{name} is a time from {YEARS[0]} to {YEARS[-1]}, not {quoted(time)}")


def check_text(name: str, text: object, most: int, empty: bool = False) -> None:
    """Raises `ValueError` unless it is a text of up to `most` characters that can be written down.

    >>> check_text("learner", chr(0xD800), 100)
    Traceback (most recent call last):
        ...
    ValueError: learner is a text of up to 100 characters, not '\\ud800'
    """
    if isinstance(text, str) and len(text) <= most:
        if not text.strip() and not empty:
            raise ValueError(f"{name} is empty")
        if "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text):
            return
    raise ValueError(f"{name} is a text of up to {most} characters, not {quoted(text)}")
