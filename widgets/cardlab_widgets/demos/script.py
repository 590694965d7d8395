"""What a demo is made of: values that can be drawn from a seed or typed in, and the frames they lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from cardlab.display.scene import Field, Frame

Values: TypeAlias = Mapping[str, str]
"""The values of a demo's fields, as text."""


class Script(NamedTuple):
    """A demo: its fields, values for them from a random generator, and the frames of some values.

    `draw` calls ``random.random()`` alone. `show` takes the values, the rules and the seed that deals what
    the values do not name; it raises `ValueError` in plain words for values that cannot be shown.
    """

    fields: tuple[Field, ...]
    draw: Callable[[Random], dict[str, str]]
    show: Callable[[Values, Any, str], Sequence[Frame]]


def text_field(name: str, label: str, note: str = "") -> Field:
    """A field for what a teacher types in."""
    return Field(name, label, kind="text", note=note)


def listed(text: str, mark: str = ",") -> list[str]:
    """What is written between marks.

    >>> listed("KS KH KD, 7S 7H ,")
    ['KS KH KD', '7S 7H']
    """
    return [part.strip() for part in text.split(mark) if part.strip()]
