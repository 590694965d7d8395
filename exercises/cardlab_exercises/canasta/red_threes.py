"""Exercises on red threes: what happens with one, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, State, apply, make_meld, score_sheet, start, value_of, view
from cardlab.canasta.rules.actions import DRAW, Action, cut, take_with
from cardlab.canasta.rules.melds import Meld
from cardlab.cards import PACK108, Card, list_cards
from cardlab.game import Event
from cardlab.wording import plural, signed
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, hand_place, meld_places, pile_place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms

WAYS = {
    "replaced": "it is laid out, and a card is drawn for it",
    "only": "it is laid out, and no card is drawn for it",
    "ends": "it is laid out, and the deal ends at once",
    "freezes": "it freezes the pile and is covered with another card",
    "kept": "it stays in the hand",
}
_ENDS_LATER = "it is laid out, and the deal ends when its player has melded"
_WAY_OF_RULE = {
    "CAN-R3-01": "replaced",
    "CAN-R3-02": "replaced",
    "CAN-R3-03": "only",
    "CAN-R3-08": "ends",
    "CAN-DEAL-07": "freezes",
}
_REASONS = {
    "replaced": "A red three that was dealt or drawn is replaced with another card from the stock.",
    "only": "The pile itself is compensation enough: nothing is drawn for a red three found in it.",
    "ends": "There is no card to replace it, so that player has no turn, and the deal is over.",
    "freezes": "So it belongs to no side: it stays in the pile and is covered, and the pile begins frozen.",
}
_STORIES = {
    "dealt": "The cards have just been dealt, and {red} is among yours.",
    "drawn": "It is your turn. You draw from the stock, and the card is {red}.",
    "again": "You drew a red three and laid it out. The card that you draw for it is {red}.",
    "pile": "You take the discard pile with {cards}. Under its top card you find {red}.",
    "last": "You draw the last card of the stock: it is {red}.",
    "last again": "You drew a red three and laid it out. The last card of the stock, drawn for it, is {red}.",
    "upcard": "After the deal the top card of the stock is turned up to begin the discard pile: it is {red}.",
}
_SETTINGS = {
    1: ("dealt", "drawn", "pile", "pile", "upcard"),
    2: ("dealt", "drawn", "again", "pile", "pile", "last", "upcard"),
    3: ("again", "pile", "last", "upcard"),
}


class Found(NamedTuple):
    """A red three on its way: the state before, the action that brings it, how it comes, and the hand."""

    state: State
    action: Action
    setting: str
    red: Card
    hand: tuple[Card, ...] = ()


def _draw_found(random: Random, level: int, options: Options) -> Found:
    deck = Deck(random)
    setting = deck.one_of(_SETTINGS[level])
    red = deck.red_three()[0]
    options = options._replace(seating="agreed")
    if setting in ("dealt", "upcard"):
        return _first_deal(deck, options, setting, red)
    rank, other = deck.ranks(2)
    melds = [[deck.sound(other, 3, 6, options)]]
    if setting == "pile":
        pair = deck.of(rank, 2)
        hand = (*pair, *deck.natural(7, [rank]))
        pile = (red, *deck.natural(deck.between(1, 6), [rank]), *deck.of(rank, 1))
        state = deck.table(options=options, hands=[hand], melds=melds, pile=pile)
        return Found(state, take_with(pair), setting, red, state.hands[0])
    state = deck.table(
        options=options,
        hands=[deck.natural(11)],
        melds=melds,
        draws=(*deck.red_three(), red) if setting == "again" else (red,),
        stock=1 if setting == "last" else None,
    )
    return Found(state, DRAW, setting, red, state.hands[0])


def _first_deal(deck: Deck, options: Options, setting: str, red: Card) -> Found:
    """A first deal in which South, who begins, gets the red three, or in which it is turned up."""
    dealt = options.players * options.cards_each
    cards = deck.draw(dealt - (setting == "dealt"), lambda card: card.rank != 3)
    at = options.players * deck.between(0, options.cards_each - 1) if setting == "dealt" else dealt
    rest = deck.draw(len(PACK108))
    order = (*cards[:at], red, *cards[at:], *deck.mixed(rest))
    pack = (order[-1], *order[:-1])  # the cut brings back the order
    state = start(options, f"{deck.random.random():.9f}", [pack])
    return Found(state, cut(1), setting, red, order[0 : dealt : options.players])


def _event(found: Found) -> Event:
    """The event in which the engine tells what becomes of it."""
    events = [event for event in apply(found.state, found.action).events if _way(event)]
    last = [event for event in events if _way(event) == "ends"]
    return (last or [event for event in events if found.red in event.cards])[0]


def _way(event: Event) -> str:
    return next((_WAY_OF_RULE[rule] for rule in event.rules if rule in _WAY_OF_RULE), "")


def _ways(options: Options) -> dict[str, str]:
    """What may become of a red three: after the last of the stock somebody may still meld by some rules."""
    return WAYS | ({"ends": _ENDS_LATER} if options.last_stock_red_three == "meld_then_end" else {})


def _ask_found(found: Found) -> Prompt:
    state, action, setting, red, hand = found
    if setting == "upcard":
        places = [Place("upcard", "turned up", (red,)), hand_place(hand)]
    elif setting == "dealt":
        places = [hand_place(hand)]
    else:
        places = [pile_place(view(state, 0)), hand_place(hand)]
    rules = state.options._replace(seating="draw")  # "agreed" only spares the draw for partners
    story = _STORIES[setting].format(red=red.short, cards=list_cards(action.cards))
    return Prompt(
        f"{story} What happens with it by the {rules.label}?",
        (forms.choose("way", "what happens", _ways(state.options).items()),),
        zones(places),
    )


def _found(found: Found) -> Solution:
    event = _event(found)
    way = _way(event)
    main = (
        "CAN-R3-09"
        if found.setting == "again"
        else next(rule for rule in event.rules if rule in _WAY_OF_RULE)
    )
    rules = (*[rule for rule in event.rules if rule not in (main, "CAN-FRZ-04")], main)
    whence = {
        "dealt": "It comes from the deal.",
        "pile": "It comes from the pile.",
        "last": "It comes from the stock, which is empty now.",
        "last again": "It comes from the stock, which is empty now.",
        "upcard": "It was dealt to nobody, but turned up to begin the pile.",
    }
    return Solution(
        {"way": way},
        f"{_ways(found.state.options)[way].capitalize()}.",
        (
            Step("A red three is never kept in a hand and never played.", ("CAN-R3-10",)),
            Step(whence.get(found.setting, "It comes from the stock."), ()),
            Step(_reason(found, way), rules, (found.red,), "red three"),
        ),
    )


def _reason(found: Found, way: str) -> str:
    if way == "ends" and found.state.options.last_stock_red_three == "meld_then_end":
        return "There is no card to replace it: its player may still meld, but not discard."
    return _REASONS[way]


def _found_distractors(found: Found) -> Iterator[Distractor]:
    way = _way(_event(found))
    yield Distractor("can-red-three-kept", "kept")
    if way == "replaced":
        yield Distractor("can-red-three-not-replaced", "only")
    if way == "only":
        yield Distractor("can-red-three-pile-replaced", "replaced")
        yield Distractor("can-red-three-still-freezes", "freezes")
    if way == "ends":
        yield Distractor("can-last-red-three-goes-on", "replaced")
        yield Distractor("can-last-red-three-goes-on", "only")
    if way == "freezes":
        yield Distractor("can-red-three-upcard-out", "replaced")
        yield Distractor("can-red-three-upcard-out", "only")


def _other_finds(found: Found) -> Iterator[Found]:
    """The same red three, but as the last card of the stock or not; or turned up, in the stock or dealt."""
    state, _, setting, red, hand = found
    stock = (*state.stock, *state.aside)
    if setting in _LAST:
        left = 2 if setting == "again" else 1
        last = state._replace(stock=stock[:left], aside=stock[left:])
        yield found._replace(state=last, setting=_LAST[setting])
    elif setting == "last":
        yield found._replace(state=state._replace(stock=stock, aside=()), setting="drawn")
    elif setting == "pile":
        in_stock = state._replace(pile=state.pile[1:], frozen=(), stock=(red, *state.stock))
        yield Found(in_stock, DRAW, "drawn", red, hand)
    else:
        yield _dealt_otherwise(found)


_LAST = {"drawn": "last", "again": "last again"}
"""What is drawn early, and the same as the last card of the stock."""


def _dealt_otherwise(found: Found) -> Found:
    """The same deal with the red three turned up instead of dealt, or dealt to South instead of turned up."""
    options = found.state.options
    dealt = options.players * options.cards_each
    pack = found.state.packs[0]
    order = [*pack[1:], pack[0]]
    own = range(0, dealt, options.players)
    setting = "upcard" if found.setting == "dealt" else "dealt"
    one, other = (order.index(found.red, 0, dealt), dealt) if setting == "upcard" else (dealt, own[0])
    order[one], order[other] = order[other], order[one]
    state = start(options, found.state.seed, [(order[-1], *order[:-1])])
    return Found(state, cut(1), setting, found.red, tuple(order[at] for at in own))


FOUND = exercise(
    id="can-red-three",
    title="What happens with this red three?",
    topic="red threes",
    rules=(
        "CAN-R3-01",
        "CAN-R3-02",
        "CAN-R3-03",
        "CAN-R3-07",
        "CAN-R3-08",
        "CAN-R3-09",
        "CAN-R3-10",
        "CAN-STOCK-04",
        "CAN-DEAL-07",
        "CAN-FRZ-02",
    ),
    mistakes=(
        "can-red-three-kept",
        "can-red-three-not-replaced",
        "can-red-three-pile-replaced",
        "can-red-three-still-freezes",
        "can-last-red-three-goes-on",
        "can-red-three-upcard-out",
    ),
    levels=("dealt, drawn, found or turned up", "also drawn for another, or drawn last", "the rarer cases"),
    draw=_draw_found,
    ask=_ask_found,
    solution=_found,
    distractors=_found_distractors,
    vary=_other_finds,
    default_level=2,
)

# ---------------------------------------------------------------- what are they worth?


class Reds(NamedTuple):
    """A side's red threes and melds at the end of a deal."""

    red_threes: tuple[Card, ...]
    melds: tuple[Meld, ...]
    hand: tuple[Card, ...]
    options: Options

    @property
    def points(self) -> int:
        return score_sheet(self.melds, self.red_threes, options=self.options).categories["red"]


def _draw_reds(random: Random, level: int, options: Options) -> Reds:
    deck = Deck(random)
    number = deck.one_of({1: (1, 2, 3), 2: (1, 2, 3, 4), 3: (2, 3, 4, 4)}[level])
    ranks = deck.ranks(deck.between(1, 2)) if deck.happens(0.5) else []
    melds = tuple(make_meld(deck.sound(rank, 3, 6, options), options) for rank in ranks)
    return Reds(deck.red_three(number), melds, deck.natural(deck.between(4, 11)), options)


def _ask_reds(position: Reds) -> Prompt:
    melds = meld_places(position.melds, "your side") or [Place("melds", "your side's melds", ())]
    return Prompt(
        "The deal is over. What do your side's red threes bring? Write a minus sign if they are taken off "
        f"({position.options.label}).",
        (forms.number("points", "red threes", least=-2000, most=2000),),
        zones(
            [
                Place("reds", "your side's red threes", position.red_threes),
                *melds,
                Place("left", "left in hand", position.hand),
            ]
        ),
    )


def _reds(position: Reds) -> Solution:
    red_threes, melds, _, options = position
    sheet = score_sheet(melds, red_threes, options=options)
    item = next(item for item in sheet.items if item.cards == red_threes)
    number, one = len(red_threes), len(red_threes) == 1
    each = abs(item.points) // number
    counted = "One red three counts" if one else f"{plural(number, 'red three').capitalize()} count"
    counted = "All four red threes count" if number == 4 else counted
    counted += f" {each}{'' if one else ' each'}{f': {each * number}' if number == 4 else ''}."
    sign = (
        f"Your side has melded, so {'it is' if one else 'they are'} added"
        if melds
        else f"Your side has melded nothing, so {'it is' if one else 'they are'} taken off"
    )
    return Solution(
        {"points": str(item.points)},
        f"{'It brings' if one else 'They bring'} {signed(item.points)}.",
        (
            Step(
                counted,
                ("CAN-VAL-06",),
                red_threes,
                "red threes",
            ),
            Step(f"{sign}: {signed(item.points)}.", ("CAN-SCORE-03", "CAN-R3-07", item.rule)),
        ),
    )


def _reds_hints(position: Reds) -> tuple[str, ...]:
    return (
        "Two questions: has your side all four, and has it melded anything?",
        f"It has {plural(len(position.red_threes), 'red three')} and {plural(len(position.melds), 'meld')}.",
    )


def _reds_distractors(position: Reds) -> Iterator[Distractor]:
    red_threes, melds = position.red_threes, position.melds
    sign = 1 if melds else -1
    number = len(red_threes)
    if abs(position.points) == 200 * number:
        yield Distractor("can-red-threes-not-doubled", str(sign * 100 * number))
    elif number > 1:
        yield Distractor("can-red-threes-doubled", str(sign * 200 * number))
    yield Distractor(
        "can-red-three-credited" if not melds else "can-red-three-debited", str(-position.points)
    )
    if not melds:
        yield Distractor("can-red-three-nothing", "0")
    yield Distractor("can-red-three-as-card", str(value_of(red_threes)), cards=red_threes)


def _with_or_without_meld(position: Reds) -> Iterator[Reds]:
    """The same red threes with one card another, or with no meld."""
    yield position._replace(red_threes=position.red_threes[:-1] or (Card("3D"), Card("3H")))
    yield position._replace(melds=())


REDS = exercise(
    id="can-red-three-score",
    title="What do the red threes bring?",
    topic="red threes",
    rules=("CAN-R3-04", "CAN-R3-05", "CAN-R3-06", "CAN-R3-07", "CAN-SCORE-03", "CAN-VAL-06"),
    mistakes=(
        "can-red-threes-not-doubled",
        "can-red-threes-doubled",
        "can-red-three-credited",
        "can-red-three-debited",
        "can-red-three-nothing",
        "can-red-three-as-card",
    ),
    levels=("up to three", "all four among them", "all four often"),
    draw=_draw_reds,
    ask=_ask_reds,
    solution=_reds,
    distractors=_reds_distractors,
    hints=_reds_hints,
    vary=_with_or_without_meld,
    default_level=2,
)

EXERCISES = (FOUND, REDS)
