"""Which rules the engine names, tests prove, exercises practise and lessons teach.

    uv run python scripts/rule_coverage.py [crib | can]

The table is read from the project's own code, tests and notebooks.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
from cardlab_widgets.screen.snapshot import TAUGHT

from cardlab.cards import quoted
from cardlab.plugins import games
from cardlab.rulebook import Kind, UnknownRuleError, load

ROOT = Path(__file__).resolve().parents[1]

_RULE = re.compile(r"\b(?:CRIB|CAN)-[A-Z0-9]+-\d\d\b")


class Row(NamedTuple):
    """One rule, and in how many places each of the four takes it up.

    A rule that merely defines a term is never named by the engine; its `engine` may be 0.
    """

    id: str
    title: str
    kind: Kind
    engine: int
    tests: int
    lessons: int
    exercises: int

    @property
    def missing(self) -> tuple[str, ...]:
        """The columns that are empty and should not be."""
        columns = ("engine", "tests", "lessons", "exercises")
        wanted = columns[1:] if self.kind == "defines" else columns
        return tuple(column for column in wanted if not getattr(self, column))


@cache
def coverage(root: Path = ROOT) -> tuple[Row, ...]:
    """A row for each rule of every rulebook, in the order of the book."""
    modules = (path for path in (root / "cardlab").rglob("*/*.py") if path.name != "rule_cases.py")
    engine = _tally(modules, _constants)
    tests = _tally((root / "tests").rglob("test_*.py"), _marks)
    notebooks = (path for game in games() for path in (root / "notebooks" / game).glob("*.ipynb"))
    lessons = _tally(notebooks, _taught)
    exercises = _tally((root / "exercises").rglob("*.py"), _constants)
    rows = []
    for game in games():
        try:
            book = load(game)
        except UnknownRuleError:
            continue
        for rule in book.rules.values():
            counts = (table.get(rule.id, 0) for table in (engine, tests, lessons, exercises))
            rows.append(Row(rule.id, rule.title, rule.kind, *counts))
    return tuple(rows)


def _tally(paths: Iterable[Path], read: Callable[[Path], Iterator[str]]) -> dict[str, int]:
    """In how many files each rule is named."""
    table: dict[str, int] = {}
    for path in sorted(paths):
        for id in set(read(path)):
            table[id] = table.get(id, 0) + 1
    return table


def _constants(path: Path) -> Iterator[str]:
    """The rules that a module names in its code; words in docstrings and comments do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from _RULE.findall(node.value)


def _marks(path: Path) -> Iterator[str]:
    """The rules that tests are marked with; the witness sees to it that the engine names them there."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                yield from _RULE.findall(ast.unparse(argument))


def _taught(path: Path) -> Iterator[str]:
    """The rules that a lesson's steppers name at their steps and that its exercises are about.

    The widgets put them beside what they show when the lesson is run, and nbval sees to it that what
    is stored is what they put there.
    """
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook.get("cells", ()):
        for output in cell.get("outputs", ()):
            yield from output.get("data", {}).get(TAUGHT, ())


@click.command()
@click.argument("game", default="")
def main(game: str) -> None:
    """Show the table of rules by engine, tests, lessons and exercises; of one game if GAME is crib or can."""
    rows = [row for row in coverage() if row.id.lower().startswith(game.lower())]
    if not rows:
        raise click.ClickException(f"no rule's id begins with {quoted(game)}; say crib, can or nothing")
    head = ("engine", "test", "lesson", "exercise")
    click.echo(f"{'rule':<14} {'title':<42} {'kind':<8}" + "".join(f"{name:>9}" for name in head))
    for row in rows:
        counts = (row.engine, row.tests, row.lessons, row.exercises)
        line = f"{row.id:<14} {row.title:<42.42} {row.kind:<8}"
        click.echo(line + "".join(f"{number or '-':>9}" for number in counts))
    full = sum(not row.missing for row in rows)
    click.echo(f"{len(rows)} rules; {full} are named by the engine, tested, taught and practised.")
    for column in ("engine", "tests", "lessons", "exercises"):
        click.echo(f"  nothing yet under {column}: {sum(column in row.missing for row in rows)}")
    click.echo("A rule that only defines a term is not named by the engine.")


if __name__ == "__main__":
    main()
