"""Which lesson has which exercises: read off the notebooks themselves, so that there is no second list."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

INSIDE = "notebooks"
"""Where `cardlab_exercises` has the lessons in a browser, which has no other place for them."""


class Lesson(NamedTuple):
    """A notebook: its path below the lessons' folder without the ending, its title, its exercises' ids."""

    name: str
    title: str
    exercises: tuple[str, ...]


def source_folder() -> Path:
    """The folder of the lessons: of the clone that the package runs from, else the installed one.

    In a browser's Python they are inside the package. Raises `FileNotFoundError` when there is none.
    """
    inside, clone = Path(__file__).parents[1] / INSIDE, Path(__file__).resolve().parents[3] / "notebooks"
    for folder in (inside, clone):
        if (folder / "index.ipynb").is_file():
            return folder
    from jupyter_core.paths import jupyter_path

    for folder in map(Path, jupyter_path("cardlab", "notebooks")):
        if (folder / "index.ipynb").is_file():
            return folder
    raise FileNotFoundError("the lessons are not installed; install cardlab again, or use a clone of it")


@cache
def lessons(folder: Path | None = None) -> tuple[Lesson, ...]:
    """The lessons that have exercises, in the order of their names; none where no lessons are installed.

    >>> counting = next(lesson for lesson in lessons() if lesson.name.endswith("counting-your-hand"))
    >>> counting.exercises
    ('crib-count-basics',)
    """
    try:
        folder = folder or source_folder()
    except FileNotFoundError:
        return ()
    found = (_lesson(folder, path) for path in sorted(folder.rglob("*.ipynb")))
    return tuple(lesson for lesson in found if lesson.exercises)


class Listed(NamedTuple):
    """A lesson as the start page lists it; `goal` is what one can do afterwards."""

    name: str
    number: int
    title: str
    goal: str
    time: str

    @property
    def game(self) -> str:
        return self.name.partition("/")[0]


_ROW = re.compile(r"^\| (\d+) \| \[(.+?)\]\((\S+)\.ipynb\) \| (.+?) \| (.+?) \|$", re.MULTILINE)


@cache
def listed(folder: Path | None = None) -> tuple[Listed, ...]:
    """The lessons in the order of the start page, `index.ipynb`; none where no lessons are installed.

    >>> listed()[0].name, listed()[0].time
    ('cribbage/01-the-board', '10 min')
    """
    try:
        text = ((folder or source_folder()) / "index.ipynb").read_text(encoding="utf-8")
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
    except (OSError, ValueError, KeyError, TypeError):
        return ()
    rows = (row for cell in cells for row in _ROW.findall("".join(cell["source"])))
    return tuple(Listed(name, int(number), title, goal, time) for number, title, name, goal, time in rows)


def _lesson(folder: Path, path: Path) -> Lesson:
    name = path.relative_to(folder).with_suffix("").as_posix()
    try:
        book = json.loads(path.read_text(encoding="utf-8"))
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in book["cells"]]
    except (OSError, ValueError, KeyError, TypeError):  # a damaged notebook is not a lesson
        return Lesson(name, name, ())
    ids = [id for kind, text in cells if kind == "code" for id in _practised(text)]
    headings = (line[2:].strip() for _, text in cells for line in text.splitlines() if line.startswith("# "))
    title = str(book.get("metadata", {}).get("title") or next(headings, name))
    return Lesson(name, title, tuple(dict.fromkeys(ids)))


def _practised(code: str) -> Iterator[str]:
    """The ids that a cell passes to `practice` or `Practice` as text."""
    try:
        tree: Any = ast.parse(code)
    except SyntaxError:  # a magic of IPython
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", getattr(node.func, "attr", "")) in ("practice", "Practice")
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            yield node.args[0].value
