"""Golden playthroughs: one seeded game of each size, state by state.

After a change that is meant, write them anew: CARDLAB_GOLDEN=write pytest tests/cribbage/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playthrough import playthrough

from cardlab.cribbage import Options, options
from cardlab.cribbage.rules import referee

FOLDER = Path(__file__).parents[1] / "golden"
GAMES: dict[str, tuple[Options, int]] = {
    "cribbage-2": (options(target=61), 2),
    "cribbage-3": (options("classic", players=3, target=61, counting="by_hand", muggins="on"), 3),
    "cribbage-4": (options("classic", players=4, target=61), 4),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_went(name: str) -> None:
    rules, seed = GAMES[name]
    path = FOLDER / f"{name}.txt"
    text = playthrough(referee, rules, seed)
    if os.environ.get("CARDLAB_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
    assert "outcome: " in text
