"""A widget whose messages go through ipywidgets' own handler, and whose answers can be looked at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from cardlab_widgets.screen.widget import Model, SceneWidget, style_sheet

from tests.widgets.on_page import PAGE, START


class Wire:
    """The browser's end of a widget."""

    def __init__(self, widget: SceneWidget, monkeypatch: pytest.MonkeyPatch) -> None:
        self.widget = widget
        self.answers: list[dict[str, Any]] = []
        monkeypatch.setattr(widget, "send", self.answers.append)

    def raw(self, content: Any) -> dict[str, Any]:
        """Delivers a message as it comes over the wire, and returns its answer."""
        before = len(self.answers)
        self.widget._handle_msg(
            {"content": {"data": {"method": "custom", "content": content}}, "buffers": []}
        )
        assert len(self.answers) == before + 1, "every message is answered once"
        return self.answers[-1]

    def press(
        self, action: str, values: Mapping[str, str] | None = None, rev: int | None = None
    ) -> dict[str, Any]:
        """Presses a button of the page that is shown (or of an older one, `rev`)."""
        shown = self.widget.rev if rev is None else rev
        return self.raw({"id": "view-1", "rev": shown, "action": action, "values": dict(values or {})})


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Callable[[Model], Wire]:
    return lambda model: Wire(SceneWidget(model), monkeypatch)


@pytest.fixture
def show(browser: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Shows a model twice on a plain page and gives the page."""
    context = browser.new_context(viewport={"width": 900, "height": 900})

    def make(model: Any, **options: Any) -> Any:
        widget = SceneWidget(model, **options)
        answers: list[Any] = []
        monkeypatch.setattr(widget, "send", answers.append)

        def to_python(message: str) -> dict[str, Any]:
            before = {name: getattr(widget, name) for name in ("html", "status", "rev")}
            widget._handle_msg(
                {"content": {"data": {"method": "custom", "content": json.loads(message)}}, "buffers": []}
            )
            changed = {
                name: getattr(widget, name) for name in before if getattr(widget, name) != before[name]
            }
            return {"changed": changed, "answers": [answers.pop() for _ in range(len(answers))]}

        page = context.new_page()
        page.set_default_timeout(5000)
        page.set_content(PAGE)
        page.add_style_tag(content=style_sheet())
        page.expose_function("toPython", to_python)
        names = ("html", "status", "rev", "four_colour", "_sprite")
        page.evaluate(START, [widget._esm, {name: getattr(widget, name) for name in names}])
        return page

    yield make
    context.close()
