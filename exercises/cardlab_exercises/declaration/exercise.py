"""How an exercise is declared, and what asking and answering one gives.

An exercise is data plus a few small functions. It never holds an answer key: `check` and `solve` ask
the engine. A question is fixed by the exercise, the seed, the level and the rule set, so the same
four give the same question on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any, Literal, NamedTuple

from cardlab.cards import Card, quoted
from cardlab.display.scene import Field, Frame, Group, Scene, Zone
from cardlab.errors import InputError
from cardlab.rulebook import load
from cardlab_exercises.declaration.answers import AnswerError, is_number, read_seed
from cardlab_exercises.declaration.mistakes import Distractor

Answer = Mapping[str, str]
"""What somebody typed or chose, by the name of the field."""

Stage = Literal["worked", "finish", "alone"]
"""How much is done for the learner: all of it, all but the last step, or nothing."""


class Outcome(StrEnum):
    """The five ways in which checking an answer can end."""

    CORRECT = "correct"
    PARTLY = "partly correct"
    WRONG = "wrong"
    NOT_ATTEMPTED = "not attempted"
    COULD_NOT_RUN = "could not run"

    @property
    def counts(self) -> bool:
        """True for an attempt, which is recorded; an empty answer is not an attempt.

        >>> Outcome.WRONG.counts, Outcome.NOT_ATTEMPTED.counts
        (True, False)
        """
        return self in (Outcome.CORRECT, Outcome.PARTLY, Outcome.WRONG)


class Result(NamedTuple):
    """What became of one field of the answer; `note` says it in words: ``2 short``."""

    state: Literal["", "right", "wrong"]
    note: str


class Verdict(NamedTuple):
    """What checking an answer found.

    `text` points to what is wrong without giving the answer away; `proof` shows the cards that it
    rests on. `mistakes` are the ids of the recognised common mistakes, `score` is from 0 to 1.
    `judged` are the rules that the answer shows to be known (True) or not.
    """

    outcome: Outcome
    title: str
    text: str = ""
    fields: Mapping[str, Result] = {}
    proof: tuple[Group, ...] = ()
    rules: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    score: float = 0.0
    judged: Mapping[str, bool] = {}


class WorkedSolution(NamedTuple):
    """The worked solution: the right answer, the working, and the same as frames to step through."""

    answer: Answer
    title: str
    text: str
    proof: tuple[Group, ...]
    rules: tuple[str, ...]
    frames: tuple[Frame, ...] = ()
    said: str = ""


class Examples(NamedTuple):
    """Three answers to a question that every exercise must judge as their names say."""

    right: Answer
    wrong: Answer
    empty: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: what is asked, about which cards, and the form of the answer.

    `position` is what the engine is asked about; only the exercise itself reads it. A
    field that is `locked` is given, not asked. `ground` is the scene in which the zones lie, where
    that is more than the zones: a table with its seats, or a board.
    """

    prompt: str
    position: Any
    zones: tuple[Zone, ...]
    fields: tuple[Field, ...]
    ground: Scene | None = None
    exercise: str = ""
    seed: str = ""
    level: int = 1
    options: Any = None
    stage: Stage = "alone"

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What fixes the question: exercise, seed, level and rule set."""
        return self.exercise, self.seed, self.level, self.options.label

    @property
    def pickable(self) -> tuple[Card, ...]:
        """The cards that can be picked, in the order in which they lie."""
        faces = [face for zone in self.zones for face in zone.faces if face.selectable]
        return tuple(face.card for face in faces if face.card is not None)


TWIN = "~"
"""A seed that ends so asks for the twin of the question without it."""

Make = Callable[[Random, int, Any], Question]
Check = Callable[[Question, Answer], Verdict]
Tally = Callable[[Sequence[Card]], str]


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """The declaration of an exercise.

    `rules` and `mistakes` are ids of the game's rulebook. `levels` says in words what each level,
    from 1 up, brings. `options(given)` gives the rule set that the questions use for
    options or the name of a preset; it raises `ValueError` where they have no such rule.

    `make(random, level, options)` draws a question, by `random.random()` alone. `check(question,
    answer)` judges; it raises `AnswerError` for text that cannot be read. `solve(question)` works it out.
    `hints(question)` are given one by one, each telling more than the one before. `distractors(question)` are
    the answers that common mistakes lead to there. `examples(question)` are the answers that tests run.
    `finish(question, solution)`, where there is one, fills in all but the last step. `twin(question)`,
    where there is one, gives the other half of a minimal pair: the same question one card (or one
    point) apart, with another answer; None if this question has none. `distinct`, where the rule
    allows few questions, is how many there are, for each level; None where there are plenty.
    `tally(cards)` says what the cards picked on the screen come to. `form_label` names the form, and
    `steps_label` the button that steps through the solution.
    """

    id: str
    title: str
    topic: str
    game: str
    rules: tuple[str, ...]
    mistakes: tuple[str, ...]
    levels: tuple[str, ...]
    options: Callable[[Any], Any]
    make: Make
    check: Check
    solve: Callable[[Question], WorkedSolution]
    hints: Callable[[Question], tuple[str, ...]]
    examples: Callable[[Question], Examples]
    distractors: Callable[[Question], Sequence[Distractor]] = lambda question: ()
    finish: Callable[[Question, WorkedSolution], Question] | None = None
    twin: Callable[[Question], Question | None] | None = None
    distinct: tuple[int | None, ...] = ()
    tally: Tally | None = None
    default_level: int = 1
    form_label: str = "your answer"
    steps_label: str = "Step through this"

    def __post_init__(self) -> None:
        book = load(self.game)
        for rule in self.rules:
            book.rule(rule)
        for mistake in self.mistakes:
            book.mistake(mistake)

    def question(
        self,
        seed: str | int,
        level: int | None = None,
        options: Any = "course",
        stage: Stage = "alone",
    ) -> Question:
        """The question of that seed and level, under `options` or the preset that they name.

        A seed with `TWIN` at its end gives the twin of the question without it, if there is one.

        Raises `ValueError` for a level, preset or stage that does not exist, an invalid seed, or options
        without what is practised.
        """
        at = self.read_level(level)
        chosen = self.options(options)
        name = read_seed(seed, most=60)
        first = name.removesuffix(TWIN) if self.twin else name
        made = self.make(Random(f"{self.id}/{at}/{first}"), at, chosen)
        asked = replace(made, exercise=self.id, seed=first, level=at, options=chosen, stage=stage)
        if first != name:
            asked = self.twin_of(asked) or asked
        if stage == "alone":
            return asked
        if self.finish is None:
            raise InputError(f"{self.id} is practised alone only: it has no worked examples")
        solution = self.solve(asked)
        if stage == "finish":
            return self.finish(asked, solution)
        if stage == "worked":
            given = [entry._replace(value=solution.answer[entry.name], locked=True) for entry in asked.fields]
            return replace(asked, fields=tuple(given))
        raise InputError(f"a stage is worked, finish or alone, not {quoted(stage)}")

    def twin_of(self, question: Question) -> Question | None:
        """The other half of the minimal pair, asked alone; None if this question has none."""
        if self.twin is None or question.seed.endswith(TWIN):
            return None
        if question.stage != "alone":  # what was filled in there is the answer to another question
            plain = (entry._replace(value="", locked=False) for entry in question.fields)
            question = replace(question, fields=tuple(plain))
        made = self.twin(question)
        return made and replace(
            made,
            exercise=self.id,
            seed=question.seed + TWIN,
            level=question.level,
            options=question.options,
            stage="alone",
        )

    def exists_under(self, options: Any) -> bool:
        """Whether these options of its game have what it practises."""
        try:
            self.options(options)
        except InputError:
            return False
        return True

    def read_level(self, level: int | None) -> int:
        """A level that exists; None is the usual one. Raises `ValueError` naming what there is."""
        if level is None:
            return self.default_level
        if not is_number(level) or level not in range(1, len(self.levels) + 1):
            raise InputError(f"{self.id} has the levels 1 to {len(self.levels)}, not {quoted(level)}")
        return level

    def judge(self, question: Question, answer: Answer) -> Verdict:
        """`check`, made safe: unknown fields are refused, and a fault of the program is not a wrong answer.

        Raises `AnswerError` for what cannot be read as an answer.
        """
        names = {entry.name for entry in question.fields}
        if not isinstance(answer, Mapping):
            example = f"{{{question.fields[0].name!r}: ...}}"
            raise AnswerError(
                f"an answer is a mapping of the question's fields, like {example}, not {quoted(answer)}"
            )
        for name in answer:
            if name not in names:
                raise AnswerError(f"there is no field {quoted(name)} in this question")
        given = {entry.name: entry.value for entry in question.fields if entry.locked}
        if len(given) == len(question.fields):
            return Verdict(Outcome.NOT_ATTEMPTED, "There is nothing to answer: everything is filled in.")
        try:
            return self.check(question, {**answer, **given})
        except AnswerError:
            raise
        except Exception as error:
            return Verdict(
                Outcome.COULD_NOT_RUN,
                "This could not be checked.",
                f"The program failed ({type(error).__name__}: {quoted(error, 200)}), not you. "
                "Nothing was counted.",
            )
