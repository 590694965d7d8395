"""Exercises on the deal: how many cards lie where, and which card begins the discard pile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, State, seat_names, start
from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, RED_THREE
from cardlab.canasta.rules.pile import covered, freeze_rule, freezes
from cardlab.canasta.rules.transitions import dealt, turn_up
from cardlab.cards import JOKER, PACK108, Card, Rank, list_cards, without
from cardlab.wording import plural, say
from cardlab_exercises.canasta.common import by_other_rules, exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced, between

# ---------------------------------------------------------------- the first upcard


class TurnedUpcards(NamedTuple):
    """The next cards of the stock, in order; the first of them is turned up."""

    coming: tuple[Card, ...]
    options: Options

    @property
    def pile(self) -> tuple[Card, ...]:
        """The cards turned up, by the engine."""
        return turn_up(self.coming, self.options)[0]


def _row(random: Random, level: int, options: Options) -> TurnedUpcards:
    deck = Deck(random)
    if level == 3:
        special = _covered_in_a_row(deck)
    else:
        special = deck.draw(deck.between(0, level), lambda card: not NATURAL[card])
        if deck.happens(0.35):
            special = (*deck.black_three(), *special[1:])
    rest = deck.natural(5 - len(special))
    if deck.happens(0.7):  # a card that would freeze, but is not reached
        rest = (*rest[:2], *deck.draw(1, lambda card: not NATURAL[card]), *rest[2:])
    return TurnedUpcards((*special, *rest)[:6], options)


def _covered_in_a_row(deck: Deck) -> tuple[Card, ...]:
    """No special card, or two or three. The last has a rank of its own: letting it stay ends there."""
    last = deck.one_of((deck.black_three(), deck.red_three(), deck.of(Rank.TWO, 1)))
    number = deck.one_of((0, 2, 3, 3))
    others = deck.draw(number - 1, lambda card: not NATURAL[card] and card.rank is not last[0].rank)
    return (*others, *last) if number else ()


_draw_turned = balanced(_row, lambda position: bool(turn_up(*position)[1]))


def _shown(position: TurnedUpcards) -> tuple[Place, ...]:
    return (Place("coming", "next cards of the stock", position.coming, note="turned up from the left"),)


def _stop(coming: tuple[Card, ...], cover: Callable[[Card], bool]) -> int:
    """How many cards are turned up if those that `cover` says are covered."""
    return next((at for at, card in enumerate(coming) if not cover(card)), len(coming) - 1) + 1


def _ask_upcard(position: TurnedUpcards) -> Prompt:
    return Prompt(
        "The first card of this row is turned up to begin the discard pile, and others after it where they "
        f"must, by the {position.options.label}. How many cards are turned up?",
        (forms.number("turned", "cards turned up", least=1, most=6),),
        zones(_shown(position)),
    )


def _upcard(position: TurnedUpcards) -> Solution:
    pile = position.pile
    steps = [
        Step(
            f"Card {n}, {card.short}, may not stay on top: it is covered.",
            ("CAN-DEAL-06",),
            (card,),
            "covered",
        )
        for n, card in enumerate(pile[:-1], 1)
    ]
    kind = "natural card" if NATURAL[pile[-1]] else "black three"
    text = f"{pile[-1].short} may stay on top: by these rules a {kind} is not covered."
    last = Step(text, ("CAN-DEAL-05", "CAN-DEAL-06"), pile[-1:], "stays")
    first = Step("Turn up cards until one may stay on top.", ("CAN-DEAL-05",))
    turned = f"{plural(len(pile), 'card').capitalize()} {'is' if len(pile) == 1 else 'are'} turned up."
    return Solution({"turned": str(len(pile))}, turned, (first, *steps, last))


def _upcard_distractors(position: TurnedUpcards) -> Iterator[Distractor]:
    coming, options = position
    special = tuple(card for card in coming[:1] if not NATURAL[card])
    other = by_other_rules(options, "upcard_cover")
    yield Distractor("can-upcard-black-three", str(_stop(coming, lambda card: covered(card, other))))
    yield Distractor(
        "can-upcard-red-three",
        str(_stop(coming, lambda card: covered(card, options) and not RED_THREE[card])),
    )
    yield Distractor(
        "can-upcard-two-is-low",
        str(_stop(coming, lambda card: covered(card, options) and card.rank is not Rank.TWO)),
    )
    yield Distractor("can-upcard-never-covered", "1", cards=special)
    if len(position.pile) > 2:
        yield Distractor("can-upcard-covered-once", "2")


def _other_upcards(position: TurnedUpcards) -> Iterator[TurnedUpcards]:
    """The same row with its first card another."""
    for card in (Card("9H"), Card("2C"), Card("3S"), Card("3D"), JOKER):
        yield position._replace(coming=(card, *position.coming[1:]))


UPCARD = exercise(
    id="can-upcard-cover",
    title="Which upcards are covered?",
    topic="the first upcard",
    rules=("CAN-DEAL-05", "CAN-DEAL-06"),
    mistakes=(
        "can-upcard-black-three",
        "can-upcard-red-three",
        "can-upcard-two-is-low",
        "can-upcard-never-covered",
        "can-upcard-covered-once",
    ),
    levels=("one special card at most", "up to two of them", "up to three of them"),
    draw=_draw_turned,
    ask=_ask_upcard,
    solution=_upcard,
    distractors=_upcard_distractors,
    vary=_other_upcards,
    default_level=2,
)


_FROZEN = (
    ("yes", "yes"),
    ("no", "no: none of the cards turned up freezes a pile"),
    ("covered", "no: the card that would freeze it is covered"),
)


def _ask_frozen(position: TurnedUpcards) -> Prompt:
    return Prompt(
        "Cards are turned up from the left until one may stay on top. "
        f"Does the discard pile begin frozen by the {position.options.label}?",
        (forms.choose("frozen", "does it begin frozen?", _FROZEN),),
        zones(_shown(position)),
    )


def _frozen(position: TurnedUpcards) -> Solution:
    pile, freezes_it = turn_up(position.coming, position.options)
    cards = tuple(freeze.card for freeze in freezes_it)
    turned = f"{list_cards(pile)} {'is' if len(pile) == 1 else 'are'} turned up."
    special = tuple(card for card in pile if not NATURAL[card])
    rules = dict.fromkeys(freeze_rule(card) for card in cards or special)
    if cards:
        text = f"{list_cards(cards)} {'freezes' if len(cards) == 1 else 'freeze'} the pile from the start."
        text += " Covering it does not change that."
    elif special:
        text = f"By these rules {list_cards(special)} only blocks the pile while it lies on top."
    else:
        text = "Wild cards and threes can freeze a pile, and none of them was turned up."
    return Solution(
        {"frozen": "yes" if cards else "no"},
        "The pile begins frozen." if cards else "The pile begins open.",
        (
            Step(turned, ("CAN-DEAL-06",), pile, "turned up"),
            Step(text, (*rules, "CAN-DEAL-07"), cards, "crosswise"),
        ),
    )


def _frozen_distractors(position: TurnedUpcards) -> Iterator[Distractor]:
    coming, options = position
    pile, freezes_it = turn_up(coming, options)
    special = tuple(card for card in pile if not NATURAL[card])
    if freezes_it:
        if all(BLACK_THREE[card] for card in special):
            text = "By these rules a black three freezes the pile."
            yield Distractor("can-black-three-freeze", "no", text, special)
        if all(RED_THREE[card] for card in special):
            yield Distractor("can-upcard-red-three-free", "no", cards=special)
        yield Distractor("can-freeze-covered-up", "covered", cards=special)
    elif special:
        text = "By these rules a black three only blocks the pile while it lies on top; it freezes nothing."
        yield Distractor("can-black-three-freeze", "yes", text, special)
    elif any(freezes(card, options) for card in coming[len(pile) :]):
        yield Distractor("can-freeze-unturned", "yes")
    else:
        yield Distractor("can-freeze-from-nothing", "yes")


FROZEN_START = exercise(
    id="can-upcard-frozen",
    title="Does the pile begin frozen?",
    topic="the first upcard",
    rules=("CAN-DEAL-07", "CAN-DEAL-06", "CAN-FRZ-01", "CAN-FRZ-02", "CAN-FRZ-03"),
    mistakes=(
        "can-black-three-freeze",
        "can-upcard-red-three-free",
        "can-freeze-covered-up",
        "can-freeze-unturned",
        "can-freeze-from-nothing",
    ),
    levels=("one special card at most", "up to two of them", "up to three of them"),
    draw=_draw_turned,
    ask=_ask_frozen,
    solution=_frozen,
    distractors=_frozen_distractors,
    vary=_other_upcards,
)

# ---------------------------------------------------------------- how many cards are in the stock?


def draw_deal(random: Random, level: int, options: Options) -> State:
    """A deal before the first turn: a red three at most; two; several, or more than one card turned up."""
    while True:
        state = start(options._replace(seating="agreed"), f"{random.random():.9f}")
        state = dealt(state, between(random, 1, 107))
        red_threes = sum(len(cards) for cards in state.red_threes)
        turned = len(state.pile)
        most = max(red_threes, turned)
        if (red_threes <= 1 == turned, most <= 2, most > 1)[level - 1]:
            return state


def ask_stock(state: State) -> Prompt:
    options = state.options
    named = zip(seat_names(options), state.red_threes, strict=True)
    return Prompt(
        f"{plural(options.players, 'player').capitalize()} have been dealt their cards, red threes are laid "
        "out and replaced, and the pile is begun. How many cards are left in the stock?",
        (forms.number("stock", "cards in the stock", most=108),),
        zones(
            [
                Place("pile", "turned up", state.pile),
                *[
                    Place(f"reds-{name.lower()}", f"{name}'s red threes", cards)
                    for name, cards in named
                    if cards
                ],
                Place("hand", "your hand", state.hands[0]),
            ]
        ),
    )


def stock_solution(state: State) -> Solution:
    options = state.options
    right, each, players = len(state.stock), options.cards_each, options.players
    red_threes = tuple(card for cards in state.red_threes for card in cards)
    laid_out = f" − {len(red_threes)}" if red_threes else ""
    turned = len(state.pile)
    rule = {4: "CAN-DEAL-03", 3: "CAN-3P-01", 2: "CAN-2P-01"}[players]
    steps = [
        Step(f"The double pack has {len(PACK108)} cards.", ("CAN-PACK-01", "CAN-DEAL-04")),
        Step(f"{say(players).capitalize()} hands of {each} make {players * each}.", (rule,)),
    ]
    if red_threes:
        are = "is" if len(red_threes) == 1 else "are"
        text = (
            f"{plural(len(red_threes), 'red three').capitalize()} {are} laid out and replaced: "
            f"{plural(len(red_threes), 'more card')} from the stock."
        )
        steps.append(Step(text, ("CAN-R3-01", "CAN-R3-09"), red_threes, "red threes"))
    steps += [
        Step(
            f"{plural(turned, 'card').capitalize()} {'begins' if turned == 1 else 'begin'} the discard pile.",
            ("CAN-DEAL-05",),
            state.pile,
            "turned up",
        ),
        Step(
            f"{len(PACK108)} − {players * each}{laid_out} − {turned} = {right}.",
            ("CAN-DEAL-04",),
        ),
    ]
    turns_on = ("CAN-R3-01", "CAN-DEAL-05") if turned > 1 else ("CAN-DEAL-05", "CAN-R3-01")
    by_field = {"stock": ("CAN-DEAL-04", rule, *(turns_on if red_threes else ("CAN-DEAL-05",)))}
    return Solution(
        {"stock": str(right)}, f"{right} cards are left in the stock.", tuple(steps), by_field=by_field
    )


def stock_distractors(state: State) -> Iterator[Distractor]:
    right = len(state.stock)
    red_threes = sum(len(cards) for cards in state.red_threes)
    if len(state.pile) > 1:
        yield Distractor("can-upcard-counted-once", str(right + len(state.pile) - 1), cards=state.pile)
    if red_threes:
        yield Distractor("can-red-three-unpaid", str(right + red_threes))
    yield Distractor("can-upcard-still-in-stock", str(right + len(state.pile)), cards=state.pile)
    yield Distractor("can-jokers-left-out", str(right - 4))
    yield Distractor("can-one-pack", str(max(0, right - len(PACK108) // 2)))


def one_red_three_apart(state: State) -> Iterator[State]:
    """The same deal with one red three less laid out, which lies in the stock then; or with one more."""
    for seat, cards in enumerate(state.red_threes):
        if cards:
            red_threes = (*state.red_threes[:seat], cards[:-1], *state.red_threes[seat + 1 :])
            yield state._replace(red_threes=red_threes, stock=(*state.stock, cards[-1]))
            return
    for red in state.stock:
        if RED_THREE[red]:
            yield state._replace(
                red_threes=((red,), *state.red_threes[1:]), stock=without(state.stock, [red])
            )
            return


STOCK = exercise(
    id="can-deal-stock",
    title="How many cards are in the stock?",
    topic="the deal",
    rules=("CAN-DEAL-03", "CAN-DEAL-04", "CAN-DEAL-05", "CAN-PACK-01", "CAN-R3-01", "CAN-R3-09"),
    mistakes=(
        "can-upcard-counted-once",
        "can-red-three-unpaid",
        "can-upcard-still-in-stock",
        "can-jokers-left-out",
        "can-one-pack",
    ),
    levels=("a red three at most", "up to two red threes", "several, or cards that are covered"),
    draw=draw_deal,
    ask=ask_stock,
    solution=stock_solution,
    distractors=stock_distractors,
    vary=one_red_three_apart,
    default_level=3,
)

EXERCISES = (STOCK, UPCARD, FROZEN_START)
