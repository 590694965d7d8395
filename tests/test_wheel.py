"""The wheel holds everything and works where there is no clone: it is put into a fresh environment."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import cardlab

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[1]
Run = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the project's own build backend, without the network."""
    out = tmp_path_factory.mktemp("wheel")
    command = "python -m hatchling build -t wheel"
    for page in ("README.md", "docs/administrators.md"):
        assert f"uv run {command}\n" in (ROOT / page).read_text(encoding="utf-8")
    words = [sys.executable, *command.split()[1:], "-d", str(out)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = out.glob("cardlab-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python where the wheel is installed, and the other packages of this environment, but no clone."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home / "env", with_pip=False, symlinks=os.name != "nt")
    python = home / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = next((home / "env").glob("lib*/**/site-packages"))
    with zipfile.ZipFile(wheel) as packed:
        data = f"{wheel.name.rpartition('-py3')[0]}.data/data/"
        for name in packed.namelist():
            if name.startswith(data):
                target = home / "env" / name.removeprefix(data)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(packed.read(name))
            else:
                packed.extract(name, site)
    # Their own .pth files are not read from there, so the clone that is installed here is not found.
    others = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text("\n".join(others))
    env = {key: value for key, value in os.environ.items() if not key.startswith(("CARDLAB", "PYTHON"))}
    env |= {"CARDLAB_HOME": str(home / "score"), "HOME": str(home), "USERPROFILE": str(home)}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [str(python), *arguments], cwd=home, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_the_wheel_holds_every_file_of_the_packages_and_every_notebook(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    rooms = {"cardlab": ROOT, "cardlab_exercises": ROOT / "exercises", "cardlab_widgets": ROOT / "widgets"}
    for package, room in rooms.items():
        for path in (room / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and ".ipynb_checkpoints" not in path.parts:
                assert path.relative_to(room).as_posix() in names
    shared = {name.partition("/share/jupyter/")[2] for name in names}
    for extension in ("cardlab-lessons", "cardlab-slow-pages", "cardlab-start-page"):
        for file in ("package.json", "install.json", "static/remoteEntry.js"):
            assert f"labextensions/{extension}/{file}" in shared
    assert any(name.endswith("/etc/jupyter/jupyter_server_config.d/cardlab.json") for name in names)
    shipped = {name.removeprefix("cardlab/") for name in shared if name.startswith("cardlab/")}
    for book in (ROOT / "notebooks").rglob("*.ipynb"):
        if ".ipynb_checkpoints" not in book.parts:
            assert book.relative_to(ROOT).as_posix() in shipped


def test_it_is_the_wheel_that_runs_and_not_the_clone(installed: Run) -> None:
    rooms = ("cardlab", "cardlab_exercises", "cardlab_widgets")
    where = installed("-c", f"import {', '.join(rooms)}; print({'.__file__, '.join(rooms)}.__file__)")
    assert str(ROOT) not in where
    assert installed("-m", "cardlab", "version").startswith(f"cardlab {cardlab.__version__},")


def test_lessons_and_demos_are_found_outside_a_clone(installed: Run, tmp_path: Path) -> None:
    told = installed("-m", "cardlab", "init", str(tmp_path / "mine"))
    assert "Your lessons are in" in told
    assert (tmp_path / "mine" / "notebooks" / "cribbage" / "07-counting-your-hand.ipynb").is_file()
    assert (tmp_path / "mine" / "notebooks" / "demos" / "pegging.ipynb").is_file()


def test_demos_and_a_game_work_there(installed: Run) -> None:
    code = """
from cardlab_widgets import play
from cardlab_widgets.demos import catalogue, demo
print(all(demo(about.id).html for about in catalogue()))
print(play("cribbage", seed=7, resume=False))
"""
    told = installed("-c", code)
    assert told.splitlines() == ["True", "SceneWidget('Your turn: cut for the deal')"]


def test_commands_and_rules_are_there(installed: Run) -> None:
    assert "CRIB-SHOW-04" in installed("-m", "cardlab", "rules", "CRIB-SHOW-04")
    listed = installed("-m", "cardlab", "--help")
    for command in ("lab", "voila", "init", "reset", "doctor", "report", "sheet"):
        assert f"\n  {command} " in listed
    assert "(cannot be loaded)" not in listed
