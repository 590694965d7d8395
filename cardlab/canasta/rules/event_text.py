"""What happened, in the words of a player at the table.

`tell` compares the state before an action with the state after it, when somebody wants to know.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

from cardlab.canasta.rules.actions import Action
from cardlab.canasta.rules.melds import BLACK_THREE, Meld, minimum, plural, value_of
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.partner_draw import again, ranking, settle, strength
from cardlab.canasta.rules.pile import freeze_rule, freezes
from cardlab.canasta.rules.state import State, column_seats, cutter, seat_names, to_act
from cardlab.canasta.rules.transitions import dealt_out, match_outcome
from cardlab.cards import Card, Rank, list_cards, list_words
from cardlab.display.wording import signed
from cardlab.game import Event


def tell(before: State, action: Action, after: State) -> list[Event]:
    """The events of an action, in order. Hidden cards are in events that only their owner sees."""
    events = _TELL[action.kind](before, action, after)
    if len(after.results) > len(before.results):
        events += _end(before, action, after)
    return events


def _name(state: State, seat: int) -> str:
    return seat_names(state.options)[seat]


def side_name(options: Options, side_of: tuple[int, ...], column: int) -> str:
    """Who scores in a column: ``South and North``."""
    return list_words([seat_names(options)[seat] for seat in column_seats(options, side_of, column)])


# ---------------------------------------------------------------- before the first turn


def _pick(before: State, action: Action, after: State) -> list[Event]:
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


def _cut(before: State, action: Action, after: State) -> list[Event]:
    options = before.options
    dealer, cut_by = _name(before, before.dealer), _name(before, cutter(before))
    events = [
        Event("shuffle", before.dealer, f"{dealer} shuffles last", ("CAN-DEAL-01", "CAN-PACK-01")),
        Event("cut", cutter(before), f"{cut_by} cuts the pack at {action.number}", ("CAN-DEAL-02",)),
    ]
    rule = {4: "CAN-DEAL-03", 3: "CAN-3P-01", 2: "CAN-2P-01"}[options.players]
    text = f"deal {after.number}: {dealer} deals {options.cards_each} cards each, one at a time, face down"
    events.append(Event("deal", before.dealer, text, (rule, "CAN-DEAL-04")))
    starter = (before.dealer + 1) % options.players
    order = [(starter + place) % options.players for place in range(options.players)]
    hands = [tuple(sorted(hand)) for hand in dealt_out(before, action.number)[0]]
    for seat in order:
        text = f"{_name(after, seat)} holds {list_cards(hands[seat])}"
        events.append(Event("hand", seat, text, (rule,), hands[seat], seats=(seat,)))
    for seat in order:
        events += _dealt_reds(hands[seat], after, seat, after.red_threes[seat])
    events += _upcard(after)
    needs = ", ".join(
        f"{side_name(options, before.side_of, column)} {minimum(score)}"
        for column, score in enumerate(after.scores)
    )
    events.append(Event("minimum", None, f"first melds must count: {needs}", ("CAN-INIT-02", "CAN-INIT-01")))
    events.append(Event("turn", starter, f"{_name(after, starter)} begins", ("CAN-TURN-04",)))
    return events


def _reds(state: State, seat: int, cards: tuple[Card, ...], rule: str, replaced: bool = True) -> Event:
    """Red threes laid out, and what replaces them."""
    text = f"{_name(state, seat)} lays out {list_cards(cards)}"
    rules: tuple[str, ...] = (rule, "CAN-R3-07")
    if replaced:
        text += " and draws " + ("another card" if len(cards) == 1 else "as many cards for them")
        rules = (*rules, "CAN-R3-09") if len(cards) > 1 else rules
    return Event("red three", seat, text, rules, cards)


def _dealt_reds(hand: tuple[Card, ...], after: State, seat: int, red_threes: tuple[Card, ...]) -> list[Event]:
    """Red threes out of a hand as it was dealt, and the cards for them, which only their owner sees."""
    if not red_threes:
        return []
    kept = Counter(hand) - Counter(red_threes)
    new = tuple(sorted((Counter(after.hands[seat]) - kept).elements()))
    events = [_reds(after, seat, red_threes, "CAN-R3-01")]
    if new:
        text = f"{_name(after, seat)} has drawn {list_cards(new)}"
        events.append(Event("drawn", seat, text, ("CAN-R3-01",), new, seats=(seat,)))
    return events


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


def _draw(before: State, action: Action, after: State) -> list[Event]:
    options, seat = before.options, before.turn.seat
    name = _name(before, seat)
    gone = before.stock[: len(before.stock) - len(after.stock)]
    red_threes = after.red_threes[seat][len(before.red_threes[seat]) :]
    new = tuple([card for card in gone if card not in red_threes])
    rule = {4: "CAN-TURN-01", 3: "CAN-3P-02", 2: "CAN-2P-02"}[options.players]
    number = "a card" if options.players == 4 else plural(len(gone) - len(red_threes), "card")
    events = [Event("draw", seat, f"{name} draws {number} from the stock", (rule,))]
    if red_threes:
        replaced = len(new) == (1 if options.players == 4 else 2)
        events.append(_reds(after, seat, red_threes, "CAN-R3-02", replaced))
    if new:
        text = f"{name} has drawn {list_cards(new)}"
        events.append(Event("drawn", seat, text, (rule,), new, seats=(seat,)))
    if options.players == 2 and not after.stock and len(new) == 1:
        events.append(Event("short draw", seat, "that was the last card: one is a full draw", ("CAN-2P-04",)))
    if not new:
        text = "the last card of the stock was a red three"
        text += (
            ": the deal is over" if options.last_stock_red_three == "end_deal" else ": no discard any more"
        )
        events.append(Event("last red three", seat, text, ("CAN-R3-08", "CAN-STOCK-04")))
    elif not after.stock:
        events.append(Event("stock", None, "the stock is empty", ("CAN-STOCK-01",)))
    return events


def _take(before: State, action: Action, after: State) -> list[Event]:
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
    events = [Event("take", seat, text, (*rules, "CAN-PILE-10"), before.pile)]
    if before.frozen:
        events.append(
            Event("thaw", seat, "the pile is taken, and with it the freeze is gone", ("CAN-FRZ-05",))
        )
    red_threes = after.red_threes[seat][len(before.red_threes[seat]) :]
    if red_threes:
        events.append(_reds(after, seat, red_threes, "CAN-R3-03", replaced=False))
    if before.solo_seat is None and after.solo_seat == seat and not _over(before, after):
        events.append(_lone(after, seat, "CAN-3P-03"))
    return events + _laid(before, action, after)


def _lone(state: State, seat: int, rule: str) -> Event:
    others = list_words([_name(state, one) for one in range(3) if one != seat])
    text = f"{_name(state, seat)} plays alone in this deal; {others} are partners and share their melds"
    return Event("solo", seat, text, (rule, "CAN-3P-05"))


def _meld(before: State, action: Action, after: State) -> list[Event]:
    return _laid(before, action, after)


def _laid(before: State, action: Action, after: State) -> list[Event]:
    """What was laid down: the first meld, each meld, the canastas completed or spoiled."""
    seat = before.turn.seat
    side = before.side_of[seat]
    old = before.melds[side]
    new = _melds_after(before, after)
    name = _name(before, seat)
    events: list[Event] = []
    if not old:
        events.append(_first_meld(before, action))
    for place, meld in enumerate(new):
        was = old[place] if place < len(old) else None
        if was == meld:
            continue
        events.append(_one_meld(before, was, meld, name))
        if meld.canasta and (was is None or not was.canasta):
            rule = "CAN-CAN-02" if meld.canasta == "natural" else "CAN-CAN-03"
            colour = "red" if meld.canasta == "natural" else "black"
            text = f"{name} completes a {meld.label}; a {colour} card goes on top"
            events.append(Event("canasta", seat, text, ("CAN-CAN-01", rule, "CAN-CAN-04"), meld.cards))
        elif was is not None and was.canasta == "natural" and meld.canasta == "mixed":
            text = f"the wild card makes the natural canasta of {meld.name} a mixed one"
            events.append(Event("spoiled", seat, text, ("CAN-CAN-06",), meld.cards))
    return events


def _melds_after(before: State, after: State) -> tuple[Meld, ...]:
    """The acting side's melds as they were laid, before partners of three put theirs together."""
    return after.melds[before.side_of[before.turn.seat]]


def _first_meld(before: State, action: Action) -> Event:
    seat = before.turn.seat
    top = before.pile[-1:] if action.kind == "take" else ()
    count = value_of((*action.cards, *top, *[card for part in action.parts for card in part.cards]))
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


def _one_meld(before: State, was: Meld | None, meld: Meld, name: str) -> Event:
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


def _ask(before: State, action: Action, after: State) -> list[Event]:
    return [
        Event("ask", before.turn.seat, f"{_name(before, before.turn.seat)}: may I go out?", ("CAN-OUT-07",))
    ]


def _answer(before: State, action: Action, after: State) -> list[Event]:
    seat = to_act(before)
    assert seat is not None
    word = "yes: it must be done now" if action.yes else "no: it may not be done this turn"
    return [Event("answer", seat, f"{_name(before, seat)} says {word}", ("CAN-OUT-07",))]


def _discard(before: State, action: Action, after: State) -> list[Event]:
    seat, card = before.turn.seat, action.cards[0]
    events = [
        Event("discard", seat, f"{_name(before, seat)} discards {card.short}", ("CAN-TURN-03",), (card,))
    ]
    if _over(before, after):
        return events
    if freezes(card, before.options):
        events.append(_freeze(card, seat))
    elif BLACK_THREE[card]:
        events.append(_blocked(card, seat))
    next_one = after.turn.seat
    red_threes = after.red_threes[next_one][len(before.red_threes[next_one]) :]
    return events + _dealt_reds(before.hands[next_one], after, next_one, red_threes)


def _stop(before: State, action: Action, after: State) -> list[Event]:
    seat = before.turn.seat
    if before.turn.closing:
        text = f"{_name(before, seat)} has nothing more to lay down"
        return [Event("end", seat, text, ("CAN-R3-08", "CAN-STOCK-04"))]
    rules = ("CAN-STOCK-01", "CAN-STOCK-02") if before.options.forced_take_empty_stock else ("CAN-STOCK-01",)
    return [
        Event("end", seat, f"{_name(before, seat)} does not take the pile, and the stock is empty", rules)
    ]


_TELL: dict[str, Callable[[State, Action, State], list[Event]]] = {
    "pick": _pick,
    "cut": _cut,
    "draw": _draw,
    "take": _take,
    "meld": _meld,
    "ask": _ask,
    "answer": _answer,
    "discard": _discard,
    "end": _stop,
}


# ---------------------------------------------------------------- the end of a deal


def _over(before: State, after: State) -> bool:
    return len(after.results) > len(before.results)


def _end(before: State, action: Action, after: State) -> list[Event]:
    """How the deal ended, the score sheets, and how the match stands."""
    options = after.options
    result = after.results[-1]
    events: list[Event] = []
    if result.seat is None:
        text = "the deal is over: nobody went out, and all cards in hand count"
        events.append(Event("deal over", None, text, (*result.outcome.rules, "CAN-STOCK-03")))
    else:
        events.append(_went_out(before, action, after, result.seat))
        if result.concealed:
            text = "that was concealed: the whole hand in one turn"
            rules: tuple[str, ...] = ("CAN-CONC-01", "CAN-CONC-03")
            events.append(Event("concealed", result.seat, text, rules))
    if options.players == 3:
        if before.solo_seat is None and after.solo_seat is not None:
            events.append(_lone(after, after.solo_seat, "CAN-3P-04"))
        elif after.solo_seat is None:
            text = "nobody took the pile: everybody scores alone"
            events.append(Event("alone", None, text, ("CAN-3P-04",)))
    for column, sheet in enumerate(result.sheets):
        text = f"{side_name(options, after.side_of, column)} score {signed(sheet.total)}"
        if options.players != 4:
            text = text.replace(" score ", " scores ")
        rules = (*sheet.rules, "CAN-3P-05") if options.players == 3 else sheet.rules
        seat = column_seats(options, after.side_of, column)[0]
        events.append(Event("score", seat, text, rules, (), sheet.total, sheet.items))
    totals = ", ".join(
        f"{side_name(options, after.side_of, column)} {signed(total)}"
        for column, total in enumerate(result.totals)
    )
    events.append(Event("totals", None, f"the columns stand at: {totals}", ("CAN-SCORE-09",)))
    return events + _match(after)


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
        return [Event("match over", None, f"the match is a tie at {max(won.scores):,}", rules)]
    who = side_name(options, after.side_of, won.winner)
    text = f"{who} won the match with {won.scores[won.winner]:,} points"
    return [Event("match over", column_seats(options, after.side_of, won.winner)[0], text, rules)]
