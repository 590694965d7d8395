"""The table of `play`: a game, and when it is over its review and what it cost, in the same place."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, NamedTuple, TypeAlias

from cardlab_exercises import Practice, Store

from cardlab.display.scene import Button, Form, Scene
from cardlab.review import begin
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.tables.playing import Play
from cardlab_widgets.tables.review_desk import ReviewDesk

_WHAT_NOW = "Review it, practise what cost you most, or play another game."


Desk: TypeAlias = PracticeDesk | ReviewDesk


class _After(NamedTuple):
    """What came after a game for a seat: by the action that brings it, the exercises or the review."""

    seat: int
    actions: tuple[Any, ...]
    desks: Mapping[str, Desk]


class GameTable(Play):
    """A game at the table, and after it its review and the exercises from it.

    Besides the actions of `Play`: ``practise`` brings the decisions of a game that is over, ``review`` looks
    back on it, and ``table`` leads back to it. In between every action is one of the exercises
    (`PracticeDesk`) or of the review (`ReviewDesk`). The attempts go to `store`, by default the user's own.
    """

    store: Store | None = None
    _after: _After | None = None
    _open: str = ""

    def scene(self) -> Scene:
        if self._after is None or not self._open:
            shown = super().scene()
            if shown.said is None or not self._ended:
                return shown
            return shown._replace(said=shown.said._replace(more=f"{shown.said.more} {_WHAT_NOW}".strip()))
        back = Button("table", "Back to the table", "back", quiet=True)
        shown = self._after.desks[self._open].scene()
        # The exercises of a review lead back to the review first.
        return shown if shown.tools is not None and self._open == "review" else _with_tool(shown, back)

    def _buttons(self, shown: Scene) -> tuple[Button, ...]:
        buttons = super()._buttons(shown)
        if not self._ended:
            return buttons
        return (*buttons, Button("review", "Review"), Button("practise", "Practise mistakes"))

    @property
    def _ended(self) -> bool:
        """Whether the game is over, and all of it has been shown."""
        return self._game.outcome is not None and not self._pending

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """As in `Play`. Raises `ValueError` for ``practise`` where there is nothing to practise (yet)."""
        if action == "table":
            self._open = ""
        elif self._after is not None and self._open:
            desk = copy(self._after.desks[self._open])
            desk.act(action, values)
            self._after = self._after._replace(desks={**self._after.desks, self._open: desk})
        elif action in ("practise", "review"):
            self._begin_after(action)
        else:
            super().act(action, values)

    def _begin_after(self, action: str) -> None:
        """Goes on with the exercises or the review of this game, or begins them."""
        if self._game.outcome is None:
            raise ValueError("play to the end first: then what cost you most can be practised and reviewed")
        seat, actions = self.seat, tuple(self._game.actions)
        after = self._after
        if after is None or after[:2] != (seat, actions):
            after = _After(seat, actions, {})
        if action not in after.desks:
            desk = (
                self._exercises() if action == "practise" else ReviewDesk(begin(self._game, seat), self.store)
            )
            after = after._replace(desks={**after.desks, action: desk})
        self._after, self._open = after, action

    def _exercises(self) -> PracticeDesk:
        from cardlab_exercises.practice.game_plan import FromGame  # both games, of which a page needs one

        run = Practice(store=self.store, plan=FromGame(self._game.copy(), self.seat))
        run.act("next", {})
        return PracticeDesk(run)


def _with_tool(shown: Scene, button: Button) -> Scene:
    return shown._replace(tools=Form("The game", (), (button,)))
