"""A whole game for a class to play, with the note for its teacher and a link to a record."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from cardlab_exercises import Store

from cardlab.display.scene import Field, Form, Message, Panel, Scene, sentence
from cardlab.game import referee
from cardlab_widgets.demos.catalogue import Entry
from cardlab_widgets.demos.link import Request, asked_for, here, link, start
from cardlab_widgets.demos.stage import FOR_TEACHERS, HIDE, SHOW
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.post_game import GameTable

GAMES = {"a-game-of-canasta": "canasta", "a-game-of-cribbage": "cribbage"}
"""The demos that are whole games, by name."""


class GameStage:
    """A table as `play` has it; ``teach`` opens the note for the teacher, ``numbers`` shows those of rules.

    A page whose address holds a record shows its game. The link to a game's record is given when the game
    is over: before, it would give the hidden cards away.
    """

    playable = True

    def __init__(self, about: Entry, seed: str | int, options: Any = "course") -> None:
        self.about = about
        self._game = GAMES[about.id]
        rules = referee(self._game).as_options(options)
        self._panel = self._numbers = False
        self._wrong: Message | None = None
        self._table = self._deal(seed, rules)
        try:
            self._open(asked_for((), rules._fields), seed, rules)
        except ValueError as error:
            self._wrong = Message("warn", "The address asks for what cannot be shown.", sentence(str(error)))

    def _open(self, asked: Request, seed: str | int, rules: Any) -> None:
        if asked.record:
            table = copy(self._table)
            table.act("load", {"record": asked.record})
            self._table = table
        elif asked.seed or asked.preset or asked.changes:
            self._table = self._deal(asked.seed or seed, asked.rules(self._game, rules))

    def _deal(self, seed: str | int, rules: Any) -> GameTable:
        """A table at which nothing is kept of how the class practises after the game."""
        changes: dict[str, Any] = dict(referee(self._game).option_changes(rules))
        table = playing_model(self._game, seed, preset=rules.preset, resume=False, **changes)
        table.store = Store(None)
        return table

    def scene(self) -> Scene:
        """The table, with the teacher's panel if that is open."""
        shown = self._table.scene()
        there = shown.tools.buttons if shown.tools else ()
        return shown._replace(
            tools=Form("For teachers", (), (*there, FOR_TEACHERS)),
            message=self._wrong or shown.message,
            home=start(),
            numbers=self._numbers,
            panel=self._teacher() if self._panel else shown.panel,
        )

    def _teacher(self) -> Panel:
        game = self._table.game
        forms: tuple[Form, ...] = (Form("Rules by number", (), (HIDE if self._numbers else SHOW,)),)
        if game.outcome is not None:
            address = link(here(), {}, record=game.record())
            where = Field("link", "to look back on it together", address, kind="long", locked=True)
            forms = (Form("A link to this game", (where,)), *forms)
        title = f"For teachers: {self.about.title}"
        return Panel(title, forms, notes=self.about.notes, wide=True, close="teach")

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """An action of the table, or one named above. Raises `ValueError`, and then nothing has changed."""
        if action == "teach":
            self._panel = not self._panel
        elif action == "numbers":
            self._numbers, self._panel = not self._numbers, False
        else:
            table = copy(self._table)
            table.act(action, values)
            self._table = table
        self._wrong = None
