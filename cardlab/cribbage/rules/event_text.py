"""What happened, in the words of a player at the table: one function an event, called when it is read."""

from __future__ import annotations

from itertools import pairwise

from cardlab import seats
from cardlab.cards import Card, list_cards, list_words
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.pegging import LIMIT
from cardlab.cribbage.rules.show import Count, count_cards
from cardlab.cribbage.rules.state import CARDS_DEALT, Hand, Plays, seat_names
from cardlab.game import Event, GameOutcome, Item


def cut_for_deal(options: Options, seat: int, card: Card) -> Event:
    name = seat_names(options)[seat]
    return Event("cut", seat, f"{name} cuts {card.short}", ("CRIB-CUT-01",), (card,))


def cut_again(options: Options, seats: tuple[int, ...]) -> Event:
    who = list_words([seat_names(options)[seat] for seat in seats])
    return Event("tie", None, f"{who} have cut the same rank and cut again", ("CRIB-CUT-02",))


def first_dealer(options: Options, seat: int, card: Card) -> Event:
    text = f"{seat_names(options)[seat]} has cut the lowest card, {card.short}, and deals first"
    return Event("dealer", seat, text, ("CRIB-CUT-03", "CRIB-RANK-01"), (card,))


def next_dealer(options: Options, seat: int) -> Event:
    rules = ("CRIB-CUT-04",) if options.players == 2 else ("CRIB-3P-02",)
    return Event("dealer", seat, f"the deal passes to {seat_names(options)[seat]}", rules)


def loser_deals(options: Options, seat: int) -> Event:
    text = f"{seat_names(options)[seat]} has lost the last game and deals first in the next"
    return Event("dealer", seat, text, ("CRIB-CUT-04",))


def dealt(options: Options, number: int, dealer: int, hands: tuple[Hand, ...]) -> list[Event]:
    """The deal for all to see, and each hand for its owner."""
    names = seat_names(options)
    cutter = names[(dealer + 1) % options.players]
    shuffles = f"{names[dealer]} shuffles last, {cutter} cuts the pack"
    size = CARDS_DEALT[options.players]
    rule = {2: "CRIB-DEAL-02", 3: "CRIB-3P-01", 4: "CRIB-4P-01"}[options.players]
    text = f"deal {number}: {shuffles}; {size} cards each, {cutter} first"
    if options.players == 3:
        text += ", and one card to the crib"
    if options.players > 2 and options.preset == "course":
        text += " (the course rules describe no such deal: this is the classic one)"
    events = [Event("deal", dealer, text, ("CRIB-DEAL-01", rule))]
    events += [
        Event("hand", seat, f"{names[seat]} is dealt {list_cards(hand)}", (rule,), hand, seats=(seat,))
        for seat, hand in enumerate(hands)
    ]
    return events


def laid_away(options: Options, seat: int, dealer: int, cards: Hand) -> list[Event]:
    names = seat_names(options)
    whose = f"{names[dealer]}'s crib"
    number = "one card" if len(cards) == 1 else "two cards"
    return [
        Event("lay", seat, f"{names[seat]} lays away {number} to {whose}", ("CRIB-CRIB-01",)),
        Event(
            "laid",
            seat,
            f"{names[seat]} has laid away {list_cards(cards)}",
            ("CRIB-CRIB-01", "CRIB-CRIB-02"),
            cards,
            seats=(seat,),
        ),
    ]


def starter(options: Options, dealer: int, card: Card) -> Event:
    names = seat_names(options)
    cutter = names[(dealer + 1) % options.players]
    turner = f"{names[dealer]} turns" if options.starter_turned_by == "dealer" else "turns"
    text = f"{cutter} cuts, {turner} up the starter: {card.short}"
    rules = ("CRIB-START-01",) if options.players == 2 else ("CRIB-START-01", "CRIB-3P-02")
    return Event("starter", None, text, rules, (card,))


def heels(options: Options, dealer: int, card: Card) -> Event:
    item = Item("CRIB-START-03", "his heels", (card,), 2)
    text = f"{seat_names(options)[dealer]} pegs 2 for his heels"
    return Event("heels", dealer, text, ("CRIB-START-03",), (card,), 2, (item,))


def heels_lost(options: Options, dealer: int) -> Event:
    text = f"{seat_names(options)[dealer]} has not claimed his heels before playing: the 2 points are lost"
    return Event("heels_lost", dealer, text, ("CRIB-START-03",))


def played(
    options: Options,
    seat: int,
    card: Card,
    total: int,
    items: tuple[Item, ...],
    plays: Plays,
    count_start: int,
) -> Event:
    """A card played; `plays` are all cards of the deal up to it, `count_start` where the count begins."""
    text = f"{seats.NAMES[options.players][seat]} plays {card.short}: {total}"
    if not items:
        return Event("play", seat, text, _A_PLAY, (card,), 0, (), None, total)
    text = f"{text}, {list_words([_paid(item) for item in items])}"
    rules = [item.rule for item in items]
    if len(items) > 1:
        rules.append("CRIB-PEG-09")
    for item in items:
        rules += _remarks(item, plays[count_start:])
    points = sum([item.points for item in items])
    return Event("play", seat, text, tuple(dict.fromkeys(rules)), (card,), points, items, None, total)


_A_PLAY = ("CRIB-GO-00",)


def _paid(item: Item) -> str:
    article = "" if item.name in ("fifteen", "thirty-one") else "a "
    return f"{article}{item.name} for {item.points}"


def _remarks(item: Item, count: Plays) -> list[str]:
    """What is worth knowing about a pair or run: out of order, or with cards of one player in a row."""
    if item.rule in ("CRIB-PEG-02", "CRIB-GO-05"):
        return []
    rules = []
    if item.rule == "CRIB-PEG-06" and list(item.cards) not in (
        sorted(item.cards),
        sorted(item.cards, reverse=True),
    ):
        rules.append("CRIB-PEG-07")
    seats = [seat for seat, _ in count[-len(item.cards) :]]
    if any(first == second for first, second in pairwise(seats)):
        rules.append("CRIB-PEG-12")
    return rules


def said_go(options: Options, seat: int, total: int) -> Event:
    rules = ("CRIB-GO-02",) if options.players == 2 else ("CRIB-GO-02", "CRIB-3P-03")
    return Event("go", seat, f"{seat_names(options)[seat]} says go at {total}", rules, total=total)


def stopped(options: Options, seat: int, total: int) -> Event:
    text = f"{seat_names(options)[seat]} plays no further card at {total}"
    return Event("stop", seat, text, ("CRIB-GO-04",), total=total)


def passed_over(options: Options, seat: int) -> Event:
    text = f"{seat_names(options)[seat]} has no cards left and is passed over"
    return Event("passed_over", seat, text, ("CRIB-GO-10",))


def count_closed(options: Options, seat: int, total: int, items: tuple[Item, ...]) -> Event:
    """The end of a count: the point for go or for the last card, or nothing more after thirty-one."""
    name = seat_names(options)[seat]
    points = sum(item.points for item in items)
    paid = " and ".join(f"{item.points} for the {item.name}" for item in reversed(items))
    rules = [item.rule for item in items]
    if not items:
        kind, text = "closed", f"the count closes at {total}"
        rules.append("CRIB-GO-05")
    elif items[-1].rule == "CRIB-GO-08":
        kind, text = "last_card", f"{name} pegs {paid}"
        rules.append("CRIB-GO-09")
    else:
        kind, text = "go_pegged", f"{name} pegs {paid}"
        rules += [] if options.players == 2 else ["CRIB-3P-04"]
    return Event(kind, seat, text, tuple(rules), (), points, items, total=total)


def next_count(options: Options, seat: int, total: int) -> Event:
    text = f"the count starts again at 0; {seat_names(options)[seat]} leads"
    rules = ["CRIB-GO-07", "CRIB-GO-06"]
    rules += ["CRIB-GO-05"] if total == LIMIT else []
    rules += ["CRIB-3P-04"] if options.players > 2 else []
    return Event("lead", seat, text, tuple(rules))


def counted(options: Options, seat: int, hand: Hand, starter: Card, crib: bool, pegged: int) -> Event:
    """A hand or crib counted, with its items; `pegged` may be less than it holds."""
    count = count_cards(hand, starter, crib, options)
    items = count.items
    name = seats.NAMES[options.players][seat]
    what = f"{name} turns up the crib" if crib else f"{name} counts"
    first, second, third, fourth = hand
    cards = f"{first.short} {second.short} {third.short} {fourth.short} with {starter.short}"
    text = f"{what} {cards}: {count.spoken}"
    if pegged < count.total:
        text += f"; {pegged} pegged"
    rules = ["CRIB-SHOW-01" if options.players == 2 else "CRIB-3P-05", "CRIB-SHOW-02"]
    rules += ["CRIB-CRIB-02"] if crib else []
    rules += [item.rule for item in items]
    return Event("count", seat, text, tuple(dict.fromkeys(rules)), hand, pegged, items)


def claimed(options: Options, seat: int, points: int) -> Event:
    text = f"{seat_names(options)[seat]} claims {points}"
    return Event("claim", seat, text, ("CRIB-SHOW-01",))


def judged(options: Options, seat: int, points: int, count: Count) -> Event:
    """Whether a claim was right, told at once."""
    name, total = seat_names(options)[seat], count.total
    if points == total:
        text = f"right: it counts {total}"
    elif points < total:
        lost = "" if options.muggins == "on" else f", which {name} does not peg"
        text = f"{name} has claimed {points}, but it counts {total}: {total - points} too few{lost}"
    else:
        text = (
            f"{name} has claimed {points}, but it counts {total}: {points - total} too many; {total} pegged"
        )
    rules = ("CRIB-SHOW-01", *dict.fromkeys(item.rule for item in count.items))
    return Event("judged", seat, text, rules, count.hand, 0, count.items)


def muggins_called(options: Options, seat: int, called: int, missed: int) -> Event:
    name = seat_names(options)[seat]
    points = min(called, missed)
    if points:
        text = f"{name} calls muggins and pegs the {points} overlooked"
        if called > missed:
            text += f" ({called} called)"
        elif called < missed:
            text += f" of {missed}"
    else:
        text = f"{name} calls muggins for {called}, but nothing was overlooked"
    item = Item("CRIB-MUG-01", "muggins", (), points)
    return Event("muggins", seat, text, ("CRIB-MUG-01",), (), points, (item,) if points else ())


def muggins_passed(options: Options, seat: int) -> Event:
    return Event("pass", seat, f"{seat_names(options)[seat]} lets the count stand", ("CRIB-MUG-01",))


def side_name(options: Options, side: int) -> str:
    """
    >>> side_name(Options(players=4), 0)
    'South and North'
    """
    names = seat_names(options)
    return list_words([name for seat, name in enumerate(names) if seat % options.sides == side])


def worth_text(options: Options, games: int) -> str:
    """What a win counts for.

    >>> worth_text(Options(), 1), worth_text(Options(loss_scheme="acc"), 3)
    ('1 game', '3 game points')
    """
    unit = "game points" if options.loss_scheme == "acc" else "game" if games == 1 else "games"
    return f"{games} {unit}"


def game_won(options: Options, outcome: GameOutcome, uncounted: bool) -> Event:
    """The end of a game; `uncounted` if hands were left that no longer count."""
    assert outcome.winner is not None
    winner = side_name(options, outcome.winner)
    verb = "win" if options.players == 4 else "wins"
    others = [str(score) for side, score in enumerate(outcome.scores) if side != outcome.winner]
    score = f"{outcome.scores[outcome.winner]} to {list_words(others)}"
    worth = "" if outcome.label == "game" else f": a {outcome.label}"
    counts = worth_text(options, outcome.games)
    text = f"{winner} {verb} {outcome.reason}, {score}{worth} ({counts}, {options.label})"
    rules = (*outcome.rules, *(("CRIB-END-03",) if uncounted else ()))
    if uncounted:
        text += "; what has not been counted yet no longer counts"
    return Event("game", outcome.winner, text, rules)
