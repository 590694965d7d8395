"""What holds for the files of the project: nothing of one machine in them, and no two truths."""

from __future__ import annotations

import doctest
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import cardlab

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = re.compile(r"(?:uv|poetry|pdm|Pipfile|yarn)\.lock|pylock.*\.toml|package-lock\.json")
# Written in pieces, so that this file does not hold what it looks for.
MACHINES = re.compile("/(?:" + "|".join(("home", "root", "work", "Users")) + ")/[a-z]|[A-Z]:\\\\Users")
REGISTRIES = re.compile(r"pypi\.(?:org|io)|files\.python" + r"hosted|npmjs\.(?:com|org)|anaconda\.org")


def tracked() -> list[Path]:
    """The files of the repository; where there is none, those of the source distribution."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not in a git repository")
    return [ROOT / name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    found = []
    for path in tracked():
        try:
            found.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    assert found
    return found


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert not [(name, match[0]) for name, text in texts() for match in MACHINES.finditer(text)]


def test_no_file_names_a_package_server() -> None:
    assert not [(name, match[0]) for name, text in texts() for match in REGISTRIES.finditer(text)]


def test_there_is_no_lock_file() -> None:
    assert not [path.name for path in tracked() if LOCK.fullmatch(path.name)]


def test_pip_and_uv_install_the_same_for_the_tests() -> None:
    extra = PROJECT["project"]["optional-dependencies"]["test"]
    assert extra == PROJECT["dependency-groups"]["dev"]


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [cardlab.__version__]


def test_the_changelog_has_this_version_on_top() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", changelog, re.MULTILINE)[0] == cardlab.__version__


def test_the_examples_of_the_readme_are_true() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 4
    assert result.failed == 0


def test_the_readme_has_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "\npip install uv && uv run cardlab lab\n" in readme
    assert "\nuv run pytest\n" in readme


def test_a_server_runs_what_the_command_of_the_readme_leaves_out() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.rstrip().endswith('\nuv run pytest -m "not slow" </dev/null')


def test_every_command_of_the_readme_exists() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = PROJECT["project"]["entry-points"]["cardlab.commands"]
    named = set(re.findall(r"`cardlab ([a-z]+)", readme))
    assert named
    assert named <= set(commands)


def test_no_module_has_grown_too_long() -> None:
    rooms = ("cardlab/", "exercises/", "widgets/", "scripts/")
    lines = {name: text.count("\n") for name, text in texts() if name.startswith(rooms)}
    assert not {name for name, number in lines.items() if name.endswith(".py") and number > 520}
