"""The first page of the site: lessons, tables and demos, as links to the pages that run them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from cardlab_widgets.demos.catalogue import catalogue, picture
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.widget import font_faces, style_sheet

HERE = Path(__file__).parent
NEEDS_A_SERVER = ("class-poll", "class-progress")
"""Demos about a class, which one browser alone has not."""

_ROW = re.compile(r"\| (\d+) \| \[(.+?)\]\((.+?)\) \| (.+?) \| (.+?) \|")


class ListedLesson(NamedTuple):
    number: int
    title: str
    path: str
    summary: str
    time: str


class ListedGame(NamedTuple):
    name: str
    about: str
    lessons: tuple[ListedLesson, ...]


def games(index: Path) -> Iterator[ListedGame]:
    """The lessons of each game, as the tables of the course's index list them."""
    for cell in json.loads(index.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        rows = _ROW.findall(text)
        if rows:
            heading, _, rest = text.removeprefix("## ").partition("\n")
            lessons = tuple(ListedLesson(int(number), *others) for number, *others in rows)
            yield ListedGame(heading, rest.strip().partition("\n")[0], lessons)


def page_of(notebook: str) -> str:
    """The address at which a notebook runs, from the first page."""
    return f"notebooks/index.html?path={quote(notebook, safe='/')}"


def landing(notebooks: Path) -> str:
    """The first page, as HTML."""
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True)
    shown = [one for one in catalogue() if one.id not in NEEDS_A_SERVER]
    return environment.get_template("index.html.j2").render(
        at=page_of,
        games=tuple(games(notebooks / "index.ipynb")),
        demos=[(one, f"demos/{one.id}.ipynb", picture(one)) for one in shown],
        fonts=Markup(font_faces()),
        css=Markup(style_sheet()),
        sprite=Markup(SPRITE),
    )
