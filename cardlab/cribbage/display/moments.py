"""A game as one seat watches it: the view after every single event.

An action can bring about many events at once: with the last card come the points for it, the whole
show and the next deal. `moments` takes them apart again, so that they can be shown one after the other.

>>> from cardlab.cribbage import apply, play, position
>>> state = position(hands=["5S", "KD"], turn=1, dealer=0)
>>> step = apply(state, play("KD"))
>>> [moment.view.total for moment in moments(state, step.events, 0)]
[10]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardlab.cards import without
from cardlab.cribbage.rules.show import Count
from cardlab.cribbage.rules.state import CARDS_DEALT, CARDS_KEPT, UNPLAYED, State, View, view
from cardlab.game import OPEN, Event, Moment, Telling

_SAME_INSTANT = ("hand", "laid", "tie", "judged", "heels_lost", "lead")
"""Events that are told together with the one before them, or (`_AHEAD`) after them."""
_AHEAD = ("judged", "heels_lost")


def moments(before: State, events: Telling, seat: int) -> tuple[Moment, ...]:
    """What `seat` sees happen, moment by moment, from the state `before` to the last of the events.

    A count takes one moment to lay the cards open and one more for each item, which pegs it.
    """
    made: list[Moment] = []
    seen, after = view(before, seat), view(events.states[-1], seat)
    for event in events:
        if seat != OPEN and event.seats is not None and seat not in event.seats:
            continue
        uncounted, seen = seen, see(seen, event)
        if event.kind in _SAME_INSTANT and made:
            last = made.pop()
            events_of = (event, *last.events) if event.kind in _AHEAD else (*last.events, event)
            made.append(last._replace(view=seen, events=events_of))
        elif event.kind == "count":
            made += _count_moments(uncounted, seen, event)
        else:
            made.append(Moment(seen, (event,), hold=event.kind == "game"))
    if made:
        made[-1] = made[-1]._replace(view=after)
    return tuple(made)


def _count_moments(before: View, after: View, event: Event) -> Iterator[Moment]:
    """The cards laid open, then one moment an item, and the peg goes with it; the last is worth stopping at.

    Points pegged before the count, at a claim, stay where they are; those missed in a claim are not pegged.
    """
    uncounted = after._replace(scores=before.scores, rear_pegs=before.rear_pegs)
    told = 0
    for line in range(len(event.items) + 1):
        told += event.items[line - 1].points if line else 0
        points = min(told, event.points)
        last = line == len(event.items)
        view = _pegged(uncounted, event._replace(points=points)) if points else uncounted
        yield Moment(after if last or before.scores == after.scores else view, (event,), line, hold=last)


def counted(moment: Moment) -> Count | None:
    """The count that a moment shows, if it shows one."""
    told = next((event for event in moment.events if event.kind == "count"), None)
    if told is None or moment.line is None or moment.view.starter is None:
        return None
    crib = "CRIB-CRIB-02" in told.rules
    return Count(told.cards, moment.view.starter, crib, moment.view.options, told.items)


def see(view: View, event: Event) -> View:
    """`view` after `event`, as far as the event tells; nobody is to act in between.

    After all events of an action it is the referee's view, the turn aside.
    """
    seen = _SEE.get(event.kind, _nothing)(view, event)._replace(turn=None)
    claimed = view.phase == "muggins" and event.kind == "count"  # then its points were pegged at the claim
    return _pegged(seen, event) if event.points and not claimed else seen


def _nothing(view: View, event: Event) -> View:
    return view


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def _changed(values: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return tuple([value + by * (place == at) for place, value in enumerate(values)])


def _cut(view: View, event: Event) -> View:
    seat = _seat(event)
    cuts = tuple([event.cards[0] if of == seat else card for of, card in enumerate(view.cuts)])
    return view._replace(cuts=cuts, pack_size=view.pack_size - 1)


def _dealer(view: View, event: Event) -> View:
    nil = (0,) * len(view.scores)
    scores, rear_pegs = (nil, nil) if view.phase == "over" else (view.scores, view.rear_pegs)
    return view._replace(dealer=_seat(event), scores=scores, rear_pegs=rear_pegs)


def _deal(view: View, event: Event) -> View:
    players = view.options.players
    size, crib = CARDS_DEALT[players], players == 3
    nobody = tuple([() if of == view.seat or view.seat == OPEN else None for of in range(players)])
    return view._replace(
        phase="lay",
        dealer=_seat(event),
        pack_size=52 - size * players - crib,
        cuts=(None,) * players,
        hand=(),
        hands=nobody,
        sizes=(size,) * players,
        laid=nobody,
        crib=None,
        crib_size=int(crib),
        **UNPLAYED,
    )


def _hand(view: View, event: Event) -> View:
    hands = tuple([event.cards if of == event.seat else hand for of, hand in enumerate(view.hands)])
    return view._replace(hand=event.cards, hands=hands)


def _lay(view: View, event: Event) -> View:
    size = CARDS_DEALT[view.options.players] - CARDS_KEPT
    return view._replace(
        sizes=_changed(view.sizes, _seat(event), -size),
        crib_size=view.crib_size + size,
        phase="starter" if event.seat == view.dealer else "lay",
    )


def _laid(view: View, event: Event) -> View:
    laid = tuple([event.cards if of == event.seat else cards for of, cards in enumerate(view.laid)])
    crib = tuple(sorted((*(view.crib or ()), *event.cards))) if view.seat == OPEN else view.crib
    return _give_up(view, event)._replace(laid=laid, crib=crib)


def _give_up(view: View, event: Event) -> View:
    """The cards of the event leave the hand that they were in, if this seat sees it."""
    held = view.hands[_seat(event)]
    if held is None:
        return view
    rest = without(held, event.cards)
    hands = tuple([rest if of == event.seat else hand for of, hand in enumerate(view.hands)])
    return view._replace(hands=hands, hand=rest)


def _starter(view: View, event: Event) -> View:
    card = event.cards[0]
    claim = card.rank.letter == "J" and view.options.heels_claim == "claimed"
    return view._replace(starter=card, pack_size=view.pack_size - 1, phase="play", heels=claim)


def _heels(view: View, event: Event) -> View:
    return view._replace(heels=False)


def _play(view: View, event: Event) -> View:
    seat = _seat(event)
    view = _give_up(view, event)
    return view._replace(
        sizes=_changed(view.sizes, seat, -1),
        plays=(*view.plays, (seat, event.cards[0])),
        total=event.total or 0,
    )


def _out(view: View, event: Event) -> View:
    return view._replace(passed=(*view.passed, _seat(event)))


def _lead(view: View, event: Event) -> View:
    return view._replace(total=0, count_start=len(view.plays), passed=())


def _count(view: View, event: Event) -> View:
    crib = event.cards if "CRIB-CRIB-02" in event.rules else view.crib
    return view._replace(phase="show", shown=view.shown + 1, crib=crib, claimed=0)


def _game(view: View, event: Event) -> View:
    return view._replace(phase="over")


def _pegged(view: View, event: Event) -> View:
    side, target = _seat(event) % view.options.sides, view.options.target
    front = min(view.scores[side] + event.points, target)
    scores, rear_pegs = list(view.scores), list(view.rear_pegs)
    scores[side], rear_pegs[side] = front, scores[side]
    return view._replace(scores=tuple(scores), rear_pegs=tuple(rear_pegs))


_SEE: dict[str, Callable[[View, Event], View]] = {
    "cut": _cut,
    "dealer": _dealer,
    "deal": _deal,
    "hand": _hand,
    "lay": _lay,
    "laid": _laid,
    "starter": _starter,
    "heels": _heels,
    "heels_lost": _heels,
    "play": _play,
    "go": _out,
    "stop": _out,
    "lead": _lead,
    "count": _count,
    "game": _game,
}
