"""What an oracle of an exercise is: its key, computed a second way.

An oracle goes through whole positions and the event log, by brute force over what may follow, or by
plain counting from the rule sheet; never through the functions that the exercise asks.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cardlab_exercises import Question
from cardlab_exercises.declaration.exercise import Answer

Key = Callable[[Question], Answer]
"""Gives the right answer to the fields that it knows; all of them, where one answer alone is right."""

Judge = Callable[[Question, Answer], bool]
"""Says whether an answer is fully right, where several may be."""

every_seed_range = pytest.mark.parametrize(
    "seeds",
    [
        range(5),
        pytest.param(range(5, 40), marks=pytest.mark.thorough),
        pytest.param(range(40, 2000), marks=pytest.mark.slow),
    ],
    ids=["few", "some", "thousands"],
)
