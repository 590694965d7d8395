"""The exercise on freezing: is the discard pile frozen, and by which cards?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, View, view
from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, RED_THREE
from cardlab.canasta.rules.pile import freeze_rule, freezes
from cardlab.canasta.rules.state import Freeze
from cardlab.cards import Card, list_words
from cardlab.display.scene import sentence
from cardlab.wording import plural
from cardlab_exercises.canasta.common import by_other_rules, exercise, slip
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import pile_place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced


class Lying(NamedTuple):
    """A pile as the next player sees it, and a freezing card that lay in the pile taken before, if any."""

    seen: View
    before: Card | None


_STATES = (
    ("open", "it is open"),
    ("frozen", "it is frozen"),
    ("blocked", "it is only blocked for the next player"),
)


def _lying(random: Random, level: int, options: Options) -> Lying:
    """From level 2 on the card that freezes lies deeper, and black threes are among the cards."""
    deck = Deck(random)
    cards = list(deck.natural(deck.between(2, 3 + 2 * level)))
    if deck.happens(0.25):
        cards.insert(0, deck.red_three()[0])
    elif deck.happens(0.5):
        cards.insert(deck.between(0 if level == 1 else 1, len(cards)), deck.wild(1)[0])
    if level > 1 and deck.happens(0.5):
        cards.insert(deck.between(1, len(cards)), deck.black_three()[0])
    before = deck.wild(1)[0] if deck.happens(0.3) else None
    state = deck.table(options=options, pile=cards, melds=[[deck.sound(deck.ranks(1)[0], 3, 4, options)]])
    return Lying(view(state, 0), before)


def _ask_lying(position: Lying) -> Prompt:
    before = position.before
    story = (
        f"A pile with {before.short} in it was taken some turns ago; a new one has grown since. "
        if before
        else ""
    )
    pile = pile_place(position.seen)._replace(cross=())
    lying = [(card.code, card.short) for card in dict.fromkeys(position.seen.pile)]
    # Crosswise cards would give the answer away.
    return Prompt(
        f"{story}Is the discard pile frozen by the {position.seen.options.label}, and by which cards? "
        "Here all cards lie straight.",
        (forms.choose("state", "the pile", _STATES), forms.several("by", "frozen by", lying)),
        zones([pile]),
    )


def _frozen_by(position: Lying) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(freeze.card for freeze in position.seen.frozen))


def _codes(position: Lying, cards: Iterable[Card]) -> str:
    """The cards as the choices name them, in the order of the pile."""
    named = set(cards)
    return " ".join(card.code for card in dict.fromkeys(position.seen.pile) if card in named) or "none"


def _answer(position: Lying, cards: Iterable[Card]) -> dict[str, str]:
    """The answer to both fields if these cards froze the pile."""
    by = _codes(position, cards)
    state = "frozen" if by != "none" else "open" if NATURAL[position.seen.pile[-1]] else "blocked"
    return {"state": state, "by": by}


def _lying_solution(position: Lying) -> Solution:
    seen = position.seen
    cards = _frozen_by(position)
    state = _answer(position, cards)["state"]
    top = seen.pile[-1]
    look = "Look for wild cards, for red threes and for black threes."
    first = Step(look, tuple(dict.fromkeys(freeze_rule(card) for card in seen.pile if not NATURAL[card])))
    if cards:
        one = len(cards) == 1
        at_table = "at a table it lies crosswise" if one else "at a table they lie crosswise"
        named = list_words([card.said for card in cards])
        text = sentence(f"{named} {'freezes' if one else 'freeze'} the pile; {at_table}")
        last = Step(
            f"{text} Only taking the pile ends that.",
            ("CAN-FRZ-04", "CAN-FRZ-05", freeze_rule(cards[0])),
            cards,
            "crosswise",
        )
    elif state == "blocked":
        text = f"{top.short} on top blocks the pile for the next player, and no longer."
        last = Step(text, ("CAN-PILE-08", "CAN-FRZ-03"), (top,), "blocks")
    elif position.before is not None:
        last = Step(
            f"{position.before.short} went with the pile that was taken; nothing in this one freezes it.",
            ("CAN-FRZ-05",),
        )
    else:
        last = Step("There is nothing in it that freezes a pile.", ("CAN-FRZ-01",))
    titles = {
        "open": "The pile is open.",
        "frozen": "The pile is frozen.",
        "blocked": "The pile is blocked for one turn.",
    }
    by_field = {"state": last.rules, "by": last.rules}
    return Solution(_answer(position, cards), titles[state], (first, last), by_field=by_field)


def _lying_hints(position: Lying) -> tuple[str, ...]:
    number = len(_frozen_by(position))
    freeze = "freeze" if position.seen.options.black_three_pile == "freezes" else "do not freeze"
    return (
        f"Wild cards freeze the pile, and so does a red three turned up. By these rules black threes "
        f"{freeze} it. What lies on top of a freezing card changes nothing.",
        f"{plural(number, 'card').capitalize()} of this pile {'freezes' if number == 1 else 'freeze'} it.",
    )


def _lying_distractors(position: Lying) -> Iterator[Distractor]:
    seen, options = position.seen, position.seen.options
    blacks = tuple(card for card in seen.pile if BLACK_THREE[card])
    cards = _frozen_by(position)
    right = _answer(position, cards)
    if cards:
        top = [card for card in cards if card is seen.pile[-1]]
        yield slip("can-freeze-covered-up", right, _answer(position, top), cards=cards)
        red_threes = tuple(card for card in cards if RED_THREE[card])
        if red_threes:
            rest = set(cards) - set(red_threes)
            yield slip("can-upcard-red-three-free", right, _answer(position, rest), cards=red_threes)
    if blacks:
        other = by_other_rules(options, "black_three_pile")
        wrong = _answer(position, {card for card in seen.pile if freezes(card, other)})
        text = "By these rules a black three freezes the pile."
        if options.black_three_pile != "freezes":
            text = "By these rules a black three freezes nothing; it only blocks while it lies on top."
        yield slip("can-black-three-freeze", right, wrong, text, blacks)
    if position.before is not None and not cards:
        yield Distractor("can-freeze-outlives-taking", "frozen", field="state")


def _other_piles(position: Lying) -> Iterator[Lying]:
    """The same pile with one card exchanged: the one that froze it, or one that did not."""
    seen, options = position.seen, position.seen.options
    new = Card("9D") if len(seen.frozen) == 1 else Card("2C")
    for at, old in enumerate(seen.pile):
        if freezes(old, options) != freezes(new, options):
            pile = (*seen.pile[:at], new, *seen.pile[at + 1 :])
            frozen = tuple(Freeze(card, place) for place, card in enumerate(pile) if freezes(card, options))
            other = position._replace(seen=seen._replace(pile=pile, frozen=frozen))
            if {*_frozen_by(other)} != {*_frozen_by(position)}:
                yield other


FROZEN = exercise(
    id="can-pile-frozen",
    title="Is the pile frozen, and by what?",
    topic="freezing the pile",
    rules=("CAN-FRZ-01", "CAN-FRZ-02", "CAN-FRZ-03", "CAN-FRZ-04", "CAN-FRZ-05", "CAN-PILE-08"),
    mistakes=(
        "can-freeze-covered-up",
        "can-upcard-red-three-free",
        "can-black-three-freeze",
        "can-freeze-outlives-taking",
    ),
    levels=("a short pile", "black threes in it", "a long pile"),
    draw=balanced(_lying, lambda one: bool(one.seen.frozen)),
    ask=_ask_lying,
    solution=_lying_solution,
    distractors=_lying_distractors,
    hints=_lying_hints,
    vary=_other_piles,
    default_level=2,
)

EXERCISES = (FROZEN,)
