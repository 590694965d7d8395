"""Which rules the engine names, tests prove, exercises practise and lessons teach.

The table is read off the project itself, so it can be asked for in a clone only: an installed package has
no tests and no notebooks.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from cardlab.rulebook import GAMES, Kind, UnknownRuleError, load

TAUGHT = "application/vnd.cardlab.rules+json"
"""The kind of output in which a notebook keeps what a widget teaches."""

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


def clone() -> Path:
    """The root of the clone that this package lies in. Raises `FileNotFoundError` if it lies in none."""
    root = Path(__file__).resolve().parents[1]
    if not (root / "tests").is_dir() or not (root / "pyproject.toml").is_file():
        raise FileNotFoundError(
            "the coverage table is made from tests and notebooks, which an installed cardlab does not have; "
            "ask for it in a clone of the project"
        )
    return root


def coverage(root: Path | None = None) -> tuple[Row, ...]:
    """A row for each rule of every rulebook, in the order of the book."""
    root = root or clone()
    modules = (path for path in (root / "cardlab").rglob("*/*.py") if path.name != "cases.py")
    engine = _tally(modules, _constants)
    tests = _tally((root / "tests").rglob("test_*.py"), _marks)
    notebooks = (path for game in GAMES for path in (root / "notebooks" / game).glob("*.ipynb"))
    lessons = _tally(notebooks, _taught)
    exercises = _tally((root / "exercises").rglob("*.py"), _constants)
    rows = []
    for game in GAMES:
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
