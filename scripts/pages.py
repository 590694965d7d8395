"""Writes the pages of the documentation that are made of data: demos, exercises, options of the rules.

python scripts/pages.py            write them
python scripts/pages.py --check    write nothing; exit with 1 if one would change
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cardlab_exercises.code.bank import CODE_EXERCISES
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.lessons import lessons
from cardlab_widgets.demos import catalogue

from cardlab.game import referee
from cardlab.plugins import games
from cardlab.rulebook import load

DOCS = Path(__file__).resolve().parents[1] / "docs"
NOTEBOOKS = DOCS.with_name("notebooks")
HEADINGS = {"canasta": "Canasta", "cribbage": "Cribbage", "": "The class"}


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
                lines += [
                    "",
                    f"### {about.title}",
                    "",
                    f"`cardlab voila {about.id}` · {about.length}",
                    "",
                ]
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


PAGES = {"demos.md": demos, "exercises.md": exercises, "rule-options.md": options}


def main(arguments: Sequence[str]) -> int:
    changed = 0
    for name, write in PAGES.items():
        path, text = DOCS / name, write()
        changed += not path.is_file() or path.read_text(encoding="utf-8") != text
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    return 1 if "--check" in arguments and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
