"""Processes that write attempts, and what else the tests of the store share."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from multiprocessing.synchronize import Barrier
from pathlib import Path
from uuid import uuid4

from cardlab_exercises import Store
from cardlab_exercises.store.attempt import Attempt

MADE = Attempt(
    id="0",
    learner="you",
    exercise="crib-count-hand",
    seed="1",
    level=1,
    options="course rules",
    rules={"CRIB-SHOW-03": True, "CRIB-SHOW-07": False},
    outcome="partly correct",
    score=0.5,
    tries=1,
    assisted=False,
    mistakes=("crib-run-missed",),
    started=datetime(2026, 1, 1, tzinfo=UTC),
    finished=datetime(2026, 1, 1, 0, 1, tzinfo=UTC),
)
"""An attempt to make others of."""

fork = multiprocessing.get_context("fork")  # the writers need not import everything again


def attempt(learner: str = "you", seed: int | str = 1) -> Attempt:
    """An attempt with an id of its own."""
    return Attempt(
        id=str(uuid4()),
        learner=learner,
        exercise="crib-count-hand",
        seed=str(seed),
        level=1,
        options="course rules",
        rules={"CRIB-SHOW-03": True},
        outcome="correct",
        score=1.0,
        tries=1,
        assisted=False,
        mistakes=(),
        started=datetime(2026, 1, 1, tzinfo=UTC),
        finished=datetime.now(UTC),
    )


def url(path: Path) -> str:
    return f"sqlite:///{path / 'progress.db'}"


SCHEMA_1 = """
CREATE TABLE cardlab_schema (version INTEGER NOT NULL, PRIMARY KEY (version));
INSERT INTO cardlab_schema VALUES (1);
CREATE TABLE attempt (
    id VARCHAR(36) NOT NULL, learner VARCHAR(100) NOT NULL, exercise VARCHAR(100) NOT NULL,
    seed VARCHAR(100) NOT NULL, level INTEGER NOT NULL, options VARCHAR(500) NOT NULL,
    rules JSON NOT NULL, outcome VARCHAR(20) NOT NULL, score FLOAT NOT NULL, tries INTEGER NOT NULL,
    assisted BOOLEAN NOT NULL, mistakes JSON NOT NULL, started DATETIME NOT NULL, finished DATETIME NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX ix_attempt_learner ON attempt (learner);
INSERT INTO attempt VALUES (
    'a', 'you', 'crib-count-hand', '1', 1, 'course rules', '{"CRIB-SHOW-03": true}', 'correct', 1.0, 1, 0,
    '[]', '2026-01-01 00:00:00', '2026-01-01 00:01:00'
);
"""


def old_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA_1)
    connection.close()


class Writers:
    """Processes that begin together, write attempts for some seconds and note each that is kept."""

    def __init__(self, place: str, number: int, seconds: float, notes: Path) -> None:
        notes.mkdir()
        self.patience = seconds + 60
        """How long a process may take, in seconds: all it writes, and what it waits for the others."""
        self.notes = [notes / str(writer) for writer in range(number)]
        together = fork.Barrier(number)
        self.processes = [
            fork.Process(target=_write, args=(place, str(note.name), seconds, note, together))
            for note in self.notes
        ]
        for process in self.processes:
            process.start()

    def wait(self) -> list[str]:
        """The ids of the attempts kept, and whatever notices there were, when all are through."""
        for process in self.processes:
            process.join(self.patience)
            assert process.exitcode == 0
        return self.kept()

    def kept(self) -> list[str]:
        lines = [line for note in self.notes if note.exists() for line in note.read_text().split("\n")[:-1]]
        return [line for line in lines if line]


def _write(place: str, learner: str, seconds: float, note: Path, together: Barrier) -> None:
    store = Store(place)
    together.wait(60)
    until = time.monotonic() + seconds
    with note.open("w", buffering=1) as notes:
        for number in count():
            made = attempt(learner, number)
            store.record(made)
            notes.write(f"{store.notice or made.id}\n")
            if time.monotonic() > until:
                break


NOBODY = 65534


def unprivileged(work: Callable[..., object], *arguments: object) -> int:
    """Does `work` in a process of its own, as somebody who is not root. The exit code: 0 if it went well."""
    process = fork.Process(target=_as_nobody, args=(work, arguments))
    process.start()
    process.join(60)
    assert process.exitcode is not None
    return process.exitcode


def _as_nobody(work: Callable[..., object], arguments: tuple[object, ...]) -> None:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    work(*arguments)
