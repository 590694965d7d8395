"""What there is to be glad about at a table, and the tones that go with a moment."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.display.scene import Joy, ScorePanel
from cardlab.game import Moment

_BEST_HAND = 29
"""The most that a hand of Cribbage can hold."""

_CARD, _POINTS = (330,), (523, 659)
_GLAD = (523, 659, 784, 1047)


def joy(moment: Moment, sheets: Sequence[ScorePanel], name: str) -> Joy:
    """What the moment is to be celebrated for: a game that the player `name` has won, or a hand of 29."""
    if any(sheet.won and name in sheet.name for sheet in sheets):
        return "win"
    counted = [event for event in moment.events if event.kind == "count"]
    told = counted and moment.line == len(counted[0].items)
    return "hand" if told and sum(item.points for item in counted[0].items) == _BEST_HAND else ""


def sound(moment: Moment, at: int, joy: Joy) -> str:
    """The tones of the moment number `at`, as a scene has them; "" where nothing is heard."""
    if not moment.events:
        return ""
    tones = _GLAD if joy else _POINTS if any(event.points > 0 for event in moment.events) else _CARD
    return f"{at}:{' '.join(map(str, tones))}"
