"""Looking back on a game: the model of `review`, which works the game out bit by bit while it is shown.

>>> from cardlab.game import Game
>>> game = Game("cribbage", seed=5)
>>> _ = game.do("cut 12"), game.do("cut 30")
>>> desk = ReviewDesk(begin(game))
>>> desk.act("on", {})
>>> desk.scene().status
"The cards brought −6.1 %, your own side's choices 0.0 %, those of the others 0.0 %."
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from time import monotonic
from typing import TYPE_CHECKING

from cardlab_exercises import Practice, Store
from cardlab_exercises.declaration.answers import read_number

from cardlab.display.scene import Button, Form, Scene
from cardlab.errors import InputError
from cardlab.game import Game
from cardlab.review import Review, begin, further, read_game
from cardlab.seats import place
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.tables.review_scene import overview, position

if TYPE_CHECKING:
    from cardlab_widgets.screen.widget import SceneWidget

SLICE = 0.25
"""Seconds that one step of the work takes at most; between two of them a press is heard."""


class ReviewDesk:
    """A review, one of its positions, or the exercises from it.

    Actions: ``on`` works out more, ``stop`` and ``resume`` end that and go on with it; ``at:N`` opens the
    decision of action N, ``back`` and ``next`` those beside it, ``whole`` leads back; ``all`` lists every
    decision, or only the costly ones; ``practise`` brings the costliest decisions as exercises. In between
    every action is one of the exercises (`PracticeDesk`).
    """

    def __init__(self, review: Review, store: Store | None = None) -> None:
        self.review = review
        self.store = store
        self._stopped = False
        self._all = False
        self._at: int | None = None
        self._exercises: PracticeDesk | None = None
        self._practising = False

    def scene(self) -> Scene:
        if self._practising and self._exercises is not None:
            back = Button("review", "Back to the review", "back", quiet=True)
            return self._exercises.scene()._replace(tools=Form("The review", (), (back,)))
        if self._at is not None:
            return self._position(self._at)
        shown = overview(self.review, self._all)
        working = not self.review.complete and not self._stopped
        return shown._replace(beat=1 if working else 0, buttons=self._buttons(working))

    def _buttons(self, working: bool) -> tuple[Button, ...]:
        if working:
            return (Button("stop", "Stop here"),)
        more = () if self.review.complete else (Button("resume", "Go on", "next"),)
        listed = Button("all", "Only what cost something" if self._all else "All decisions", quiet=True)
        return (Button("practise", "Try the costliest again", primary=True), *more, listed)

    def _position(self, at: int) -> Scene:
        order = self._order()
        where = order.index(at)
        shown = position(self.review, self.review.steps[at])
        buttons = (
            Button("back", "Decision before", "back", why_not="" if where else "This is the first decision."),
            Button(
                "next", "Next decision", "next", why_not="" if at != order[-1] else "This is the last one."
            ),
            Button("practise", "Try the costliest again"),
            Button("whole", "The whole review", primary=True),
        )
        return shown._replace(
            buttons=buttons, status=f"{shown.message.title}. {shown.message.text}" if shown.message else ""
        )

    def _order(self) -> list[int]:
        return [step.number for step in self.review.decisions]

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Does that. Raises `ValueError` in plain words, and then nothing has changed."""
        if self._practising and self._exercises is not None and action != "review":
            desk = copy(self._exercises)
            desk.act(action, values)
            self._exercises = desk
            return
        verb, _, rest = action.partition(":")
        match verb:
            case "on":
                self._work()
            case "stop" | "resume":
                self._stopped = verb == "stop"
            case "at":
                self._open(read_number(rest, "the action", len(self.review.game.actions)))
            case "back" | "next":
                self._beside(-1 if verb == "back" else 1)
            case "whole":
                self._at = None
            case "all":
                self._all = not self._all
            case "practise":
                self._practise()
            case "review":
                self._practising = False
            case _:
                raise InputError(f"there is nothing to do here that is called {action!r}")

    def _work(self) -> None:
        """Works out some more actions."""
        if self._stopped:
            return
        until = monotonic() + SLICE
        made = further(self.review)
        while not made.complete and monotonic() < until:
            made = further(made)
        self.review = made

    def _open(self, number: int | None) -> None:
        if number not in self._order():
            raise InputError("nothing was decided there")
        self._at = number

    def _beside(self, step: int) -> None:
        order = self._order()
        if self._at is None or not 0 <= (where := order.index(self._at) + step) < len(order):
            raise InputError("there is no other decision there")
        self._at = order[where]

    def _practise(self) -> None:
        """Goes on with the exercises of this game, or begins them."""
        if self._exercises is None:
            from cardlab_exercises.practice.game_plan import FromGame  # both games, of which a page needs one

            run = Practice(store=self.store, plan=FromGame(self.review.game, self.review.seat))
            run.act("next", {})
            self._exercises = PracticeDesk(run)
        self._practising = True


def played_game(played: object, seat: str | int | None = None) -> tuple[Game, int]:
    """The game that is meant by a table of `play`, a `Game` or the text of a record, and the seat.

    `seat` is South, or at a table the seat that was played, unless another is named. Raises `ValueError`
    for anything that is not a game, and at a table whose game is not over.
    """
    table = getattr(played, "model", played)
    game = read_game(table) if isinstance(table, str) else getattr(table, "game", table)
    if not isinstance(game, Game):
        raise InputError("this takes a table of play(...), a Game, or the text of a record")
    if game is not table and not isinstance(table, str) and game.outcome is None:
        raise InputError("play to the end first: a review shows what the others held")
    at = getattr(table, "seat", 0)
    return game, at if seat is None else place(seat, game.referee.seat_names(game.options))


def review(
    played: str | Game | SceneWidget,
    seat: str | int | None = None,
    store: Store | None = None,
    large: bool = False,
    four_colour: bool = False,
) -> SceneWidget:
    """Look back on a game: what each decision cost, and what the cards brought.

    `played` is the table of `play`, a `Game`, or the text of a record or of a typed game. `seat` is South, or
    at a table the seat that was played, unless another is named. Raises `ValueError` for anything that is
    not a game, and at a table whose game is not over.
    """
    from cardlab_widgets.screen.widget import SceneWidget

    return SceneWidget(
        ReviewDesk(begin(*played_game(played, seat)), store), large=large, four_colour=four_colour
    )
