"""Every lesson in the real JupyterLab: all of it runs, and each of its widgets does its first thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import browsing
import pytest
from playwright.sync_api import Page, expect

import notebooks
from tests.browser.at_table import FIRST_PRESSES, first_press, press

PAGES = [path for path in notebooks.all_notebooks() if path.parent.name != "demos"]
PLOT = "application/vnd.plotly.v1+json"

OUTPUTS = """() => [...window.jupyterapp.shell.currentWidget.content.widgets]
    .filter(cell => cell.model.type === "code").flatMap(cell => cell.model.outputs.toJSON())"""

# What a widget shows; the text alone would not tell one step from another in which only a card moves.
PRESS_THE_REST = """places => {
    const widgets = [...document.querySelectorAll(".cardlab")].slice(1);
    window.shownBefore = new Map(widgets.map(widget => [widget, widget.innerHTML]));
    for (const widget of widgets) places.map(place => widget.querySelector(place)).find(Boolean).click();
}"""
ALL_HAVE_ANSWERED = """() => [...window.shownBefore].every(([widget, before]) =>
    widget.isConnected && !widget.ariaBusy && widget.innerHTML !== before)"""


def name(path: Path) -> str:
    return path.relative_to(notebooks.FOLDER).as_posix()


FEW = (
    "index.ipynb",
    "canasta/08-taking-the-pile.ipynb",
    "canasta/13-a-whole-game.ipynb",
    "cribbage/11-what-to-lay-away.ipynb",
)
"""One of each kind: without code, with steppers and exercises, with a table, with a plot."""


def page_of_the_course(path: Path) -> Any:
    return pytest.param(path, id=name(path), marks=() if name(path) in FEW else pytest.mark.thorough)


def outputs(page: Page) -> list[dict[str, Any]]:
    """All outputs of the open notebook, as nbformat has them."""
    found: list[dict[str, Any]] = page.evaluate(OUTPUTS)
    return found


@pytest.mark.parametrize("path", [page_of_the_course(path) for path in PAGES])
def test_it_runs_and_its_widgets_answer(lab_page: Page, path: Path) -> None:
    browsing.open_notebook(lab_page, f"notebooks/{name(path)}")
    browsing.run_all(lab_page)
    made = outputs(lab_page)
    faults = [output for output in made if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert not faults
    kinds = [kind for output in made for kind in output.get("data", {})]
    widgets = lab_page.locator(browsing.WIDGET)
    expect(widgets.locator(".sheet")).to_have_count(kinds.count(notebooks.WIDGET_VIEW))
    tables = sum("cardlab-snapshot" in str(output.get("data")) for output in made)
    assert kinds.count(notebooks.WIDGET_VIEW) == tables, "each widget has its snapshot"
    expect(lab_page.locator(".js-plotly-plot .main-svg").first).to_have_count(1 if PLOT in kinds else 0)
    if tables:
        press(widgets.first, first_press(widgets.first))
        lab_page.evaluate(PRESS_THE_REST, FIRST_PRESSES)
        lab_page.wait_for_function(ALL_HAVE_ANSWERED)
    expect(lab_page.locator("[data-error], .live.shown, .jp-Dialog")).to_have_count(0)
