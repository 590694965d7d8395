"""What the declarations of all Cribbage exercises have in common."""

from __future__ import annotations

from functools import partial

from cardlab.cribbage import options
from cardlab_exercises.declaration.declare import declare

exercise = partial(declare, game="cribbage", options=options)
"""`declare` for a Cribbage exercise with both presets."""
