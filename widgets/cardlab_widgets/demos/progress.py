"""How a class is doing, for the projector: rules and mistakes, and nobody's name."""

from __future__ import annotations

from collections.abc import Mapping

from cardlab_exercises.reports.classroom import ClassReport, LiveReport
from cardlab_exercises.store.identity import identity
from cardlab_exercises.store.store import Store
from cardlab_exercises.store.visitor import NOT_THE_TEACHER, may_teach, on_page

from cardlab.display.scene import Button, Field, Form, Message, Panel, Scene
from cardlab.wording import in_figures
from cardlab_widgets.demos.catalogue import Entry
from cardlab_widgets.demos.link import start
from cardlab_widgets.demos.stage import FOR_TEACHERS

_SHOWN = 10


class ClassStage:
    """What a class gets wrong, rule by rule or mistake by mistake.

    Actions: ``look`` (value ``class``; empty stands for all learners), ``rules``, ``mistakes``, ``teach``.
    Nothing is read before somebody looks; from then on the bars follow what the class does.
    """

    every = 5.0
    """Seconds between two looks at what the class has done."""

    def __init__(self, about: Entry, store: Store | None = None) -> None:
        self.about = about
        self._store = store
        self._code = "" if on_page() else identity().class_code  # a page is seen by others
        self._what = "rules"
        self._panel = False
        self._report: ClassReport | None = None
        self._live: LiveReport | None = None

    def scene(self) -> Scene:
        """The bars, or how to get them."""
        shown = self._report
        message = None
        if shown is not None and shown.unread:
            message = Message(
                "error",
                "What is kept cannot be read.",
                "'cardlab doctor' says why, on the server of this page.",
            )
        elif shown is not None and not shown.practice:
            message = Message("info", "No attempts yet.", "They appear when learners have practised.")
        prompt = "Type the code of your class, or leave it empty for everybody."
        if shown is not None:
            prompt = self._summary(shown)
        return Scene(
            kind="exercise",
            eyebrow="Class progress",
            title=self.about.title,
            home=start(),
            prompt=prompt,
            message=message,
            panel=self._teacher() if self._panel else self._bars(shown) if shown and shown.practice else None,
            tools=Form(
                "The class",
                (Field("class", "class code", self._code, kind="text"),),
                (
                    Button("look", "Look"),
                    FOR_TEACHERS,
                ),
            ),
            buttons=(
                Button("rules", "Rules", primary=self._what == "rules"),
                Button("mistakes", "Mistakes", primary=self._what == "mistakes"),
            ),
            status=message.title if message else prompt,
        )

    def _summary(self, shown: ClassReport) -> str:
        right = sum(line.right for line in shown.learners)
        tried = len(shown.practice)
        share = f", {right} of them right" if tried else ""
        return f"{in_figures(len(shown.learners), 'learner')}, {in_figures(tried, 'answer')}{share}."

    def _bars(self, shown: ClassReport) -> Panel:
        if self._what == "mistakes":
            tally = tuple((line.name, line.times) for line in shown.mistakes[:_SHOWN])
            return Panel("Mistakes made, how many times", (), tally=tally, wide=True, close="close")
        hard = [line for line in shown.rules if line.wrong][:_SHOWN]
        tally = tuple((f"{line.title}, in {line.answers} answers", round(100 * line.share)) for line in hard)
        return Panel("Rules not known, in percent of the answers", (), tally=tally, wide=True, close="close")

    def _teacher(self) -> Panel:
        title = f"For teachers: {self.about.title}"
        return Panel(title, (), notes=self.about.notes, wide=True, close="teach")

    def renew(self) -> bool:
        """Brings the bars up to what the class has done by now; what can be done stays the same."""
        if self._live is not None:
            self._report = self._live.refresh()
        return False

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words, and then nothing has changed."""
        if action == "look":
            if not may_teach():
                raise ValueError(NOT_THE_TEACHER)
            code = values.get("class", "").strip()
            live = LiveReport(code or None, self._store)
            self._report, self._live, self._code = live.refresh(), live, code
        elif action == "close":
            self._report = self._live = None
        elif action == "teach":
            self._panel = not self._panel
        elif action in ("rules", "mistakes"):
            self._what = action
        else:
            raise ValueError("there is no such thing to do here")
