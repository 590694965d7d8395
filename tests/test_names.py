"""A class name means one thing, whichever of the three packages it is met in, and texts use it as it is."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import resolve_name

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "cardlab", ROOT / "exercises" / "cardlab_exercises", ROOT / "widgets" / "cardlab_widgets"]


def meaning(path: Path) -> str:
    """The module, or what it is in either game: `State` is the same thing in each of them."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return "/".join("game" if part in ("canasta", "cribbage") else part for part in parts)


def classes(path: Path) -> Iterator[ast.ClassDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield node


def test_no_two_classes_of_one_name_mean_different_things() -> None:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for folder in FOLDERS:
        for path in folder.rglob("*.py"):
            for node in classes(path):
                if not node.name.startswith("_"):
                    places[node.name].add(meaning(path))
    assert places["State"] == {"cardlab/game/rules/state"}
    assert {name: sorted(found) for name, found in places.items() if len(found) > 1} == {}


def opening_words(node: ast.ClassDef) -> Iterator[str]:
    """What each text that the class gives as its repr begins with, unless that is worked out."""
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__repr__":
            for inner in ast.walk(method):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    first = inner.value.values[0] if isinstance(inner.value, ast.JoinedStr) else inner.value
                    if isinstance(first, ast.Constant) and isinstance(first.value, str):
                        yield first.value


def test_a_repr_that_looks_like_a_call_names_its_own_class() -> None:
    others = []
    for folder in FOLDERS:
        for path in folder.rglob("*.py"):
            for node in classes(path):
                for text in opening_words(node):
                    called = re.match(r"(\w+)\(", text)
                    if called and called[1] != node.name:
                        others.append((path.name, node.name, text))
    assert others == []


def test_names_in_docstrings_and_pages_lead_to_something() -> None:
    """Such as `cardlab.events.LazyEvents`: a module, something in one, or a group of entry points."""
    groups = {group for group in entry_points().groups if group.startswith("cardlab.")}
    groups.add("cardlab.exercises")  # for other packages: nothing here is in it
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "exercises").glob("*.md")]
    scripts = (ROOT / "scripts").glob("*.py")
    named: dict[str, str] = {}
    for path in [*(path for folder in FOLDERS for path in folder.rglob("*.py")), *pages, *scripts]:
        text = path.read_text(encoding="utf-8")
        named |= dict.fromkeys(re.findall(r"`(cardlab(?:_exercises|_widgets)?\.[\w.]+\w)`", text), path.name)
    assert named["cardlab.plugins.Terminal"]
    nothing = {}
    for name, place in named.items():
        try:
            if name not in groups:
                resolve_name(name)
        except (ImportError, AttributeError):
            nothing[name] = place
    assert nothing == {}
