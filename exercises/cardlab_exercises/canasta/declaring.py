"""What the declarations of all Canasta exercises have in common."""

from __future__ import annotations

from functools import partial

from cardlab.canasta import Options, options
from cardlab_exercises.asking import declare

exercise = partial(declare, game="canasta", options=options)
"""`declare` for a Canasta exercise with both presets."""


def classic_only(preset: str, players: int = 4) -> Options:
    """The classic rules, whichever preset is asked for: what is practised exists in them alone.

    Raises `ValueError` for a preset that does not exist.
    """
    options(preset)
    return options("classic", players=players)
