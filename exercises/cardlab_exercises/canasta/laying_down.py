"""Exercises on what may be laid down: when a card must be kept, and when black threes may be melded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, State, apply, check, view
from cardlab.canasta.rules.actions import Action, Part, add, discard, meld
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import WILD, canastas
from cardlab.cards import Card, without
from cardlab.display.scene import sentence
from cardlab.errors import Refusal
from cardlab.rulebook import load
from cardlab.wording import plural
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.going_out import nearly_canasta
from cardlab_exercises.canasta.zones import Place, hand_place, meld_places, parts_text, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced, until

# ---------------------------------------------------------------- may you lay so much down?


class Laying(NamedTuple):
    """A turn after the draw, and what its player wants to lay down."""

    state: State
    action: Action

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards left in hand then."""
        return without(self.state.hands[0], self.action.laid)

    def with_hand(self, hand: Iterable[Card]) -> Laying:
        """The same with another hand."""
        return self._replace(state=self.state._replace(hands=(tuple(sorted(hand)), *self.state.hands[1:])))


def _laying(random: Random, level: int, options: Options) -> Laying:
    """An addition or meld after which two cards, one or none are left, with a canasta or near one."""
    deck = Deck(random)
    first, second, third, *odd = deck.ranks(6)
    full = options.canasta_size
    size = deck.one_of(((4, 5, full), (3, 4, 5, full - 1, full), (5, full - 1, full - 1, full))[level - 1])
    melds = [deck.meld(first, size), deck.sound(second, 3, 5, options)]
    to = deck.one_of((first, second))
    parts = [add(to, deck.of(to, 1))]
    if deck.happens(0.4):
        parts.append(Part(deck.of(third, 3)))
    left = deck.of(odd[0], 1) + deck.of(odd[1], 1)
    kept = left[: deck.one_of((0, 0, 0, 1, 1, 2, 2))]
    if len(kept) == 1 and size == full - 1 and deck.happens(0.3):
        kept = deck.of(first, 1) or kept
    hand = [*[card for part in parts for card in part.cards], *kept]
    if len(hand) < 2:
        hand += left[:1]
    state = deck.table(options=options, phase="play", hands=[hand], melds=[melds])
    return Laying(state, meld(*parts))


@lru_cache(maxsize=256)
def refusal(position: Laying) -> Refusal | None:
    """What the referee says against laying down, or against any discard after it; None if all is well."""
    state, action = position
    refusals = verdict(view(state, 0), action).refusals
    if refusals:
        return refusals[0]
    after = view(apply(state, action).state, 0)
    against = [check(after, discard(card)) for card in after.hand if after.to_act == 0]
    return None if not all(against) or not against else against[0][0]


def _allowed(position: Laying) -> bool:
    return refusal(position) is None


_LAYING = (
    ("yes", "yes"),
    ("canasta", "no: your side has no canasta, so you must keep a card"),
    ("discard", "no: a card must be left to discard"),
)


def _ask_laying(position: Laying) -> Prompt:
    state, action = position
    left = position.left
    return Prompt(
        f"You want to lay down {parts_text(action)}{then_discard(left)}. May you?",
        (forms.choose("may", "may you?", _LAYING),),
        zones(
            [
                Place("laid", "laid down", action.laid),
                *meld_places(view(state, 0).own_melds, "your side"),
                hand_place(left, label="left in hand"),
            ]
        ),
    )


def then_discard(left: Sequence[Card]) -> str:
    """What comes after laying down, with these cards left, for a sentence."""
    if not left:
        return ", which leaves no card in your hand"
    return f", and then discard {left[0].short if len(left) == 1 else 'one of the cards left'}"


def _laying_solution(position: Laying) -> Solution:
    state, action = position
    seen = view(state, 0)
    left = position.left
    judged = verdict(seen, action)
    assert judged.table is not None
    have = canastas(judged.table.melds)
    steps = [
        Step(f"{plural(len(left), 'card').capitalize()} would be left in your hand.", (), left, "left"),
        Step(
            f"Your side would have {plural(have, 'canasta') if have else 'no canasta'}.",
            ("CAN-CAN-01", "CAN-OUT-01"),
        ),
    ]
    against = refusal(position)
    if against is not None:
        text = "That would be going out, for which your side needs a canasta."
        if left:
            text = f"After the discard you would hold no card. {text}"
        steps.append(Step(text, (against.rule,)))
        return Solution({"may": "canasta"}, "No, you may not.", tuple(steps))
    how, rules = (" with a last discard", ("CAN-OUT-02",)) if left else (" with no discard", ("CAN-OUT-03",))
    if len(left) > 1:
        steps.append(Step("After the discard you still hold a card, so you do not go out.", ("CAN-OUT-04",)))
    elif canastas(seen.own_melds):
        steps.append(Step(f"Your side has a canasta, so you may go out{how}.", (*rules, "CAN-OUT-01")))
    else:
        text = f"The canasta is finished in this very turn, so you may go out{how}."
        steps.append(Step(text, (*rules, "CAN-OUT-05")))
    return Solution({"may": "yes"}, "Yes, you may.", tuple(steps))


def _laying_distractors(position: Laying) -> Iterator[Distractor]:
    state, action = position
    seen = view(state, 0)
    left = len(position.left)
    table = verdict(seen, action).table
    assert table is not None
    if not left:
        yield Distractor("can-out-needs-discard", "discard")
    if not _allowed(position):
        if not nearly_canasta(table.melds):
            yield Distractor("can-meld-to-one-card" if left else "can-out-without-canasta", "yes")
    elif left > 1:
        yield Distractor("can-two-cards-refused", "canasta")
    elif canastas(state.melds[0]):
        yield Distractor("can-out-refused", "canasta")
    else:
        yield Distractor("can-canasta-of-this-turn", "canasta")


def one_card_more_or_less(position: Laying) -> Iterator[Laying]:
    """The same with one card less or more left in hand."""
    state = position.state
    hand = state.hands[0]
    for card in position.left:
        yield position.with_hand(without(hand, [card]))
    lying = [*hand, *[card for laid in state.melds[0] for card in laid.cards], *state.pile]
    for new in (Card("9H"), Card("4S")):
        if lying.count(new) < 2:
            yield position.with_hand((*hand, new))


LAYING = exercise(
    id="can-keep-a-card",
    title="May you lay so much down?",
    topic="going out",
    rules=("CAN-OUT-01", "CAN-OUT-02", "CAN-OUT-03", "CAN-OUT-04", "CAN-OUT-05", "CAN-CAN-01"),
    mistakes=(
        "can-out-needs-discard",
        "can-meld-to-one-card",
        "can-out-without-canasta",
        "can-two-cards-refused",
        "can-out-refused",
        "can-canasta-of-this-turn",
    ),
    levels=("with a canasta or far from one", "near a canasta", "mostly near a canasta"),
    draw=balanced(_laying, _allowed, tries=40),
    ask=_ask_laying,
    solution=_laying_solution,
    distractors=_laying_distractors,
    vary=one_card_more_or_less,
    default_level=2,
)

# ---------------------------------------------------------------- black threes

_BLACK = (
    ("yes", "yes"),
    ("early", "no: you would not go out with it"),
    ("set", "no: that is no set of black threes"),
    ("canasta", "no: your side has no canasta"),
    ("never", "no: black threes are never laid down"),
)
_BLACK_OF_RULE = {
    "CAN-MELD-05": "early",
    "CAN-MELD-06": "set",
    "CAN-MELD-01": "set",
    "CAN-MELD-02": "set",
    "CAN-MELD-03": "set",
    "CAN-MELD-04": "set",
    "CAN-OUT-01": "canasta",
    "CAN-OUT-04": "canasta",
}


def _black(position: Laying) -> str:
    against = refusal(position)
    return _BLACK_OF_RULE[against.rule] if against else "yes"


def _one_reason(position: Laying) -> bool:
    """Whether at most one of the reasons to choose from holds."""
    judged = verdict(view(position.state, 0), position.action)
    assert judged.table is not None
    reasons = {_BLACK_OF_RULE[refusal.rule] for refusal in judged.refusals}
    if len(position.left) > 1:
        reasons.add("early")
    if not canastas(judged.table.melds):
        reasons.add("canasta")
    return len(reasons) <= 1


def _blacks(random: Random, level: int, options: Options) -> Laying:
    deck = Deck(random)
    first, second, *odd = deck.ranks(5)
    size = options.canasta_size if deck.happens(0.75) else deck.between(4, options.canasta_size - 1)
    number = deck.one_of((3, 3, 3, 4, 2))
    black = deck.black_three(number)
    wild = deck.wild(1) if number == 2 or (level > 1 and deck.happens(0.15)) else ()
    parts = [Part((*black, *wild))]
    if level > 1 and deck.happens(0.5):
        parts.append(add(second, deck.of(second, 1)))
    kept = [card for rank in odd for card in deck.of(rank, 1)][: deck.one_of((0, 0, 1, 1, 2, 3))]
    hand = [*[card for part in parts for card in part.cards], *kept]
    melds = [deck.meld(first, size), deck.sound(second, 3, 5, options)]
    state = deck.table(options=options, phase="play", hands=[hand], melds=[melds])
    return Laying(state, meld(*parts))


def _ask_black(position: Laying) -> Prompt:
    state, action = position
    return Prompt(
        f"You want to lay down {parts_text(action)}{then_discard(position.left)}. May you "
        f"({state.options.label})?",
        (forms.choose("may", "may you?", _BLACK),),
        zones(
            [
                Place("laid", "laid down", action.laid),
                *meld_places(state.melds[0], "your side"),
                hand_place(position.left, label="left in hand"),
            ]
        ),
    )


def _black_solution(position: Laying) -> Solution:
    state, action = position
    against = refusal(position)
    answer = _black(position)
    steps = [
        Step(
            f"{plural(len(position.left), 'card stays', 'cards stay').capitalize()} in your hand, and your "
            f"side has {'a canasta' if canastas(state.melds[0]) else 'no canasta'}.",
            ("CAN-OUT-01",),
            position.left,
            "left",
        )
    ]
    if against:
        text = sentence(against.text)
        return Solution(
            {"may": answer},
            "No, you may not.",
            (*steps, Step(text, (against.rule,), action.parts[0].cards, "black threes")),
        )
    rule = load("canasta").rule("CAN-MELD-06").text(state.options)
    text = f"You go out with it, so black threes may be laid down. {rule}"
    last = Step(text, ("CAN-MELD-06", "CAN-OUT-02", "CAN-MELD-05"), action.parts[0].cards, "black threes")
    return Solution({"may": "yes"}, "Yes, you may.", (*steps, last))


def _black_distractors(position: Laying) -> Iterator[Distractor]:
    answer = _black(position)
    cards = position.action.parts[0].cards
    if answer == "early":
        yield Distractor("can-black-threes-early", "yes", cards=position.left)
    wild = tuple(card for card in cards if WILD[card])
    if answer == "set" and wild:
        yield Distractor("can-black-threes-with-wild", "yes", cards=wild)
    if answer == "canasta" and not nearly_canasta(position.state.melds[0]):
        yield Distractor("can-out-without-canasta", "yes")
    yield Distractor("can-black-threes-never", "never")


def _other_blacks(position: Laying) -> Iterator[Laying]:
    """Near positions with one reason at most."""
    return filter(_one_reason, _near_blacks(position))


def _near_blacks(position: Laying) -> Iterator[Laying]:
    """The same with one of the cards laid exchanged, or with one card less or more in hand."""
    state, action = position
    hand = state.hands[0]
    first = action.parts[0]
    for old in dict.fromkeys(first.cards):
        for new in (Card("3S"), Card("3C"), Card("2D")):
            if hand.count(new) < 2 and not any(new in laid.cards for laid in state.melds[0]) and new != old:
                part = Part((*without(first.cards, [old]), new))
                other = position.with_hand((*without(hand, [old]), new))
                yield other._replace(action=action._replace(parts=(part, *action.parts[1:])))
    yield from one_card_more_or_less(position)


BLACK = exercise(
    id="can-black-threes",
    title="May you lay black threes down?",
    topic="going out",
    rules=("CAN-MELD-05", "CAN-MELD-06", "CAN-OUT-01", "CAN-OUT-02", "CAN-OUT-04"),
    mistakes=(
        "can-black-threes-early",
        "can-black-threes-with-wild",
        "can-out-without-canasta",
        "can-black-threes-never",
    ),
    levels=("black threes alone", "with an addition, or a wild card", "with an addition, or a wild card"),
    draw=balanced(until(_blacks, _one_reason), _allowed, tries=40),
    ask=_ask_black,
    solution=_black_solution,
    distractors=_black_distractors,
    vary=_other_blacks,
    default_level=2,
)

EXERCISES = (LAYING, BLACK)
