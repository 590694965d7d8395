"""Going through frames: forwards, backwards, with a question to predict before some of them.

A `Stepper` knows nothing of any screen: it is a model, with a `scene` to show and actions to take.

>>> from cardlab.cribbage import count
>>> from cardlab.cribbage.display.count_frames import counting_frames
>>> stepper = Stepper(counting_frames(count("5H 5D 5S JC", "5C")))
>>> stepper.act("reveal", {"answer": "16"})
>>> stepper.scene().message.title
'Right: 16.'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom

from cardlab_exercises.declaration.answers import MOST, read_number, read_seed

from cardlab.cards import list_words, quoted
from cardlab.display.scene import Ask, Button, Field, Form, Frame, Message, Scene, Told, Transport, cited
from cardlab.errors import InputError
from cardlab.rulebook import find_rule
from cardlab.wording import signed

Deal = Callable[[str], Sequence[Frame]]
"""Gives the frames of the position that a seed stands for."""


class Stepper:
    """Frames one by one. Made of the frames themselves, or of a `deal` that gives those of a seed.

    Actions: ``first``, ``back``, ``next``, ``last``; ``jump`` (value ``to``); before a question ``reveal``
    (value ``answer``, or ``reveal:`` and a choice) and ``skip``; with a deal ``seed`` (value ``seed``) and
    ``new``, a hand of a new seed.

    Raises `ValueError` when there is nothing to step through.
    """

    def __init__(
        self, frames: Sequence[Frame] = (), deal: Deal | None = None, seed: str | int | None = None
    ) -> None:
        self._deal = deal
        self._seed = ""
        self._frames = tuple(frames)
        self._at = 0
        self._predicted: dict[int, int | str | None] = {}
        if deal is not None:
            self._start(new_seed() if seed is None else read_seed(seed))
        if not self._frames:
            raise ValueError("there are no frames to step through")

    def scene(self) -> Scene:
        """The current frame, with where it stands, the question that is open and what became of the last."""
        frame = self._frames[self._at]
        ask = self.asks
        message = self._message()
        said = [message.title, message.text] if message else []
        return frame.scene._replace(
            transport=Transport(self._at, len(self._frames) - 1, ask is not None),
            form=_question(ask) if ask else frame.scene.form,
            message=_joined(message, frame.scene.message),
            tools=self._seed_box() if self._deal else frame.scene.tools,
            status=" ".join(filter(None, [*said, frame.scene.status, ask.prompt if ask else ""])),
        )

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words, and then nothing has changed."""
        last = len(self._frames) - 1
        if action in ("first", "back", "next", "last"):
            steps = {"first": 0, "back": max(self._at - 1, 0), "next": min(self._at + 1, last), "last": last}
            self._at = steps[action]
        elif action == "jump":
            to = read_number(values.get("to", ""), "the step", last)
            if to is None:
                raise ValueError(f"say which step, from 0 to {last}")
            self._at = to
        elif action.partition(":")[0] in ("reveal", "skip"):
            verb, _, choice = action.partition(":")
            self._answer(choice or values.get("answer", "") if verb == "reveal" else None)
        elif action == "seed" and self._deal:
            self._start(read_seed(values.get("seed", "")))
        elif action == "new" and self._deal:
            self._start(new_seed())
        else:
            raise ValueError(f"there is no action {quoted(action)} here")

    @property
    def at(self) -> int:
        """The step that is shown; 0 is before the first."""
        return self._at

    @property
    def taught(self) -> tuple[str, ...]:
        """The rules that the frames name, in the order in which they come up."""
        return tuple(dict.fromkeys(rule for frame in self._frames for rule in cited(frame.scene)))

    @property
    def seed(self) -> str:
        """The seed of what is shown; empty when the frames were given."""
        return self._seed

    @property
    def asks(self) -> Ask | None:
        """The question that waits for an answer, if there is one."""
        return None if self._at in self._predicted else self._frames[self._at].ask

    def _start(self, seed: str) -> None:
        assert self._deal is not None
        frames = tuple(self._deal(seed))
        self._seed, self._frames, self._at, self._predicted = seed, frames, 0, {}

    def _answer(self, text: str | None) -> None:
        """Takes a prediction (None skips it) and goes on to the next frame."""
        ask = self.asks
        if ask is None:
            raise ValueError("there is nothing to predict at this step")
        self._predicted = {**self._predicted, self._at: None if text is None else _read(ask, text)}
        self._at = min(self._at + 1, len(self._frames) - 1)

    def _message(self) -> Message | None:
        """What became of the question at this frame or just before it."""
        for at in (self._at, self._at - 1):
            ask = self._frames[at].ask if at >= 0 else None
            if ask and at in self._predicted:
                said = self._frames[self._at].scene.said
                return _judged(ask, self._predicted[at], said.text if said else "")
        return None

    def _seed_box(self) -> Form:
        return Form(
            "Another hand",
            (Field("seed", "seed", self._seed, kind="text"),),
            (Button("seed", "Deal"), Button("new", "New hand")),
        )


def recalled(frames: Sequence[Frame], recall: Mapping[int, str]) -> tuple[Frame, ...]:
    """`frames` with rules read out at some of them, in the words of the options of the game.

    Raises `ValueError` for a step that does not exist, or a rule that does more than define something:
    those are shown by what happens, or not at all.
    """
    made = list(frames)
    for step, ids in recall.items():
        if step not in range(len(made)):
            raise InputError(f"the steps are numbered from 0 to {len(made) - 1}; there is no {step}")
        for id in ids.split():
            made[step] = made[step]._replace(scene=_with_rule(made[step].scene, id))
    return tuple(made)


def _with_rule(scene: Scene, id: str) -> Scene:
    rule = find_rule(id)[1]
    if rule.kind != "defines":
        raise InputError(f"{rule.id} does not define a term; let the steps show it at work")
    text, said = rule.text(scene.options), scene.said or Told("")
    told = said._replace(
        text=said.text or text,
        more=f"{said.more} {text}".strip() if said.text else said.more,
        rules=(*said.rules, rule.id),
    )
    return scene._replace(said=told, status=f"{scene.status} {text}".strip())


def new_seed() -> str:
    """A seed that nobody chose.

    >>> 1 <= int(new_seed()) <= 99_999
    True
    """
    return str(SystemRandom().randint(1, 99_999))


def _question(ask: Ask) -> Form:
    skip = Button("skip", "Skip", quiet=True)
    if ask.choices:
        choices = [Button(f"reveal:{choice}", choice) for choice in ask.choices]
        return Form(ask.prompt, (), (*choices, skip), eyebrow="predict, then reveal")
    reveal = Button("reveal", "Reveal", primary=True)
    return Form(ask.prompt, (Field("answer", ask.label),), (reveal, skip), eyebrow="predict, then reveal")


def _read(ask: Ask, text: str) -> int | str:
    """A prediction: a number or a choice. Raises `ValueError` for what is neither."""
    if ask.choices:
        if text not in ask.choices:
            raise ValueError(f"choose {list_words(ask.choices, 'or')}, or press Skip")
        return text
    large = isinstance(ask.answer, int) and not 0 <= ask.answer <= MOST
    most, least = (9999, -9999) if large else (MOST, 0)
    number = read_number(text, "your prediction", most, least)
    if number is None:
        raise ValueError("write your prediction first, or press Skip")
    return number


def _joined(judged: Message | None, shown: Message | None) -> Message | None:
    """What became of a prediction, together with the message of the frame that answers it."""
    if judged is None or shown is None:
        return judged or shown
    told = shown.title.rstrip(".").casefold() in judged.title.casefold()
    title = judged.title if told else f"{judged.title} {shown.title}"
    return shown._replace(tone=judged.tone, title=title)


def _judged(ask: Ask, predicted: int | str | None, told: str) -> Message | None:
    """What became of a prediction. What is `told` beside it already is not said twice."""
    reveal = "" if ask.reveal.casefold() == told.casefold() else ask.reveal
    if predicted is None:
        return Message("info", reveal) if reveal else None
    right, wrong = _shown(ask.answer), _shown(predicted)
    if predicted == ask.answer:
        return Message("good", f"Right: {right}.", reveal if len(reveal) > 40 else "")
    if ask.choices:
        again = reveal.rstrip(".").casefold() == right.casefold()
        return Message("warn", f"The right answer: {right}.", "" if again else reveal)
    return Message("warn", f"Not {wrong}." if reveal else f"Not {wrong}, but {right}.", reveal)


def _shown(answer: int | str) -> str:
    return answer if isinstance(answer, str) else signed(answer)
