"""Exercises on going out: whether one may, how, what it pays, and when a card must be kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, State, apply, check, explain, read_action, view
from cardlab.canasta.rules.actions import Action, Part, add, discard, meld
from cardlab.canasta.rules.going_out import way_out
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import BLACK_THREE, canastas, plural
from cardlab.cards import Card, list_cards, show_cards, without
from cardlab.display.scene import sentence
from cardlab.errors import Refusal
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, at_table, hand_place, meld_places, parts_text, zones
from cardlab_exercises.declaration import forms
from cardlab_exercises.declaration.declare import Distractor, Grade, Prompt, Solution, Step
from cardlab_exercises.declaration.sampling import aim

# ---------------------------------------------------------------- may you go out?

_MAY = (
    ("yes", "yes"),
    ("canasta", "no: your side has no canasta, and you cannot finish one"),
    ("left", "no: too many cards would be left in your hand"),
)
_KINDS = {
    1: ("no canasta", "discard", "clean", "stuck"),
    2: ("no canasta", "six", "discard", "clean", "stuck", "finish"),
    3: ("six", "finish", "finish", "stuck", "black", "clean", "no canasta"),
}


def _draw_turn(random: Random, level: int, options: Options) -> State:
    return aim(
        random,
        lambda random: _turn(random, level, options),
        lambda state: may_go_out(state) == "yes",
        (True, False),
        tries=40,
    )


def _turn(random: Random, level: int, options: Options) -> State:
    """A turn after the draw, with few cards in hand, that goes out or nearly does."""
    deck = Deck(random)
    kind = deck.one_of(_KINDS[level])
    first, second, third, *odd = deck.ranks(6)
    full = options.canasta_size
    size = {"no canasta": deck.between(3, full - 2), "six": full - 1, "finish": full - 1}.get(
        kind, deck.between(full, full + 1)
    )
    wild = deck.one_of((0, 1))
    melds = [deck.meld(first, size - wild, wild), deck.sound(second, 3, 5, options)]
    hand = [*deck.of(second, deck.between(1, 2))]
    if kind == "finish":
        hand += deck.of(first, 1) or deck.wild(1)
    elif deck.happens(0.4):
        hand += deck.wild(1)
    if kind == "black":
        hand += deck.black_three(deck.between(2, 3))
    elif deck.happens(0.5):
        hand += deck.of(third, 3)
    if kind in ("discard", "finish", "no canasta", "six") and deck.happens(0.7):
        hand += deck.of(odd[0], 1)
    if kind == "stuck":
        hand += [*deck.of(odd[0], 1), *deck.of(odd[1], 1)]
    if len(hand) < 2:
        hand += deck.of(odd[1], 1)
    theirs = [deck.sound(odd[2], 3, 5, options)]
    return deck.table(options=options, phase="play", hands=[hand], melds=[melds, theirs])


@lru_cache(maxsize=256)
def may_go_out(state: State) -> str:
    topic = explain(view(state, 0)).topic("going out")
    assert topic is not None
    if topic.allowed:
        return "yes"
    return "left" if "CAN-OUT-02" in topic.rules else "canasta"


def _ask_turn(state: State) -> Prompt:
    return Prompt(
        f"You have drawn. May you go out in this turn ({state.options.label})?",
        (forms.choose("may", "may you go out?", _MAY),),
        zones(_own_places(state)),
    )


def _own_places(state: State) -> list[Place]:
    seen = view(state, 0)
    return [
        *meld_places(seen.own_melds, "your side"),
        *meld_places(seen.melds[1], "opponents"),
        hand_place(seen.hand),
    ]


def _turn_solution(state: State) -> Solution:
    seen = view(state, 0)
    topic = explain(seen).topic("going out")
    assert topic is not None
    may = may_go_out(state)
    have = canastas(seen.own_melds)
    first = Step(
        f"Your side has {plural(have, 'canasta')} on the table.",
        ("CAN-OUT-01",),
        next((laid.cards for laid in seen.own_melds if laid.canasta), ()),
        "canasta",
    )
    if may != "yes":
        return Solution({"may": may}, "No.", (first, Step(sentence(topic.text), topic.rules)))
    way = topic.may[0] if topic.may else discard(seen.hand[0])
    left = without(seen.hand, [card for part in way.parts for card in part.cards])
    text = (
        f"Lay down: {parts_text(way)}." if way.parts else f"Discard {list_cards(way.cards)}, your last card."
    )
    rules: tuple[str, ...] = ("CAN-OUT-02",) if left or not way.parts else ("CAN-OUT-03",)
    if not have:
        rules = (*rules, "CAN-OUT-05")
    if any(BLACK_THREE[card] for part in way.parts for card in part.cards):
        rules = (*rules, "CAN-MELD-05")
    if way.parts:
        text += f" Then discard {left[0].short}." if left else " Nothing is left, and no discard is needed."
    laid = tuple(card for part in way.parts for card in part.cards)
    return Solution({"may": "yes"}, "Yes, you may.", (first, Step(text, rules, laid, "laid down")))


def _turn_distractors(state: State) -> Iterator[Distractor]:
    may = may_go_out(state)
    seen = view(state, 0)
    have = canastas(seen.own_melds)
    if may == "canasta":
        six = [laid for laid in seen.own_melds if len(laid.cards) == laid.canasta_size - 1]
        if six:
            yield Distractor("can-six-cards-canasta", "yes", cards=six[0].cards)
        yield Distractor("can-out-without-canasta", "yes")
    if may == "left":
        yield Distractor("can-out-two-left", "yes")
    if may == "yes":
        if not have:
            yield Distractor("can-canasta-of-this-turn", "canasta")
        way = way_out(seen)
        if way is not None and len([card for part in way.parts for card in part.cards]) == len(seen.hand):
            yield Distractor("can-out-needs-discard", "left")


def one_card_apart(state: State) -> Iterator[State]:
    """The same with one card less or more in hand, or one exchanged."""
    hand = state.hands[0]
    if len(hand) > 1:
        for card in dict.fromkeys(hand):
            yield state._replace(hands=(without(hand, [card]), *state.hands[1:]))
    lying = [*hand, *[card for side in state.melds for laid in side for card in laid.cards], *state.pile]
    for new in (Card("9H"), Card("4S"), Card("QC"), Card("2C")):
        if lying.count(new) < 2:
            yield state._replace(hands=(tuple(sorted((*hand, new))), *state.hands[1:]))


MAY = exercise(
    id="can-go-out",
    title="May you go out?",
    topic="going out",
    rules=("CAN-OUT-01", "CAN-OUT-02", "CAN-OUT-03", "CAN-OUT-05", "CAN-CAN-01", "CAN-MELD-05"),
    mistakes=(
        "can-six-cards-canasta",
        "can-out-without-canasta",
        "can-out-two-left",
        "can-canasta-of-this-turn",
        "can-out-needs-discard",
    ),
    levels=(
        "with a canasta or without",
        "canastas that are nearly there",
        "finished in this turn, black threes",
    ),
    draw=_draw_turn,
    ask=_ask_turn,
    solution=_turn_solution,
    distractors=_turn_distractors,
    vary=one_card_apart,
    default_level=2,
)

# ---------------------------------------------------------------- go out


def _draw_out(random: Random, level: int, options: Options) -> State:
    while True:
        state = _turn(random, level, options)
        if len(state.hands[0]) > 1 and way_out(view(state, 0)) is not None:
            return state


def _ask_out(state: State) -> Prompt:
    table = at_table(view(state, 0))
    return Prompt(
        "You can go out. Write how: 'meld 7C 7D 7H, +K KS' lays sevens down and adds to the kings. One card "
        "may be left for a last discard.",
        (forms.action("action", "you"),),
        table.zones,
        table,
    )


def _out_solution(state: State) -> Solution:
    way = way_out(view(state, 0))
    assert way is not None
    solution = _turn_solution(state)
    return Solution({"action": str(way)}, sentence(str(way)), solution.steps)


def _grade_out(state: State, answer: Mapping[str, str]) -> Grade:
    seen = view(state, 0)
    action = read_action(answer["action"], seen)
    refusals = check(seen, action)
    if refusals:
        mistake = {
            "CAN-MELD-01": "can-pair-meld",
            "CAN-MELD-05": "can-out-two-left",
        }.get(refusals[0].rule, "")
        return Grade(0.0, "That is refused.", sentence(refusals[0].text), mistake, (refusals[0].rule,))
    after = apply(state, action).state
    left = 0 if after.results else len(after.hands[0])
    if left and action.kind == "discard":
        text = f"You could have gone out; now {plural(left, 'card')} stay in your hand."
        return Grade(0.0, "That is allowed, but you are not out.", text, "can-out-missed", ("CAN-OUT-02",))
    if left > 1 or (left and action.kind != "meld"):
        text = f"{plural(left, 'card').capitalize()} would be left in your hand."
        return Grade(0.0, "That is allowed, but you are not out.", text, "can-out-two-left", ("CAN-OUT-02",))
    rule = "CAN-OUT-02" if left else "CAN-OUT-03"
    return Grade(1.0, "Right: you go out.", rules=(rule,))


def _out_distractors(state: State) -> Iterator[Distractor]:
    """What might be tried, judged as the answer would be."""
    seen = view(state, 0)
    way = way_out(seen)
    assert way is not None
    tries = [way._replace(parts=way.parts[:-1])] if len(way.parts) > 1 else []
    tries += [way._replace(parts=(part,)) for part in way.parts]
    tries += [meld(*[Part(part.cards) for part in way.parts])]
    tries += [discard(card) for card in dict.fromkeys(seen.hand)]
    for action in tries:
        grade = _grade_out(state, {"action": str(action)})
        if grade.mistake:
            yield Distractor(grade.mistake, str(action), grade.text)


def _no_way(state: State) -> str:
    return f"discard {show_cards(state.hands[0][:1])}"


def _other_ways_out(state: State) -> Iterator[State]:
    """The same with one card less or more in hand, with which one can go out in another way."""
    hand = state.hands[0]
    joining = [card for laid in state.melds[0] for card in laid.cards if hand.count(card) < 1]
    more = [state._replace(hands=(tuple(sorted((*hand, card))), *state.hands[1:])) for card in joining]
    for other in (*more, *one_card_apart(state)):
        if len(other.hands[0]) > 1 and way_out(view(other, 0)) is not None:
            yield other


OUT = exercise(
    id="can-go-out-how",
    title="Go out",
    topic="going out",
    rules=("CAN-OUT-01", "CAN-OUT-02", "CAN-OUT-03", "CAN-OUT-05", "CAN-MELD-05"),
    mistakes=("can-out-two-left", "can-pair-meld", "can-out-missed"),
    levels=("with a canasta on the table", "a canasta to finish", "black threes too"),
    draw=_draw_out,
    ask=_ask_out,
    solution=_out_solution,
    distractors=_out_distractors,
    grade=_grade_out,
    vary=_other_ways_out,
    read_action=lambda state, text: str(read_action(text, view(state, 0))),
    wrong=_no_way,
    default_level=2,
    form_label="your action",
)

# ---------------------------------------------------------------- may you lay so much down?


class Laying(NamedTuple):
    """A turn after the draw, and what its player wants to lay down."""

    state: State
    action: Action


def _draw_laying(random: Random, level: int, options: Options) -> Laying:
    return aim(random, lambda random: _laying(random, level, options), _allowed, (True, False), tries=40)


def _laying(random: Random, level: int, options: Options) -> Laying:
    """An addition or meld after which two cards, one or none are left, with a canasta or near one."""
    deck = Deck(random)
    first, second, third, *odd = deck.ranks(6)
    full = options.canasta_size
    size = deck.one_of(((4, 5, full), (5, full - 1, full - 1, full), (*[full - 1] * 3, full))[level - 1])
    melds = [deck.meld(first, size), deck.sound(second, 3, 5, options)]
    to = deck.one_of((first, second))
    parts = [add(to, deck.of(to, 1))]
    if deck.happens(0.4):
        parts.append(Part(deck.of(third, 3)))
    left = deck.of(odd[0], 1) + deck.of(odd[1], 1)
    kept = left[: deck.one_of((0, 1, 1, 2, 2))]
    if len(kept) == 1 and size == full - 1 and deck.happens(0.3):
        kept = deck.of(first, 1) or kept
    hand = [*[card for part in parts for card in part.cards], *kept]
    if len(hand) < 2:
        hand += left[:1]
    state = deck.table(options=options, phase="play", hands=[hand], melds=[melds])
    return Laying(state, meld(*parts))


@lru_cache(maxsize=256)
def _refusal(position: Laying) -> Refusal | None:
    """What the referee says against laying down, or against any discard after it; None if all is well."""
    state, action = position
    refusals = verdict(view(state, 0), action).refusals
    if refusals:
        return refusals[0]
    after = view(apply(state, action).state, 0)
    against = [check(after, discard(card)) for card in after.hand if after.to_act == 0]
    return None if not all(against) or not against else against[0][0]


def _allowed(position: Laying) -> bool:
    return _refusal(position) is None


def _ask_laying(position: Laying) -> Prompt:
    state, action = position
    laid = [card for part in action.parts for card in part.cards]
    left = without(state.hands[0], laid)
    then = ", and discard after that" if left else ", which leaves no card in your hand"
    return Prompt(
        f"You want to lay down {parts_text(action)}{then}. May you?",
        (forms.yes_no("may", "may you?"),),
        zones(
            [
                Place("laid", "laid down", tuple(laid)),
                *meld_places(view(state, 0).own_melds, "your side"),
                hand_place(left, label="left in hand"),
            ]
        ),
    )


def _laying_solution(position: Laying) -> Solution:
    state, action = position
    seen = view(state, 0)
    laid = [card for part in action.parts for card in part.cards]
    left = without(seen.hand, laid)
    judged = verdict(seen, action)
    assert judged.table is not None
    have = canastas(judged.table.melds)
    steps = [
        Step(f"{plural(len(left), 'card').capitalize()} would be left in your hand.", (), left, "left"),
        Step(f"Your side would have {plural(have, 'canasta')}.", ("CAN-OUT-01",)),
    ]
    refusal = _refusal(position)
    if refusal is not None:
        steps.append(Step(sentence(refusal.text), (refusal.rule,)))
        return Solution({"may": "no"}, "No, you may not.", tuple(steps))
    if len(left) > 1:
        steps.append(Step("After the discard you still hold a card.", ("CAN-OUT-04",)))
    elif canastas(seen.own_melds):
        steps.append(Step("Your side has a canasta, so you may go out.", ("CAN-OUT-02", "CAN-OUT-01")))
    else:
        steps.append(
            Step(
                "The canasta is finished in this very turn, so you may go out.", ("CAN-OUT-05", "CAN-OUT-04")
            )
        )
    return Solution({"may": "yes"}, "Yes, you may.", tuple(steps))


def _laying_distractors(position: Laying) -> Iterator[Distractor]:
    state, action = position
    left = len(state.hands[0]) - len([card for part in action.parts for card in part.cards])
    if not _allowed(position):
        yield Distractor("can-meld-to-one-card" if left else "can-out-without-canasta", "yes")
    elif left > 1:
        yield Distractor("can-two-cards-refused", "no")
    elif canastas(state.melds[0]):
        yield Distractor("can-out-refused", "no")
    else:
        yield Distractor("can-canasta-of-this-turn", "no")


def _other_layings(position: Laying) -> Iterator[Laying]:
    """The same with one card more or less in hand."""
    state, action = position
    hand = state.hands[0]
    laid = [card for part in action.parts for card in part.cards]
    for card in without(hand, laid):
        yield position._replace(state=state._replace(hands=(without(hand, [card]), *state.hands[1:])))
    lying = [*hand, *[card for laid in state.melds[0] for card in laid.cards], *state.pile]
    for new in (Card("9H"), Card("4S")):
        if lying.count(new) < 2:
            yield position._replace(
                state=state._replace(hands=(tuple(sorted((*hand, new))), *state.hands[1:]))
            )


LAYING = exercise(
    id="can-keep-a-card",
    title="May you lay so much down?",
    topic="going out",
    rules=("CAN-OUT-01", "CAN-OUT-02", "CAN-OUT-04", "CAN-OUT-05"),
    mistakes=(
        "can-meld-to-one-card",
        "can-out-without-canasta",
        "can-two-cards-refused",
        "can-out-refused",
        "can-canasta-of-this-turn",
    ),
    levels=("with a canasta or far from one", "near a canasta", "mostly near a canasta"),
    draw=_draw_laying,
    ask=_ask_laying,
    solution=_laying_solution,
    distractors=_laying_distractors,
    vary=_other_layings,
    default_level=2,
)

EXERCISES = (MAY, LAYING, OUT)
