"""Pages about the score: one's own progress, and what a class does, live.

Nothing is read before somebody presses a button or, on the teacher's page, before it is displayed.
"""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from typing import Any

from cardlab_exercises import progress
from cardlab_exercises.reports.classroom import LiveReport
from cardlab_exercises.store.store import Store
from cardlab_exercises.store.visitor import on_page
from cardlab_exercises.store.zone import local

from cardlab_widgets.screen.live import repeat

EVERY = 5.0
"""Seconds between two looks at what the class has done."""


class Page:
    """Something built of ipywidgets, with a short text of its own for notebooks without a kernel."""

    def __init__(self, name: str, *parts: Any) -> None:
        from ipywidgets import VBox

        self._name = name
        self.box = VBox(list(parts))

    def __repr__(self) -> str:
        return self._name

    def _ipython_display_(self) -> None:
        from IPython.display import display

        data = dict(self.box._repr_mimebundle_() or {})
        data["text/plain"] = self._name
        display(data, raw=True)  # type: ignore[no-untyped-call]


class ProgressPage(Page):
    """A button that shows how the learner who sits here has done: a table and two plots.

    `store` and `learner` are by default one's own, on a page of a server those of the visitor; the store is
    opened when the button is pressed.
    """

    def __init__(self, learner: str | None = None, store: Store | None = None, dark: bool = False) -> None:
        from ipywidgets import Button, Output

        self._learner, self._store, self._dark = learner, store, dark
        self.button = Button(description="Show my progress", button_style="primary")
        self.output = Output()
        self.button.on_click(self._show)
        super().__init__("Your progress: press the button to see it.", self.button, self.output)

    def _show(self, button: Any) -> None:
        from IPython.display import clear_output, display

        self.button.description = "Show it again"
        with self.output:
            clear_output(wait=True)  # type: ignore[no-untyped-call]
            try:
                shown = progress(self._learner, self._store)
            except Exception as error:
                if not on_page():
                    raise  # the trace of it would show visitors the folders of the server
                print(f"The progress cannot be read: {type(error).__name__}.")
                return
            display(shown)  # type: ignore[no-untyped-call]
            if shown.attempts:
                template = "plotly_dark" if self._dark else None
                display(shown.figure(template), shown.rules_figure(template))  # type: ignore[no-untyped-call]


class ClassPage(Page):
    """What a class has done: who did what, which rules and mistakes go wrong. It renews itself.

    `class_code` can be changed on the page; empty stands for all learners of the store.
    """

    def __init__(self, class_code: str | None = None, store: Store | None = None) -> None:
        from ipywidgets import HTML, Button, HBox, Text

        code = os.environ.get("CARDLAB_CLASS", "") if class_code is None else class_code
        self._store = store
        self._live = LiveReport(code or None, store)
        self._task: asyncio.Task[None] | None = None
        self.code = Text(code, description="class", placeholder="all learners", continuous_update=False)
        self.button = Button(description="Look now")
        self.when = HTML()
        self.report = HTML()
        self.code.observe(self._choose, "value")
        self.button.on_click(lambda button: self.refresh())
        top = HBox([self.code, self.button, self.when])
        super().__init__("What the class has done: run this cell to see it.", top, self.report)

    def refresh(self) -> None:
        """Shows what is there now. What goes wrong is said on the page."""
        try:
            self.report.value = self._live.refresh()._repr_html_()
            self.when.value = f"as of {local(datetime.now(UTC)):%H:%M:%S}"
        except Exception as error:
            self.when.value = f"not renewed: {type(error).__name__}"

    def _choose(self, change: Any) -> None:
        self._live = LiveReport(self.code.value.strip() or None, self._store)
        self.refresh()

    def _ipython_display_(self) -> None:
        self.refresh()
        if self._task is None:
            self._task = repeat(EVERY, self.refresh)
        super()._ipython_display_()
