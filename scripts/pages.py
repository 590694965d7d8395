"""Writes the pages that are made of data: demos, exercises, options of the rules, and the rules by number.

It also brings the titles up to date that the lessons' rule marks show.

python scripts/pages.py            write them
python scripts/pages.py --check    write nothing; exit with 1 if one would change
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import nbformat
from cardlab_exercises.code.bank import CODE_EXERCISES
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.lessons import lessons
from cardlab_widgets.demos import catalogue
from cardlab_widgets.site.landing import NEEDS_A_SERVER

import notebooks
from cardlab.game import referee
from cardlab.plugins import game_plugin, games
from cardlab.rulebook import Rule, find_rule, load

DOCS = Path(__file__).resolve().parents[1] / "docs"
NOTEBOOKS = DOCS.with_name("notebooks")
HEADINGS = {"canasta": "Canasta", "cribbage": "Cribbage", "": "The class"}
OPEN = " · [open it](../notebooks/demos/{}.ipynb)"
MARK = re.compile(r'\[§\]\(((?:\.\./)?)rules\.ipynb#([A-Z0-9-]+) "([^"]*)"\)')
"""A rule mark at the end of a paragraph: the way to the rules by number, the rule's id, the words shown."""


def demos() -> str:
    """The note of every demo for its teacher."""
    lines = [
        "# The demos and their notes",
        "",
        "`cardlab voila` opens the list. Each page has the same note under **For teachers**.",
    ]
    for game, heading in HEADINGS.items():
        lines += ["", f"## {heading}"]
        for about in catalogue():
            if about.game == game:
                lines += ["", f"### {about.title}", ""]
                opened = "" if about.id in NEEDS_A_SERVER else OPEN.format(about.id)
                lines += [f"`cardlab voila {about.id}`{opened} · {about.length}", ""]
                lines += [about.summary]
                for title, texts in about.notes[1:]:
                    lines += ["", f"{title}:", "", *(f"- {text}" for text in texts)]
    return "\n".join(lines) + "\n"


def options() -> str:
    """Every option of the rules, with what each preset chooses."""
    lines = ["# Every option of the rules", "", "Where rule sheets differ, and what each preset chooses."]
    for game in games():
        lines += ["", f"## {game.capitalize()}", "", *_options_of(game)]
    return "\n".join(lines) + "\n"


def _options_of(game: str) -> Iterator[str]:
    rules = referee(game)
    presets = {name: rules.make_options(name) for name in ("course", "classic")}
    yield "| Option | What it decides | course | classic | Other values |"
    yield "|:--|:--|:--|:--|:--|"
    for option in load(game).options.values():
        chosen = [str(getattr(options, option.name)) for options in presets.values()]
        told = [f"{option.values.get(value, '')} (`{value}`)".strip() for value in chosen]
        others = [f"{words} (`{value}`)" for value, words in option.values.items() if value not in chosen]
        cells = (f"`{option.name}`", option.title, *told, "; ".join(others))
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def exercises() -> str:
    """The ids of all exercises by game and lesson."""
    lines = [
        "# The exercises",
        "",
        "`practice(id)` asks in a notebook (`from cardlab_widgets import practice`); `cardlab sheet ID`",
        "prints questions and their key, and `cardlab sheet --list` shows this list in the terminal.",
    ]
    for game in games():
        lines += ["", f"## {game.capitalize()}"]
        left = {id: exercise for id, exercise in bank.exercises().items() if exercise.game == game}
        for lesson in lessons(NOTEBOOKS):
            if lesson.name.startswith(f"{game}/"):
                lines += [
                    "",
                    f"### [{lesson.title}](../notebooks/{lesson.name}.ipynb)",
                    "",
                    *_listed(lesson.exercises),
                ]
                left = {id: exercise for id, exercise in left.items() if id not in lesson.exercises}
        if left:
            lines += ["", "### In no lesson", "", *_listed(left)]
    lines += [
        "",
        "## In Python",
        "",
        "To program: `get_code(id)` shows the task (`from cardlab_exercises import check_code, get_code`).",
        "",
    ]
    return "\n".join([*lines, *_table((one.id, one.title) for one in CODE_EXERCISES.values())]) + "\n"


def _listed(ids: Iterable[str]) -> list[str]:
    return _table((id, bank.get(id).title) for id in ids)


def _table(rows: Iterable[tuple[str, str]]) -> list[str]:
    return ["| Id | What it asks |", "|:--|:--|", *(f"| `{id}` | {title} |" for id, title in rows)]


def rules() -> str:
    """Every rule under a heading that is its id, as a notebook: what the lessons' rule marks lead to."""
    families: dict[str, list[str]] = {}
    headings: dict[str, str] = {}
    for game in games():
        presets = {name: referee(game).make_options(name) for name in ("course", "classic")}
        book = load(game)
        headings |= {id: f"## {game_plugin(game).title}: {title}" for id, title in book.families.items()}
        for rule in book.rules.values():
            families.setdefault(rule.family, []).append(_rule_entry(rule, presets))
    cells = [
        "# The rules by number\n\n"
        "The § marks in the lessons lead here. Where course and classic rules differ, both are given.\n\n"
        "Back to [all lessons](index.ipynb) or to the [glossary](glossary.ipynb)."
    ]
    for family, entries in families.items():
        cells.append("\n\n".join([headings[family], *entries]))
    book = nbformat.v4.new_notebook(
        metadata={"title": "The rules by number"},
        cells=[
            nbformat.v4.new_markdown_cell(text, id=id.lower())
            for id, text in zip(["about", *families], cells, strict=True)
        ],
    )
    return notebooks.as_text(notebooks.normalise(book, NOTEBOOKS / "rules.ipynb"))


def _rule_entry(rule: Rule, presets: Mapping[str, object]) -> str:
    course, classic = (rule.text(presets[name]) for name in ("course", "classic"))
    told = [course] if course == classic else [f"*Course rules:* {course}", f"*Classic rules:* {classic}"]
    return "\n\n".join([f"### {rule.id}", f"**{rule.title}**", *told])


def mark_titles(notebook: str) -> str:
    """The text of a notebook with the title in each of its rule marks as the rulebook has it."""
    book = nbformat.reads(notebook, as_version=4)
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = MARK.sub(_rule_mark, cell.source)
    return notebooks.as_text(book)


def _rule_mark(found: re.Match[str]) -> str:
    folder, id, _ = found.groups()
    return f'[§]({folder}rules.ipynb#{id} "{id}: {find_rule(id)[1].title}")'


def pages() -> Iterator[tuple[Path, str]]:
    """Every page with the text it should have: first those that are written whole, then the lessons."""
    yield DOCS / "demos.md", demos()
    yield DOCS / "exercises.md", exercises()
    yield DOCS / "rule-options.md", options()
    yield NOTEBOOKS / "rules.ipynb", rules()
    for path in notebooks.all_notebooks():
        if path.name != "rules.ipynb":
            yield path, mark_titles(path.read_text(encoding="utf-8"))


def main(arguments: Sequence[str]) -> int:
    changed = 0
    for path, text in pages():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            changed += 1
            if "--check" not in arguments:
                path.write_text(text, encoding="utf-8")
    return 1 if "--check" in arguments and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
