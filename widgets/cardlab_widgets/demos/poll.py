"""The page on which learners answer what the projector asks."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from cardlab_exercises.declaration import forms
from cardlab_exercises.declaration.answers import read_class_code
from cardlab_exercises.store import polls
from cardlab_exercises.store.visitor import visitor

from cardlab.display.scene import Button, Field, Form, Message, Scene, sentence
from cardlab_widgets.demos.link import asked_for


def _class_field(code: str) -> Field:
    return Field("class", "class code", code, kind="text")


class Booth:
    """One learner's answers to the questions of a class. It knows the questions, and no answer to them.

    With a class code, from the link or in `class_code`, it shows the question that is open, and the next one
    when that is asked. On a page of ``cardlab voila`` all pages of a browser are one voter, so that a reload
    gives nobody a second vote.

    Actions: ``look`` (value ``class``) for the latest question of a class; ``answer`` (value ``answer``, or
    ``answer:`` and a choice).
    """

    every = 1.5
    """Seconds between two looks for a question: a class of thirty is twenty short queries a second."""

    def __init__(self, class_code: str = "") -> None:
        self._voter = visitor() or str(uuid4())
        self._code = ""
        self._question: polls.ClassQuestion | None = None
        self._answered = ""
        self._message: Message | None = None
        try:
            code = class_code or asked_for(()).code
            if code:
                self._look(code)
        except ValueError as error:
            self._message = Message("warn", sentence(str(error)))

    def scene(self) -> Scene:
        """The question that is open, with its answers to choose from, or what to wait for."""
        asked = self._question if self._question and self._question.open else None
        prompt = asked.prompt if asked else "Type the code of your class to see its questions."
        if self._code and not asked:
            prompt = f"Class {self._code}: no question is open. The next one comes by itself."
        message = self._message
        if asked and self._answered:
            text = "You can change it until the question is closed."
            message = message or Message("info", f"Your answer: {self._answered}", text)
        join = Button("look", "Change" if self._code else "Join", primary=not self._code)
        return Scene(
            kind="exercise",
            eyebrow=f"Class {self._code}" if self._code else "A question to the class",
            title="Answer from your own screen",
            prompt=prompt,
            zones=asked.zones if asked else (),
            form=self._form(asked) if asked else None,
            tools=None if asked else Form("Your class", (_class_field(self._code),), (join,)),
            message=message,
            status=" ".join(filter(None, [message.title if message else "", prompt])),
        )

    def _form(self, asked: polls.ClassQuestion) -> Form:
        if asked.choices:
            return Form(asked.prompt, (), tuple(map(self._choice, asked.choices)))
        field = forms.number("answer", asked.label or "points", polls.MOST_POINTS, -polls.MOST_POINTS)
        return Form(asked.prompt, (field,), (Button("answer", "Answer", primary=True),))

    def _choice(self, choice: str) -> Button:
        own = choice == self._answered
        return Button(f"answer:{choice}", choice, note="your answer" if own else "", primary=own)

    def renew(self) -> bool:
        """Looks for the question that is open now; what was pressed for another one does not count."""
        if not self._code:
            return False
        before = self._question
        self._look(self._code)
        now = self._question
        return (before and (before.id, before.open)) != (now and (now.id, now.open))

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words, and then nothing has changed."""
        verb, _, choice = action.partition(":")
        if verb == "look":
            self._look(values.get("class") or self._code)
            self._message = None
        elif verb == "answer" and self._question:
            self._answered = polls.vote(self._question, self._voter, choice or values.get("answer", ""))
            self._message = None
        else:
            raise ValueError("no question is open")

    def _look(self, code: str) -> None:
        code = read_class_code(code)
        found = polls.latest(code)
        if found is None or self._question is None or found.id != self._question.id:
            self._answered, self._message = "", None
        self._question, self._code = found, code
