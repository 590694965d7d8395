"""How a class is doing, for the projector: rules, mistakes and lessons, and nobody's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab_exercises.store.identity import identity
from cardlab_exercises.store.store import Store
from cardlab_exercises.store.visitor import NOT_THE_TEACHER, may_teach, on_page

from cardlab.display.scene import Form, Panel, Scene
from cardlab_widgets.demos.catalogue import Entry
from cardlab_widgets.demos.link import start
from cardlab_widgets.demos.stage import FOR_TEACHERS
from cardlab_widgets.scores.class_desk import ClassDesk


class ClassStage(ClassDesk):
    """What a class gets wrong, so that nobody in it can be told from another.

    Actions: those of a `ClassDesk`, and ``teach``. Nothing is read before somebody looks; from then on the
    bars follow what the class does.
    """

    _names_shown = False

    def __init__(self, about: Entry, store: Store | None = None) -> None:
        self.about = about
        self._panel = False
        super().__init__("" if on_page() else identity().class_code, store)  # a page is seen by others
        self._looked = False

    def _begin(self) -> Scene:
        if self._looked:
            return super()._begin()
        return self._framed(
            prompt="Type the code of your class, or leave it empty for everybody, and press Look."
        )

    def _framed(self, *args: Any, **view: Any) -> Scene:
        scene = super()._framed(*args, **view)
        tools = scene.tools or Form("", ())
        return scene._replace(
            eyebrow="Class progress",
            title=self.about.title,
            home=start(),
            tools=tools._replace(buttons=(*tools.buttons, FOR_TEACHERS)),
            panel=self._teacher() if self._panel else None,
        )

    def _teacher(self) -> Panel:
        title = f"For teachers: {self.about.title}"
        return Panel(title, (), notes=self.about.notes, wide=True, close="teach")

    def renew(self) -> bool:
        """As any class page, once somebody has looked."""
        return super().renew() if self._looked else False

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words, and then nothing has changed."""
        if action == "teach":
            self._panel = not self._panel
        elif action == "look":
            if not may_teach():
                raise ValueError(NOT_THE_TEACHER)
            self._looked = True
            super().act(action, values)
        elif action.startswith("tab:"):
            super().act(action, values)
        else:
            raise ValueError("there is no such thing to do here")
