"""Writes the pages of the documentation that are made of data: the demos' notes, the options of the rules.

python scripts/pages.py            write them
python scripts/pages.py --check    write nothing; exit with 1 if one would change
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardlab_widgets.demos import catalogue

from cardlab.game import referee
from cardlab.rulebook import GAMES, load

DOCS = Path(__file__).resolve().parents[1] / "docs"
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
    for game in GAMES:
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


PAGES = {"demos.md": demos, "rule-options.md": options}


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
