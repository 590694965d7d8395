"""What the declarations of all Canasta exercises have in common."""

from __future__ import annotations

from functools import partial
from typing import Any

from cardlab.canasta import CLASSIC, COURSE, Options, options
from cardlab_exercises.declaration.declare import declare

exercise = partial(declare, game="canasta", options=options)
"""`declare` for a Canasta exercise with both presets."""


def classic_only(preset: str, players: int = 4) -> Options:
    """The classic rules, whichever preset is asked for: what is practised exists in them alone.

    Raises `ValueError` for a preset that does not exist.
    """
    options(preset)
    return options("classic", players=players)


def by_other_rules(rules: Options, name: str) -> Options:
    """The rules with one option as the other preset has it: what players say who have learned that one.

    >>> by_other_rules(COURSE, "wild_ratio").wild_ratio
    'min_two_naturals'
    """
    course, classic = getattr(COURSE, name), getattr(CLASSIC, name)
    changes: dict[str, Any] = {name: classic if getattr(rules, name) == course else course}
    return rules._replace(**changes)
