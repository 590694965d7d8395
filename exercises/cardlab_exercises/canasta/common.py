"""What the declarations of all Canasta exercises have in common."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from cardlab.canasta.rules.options import CLASSIC, COURSE, PRESETS, Options, as_options
from cardlab.cards import Card
from cardlab.errors import InputError
from cardlab_exercises.declaration.declare import Distractor, declare
from cardlab_exercises.declaration.exercise import Answer


def for_four(given: Options | str) -> Options:
    """The rules to practise a game of four.

    Raises `ValueError` for two or three players, and for options that do not exist.
    """
    chosen = as_options(given)
    if chosen.players != 4:
        raise InputError(
            f"this exercise is about a game of four, not of {chosen.players}: leave players at 4"
        )
    return chosen


def for_few(given: Options | str, players: Literal[2, 3]) -> Options:
    """The rules to practise a game of two or three: for a preset, the classic ones for that number.

    Raises `ValueError` for another number of players, for changed course rules, which are for four, and for
    options that do not exist.
    """
    chosen = as_options(given)
    if chosen.players not in (4, players):
        raise InputError(
            f"this exercise is about a game of {players}, not of {chosen.players}: set players to {players}"
        )
    return as_options((CLASSIC if chosen == COURSE else chosen)._replace(players=players))


def having(given: Options | str, name: str, value: str) -> Options:
    """The rules to practise what exists only where the option `name` has this value.

    For a preset without it they are the classic rules, which have it. Raises `ValueError` for other options
    without it, and for any that do not exist.
    """
    chosen = for_four(given)
    if getattr(chosen, name) == value:
        return chosen
    if chosen != PRESETS[chosen.preset]:
        raise InputError(f"this exercise needs the option {name} to be {value}, not {getattr(chosen, name)}")
    return CLASSIC


def slip(
    mistake: str, right: Answer, wrong: Answer, text: str = "", cards: tuple[Card, ...] = ()
) -> Distractor:
    """The answer that a mistake leads to in several fields at once, as far as it differs from the right one.

    >>> slip("can-six-cards-canasta", {"kind": "none", "bonus": "0"}, {"kind": "mixed", "bonus": "300"}).parts
    {'kind': 'mixed', 'bonus': '300'}
    """
    parts = {name: answer for name, answer in wrong.items() if answer != right[name]} or {**wrong}
    field = next(iter(parts))
    return Distractor(mistake, parts.pop(field), text, cards, field, parts)


exercise = partial(declare, game="canasta", options=for_four)
"""`declare` for a Canasta exercise on a game of four, under any rules."""


def by_other_rules(rules: Options, name: str) -> Options:
    """The rules with one option as the other preset has it: what players say who have learned that one.

    >>> by_other_rules(COURSE, "wild_ratio").wild_ratio
    'min_two_naturals'
    """
    course, classic = getattr(COURSE, name), getattr(CLASSIC, name)
    changes: dict[str, Any] = {name: classic if getattr(rules, name) == course else course}
    return rules._replace(**changes)
