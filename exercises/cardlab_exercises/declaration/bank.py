"""The bank of exercises, by id. Other packages add theirs by the entry point group `cardlab.exercises`.

An entry point names an `Exercise` or something iterable of them.

>>> get("crib-count-hand").title
'How many points?'
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from cardlab.cards import list_words, quoted
from cardlab.errors import SaidPlainly
from cardlab.plugins import game_plugin, games
from cardlab_exercises.declaration.exercise import Exercise

GROUP = "cardlab.exercises"


class UnknownExerciseError(SaidPlainly, KeyError):
    """No exercise has that id; the message offers the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])


def get(id: str) -> Exercise:
    """The exercise with that id. Raises `UnknownExerciseError` with the nearest ids."""
    table = exercises()
    wanted = str(id).strip().lower()
    if wanted in table:
        return table[wanted]
    near = get_close_matches(wanted, table, n=3, cutoff=0.5)
    some = f"there are {len(table)}, such as {list_words(list(table)[:3])}"
    advice = f"did you mean {list_words(near, 'or')}?" if near else some
    raise UnknownExerciseError(f"there is no exercise {quoted(id)}; {advice}")


@cache
def exercises() -> dict[str, Exercise]:
    """All exercises by id: cardlab's own in course order, then those of other packages."""
    table = {exercise.id: exercise for exercise in _own()}
    for exercise in _added():
        if exercise.id in table:
            warnings.warn(f"the exercise {exercise.id} is declared twice; the first is kept", stacklevel=2)
        else:
            table[exercise.id] = exercise
    return table


def _own() -> Iterator[Exercise]:
    """The exercises of the topics of each game."""
    for game in games():
        for topic in game_plugin(game).topics():
            yield from topic.EXERCISES


def _added() -> Iterator[Exercise]:
    """The exercises of other packages; one that cannot be loaded is reported and left out."""
    for entry in entry_points(group=GROUP):
        try:
            yield from _load(entry)
        except Exception as error:
            warnings.warn(f"the exercises {entry.name} could not be loaded: {error}", stacklevel=3)


def _load(entry: EntryPoint) -> list[Exercise]:
    loaded = entry.load()
    found = [loaded] if isinstance(loaded, Exercise) else list(loaded if isinstance(loaded, Iterable) else ())
    if not found or not all(isinstance(item, Exercise) for item in found):
        raise TypeError(f"{entry.value} is neither an Exercise nor a list of them")
    return found
