"""Which common mistake a wrong answer shows, if it shows one beyond doubt.

A `Distractor` is what somebody who makes a mistake would answer. A wrong answer may be what several mistakes
lead to, or none: then no mistake is named, because a learner who reads a name must be able to trust it.

>>> guesses = (Distractor("dealer-first", "south", field="wins", also={"first": "south"}),
...            Distractor("highest-wins", "south", field="wins"))
>>> right = {"first": "north", "wins": "north"}
>>> [guess.mistake for guess in shown(guesses, {"first": "north", "wins": "south"}, right)]
['highest-wins']
>>> [guess.mistake for guess in shown(guesses, {"first": "south", "wins": "south"}, right)]
['dealer-first']
>>> shown(guesses, {"first": "south", "wins": "north"}, right)
()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cardlab.cards import Card


class Distractor(NamedTuple):
    """The answer that a common mistake leads to here.

    `text` points to what is wrong (by default the mistake's explanation), `cards` show it; `field` need
    be named only where there are several. `also` is what the same mistake leads to in other fields: an answer
    that differs there was not caused by it; "" is a field left empty, where that is allowed.
    """

    mistake: str
    answer: str
    text: str = ""
    cards: tuple[Card, ...] = ()
    field: str = ""
    also: Mapping[str, str] = {}

    @property
    def parts(self) -> dict[str, str]:
        """What is answered in each field that the mistake touches."""
        return {self.field: self.answer, **self.also}

    def made_on(self, right: Mapping[str, str]) -> dict[str, str]:
        """The answer of somebody who makes this mistake and no other."""
        return {**right, **self.parts}


def explaining(
    distractors: Iterable[Distractor], given: Mapping[str, str], right: Mapping[str, str]
) -> dict[str, list[Distractor]]:
    """For each field that is wrong, the distractors that it may come from."""
    wrong = [name for name, answer in given.items() if answer not in ("", right[name])]
    possible = [one for one in distractors if one.parts.items() <= given.items()]
    return {name: [one for one in possible if one.parts.get(name) == given[name]] for name in wrong}


def shown(
    distractors: Iterable[Distractor], given: Mapping[str, str], right: Mapping[str, str]
) -> tuple[Distractor, ...]:
    """The distractors that an answer shows beyond doubt: those that alone explain a field that is wrong."""
    found: dict[str, Distractor] = {}
    for those in explaining(distractors, given, right).values():
        if len({one.mistake for one in those}) == 1:
            found.setdefault(those[0].mistake, those[0])
    return tuple(found.values())
