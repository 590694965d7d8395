"""Exercises on going out: whether one may, how, what it pays, and when a card must be kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

from cardlab.canasta import Meld, Options, State, View, apply, check, explain, read_action, view
from cardlab.canasta.rules.actions import discard
from cardlab.canasta.rules.going_out import way_out, ways_out
from cardlab.canasta.rules.melds import BLACK_THREE, WILD, canastas
from cardlab.cards import Card, list_cards, show_cards, without
from cardlab.display.scene import sentence
from cardlab.wording import plural
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, at_table, hand_place, meld_places, parts_text, zones
from cardlab_exercises.declaration.declare import Distractor, Grade, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced, until

# ---------------------------------------------------------------- may you go out?

_MAY = (
    ("yes", "yes"),
    ("canasta", "no: your side has no canasta, and you cannot finish one"),
    ("left", "no: too many cards would be left in your hand"),
    ("discard", "no: no card would be left to discard"),
)
_KINDS = {
    1: ("no canasta", "discard", "clean", "stuck"),
    2: ("no canasta", "six", "discard", "clean", "stuck", "finish"),
    3: ("six", "finish", "finish", "stuck", "black", "clean", "no canasta"),
}


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
    if kind == "clean" and deck.happens(0.5):
        hand = [*deck.of(third, 3)]  # no card can be left to discard
    if len(hand) < 2:
        hand += deck.of(odd[1], 1)
    theirs = [deck.sound(odd[2], 3, 5, options)]
    return deck.table(options=options, phase="play", hands=[hand], melds=[melds, theirs])


@lru_cache(maxsize=256)
def may_go_out(state: State) -> str:
    """ "yes", or what is missing: canastas ("canasta"), or homes for the cards in hand ("left")."""
    seen = view(state, 0)
    topic = explain(seen).topic("going out")
    assert topic is not None
    if topic.allowed:
        return "yes"
    return "left" if _canastas_in_reach(seen) else "canasta"


def _canastas_in_reach(seen: View) -> bool:
    """Whether the side has canastas enough, or can with some of the hand, whatever else is left in it."""
    need = seen.options.canastas_to_go_out
    if canastas(seen.own_melds) >= need:
        return True
    wild = [card for card in seen.hand if WILD[card]]
    ranks = dict.fromkeys(card.rank for card in seen.hand if not WILD[card])
    for some in (chosen for size in range(need + 1) for chosen in combinations(ranks, size)):
        for number in range(len(wild) + 1):
            cards = [card for card in seen.hand if card.rank in some] + wild[:number]
            if cards and way_out(seen._replace(hand=tuple(sorted(cards)))) is not None:
                return True
    return False


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
        f"Your side has {plural(have, 'canasta') if have else 'no canasta'} on the table.",
        ("CAN-OUT-01",),
        next((laid.cards for laid in seen.own_melds if laid.canasta), ()),
        "canasta",
    )
    if may == "canasta":
        text = "To go out your side needs a canasta, and you cannot finish one with the cards in your hand."
        return Solution({"may": may}, "No, you may not.", (first, Step(text, ("CAN-CAN-01", "CAN-OUT-01"))))
    if may == "left":
        text = (
            "All your cards but one must be laid down. Whatever you lay down, at least two are left, and "
            "only one can be discarded."
        )
        return Solution({"may": may}, "No, you may not.", (first, Step(text, ("CAN-OUT-02",))))
    way = topic.may[0] if topic.may else discard(seen.hand[0])
    left = without(seen.hand, way.laid)
    text = (
        f"Lay down: {parts_text(way)}." if way.parts else f"Discard {list_cards(way.cards)}, your last card."
    )
    rules: tuple[str, ...] = ("CAN-OUT-02",) if left or not way.parts else ("CAN-OUT-03",)
    if not have:
        rules = (*rules, "CAN-OUT-05")
    if any(BLACK_THREE[card] for card in way.laid):
        rules = (*rules, "CAN-MELD-05")
    if way.parts:
        text += f" Then discard {left[0].short}." if left else " No card is left, and no discard is needed."
    return Solution({"may": "yes"}, "Yes, you may.", (first, Step(text, rules, way.laid, "laid down")))


def _turn_distractors(state: State) -> Iterator[Distractor]:
    may = may_go_out(state)
    seen = view(state, 0)
    have = canastas(seen.own_melds)
    if may == "canasta" and not nearly_canasta(seen.own_melds):
        yield Distractor("can-out-without-canasta", "yes")
    if may == "left":
        yield Distractor("can-out-two-left", "yes")
    if may != "canasta" and not have:
        yield Distractor("can-canasta-of-this-turn", "canasta")
    if may == "yes" and len(seen.hand) > 1 and all(len(way.laid) == len(seen.hand) for way in ways_out(seen)):
        yield Distractor("can-out-needs-discard", "discard")


def nearly_canasta(melds: Sequence[Meld]) -> bool:
    """Whether a meld is one card short: a player who miscounts it thinks that the side has a canasta."""
    return any(len(laid.cards) == laid.canasta_size - 1 for laid in melds)


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
    draw=balanced(_turn, lambda state: may_go_out(state) == "yes", tries=40),
    ask=_ask_turn,
    solution=_turn_solution,
    distractors=_turn_distractors,
    vary=one_card_apart,
    default_level=2,
)

# ---------------------------------------------------------------- go out


def _has_way_out(state: State) -> bool:
    """Whether there is something to lay down in going out."""
    return len(state.hands[0]) > 1 and way_out(view(state, 0)) is not None


def _ask_out(state: State) -> Prompt:
    table = at_table(view(state, 0))
    return Prompt(
        "You can go out in this turn. Write how: 'meld 7C 7D 7H, +K KS' lays three sevens down and adds a "
        "king to your side's kings. One card may be left for a last discard.",
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
        return Grade(0.0, "That is refused.", sentence(refusals[0].text), rules=(refusals[0].rule,))
    after = apply(state, action).state
    left = 0 if after.results else len(after.hands[0])
    if left and action.kind == "discard":
        text = f"You can go out, but this way {plural(left, 'card stays', 'cards stay')} in your hand."
        return Grade(0.0, "That is allowed, but you are not out.", text, "can-out-missed", ("CAN-OUT-02",))
    if left > 1 or (left and action.kind != "meld"):
        text = f"{plural(left, 'card').capitalize()} would be left in your hand."
        return Grade(0.0, "That is allowed, but you are not out.", text, "can-out-two-left", ("CAN-OUT-02",))
    if left:
        against = check(after, discard(after.hands[0][0]))
        if against:
            text = f"Your last card cannot be discarded: {against[0].text}."
            return Grade(0.0, "That is allowed, but you are not out.", text, rules=(against[0].rule,))
        return Grade(1.0, "Right: you discard your last card and are out.", rules=("CAN-OUT-02",))
    return Grade(1.0, "Right: you are out.", rules=("CAN-OUT-03",))


def _out_distractors(state: State) -> Iterator[Distractor]:
    """What might be tried, judged as the answer would be."""
    seen = view(state, 0)
    way = way_out(seen)
    assert way is not None
    tries = [way._replace(parts=way.parts[:-1])] if len(way.parts) > 1 else []
    tries += [way._replace(parts=(part,)) for part in way.parts]
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
    return filter(_has_way_out, (*more, *one_card_apart(state)))


OUT = exercise(
    id="can-go-out-how",
    title="Go out",
    topic="going out",
    rules=("CAN-OUT-01", "CAN-OUT-02", "CAN-OUT-03", "CAN-OUT-05", "CAN-MELD-05"),
    mistakes=("can-out-two-left", "can-out-missed"),
    levels=("with a canasta on the table", "a canasta to finish", "black threes too"),
    draw=until(_turn, _has_way_out),
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

EXERCISES = (MAY, OUT)
