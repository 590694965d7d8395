"""Which exercises are slowest to make, to check and to find a twin for: CPU time, the slowest named.

    python tests/bench/slowest_exercises.py [SEEDS]

Aims: a question in 20 ms, an answer in 20 ms (100 ms where it needs the analysis of all discards).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time_ns
from typing import NamedTuple

from cardlab_exercises import Exercise
from cardlab_exercises.declaration import bank

NAMED = 6
"""How many of the slowest are named."""


class Timed(NamedTuple):
    """How long one thing took, in milliseconds."""

    what: str
    took: float


def timed(what: str, act: Callable[..., object], *given: object) -> Timed:
    """Does it with nothing remembered of any question."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("cardlab_exercises.canasta.", "cardlab_exercises.cribbage.")):
            for found in vars(module).values():
                if hasattr(found, "cache_clear") and found.__module__ == name:
                    found.cache_clear()
    begun = process_time_ns()
    act(*given)
    return Timed(what, (process_time_ns() - begun) / 1e6)


def times(exercise: Exercise, level: int, seeds: int) -> Iterator[Timed]:
    """The times of questions of a level."""
    for seed in range(seeds):
        question = exercise.question(f"slow {seed}", level)
        answers = exercise.examples(question)
        yield timed("making", exercise.question, question.seed, level)
        yield timed("checking a right answer", exercise.judge, question, answers.right)
        yield timed("checking a wrong answer", exercise.judge, question, answers.wrong)
        yield timed("finding the twin", exercise.twin_of, question)


def main(seeds: int = 20) -> None:
    found: dict[str, dict[str, list[float]]] = defaultdict(dict)
    for exercise in bank.exercises().values():
        for level in range(1, len(exercise.levels) + 1):
            list(times(exercise, level, 1))  # what is built once is built here
            for what, took in times(exercise, level, seeds):
                found[what].setdefault(f"{exercise.id}, level {level}", []).append(took)
    for what, of in found.items():
        slowest = sorted(of, key=lambda name: -median(of[name]))[:NAMED]
        print(f"{what}: {len(of)} levels of exercises, {seeds} questions each")
        for name in slowest:
            print(f"  {name:<36} median {median(of[name]):6.1f} ms   slowest {max(of[name]):6.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
