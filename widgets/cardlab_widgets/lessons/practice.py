"""Practising on the screen: an exercise's questions, and stepping through a count in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from cardlab_exercises import ClassTest, Practice, bank
from cardlab_exercises.practice.scene import asked_scene
from cardlab_exercises.store.store import Store

from cardlab.display.scene import Button, Field, Scene
from cardlab.errors import InputError
from cardlab.game import Game
from cardlab.seats import place
from cardlab_widgets.lessons.stepper import Stepper

if TYPE_CHECKING:
    from cardlab_widgets.screen.snapshot import Snapshot
    from cardlab_widgets.screen.widget import SceneWidget


class PracticeDesk:
    """A `Practice`, or in its place the steps of the solution that it was asked for.

    Each action is done by a copy, so that a caller that keeps the fields of the desk can restore it.

    >>> desk = PracticeDesk(Practice("crib-count-hand", seed=1))
    >>> desk.act("solution", {})
    >>> desk.act("steps", {})
    >>> desk.scene().kind, desk.scene().buttons[0].label
    ('count', 'Back to the question')
    """

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self.stepper: Stepper | None = None

    def scene(self) -> Scene:
        """What is shown now: the practice, or the steps."""
        if self.stepper is None:
            return self.practice.scene()
        return self.stepper.scene()._replace(buttons=(Button("steps", "Back to the question"),))

    @property
    def taught(self) -> tuple[str, ...]:
        """The rules that the practice is about."""
        return self.practice.plan.rules

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """An action of the practice or, while it is shown, of the stepper. Raises `ValueError`."""
        if self.stepper is not None and action != "steps":
            stepper = copy(self.stepper)
            stepper.act(action, values)
            self.stepper = stepper
            return
        practice = copy(self.practice)
        practice.act(action, values)
        if action == "steps":
            self.stepper = Stepper(practice.frames()) if practice.stepping else None
        self.practice = practice


def practice(
    exercise_id: str | None = None,
    seed: str | int | None = None,
    level: int | None = None,
    learner: str | None = None,
    options: Any = "course",
    store: Store | None = None,
    length: int = 10,
    fade: bool = False,
    large: bool = False,
    four_colour: bool = False,
) -> SceneWidget:
    """A run of questions of an exercise, checked and explained at once; the attempts are kept.

    Without an exercise, or with the name of a game, the run is about what is due: rules that you are about
    to forget, mixed with new ones.

    The arguments up to `fade` are those of `cardlab_exercises.Practice`; `options` are the game's, such as
    ``options("classic", counting="by_hand")``, or the name of a preset. `large` is for a projector.

    Raises `UnknownExerciseError`, or `ValueError` for a seed, level, options or length that cannot be.
    """
    from cardlab_widgets.screen.widget import SceneWidget

    run = Practice(exercise_id, seed, level, learner, options, store, length, fade)
    return SceneWidget(PracticeDesk(run), large=large, four_colour=four_colour)


def take_test(
    exercises: str | Sequence[str],
    code: str,
    learner: str | None = None,
    options: Any = "course",
    store: Store | None = None,
    length: int = 10,
    large: bool = False,
    four_colour: bool = False,
) -> SceneWidget:
    """The test with that code: the same questions for the whole class, no hints, feedback at the end.

    `exercises` is one exercise or several that take turns. Raises as `practice`.
    """
    from cardlab_widgets.screen.widget import SceneWidget

    test = ClassTest(exercises, code, learner, options, store, length)
    return SceneWidget(test, large=large, four_colour=four_colour)


def show_question(
    exercise_id: str, seed: str | int, level: int | None = None, options: Any = "course"
) -> Snapshot:
    """One question to look at, the same each time: `grade_answer` marks the answer to it.

    Nothing can be pressed and nothing is told; the names of the fields to answer are given. Raises
    `UnknownExerciseError`, or `ValueError` for a seed, level or options that cannot be.

    >>> print(show_question("crib-must-go", seed=1))
    Must you say go? (course rules)
    The count is 28 and it is your turn. Must you say go?
      played in this count: 7♠ 8♦ K♦ 2♣ A♦
      your hand: 9♠ 10♥
    your answer
      must you say go?: ( ) yes  ( ) no  (the field "go": yes, no)
    """
    from cardlab_widgets.screen.snapshot import Snapshot

    exercise = bank.get(exercise_id)
    scene = asked_scene(exercise, exercise.question(seed, level, options))
    assert scene.form is not None
    fields = tuple(field if field.locked else named(field) for field in scene.form.fields)
    return Snapshot(scene._replace(form=scene.form._replace(fields=fields)))


def named(field: Field) -> Field:
    """A field with the name that an answer has it by, and the values that can be chosen."""
    values = ", ".join(choice.value for choice in field.choices)
    note = f'the field "{field.name}"' + (f": {values}" if values else "")
    return field._replace(note=f"{field.note}; {note}" if field.note else note)


def practice_game(
    played: str | Game | SceneWidget,
    seat: str | int | None = None,
    learner: str | None = None,
    store: Store | None = None,
    large: bool = False,
    four_colour: bool = False,
) -> SceneWidget:
    """Practise what went wrong in a game that was played: its costliest decisions, its miscounts.

    `played` is the table of `play`, a `Game`, or the text of a record. `seat` is South, or at a table the
    seat that was played, unless another is named. Raises `ValueError` for anything that is not a game.
    """
    from cardlab_exercises.practice.game_plan import FromGame

    from cardlab_widgets.screen.widget import SceneWidget

    table = getattr(played, "model", played)
    game = Game.from_record(table) if isinstance(table, str) else getattr(table, "game", table)
    if not isinstance(game, Game):
        raise InputError("practise a table of play(...), a Game, or the text of a record")
    at = getattr(table, "seat", 0)
    if seat is not None:
        at = place(seat, game.referee.seat_names(game.options))
    run = Practice(learner=learner, store=store, plan=FromGame(game.copy(), at))
    return SceneWidget(PracticeDesk(run), large=large, four_colour=four_colour)
