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


class Booth:
    """One learner's answers to the questions of a class. It knows the questions, and no answer to them.

    With a class code, from the link or in `class_code`, it begins with the question that is open. On a page
    of ``cardlab voila`` all pages of a browser are one voter, so that a reload gives nobody a second vote.

    Actions: ``look`` (value ``class``) for the latest question of a class; ``answer`` (value ``answer``, or
    ``answer:`` and a choice).
    """

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
        """The question that is open, with its answers to choose from, or how to get one."""
        asked = self._question
        prompt = asked.prompt if asked and asked.open else "Type the code of your class to see its question."
        if self._code and not (asked and asked.open):
            prompt = f"Class {self._code}: no question is open."
        message = self._message
        if self._answered:
            text = "You can change it until the question is closed. The projector shows how many said what."
            message = message or Message("good", f"Your answer: {self._answered}.", text)
        return Scene(
            kind="exercise",
            eyebrow="A question to the class",
            title="Answer from your own screen",
            chips=(f"class {asked.class_code}",) if asked else (),
            prompt=prompt,
            zones=asked.zones if asked and asked.open else (),
            form=self._form(asked) if asked and asked.open else None,
            tools=Form(
                "Your class",
                (Field("class", "class code", self._code, kind="text"),),
                (Button("look", "Look again" if asked else "Look"),),
            ),
            message=message,
            status=" ".join(filter(None, [message.title if message else "", prompt])),
        )

    def _form(self, asked: polls.ClassQuestion) -> Form:
        if asked.choices:
            return Form(asked.prompt, (), tuple(Button(f"answer:{one}", one) for one in asked.choices))
        field = forms.number("answer", asked.label or "points", polls.MOST_POINTS, -polls.MOST_POINTS)
        return Form(asked.prompt, (field,), (Button("answer", "Answer", primary=True),))

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words, and then nothing has changed."""
        verb, _, choice = action.partition(":")
        if verb == "look":
            self._look(values.get("class") or self._code)
        elif verb == "answer" and self._question:
            self._answered = polls.vote(self._question, self._voter, choice or values.get("answer", ""))
            self._message = None
        else:
            raise ValueError("look for a question first")

    def _look(self, code: str) -> None:
        code = read_class_code(code)
        found = polls.latest(code)
        if found is None or self._question is None or found.id != self._question.id:
            self._answered = ""
        self._question, self._code, self._message = found, code, None
