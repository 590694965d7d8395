"""What the players say aloud at the table, and what a moment says to somebody who watches it.

>>> from cardlab.cribbage import apply, play, position
>>> step = apply(position(hands=["5S", "KD"], turn=0, total=10), play("5S"))
>>> spoken(step.events[0])
'fifteen for two'
"""

from __future__ import annotations

from cardlab.cribbage.display.moments import counted
from cardlab.display.scene import Told, sentence
from cardlab.game import Event, Item, Moment
from cardlab.wording import spelled

_ON_THE_CARD = ("fifteen", "thirty-one")


def spoken(event: Event) -> str:
    """What the player of an event says; empty for what is done in silence."""
    if event.kind == "play":
        total = spelled(event.total or 0)
        other = [_paid(item) for item in event.items if item.name not in _ON_THE_CARD]
        sums = [_paid(item) for item in event.items if item.name in _ON_THE_CARD]
        return " and ".join([*(sums or [total]), *other])
    if event.kind == "heels":
        return "two for his heels"
    if event.kind in ("last_card", "go_pegged"):
        return " and ".join(_paid(item) for item in event.items)
    return {"go": "go", "stop": "I stop", "pass": "I let it stand"}.get(event.kind, "")


def _paid(item: Item) -> str:
    number = spelled(item.points)
    if item.name in _ON_THE_CARD:
        return f"{item.name} for {number}"
    if item.rule in ("CRIB-GO-03", "CRIB-GO-08"):
        return f"{number} for the {item.name}"
    article = "a " if item.name.startswith(("pair", "run")) else ""
    return f"{article}{item.name} for {number}"


def told(moment: Moment) -> Told | None:
    """A moment as a caption; None where nothing has happened yet."""
    if not moment.events:
        return None
    if any(event.kind == "count" for event in moment.events):
        return _told_count(moment)
    first, *rest = sorted(moment.events, key=lambda event: event.kind != "tie")  # cut again: that comes first
    return Told(
        sentence(first.text),
        tuple(dict.fromkeys(rule for event in moment.events for rule in event.rules)),
        first.points,
        more=" ".join(sentence(event.text) for event in rest),
    )


def _told_count(moment: Moment) -> Told:
    """A count as it is told: first the cards, then the calls, and at the end what it comes to."""
    event = next(event for event in moment.events if event.kind == "count")
    count = counted(moment)
    assert count is not None
    opening = sentence(event.text.partition(": ")[0])
    before = " ".join(sentence(other.text) for other in moment.events if other.kind != "count")
    line = moment.line or 0
    done = line == len(count.lines)
    if not done:
        call = f"“{sentence(count.lines[line - 1].call)}”" if line else ""
        return Told(call or opening, (), more=opening if call else before)
    end = f"That is {spelled(count.total)}." if count.total else "Nothing: a nineteen hand."
    if event.points != count.total:
        end += f" {event.points} pegged."
    last = f"“{sentence(count.lines[-1].call)}” " if count.lines else ""
    more = " ".join(filter(None, (before, opening)))
    return Told(f"{last}{end}", tuple(event.rules[: 2 + count.crib]), event.points, more=more)
