"""A test for a whole class: the same questions for everybody, no hints, and no feedback before the end.

The questions follow from the test's code, which the teacher gives out, and from a secret that the store
draws for itself: somebody who has only the code cannot work out any question beforehand. Each answer is
recorded with its time as soon as it is saved, and then stands, so a test that is interrupted goes on where
it was. What is left out is recorded as not attempted when the test is handed in, so that it stays handed in.

>>> test = ClassTest("crib-count-hand", code="7b", learner="Ana", store=Store(None), length=2)
>>> test.act("next")
>>> test.act("check", {"total": "99"})
>>> test.scene().message is None, test.scene().form.note
(True, '1 of 2 answered')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import blake2s
from typing import Any

from cardlab.cards import list_words, quoted
from cardlab.display.scene import Button, Dot, Message, Scene
from cardlab.errors import InputError
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.answers import AnswerError, is_number, plain_code, read_name
from cardlab_exercises.declaration.exercise import Outcome, Verdict
from cardlab_exercises.practice.plans import OneExercise, Task
from cardlab_exercises.practice.run import Sitting
from cardlab_exercises.practice.scene import question_scene
from cardlab_exercises.practice.session import attempt_of, pick, typed
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.store import Keeper, Store
from cardlab_exercises.store.zone import local


class ClassTest(Keeper):
    """One learner's sitting of the test with that `code`, about one exercise or several in turn.

    Raises `UnknownExerciseError`, or `ValueError` for a code, learner, options or length that cannot be.
    """

    def __init__(
        self,
        exercises: str | Sequence[str],
        code: str,
        learner: str | None = None,
        options: Any = "course",
        store: Store | None = None,
        length: int = 10,
    ) -> None:
        names = [exercises] if isinstance(exercises, str) else exercises
        if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
            raise InputError(
                f"a test is about the id of an exercise or a list of ids, not {quoted(exercises)}"
            )
        if not names:
            raise InputError("a test needs an exercise")
        if not is_number(length) or not 1 <= length <= 100:
            raise InputError(f"a test has 1 to 100 questions, as a whole number, not {quoted(length)}")
        self.code = plain_code(read_name(str(code), "the code", 40))
        self._plans = [OneExercise(bank.get(name), options, length=length) for name in names]
        self.length = length
        self.options = self._plans[0].options
        self.handed_in: datetime | None = None
        self.at: int | None = None
        self._earlier: Mapping[int, Attempt] = {}
        self._sittings: Mapping[int, Sitting] = {}
        self._warned = False
        self._before = False
        super().__init__(learner, store)

    def __repr__(self) -> str:
        return f"ClassTest({self.code!r}, {self.length} questions)"

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """The questions: they rise, and the exercises take turns. They are drawn when the test is begun."""
        drawn = blake2s(self.code.encode(), key=self.store.secret(), digest_size=8)
        seed, plans = f"test-{drawn.hexdigest()}", self._plans
        return tuple(plans[place % len(plans)].task(seed, place + 1) for place in range(self.length))

    @property
    def outcomes(self) -> Mapping[int, tuple[str, float]]:
        """Outcome and score (0 to 1) of each question answered so far, by its place from 0."""
        now = {
            place: (str(sitting.verdict.outcome), sitting.verdict.score)
            for place, sitting in self._sittings.items()
            if sitting.verdict
        }
        kept = {place: (made.outcome, made.score) for place, made in self._earlier.items()} | now
        return {place: told for place, told in kept.items() if told[0] != Outcome.NOT_ATTEMPTED}

    # ---------------------------------------------------------------- what is done

    def act(self, action: str, values: Mapping[str, str] | None = None) -> None:
        """Does one of: next, check, skip, hand-in, ``card:KEY``; when it is handed in, back and next.

        While questions are not answered, it is handed in by two times "hand-in", one after the other.

        Raises `ValueError`, and then nothing has changed.
        """
        actions = {
            "next": self._next,
            "back": self._back,
            "check": self._check,
            "skip": self._skip,
            "hand-in": self._hand_in,
        }
        name, _, key = action.partition(":")
        if name == "card" and key:
            sitting = self._sitting()
            self._sittings = {**self._sittings, self.at or 0: pick(sitting, key, values or {})}
        elif action in actions:
            actions[action](values or {})
        else:
            known = list_words([*actions, "card:KEY"], "or")
            raise ValueError(f"there is no action {quoted(action)}; there is {known}")
        if action != "hand-in":
            self._warned = False

    def _next(self, values: Mapping[str, str]) -> None:
        if self.handed_in:
            self.at = min((self.at if self.at is not None else -1) + 1, len(self.tasks) - 1)
        elif self.at is None:
            self._begin()
        else:
            raise ValueError("save your answer, or leave it for later")

    def _back(self, values: Mapping[str, str]) -> None:
        if not self.handed_in or self.at is None:
            raise ValueError("there is nothing to go back to")
        self.at = self.at - 1 if self.at else None

    def _begin(self) -> None:
        """At the first question without an answer; whatever was answered before stands."""
        keys = {
            (task.exercise.id, task.seed, task.options.label): place for place, task in enumerate(self.tasks)
        }
        earlier: dict[int, Attempt] = {}
        for made in self.history():
            place = keys.get((made.exercise, made.seed, made.options))
            if place is not None:
                earlier.setdefault(place, made)
        self._earlier = earlier
        if len(earlier) == len(self.tasks):
            self._before = True
            self.handed_in = max(made.finished for made in earlier.values())
        else:
            self._sit(0)

    def _sit(self, first: int) -> None:
        """The next question without an answer, from place `first` on and round."""
        order = [*range(first, len(self.tasks)), *range(first)]
        self.at = next(place for place in order if place not in self.outcomes)
        self._sittings = {**self._sittings, self.at: self._sitting_at(self.at)}

    def _sitting_at(self, place: int) -> Sitting:
        if place in self._sittings:
            return self._sittings[place]
        exercise, question = self.tasks[place].exercise, self.tasks[place].question
        return Sitting(exercise, question, exercise.solve(question))

    def _check(self, values: Mapping[str, str]) -> None:
        sitting = self._sitting()
        answer = {
            entry.name: values.get(entry.name, sitting.typed.get(entry.name, ""))
            for entry in sitting.question.fields
            if not entry.locked
        }
        verdict = sitting.exercise.judge(sitting.question, answer)
        if verdict.outcome is Outcome.NOT_ATTEMPTED and not any(text.strip() for text in answer.values()):
            raise AnswerError("there is no answer yet: write one, or leave the question for later")
        if not verdict.outcome.counts:
            raise AnswerError(f"{verdict.title} {verdict.text}")
        sitting = replace(sitting, typed=answer, checked=answer, verdict=verdict, tries=1)
        self.store.record(attempt_of(sitting, verdict, self.who, self.code))
        right = verdict.outcome is Outcome.CORRECT
        assert self.at is not None
        self._sittings = {**self._sittings, self.at: replace(sitting, phase="right" if right else "told")}
        if len(self.outcomes) == len(self.tasks):
            self._close()
        else:
            self._sit(self.at + 1)

    def _skip(self, values: Mapping[str, str]) -> None:
        self._sitting()
        assert self.at is not None
        self._sit((self.at + 1) % len(self.tasks))

    def _hand_in(self, values: Mapping[str, str]) -> None:
        sitting = self._sitting()
        if self._warned:
            self._close()
            return
        self._sittings = {**self._sittings, self.at or 0: replace(sitting, typed=typed(sitting, values))}
        self._warned = True

    def _close(self) -> None:
        """Hands it in; what has no answer is recorded as not attempted."""
        empty = Verdict(Outcome.NOT_ATTEMPTED, "Left out.")
        left = [place for place in range(len(self.tasks)) if place not in self.outcomes]
        sittings = [replace(self._sitting_at(place), tries=1) for place in left]
        made = [attempt_of(sitting, empty, self.who, self.code) for sitting in sittings]
        if made:
            self.store.record(*made)
        self._earlier = {**self._earlier, **dict(zip(left, made, strict=True))}
        self.handed_in = datetime.now(UTC)
        self.at = None

    def _sitting(self) -> Sitting:
        if self.handed_in:
            raise ValueError("this test has been handed in")
        if self.at is None:
            raise ValueError("there is no question just now: press the button to begin")
        return self._sittings[self.at]

    # ---------------------------------------------------------------- what is shown

    def scene(self) -> Scene:
        """The question there is now, without a word about any answer until the test is handed in."""
        sitting = self._sittings.get(self.at) if self.at is not None else None
        options = sitting.question.options if sitting else self.options
        bare = Scene(
            kind="exercise",
            eyebrow=f"Test {self.code}",
            title="Test",
            chips=(options.label, *(() if not self._store or self._store.keeps else ("score not kept",))),
            dots=self._dots(),
            options=options,
        )
        if self.handed_in:
            return self._told(bare) if self.at is not None else self._result(bare)
        return self._asked(bare, sitting) if sitting else self._start(bare)

    def _dots(self) -> tuple[Dot, ...]:
        told = self.outcomes if self.handed_in else {}
        return tuple(
            Dot(
                ("ok" if told[place][0] == Outcome.CORRECT else "missed") if place in told else "",
                place == self.at,
            )
            for place in range(self.length)
        )

    def _start(self, bare: Scene) -> Scene:
        text = (
            f"{self.length} questions, the same for everybody. There are no hints. An answer that you "
            "save stands; what was right you see when you hand in."
        )
        return bare._replace(prompt=text, buttons=(Button("next", "Begin", primary=True),), status=text)

    def _asked(self, bare: Scene, sitting: Sitting) -> Scene:
        shown = question_scene(sitting, bare)
        form = shown.form
        assert form
        buttons = (
            Button("check", "Save the answer", primary=True),
            Button("skip", "Leave it for later"),
            Button("hand-in", "Hand in", quiet=True),
        )
        number, left = len(self.tasks), len(self.tasks) - len(self.outcomes)
        note = f"{number - left} of {number} answered"
        if self._warned:
            title = f"{left} of {number} {'is' if left == 1 else 'are'} not answered."
            text = "Press Hand in again to hand in."
            if any(value.strip() for value in sitting.typed.values()):
                text += " What you have filled in here is not saved yet."
            shown = shown._replace(message=Message("warn", title, text), status=f"{title} {text}")
        elif self.store.notice:
            shown = shown._replace(message=Message("warn", "Tell your teacher.", self.store.notice))
        # Adding up the cards that are picked would be help.
        return shown._replace(aside="", eyebrow=bare.eyebrow, form=form._replace(buttons=buttons, note=note))

    def _result(self, bare: Scene) -> Scene:
        outcomes = self.outcomes.values()
        right = sum(outcome == Outcome.CORRECT for outcome, _ in outcomes)
        points = sum(score for _, score in outcomes)
        left = len(self.tasks) - len(outcomes)
        assert self.handed_in
        title = f"{right} of {len(self.tasks)} right, {points:.1f} points."
        time = f"{local(self.handed_in):%Y-%m-%d %H:%M:%S}"
        text = f"{self.learner}, handed in {time}."
        if self._before:
            text = (
                f"{self.learner}, this test was handed in before, on {time}; it can be taken once. "
                "Another test has another code."
            )
        text += f" {left} left out." if left else ""
        text += f" {self.store.notice}" if self.store.notice else ""
        return bare._replace(
            message=Message("info", title, text),
            buttons=(Button("next", "Look at the answers", primary=True),),
            status=f"{title} {text}",
        )

    def _told(self, bare: Scene) -> Scene:
        """An answer with what was right. Of a question that was left out nothing is given away."""
        assert self.at is not None
        task, sitting = self.tasks[self.at], self._sittings.get(self.at)
        buttons = (
            Button("back", "Back", "back"),
            *((Button("next", "Next", "next", primary=True),) if self.at + 1 < len(self.tasks) else ()),
        )
        if sitting and sitting.done:
            return question_scene(sitting, bare)._replace(eyebrow=bare.eyebrow, buttons=buttons)
        outcome = self.outcomes.get(self.at, ("left out", 0.0))[0]
        text = f"Question {self.at + 1}: {outcome}."
        return bare._replace(title=task.exercise.title, prompt=text, buttons=buttons, status=text)
