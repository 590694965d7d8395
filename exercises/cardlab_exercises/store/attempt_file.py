"""Attempts in a text file, for a Python without a database such as a browser's: a JSON line each.

It is for one person. A line is added in one go, so that two pages of a browser can use the same file; a line
that cannot be read hides no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from io import StringIO
from pathlib import Path

from cardlab.files import write_whole
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.exchange import read_attempts, write_attempts

ENDING = ".jsonl"


class AttemptFile:
    """What `Database` is, in a text file. Its methods raise `OSError` where it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._notice = ""

    def take_notice(self) -> str:
        """What was found, such as lines that cannot be read: told once."""
        notice, self._notice = self._notice, ""
        return notice

    def add(self, attempts: Sequence[Attempt]) -> dict[str, str]:
        """Adds attempts to the end; those that are there already are left as they are. Refuses none."""
        there = {made.id for made in self.attempts()}
        new = {made.id: made for made in attempts if made.id not in there}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8", newline="") as file:
            file.write(_lines(new.values()))
        return {}

    def check_writable(self) -> None:
        self.add([])

    def secret(self, drawn: bytes) -> bytes:
        """Raises `ValueError`: whoever has the file could read it."""
        raise ValueError("class tests need a database")

    def members(self, class_code: str) -> list[str]:
        return []

    def set_members(self, class_code: str, names: Sequence[str]) -> None:
        raise ValueError("class lists need a database")

    def forget(self, learner: str | None, class_code: str | None, before: datetime | None = None) -> int:
        """Deletes the attempts of a learner, of a class, from before a time, or of all of these."""

        def goes(made: Attempt) -> bool:
            return made.is_of(learner, class_code) and (before is None or made.finished < before)

        return self._change(lambda made: None if goes(made) else made)

    def rename(self, old_learner: str, old_code: str, learner: str, class_code: str) -> int:
        """Gives the attempts of a learner in a class to another name or class; says how many there were."""
        return self._change(
            lambda made: (
                replace(made, learner=learner, class_code=class_code)
                if made.is_of(old_learner, old_code)
                else made
            )
        )

    def attempts(
        self, learner: str | None = None, exercise: str | None = None, since: datetime | None = None
    ) -> list[Attempt]:
        """All attempts, or those of a learner, at an exercise or since a time, in no order."""
        return [
            made
            for made in self._read().values()
            if made.is_of(learner, None)
            and exercise in (None, made.exercise)
            and (since is None or made.finished >= since)
        ]

    def _change(self, change: Callable[[Attempt], Attempt | None]) -> int:
        """Replaces attempts by what `change` makes of them, if anything; gives how many it has changed."""
        there = list(self._read().values())
        after = [change(made) for made in there]
        changed = sum(new is not old for old, new in zip(there, after, strict=True))
        if changed:
            write_whole(self._path, _lines(made for made in after if made is not None).encode())
        return changed

    def _read(self) -> dict[str, Attempt]:
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return {}
        found, unread = {}, 0
        for line in filter(str.strip, text.split("\n")):
            try:
                (made,) = read_attempts(StringIO(line), "jsonl")
            except ValueError:
                unread += 1
            else:
                found[made.id] = made
        if unread:
            self._notice = f"{unread} of {unread + len(found)} attempts could not be read and are left out."
        return found


def _lines(attempts: Iterable[Attempt]) -> str:
    text = StringIO()
    write_attempts(attempts, text, "jsonl")
    return text.getvalue()
