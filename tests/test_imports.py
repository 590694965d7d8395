"""Imports run one way, and `import cardlab` stays light."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "cardlab": ROOT / "cardlab",
    "cardlab_exercises": ROOT / "exercises" / "cardlab_exercises",
    "cardlab_widgets": ROOT / "widgets" / "cardlab_widgets",
}
MAY_IMPORT = {
    "cardlab": {"cardlab"},
    "cardlab_exercises": {"cardlab", "cardlab_exercises"},
    "cardlab_widgets": {"cardlab", "cardlab_exercises", "cardlab_widgets"},
}
HEAVY = {
    "IPython",
    "alembic",
    "anywidget",
    "fpdf",
    "fsrs",
    "ipywidgets",
    "jupyter_core",
    "jupyter_server",
    "jupyterlab",
    "numpy",
    "pandas",
    "plotly",
    "sqlalchemy",
    "traitlets",
    "voila",
}


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every package that is imported below `tree`, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module.split(".")[0]


@pytest.mark.parametrize("package", FOLDERS)
def test_imports_between_the_packages_run_one_way(package: str) -> None:
    modules = sorted(FOLDERS[package].rglob("*.py"))
    assert modules
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules
        for line, name in imported(ast.parse(path.read_text(encoding="utf-8")))
        if name in FOLDERS and name not in MAY_IMPORT[package]
    ]
    assert not wrong


def needs(path: Path, modules: Collection[str]) -> set[str]:
    """The modules that this one imports, wherever in it: in functions and for types alone as well."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in modules else node.module for name in inside}
    return found.intersection(modules)


@cache
def import_graph() -> dict[str, set[str]]:
    """The modules of the three packages, and those that each imports."""
    modules = {
        ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): path
        for package, folder in FOLDERS.items()
        for path in folder.rglob("*.py")
    }
    return {name: needs(path, modules) for name, path in modules.items()}


def folder_of(module: str) -> str:
    """The folder that a module lies in; a folder stands for its own ``__init__``."""
    path = module.replace(".", "/")
    package = module.split(".")[0]
    is_folder = (FOLDERS[package].parent / path).is_dir()
    return module if is_folder else module.rpartition(".")[0]


def folder_graph() -> dict[str, set[str]]:
    """The folders inside the packages, and the others of the same package that each imports."""
    found: dict[str, set[str]] = {}
    for module, imports in import_graph().items():
        folder = folder_of(module)
        others = {folder_of(name) for name in imports if name.split(".")[0] == module.split(".")[0]}
        if folder not in FOLDERS:
            found.setdefault(folder, set()).update(others - {folder, *FOLDERS})
    return found


def test_no_module_needs_one_that_needs_it() -> None:
    graph = import_graph()
    assert "cardlab.cards" in graph["cardlab.display.scene"]
    assert "cardlab.events" in graph["cardlab.plugins"]  # for types alone
    assert "cardlab.terminal_game" in graph["cardlab.commands"]  # in a function
    TopologicalSorter(graph).prepare()  # names the circle, if there is one


def test_no_folder_needs_one_that_needs_it() -> None:
    graph = folder_graph()
    assert "cardlab.cribbage.rules" in graph["cardlab.cribbage.players"]
    TopologicalSorter(graph).prepare()


GAMES = ("cardlab.canasta", "cardlab.cribbage")
BELOW: dict[str, set[str]] = {
    "rules": set(),
    "analysis": {"rules"},
    "players": {"rules", "analysis"},
    "display": {"rules", "analysis"},
}
"""The folders of a game that each of its folders may import."""


def test_a_game_imports_downwards_and_no_other_game() -> None:
    for folder, others in folder_graph().items():
        game, _, part = folder.rpartition(".")
        of_games = {other for other in others if other.startswith(GAMES)}
        if game in GAMES:
            assert of_games <= {f"{game}.{below}" for below in BELOW[part]}, folder
        elif folder in GAMES:
            assert all(other.startswith(f"{folder}.") for other in of_games), folder


def test_what_the_games_share_imports_neither() -> None:
    graph = import_graph()
    shared = [name for name in graph if name.startswith("cardlab.") and not name.startswith(GAMES)]
    assert {"cardlab.plugins", "cardlab.display.scene"} <= set(shared)
    assert not [name for name in shared if any(other.startswith(GAMES) for other in graph[name])]


def drawn() -> dict[str, set[str]]:
    """The folders that docs/architecture.md draws in exercises and widgets, and those below each."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    diagram = text.partition("```mermaid")[2].partition("subgraph engine")[0]
    names = {
        node: label.split("<br>")[0].split(", ") for node, label in re.findall(r'(\w+)\["([^"]*)"\]', diagram)
    }
    bare = re.sub(r'\["[^"]*"\]', "", diagram)
    arrows: dict[str, set[str]] = {}
    for above, below in re.findall(r"(\w+) --> (\w+)", bare):
        arrows.setdefault(above, set()).add(below)
    order = list(TopologicalSorter(arrows).static_order())
    reached: dict[str, set[str]] = {}
    for node in order:
        reached[node] = arrows.get(node, set()).union(*(reached[below] for below in arrows.get(node, ())))
    return {
        name: {other for below in reached[node] for other in names.get(below, [below])}
        for node in order
        for name in names.get(node, [node])
    }


def test_folders_import_as_the_diagram_shows() -> None:
    allowed = drawn()
    outer = ("cardlab_exercises.", "cardlab_widgets.")
    edges = [
        (folder.split(".")[1], other.split(".")[1])
        for folder, others in folder_graph().items()
        for other in others
        if folder.startswith(outer)
    ]
    assert ("practice", "store") in edges
    assert not [(above, below) for above, below in edges if below not in {above, *allowed.get(above, ())}]


def test_the_command_is_imported_by_nothing_in_the_engine() -> None:
    outside = {"cli.py", "commands.py", "study_command.py", "__main__.py"}
    users = [
        path.name
        for path in FOLDERS["cardlab"].rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "cardlab.cli"
    ]
    assert set(users) <= outside


@pytest.mark.parametrize("package", FOLDERS)
def test_importing_a_package_loads_nothing_heavy(package: str) -> None:
    code = f"import json, sys, {package}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in json.loads(done.stdout)}
    assert package in loaded
    assert not loaded & HEAVY


def test_the_commands_load_jupyter_only_when_they_are_called() -> None:
    code = "import sys, cardlab_widgets.serving.commands; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name.split(".")[0] for name in done.stdout.split()} & HEAVY


def test_tests_share_helpers_and_not_each_other() -> None:
    """What two files of tests need is in a module of its own, so that either can be changed alone."""
    borrowed = {
        f"{path.relative_to(ROOT)}:{node.lineno} imports {node.module}"
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and re.search(r"\btest_\w+$", node.module or "")
    }
    assert not borrowed
