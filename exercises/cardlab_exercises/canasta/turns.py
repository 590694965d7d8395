"""The exercise on the turn as a whole: which of its steps is against the rules?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, State, apply, view
from cardlab.canasta.rules.actions import DRAW, Action, add, discard, meld, take_with
from cardlab.canasta.rules.legality import verdict
from cardlab.cards import list_cards
from cardlab.display.scene import sentence
from cardlab.errors import Refusal
from cardlab.wording import say
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, hand_place, meld_places, pile_place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms


class PlayedTurn(NamedTuple):
    """A turn that begins, the steps that South takes in it, and the mistake worked into them.

    `other` is the same turn without the mistake; where there is none in it, with one: the steps and it.
    """

    state: State
    steps: tuple[Action, ...]
    mistake: str
    other: tuple[tuple[Action, ...], str]


_MISTAKES = (
    "can-turn-no-card",
    "can-turn-two-cards",
    "can-turn-pile-too",
    "can-turn-after-discard",
    "can-turn-two-discards",
    "can-add-to-opponents",
    "can-ranks-mixed",
    "can-pair-meld",
)


def _draw_played(random: Random, level: int, options: Options) -> PlayedTurn:
    """A lawful turn, into which in four of five cases one mistake is worked."""
    deck = Deck(random)
    first, second, third, fourth, *odd = deck.ranks(7)
    triple, joins, foreign = deck.of(second, 3), deck.of(first, 1), deck.of(fourth, 1)
    more = deck.of(third, 3) if level > 1 else ()
    spare = [card for rank in odd for card in deck.of(rank, 1)]
    ranks = (first, second, third, fourth, *odd)
    state = deck.table(
        options=options,
        hands=[(*triple, *joins, *foreign, *more, *spare)],
        melds=[[deck.sound(first, 3, 5, options)], [deck.sound(fourth, 3, 5, options)]],
        draws=deck.natural(1, ranks),
        pile=deck.natural(deck.between(2, 4), ranks),
    )
    laying = deck.mixed([meld(triple), meld(add(first, joins)), *([meld(more)] if more else [])])
    turn = (DRAW, *laying, discard(spare[0]))
    at = deck.between(1, len(turn) - 1)
    broken: dict[str, tuple[Action, ...]] = {
        "": turn,
        "can-turn-no-card": turn[1:],
        "can-turn-two-cards": (*turn[:at], DRAW, *turn[at:]),
        "can-turn-pile-too": (*turn[:at], take_with(spare[1:3]), *turn[at:]),
        "can-turn-after-discard": (DRAW, *laying[1:], turn[-1], laying[0]),
        "can-turn-two-discards": (*turn, discard(spare[1])),
        "can-add-to-opponents": (*turn[:at], meld(add(fourth, foreign)), *turn[at:]),
        "can-ranks-mixed": _with(turn, meld(triple), meld((*triple[:2], spare[1]))),
        "can-pair-meld": _with(turn, meld(triple), meld(triple[:2])),
    }
    lawful = deck.happens(0.2)
    mistake = deck.one_of(_MISTAKES[: 6 if level == 1 else len(_MISTAKES)])
    one, other = ("", mistake) if lawful else (mistake, "")
    return PlayedTurn(state, broken[one], one, (broken[other], other))


def _with(turn: tuple[Action, ...], old: Action, new: Action) -> tuple[Action, ...]:
    return tuple(new if step == old else step for step in turn)


@lru_cache(maxsize=256)
def _judged(position: PlayedTurn) -> tuple[tuple[str, ...], list[Refusal]]:
    """The rules of the steps that the engine accepts, and what it has against the first that it refuses."""
    state = position.state
    rules: list[str] = []
    for action in position.steps:
        refusals = verdict(view(state, 0), action).refusals
        if refusals:
            return tuple(rules), refusals
        step = apply(state, action)
        rules.append(step.events[0].rules[0])
        state = step.state
    return tuple(rules), []


def _words(action: Action) -> str:
    """A step for the screen."""
    if action.kind == "draw":
        return "draw from the stock"
    if action.kind == "discard":
        return f"discard {list_cards(action.cards)}"
    if action.kind == "take":
        return f"take the discard pile with {list_cards(action.cards)}"
    part = action.parts[0]
    if part.rank is None:
        return f"lay down {list_cards(part.cards)}"
    return f"add {list_cards(part.cards)} to the {part.rank.plural}"


def _told(at: int, action: Action, judged: str) -> str:
    return f"{at}. {sentence(_words(action))[:-1]}: {judged}."


def _ask_played(position: PlayedTurn) -> Prompt:
    state = position.state
    seen = view(state, 0)
    steps = [(f"step-{at}", f"{at}. {_words(action)}") for at, action in enumerate(position.steps, 1)]
    return Prompt(
        "These are the steps of your turn, in order. Which is the first that is against the rules "
        f"({state.options.label})?",
        (forms.choose("step", "against the rules", [*steps, ("none", "none: it is a lawful turn")]),),
        zones(
            [
                pile_place(seen),
                *meld_places(seen.own_melds, "your side"),
                *meld_places(seen.melds[1], "opponents"),
                Place("stock", "next card of the stock", state.stock[:1]),
                hand_place(seen.hand),
            ]
        ),
    )


_BROKEN = {
    "can-turn-two-cards": "CAN-TURN-01",
    "can-turn-pile-too": "CAN-TURN-01",
    "can-turn-after-discard": "CAN-TURN-03",
    "can-turn-two-discards": "CAN-TURN-03",
}
"""The rule that explains a mistake, where it is not the one that the referee refuses the step by."""


def _played_solution(position: PlayedTurn) -> Solution:
    rules, refusals = _judged(position)
    steps = [
        Step(_told(at, action, "that is allowed"), (rule,), action.cards + action.laid, f"step {at}")
        for at, (action, rule) in enumerate(zip(position.steps, rules, strict=False), 1)
    ]
    if not refusals:
        last = Step("The turn begins with a card and ends with a discard.", ("CAN-TURN-01", "CAN-TURN-03"))
        return Solution({"step": "none"}, "It is a lawful turn.", (*steps, last))
    at = len(rules) + 1
    action = position.steps[at - 1]
    against = refusals[0].text
    if refusals[0].rule == "CAN-TURN-04":
        against = "your discard has ended your turn, and nothing may be done after it"
    last = Step(_told(at, action, against), (refusals[0].rule,), action.cards + action.laid, f"step {at}")
    broken = _BROKEN.get(position.mistake, refusals[0].rule)
    cited = [rule for rule in (*rules, refusals[0].rule) if rule != broken]
    return Solution(
        {"step": f"step-{at}"},
        f"Step {at} is against the rules.",
        (*steps, last),
        by_field={"step": (*dict.fromkeys(cited), broken)},
    )


def _played_hints(position: PlayedTurn) -> tuple[str, ...]:
    rules, _ = _judged(position)
    fine = len(rules)
    return (
        "A turn is: one card from the stock or the whole pile, then melds if you wish, then one discard.",
        f"The first {say(fine)} steps are allowed." if fine > 1 else "Look at the beginning of the turn.",
    )


def _played_distractors(position: PlayedTurn) -> Iterator[Distractor]:
    if position.mistake:
        yield Distractor(position.mistake, "none")
    rules, _ = _judged(position)
    melds = [at for at, action in enumerate(position.steps[: len(rules)], 1) if action.kind == "meld"]
    if len(melds) > 1:
        yield Distractor("can-turn-one-meld", f"step-{melds[1]}")


def _other_steps(position: PlayedTurn) -> Iterator[PlayedTurn]:
    """The same turn without its mistake, or with one."""
    steps, mistake = position.other
    yield PlayedTurn(position.state, steps, mistake, (position.steps, position.mistake))


PLAYED = exercise(
    id="can-turn-mistake",
    title="Spot the mistake in the turn",
    topic="the turn",
    rules=(
        "CAN-TURN-01",
        "CAN-TURN-02",
        "CAN-TURN-03",
        "CAN-TURN-04",
        "CAN-MELD-01",
        "CAN-MELD-09",
    ),
    mistakes=(*_MISTAKES, "can-turn-one-meld"),
    levels=("short turns", "longer turns", "longer turns"),
    draw=_draw_played,
    ask=_ask_played,
    solution=_played_solution,
    distractors=_played_distractors,
    hints=_played_hints,
    vary=_other_steps,
    default_level=2,
)

EXERCISES = (PLAYED,)
