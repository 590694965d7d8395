"""The page about a class: by rule, mistake, lesson, learner and test, and down to each answer. It is live."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any

from cardlab_exercises.declaration.answers import plain_code
from cardlab_exercises.reports.classroom import ClassReport, LiveReport
from cardlab_exercises.reports.progress import Progress
from cardlab_exercises.store.joining import word_of
from cardlab_exercises.store.store import Store

from cardlab.display.scene import Button, Field, Form, Message, Scene
from cardlab.wording import in_figures
from cardlab_widgets.scores import views
from cardlab_widgets.scores.desk import Answers, ScoreDesk
from cardlab_widgets.scores.views import counted, percent
from cardlab_widgets.screen.plotted import PlottedWidget

CLASS_TABS = {
    "rules": "Rules",
    "mistakes": "Mistakes",
    "lessons": "Lessons",
    "learners": "Learners",
    "tests": "Tests",
    "time": "Over time",
}
PATIENCE_S = 1.5
"""How long a press waits for what it wants to read; after that it comes by itself."""


class ClassDesk(ScoreDesk):
    """What a class has done.

    Actions: those of a `ScoreDesk`; ``look`` (value ``class``; empty stands for all learners); ``word``, by
    which the learner who is open joins on another device. Reading is
    done beside the page, so that a large class does not hold it up.
    """

    every = 1.0
    """Seconds between two looks at what the class has done."""
    _several = True
    _about = "What the class has done"
    _names_shown = True

    def __init__(self, class_code: str | None = None, store: Store | None = None) -> None:
        code = os.environ.get("CARDLAB_CLASS", "") if class_code is None else class_code
        self._code, self._store = plain_code(code), store
        self._live = LiveReport(self._code or None, store)
        self._report: ClassReport | None = None
        self._reading: Future[ClassReport] | None = None
        self._failed = ""
        self._word = False

    @property
    def report(self) -> ClassReport | None:
        """What has been read so far."""
        return self._report

    @property
    def _all(self) -> Answers:
        return self._report.attempts if self._report else ()

    def _root_name(self) -> str:
        return f"Class {self._code}" if self._code else "All learners"

    # ---------------------------------------------------------------- what is shown

    def _begin(self) -> Scene:
        shown = self._report
        if shown is None:
            return self._framed(message=self._trouble() or Message("info", "The answers are being read."))
        message = self._trouble()
        tabs = {name: label for name, label in CLASS_TABS.items() if self._names_shown or name not in _NAMED}
        tab = self._tab(tabs)
        view = {} if tab == "time" else views.class_view(shown, tab, self._names_shown)
        if not message and not shown.attempts:
            message = Message(
                "info", "No answers yet.", "They appear by themselves as soon as somebody answers."
            )
        elif not message and tab != "time" and not any(view.values()):
            message = Message("info", _NOTHING[tab])
        return self._framed(tabs=tabs, prompt=_summary(shown), message=message, **view)

    def _framed(self, *args: Any, **view: Any) -> Scene:
        field = Field("class", "class code", self._code, kind="text")
        return (
            super()
            ._framed(*args, **view)
            ._replace(tools=Form("The class", (field,), (Button("look", "Look"),)))
        )

    def _trouble(self) -> Message | None:
        if self._failed:
            return Message("warn", "This is not renewed just now.", f"The reason: {self._failed}.")
        if self._report is not None and self._report.unread:
            text = "'cardlab doctor' says why, on the server of this page."
            return Message("error", "What is kept cannot be read.", text)
        return None

    def _learner(self, score: Progress) -> Scene:
        scene, who = super()._learner(score), score.attempts[0]
        if not who.class_code:
            return scene
        if self._word:
            word = word_of(who.learner, who.class_code, self._store)
            text = f"{who.learner} types it to join class {who.class_code} on another device."
            return scene._replace(message=Message("info", f"The word is {word}.", text))
        return scene._replace(buttons=(*scene.buttons, Button("word", "Word")))

    # ---------------------------------------------------------------- what is done

    def act(self, action: str, values: Mapping[str, str]) -> None:
        self._word = action == "word"
        if action == "word":
            return None
        if action != "look":
            return super().act(action, values)
        self._code = plain_code(values.get("class", ""))
        self._live = LiveReport(self._code or None, self._store)
        self._report, self._path, self._page, self._failed = None, (), 0, ""
        self._reading = _reader().submit(_read, self._live)
        with suppress(TimeoutError):
            self._reading.exception(PATIENCE_S)
        self._take()
        return None

    def renew(self) -> bool:
        """Takes what has been read meanwhile, and looks again; what can be done stays the same."""
        if self._reading is None:
            self._reading = _reader().submit(_read, self._live)
        self._take()
        return False

    def _take(self) -> None:
        if self._reading is None or not self._reading.done():
            return
        reading, self._reading = self._reading, None
        try:
            self._report, self._failed = reading.result(), ""
        except Exception as error:
            self._failed = type(error).__name__


_NAMED = ("learners", "tests")
_NOTHING = {
    "rules": "No rule was missed so far.",
    "mistakes": "No common mistake was made so far.",
    "lessons": "No exercise of a lesson was answered so far.",
    "learners": "Nobody has practised so far.",
    "tests": "No test was taken so far.",
}


@cache
def _reader() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="class")


def _read(live: LiveReport) -> ClassReport:
    """The report as of now, with what takes long to be worked out."""
    report = live.refresh()
    _ = report.rules, report.learners, report.mistakes, report.lessons, report.tests
    return report


def _summary(shown: ClassReport) -> str:
    if not shown.practice:
        return ""
    right = percent(sum(line.right for line in shown.learners) / len(shown.practice))
    return (
        f"{in_figures(len(shown.learners), 'learner')}, {counted(len(shown.practice), 'answer')},"
        f" {right} of them right."
    )


def class_page(class_code: str | None = None, store: Store | None = None) -> PlottedWidget:
    """The page of a class for its teacher, large; what it shows comes by itself."""
    desk = ClassDesk(class_code, store)
    desk.renew()
    return PlottedWidget(desk, large=True)
