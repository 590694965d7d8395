"""Golden playthroughs: the beginning of a seeded match of each size, state by state.

After a change that is meant, write them anew: CARDLAB_GOLDEN=write pytest tests/canasta/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playthrough import playthrough

from cardlab.canasta.rules import referee
from tests.canasta.tables import CLASSIC, COURSE, THREE, TWO

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = {
    "canasta-4-course": (COURSE._replace(seating="draw"), 40),
    "canasta-4-classic": (CLASSIC, 48),
    "canasta-2": (TWO, 29),
    "canasta-3": (THREE, 10),
}
ACTIONS = 130
"""A deal and the beginning of the next: a whole match would fill a thick book."""


@pytest.mark.parametrize("name", GAMES)
def test_the_match_goes_as_it_went(name: str) -> None:
    options, seed = GAMES[name]
    path = FOLDER / f"{name}.txt"
    text = playthrough(referee, options, seed, ACTIONS)
    if os.environ.get("CARDLAB_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
    assert "the columns stand at" in text
