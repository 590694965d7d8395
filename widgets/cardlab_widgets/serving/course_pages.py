"""The pages of the course that need no kernel: the start page, and the text of a notebook without code.

What a page shows of a score is that of who asks for it: `visitors` says who that is. In JupyterLab it is the
owner of the server.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardlab_exercises.declaration.lessons import lessons, listed, source_folder
from cardlab_exercises.reports.course import Course, course
from cardlab_exercises.reports.progress import lesson_progress
from cardlab_exercises.store.identity import Identity, identity, leave
from cardlab_exercises.store.joining import join_as_visitor, word_of
from cardlab_exercises.store.store import Store
from cardlab_exercises.store.visitor import asked_by, may_teach
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from cardlab.plugins import game_plugin
from cardlab_widgets.saved_games.memory import own_games
from cardlab_widgets.saved_games.offers import LastGame, last_game


class Asked(NamedTuple):
    """Who asks for a page, as `asked_by` is told."""

    address: str
    visitor: str
    teaches: bool


class LearnerCourse(NamedTuple):
    """What the start page says of who asks: the course, the game left last, and in words who they are.

    `named` is whether they have said who they are, `teaches` whether they may teach. `word` is what they are
    known by on another device, `class_code` that of their class, as far as they have one.
    """

    course: Course
    game: LastGame | None
    who: str
    named: bool
    teaches: bool
    word: str
    class_code: str


def learner_course(who: Asked | None = None) -> LearnerCourse:
    """Where they are in the course; without `who` the account that this runs under.

    The lessons are there even when the score cannot be read.
    """
    with asked_by(*who) if who else nullcontext():
        now = identity()
        try:
            mine = course()
        except Exception:
            logging.getLogger("cardlab").exception("A score cannot be read.")
            mine = course(Store(None), now.learner)._replace(unread=True)
        word = word_of(now.learner, now.class_code) if now.named and not may_teach() else ""
        told = _whose(now, who)
        return LearnerCourse(mine, _last_game(), told, now.named, may_teach(), word, now.class_code)


def _last_game() -> LastGame | None:
    try:
        return last_game(own_games())
    except (OSError, ValueError):  # the data folder cannot be read
        return None


def _whose(now: Identity, who: Asked | None) -> str:
    """Whose answers these are, and where they are kept, where that is no matter of course."""
    if who is None:
        return f"You are {now.called}." if now.named or now.class_code else ""
    if who.teaches:
        return (
            "This is the teacher's browser: what you answer here counts as that of the account that runs this"
            " server."
        )
    if now.named:
        return f"You are {now.called}. Your answers are kept on this server under that name."
    return (
        "Your answers are kept on this server, without your name, for this browser alone, which is known by a"
        " cookie for 30 days after your last visit."
    )


def course_html(learner: LearnerCourse, at: Callable[[str], str], join: str = "") -> Markup:
    """The learner's lessons as part of a page; `at` gives the address of a notebook by its name.

    `join` is what stands below who they are.
    """
    template = _templates().get_template("course.html.j2")
    return Markup(template.render(learner._asdict(), at=at, plugin=game_plugin, join=join))


@cache
def _templates() -> Environment:
    return Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)


def join_class(who: Asked, class_code: str, name: str, word: str) -> str:
    """What came of a visitor's wish to be in a class. Raises `ValueError` where it cannot be."""
    with asked_by(*who):
        if may_teach():
            raise ValueError("this is the teacher's browser: join in another one")
        return str(join_as_visitor(class_code, name, word))


def leave_class(who: Asked) -> str:
    """What came of a visitor's wish to be nameless again."""
    with asked_by(*who):
        return "" if may_teach() else str(leave())


def exercises_done(who: Asked, page: str) -> str:
    """What the bar of a lesson says; nothing for a page without exercises."""
    if page not in {lesson.name for lesson in lessons()}:
        return ""
    with asked_by(*who):
        right, of = lesson_progress(page)
    return f"Exercises done: {right} of {of}"


def stored_path(root: Path, path: str) -> str:
    """The notebook below `root` that an address means: that of a demo, which people type, names no folder."""
    here, demos = ({found.name for found in root.glob(names)} for names in ("*.ipynb", "demos/*.ipynb"))
    return f"demos/{path}" if path in demos - here else path


@cache
def lessons_without_plots() -> frozenset[str]:
    """The names of the lessons whose stored outputs have no plot."""
    return frozenset(
        lesson.name
        for lesson in listed()
        if "application/vnd.plotly" not in (source_folder() / f"{lesson.name}.ipynb").read_text("utf-8")
    )


class TextPage(NamedTuple):
    """A notebook without code, as HTML, and the name of the page."""

    title: str
    html: Markup


def pages_below(root: Path) -> set[str]:
    """The notebooks of a folder and all folders in it."""
    return {found.relative_to(root).as_posix() for found in root.rglob("*.ipynb")}


def text_page(root: Path, path: str) -> TextPage | None:
    """The page of a notebook below `root` that has no code; None for any other, and where there is none."""
    # What an address makes up is not kept: there is no end to it.
    return _text_page(root, path) if path in pages_below(root) else None


@cache
def _text_page(root: Path, path: str) -> TextPage | None:
    book = json.loads((root / path).read_text(encoding="utf-8"))
    if any(cell["cell_type"] == "code" for cell in book["cells"]):
        return None
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    write = MarkdownWithMath(renderer=IPythonRenderer(escape=False)).render
    parts = (write("".join(cell["source"])) for cell in book["cells"])
    return TextPage(book["metadata"].get("title", path), Markup("\n".join(parts)))
