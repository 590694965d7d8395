"""Practising: a run of questions, with tries, hints and solutions, apart from any screen.

`Practice` is a model: `scene()` is all there is to show, and `act` does what somebody does. Whatever
has the seed shows the same.

>>> practice = Practice("crib-count-hand", seed=20417)
>>> practice.act("check", {"total": "twelf"})
Traceback (most recent call last):
    ...
cardlab_exercises.declaration.answers.AnswerError: the total: 'twelf' is not a number; write a whole number \
from 0 to 99, like 12 or twelve
>>> practice.act("hint", {})
>>> practice.scene().message.title
'Hint 1 of 2'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import Any
from uuid import uuid4

from cardlab.cards import list_words, quoted, show_cards
from cardlab.display.scene import Frame, Scene
from cardlab.errors import InputError
from cardlab.plugins import games
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.answers import is_number, read_seed
from cardlab_exercises.declaration.exercise import (
    Exercise,
    Outcome,
    Question,
    Verdict,
)
from cardlab_exercises.practice.plans import OneExercise, Plan
from cardlab_exercises.practice.run import DotState, Phase, Run, Sitting
from cardlab_exercises.practice.scene import NO_MORE_HINTS, practice_scene, question_text
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.identity import Identity
from cardlab_exercises.store.store import Keeper, Store


class Practice(Keeper):
    """A run of questions for one learner: of one exercise, or of whatever is due.

    Without an exercise, or with the name of a game, the questions are about the rules that are due to be
    repeated, and new ones; `plan` is any other way to choose them. Without a `seed` one is drawn when
    practice begins. Without a `level` the run begins easily and ends with the hardest. `fade` begins
    with a worked example and a question to finish. `options` are the rules: the game's options, or the name
    of a preset. Attempts go to `store`, by default the user's own;
    `learner` is by default the person who is logged in.

    Raises `UnknownExerciseError`, or `ValueError` for a seed, level, learner, store or length that cannot
    be, and for options that do not exist or have no such exercise.
    """

    def __init__(
        self,
        exercise_id: str | None = None,
        seed: str | int | None = None,
        level: int | None = None,
        learner: str | None = None,
        options: Any = "course",
        store: Store | None = None,
        length: int = 10,
        fade: bool = False,
        plan: Plan | None = None,
    ) -> None:
        if not is_number(length) or not 1 <= length <= 100:
            raise InputError(f"a run has 1 to 100 questions, as a whole number, not {quoted(length)}")
        if store is not None and not isinstance(store, Store):
            raise InputError(f"a store is a cardlab_exercises.Store, not {quoted(store)}")
        self.plan: Plan = plan or _plan(exercise_id, level, options, length, fade)
        self._named = exercise_id
        self.stepping = False
        self.run: Run | None = None
        self.sitting: Sitting | None = None
        super().__init__(learner, store)
        self._told = ""
        self._solved: frozenset[tuple[str, str, int, str]] = frozenset()
        if seed is not None:
            self._begin(read_seed(seed))

    def __repr__(self) -> str:
        seed = f", seed={self.seed!r}" if self.seed is not None else ""
        named = repr(self._named) if self._named is not None else ""
        return f"Practice({f'{named}{seed}'.removeprefix(', ')})"

    @property
    def seed(self) -> str | None:
        """The seed of the run; None before practice has begun."""
        return self.run.seed if self.run else None

    @property
    def options(self) -> Any:
        """The rule set of the question there is now, or of those to come."""
        return self.sitting.question.options if self.sitting else self.plan.options

    @property
    def keeps(self) -> bool:
        """Whether the attempts so far are kept."""
        return self._store is None or self._store.keeps

    @property
    def notice(self) -> str:
        """What is wrong with the store, if anything is."""
        return self._store.notice if self._store is not None else ""

    def scene(self) -> Scene:
        """All there is to show now."""
        return practice_scene(self.plan, self.run, self.sitting, self.keeps, self.notice)

    def frames(self) -> tuple[Frame, ...]:
        """The worked solution to step through. Raises `ValueError` before it may be seen."""
        return self._done_sitting("step through it").solution.frames

    def act(self, action: str, values: Mapping[str, str] | None = None) -> None:
        """Does one of: check, hint, solution, next, again, twin, seed, steps, ``card:KEY``.

        "twin" asks the same again with one thing changed. `values` are the fields' texts by name;
        "seed" wants ``values["seed"]``. Raises `ValueError`, and changes nothing, when it cannot be
        done; whatever else is raised changes nothing either.
        """
        before = dict(vars(self))
        try:
            self._act(action, values or {})
        except Exception:
            vars(self).clear()
            vars(self).update(before)  # what it holds is replaced by an action, never changed
            raise

    def _act(self, action: str, given: Mapping[str, str]) -> None:
        name, _, key = action.partition(":")
        actions: dict[str, Callable[[Mapping[str, str]], None]] = {
            "check": self._check,
            "hint": self._hint,
            "solution": self._show_solution,
            "next": self._next,
            "again": self._again,
            "twin": self._twin,
            "seed": self._new_seed,
            "steps": self._steps,
        }
        if name == "card" and key:
            self._pick(key, given)
        elif action in actions:
            actions[action](given)
        else:
            known = list_words([*actions, "card:KEY"], "or")
            raise ValueError(f"there is no action {quoted(action)}; there is {known}")

    # ------------------------------------------------------------ actions

    def _check(self, values: Mapping[str, str]) -> None:
        sitting = self._open_sitting()
        asked = [entry.name for entry in sitting.question.fields if not entry.locked]
        answer = {name: values.get(name, sitting.typed.get(name, "")) for name in asked}
        if sitting.checked == answer and sitting.verdict and sitting.verdict.outcome.counts:
            return  # pressed twice
        verdict = sitting.exercise.judge(sitting.question, answer)
        sitting = replace(sitting, typed=answer, checked=answer, verdict=verdict, hinted_last=False)
        if not verdict.outcome.counts:
            self.sitting = sitting
            return
        sitting = replace(sitting, tries=sitting.tries + 1)
        self.store.record(attempt_of(sitting, verdict, self.who))
        sitting = replace(sitting, notice=self.notice if self.notice != self._told else "")
        self._told = self.notice
        if self.run:
            found = ((sitting.exercise.game, mistake) for mistake in verdict.mistakes)
            self.run = replace(self.run, mistakes=(*self.run.mistakes, *found))
        if verdict.outcome is Outcome.CORRECT:
            first = sitting.tries == 1 and not sitting.helped
            self._finish(sitting, "right", "ok" if first else "retry")
        elif sitting.tries >= 2:  # the working is shown, so whatever follows is with help
            self.sitting = replace(sitting, helped=True)
            self._solved |= {sitting.question.key}
        else:
            self.sitting = sitting

    def _hint(self, values: Mapping[str, str]) -> None:
        sitting = self._open_sitting()
        if sitting.hints >= len(sitting.exercise.hints(sitting.question)):
            raise ValueError(NO_MORE_HINTS)
        kept = typed(sitting, values)
        self.sitting = replace(sitting, typed=kept, hints=sitting.hints + 1, helped=True, hinted_last=True)

    def _show_solution(self, values: Mapping[str, str]) -> None:
        self._finish(replace(self._open_sitting(), helped=True), "shown", "missed")

    def _next(self, values: Mapping[str, str]) -> None:
        if self.run is None:
            self._begin(str(SystemRandom().randrange(10_000, 100_000)))
        elif self.run.over:
            self._begin(_following(self.run.seed))
        else:
            self._done_sitting("go on to the next one")
            self.run = replace(self.run, at=self.run.at + 1)
            self._sit()

    def _again(self, values: Mapping[str, str]) -> None:
        if self.run and self.run.over:
            if not self.run.to_retry:
                raise ValueError("every question was right at the first try: there is nothing to repeat")
            self._start(Run(self.run.seed, self.run.to_retry))
        else:
            sitting = self._done_sitting("try it again")
            self._ask(sitting.exercise, sitting.question)

    def _twin(self, values: Mapping[str, str]) -> None:
        sitting = self._done_sitting("change one thing in it")
        if sitting.twin is None:
            raise ValueError("this question has no twin")
        self._ask(sitting.exercise, sitting.twin)

    def _new_seed(self, values: Mapping[str, str]) -> None:
        if not self.plan.reseeds:
            raise ValueError("these questions do not come from a seed alone")
        self._begin(read_seed(values.get("seed", "")))

    def _steps(self, values: Mapping[str, str]) -> None:
        self._done_sitting("step through it")
        self.stepping = not self.stepping

    def _pick(self, key: str, values: Mapping[str, str]) -> None:
        self.sitting = pick(self._open_sitting(), key, values)

    # ------------------------------------------------------------ the run

    def _begin(self, seed: str) -> None:
        self._start(Run(seed, self.plan.tasks(seed, self.history)))

    def _start(self, run: Run) -> None:
        self.run = run
        self._sit()

    def _sit(self) -> None:
        """Puts the question where the run stands, or ends the run."""
        self.stepping = False
        if self.run is None or self.run.over:
            self.sitting = None
            return
        self._ask(self.run.task.exercise, self.run.task.question)

    def _ask(self, exercise: Exercise, question: Question) -> None:
        self.stepping = False
        self.sitting = Sitting(
            exercise,
            question,
            exercise.solve(question),
            phase="example" if question.stage == "worked" else "asked",
            seen=question.key in self._solved,
        )

    def _finish(self, sitting: Sitting, phase: Phase, result: DotState) -> None:
        self.sitting = replace(sitting, phase=phase, picked=())
        self._solved |= {sitting.question.key}
        if self.run:  # the first result of a question stands
            self.run = replace(self.run, results={self.run.at: result, **self.run.results})

    def _open_sitting(self) -> Sitting:
        if self.sitting is None:
            raise ValueError("There is no question just now: press the button to begin.")
        if self.sitting.done:
            raise ValueError("This question is done: go on to the next one.")
        return self.sitting

    def _done_sitting(self, what: str) -> Sitting:
        if self.sitting is None or not self.sitting.done:
            raise ValueError(f"Answer this question, or look at the solution, before you {what}.")
        return self.sitting


def _plan(exercise_id: str | None, level: int | None, options: Any, length: int, fade: bool) -> Plan:
    """The plan that the arguments of a practice ask for."""
    from cardlab_exercises.practice.due import WhatIsDue

    if exercise_id is None or str(exercise_id).strip().lower() in games():
        if level is not None or fade:
            raise InputError("what is due chooses its levels itself: name an exercise to set them")
        return WhatIsDue(exercise_id and exercise_id.strip().lower(), options, length)
    exercise = bank.get(exercise_id)
    if level is not None:
        exercise.read_level(level)
    return OneExercise(exercise, options, level, length, fade)


def pick(sitting: Sitting, key: str, values: Mapping[str, str]) -> Sitting:
    """The sitting with that card picked, or put back. Raises `ValueError` for one that cannot be."""
    keys = [face.key for zone in sitting.question.zones for face in zone.faces if face.selectable]
    if key not in keys:
        raise ValueError(f"there is no card {quoted(key)} to pick here; there are {list_words(keys)}")
    picked = sitting.picked
    picked = tuple(k for k in picked if k != key) if key in picked else (*picked, key)
    picking = replace(sitting, picked=picked)
    kept = typed(sitting, values) | {
        entry.name: show_cards(picking.cards)
        for entry in sitting.question.fields
        if entry.kind == "cards" and not entry.locked
    }
    return replace(picking, typed=kept)


def attempt_of(sitting: Sitting, verdict: Verdict, who: Identity, test: str = "") -> Attempt:
    """The attempt to record for an answer that was checked just now, in practice or in a test."""
    return Attempt.of(
        sitting.question,
        verdict,
        test=test,
        answer=dict(sitting.checked or {}),
        asked=question_text(sitting.exercise, sitting.question),
        id=str(uuid4()),
        learner=who.learner,
        tries=sitting.tries,
        assisted=sitting.assisted,
        started=sitting.started,
        finished=max(datetime.now(UTC), sitting.started),  # a clock may have been set back
        class_code=who.class_code,
    )


def typed(sitting: Sitting, values: Mapping[str, str]) -> dict[str, str]:
    """What stands in the fields when `values` have been typed."""
    names = {entry.name for entry in sitting.question.fields if not entry.locked}
    return {**sitting.typed, **{name: str(text)[:400] for name, text in values.items() if name in names}}


def _following(seed: str) -> str:
    """The seed of the run after this one: always the same, so that shown seeds lead on alike."""
    return str(10_000 + int(Random(f"{seed}/next").random() * 90_000))
