"""Seats as people give them, by number or name: in positions, and before an action in notation.

>>> find_seat("north", ("South", "North")), split_seat("South: play 7D", ("South", "North"))
(1, (0, 'play 7D'))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardlab.cards import list_words, quoted
from cardlab.errors import NotationError

NAMES = {2: ("South", "North"), 3: ("South", "West", "East"), 4: ("South", "West", "North", "East")}
"""The names of the seats by number of players, to the left."""


def find_seat(of: object, names: Sequence[str]) -> int:
    """The number of a seat given by number or name. Raises `NotationError` when there is none."""
    known = [name.casefold() for name in names]
    if isinstance(of, str) and of.strip().casefold() in known:
        return known.index(of.strip().casefold())
    if isinstance(of, int) and not isinstance(of, bool) and 0 <= of < len(names):
        return of
    numbered = [f"{name} ({number})" for number, name in enumerate(names)]
    raise NotationError(f"there is no seat {quoted(of)}; there are {list_words(numbered)}")


def place(seat: object, names: Sequence[str]) -> int:
    """The number of a seat given by number, by name, or by a name's first letters.

    >>> [place(seat, ["South", "North"]) for seat in ("South", "n", 1)]
    [0, 1, 1]

    Raises `NotationError` as `find_seat` when there is none.
    """
    if isinstance(seat, str) and seat.strip():
        begin = [name for name in names if name.casefold().startswith(seat.strip().casefold())]
        seat = begin[0] if len(begin) == 1 else seat
    return find_seat(seat, names)


def by_seat(what: str, named: object, names: Sequence[str]) -> dict[int, Any]:
    """What is named of each seat, in a list in the seats' order or in a mapping; None names nothing.

    Raises `NotationError`, saying `what` was to be given, for anything else.
    """
    if isinstance(named, Mapping):
        pairs: Iterable[tuple[object, object]] = named.items()
    elif isinstance(named, Iterable) and not isinstance(named, str):
        pairs = enumerate(named)
    else:
        raise NotationError(f"{what} are listed seat by seat, or named by seat, not {quoted(named)}")
    found: dict[int, Any] = {}
    for of, given in pairs:
        seat = find_seat(of, names)
        if seat in found:
            raise NotationError(f"{what}: {names[seat]} is named twice")
        if given is not None:
            found[seat] = given
    return found


def split_seat(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """An action without the seat that may stand before it, and that seat; None where there is none.

    Raises `NotationError` for a seat that does not exist.
    """
    name, colon, action = text.partition(":")
    return (find_seat(name, names), action.strip()) if colon else (None, text.strip())


def whole_numbers(
    what: str, given: object, size: int, least: int | None = None, most: int | None = None
) -> tuple[int, ...]:
    """`size` whole numbers from `least` to `most`. Raises `NotationError` for anything else.

    >>> whole_numbers("scores", [120, 95], 2, least=0)
    (120, 95)
    """
    listed = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
    whole = all(isinstance(number, int) and not isinstance(number, bool) for number in listed)
    if (
        not whole
        or len(listed) != size
        or (least is not None and min(listed) < least)
        or (most is not None and max(listed) > most)
    ):
        range_ = "" if least is None else f" from {least} up" if most is None else f" from {least} to {most}"
        numbers = "a whole number" if size == 1 else f"{size} whole numbers"
        raise NotationError(f"{what} must be {numbers}{range_}, not {quoted(given)}")
    return listed
