"""Imports run one way, and `import cardlab` stays light."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Collection, Iterator
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
    """The modules that this one imports, wherever in it; those for types alone aside."""
    found: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in modules else node.module for name in inside}
    return found.intersection(modules)


def test_no_module_needs_one_that_needs_it() -> None:
    modules = {
        ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): path
        for package, folder in FOLDERS.items()
        for path in folder.rglob("*.py")
    }
    graph = {name: needs(path, modules) for name, path in modules.items()}
    assert "cardlab.cards" in graph["cardlab.display.scene"]
    TopologicalSorter(graph).prepare()  # names the circle, if there is one


def test_the_command_is_imported_by_nothing_in_the_engine() -> None:
    outside = {"cli.py", "commands.py", "__main__.py"}
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
