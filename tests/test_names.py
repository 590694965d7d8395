"""A class name means one thing, whichever of the three packages it is met in."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "cardlab", ROOT / "exercises" / "cardlab_exercises", ROOT / "widgets" / "cardlab_widgets"]


def meaning(path: Path) -> str:
    """The module, or what it is in either game: `State` is the same thing in each of them."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return "/".join("game" if part in ("canasta", "cribbage") else part for part in parts)


def test_no_two_classes_of_one_name_mean_different_things() -> None:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for folder in FOLDERS:
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].add(meaning(path))
    assert places["State"] == {"cardlab/game/rules/state"}
    assert {name: sorted(found) for name, found in places.items() if len(found) > 1} == {}
