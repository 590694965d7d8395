"""The table of `play`: a game, and when it is over what it cost, to practise in the same place."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, NamedTuple

from cardlab_exercises import Practice, Store

from cardlab.display.scene import Button, Form, Scene
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.tables.playing import Play

_WHAT_NOW = "Look back on it move by move, practise what cost you most, or play another game."


class _FromGame(NamedTuple):
    """The exercises that a game left behind for a seat, as far as they have come."""

    seat: int
    actions: tuple[Any, ...]
    desk: PracticeDesk


class GameTable(Play):
    """A game at the table, and after it the exercises from it.

    Besides the actions of `Play`: ``practise`` brings the decisions of a game that is over, and ``table``
    leads back to it. In between every action is one of the exercises (`PracticeDesk`). The attempts go to
    `store`, by default the user's own.
    """

    store: Store | None = None
    _exercises: _FromGame | None = None
    _practising = False

    def scene(self) -> Scene:
        if self._exercises is None or not self._practising:
            shown = super().scene()
            if shown.said is None or not self._ended:
                return shown
            return shown._replace(said=shown.said._replace(more=f"{shown.said.more} {_WHAT_NOW}".strip()))
        back = Button("table", "Back to the table", "back", quiet=True)
        return self._exercises.desk.scene()._replace(tools=Form("The game", (), (back,)))

    def _buttons(self, shown: Scene) -> tuple[Button, ...]:
        buttons = super()._buttons(shown)
        return (*buttons, Button("practise", "Practise my costliest decisions")) if self._ended else buttons

    @property
    def _ended(self) -> bool:
        """Whether the game is over, and all of it has been shown."""
        return self._game.outcome is not None and not self._pending

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """As in `Play`. Raises `ValueError` for ``practise`` where there is nothing to practise (yet)."""
        if action == "table":
            self._practising = False
        elif self._exercises is not None and self._practising:
            desk = copy(self._exercises.desk)
            desk.act(action, values)
            self._exercises = self._exercises._replace(desk=desk)
        elif action == "practise":
            self._practise()
        else:
            super().act(action, values)

    def _practise(self) -> None:
        """Goes on with the exercises of this game, or begins them."""
        if self._game.outcome is None:
            raise ValueError("play to the end first: then what cost you most can be practised")
        seat, actions = self.seat, tuple(self._game.actions)
        if self._exercises is None or self._exercises[:2] != (seat, actions):
            from cardlab_exercises.practice.game_plan import FromGame  # both games, of which a page needs one

            run = Practice(store=self.store, plan=FromGame(self._game.copy(), seat))
            run.act("next", {})
            self._exercises = _FromGame(seat, actions, PracticeDesk(run))
        self._practising = True
