"""A question to a class, as everybody sees it: in `polls`, and in the database where it is kept."""

from __future__ import annotations

from typing import NamedTuple

from cardlab.display.scene import Zone


class ClassQuestion(NamedTuple):
    """A question to a class. `choices` is empty where a number is asked for; `label` says what it counts.

    `zones` are the cards that it is about.
    """

    id: str
    class_code: str
    prompt: str
    choices: tuple[str, ...] = ()
    label: str = ""
    open: bool = True
    zones: tuple[Zone, ...] = ()
