"""The first page of the site: lessons, tables and demos, as links to the pages that run them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from cardlab_exercises.declaration.lessons import Listed, listed
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from cardlab.plugins import game_plugin
from cardlab_widgets.demos.catalogue import catalogue, picture
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.fonts import font_faces
from cardlab_widgets.screen.widget import style_sheet
from cardlab_widgets.site.files import HERE

NEEDS_A_SERVER = ("class-poll", "class-progress")
"""Demos about a class, which one browser alone has not."""


class ListedGame(NamedTuple):
    name: str
    about: str
    lessons: tuple[Listed, ...]


def games(notebooks: Path) -> Iterator[ListedGame]:
    """The lessons of each game, as the course's index lists them, and what the index says of the game."""
    index = json.loads((notebooks / "index.ipynb").read_text(encoding="utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in index["cells"])
    for name, lessons in groupby(listed(notebooks), key=attrgetter("game")):
        title = game_plugin(name).title
        about = re.search(rf"^## {title}\n\n(.+)$", text, re.MULTILINE)
        yield ListedGame(title, about[1] if about else "", tuple(lessons))


def page_of(notebook: str) -> str:
    """The address at which a notebook runs, from the first page."""
    return f"notebooks/index.html?path={quote(notebook, safe='/')}"


def landing(notebooks: Path) -> str:
    """The first page, as HTML."""
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True)
    shown = [one for one in catalogue() if one.id not in NEEDS_A_SERVER]
    return environment.get_template("index.html.j2").render(
        at=page_of,
        games=tuple(games(notebooks)),
        demos=[(one, f"demos/{one.id}.ipynb", picture(one)) for one in shown],
        fonts=Markup(font_faces()),
        css=Markup(style_sheet()),
        sprite=Markup(SPRITE),
    )
