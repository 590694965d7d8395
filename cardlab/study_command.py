"""The subcommand ``cardlab study``: many games between computer players, with tables and a chart."""

from __future__ import annotations

import os
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardlab.cards import escaped, quoted
from cardlab.cli import UserError
from cardlab.plugins import games as all_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardlab.long_study import Journal, StudyPlan


@click.command()
@click.argument("game", type=click.Choice(all_games()))
@click.argument("levels", nargs=-1, required=True, metavar="LEVEL...")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")
@click.option("--preset", default="course", show_default=True, help="The rule set: course or classic.")
@click.option("--option", "changes", multiple=True, metavar="NAME=VALUE", help="An option of the rules.")
@click.option("--out", metavar="NAME", help="How the files begin; else GAME-LEVELS-SEED, in this folder.")
@click.option("--processes", type=click.IntRange(1), help="How many processes; else one per processor.")
@click.option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
def study(
    game: str,
    levels: tuple[str, ...],
    games: int,
    seed: str,
    preset: str,
    changes: tuple[str, ...],
    out: str | None,
    processes: int | None,
    scheduler: str | None,
) -> None:
    """Let computer players play many games, and write down what they won and scored.

    LEVELs go round the table: beginner, steady, strong, or a player of your own as MODULE:FUNCTION. A study
    that was interrupted goes on when it is begun again, and one that has ended goes on with more games. The
    files are NAME.jsonl, from which it goes on, NAME-games and NAME-points as Parquet or CSV, and the chart
    NAME.html.

    \b
    Examples:
      cardlab study cribbage strong steady --games 20000
      cardlab study canasta steady beginner --option players=2 --out two
      cardlab study cribbage strong steady --games 20000 --scheduler tcp://localhost:8786
    """
    from cardlab.commands import read_changes
    from cardlab.files import file_name
    from cardlab.long_study import Journal, StudyPlan

    try:
        plan = StudyPlan(game, levels, seed, preset, tuple(read_changes(changes).items()))
        plan.seats()
        stem = Path(out or file_name(f"{game}-{'-'.join(levels)}-{seed}"))
        journal = Journal(stem.with_name(f"{stem.name}.jsonl"), plan)
        _play(plan, games, journal, _executor(scheduler, processes))
        _write(plan, journal, stem)
    except OSError as error:
        raise UserError(f"{error.filename or scheduler}: {error.strerror or error}") from error
    except (ValueError, TypeError) as error:
        raise UserError(str(error)) from error


def _executor(scheduler: str | None, processes: int | None) -> AbstractContextManager[Executor | None]:
    number = processes or os.cpu_count() or 1
    if scheduler is not None:
        return _cluster(scheduler)
    return nullcontext() if number == 1 else ProcessPoolExecutor(number)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    """The workers of a Dask cluster. A batch whose worker is lost is played again by another."""
    try:
        from distributed import Client
    except ImportError as error:
        raise UserError("Dask is not installed: pip install 'cardlab[cluster]'") from error
    connect: Callable[..., Any] = Client
    try:
        client = connect(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UserError(f"the scheduler {quoted(scheduler)} cannot be reached: {error}") from error
    with client:
        yield client.get_executor(retries=3)


def _play(
    plan: StudyPlan, games: int, journal: Journal, context: AbstractContextManager[Executor | None]
) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from cardlab.long_study import play_missing

    again = f"; the same command goes on from {escaped(str(journal.path))}"
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with context as executor, Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=games, completed=games - len(journal.missing(games)))
        try:
            play_missing(plan, games, journal, executor, lambda number: progress.advance(task, number))
        except KeyboardInterrupt:
            raise UserError(f"interrupted after {len(journal)} games{again}") from None
        except BrokenProcessPool as error:
            raise UserError(f"a process ended by itself after {len(journal)} games{again}") from error


def _write(plan: StudyPlan, journal: Journal, stem: Path) -> None:
    from cardlab.files import replacing
    from cardlab.long_study import write_tables
    from cardlab.study_chart import chart, side_names, winners

    played = journal.study()
    names = side_names(played, plan.levels)
    for line in winners(played, names):
        click.echo(line)
    page = stem.with_name(f"{stem.name}.html")
    with replacing(page) as draft:
        chart(played, names, plan.title).write_html(draft, include_plotlyjs=True)
    for path in (*write_tables(played, stem), page):
        click.echo(f"written: {escaped(str(path))}")
