"""Studies that are left and taken up again, here and on a cluster, and the command for them."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from cardlab import long_study
from cardlab.cli import cli
from cardlab.cribbage.players import player
from cardlab.long_study import Journal, StudyPlan, play_missing
from cardlab.study import Study, simulate

PLAN = StudyPlan("cribbage", ("steady", "beginner"), "blue", changes=(("target", "61"),))
GAMES = 20


@pytest.fixture(scope="module")
def on_one_core() -> Study:
    players = [player(level) for level in PLAN.levels]
    return simulate("cribbage", players, games=GAMES, seed=PLAN.seed, options=PLAN.options())


def same(found: Study, wanted: Study) -> bool:
    """Whether two studies are of the same games; what a journal has kept has lists for tuples."""
    scores = wanted.games.assign(scores=[list(scores) for scores in wanted.games["scores"]])
    return found.games.equals(scores) and found.points.equals(wanted.points)


def test_a_study_that_was_left_goes_on(tmp_path: Path, on_one_core: Study) -> None:
    """From the last whole line, wherever the process was stopped."""
    path = tmp_path / "study.jsonl"
    play_missing(PLAN, 11, Journal(path, PLAN))
    whole = path.read_bytes()
    for cut in (whole[:-1], whole[:-30], whole[: whole.rindex(b"[[") + 1]):
        path.write_bytes(cut)
        journal = Journal(path, PLAN)
        assert journal.missing(GAMES) == list(range(10, GAMES))
        play_missing(PLAN, GAMES, journal)
        assert same(journal.study(), on_one_core)
        assert same(Journal(path, PLAN).study(), on_one_core)


def test_an_executor_changes_nothing(tmp_path: Path, on_one_core: Study) -> None:
    journal = Journal(tmp_path / "study.jsonl", PLAN)
    told: list[int] = []
    with ThreadPoolExecutor(3) as executor:
        play_missing(PLAN, GAMES, journal, executor, told.append)
    assert sum(told) == GAMES
    assert same(journal.study(), on_one_core)


def test_a_game_is_written_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "study.jsonl", PLAN)
    play_missing(PLAN, 2, journal)
    journal.add(long_study.play_numbers(PLAN, [1, 2]))
    assert len(journal) == 3
    assert len((tmp_path / "study.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [("{}\n", "another study"), (None, "another study"), ("damaged\n", "is damaged"), ("[]\n", "is damaged")],
)
def test_a_journal_of_something_else_is_refused(text: str | None, words: str, tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    Journal(path, PLAN if text is not None and "{" not in text else PLAN._replace(seed="red"))
    with path.open("a") as file:
        file.write(text or "")
    if text == "{}\n":
        path.write_text(text)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=words):
        Journal(path, PLAN)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (PLAN._replace(levels=("steady",) * 3), "3 levels do not go round a table of 2"),
        (PLAN._replace(levels=()), "0 levels"),
        (PLAN._replace(levels=("steady", "lucky")), "no player 'lucky'"),
        (PLAN._replace(levels=("steady", "cardlab:none")), "no player 'cardlab:none'"),
        (PLAN._replace(changes=(("target", "12"),)), "target"),
        (PLAN._replace(preset="club"), "club"),
    ],
)
def test_a_plan_that_is_none_is_refused(plan: StudyPlan, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        plan.seats()


def test_levels_go_round_the_table() -> None:
    plan = StudyPlan("canasta", ("steady", "cardlab.canasta.players:steady"))
    assert plan.seats() == plan.levels * 2
    assert plan.player("cardlab.canasta.players:steady") is plan.player("steady")


# ------------------------------------------------------------------ the command


def run(*words: str) -> Result:
    start = ["study", "cribbage", *PLAN.levels, "--option", "target=61", "--seed", "blue"]
    return CliRunner().invoke(cli, [*start, *words])


def test_the_command_writes_tables_and_a_chart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_one_core: Study
) -> None:
    """First of half the games as CSV, on one processor; then of all as Parquet, on two."""
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as without:
        without.setattr(long_study, "find_spec", lambda name: None)
        result = run("--games", str(GAMES // 2), "--processes", "1", "--out", "mine")
    assert result.exit_code == 0, result.output
    assert len(pd.read_csv("mine-games.csv")) == GAMES // 2
    result = run("--games", str(GAMES), "--processes", "2", "--out", "mine")
    assert result.exit_code == 0, result.output
    games = pd.read_parquet("mine-games.parquet")
    assert list(zip(games.score_0, games.score_1, strict=True)) == list(on_one_core.games["scores"])
    points = pd.read_parquet("mine-points.parquet")
    assert points.values.tolist() == on_one_core.points.values.tolist()
    won = int((on_one_core.games["winner"] == 0).sum())
    assert f"steady (side 1): won {won / GAMES:.1%}" in result.output
    page = Path("mine.html").read_text(encoding="utf-8")
    assert "Cribbage: steady against beginner, 20 games" in page
    assert '<script src="http' not in page
    assert sorted(path.suffix for path in Path().iterdir()) == [
        *(".csv", ".csv", ".html", ".jsonl", ".parquet", ".parquet")
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--out", "file/x"], "file"),
        (["--preset", "club"], "club"),
        (["--option", "players"], "name=value"),
    ],
)
def test_the_command_refuses_in_words(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.output


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by a signal")
def test_a_process_that_ends_is_told_and_the_study_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_one_core: Study
) -> None:
    monkeypatch.chdir(tmp_path)
    marker = tmp_path / "killed"
    (tmp_path / "deadly.py").write_text(
        "import os, signal, pathlib\n"
        "from cardlab.cribbage.players import player\n"
        "def play(view, random):\n"
        f"    marker = pathlib.Path({str(marker)!r})\n"
        "    if not marker.exists():\n"
        "        marker.touch()\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return player('beginner')(view, random)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    words = ["study", "cribbage", "steady", "deadly:play", "--option", "target=61", "--seed", "blue"]
    words += ["--games", str(GAMES), "--out", "mine"]
    result = CliRunner().invoke(cli, [*words, "--processes", "2"])
    assert result.exit_code == 2
    assert "the same command goes on from mine.jsonl" in result.output
    result = CliRunner().invoke(cli, [*words, "--processes", "2"])
    assert result.exit_code == 0, result.output
    games = pd.read_parquet("mine-games.parquet")
    assert list(zip(games.score_0, games.score_1, strict=True)) == list(on_one_core.games["scores"])


# ------------------------------------------------------------------ a cluster


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by a signal")
def test_a_cluster_that_loses_a_worker_plays_the_same_games(tmp_path: Path, on_one_core: Study) -> None:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        closing(Client(cluster)) as client,
    ):
        workers = client.run(os.getpid)
        assert os.getpid() not in workers.values()
        killed: list[int] = []

        def kill_one(played: int) -> None:
            if not killed:
                killed.append(next(iter(workers.values())))
                os.kill(killed[0], signal.SIGKILL)

        journal = Journal(tmp_path / "study.jsonl", PLAN)
        play_missing(PLAN, GAMES, journal, client.get_executor(retries=3), kill_one)
        assert killed
        assert same(journal.study(), on_one_core)
        command = run(
            "--games", "9", "--out", str(tmp_path / "mine"), "--scheduler", cluster.scheduler_address
        )
        assert command.exit_code == 0, command.output
        scores = pd.read_parquet(tmp_path / "mine-games.parquet")["score_0"]
        assert list(scores) == [scores[0] for scores in on_one_core.games["scores"]][:9]


@pytest.mark.thorough
def test_a_scheduler_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("--games", "1", "--scheduler", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    assert "tcp://127.0.0.1:9" in result.output
