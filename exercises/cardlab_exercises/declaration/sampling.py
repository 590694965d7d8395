"""Drawing questions by chance, by `random.random()` alone, so that a seed means the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
V = TypeVar("V")
Draw: TypeAlias = Callable[[Random, int, Any], T]
"""What `declare` draws a position with, from a level and options."""


def pick(random: Random, items: Sequence[T]) -> T:
    """One of `items`, each as likely as the others.

    >>> pick(Random(1), "abc")
    'a'
    """
    return items[int(random.random() * len(items))]


def between(random: Random, low: int, high: int) -> int:
    """A whole number from `low` to `high`, both included."""
    return low + int(random.random() * (high - low + 1))


def weighted(random: Random, choices: Sequence[tuple[T, int]]) -> T:
    """One of `choices`, each as likely as its weight says."""
    left = random.random() * sum(weight for _, weight in choices)
    for choice, weight in choices:
        left -= weight
        if left < 0:
            return choice
    return choices[-1][0]


def aim(
    random: Random, draw: Callable[[Random], T], side: Callable[[T], V], sides: Sequence[V], tries: int = 300
) -> T:
    """What `draw` gives, drawn again until it falls on a side chosen beforehand.

    So each of `sides` comes up equally often, however rare it is; after so many `tries` the last is taken.

    >>> aim(Random(5), lambda random: between(random, 1, 100), lambda n: n > 95, [True])
    99
    """
    wanted = pick(random, sides)
    for _ in range(tries):
        drawn = draw(random)
        if side(drawn) == wanted:
            break
    return drawn


def balanced(
    draw: Draw[T], side: Callable[[T], object], sides: Sequence[object] = (True, False), tries: int = 300
) -> Draw[T]:
    """`draw`, for `declare`, so that each of `sides` comes up equally often, by `aim`."""
    return lambda random, level, options: aim(
        random, lambda random: draw(random, level, options), side, sides, tries
    )


def until(draw: Draw[T], suits: Callable[[T], object]) -> Draw[T]:
    """`draw`, for `declare`, drawn again until what it gives suits."""

    def drawn(random: Random, level: int, options: Any) -> T:
        while not suits(position := draw(random, level, options)):
            pass
        return position

    return drawn


def aim_among(
    random: Random,
    draw: Callable[[Random], Sequence[T]],
    side: Callable[[T], V],
    sides: Sequence[V],
    tries: int = 60,
) -> T:
    """One of the things that `draw` gives at a time, on a side chosen beforehand, like `aim`.

    After so many `tries` it is one that has come up on any of the sides.
    """
    wanted = pick(random, sides)
    others: list[T] = []
    while tries > 0 or not others:
        tries -= 1
        sorted_ = [(item, side(item)) for item in draw(random)]
        found = [item for item, at in sorted_ if at == wanted]
        if found:
            return pick(random, found)
        others += [item for item, at in sorted_ if at in sides]
    return pick(random, others)
