"""A game of Canasta as one seat watches it: the view of the state after every single event.

An action can bring about many events at once: with the cut come the deal, the red threes and the first
upcard; with the last discard the score sheets. `moments` takes them apart again, so that they can be
shown one after the other.

>>> from cardlab.canasta import apply, position, read_action
>>> state = position(hands=["QS QD 4C 9S"], melds=[["6S 6H 6D"]], pile="9C QH")
>>> step = apply(state, read_action("take with QS QD"))
>>> seen = moments(state, step.events, 0)
>>> [(moment.events[0].kind, len(moment.view.hand), len(moment.view.melds[0])) for moment in seen]
[('take', 6, 1), ('meld', 3, 2)]
"""

from __future__ import annotations

from cardlab.canasta.rules.state import State, View, view
from cardlab.game import Event, LazyEvents, Moment

_SAME_INSTANT = (
    *("again", "dealer", "hand", "freeze", "blocked", "turn", "drawn", "short draw", "stock"),
    *("last red three", "thaw", "canasta", "spoiled", "concealed", "tie"),
)
"""Events that are told together with the one before them."""
_AHEAD = ("shuffle", "first meld")
"""Events that are told together with the one after them."""


def moments(before: State, events: LazyEvents, seat: int) -> tuple[Moment, ...]:
    """What `seat` sees happen, moment by moment, up to the state after the last of the events."""
    made: list[Moment] = []
    ahead: tuple[Event, ...] = ()
    for event, state in zip(events, events.states, strict=True):
        if not event.visible_to(seat):
            continue
        seen = view(state, seat)._replace(to_act=None)
        if event.kind in _AHEAD:
            ahead = (*ahead, event)
        elif event.kind in _SAME_INSTANT and made:
            last = made.pop()
            made.append(last._replace(view=seen, events=(*last.events, event)))
        else:
            hold = event.kind in ("totals", "match_over")
            made.append(Moment(seen, (event, *ahead), hold=hold, minor=event.kind == "draw"))
            ahead = ()
    if made:
        made[-1] = made[-1]._replace(view=view(events.states[-1], seat))
    return tuple(made)


def scored(moment: Moment) -> int:
    """How many score sheets are shown at a moment: those of the last deal, column after column."""
    view: View = moment.view
    return len(view.results[-1].sheets) if view.results and view.phase in ("score", "cut", "over") else 0
