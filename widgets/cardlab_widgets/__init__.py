"""The screen of cardlab: scenes as HTML, the widget that shows them, steppers and practice.

Importing this is cheap; the Jupyter packages are loaded when the first widget is made.
"""

from __future__ import annotations

from typing import Any

from cardlab_exercises import progress

from cardlab_widgets.demos import demo
from cardlab_widgets.lessons.comparison import advise, compare
from cardlab_widgets.lessons.counting import count_stepper
from cardlab_widgets.lessons.practice import practice, practice_game, show_question, take_test
from cardlab_widgets.lessons.reveal import reveal
from cardlab_widgets.lessons.stepper import Stepper
from cardlab_widgets.screen.pending import lesson_state as lesson_state  # for our extension of JupyterLab
from cardlab_widgets.tables.play import play
from cardlab_widgets.tables.review_desk import review
from cardlab_widgets.tables.watch import watch

__all__ = [
    "SceneWidget",
    "Stepper",
    "advise",
    "compare",
    "count_stepper",
    "demo",
    "play",
    "practice",
    "practice_game",
    "progress",
    "reveal",
    "review",
    "show_question",
    "take_test",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name == "SceneWidget":
        from cardlab_widgets.screen.widget import SceneWidget

        return SceneWidget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
