"""The documentation is true: its examples run, its commands exist, its links lead somewhere."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import click
import pages
import pytest
from cardlab_exercises.code.bank import CODE_EXERCISES
from cardlab_exercises.declaration import bank
from traitlets.config.loader import PyFileConfigLoader

from cardlab import cli

ROOT = Path(__file__).parents[1]
DOCS = sorted((ROOT / "docs").glob("*.md"))
EVERY = [*DOCS, ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "exercises" / "README.md"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(path: Path, language: str) -> list[str]:
    return [code for kind, code in BLOCK.findall(path.read_text(encoding="utf-8")) if kind == language]


def commands(path: Path) -> list[list[str]]:
    """The ``cardlab`` commands of a page, each as its words."""
    lines = [line for block in blocks(path, "sh") for line in block.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("cardlab ")]


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_examples_run_as_they_are_told(path: Path) -> None:
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0


def test_there_are_examples_to_run() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in DOCS)
    assert told.count(">>> ") >= 10


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_python_without_results_names_only_what_there_is(path: Path) -> None:
    for code in blocks(path, "python"):
        if ">>>" in code:
            continue
        imports = [
            node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        assert imports or path.name == "grading.md"  # whose cells run together in test_graders.py
        exec("\n".join(map(ast.unparse, imports)), {})


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert "://" in target or (path.parent / target).exists(), target


def test_the_pictures_of_the_first_page_are_there_in_light_and_dark_and_small() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'(?:src|srcset)="([^"]+)"', text)
    assert len(shown) == 4
    for dark, light in zip(shown[::2], shown[1::2], strict=True):
        assert (ROOT / dark).read_bytes()[8:12] == (ROOT / light).read_bytes()[8:12] == b"WEBP"
        assert dark == light.replace("light", "dark")
    assert sum((ROOT / name).stat().st_size for name in shown) < 250_000
    every = [path for path in (ROOT / "docs" / "pictures").iterdir() if path.suffix == ".webp"]
    assert sum(path.stat().st_size for path in every) < 600_000
    moving = [path.stem for path in every if b"ANMF" in path.read_bytes()]
    assert sorted(moving) == ["count-dark", "count-light"]


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_every_command_exists_with_its_options(path: Path) -> None:
    context = click.Context(cli.cli)
    for name, *rest in commands(path):
        if name.startswith("-"):
            continue
        command = cli.cli.get_command(context, name)
        assert command is not None, name
        if command.context_settings.get("ignore_unknown_options"):
            continue  # the rest is for JupyterLab or Voila
        options = {option for param in command.params for option in param.opts} | {"--help"}
        assert {word for word in rest if word.startswith("--")} <= options, rest


def test_the_documentation_uses_most_commands() -> None:
    used = {words[0] for path in EVERY for words in commands(path)}
    assert {"lab", "voila", "init", "reset", "doctor", "rules", "report", "teacher", "sheet"} <= used | {
        "init"
    }


def test_the_pages_made_of_data_are_up_to_date() -> None:
    assert pages.main(["--check"]) == 0


def test_every_exercise_is_listed_with_its_title() -> None:
    page = (ROOT / "docs" / "exercises.md").read_text(encoding="utf-8")
    for exercise in (*bank.exercises().values(), *CODE_EXERCISES.values()):
        assert f"| `{exercise.id}` | {exercise.title} |" in page
    for name in ("README.md", "docs/learners.md", "docs/teachers.md"):
        assert "exercises.md)" in (ROOT / name).read_text(encoding="utf-8")


def test_every_page_is_on_the_list() -> None:
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert not [path.name for path in DOCS if path.name != "README.md" and f"({path.name})" not in listed]


def test_every_variable_is_read_somewhere() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for room in ("cardlab", "exercises", "widgets", "tests", "scripts")
        for path in (ROOT / room).rglob("*.py")
        if path.name != "test_docs.py"
    )
    named = {
        name for path in EVERY for name in re.findall(r"CARDLAB_[A-Z]+", path.read_text(encoding="utf-8"))
    }
    assert named
    assert not [name for name in named if f'"{name}"' not in source]


def test_the_example_for_jupyterhub_is_a_configuration() -> None:
    config = PyFileConfigLoader("jupyterhub_config.py", path=str(ROOT / "docs")).load_config()
    assert config.Spawner.notebook_dir == "~/cardlab"
    assert {"CARDLAB_DATABASE", "CARDLAB_CLASS"} <= set(config.Spawner.environment)
    # That it works is tested in test_hub.py.
    assert any("cardlab init" in word for word in config.Spawner.cmd)
    assert config.Authenticator.allowed_users == set(), "nobody until the lists are there"


def test_binder_installs_this_project_and_brings_the_lessons() -> None:
    folder = ROOT / ".binder"
    assert (folder / "requirements.txt").read_text(encoding="utf-8").split() == ["."]
    subprocess.run(["bash", "-n", str(folder / "postBuild")], check=True)
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][
        "cardlab.commands"
    ]
    used = re.findall(r"^cardlab (\w+)", (folder / "postBuild").read_text(encoding="utf-8"), re.MULTILINE)
    assert used
    assert set(used) <= set(entries)


def test_the_map_names_only_what_there_is() -> None:
    """Every path of the architecture page exists: from the root, or in some folder of the project."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w./-]+)`", text) if "/" in name and "..." not in name}
    assert len(named) > 20
    files = [path.as_posix() for path in ROOT.rglob("*") if ".venv" not in path.parts]
    assert [
        name for name in sorted(named) if not any(path.endswith(f"/{name.rstrip('/')}") for path in files)
    ] == []
