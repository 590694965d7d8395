"""The commands of the README and of the notes for learners, teachers and administrators are run in turn."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Set
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from cardlab_exercises import sample_learner
from cardlab_exercises.store.store import default_store
from click.testing import CliRunner

from cardlab.cli import cli
from tests.reviewed import played

ROOT = Path(__file__).parents[1]
ELSEWHERE = {"lab", "voila", "teacher", "doctor"}
"""Commands that start a server: tests/browser, tests/widgets/test_server.py. A study on a cluster is in
tests/test_long_study.py."""
LOOSE = {"LESSON": "07-counting-your-hand", "NAME": "Cy", "NEW": "Cyra"}
"""What stands for something of one's own."""
FILES = {"judge": "cases.jsonl", "export": "out.csv", "import": "out.csv"}


def blocks(page: str) -> list[list[str]]:
    """The commands of a page, block by block."""
    found = re.findall(r"^```sh\n(.*?)^```", text_of(page), re.MULTILINE | re.DOTALL)
    return [[line for line in block.splitlines() if line.startswith("cardlab ")] for block in found]


def rows(page: str) -> list[list[str]]:
    """The commands in the first column of a page's tables, row by row."""
    found = re.findall(r"^\| (`cardlab [^|]*) \|", text_of(page), re.MULTILINE)
    return [re.findall(r"`(cardlab [^`]*)`", row) for row in found]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def run(command: str) -> str:
    """Runs a command as somebody would who says yes to what it asks, and types no more."""
    name, *words = shlex.split(re.sub(r"--games \d+", "--games 2", command), comments=True)[1:]
    loose = LOOSE | {"FILE": FILES.get(name, "copy.db")}
    result = CliRunner().invoke(cli, [name, *(loose.get(word, word) for word in words)], input="y\n")
    assert result.exit_code == 0, f"{command}: {result.output}"
    return result.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to write in, with the files that the commands name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("class.csv", "cases.jsonl"):
        source = ROOT / "tests" / "cases" / "cribbage.jsonl"
        Path(name).write_text(
            "name\nAna\nBo\n" if name == "class.csv" else source.read_text(encoding="utf-8"), encoding="utf-8"
        )
    Path("game.txt").write_text(played("cribbage", ("steady",), deals=1).record(), encoding="utf-8")
    return tmp_path


@pytest.fixture
def fresh(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes a database with a class: practice and a test of each."""
    made, number = sample_learner().attempts()[:4], count()

    def prepare() -> None:
        monkeypatch.setenv("CARDLAB_DATABASE", f"sqlite:///{folder / f'{next(number)}.db'}")
        store = default_store()
        people = (("Ana", "7b"), ("Anna", "7b"), ("Bo", "7b"), ("Cy", ""), ("you", ""))
        for name, code in people:
            for place, one in enumerate(made):
                test = "7b-1" if place == 3 and code else ""
                mine = replace(one, id=f"{name}-{place}", learner=name, class_code=code, test=test)
                store.record(mine)
        store.set_members("7b", ["Ana"])

    return prepare


def run_all(
    fresh: Callable[[], None], groups: list[list[str]], left_out: Set[str] = ELSEWHERE
) -> dict[str, str]:
    """Runs each group of commands on a class of its own."""
    told = {}
    for group in groups:
        fresh()
        for command in group:
            if command.split()[1] not in left_out and "--scheduler" not in command:
                told[command] = run(command)
    return told


def test_of_the_readme(fresh: Callable[[], None]) -> None:
    assert len(run_all(fresh, rows("README.md"))) >= 20


@pytest.mark.parametrize(
    ("page", "left_out"),
    [
        ("docs/teachers.md", ELSEWHERE),
        ("docs/learners.md", ELSEWHERE),
        ("docs/administrators.md", ELSEWHERE | {"site"}),
        pytest.param("docs/administrators.md", ELSEWHERE, marks=pytest.mark.thorough),
    ],
    ids=["teachers", "learners", "administrators", "administrators-with-site"],
)
def test_of_a_page(page: str, left_out: Set[str], fresh: Callable[[], None]) -> None:
    told = run_all(fresh, blocks(page), left_out)
    assert len(told) >= 5
    if page == "docs/teachers.md":
        assert told["cardlab join 7b Ana"].startswith("You are 'Ana' in class 7b")
        assert told["cardlab roster 7b"] == "Ana\nBo\n"
        assert "Test 7b-1: 3 learners" in told["cardlab results 7b-1"]
        assert "Test 7b-1: 3 learners" in told["cardlab report --class 7b"]


def test_the_python_of_the_notes_for_teachers(fresh: Callable[[], None]) -> None:
    """From the class down to an attempt."""
    fresh()
    found = re.findall(r"^```python\n(.*?)^```", text_of("docs/teachers.md"), re.MULTILINE | re.DOTALL)
    (code,) = [block for block in found if "ana" in block]
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["ana"].learner == "Ana"
    assert len(names["ana"].attempts) == 4
