"""A widget whose messages go through ipywidgets' own handler, and whose answers can be looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from cardlab_widgets.widget import Model, SceneWidget


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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium; without one these tests are skipped, and in CI they fail."""
    import browsing

    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        path = browsing.find_chromium(playwright)
        if path is None:
            give_up = pytest.fail if os.environ.get("CI") else pytest.skip
            give_up(browsing.REMEDY)
        chromium = browsing.launch(playwright, path)
        yield chromium
        chromium.close()
