"""The worked solution of a question: what is true, the steps that lead there, and the frames of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardlab.cards import Card
from cardlab.display.scene import CardFace, Frame, Group, Message, Scene, Zone
from cardlab_exercises.declaration.exercise import Answer, Question


class Step(NamedTuple):
    """One step of the working: a sentence, the rules it rests on, the cards it lights up.

    `name` and `points` stand beside the cards in the proof; points only where some are paid.
    """

    text: str
    rules: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    name: str = "these"
    points: int | None = None


class Solution(NamedTuple):
    """What is true of a position, in canonical form by field, and the steps that lead there.

    `title` says it in one sentence. `by_field` are the rules that each field is about where there are
    several, the one that it turns on last.
    """

    answer: Answer
    title: str
    steps: tuple[Step, ...]
    said: str = ""
    by_field: Mapping[str, tuple[str, ...]] = {}

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(rule for step in self.steps for rule in step.rules))


def step_group(step: Step) -> Group:
    return Group(step.name, (step.cards,), step.points, step.rules)


def solution_frames(question: Question, solution: Solution, game: str) -> tuple[Frame, ...]:
    """The position, then each step with its cards lit up, then the answer."""
    bare = (question.ground or Scene("exercise", "", ""))._replace(
        eyebrow=f"{game.capitalize()} · step by step",
        title=solution.title,
        chips=(question.options.label,) if question.options is not None else (),
        zones=light(question.zones, ()),
        prompt=question.prompt,
        form=None,
        message=None,
        buttons=(),
        options=question.options,
    )
    frames = [Frame(bare._replace(title="What do we see?", status=question.prompt))]
    for number, step in enumerate(solution.steps, 1):
        last = number == len(solution.steps)
        said = Message("good" if last else "info", step.text, rules=step.rules)
        title = solution.title if last else f"Step {number}"
        shown = bare._replace(title=title, zones=light(question.zones, step.cards), message=said)
        frames.append(Frame(shown._replace(status=step.text)))
    return tuple(frames)


def light(zones: Sequence[Zone], cards: Sequence[Card]) -> tuple[Zone, ...]:
    """The zones with these cards lit up, and nothing to pick."""

    def lit(face: CardFace) -> CardFace:
        hot = face.card is not None and face.card in cards
        marks = tuple(mark for mark in face.marks if mark not in ("selected", "hot"))
        return face._replace(selectable=False, marks=(*marks, "hot") if hot else marks)

    return tuple(zone._replace(faces=tuple(map(lit, zone.faces))) for zone in zones)
