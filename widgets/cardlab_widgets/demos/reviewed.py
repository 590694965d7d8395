"""A game between computer players looked back on, with the note for the teacher."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any

from cardlab_exercises import Store

from cardlab.display.scene import Form, Panel, Scene
from cardlab.game import Game
from cardlab.plugins import game_plugin
from cardlab.review import begin
from cardlab_widgets.demos.catalogue import Entry
from cardlab_widgets.demos.link import asked_for, start
from cardlab_widgets.demos.stage import FOR_TEACHERS
from cardlab_widgets.tables.review_desk import ReviewDesk

LEVELS = ("beginner", "strong")
"""Who plays: South makes the mistakes that the class is to find."""


class ReviewStage:
    """The review of a game that South, a beginner, plays against a strong player; ``teach`` opens the note.

    A page whose address asks for another seed or other rules shows another game.
    """

    def __init__(self, about: Entry, seed: str | int, options: Any = "course") -> None:
        self.about = about
        self._panel = False
        plugin = game_plugin(about.game)
        rules = plugin.referee.as_options(options)
        asked = asked_for((), rules._fields)
        game = _played(about.game, asked.rules(about.game, rules), asked.seed or seed)
        self._desk = ReviewDesk(begin(game), Store(None))

    def scene(self) -> Scene:
        shown = self._desk.scene()
        there = shown.tools.buttons if shown.tools else ()
        panel = Panel(
            f"For teachers: {self.about.title}", (), notes=self.about.notes, wide=True, close="teach"
        )
        return shown._replace(
            tools=Form("For teachers", (), (*there, FOR_TEACHERS)),
            home=start(),
            numbers=False,
            panel=panel if self._panel else shown.panel,
        )

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """An action of the review, or ``teach``. Raises `ValueError`, and then nothing has changed."""
        if action == "teach":
            self._panel = not self._panel
        else:
            desk = copy(self._desk)
            desk.act(action, values)
            self._desk = desk


def _played(name: str, options: Any, seed: str | int) -> Game:
    plugin = game_plugin(name)
    game, random = Game(name, options, seed), Random(f"demo/{seed}")
    players = [plugin.players.player(level) for level in LEVELS]
    while (turn := game.turn) is not None:
        game.do(players[turn % len(players)](game.view(), random).action)
    return game
