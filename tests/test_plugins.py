"""Plug-ins: the games there are, and a game that another package adds."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from cardlab_exercises.declaration import bank
from cardlab_widgets.tables.play import playing_model
from rich.console import Console

from cardlab import canasta, cribbage, plugins
from cardlab.errors import IllegalActionError, InputError, NotationError
from cardlab.game import Game
from cardlab.rulebook import load
from cardlab.terminal_game import Session

ROOT = Path(__file__).parents[1]
PACKAGES = (cribbage, canasta)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """What pip leaves of a package that adds the game counters, and of one that is broken."""
    for name, leads_to in (("counters", "tests.counters:PLUGIN"), ("broken", "tests.counters:State")):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[cardlab.games]\n{name} = {leads_to}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins._added.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "counters" in plugins.games()
    yield tmp_path
    plugins._added.cache_clear()


# ---------------------------------------------------------------- the games of cardlab


def test_the_games_are_declared_as_other_packages_declare_theirs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["entry-points"][plugins.GROUP]
    assert list(declared) == list(plugins._OWN)
    for name, leads_to in declared.items():
        module, _, attribute = leads_to.partition(":")
        assert getattr(sys.modules[module], attribute) is plugins.game_plugin(name)


@pytest.mark.parametrize("name", list(plugins._OWN))
def test_every_part_of_a_game_can_be_loaded(name: str) -> None:
    plugin = plugins.game_plugin(name)
    assert plugin.referee.name == name
    assert list(plugin.players.PLAYERS) == ["beginner", "steady", "strong"]
    assert plugin.terminal.EXAMPLE in load(name).rules
    assert all(kind.startswith(f"{plugin.prefix}.") for kind in plugin.rule_cases.KINDS)
    assert plugin.table.standing(plugin.referee.start())
    assert all(topic.EXERCISES for topic in plugin.topics())


def test_no_module_but_the_registry_puts_together_the_name_of_another() -> None:
    folders = ("cardlab", "exercises", "widgets")
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == "importlib"
        and any(alias.name == "import_module" for alias in node.names)
    }
    pages_about_modules = "widgets/cardlab_widgets/site/generated.py"  # told their whole names
    assert users == {"cardlab/__init__.py", "cardlab/plugins.py", pages_about_modules}


CORE = {
    "CLASSIC", "COURSE", "Action", "Explanation", "Options", "State", "View", "apply", "check", "explain",
    "imagine", "legal_actions", "options", "outcome", "position", "read_action", "seat_names", "start",
    "to_act", "view", "write_action",
}  # fmt: skip


def test_both_games_export_the_same_names() -> None:
    assert set(cribbage.__all__) & set(canasta.__all__) >= CORE
    for package in PACKAGES:
        assert all(hasattr(package, name) for name in package.__all__)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_whatever_makes_an_action_is_exported(package: object) -> None:
    """An action that is legal in the notation can be written as a call, without a look into `rules`."""
    module = sys.modules[package.Action.__module__]  # type: ignore[attr-defined]
    makers = {
        name
        for name, made in vars(module).items()
        if isinstance(made, package.Action)  # type: ignore[attr-defined]
        or getattr(made, "__annotations__", {}).get("return") in ("Action", "Part")
    }
    makers = {name for name in makers if not name.startswith("_")}
    assert len(makers) >= 9
    assert makers <= set(package.__all__)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- a game of another package


def test_a_game_of_another_package_is_played_and_replayed(installed: Path) -> None:
    game = Game("counters", seed=4)
    assert [action.number for action in game.legal_actions()] == [1, 2, 3]
    with pytest.raises(IllegalActionError, match="one to three"):
        game.do("4")
    for action in ("2", "3", "3"):
        game.do(action)
    assert repr(game) == "Game('counters', Options(preset='course'), seed='4', 3 actions, North to act)"
    assert Game.from_record(game.record()).state == game.state
    game.do("2")
    assert (game.turn, game.legal_actions(), game.outcome and game.outcome.winner) == (None, [], 1)


def test_it_is_played_in_the_terminal(installed: Path) -> None:
    typed, shown = iter(["?", "why 9", "hint", "hint", "2", "2", "undo", "1", "3"]), StringIO()
    table = Session(Game("counters"), 0, "steady", Console(file=shown, width=80), lambda _: next(typed, "1"))
    table.run()
    assert table.game.outcome is not None
    for words in ("take two", "one to three are taken", "four are left", "North takes", "The game is over"):
        assert words in shown.getvalue()


def test_the_command_finds_it(installed: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(installed), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "cardlab", "play", "counters", "--seed", "1"],
        input="2\n1\nquit\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "CARDLAB_HOME": str(tmp_path / "home")},
    )
    assert done.returncode == 0, done.stderr
    assert "South takes 2, which leaves 8" in done.stdout
    assert "game: counters" in (tmp_path / "home" / "games" / "counters.txt").read_text()


def test_what_it_does_not_bring_is_said(installed: Path) -> None:
    with pytest.raises(InputError, match="Counters has no table"):
        playing_model("counters", resume=False)
    assert not load("counters").rules
    assert all(exercise.game != "counters" for exercise in bank.exercises().values())


def test_one_that_cannot_be_loaded_is_reported_and_left_out(installed: Path) -> None:
    plugins._added.cache_clear()
    with pytest.warns(UserWarning, match="the game broken could not be loaded: its entry point leads to"):
        assert plugins.games() == ("cribbage", "canasta", "counters")
    with pytest.raises(NotationError, match="no game 'broken'; there are cribbage, canasta and counters"):
        Game("broken")
