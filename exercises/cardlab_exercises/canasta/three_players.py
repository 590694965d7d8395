"""Exercises on the game of three, by the classic rules: who plays alone, who scores what, who wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, State, apply, seat_names, value_of
from cardlab.canasta.rules.actions import Action, discard, take_with
from cardlab.canasta.rules.transitions import alone, match_outcome, sides
from cardlab.cards import list_cards, list_words
from cardlab.display.scene import sentence
from cardlab.wording import plural, signed
from cardlab_exercises.canasta.common import exercise, for_few
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, meld_places, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms

_three = partial(for_few, players=3)

# ---------------------------------------------------------------- three players: who plays alone?


class Parting(NamedTuple):
    """A moment in a game of three, and what the player in turn does then."""

    state: State
    action: Action


def _draw_parting(random: Random, level: int, options: Options) -> Parting:
    """The pile is taken first, taken again, or not at all before somebody goes out or the stock ends."""
    deck = Deck(random)
    kind = deck.one_of(("first", "again", "out", "stock"))
    turn = deck.one_of(range(3))
    rank, other, third = deck.ranks(3)
    if kind in ("first", "again"):
        pair = deck.of(rank, 2)
        state = deck.table(
            options=options,
            turn=turn,
            hands={turn: (*pair, *deck.odd(deck.between(4, 8), [rank, other]))},
            melds={turn: [deck.sound(other, 3, 6, options)]},
            pile=(*deck.natural(deck.between(2, 6), [rank]), *deck.of(rank, 1)),
            solo_seat=(turn + deck.between(1, 2)) % 3 if kind == "again" else None,
        )
        return Parting(state, take_with(pair))
    if kind == "out":
        card = deck.of(third, 1)
        melds = {turn: [deck.meld(rank, 7), deck.sound(other, 3, 5, options)]}
        state = deck.table(options=options, turn=turn, phase="play", hands={turn: card}, melds=melds)
        return Parting(state, discard(card[0]))
    state = deck.table(
        options=options,
        turn=turn,
        hands={turn: deck.odd(deck.between(4, 8), [rank])},
        melds={turn: [deck.sound(other, 3, 6, options)]},
        pile=(*deck.natural(deck.between(2, 6), [rank]), *deck.of(rank, 1)),
        stock=0,
    )
    return Parting(state, Action("end"))


def _ask_parting(position: Parting) -> Prompt:
    state, action = position
    names = seat_names(state.options)
    name = names[state.turn.seat]
    before = "Nobody has taken the pile yet in this deal."
    if state.solo_seat is not None:
        before = f"{names[state.solo_seat]} was the first to take the pile in this deal."
    what = {
        "take": f"{name} takes the pile with {list_cards(action.cards)}.",
        "discard": f"{name} goes out with the last card, {list_cards(action.cards)}.",
        "end": f"The stock is empty, and {name} cannot take the pile: the deal ends.",
    }[action.kind]
    choices = [
        *[(one, f"{one}, against the other two") for one in names],
        ("nobody", "nobody: all score alone"),
    ]
    places = [Place("pile", "discard pile", state.pile)]
    places += meld_places(state.melds[state.side_of[state.turn.seat]], f"{name}'s melds")
    return Prompt(
        f"Three players play. {before} {what} Who is the lone player of this deal?",
        (forms.choose("lone", "the lone player", choices),),
        zones(places),
    )


def _lone(position: Parting) -> int | None:
    after: State = apply(position.state, position.action).state
    return after.solo_seat


def _parting(position: Parting) -> Solution:
    state, action = position
    names = seat_names(state.options)
    solo_seat = _lone(position)
    if solo_seat is None:
        title, last = (
            "Nobody: all score alone.",
            "Nobody took the pile and nobody went out, so everybody scores alone.",
        )
    else:
        others = list_words([name for name in names if name != names[solo_seat]])
        title = f"{names[solo_seat]} plays alone."
        last = f"{names[solo_seat]} plays alone; {others} are partners for this deal and share their melds."
    first = "Whoever takes the pile first in a deal plays alone in it."
    if action.kind != "take":
        first = "The pile has not been taken in this deal."
    rule = "CAN-3P-03" if action.kind == "take" else "CAN-3P-04"
    return Solution(
        {"lone": "nobody" if solo_seat is None else names[solo_seat]},
        title,
        (Step(first, ("CAN-3P-03",)), Step(last, (rule,))),
    )


def _parting_distractors(position: Parting) -> Iterator[Distractor]:
    state, action = position
    names = seat_names(state.options)
    actor = names[state.turn.seat]
    if action.kind == "take":
        yield Distractor("can-lone-changes", actor)
        yield Distractor("can-lone-nobody", "nobody")
    if action.kind == "discard":
        yield Distractor("can-lone-nobody", "nobody")
    if action.kind == "end":
        yield Distractor("can-lone-last", actor)


def _other_partings(position: Parting) -> Iterator[Parting]:
    """The same, but another player had taken the pile before; or nobody had."""
    state = position.state
    turn = state.turn.seat
    if state.solo_seat is None:
        for seat in ((turn + 1) % 3, (turn + 2) % 3):
            yield position._replace(state=alone(state, seat))
        return
    own = state.melds[state.side_of[turn]]
    melds = tuple(own if seat == turn else () for seat in range(3))
    yield position._replace(state=state._replace(solo_seat=None, side_of=sides(3), melds=melds))


THREE_LONE = exercise(
    id="can-three-lone",
    title="Who plays alone?",
    topic="three players",
    rules=("CAN-3P-03", "CAN-3P-04"),
    mistakes=("can-lone-changes", "can-lone-nobody", "can-lone-last"),
    levels=("any deal",),
    options=_three,
    draw=_draw_parting,
    ask=_ask_parting,
    solution=_parting,
    distractors=_parting_distractors,
    vary=_other_partings,
)

# ---------------------------------------------------------------- three players: what do the partners score?


class Sharing(NamedTuple):
    """The end of a deal of three: South, who is alone, goes out. The question is what `player` scores."""

    state: State
    action: Action
    player: int


def _draw_sharing(random: Random, level: int, options: Options) -> Sharing:
    deck = Deck(random)
    rank, other, third, fourth = deck.ranks(4)
    card, mine = deck.of(other, 1), deck.meld(rank, 7)
    number = deck.between(0, 2) if level == 1 else deck.between(1, 2)
    theirs = [deck.sound(third, *deck.one_of(((3, 5), (7, 8))), options), deck.sound(fourth, 3, 5, options)]
    state = deck.table(
        options=options,
        phase="play",
        hands=[
            card,
            *[deck.draw(deck.between(2, 2 + 2 * level), lambda card: card.rank != 3) for _ in range(2)],
        ],
        melds={0: [mine], 1: theirs},
        red_threes={1: deck.red_three(number), 2: deck.red_three(deck.between(0, 1))},
        solo_seat=0,
    )
    return Sharing(state, discard(card[0]), deck.one_of((1, 2)))


def _ask_sharing(position: Sharing) -> Prompt:
    state = position.state
    names = seat_names(state.options)
    places = meld_places(state.melds[state.side_of[1]], "the partners")
    for seat in (1, 2):
        if state.red_threes[seat]:
            places.append(Place(f"reds-{seat}", f"{names[seat]}'s red threes", state.red_threes[seat]))
        places.append(Place(f"hand-{seat}", f"left in {names[seat]}'s hand", state.hands[seat]))
    return Prompt(
        "In a game of three South plays alone and has gone out; West and East were partners in this deal. "
        f"What does {names[position.player]} score in it?",
        (forms.number("score", names[position.player], least=-9999, most=9999),),
        zones(places),
    )


def _sharing(position: Sharing) -> Solution:
    state, action, player = position
    names = seat_names(state.options)
    sheet = apply(state, action).state.results[-1].sheets[player]
    steps = [Step("Partners share their melds, and both get the score of the side.", ("CAN-3P-05",))]
    steps += [
        Step(
            sentence(f"{item.name}: {signed(item.points)}"),
            (item.rule,),
            item.cards,
            item.name,
            item.points,
        )
        for item in sheet.items
    ]
    text = f"Red threes stay personal. {names[player]} scores {signed(sheet.total)}."
    steps.append(Step(text, ("CAN-SCORE-08", "CAN-3P-05")))
    return Solution(
        {"score": str(sheet.total)}, f"{names[player]} scores {signed(sheet.total)}.", tuple(steps)
    )


def _sharing_hints(position: Sharing) -> tuple[str, ...]:
    count = "against" if position.state.options.hand_cards_sign == "minus" else "for"
    return (
        f"Partners of a deal share melds, and the cards left in both hands count {count} both.",
        "Red threes count only for the player who has laid them out.",
    )


def _sharing_distractors(position: Sharing) -> Iterator[Distractor]:
    state, action, player = position
    sheet = apply(state, action).state.results[-1].sheets[player]
    mate = 3 - player
    if state.red_threes[mate]:
        yield Distractor(
            "can-three-reds-shared",
            str(sheet.total + 100 * len(state.red_threes[mate])),
            cards=state.red_threes[mate],
        )
    minus = state.options.hand_cards_sign == "minus"
    text = f"The cards left in the partner's hand count {'against' if minus else 'for'} both."
    without_mate = sheet.total + value_of(state.hands[mate]) * (1 if minus else -1)
    yield Distractor("can-partner-hand-forgotten", str(without_mate), text, state.hands[mate])
    shared = sheet.total - sheet.categories["red"]
    yield Distractor("can-three-halved", str(sheet.categories["red"] + shared // 2))
    yield Distractor("can-hand-added", str(sheet.total - 2 * sheet.categories["left"]))


def _fewer_cards(position: Sharing) -> Iterator[Sharing]:
    """The same with one card less in a partner's hand."""
    state = position.state
    for seat in (1, 2):
        if len(state.hands[seat]) > 1:
            hands = tuple(hand[1:] if at == seat else hand for at, hand in enumerate(state.hands))
            yield position._replace(state=state._replace(hands=hands))


THREE_SCORE = exercise(
    id="can-three-score",
    title="What does the partner score?",
    topic="three players",
    rules=(
        "CAN-3P-05",
        "CAN-SCORE-01",
        "CAN-SCORE-02",
        "CAN-SCORE-06",
        "CAN-SCORE-07",
        "CAN-SCORE-08",
        "CAN-R3-04",
    ),
    mistakes=("can-three-reds-shared", "can-partner-hand-forgotten", "can-three-halved", "can-hand-added"),
    levels=("few cards left", "more cards left", "many cards left"),
    options=_three,
    draw=_draw_sharing,
    ask=_ask_sharing,
    solution=_sharing,
    distractors=_sharing_distractors,
    vary=_fewer_cards,
    hints=_sharing_hints,
    default_level=2,
)

# ---------------------------------------------------------------- three players: who has won?


class Standing(NamedTuple):
    """The totals of three players after a deal."""

    totals: tuple[int, ...]
    options: Options


def _draw_standing(random: Random, level: int, options: Options) -> Standing:
    deck = Deck(random)
    target = options.target
    there = deck.one_of((0, 0, 1, 2) if level == 1 else (0, 1, 2, 2, 3))
    high = [target + 5 * deck.between(0, 150) for _ in range(there)]
    low = [5 * deck.between(700, (target - 5) // 5) for _ in range(3 - there)]
    if there > 1 and deck.happens(0.35):
        high[1] = high[0] = max(high)
    return Standing(deck.mixed((*high, *low)), options)


def _ask_standing(position: Standing) -> Prompt:
    names = seat_names(position.options)
    totals = list_words(
        [f"{name} {signed(total)}" for name, total in zip(names, position.totals, strict=True)]
    )
    after = "a deal"
    if position.options.both_reach_target == "side_that_went_out":
        after = "a deal in which nobody went out"
    ends = [("on", "nobody yet")]
    if position.options.tie_at_target == "shared":
        ends.append(("shared", "nobody: the match is shared"))
    return Prompt(
        f"In a game of three the totals after {after} are {totals}. Who has won the match?",
        (forms.choose("won", "the match", [*[(name, name) for name in names], *ends]),),
    )


def _winner(position: Standing) -> str:
    outcome = match_outcome(position.options, position.totals)
    if outcome is None:
        return "on"
    if outcome.winner is None:
        return "shared"
    return seat_names(position.options)[outcome.winner]


def _standing(position: Standing) -> Solution:
    target = position.options.target
    there = sum(total >= target for total in position.totals)
    won = _winner(position)
    rules: tuple[str, ...] = ("CAN-SCORE-10", "CAN-3P-06")
    tied = won in ("on", "shared")
    if there > 1:
        rules = ("CAN-SCORE-12", "CAN-3P-06") if tied else ("CAN-SCORE-11", "CAN-3P-06")
    text = (
        f"{plural(there, 'player has', 'players have').capitalize() if there else 'Nobody has'} reached it."
    )
    if there > 1:
        then = "the match is shared" if won == "shared" else "another deal is played"
        text += f" The highest totals are equal: {then}." if tied else " The highest total wins."
    title = {"on": "Nobody yet.", "shared": "Nobody: the match is shared."}.get(won, f"{won} has won.")
    return Solution(
        {"won": won},
        title,
        (Step(f"With three players the match goes to {target:,}.", ("CAN-SCORE-10",)), Step(text, rules)),
    )


def _standing_distractors(position: Standing) -> Iterator[Distractor]:
    names = seat_names(position.options)
    totals = position.totals
    best = max(totals)
    if 5000 <= best < position.options.target:
        yield Distractor("can-three-target", names[totals.index(best)])
    there = [total for total in totals if total >= position.options.target]
    if len(there) > 1:
        if totals.count(best) == 1:
            text = f"When several players reach {position.options.target:,}, the highest total wins."
            yield Distractor("can-both-play-on", "on", text)
        else:
            for name, total in zip(names, totals, strict=True):
                if total == best:
                    yield Distractor("can-tie-goes-to-out", name)


def _other_standings(position: Standing) -> Iterator[Standing]:
    """The same with one total another: just there, or level with the best."""
    totals = position.totals
    for place in range(3):
        for total in (position.options.target, max(totals), position.options.target - 5):
            yield position._replace(totals=(*totals[:place], total, *totals[place + 1 :]))


THREE_WON = exercise(
    id="can-three-won",
    title="Who has won?",
    topic="three players",
    rules=("CAN-3P-06", "CAN-SCORE-10", "CAN-SCORE-11", "CAN-SCORE-12"),
    mistakes=("can-three-target", "can-both-play-on", "can-tie-goes-to-out"),
    levels=("one player there, or none", "several there"),
    options=_three,
    draw=_draw_standing,
    ask=_ask_standing,
    solution=_standing,
    distractors=_standing_distractors,
    vary=_other_standings,
    default_level=2,
)

EXERCISES = (THREE_LONE, THREE_SCORE, THREE_WON)
