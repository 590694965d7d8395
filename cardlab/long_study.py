"""A study of many games that can be left and taken up again, on all processors or on a cluster.

Each game is written into a journal when it has ended, a line a game. Whoever begins the same study with the
same journal goes on with the games that are missing. A game depends on its number and the seed of its study
alone: where it is played, and in which order, changes nothing.

>>> from tempfile import mkdtemp
>>> plan = StudyPlan("cribbage", ("steady", "beginner"), seed="1")
>>> journal = Journal(Path(mkdtemp()) / "study.jsonl", plan)
>>> play_missing(plan, 2, journal)
>>> len(journal.study().games), journal.missing(3)
(2, [2])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, as_completed
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

import cardlab
from cardlab.cards import quoted
from cardlab.errors import InputError
from cardlab.files import replacing
from cardlab.game import referee
from cardlab.players import Player
from cardlab.plugins import game_plugin
from cardlab.study import Study, play_game, study_of

if TYPE_CHECKING:
    import pandas as pd

_BATCH = 8
"""How many games are sent to a worker at a time."""


class StudyPlan(NamedTuple):
    """What is played: a game, the levels of its players, a seed, a rule set and changes to its options.

    The levels go round the table: of two, each partnership of Canasta has one. A player of one's own is
    written ``module:function``.
    """

    game: str
    levels: tuple[str, ...]
    seed: str = "0"
    preset: str = "course"
    changes: tuple[tuple[str, str], ...] = ()

    def options(self) -> Any:
        """The options of the games. Raises `ValueError` where there are none such."""
        return referee(self.game).make_options(self.preset, **dict(self.changes))

    def seats(self) -> tuple[str, ...]:
        """The level at each seat. Raises `ValueError` for no such level, or more than there are seats."""
        number = int(self.options().players)
        if not self.levels or number % len(self.levels):
            raise InputError(f"{len(self.levels)} levels do not go round a table of {number}")
        for level in self.levels:
            self.player(level)
        return self.levels * (number // len(self.levels))

    def player(self, level: str) -> Player:
        """The player of that level, or the function written ``module:function``. Raises `ValueError`."""
        if ":" not in level:
            found: Player = game_plugin(self.game).module("players").player(level)
            return found
        try:
            found = resolve_name(level)
        except (ImportError, AttributeError, ValueError) as error:
            raise InputError(f"there is no player {quoted(level)}: {error}") from error
        return found

    @property
    def title(self) -> str:
        return f"{game_plugin(self.game).title}: {' against '.join(self.levels)}"


class Journal:
    """The games of a study that have ended, in the file `path`.

    Raises `ValueError` where the file is of another study, and `OSError` where it cannot be used.
    """

    def __init__(self, path: Path, plan: StudyPlan) -> None:
        self.path = path
        self._played: dict[int, Any] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        about = json.dumps({"cardlab": cardlab.__version__, **plan._asdict()})
        if not path.exists() or not path.stat().st_size:
            path.write_text(about + "\n", encoding="utf-8")
        self._read(about)

    def _read(self, about: str) -> None:
        """Reads what is there; a line that was not written to its end is cut off."""
        with self.path.open("r+b") as file:
            lines = file.read().split(b"\n")
            file.seek(-len(lines[-1]), 2)
            file.truncate()
        if lines[0] != about.encode():
            raise InputError(f"{self.path} holds another study, or one by another version; name another file")
        try:
            for line in lines[1:-1]:
                row, points = json.loads(line)
                self._played[row[0]] = row, points
        except (ValueError, TypeError, IndexError, KeyError) as error:
            raise InputError(f"{self.path} is damaged: {error}") from error

    def __len__(self) -> int:
        return len(self._played)

    def missing(self, games: int) -> list[int]:
        """The numbers of the first `games` games that have not been played."""
        return [number for number in range(games) if number not in self._played]

    def add(self, results: Iterable[Any]) -> None:
        """Writes games that have ended; one that is there already stays as it is."""
        with self.path.open("a", encoding="utf-8") as file:
            for result in results:
                line = json.dumps(result)
                row, points = json.loads(line)
                if row[0] not in self._played:
                    self._played[row[0]] = row, points
                    file.write(line + "\n")

    def study(self) -> Study:
        """All games, in the order of their numbers."""
        return study_of([self._played[number] for number in sorted(self._played)])


def play_numbers(plan: StudyPlan, numbers: list[int]) -> list[Any]:
    """The games of a study that have these numbers: what a worker does."""
    players = [plan.player(level) for level in plan.seats()]
    return [play_game(plan.game, players, plan.seed, plan.options(), None, number) for number in numbers]


def play_missing(
    plan: StudyPlan,
    games: int,
    journal: Journal,
    executor: Executor | None = None,
    played: Callable[[int], object] = lambda number: None,
) -> None:
    """Plays what is missing of the first `games` games, here or in any executor, into the journal.

    `played` is told the number of games after each batch. Raises what the executor raises when it fails; what
    was played until then is in the journal.
    """
    missing = journal.missing(games)
    batches = [missing[at : at + _BATCH] for at in range(0, len(missing), _BATCH)]
    if executor is None:
        for batch in batches:
            journal.add(play_numbers(plan, batch))
            played(len(batch))
        return
    futures = [executor.submit(play_numbers, plan, batch) for batch in batches]
    try:
        for future in as_completed(futures):
            results = future.result()
            journal.add(results)
            played(len(results))
    finally:
        for future in futures:
            future.cancel()


def write_tables(study: Study, stem: Path) -> list[Path]:
    """Writes the games and the points of a study, as Parquet if pyarrow is installed, or else as CSV.

    Gives the paths, ``STEM-games`` and ``STEM-points`` with their endings.
    """
    ending = "parquet" if find_spec("pyarrow") else "csv"
    paths = []
    for name, table in (("games", _with_scores_apart(study.games)), ("points", study.points)):
        path = stem.with_name(f"{stem.name}-{name}.{ending}")
        with replacing(path) as draft:
            if ending == "parquet":
                table.to_parquet(draft, engine="pyarrow", index=False)
            else:
                table.to_csv(draft, index=False)
        paths.append(path)
    return paths


def _with_scores_apart(games: pd.DataFrame) -> pd.DataFrame:
    """The games with a column for the score of each side."""
    sides = len(games["scores"].iloc[0])
    scores = {f"score_{side}": [scores[side] for scores in games["scores"]] for side in range(sides)}
    return games.drop(columns="scores").assign(**scores)
