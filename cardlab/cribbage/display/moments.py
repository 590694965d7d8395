"""A game as one seat watches it: the view after every single event.

An action can bring about many events at once: with the last card come the points for it, the whole
show and the next deal. `moments` takes them apart again, so that they can be shown one after the other:
each is a view of a state that the referee went through.

>>> from cardlab.cribbage import apply, play, position
>>> state = position(hands=["5S", "KD"], turn=1, dealer=0)
>>> step = apply(state, play("KD"))
>>> [moment.view.total for moment in moments(state, step.events, 0)]
[10]
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.changes import put
from cardlab.cribbage.rules.show import Count
from cardlab.cribbage.rules.state import State, View, view
from cardlab.game import Event, LazyEvents, Moment

_SAME_INSTANT = ("hand", "laid", "tie", "judged", "heels_lost", "lead")
"""Events that are told together with the one before them, or (`_AHEAD`) after them."""
_AHEAD = ("judged", "heels_lost")


def moments(before: State, events: LazyEvents, seat: int) -> tuple[Moment, ...]:
    """What `seat` sees happen, moment by moment, from the state `before` to the last of the events.

    A count takes one moment to lay the cards open and one more for each item, which pegs it.
    """
    made: list[Moment] = []
    seen = view(before, seat)
    for event, state in zip(events, events.states, strict=True):
        if not event.visible_to(seat):
            continue
        uncounted, seen = seen, view(state, seat)
        if event.kind in _SAME_INSTANT and made:
            last = made.pop()
            events_of = (event, *last.events) if event.kind in _AHEAD else (*last.events, event)
            made.append(last._replace(view=seen, events=events_of))
        elif event.kind == "count":
            made += _count_moments(uncounted, seen, event)
        else:
            made.append(Moment(seen, (event,), hold=event.kind == "game"))
    return tuple(made)


def _count_moments(before: View, after: View, event: Event) -> Iterator[Moment]:
    """The cards laid open, then one moment an item, and the peg goes with it; the last is worth stopping at.

    Points pegged before the count, at a claim, stay where they are; those missed in a claim are not pegged.
    """
    side = (event.seat or 0) % after.options.sides
    start, end = before.scores[side], after.scores[side]
    laid_open = after._replace(turn=None, scores=before.scores, rear_pegs=before.rear_pegs, crib=before.crib)
    told = 0
    for line in range(len(event.items) + 1):
        told += event.items[line - 1].points if line else 0
        last = line == len(event.items)
        seen = after if last else laid_open
        front = min(start + told, end)
        if front > start and not last:
            seen = laid_open._replace(
                scores=put(before.scores, side, front), rear_pegs=put(before.rear_pegs, side, start)
            )
        yield Moment(seen, (event,), line, hold=last)


def counted(moment: Moment) -> Count | None:
    """The count that a moment shows, if it shows one."""
    told = next((event for event in moment.events if event.kind == "count"), None)
    if told is None or moment.line is None or moment.view.starter is None:
        return None
    crib = "CRIB-CRIB-02" in told.rules
    return Count(told.cards, moment.view.starter, crib, moment.view.options, told.items)
