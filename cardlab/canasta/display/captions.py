"""What the players say aloud at the table, and what a moment says to somebody who watches it.

>>> from cardlab.canasta import apply, position, read_action
>>> step = apply(position(hands=["4C KS KH"], phase="play"), read_action("discard 4C"))
>>> spoken(step.events[0]), told(Moment(None, tuple(step.events[:1]))).text
('', 'South discards 4♣.')
"""

from __future__ import annotations

from cardlab.display.scene import Told, sentence
from cardlab.game import Event, Moment


def spoken(event: Event) -> str:
    """What the player of an event says; empty for what is done in silence."""
    if event.kind == "answer":
        return "Yes." if " yes" in event.text else "No."
    return {"ask": "May I go out?", "out": "I am out."}.get(event.kind, "")


def told(moment: Moment) -> Told | None:
    """A moment as a caption; None where nothing has happened yet.

    Somebody who sees what was drawn is told that first. Hands face up side by side are not told again.
    """
    events = moment.events
    if not events:
        return None
    first = next((event for event in events if event.kind == "drawn" and event.cards), events[0])
    if events[0].kind == "red three":
        first = events[0]
    first = next(
        (event for event in events if event.kind == "again"), first
    )  # who must draw again looks for it
    hands = [event for event in events if event.kind == "hand"]
    left_out = [first, *(hands if len(hands) > 1 else ())]
    if first.kind != "draw":
        left_out += [event for event in events if event.kind == "draw"]
    rest = [event for event in events if all(event is not one for one in left_out)]
    return Told(
        sentence(first.text),
        tuple(dict.fromkeys(rule for event in events for rule in event.rules)),
        sum(event.points for event in events),
        more=" ".join(sentence(event.text) for event in rest),
    )
