"""Exercises on games of fewer than four, by the classic rules: the deal, the draw, two canastas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from cardlab.canasta import Options, State, apply, explain, view
from cardlab.canasta.rules.actions import DRAW
from cardlab.canasta.rules.melds import NATURAL, RED_THREE, canastas
from cardlab.cards import list_cards, without
from cardlab.wording import plural, say
from cardlab_exercises.canasta.common import exercise, for_few
from cardlab_exercises.canasta.deals import (
    ask_stock,
    draw_deal,
    one_red_three_apart,
    stock_distractors,
    stock_solution,
)
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.going_out import may_go_out, nearly_canasta, one_card_apart
from cardlab_exercises.canasta.zones import Place, are_laid_out, hand_place, meld_places, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms

_two = partial(for_few, players=2)
_three = partial(for_few, players=3)

# ---------------------------------------------------------------- the deal

_deal = partial(
    exercise,
    title="How many cards are in the stock?",
    mistakes=(
        "can-upcard-counted-once",
        "can-red-three-unpaid",
        "can-upcard-still-in-stock",
        "can-jokers-left-out",
        "can-one-pack",
        "can-eleven-cards",
    ),
    levels=("a red three at most", "up to two red threes", "several, or cards that are covered"),
    draw=draw_deal,
    ask=ask_stock,
    solution=stock_solution,
    distractors=lambda state: _deal_distractors(state),
    vary=one_red_three_apart,
    default_level=3,
)


def _deal_distractors(state: State) -> Iterator[Distractor]:
    options = state.options
    eleven = len(state.stock) + options.players * (options.cards_each - 11)
    yield Distractor("can-eleven-cards", str(eleven))
    yield from stock_distractors(state)


_DEAL_RULES = ("CAN-DEAL-04", "CAN-DEAL-05", "CAN-PACK-01", "CAN-R3-01", "CAN-R3-09")
TWO_DEAL = _deal(id="can-two-deal", topic="two players", rules=("CAN-2P-01", *_DEAL_RULES), options=_two)
THREE_DEAL = _deal(
    id="can-three-deal", topic="three players", rules=("CAN-3P-01", *_DEAL_RULES), options=_three
)

# ---------------------------------------------------------------- the draw


def _draw_drawing(random: Random, level: int, options: Options) -> State:
    """A turn that begins: a full stock, red threes on top of it, or its last cards."""
    deck = Deck(random)
    kind = deck.one_of(
        {1: ("plain", "red"), 2: ("plain", "red", "one", "short"), 3: ("red", "one", "short")}[level]
    )
    hand = deck.natural(deck.between(4, 14))
    red_threes = deck.red_three(1) if kind in ("red", "short") else ()
    draws = deck.mixed((*deck.natural(1), *red_threes)) if red_threes else ()
    rank = deck.ranks(1)[0]
    return deck.table(
        options=options,
        hands=[hand],
        melds=[[deck.sound(rank, 3, 6, options)]],
        draws=draws if red_threes else deck.natural(1),
        stock={"one": 1, "short": 2}.get(kind),
    )


def _ask_drawing(state: State) -> Prompt:
    few = len(state.stock) <= 2
    number = 2 if few else 3
    left = plural(len(state.stock), "card")
    return Prompt(
        f"It is your turn in a game of {say(state.options.players)}. You draw from the stock, which has "
        f"{left}. How many cards leave the stock, and how many do you hold after drawing?",
        (
            forms.number("gone", "cards from the stock", most=60),
            forms.number("held", "cards in hand", most=60),
        ),
        zones(
            [
                Place("stock", "next cards of the stock", state.stock[:number], note="left to right"),
                hand_place(state.hands[0]),
            ]
        ),
    )


def _drawing(state: State) -> Solution:
    step = apply(state, DRAW)
    held = len(step.state.hands[0])
    gone = len(state.stock) - len(step.state.stock)
    drawn = state.stock[:gone]
    red_threes = tuple(card for card in drawn if RED_THREE[card])
    rule = "CAN-2P-02" if state.options.players == 2 else "CAN-3P-02"
    new = gone - len(red_threes)
    there = ", but only one is left" if len(state.stock) == 1 else ""
    text = f"With {say(state.options.players)} players you draw two cards{there}."
    steps = [Step(text, (rule,), drawn, "drawn")]
    if red_threes:
        shown = are_laid_out(red_threes)
        each = "another card is drawn for it" if len(red_threes) == 1 else "others are drawn for them"
        text = f"{shown}, and {each}." if new == 2 else f"{shown}, but no card is left to draw for it."
        steps.append(Step(text, ("CAN-R3-02",), red_threes, "red three"))
    last: tuple[str, ...] = (rule,)
    if new < 2 and state.options.players == 2:
        last = ("CAN-2P-04",)
    text = f"So {plural(new, 'new card')}: {len(state.hands[0])} + {new} = {held}."
    number = plural(gone, "card leaves", "cards leave").capitalize()
    return Solution(
        {"gone": str(gone), "held": str(held)},
        f"{number} the stock, and you hold {held}.",
        (*steps, Step(text, last)),
        by_field={"gone": (*(("CAN-R3-02",) if red_threes else ()), *last), "held": last},
    )


def _drawing_distractors(state: State) -> Iterator[Distractor]:
    held = len(state.hands[0])
    right = _drawing(state).answer
    gone, new = int(right["gone"]), int(right["held"]) - held

    def drawing(mistake: str, cards: int, kept: int) -> Distractor:
        return Distractor(mistake, str(cards), field="gone", also={"held": str(held + kept)})

    first = state.stock[:2]
    reds = sum(RED_THREE[card] for card in first)
    if reds:
        yield drawing("can-red-three-kept", len(first), len(first))
        yield drawing("can-red-three-not-replaced", len(first), len(first) - reds)
    one = next((at for at, card in enumerate(state.stock, 1) if not RED_THREE[card]), len(state.stock))
    yield drawing("can-draw-one", one, 1)
    if new < 2:
        yield drawing("can-short-draw", gone + 2 - new, 2)
    yield drawing("can-discard-counted", gone, new - 1)


def _other_stocks(state: State) -> Iterator[State]:
    """The same with the stock at its end or one card before it, or with no red three in its last cards."""
    stock, aside = state.stock, state.aside
    if len(stock) > 2:
        yield state._replace(stock=stock[:2], aside=(*stock[2:], *aside))
        return
    new = next(card for card in aside if NATURAL[card])
    left = without(aside, [new])
    if len(stock) < 2:
        yield state._replace(stock=(*stock, new), aside=left)
    for at, card in enumerate(stock):
        if RED_THREE[card]:
            yield state._replace(stock=(*stock[:at], new, *stock[at + 1 :]), aside=(*left, card))


_drawing_exercise = partial(
    exercise,
    title="How many cards do you draw?",
    mistakes=(
        "can-red-three-kept",
        "can-red-three-not-replaced",
        "can-draw-one",
        "can-short-draw",
        "can-discard-counted",
    ),
    levels=("a full stock", "also its last cards", "red threes and last cards"),
    draw=_draw_drawing,
    ask=_ask_drawing,
    solution=_drawing,
    distractors=_drawing_distractors,
    vary=_other_stocks,
    default_level=2,
)
TWO_DRAW = _drawing_exercise(
    id="can-two-draw", topic="two players", rules=("CAN-2P-02", "CAN-2P-04", "CAN-R3-02"), options=_two
)
THREE_DRAW = _drawing_exercise(
    id="can-three-draw", topic="three players", rules=("CAN-3P-02", "CAN-R3-02"), options=_three
)

# ---------------------------------------------------------------- two canastas to go out

_MAY = (
    ("yes", "yes"),
    ("canasta", "no: you have fewer than two canastas, and cannot finish what is missing"),
    ("left", "no: too many cards would be left in your hand"),
)


def _draw_two_out(random: Random, level: int, options: Options) -> State:
    """One canasta or two, perhaps one that can be finished, and one or two cards that fit nowhere."""
    deck = Deck(random)
    first, second, third, *odd = deck.ranks(6)
    full = options.canasta_size
    size = deck.one_of((4, 5, full - 1, full - 1, full, full, full))
    melds = [deck.meld(first, full), deck.meld(second, size), deck.sound(third, 3, 5, options)]
    hand = [*deck.of(third, 1), *deck.of(second if size < full else first, 1)]
    if level > 1 and deck.happens(0.3):
        hand += deck.wild(1)
    hand += [card for rank in odd[: deck.one_of((1, 1, 2))] for card in deck.of(rank, 1)]
    return deck.table(options=options, phase="play", hands=[hand], melds=[melds])


def _ask_two_out(state: State) -> Prompt:
    return Prompt(
        "You are two players, and you have drawn. May you go out in this turn?",
        (forms.choose("may", "may you go out?", _MAY),),
        zones([*meld_places(state.melds[0], "your melds"), hand_place(state.hands[0])]),
    )


def _two_out_solution(state: State) -> Solution:
    topic = explain(view(state, 0)).topic("going out")
    assert topic is not None
    may = may_go_out(state)
    have = [laid for laid in state.melds[0] if laid.canasta]
    first = Step(
        f"You have {plural(len(have), 'canasta')} on the table.".replace("no canastas", "no canasta"),
        ("CAN-CAN-01",),
        have[0].cards if have else (),
        "canasta",
    )
    need = Step("With two players it takes two canastas to go out.", ("CAN-2P-03",))
    if may == "yes":
        way = topic.may[0] if topic.may else None
        cards = way.laid if way else state.hands[0]
        text = (
            f"You can lay down {list_cards(cards)}, and have two canastas then."
            if way
            else "Your last card goes out."
        )
        return Solution(
            {"may": may},
            "Yes, you may.",
            (first, need, Step(text, ("CAN-OUT-02", "CAN-2P-03"), cards, "laid down")),
        )
    if may == "canasta":
        last = Step("You cannot finish what is missing with the cards in your hand.", ("CAN-2P-03",))
    else:
        text = (
            "All your cards but one must be laid down. Whatever you lay down, at least two are left, and "
            "only one can be discarded."
        )
        last = Step(text, ("CAN-OUT-02",))
    return Solution({"may": may}, "No, you may not.", (first, need, last))


def _two_out_distractors(state: State) -> Iterator[Distractor]:
    may = may_go_out(state)
    have = canastas(state.melds[0])
    if may == "canasta" and not nearly_canasta(state.melds[0]):
        yield Distractor("can-one-canasta-enough", "yes")
    if may == "left":
        yield Distractor("can-out-two-left", "yes")
    if may != "canasta" and have < 2:
        yield Distractor("can-canasta-of-this-turn", "canasta")


TWO_OUT = exercise(
    id="can-two-out",
    title="May you go out?",
    topic="two players",
    rules=("CAN-2P-03", "CAN-OUT-02", "CAN-CAN-01"),
    mistakes=("can-one-canasta-enough", "can-out-two-left", "can-canasta-of-this-turn"),
    levels=("natural cards", "wild cards too"),
    options=_two,
    draw=_draw_two_out,
    ask=_ask_two_out,
    solution=_two_out_solution,
    distractors=_two_out_distractors,
    vary=one_card_apart,
    default_level=2,
)

EXERCISES = (TWO_DEAL, TWO_DRAW, TWO_OUT, THREE_DEAL, THREE_DRAW)
