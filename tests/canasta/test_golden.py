"""Whole deals as text: every event, what each seat may see, the legal actions.

A change in these files is a change in what players see. When it is meant, write them anew with
``python -m tests.canasta.test_golden``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cardlab.canasta import Options, referee
from tests.canasta.tables import CLASSIC, THREE, TWO, eager

FOLDER = Path(__file__).parent.parent / "golden"
GAMES = {
    "canasta-course": (referee.make_options("course"), 3),
    "canasta-classic": (CLASSIC, 15),
    "canasta-two": (TWO, 6),
    "canasta-three": (THREE, 4),
}


def playthrough(options: Options, seed: int) -> Iterator[str]:
    """One deal from the very beginning, told for all seats."""
    names = referee.seat_names(options)
    random = Random(seed)
    state = referee.start(options, seed)
    yield f"Canasta, {options.label}, seed {seed}"
    count = 0
    while not state.results:
        seat = referee.to_act(state)
        assert seat is not None
        view = referee.view(state, seat)
        if count % 12 == 0:
            yield ""
            for other, name in enumerate(names):
                yield f"{name} sees:"
                yield str(referee.view(state, other))
            yield ""
        if state.phase in ("draw", "play", "answer"):
            yield f"  legal: {'; '.join(str(action) for action in referee.legal_actions(view))}"
        action = eager(view, random)
        step = referee.apply(state, action)
        yield f"{names[seat]}: {action}"
        for event in step.events:
            who = "" if event.seats is None else f" (seen by {', '.join(names[one] for one in event.seats)})"
            yield f"    {event.kind}: {event.text}{who} [{' '.join(event.rules)}]"
        state = step.state
        count += 1
    for column, sheet in enumerate(state.results[-1].sheets):
        yield f"column {column + 1}:"
        yield str(sheet)


def text(name: str) -> str:
    return "\n".join(playthrough(*GAMES[name])) + "\n"


@pytest.mark.parametrize("name", list(GAMES))
def test_a_deal_is_told_as_it_was(name: str) -> None:
    assert text(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(text(game), encoding="utf-8")
