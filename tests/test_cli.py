"""The `cardlab` command in the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest
from cardlab_widgets.serving import commands
from cardlab_widgets.serving.lesson_files import LEDGER, copy_lessons
from click.testing import CliRunner, Result

import cardlab
from cardlab import cli


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.cli, list(arguments))


def test_count_prints_every_item_with_its_rule() -> None:
    result = run("count", "5H", "5D", "5S", "JC", "--starter", "5C")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].endswith("(course rules)")
    assert sum("CRIB-SHOW-03" in line for line in lines) == 8
    assert "CRIB-SHOW-10" in result.stdout
    assert lines[-1].split() == ["total", "29"]


def test_a_rule_says_in_words_of_what_kind_it_is() -> None:
    shown = {
        id: run("rules", id).stdout.splitlines()[0] for id in ("CAN-FRZ-01", "CRIB-SHOW-04", "CAN-PILE-06")
    }
    assert shown["CAN-FRZ-01"] == "CAN-FRZ-01  A wild card freezes  (Canasta: what happens)"
    assert shown["CRIB-SHOW-04"].endswith("(Cribbage: what scores, and how much)")
    assert shown["CAN-PILE-06"].endswith("(Canasta: what may not be done)")


def test_count_as_the_crib_and_by_another_preset() -> None:
    assert run("count", "7H 9H QH KH", "-s", "2D").stdout.splitlines()[-1].split() == ["total", "4"]
    crib = run("count", "7h", "9h", "qh", "kh", "-s", "2d", "--crib", "--preset", "classic")
    assert "(classic rules)" in crib.stdout
    assert crib.stdout.splitlines()[-1].split()[-1] == "0"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("count 5H 5D 5S XX -s 5C", "'XX' is not a card"),
        ("count 5H 5D 5S JC", "the starter is missing; write: cardlab count 5H 5D 5S JC --starter CARD"),
        ("count 5H 5D 5S JC 5C", "write: cardlab count 5H 5D 5S JC --starter 5C"),
        ("count 5H 5D 5S -s 5C", "not with 3"),
        ("count 5H 5D 5S 5C JC -s 6C", "not with 5"),
        ("count 5H 5D 5S JC -s 5S", "5♠ cannot be in the hand and as the starter"),
        ("count 5H 5D 5S JR -s 5C", "no jokers"),
        ("count 5H 5D 5S JC -s twelve", "'twelve' is not a card"),
        ("count 5H 5D 5S <b>JC</b> -s 5C", "'<b>JC</b>' is not a card"),
        ("count 5H 5D 5S JC -s 5C --preset house", "there is no preset 'house'"),
        ("coutn 5H", "there is no command 'coutn'; did you mean 'count'?"),
        ("zzz", "there is no command 'zzz'; there are attempts, backup, count"),
        ("voila nonesuch", "there is no demo 'nonesuch'; there are: a-game-of-canasta"),
        ("voila peging", "there is no demo 'peging'; did you mean pegging?"),
        ("voila ../../etc/passwd", "there is no demo"),
        ("voila --no-browser --port 8870 nonesuch", "there is no demo 'nonesuch'"),
        (f"voila {'z' * 500}", f"there is no demo '{'z' * 40}…'; there are: a-game-of-canasta"),
        (f"voila {'z' * 500}.ipynb", "there is no demo"),
        ("voila ~nouser/x", "the home folder in '~nouser/x' is not known; write the whole path"),
        ("lab ~nouser/x", "the home folder in '~nouser/x' is not known; write the whole path"),
        (f"lab {'z' * 500}", "name another folder: cardlab lab DIR"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_exit_code_2(arguments: str, words: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_the_command_as_it_is_installed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardlab", "version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"cardlab {cardlab.__version__}, Python 3.")


def test_help_lists_the_commands_of_all_packages_with_examples() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "cardlab count 5H 5D 5S JC --starter 5C" in result.stdout
    for name in ("count", "lab", "version", "voila"):
        assert f"\n  {name} " in result.stdout
        assert "Examples:" in run(name, "--help").stdout or name == "version"


def test_a_command_that_cannot_be_loaded_does_not_take_the_others_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good = {entry.name: entry for entry in cli.entry_points(group=cli.GROUP)}
    bad = {
        "broken": EntryPoint("broken", "no_such_package.module:command", cli.GROUP),
        "odd": EntryPoint("odd", "cardlab.cli:GROUP", cli.GROUP),
    }
    monkeypatch.setattr(cli, "_entries", lambda: good | bad)
    assert run("version").exit_code == 0
    listing = run("--help")
    assert listing.exit_code == 0
    assert "(cannot be loaded)" in listing.stdout
    broken = run("broken", "--some", "thing")
    assert broken.exit_code == 1
    assert "No module named 'no_such_package'" in broken.stderr
    assert "is no click command" in run("odd").stderr


# ------------------------------------------------------------------ the lessons in the learner's folder


def notebook(text: str, output: str = "") -> str:
    outputs = [{"output_type": "stream", "name": "stdout", "text": output}] if output else []
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": text, "outputs": outputs}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "cribbage").mkdir(parents=True)
    (folder / "index.ipynb").write_text(notebook("index"))
    (folder / "cribbage" / "one.ipynb").write_text(notebook("one"))
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "one.ipynb").write_text("{}")
    return folder


def test_lessons_are_copied_once_and_again_when_they_were_deleted(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    assert copy_lessons(source, target).fresh == ("cribbage/one.ipynb", "index.ipynb")
    assert not (target / ".ipynb_checkpoints").exists()
    assert copy_lessons(source, target) == ((), ())
    (target / "index.ipynb").unlink()
    assert copy_lessons(source, target).fresh == ("index.ipynb",)


def test_a_lesson_that_was_only_run_is_renewed(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    copy_lessons(source, target)
    (target / "index.ipynb").write_text(notebook("index", output="run by the learner"))
    (source / "index.ipynb").write_text(notebook("index, second edition"))
    assert copy_lessons(source, target) == (("index.ipynb",), ())
    assert (target / "index.ipynb").read_text() == notebook("index, second edition")


def test_a_changed_lesson_is_kept_and_each_new_one_put_beside_it_once(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    copy_lessons(source, target)
    mine = target / "cribbage" / "one.ipynb"
    mine.write_text(notebook("my own notes"))
    assert copy_lessons(source, target) == ((), ())
    (source / "cribbage" / "one.ipynb").write_text(notebook("one, second edition"))
    assert copy_lessons(source, target).beside == ("cribbage/one (new).ipynb",)
    assert copy_lessons(source, target) == ((), ())
    (source / "cribbage" / "one.ipynb").write_text(notebook("one, third edition"))
    assert copy_lessons(source, target).beside == ("cribbage/one (new 2).ipynb",)
    assert mine.read_text() == notebook("my own notes")
    assert (target / "cribbage" / "one (new).ipynb").read_text() == notebook("one, second edition")


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"index.ipynb": 1}'])
def test_with_a_damaged_ledger_nothing_that_was_changed_is_lost(
    source: Path, tmp_path: Path, damage: str
) -> None:
    target = tmp_path / "mine"
    copy_lessons(source, target)
    (target / LEDGER).write_text(damage)
    (target / "index.ipynb").write_text("not even a notebook any more")
    assert copy_lessons(source, target).beside == ("index (new).ipynb",)
    assert (target / "index.ipynb").read_text() == "not even a notebook any more"


@pytest.mark.parametrize("command", ["lab", "init"])
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("")
    result = run(command, str(tmp_path / "file" / "inside"))
    assert result.exit_code == 2
    assert f"name another folder: cardlab {command} DIR" in result.stderr


@pytest.mark.parametrize(
    "order", ["DIR --no-browser --port 8899", "--no-browser DIR --port 8899", "--no-browser --port 8899 DIR"]
)
def test_options_are_passed_on_and_the_settings_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, order: str
) -> None:
    from jupyterlab.labapp import LabApp
    from jupyterlab_server.config import get_page_config

    launched: list[list[str]] = []
    monkeypatch.setattr(LabApp, "launch_instance", lambda argv: launched.append(argv))
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path))
    monkeypatch.setenv("JUPYTER_PATH", "")
    result = run("lab", *order.replace("DIR", str(tmp_path / "mine")).split())
    assert result.exit_code == 0, result.output
    assert launched[0][-6:] == [*commands.LAB_OPTIONS, "--no-browser", "--port", "8899"]
    assert (tmp_path / "mine" / "notebooks" / "index.ipynb").is_file()
    assert "@jupyterlab/apputils-extension:announcements" in get_page_config([])["disabledExtensions"]


@pytest.mark.parametrize("arguments", ["peging", "--no-browser peging", "--port 8870 --token peging"])
def test_a_wrong_demo_is_told_without_loading_voila(arguments: str) -> None:
    words = ["cardlab", "voila", *arguments.split()]
    code = f"import sys; from cardlab.cli import main; sys.argv = {words}\n"
    code += "try: main()\nfinally: print('voila' in sys.modules, 'tornado' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "did you mean pegging?" in done.stderr
    assert done.stdout == "False False\n"


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ("", []),
        ("pegging", ["--first-page=pegging.ipynb"]),
        (
            "--no-browser --port 8870 pegging.ipynb",
            ["--first-page=pegging.ipynb", "--no-browser", "--port", "8870"],
        ),
        ("--theme dark", ["--theme", "dark"]),
    ],
)
def test_voila_gets_the_page_and_its_own_options_and_is_announced_once(
    monkeypatch: pytest.MonkeyPatch, arguments: str, options: list[str]
) -> None:
    launched: list[list[str]] = []
    monkeypatch.setattr(commands, "_demo_server", lambda: SimpleNamespace(launch_instance=launched.append))
    monkeypatch.setattr(commands, "_use_settings", lambda: None)
    result = run("voila", *arguments.split())
    assert result.exit_code == 0, result.output
    assert launched == [[str(commands.lessons_source()), *options]]
    assert result.stdout.count("is being started") == 1


def test_all_of_voilas_options_without_a_value_are_known() -> None:
    from cardlab_widgets.serving.server import DemoServer

    assert set(DemoServer.flags) <= commands.VOILA_FLAGS


def test_in_place_opens_the_lessons_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from jupyterlab.labapp import LabApp

    launched: list[list[str]] = []
    monkeypatch.setattr(LabApp, "launch_instance", lambda argv: launched.append(argv))
    monkeypatch.setattr(commands, "_use_settings", lambda: None)
    assert run("lab", "--in-place", "--no-browser").exit_code == 0
    lessons = Path(cardlab.__file__).parents[1] / "notebooks"
    assert launched[0][0] == f"--ServerApp.root_dir={lessons.parent}"
    assert launched[0][-4:] == [*commands.LAB_OPTIONS, "--no-browser"]


@pytest.mark.parametrize(
    "options", [["--token", ""], ["--token="], ["--Voila.token=''"], ["--Voila.auto_token=False"]]
)
def test_the_teachers_page_is_not_served_without_a_token(
    monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    launched: list[list[str]] = []
    monkeypatch.setattr(commands, "_demo_server", lambda: SimpleNamespace(launch_instance=launched.append))
    result = run("teacher", *options)
    assert result.exit_code == 2
    assert "without a token" in result.stderr
    assert not launched


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "<b>x</b>"], "there is no rule '<b>x</b>'"),
        (["rules", "crib-sho-04"], "there is no rule 'crib-sho-04'; did you mean CRIB-SHOW-04"),
        (["play", "cribbage", "--option", "z" * 3000], f"name=value, not '{'z' * 40}…'"),
        (["judge", "\x1b[2J\n"], "cardlab: \\x1b[2J\\n: No such file"),
    ],
)
def test_what_was_typed_is_told_back_as_it_was_but_safely(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 250
