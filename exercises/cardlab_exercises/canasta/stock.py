"""Exercises on the end of the stock: what the player in turn may do, and when the deal is over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from cardlab.canasta import Options, State, legal_actions, view
from cardlab.canasta.rules.actions import END
from cardlab.canasta.rules.legality import verdict
from cardlab.display.scene import sentence
from cardlab.wording import plural
from cardlab_exercises.canasta.common import by_other_rules, exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import table_places, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms

_WHAT = (
    ("draw", "draw: the deal goes on as before"),
    ("must", "you must take the pile"),
    ("may", "you may take the pile, or end the deal"),
    ("end", "you cannot take the pile: the deal ends"),
)


def _draw_stock(random: Random, level: int, options: Options) -> State:
    """The last turns: the stock is empty, or nearly; the top card fits a meld, a pair, or nothing."""
    deck = Deck(random)
    rank, other, *_ = deck.ranks(3)
    stock = 1 if deck.happens(0.15) else 0
    kind = deck.one_of(("onto", "onto", "pair", "nothing"))
    pile = [*deck.natural(deck.between(2, 2 + 2 * level), [rank]), *deck.of(rank, 1)]
    if level > 1 and deck.happens(0.3):
        pile.insert(deck.between(0, len(pile) - 1), deck.wild(1)[0])
    melds = [deck.sound(other, 3, 6, options), *([deck.sound(rank, 3, 5, options)] if kind == "onto" else [])]
    pair = deck.of(rank, 2 if kind == "pair" or (level == 3 and deck.happens(0.2)) else 0)
    hand = (*pair, *deck.odd(deck.between(4, 8), [rank, other]))
    return deck.table(options=options, hands=[hand], melds=[melds], pile=pile, stock=stock)


@lru_cache(maxsize=256)
def _what(state: State) -> str:
    """What the engine lets the player do."""
    kinds = {action.kind for action in legal_actions(view(state, 0))}
    if "draw" in kinds:
        return "draw"
    if "take" not in kinds:
        return "end"
    return "may" if "end" in kinds else "must"


def _ask_stock(state: State) -> Prompt:
    left = plural(len(state.stock), "card")
    return Prompt(
        f"It is your turn. The stock has {left} left. What now, by the {state.options.label}?",
        (forms.choose("what", "what now", _WHAT),),
        zones(table_places(view(state, 0))),
    )


def _stock_solution(state: State) -> Solution:
    seen = view(state, 0)
    what = _what(state)
    top = state.pile[-1]
    steps = [
        Step(f"The stock has {plural(len(state.stock), 'card')} left.", ("CAN-STOCK-01",)),
        Step(
            f"{top.short} lies on top of the pile{', which is frozen' if state.frozen else ''}.",
            (),
            (top,),
            "top card",
        ),
    ]
    if what == "draw":
        steps.append(
            Step(
                "As long as there is a card in the stock, a turn goes as always.",
                ("CAN-TURN-01", "CAN-STOCK-01"),
            )
        )
    elif what == "must":
        text = verdict(seen, END).refusals[0].text
        steps.append(Step(sentence(text), ("CAN-STOCK-02",)))
    elif what == "may":
        text = "You may take the pile, but nothing forces you; if you leave it, the deal ends."
        if state.options.forced_take_empty_stock:
            text = (
                "Nobody has to make a new meld for the pile. You may take it; if you leave it, the deal ends."
            )
        steps.append(Step(text, ("CAN-STOCK-01", "CAN-STOCK-02")))
    else:
        text = (
            "You can neither draw nor take the pile: the deal ends, and nobody gets the bonus for going out."
        )
        steps.append(Step(text, ("CAN-STOCK-03", "CAN-STOCK-01")))
    return Solution({"what": what}, f"{dict(_WHAT)[what].capitalize()}.", tuple(steps))


def _stock_distractors(state: State) -> Iterator[Distractor]:
    what = _what(state)
    if what == "draw":
        yield Distractor("can-stock-ends-early", "end")
        yield Distractor("can-stock-ends-early", "must")
        return
    yield Distractor("can-stock-drawn-from", "draw")
    other = state._replace(options=by_other_rules(state.options, "forced_take_empty_stock"))
    if _what(other) != what:
        yield Distractor("can-stock-forced", _what(other))
    elif what == "may":
        yield Distractor("can-stock-new-meld-forced", "must")
    if what in ("may", "must"):
        yield Distractor("can-stock-ends-at-once", "end")
    if what == "end" and state.frozen:
        yield Distractor("can-freeze-ignored", _what(state._replace(frozen=())))


def _other_stocks(state: State) -> Iterator[State]:
    """The same with one card more or less in the stock, or without the card that freezes."""
    if state.stock:
        yield state._replace(stock=(), aside=(*state.aside, *state.stock))
    else:
        yield state._replace(stock=state.aside[:1], aside=state.aside[1:])


STOCK = exercise(
    id="can-stock-empty",
    title="The stock is empty",
    topic="the end of the stock",
    rules=("CAN-STOCK-01", "CAN-STOCK-02", "CAN-STOCK-03", "CAN-TURN-01"),
    mistakes=(
        "can-stock-ends-early",
        "can-stock-drawn-from",
        "can-stock-forced",
        "can-stock-new-meld-forced",
        "can-stock-ends-at-once",
        "can-freeze-ignored",
    ),
    levels=("open piles", "frozen piles", "frozen piles, and pairs in hand"),
    draw=_draw_stock,
    ask=_ask_stock,
    solution=_stock_solution,
    distractors=_stock_distractors,
    vary=_other_stocks,
    default_level=2,
)

EXERCISES = (STOCK,)
