"""A table in a lesson asks for points only by rules that this lesson or an earlier one has taught."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cardlab_widgets import SceneWidget
from cardlab_widgets.lessons.stepper import Stepper
from pages import MARK

import notebooks
from cardlab.display.scene import Frame, cited

LESSONS = [path for path in notebooks.all_notebooks() if path.parent.name in ("cribbage", "canasta")]
TABLES = ("watch(", "count_stepper(")


def tables(path: Path) -> Iterator[tuple[str, tuple[Frame, ...]]]:
    """The frames of each table in a lesson, with the id of its cell."""
    names: dict[str, Any] = {}
    for cell in notebooks.read(path).cells:
        if cell.id == "ready":
            exec(cell.source, names)
        elif cell.cell_type == "code" and cell.source.startswith(TABLES):
            shown = eval(cell.source, names)
            assert isinstance(shown, SceneWidget)
            assert isinstance(shown.model, Stepper)
            yield cell.id, shown.model._frames


def taught(path: Path) -> set[str]:
    """The rules marked in a lesson and in those before it."""
    before = [lesson for lesson in LESSONS if lesson.parent == path.parent and lesson.name <= path.name]
    cells = [cell for lesson in before for cell in notebooks.read(lesson).cells]
    return {id for cell in cells if cell.cell_type == "markdown" for _, id, _ in MARK.findall(cell.source)}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_points_are_asked_for_by_rules_that_are_taught(path: Path) -> None:
    known = taught(path)
    for id, frames in tables(path):
        for before, after in pairwise(frames):
            told = before.ask is None or before.ask.choices or "Which hole" in before.ask.prompt
            if not told:
                unknown = {*cited(after.scene)} - {*cited(before.scene)} - known
                assert not unknown, f"{id}: {before.ask}"
