"""A game of Canasta as one seat watches it: the view after every single event.

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

from collections.abc import Callable, Iterable

from cardlab.canasta.rules.state import State, View, column_of, view
from cardlab.canasta.rules.transitions import put
from cardlab.cards import PACK108, Card
from cardlab.game import OPEN, Event, Moment, Telling

_SAME_INSTANT = (
    *("again", "dealer", "hand", "freeze", "blocked", "turn", "drawn", "short draw", "stock"),
    *("last red three", "thaw", "canasta", "spoiled", "concealed", "tie"),
)
"""Events that are told together with the one before them."""
_AHEAD = ("shuffle", "first meld")
"""Events that are told together with the one after them."""


def moments(before: State, events: Telling, seat: int) -> tuple[Moment, ...]:
    """What `seat` sees happen, moment by moment, from the state `before` to the last of the events."""
    made: list[Moment] = []
    ahead: tuple[Event, ...] = ()
    seen, after = view(before, seat), view(events.states[-1], seat)
    for event in events:
        if seat != OPEN and event.seats is not None and seat not in event.seats:
            continue
        seen = see(seen, event, after)
        if event.kind in _AHEAD:
            ahead = (*ahead, event)
        elif event.kind in _SAME_INSTANT and made:
            last = made.pop()
            made.append(last._replace(view=seen, events=(*last.events, event)))
        else:
            hold = event.kind in ("totals", "match over")
            made.append(Moment(seen, (event, *ahead), hold=hold, minor=event.kind == "draw"))
            ahead = ()
    if made:
        made[-1] = made[-1]._replace(view=after)
    return tuple(made)


def scored(moment: Moment) -> int:
    """How many score sheets lie open at a moment: those of the last deal, column after column."""
    view: View = moment.view
    if not view.results or view.phase not in ("cut", "over"):
        return 0
    first = moment.events[0] if moment.events else None
    if first is not None and first.kind == "score" and first.seat is not None:
        return column_of(view.options, view.side_of, first.seat) + 1
    return view.options.sides


def see(view: View, event: Event, after: View) -> View:
    """`view` after `event`; what the event only hints at is read from the view after all of them."""
    return _SEE.get(event.kind, _nothing)(view, event, after)._replace(to_act=None)


def _nothing(view: View, event: Event, after: View) -> View:
    return view


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def _count(view: View, seat: int, by: int) -> View:
    return view._replace(counts=put(view.counts, seat, view.counts[seat] + by))


def _into(view: View, seat: int, cards: Iterable[Card]) -> View:
    """The cards go into a hand, as far as its cards are seen."""
    return _hold(view, seat, lambda hand: tuple(sorted((*hand, *cards))))


def _out_of(view: View, seat: int, cards: Iterable[Card]) -> View:
    """The cards leave a hand. Those that came and went unseen are not in it."""

    def less(hand: tuple[Card, ...]) -> tuple[Card, ...]:
        rest = list(hand)
        for card in cards:
            if card in rest:
                rest.remove(card)
        return tuple(rest)

    return _hold(view, seat, less)


def _hold(view: View, seat: int, change: Callable[[tuple[Card, ...]], tuple[Card, ...]]) -> View:
    if view.shown is not None:
        view = view._replace(shown=put(view.shown, seat, change(view.shown[seat])))
    if seat == view.actor:
        view = view._replace(hand=change(view.hand))
    return view


# ---------------------------------------------------------------- before the first turn


def _pick(view: View, event: Event, after: View) -> View:
    return view._replace(draw=after.draw)


def _dealer(view: View, event: Event, after: View) -> View:
    return view._replace(dealer=_seat(event), side_of=after.side_of)


def _deal(view: View, event: Event, after: View) -> View:
    options = view.options
    players = options.players
    nothing: tuple[tuple[Card, ...], ...] = ((),) * players
    return view._replace(
        phase="draw",
        number=after.number,
        side_of=after.side_of,
        hand=(),
        counts=(options.cards_each,) * players,
        known=nothing,
        melds=((),) * len(after.melds),
        red_threes=nothing,
        stock=len(PACK108) - options.cards_each * players,
        pile=(),
        frozen=(),
        melded=(False,) * players,
        turn=after.turn,
        solo_seat=None,
        shown=nothing if view.seat == OPEN else None,
        undealt=0,
    )


def _hand(view: View, event: Event, after: View) -> View:
    return _hold(view, _seat(event), lambda hand: event.cards)


def _upcard(view: View, event: Event, after: View) -> View:
    frozen = tuple([freeze for freeze in after.frozen if freeze.turn == 0])
    return view._replace(pile=event.cards, stock=view.stock - len(event.cards), frozen=frozen)


def _turn(view: View, event: Event, after: View) -> View:
    return view._replace(turn=after.turn)


# ---------------------------------------------------------------- the turn


def _reds(view: View, event: Event, after: View) -> View:
    """Red threes laid out: dealt or drawn ones are replaced from the stock, those of a pile are not."""
    seat = _seat(event)
    view = view._replace(red_threes=put(view.red_threes, seat, view.red_threes[seat] + event.cards))
    if "CAN-R3-03" in event.rules:
        return _count(_out_of(view, seat, event.cards), seat, -len(event.cards))
    if "CAN-R3-01" in event.rules:
        view = _out_of(view, seat, event.cards)
    return view._replace(stock=view.stock - len(event.cards))


def _draw(view: View, event: Event, after: View) -> View:
    seat = _seat(event)
    red_threes = len(after.red_threes[seat]) - len(view.red_threes[seat])
    new = view.stock - after.stock - red_threes
    return _count(view, seat, new)._replace(stock=view.stock - new, phase="play", turn=after.turn)


def _drawn(view: View, event: Event, after: View) -> View:
    return _into(view, _seat(event), event.cards)


def _take(view: View, event: Event, after: View) -> View:
    seat = _seat(event)
    view = _count(_into(view, seat, event.cards), seat, len(event.cards))
    return view._replace(pile=(), frozen=(), phase="play")


def _laid(view: View, event: Event, after: View) -> View:
    """A meld, or cards added to one: the first of the side's melds that is not yet what it will be."""
    seat = _seat(event)
    side = view.side_of[seat]
    old, new = view.melds[side], after.melds[side]
    place = next((at for at, meld in enumerate(new) if at >= len(old) or old[at] != meld), len(old))
    view = _count(_out_of(view, seat, event.cards), seat, -len(event.cards))
    melds = (*old[:place], *new[place : place + 1], *old[place + 1 :])
    return view._replace(melds=put(view.melds, side, melds), melded=put(view.melded, seat, True))


def _solo(view: View, event: Event, after: View) -> View:
    """The two others put their melds together; the lone player's are still to be laid."""
    side = view.side_of[_seat(event)]
    melds = tuple([view.melds[of] if of == side else own for of, own in enumerate(after.melds)])
    return view._replace(side_of=after.side_of, solo_seat=after.solo_seat, melds=melds)


def _asked(view: View, event: Event, after: View) -> View:
    return view._replace(turn=after.turn, phase=after.phase)


def _discard(view: View, event: Event, after: View) -> View:
    seat = _seat(event)
    view = _count(_out_of(view, seat, event.cards), seat, -1)
    return view._replace(pile=(*view.pile, *event.cards), frozen=after.frozen)


# ---------------------------------------------------------------- the end of a deal


def _over(view: View, event: Event, after: View) -> View:
    return view._replace(shown=after.shown)


def _score(view: View, event: Event, after: View) -> View:
    phase = "cut" if view.phase != "over" else view.phase
    return view._replace(phase=phase, results=after.results, shown=after.shown)


def _totals(view: View, event: Event, after: View) -> View:
    return view._replace(scores=after.scores)


def _match(view: View, event: Event, after: View) -> View:
    return view._replace(phase="over")


_SEE: dict[str, Callable[[View, Event, View], View]] = {
    "pick": _pick,
    "dealer": _dealer,
    "deal": _deal,
    "hand": _hand,
    "red three": _reds,
    "upcard": _upcard,
    "turn": _turn,
    "draw": _draw,
    "drawn": _drawn,
    "take": _take,
    "meld": _laid,
    "add": _laid,
    "solo": _solo,
    "ask": _asked,
    "answer": _asked,
    "discard": _discard,
    "deal over": _over,
    "out": _over,
    "score": _score,
    "totals": _totals,
    "match over": _match,
}
