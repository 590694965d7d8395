"""What happened, in the words of a player at the table, and how the table stood right after it.

`tell` goes the way from the state before an action to the state after it once more, when somebody wants
to know: with the cut it deals again seat by seat, and melds are laid down one by one.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from cardlab.canasta.rules.actions import Action
from cardlab.canasta.rules.melds import BLACK_THREE, Meld, minimum, value_of
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.partner_draw import again, ranking, settle, strength
from cardlab.canasta.rules.pile import freeze_rule, freezes
from cardlab.canasta.rules.state import State, column_seats, cutter, seat_names, to_act
from cardlab.canasta.rules.transitions import (
    alone,
    dealing,
    lifted,
    match_outcome,
    one_laid,
    red_threes_out,
    sheets_open,
    taken,
    thrown,
)
from cardlab.cards import Card, Rank, list_cards, list_words
from cardlab.game import Event
from cardlab.wording import plural, signed

Stages = Iterator[tuple[Event, State]]
"""Events in order, each with the state right after it."""


def tell(before: State, action: Action, after: State) -> Stages:
    """The events of an action, each with the state after it; with the last one that is `after`.

    Hidden cards are in events that only their owner sees.
    """
    *earlier, (last, _) = stages(before, action, after)
    yield from earlier
    yield last, after


def stages(before: State, action: Action, after: State) -> Stages:
    """The events of an action as they come about; the turn stays with the player who acts."""
    state = before
    for event, state in _TELL[action.kind](before, action, after):
        yield event, state
    if _over(before, after):
        yield from _end(before, action, after, state)


def _at(state: State, events: Iterable[Event]) -> Stages:
    """Events of one instant: the state after each of them is the same."""
    return ((event, state) for event in events)


def _name(state: State, seat: int) -> str:
    return seat_names(state.options)[seat]


def side_name(options: Options, side_of: tuple[int, ...], column: int) -> str:
    """Who scores in a column: ``South and North``."""
    return list_words([seat_names(options)[seat] for seat in column_seats(options, side_of, column)])


# ---------------------------------------------------------------- before the first turn


def _pick(before: State, action: Action, after: State) -> Stages:
    return _at(before._replace(draw=after.draw), _picked(before, after))


def _picked(before: State, after: State) -> list[Event]:
    draw = after.draw
    assert draw is not None
    player = to_act(before)
    assert player is not None
    card = draw.held[player]
    assert card is not None
    events = [Event("pick", player, f"{_name(before, player)} draws {card.short}", ("CAN-DRAW-01",), (card,))]
    if None in draw.held:
        return events
    repeat = again(draw.held)
    if repeat:
        who = list_words([_name(before, one) for one in repeat])
        text = f"{who} must draw again: a joker, or the same card as another player, does not count"
        return [*events, Event("again", None, text, ("CAN-DRAW-04",))]
    return events + _seats(after)


def _seats(state: State) -> list[Event]:
    draw = state.draw
    assert draw is not None
    seats = settle(draw)
    order = ranking(draw)
    held = [draw.held[player] for player in order]
    best, second = held[0], held[1]
    assert best is not None
    assert second is not None
    first = _name(state, order[0])
    rules: tuple[str, ...] = ("CAN-DRAW-01",)
    text = f"{first} has the highest card, {best.short}, and will play first"
    if any(
        one is not None and two is not None and strength(one) // 4 == strength(two) // 4
        for one, two in itertools.pairwise(held)
    ):
        rules = (*rules, "CAN-DRAW-03")
        text += "; equal ranks go by suit: spades, hearts, diamonds, clubs"
    events = [Event("highest", order[0], text, rules, (best,))]
    if seats.partners:
        pairs = list_words(
            [list_words([_name(state, one) for one in pair]) for pair in seats.partners], "against"
        )
        text = f"{_name(state, order[1])} has the second highest, {second.short}, and is the partner: {pairs}"
        events.append(Event("partners", None, text, ("CAN-DRAW-02", "CAN-PLAY-01")))
        moved = [
            f"{_name(state, player)} sits down at {_name(state, chair)}"
            for player, chair in enumerate(seats.chairs)
            if player != chair
        ]
        named = "; from now on all are called by where they sit"
        where = f": {list_words(moved)}{named}" if moved else "; nobody has to move"
        events.append(Event("seats", None, f"partners sit opposite each other{where}", ("CAN-DRAW-05",)))
    text = f"{_name(state, seats.dealer)}, to the right of the first player, deals"
    return [*events, Event("dealer", seats.dealer, text, ("CAN-DRAW-06",))]


def _cut(before: State, action: Action, after: State) -> Stages:
    options = before.options
    dealer, cut_by = _name(before, before.dealer), _name(before, cutter(before))
    yield Event("shuffle", before.dealer, f"{dealer} shuffles last", ("CAN-DEAL-01", "CAN-PACK-01")), before
    text = f"{cut_by} cuts the pack at {action.number}"
    yield Event("cut", cutter(before), text, ("CAN-DEAL-02",)), before
    dealt, *red_threes, turned_up, begun = dealing(before, action.number)
    rule = {4: "CAN-DEAL-03", 3: "CAN-3P-01", 2: "CAN-2P-01"}[options.players]
    text = f"deal {after.number}: {dealer} deals {options.cards_each} cards each, one at a time, face down"
    yield Event("deal", before.dealer, text, (rule, "CAN-DEAL-04")), dealt
    starter = dealt.turn.seat
    for place in range(options.players):
        seat = (starter + place) % options.players
        hand = dealt.hands[seat]
        text = f"{_name(after, seat)} holds {list_cards(hand)}"
        yield Event("hand", seat, text, (rule,), hand, seats=(seat,)), dealt
    for held, laid_out in itertools.pairwise((dealt, *red_threes)):
        yield from _dealt_reds(held, laid_out)
    yield from _at(turned_up, _upcard(turned_up))
    needs = ", ".join(
        f"{side_name(options, before.side_of, column)} {minimum(score)}"
        for column, score in enumerate(after.scores)
    )
    text = f"first melds must count: {needs}"
    yield Event("minimum", None, text, ("CAN-INIT-02", "CAN-INIT-01")), turned_up
    yield Event("turn", starter, f"{_name(after, starter)} begins", ("CAN-TURN-04",)), turned_up
    yield from _dealt_reds(turned_up, begun)


def _reds(state: State, seat: int, cards: tuple[Card, ...], rule: str, replaced: bool = True) -> Event:
    """Red threes laid out, and what replaces them."""
    text = f"{_name(state, seat)} lays out {list_cards(cards)}"
    rules: tuple[str, ...] = (rule, "CAN-R3-07")
    if replaced:
        text += " and draws " + ("another card" if len(cards) == 1 else "as many cards for them")
        rules = (*rules, "CAN-R3-09") if len(cards) > 1 else rules
    return Event("red three", seat, text, rules, cards)


def _dealt_reds(held: State, laid_out: State) -> Stages:
    """Red threes out of a hand as it was dealt, and the cards for them, which only their owner sees."""
    for seat, red_threes in enumerate(laid_out.red_threes):
        out = red_threes[len(held.red_threes[seat]) :]
        if not out:
            continue
        yield _reds(laid_out, seat, out, "CAN-R3-01"), laid_out
        new = tuple(sorted((Counter(laid_out.hands[seat]) - Counter(held.hands[seat])).elements()))
        if new:
            text = f"{_name(laid_out, seat)} has drawn {list_cards(new)}"
            yield Event("drawn", seat, text, ("CAN-R3-01",), new, seats=(seat,)), laid_out


def _upcard(state: State) -> list[Event]:
    top = state.pile[-1]
    rules: tuple[str, ...] = ("CAN-DEAL-05",)
    text = f"{top.short} is turned up"
    if len(state.pile) > 1:
        rules = (*rules, "CAN-DEAL-06")
        verb = "is" if len(state.pile) == 2 else "are"
        text = f"{list_cards(state.pile[:-1])} {verb} turned up and covered, until {top.short} lies on top"
    events = [Event("upcard", None, text, rules, state.pile)]
    events += [_freeze(card, None, ("CAN-DEAL-07",)) for card, _ in state.frozen]
    if BLACK_THREE[top] and not state.frozen:
        events.append(_blocked(top, None))
    return events


def _freeze(card: Card, seat: int | None, rules: tuple[str, ...] = ()) -> Event:
    text = f"{card.short} lies crosswise: the pile is frozen until somebody takes it"
    return Event("freeze", seat, text, (freeze_rule(card), *rules, "CAN-FRZ-04"), (card,))


def _blocked(card: Card, seat: int | None) -> Event:
    text = f"{card.short} blocks the pile for the next player"
    return Event("blocked", seat, text, ("CAN-FRZ-03",), (card,))


# ---------------------------------------------------------------- the turn


def _draw(before: State, action: Action, after: State) -> Stages:
    options, seat = before.options, before.turn.seat
    name = _name(before, seat)
    gone = before.stock[: len(before.stock) - len(after.stock)]
    red_threes = after.red_threes[seat][len(before.red_threes[seat]) :]
    new = tuple([card for card in gone if card not in red_threes])
    rule = {4: "CAN-TURN-01", 3: "CAN-3P-02", 2: "CAN-2P-02"}[options.players]
    number = "a card" if options.players == 4 else plural(len(gone) - len(red_threes), "card")
    state = lifted(before)
    yield Event("draw", seat, f"{name} draws {number} from the stock", (rule,)), state
    if red_threes:
        state = red_threes_out(state, seat, gone[: options.cards_drawn])
        replaced = len(new) == (1 if options.players == 4 else 2)
        yield _reds(after, seat, red_threes, "CAN-R3-02", replaced), state
    yield from _at(state, _after_draw(after, name, rule, new))


def _after_draw(after: State, name: str, rule: str, new: tuple[Card, ...]) -> Iterator[Event]:
    """The cards that came, which only the player sees, and what becomes of the stock."""
    options, seat = after.options, after.turn.seat
    if new:
        text = f"{name} has drawn {list_cards(new)}"
        yield Event("drawn", seat, text, (rule,), new, seats=(seat,))
    if options.players == 2 and not after.stock and len(new) == 1:
        yield Event("short draw", seat, "that was the last card: one is a full draw", ("CAN-2P-04",))
    if not new:
        over = options.last_stock_red_three == "end_deal"
        text = "the last card of the stock was a red three"
        text += ": the deal is over" if over else ": no discard any more"
        yield Event("last red three", seat, text, ("CAN-R3-08", "CAN-STOCK-04"))
    elif not after.stock:
        yield Event("stock", None, "the stock is empty", ("CAN-STOCK-01",))


def _take(before: State, action: Action, after: State) -> Stages:
    seat = before.turn.seat
    state = taken(before)
    yield _taken(before, action), state
    if before.frozen:
        text = "the pile is taken, and with it the freeze is gone"
        yield Event("thaw", seat, text, ("CAN-FRZ-05",)), state
    red_threes = after.red_threes[seat][len(before.red_threes[seat]) :]
    if red_threes:
        state = red_threes_out(state, seat, before.pile, replaced=False)
        yield _reds(after, seat, red_threes, "CAN-R3-03", replaced=False), state
    if before.solo_seat is None and after.solo_seat == seat and not _over(before, after):
        state = alone(state, seat)
        yield _lone(after, seat, "CAN-3P-03"), state
    yield from _laid(before, action, after, state)


def _taken(before: State, action: Action) -> Event:
    seat = before.turn.seat
    name, top = _name(before, seat), before.pile[-1]
    size = plural(len(before.pile), "card")
    if action.onto is not None:
        text = f"{name} takes the pile, {size}, for its top card {top.short}"
        rules: tuple[str, ...] = ("CAN-PILE-01", "CAN-PILE-05")
    else:
        pair = len([card for card in action.cards if card.rank is top.rank]) >= 2
        shown = list_cards(action.cards)
        text = f"{name} shows {shown} and takes the pile, {size}, for its top card {top.short}"
        rules = ("CAN-PILE-01", "CAN-PILE-03", "CAN-PILE-07") if pair else ("CAN-PILE-01", "CAN-PILE-04")
    if before.frozen:
        rules = (*rules, "CAN-PILE-06", "CAN-FRZ-06")
    return Event("take", seat, text, (*rules, "CAN-PILE-10"), before.pile)


def _lone(state: State, seat: int, rule: str) -> Event:
    others = list_words([_name(state, one) for one in range(3) if one != seat])
    text = f"{_name(state, seat)} plays alone in this deal; {others} are partners and share their melds"
    return Event("solo", seat, text, (rule, "CAN-3P-05"))


def _laid(before: State, action: Action, after: State, state: State) -> Stages:
    """What was laid down: the first meld, each meld, the canastas completed or spoiled."""
    seat = before.turn.seat
    side = before.side_of[seat]
    old = before.melds[side]
    if not old:
        yield _first_meld(before, action), state
    for place, meld in enumerate(after.melds[side]):
        was = old[place] if place < len(old) else None
        if was != meld:
            state = one_laid(state, place, meld)
            yield from _at(state, _one_meld(before, was, meld))


def _first_meld(before: State, action: Action) -> Event:
    seat = before.turn.seat
    top = before.pile[-1:] if action.kind == "take" else ()
    count = value_of((*action.cards, *top, *action.laid))
    score = before.scores[before.side_of[seat]]
    need = minimum(score)
    rules: list[str] = ["CAN-INIT-01", "CAN-INIT-03"]
    if len(action.parts) + len(top) > 1:
        rules.append("CAN-INIT-04")
    if top:
        rules += ["CAN-INIT-05", "CAN-PILE-02"]
    text = f"the first meld of {_name(before, seat)}'s side counts {count}; it needs {need}"
    if count < need:
        text += ", but a concealed hand is free from that"
        rules.append("CAN-CONC-02")
    return Event("first meld", seat, text, tuple(rules), total=count)


def _one_meld(before: State, was: Meld | None, meld: Meld) -> Iterator[Event]:
    seat = before.turn.seat
    name = _name(before, seat)
    yield _laid_down(before, was, meld, name)
    if meld.canasta and (was is None or not was.canasta):
        rule = "CAN-CAN-02" if meld.canasta == "natural" else "CAN-CAN-03"
        colour = "red" if meld.canasta == "natural" else "black"
        text = f"{name} completes a {meld.label}; a {colour} card goes on top"
        yield Event("canasta", seat, text, ("CAN-CAN-01", rule, "CAN-CAN-04"), meld.cards)
    elif was is not None and was.canasta == "natural" and meld.canasta == "mixed":
        text = f"the wild card makes the natural canasta of {meld.name} a mixed one"
        yield Event("spoiled", seat, text, ("CAN-CAN-06",), meld.cards)


def _laid_down(before: State, was: Meld | None, meld: Meld, name: str) -> Event:
    seat = before.turn.seat
    rules: tuple[str, ...] = ("CAN-TURN-02",)
    if before.turn.drew == "pile":
        rules = (*rules, "CAN-PILE-11")
    if was is None:
        if meld.rank is Rank.THREE:
            rules = (*rules, "CAN-MELD-05", "CAN-MELD-06")
        text = f"{name} melds {'a ' if meld.canasta else ''}{meld.label}"
        return Event("meld", seat, text, (*rules, "CAN-MELD-01"), meld.cards)
    added = list(meld.cards)
    for card in was.cards:
        added.remove(card)
    rules = (*rules, "CAN-MELD-08", *(("CAN-CAN-05",) if was.canasta else ()))
    return Event("add", seat, f"{name} adds {list_cards(added)} to the {meld.name}", rules, tuple(added))


def _ask(before: State, action: Action, after: State) -> Stages:
    seat = before.turn.seat
    yield Event("ask", seat, f"{_name(before, seat)}: may I go out?", ("CAN-OUT-07",)), after


def _answer(before: State, action: Action, after: State) -> Stages:
    seat = to_act(before)
    assert seat is not None
    word = "yes: it must be done now" if action.yes else "no: it may not be done this turn"
    yield Event("answer", seat, f"{_name(before, seat)} says {word}", ("CAN-OUT-07",)), after


def _discard(before: State, action: Action, after: State) -> Stages:
    seat, card = before.turn.seat, action.cards[0]
    state = thrown(before, card)
    text = f"{_name(before, seat)} discards {card.short}"
    yield Event("discard", seat, text, ("CAN-TURN-03",), (card,)), state
    if _over(before, after):
        return
    if freezes(card, before.options):
        yield _freeze(card, seat), state
    elif BLACK_THREE[card]:
        yield _blocked(card, seat), state
    yield from _dealt_reds(state, after)


def _stop(before: State, action: Action, after: State) -> Stages:
    seat = before.turn.seat
    name = _name(before, seat)
    rules: tuple[str, ...] = ("CAN-R3-08", "CAN-STOCK-04")
    text = f"{name} has nothing more to lay down"
    if not before.turn.closing:
        forced = before.options.forced_take_empty_stock
        rules = ("CAN-STOCK-01", "CAN-STOCK-02") if forced else ("CAN-STOCK-01",)
        text = f"{name} does not take the pile, and the stock is empty"
    yield Event("end", seat, text, rules), before


_TELL: dict[str, Callable[[State, Action, State], Stages]] = {
    "pick": _pick,
    "cut": _cut,
    "draw": _draw,
    "take": _take,
    "meld": lambda before, action, after: _laid(before, action, after, before),
    "ask": _ask,
    "answer": _answer,
    "discard": _discard,
    "end": _stop,
}


# ---------------------------------------------------------------- the end of a deal


def _over(before: State, after: State) -> bool:
    return len(after.results) > len(before.results)


def _end(before: State, action: Action, after: State, state: State) -> Stages:
    """How the deal ended, the score sheets one after the other, and how the match stands."""
    options = after.options
    result = after.results[-1]
    over = sheets_open(state, result, 0)
    if result.seat is None:
        text = "the deal is over: nobody went out, and all cards in hand count"
        yield Event("deal over", None, text, (*result.outcome.rules, "CAN-STOCK-03")), over
    else:
        yield _went_out(before, action, after, result.seat), over
        if result.concealed:
            text = "that was concealed: the whole hand in one turn"
            yield Event("concealed", result.seat, text, ("CAN-CONC-01", "CAN-CONC-03")), over
    if options.players == 3:
        if before.solo_seat is None and after.solo_seat is not None:
            state = alone(state, after.solo_seat)
            over = sheets_open(state, result, 0)
            yield _lone(after, after.solo_seat, "CAN-3P-04"), over
        elif after.solo_seat is None:
            text = "nobody took the pile: everybody scores alone"
            yield Event("alone", None, text, ("CAN-3P-04",)), over
    for column in range(options.sides):
        over = sheets_open(state, result, column + 1)
        yield _score(after, column), over
    totals = ", ".join(
        f"{side_name(options, after.side_of, column)} {signed(total)}"
        for column, total in enumerate(result.totals)
    )
    text = f"the columns stand at: {totals}"
    over = over._replace(scores=after.scores)
    yield Event("totals", None, text, ("CAN-SCORE-09",)), over
    yield from _at(over, _match(after))


def _score(after: State, column: int) -> Event:
    options, sheet = after.options, after.results[-1].sheets[column]
    verb = "score" if options.players == 4 else "scores"
    text = f"{side_name(options, after.side_of, column)} {verb} {signed(sheet.total)}"
    rules = (*sheet.rules, "CAN-3P-05") if options.players == 3 else sheet.rules
    seat = column_seats(options, after.side_of, column)[0]
    return Event("score", seat, text, rules, (), sheet.total, sheet.items)


def _went_out(before: State, action: Action, after: State, seat: int) -> Event:
    name = _name(before, seat)
    rules: tuple[str, ...] = ("CAN-OUT-02", "CAN-OUT-06")
    if action.kind == "discard":
        return Event("out", seat, f"{name} goes out with the last discard; the deal is over", rules)
    rules = (*rules, "CAN-OUT-03")
    return Event("out", seat, f"{name} goes out, with no discard; the deal is over", rules)


def _match(after: State) -> list[Event]:
    options = after.options
    won = match_outcome(options, after.scores, after.results[-1].outcome.winner)
    if won is None:
        events = []
        if max(after.scores) >= options.target:
            text = f"the best are level at {max(after.scores):,}: an extra deal decides"
            events.append(Event("tie", None, text, ("CAN-SCORE-12",)))
        text = f"the deal passes to {_name(after, after.dealer)}"
        return [*events, Event("dealer", after.dealer, text, ("CAN-DRAW-06",))]
    rules = (*won.rules, "CAN-OBJ-01", *(("CAN-3P-06",) if options.players == 3 else ()))
    if won.winner is None:
        return [Event("match_over", None, f"the match is a tie at {max(won.scores):,}", rules)]
    who = side_name(options, after.side_of, won.winner)
    text = f"{who} won the match with {won.scores[won.winner]:,} points"
    return [Event("match_over", column_seats(options, after.side_of, won.winner)[0], text, rules)]
