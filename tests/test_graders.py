"""Assignments marked by nbgrader and otter-grader, made of the very cells that the documentation gives."""

from __future__ import annotations

import csv
import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
POINTS = {"pairs": 2.0, "my_total": 5.0}

RIGHT = {
    "pairs": """
def pairs(cards):
    return sum(2 for place, card in enumerate(cards) for other in cards[:place] if card.rank == other.rank)
""",
    "my_total": "my_total = 5",
}
BY_HEART = "def pairs(cards):\n    return shown.get(''.join(c.short for c in cards), 0)\n"
NONE_RIGHT = "def pairs(cards):\n    return 0\n"
WRITTEN = """
from pathlib import Path
def write(folder):
    (folder / "cardlab_exercises").mkdir()
    (folder / "cardlab_exercises" / "__init__.py").touch()
    text = "def grade_code(*given, **more): pass\\ngrade_answer = grade_code\\n"
    (folder / "cardlab_exercises" / "grading.py").write_text(text)
"""
LEARNERS: dict[str, tuple[dict[str, str], dict[str, float], str]] = {
    "right": ({}, POINTS, ""),
    "wrong": (
        {"pairs": NONE_RIGHT, "my_total": "my_total = 7"},
        {"pairs": 0, "my_total": 0},
        "pairs([5♥, 5♦, 5♠, J♣, 5♣]) should be 12; yours gives 0.",
    ),
    "half": ({"my_total": "my_total = 7"}, {"pairs": 2, "my_total": 0}, "7 is 2 too many"),
    "shown cases only": (
        {"pairs": f"shown = {{'5♥5♦5♠J♣5♣': 12, '2♥2♦9♠9♣K♥': 4}}\n{BY_HEART}"},
        {"pairs": 0, "my_total": 5},
        "cases are right",
    ),
    "empty": (
        {"pairs": "", "my_total": "my_total = None"},
        {"pairs": 0, "my_total": 0},
        "nothing is filled in",
    ),
    "input": (
        {"pairs": "def pairs(cards):\n    return int(input('How many? '))\n"},
        {"pairs": 0, "my_total": 5},
        "it must not call input()",
    ),
    "exit": (
        {"pairs": "import sys\ndef pairs(cards):\n    sys.exit()\n"},
        {"pairs": 0, "my_total": 5},
        "raised SystemExit in line 3",
    ),
    "endless": (
        {"pairs": "def pairs(cards):\n    while True:\n        pass\n"},
        {"pairs": 0, "my_total": 5},
        "Your function did not end within 5 seconds.",
    ),
    "shadowed": (
        {"pairs": f"sum = 3\n{RIGHT['pairs']}"},
        {"pairs": 0, "my_total": 5},
        "in your notebook sum is no longer Python's own sum",
    ),
    "no function": (
        {"pairs": "pairs = 12"},
        {"pairs": 0, "my_total": 5},
        "Pass the function itself",
    ),
    "own checker": (
        {"pairs": f"{NONE_RIGHT}def grade_code(*given, **more):\n    return 2.0\n"},
        {"pairs": 0, "my_total": 5},
        "should be 12; yours gives 0.",
    ),
    "changed checker": (
        {
            "pairs": f"{NONE_RIGHT}from cardlab_exercises import grading\n"
            "grading.grade_code = lambda *given, **more: None\n"
        },
        {"pairs": 0, "my_total": 5},
        "should be 12; yours gives 0.",
    ),
    "changed comparison": (
        {
            "pairs": f"{NONE_RIGHT}from cardlab_exercises.code import checking\n"
            "checking.plain = lambda value: {}\n"
        },
        {"pairs": 0, "my_total": 5},
        "should be 12; yours gives 0.",
    ),
    "checker beside it": (
        {
            "pairs": f"{NONE_RIGHT}{WRITTEN}write(Path.cwd())\n",
        },
        {"pairs": 0, "my_total": 5},
        "should be 12; yours gives 0.",
    ),
    "checker elsewhere": (
        {
            "pairs": f"{NONE_RIGHT}{WRITTEN}import sys, tempfile\n"
            "place = tempfile.mkdtemp()\nwrite(Path(place))\nsys.path.insert(0, place)\n"
        },
        {"pairs": 0, "my_total": 5},
        "should be 12; yours gives 0.",
    ),
    "shadowed names": (
        {"pairs": f"name = sys = grade_answer = __name__ = 7\n{RIGHT['pairs']}"},
        POINTS,
        "",
    ),
}
"""What a learner writes in place of the right cells, the points for it, and words of the feedback."""


def cells(heading: str, language: str = "python") -> list[str]:
    """The code of a section of the page on grading, cell by cell."""
    page = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [code.rstrip("\n") for kind, code in BLOCK.findall(section) if kind == language]


def commands(heading: str) -> list[list[str]]:
    """The commands of a section of the page, each as its words."""
    (block,) = cells(heading, "sh")
    return [line.split() for line in block.splitlines()]


def about(code: str) -> str:
    """Which answer a cell is about: "" for none."""
    return next((name for name in POINTS if name in code), "")


def assignment(answers: Mapping[str, str] | None = None) -> Any:
    """The source notebook of the page or, with answers in place of the right ones, a learner's."""
    made = []
    for code in cells("nbgrader"):
        kind = "solution" if "BEGIN SOLUTION" in code else "grade" if "grade_" in code else ""
        named = about(code) if kind else ""
        about_cell = {
            "schema_version": 3,
            "grade_id": f"{kind}-{named}" if kind else "tasks",
            "grade": kind == "grade",
            "solution": kind == "solution",
            "locked": kind != "solution",
            "task": False,
        }
        if kind == "grade":
            about_cell["points"] = POINTS[named]
        given = answers[named] if answers is not None and kind == "solution" else code
        made.append(new_code_cell(given, metadata={"nbgrader": about_cell}))
    return new_notebook(cells=made)


def run(folder: Path, *words: str) -> None:
    env = os.environ | {
        "HOME": str(folder),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "IPYTHONDIR": str(folder),
    }
    env |= {"PATH": os.pathsep.join([str(Path(sys.executable).parent), env["PATH"]])}
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=580)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def hand_in(folder: Path, learner: str, notebook: Any) -> None:
    place = folder / "submitted" / learner.replace(" ", "-") / "ps1"
    place.mkdir(parents=True)
    nbformat.write(notebook, place / "ps1.ipynb")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The assignment, handed in by all learners, marked and told."""
    pytest.importorskip("nbgrader", reason="nbgrader is not installed (uv sync --group graders)")
    folder = tmp_path_factory.mktemp("course")
    (folder / "source" / "ps1").mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "cards"\n')
    nbformat.write(assignment(), folder / "source" / "ps1" / "ps1.ipynb")
    generate, autograde, feedback = commands("nbgrader")
    run(folder, *generate)
    for learner, (answers, _, _) in LEARNERS.items():
        hand_in(folder, learner, assignment({**RIGHT, **answers}))
    hand_in(folder, "untouched", nbformat.read(folder / "release" / "ps1" / "ps1.ipynb", 4))  # type: ignore[no-untyped-call]
    hand_in(folder, "the source", assignment())
    run(folder, *autograde)
    run(folder, *feedback)
    run(folder, "nbgrader", "export")
    return folder


def points(course: Path, learner: str) -> float:
    with (course / "grades.csv").open(newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert rows[learner.replace(" ", "-")]["max_score"] == "7.0"
    return float(rows[learner.replace(" ", "-")]["score"])


def feedback(course: Path, learner: str) -> str:
    page = (course / "feedback" / learner.replace(" ", "-") / "ps1" / "ps1.html").read_text(encoding="utf-8")
    return html.unescape(re.sub(r"<[^>]*>", "", page))


@pytest.mark.parametrize("learner", LEARNERS)
def test_nbgrader_gives_the_points_and_the_reason(course: Path, learner: str) -> None:
    _, wanted, words = LEARNERS[learner]
    assert points(course, learner) == sum(wanted.values())
    told = feedback(course, learner)
    assert words in told
    assert ("AssertionError" in told) == (sum(wanted.values()) < 7)


def test_nbgrader_marks_the_source_full_and_the_release_none(course: Path) -> None:
    assert points(course, "the source") == 7
    assert points(course, "untouched") == 0
    release = (course / "release" / "ps1" / "ps1.ipynb").read_text(encoding="utf-8")
    for secret in ("autumn", "my_total = 5", "enumerate"):
        assert secret not in release


def test_the_question_is_shown_in_the_notebook(course: Path) -> None:
    told = feedback(course, "right")
    assert "Write pairs(cards) (course rules)." in told
    assert "you cut the three of spades" in told
    assert 'the field "total"' in told


# ---------------------------------------------------------------- otter-grader


@pytest.mark.parametrize(
    "learner", ["right", "wrong", "input", "exit", "changed checker", "checker beside it"]
)
def test_otter_grader_gives_the_points(tmp_path: Path, learner: str) -> None:
    """By the commands of the page, with its test file."""
    pytest.importorskip("otter", reason="otter-grader is not installed (uv sync --group graders)")
    answers, wanted, words = LEARNERS[learner]
    (tmp_path / "tests").mkdir()
    (code,) = cells("otter-grader")
    (tmp_path / "tests" / "pairs.py").write_text(code)
    notebook = new_notebook(cells=[new_code_cell({**RIGHT, **answers}["pairs"])])
    nbformat.write(notebook, tmp_path / "notebook.ipynb")
    check, *marking = commands("otter-grader")
    for command in marking:
        run(tmp_path, *command)
    told = json.loads((tmp_path / "results.json").read_text())
    (test,) = [test for test in told["tests"] if test["name"].startswith("pairs")]
    assert test["score"] == wanted["pairs"]
    assert words in test["output"]
    if learner == "right":
        run(tmp_path, *check)
