"""Where a learner is in the course: lessons done, the one to go on with, what is due, days in a row."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from cardlab_exercises.declaration.lessons import Listed, lessons, listed
from cardlab_exercises.reports.progress import is_right, progress
from cardlab_exercises.store.store import Store
from cardlab_exercises.store.zone import local


class Station(NamedTuple):
    """A lesson of the course: how many of its exercises were answered right once, of how many."""

    lesson: Listed
    right: int
    of: int
    tried: bool

    @property
    def done(self) -> bool:
        return self.right == self.of > 0


class Course(NamedTuple):
    """The course as a learner stands in it.

    `following` is the lesson to go on with, None when all are done; `due` are the rules that are about to be
    forgotten; `days` are the days in a row with practice, 0 when the last is before yesterday. `unread` is
    True where the score could not be read.
    """

    stations: tuple[Station, ...]
    following: Listed | None
    attempts: int
    due: tuple[str, ...]
    days: int
    unread: bool = False

    def of_game(self, game: str) -> tuple[Station, ...]:
        return tuple(station for station in self.stations if station.lesson.game == game)


def course(store: Store | None = None, learner: str | None = None, now: datetime | None = None) -> Course:
    """Where the learner is now; learner and store are yours by default.

    >>> course(Store(None), "nobody").following.title
    'Object, board and pegs'
    """
    when = now or datetime.now(UTC)
    score = progress(learner, store)
    right = {attempt.exercise for attempt in score.attempts if is_right(attempt)}
    last: dict[str, datetime] = {}
    for attempt in score.attempts:
        last[attempt.exercise] = max(attempt.finished, last.get(attempt.exercise, attempt.finished))
    exercises = {lesson.name: lesson.exercises for lesson in lessons()}
    stations = tuple(_station(lesson, exercises.get(lesson.name, ()), right, last) for lesson in listed())
    days = score.streaks.days
    if not score.attempts or (local(when).date() - local(score.attempts[-1].finished).date()).days > 1:
        days = 0
    following = _following(stations, exercises, last)
    return Course(stations, following, len(score.attempts), score.due(when), days, score.unread)


def _station(
    lesson: Listed, exercises: tuple[str, ...], right: set[str], last: Mapping[str, datetime]
) -> Station:
    known = sum(id in right for id in exercises)
    return Station(lesson, known, len(exercises), any(id in last for id in exercises))


def _following(
    stations: tuple[Station, ...], exercises: Mapping[str, tuple[str, ...]], last: Mapping[str, datetime]
) -> Listed | None:
    """The lesson that was practised last or, if it is done, the next one that is not; at first the first."""
    touched = [
        max((last[id] for id in exercises.get(one.lesson.name, ()) if id in last), default=None)
        for one in stations
    ]
    times = [time for time in touched if time is not None]
    at = touched.index(max(times)) if times else 0
    for station in (*stations[at:], *stations[:at]):
        if station.of and not station.done:
            return station.lesson
    return None
