"""Exercises on special ways of going out: concealed, with black threes, with the partner's leave."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from random import Random
from typing import Literal, NamedTuple

from cardlab.canasta import Options, State, apply, view
from cardlab.canasta.rules.actions import Action, Part, add, discard, meld
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import WILD, canastas, make_meld, plural, value_of
from cardlab.cards import Card, list_cards, without
from cardlab.display.scene import sentence
from cardlab.rulebook import load
from cardlab_exercises.canasta.common import by_other_rules, exercise, having
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, hand_place, meld_places, parts_text, score_text, zones
from cardlab_exercises.declaration import forms
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step
from cardlab_exercises.declaration.sampling import aim

# ---------------------------------------------------------------- concealed or not?

_BONUSES = (
    ("200", "yes: concealed, for 200"),
    ("100", "yes, but not concealed: for 100"),
    ("no", "no: it is not allowed"),
)


class Leaving(NamedTuple):
    """A turn after the draw in which South lays all cards down at once, but perhaps one to discard."""

    state: State
    action: Action

    @property
    def left(self) -> tuple[Card, ...]:
        laid = [card for part in self.action.parts for card in part.cards]
        return without(self.state.hands[0], laid)


@lru_cache(maxsize=256)
def _bonus(position: Leaving) -> str:
    """What the engine pays for going out so; "no" where it refuses."""
    state, action = position
    if verdict(view(state, 0), action).refusals:
        return "no"
    after = apply(state, action).state
    if not after.results:
        after = apply(after, discard(after.hands[0][0])).state
    return str(after.results[-1].sheets[0].categories["out"])


def _draw_leaving(random: Random, level: int, options: Options) -> Leaving:
    sides = ("200", "100") if level == 1 else ("200", "100", "no")
    return aim(random, lambda random: _leaving(random, level, options), _bonus, sides, tries=12)


def _leaving(random: Random, level: int, options: Options) -> Leaving:
    """A hand with a canasta of its own or without, before or after the player's first meld."""
    deck = Deck(random)
    first, second, third, fourth, odd = deck.ranks(5)
    unopened = deck.happens(0.75)
    partner = deck.happens(0.6) or not unopened
    own_canasta = deck.happens(0.6)
    theirs = [deck.meld(third, 7 if not own_canasta else deck.between(3, 7))] if partner else []
    parts = [Part(deck.meld(first, 7) if own_canasta else deck.of(first, 4)), Part(deck.of(second, 3))]
    if partner and deck.happens(0.35):
        parts.append(add(third, deck.of(third, 1)))
    if not own_canasta and not partner:
        parts.append(Part(deck.of(fourth, 3)))
    hand = [*[card for part in parts for card in part.cards], *(deck.of(odd, 1) if deck.happens(0.5) else ())]
    state = deck.table(
        options=options,
        phase="play",
        hands=[hand],
        melds=[theirs],
        melded=([] if unopened else [0]) + ([2] if partner else []),
        scores=[deck.one_of(((0, 500), (0, 1500, 3000), (1500, 3000))[level - 1]), deck.score()],
    )
    return Leaving(state, meld(*parts))


def _ask_leaving(position: Leaving) -> Prompt:
    state, action = position
    before = (
        "You have melded before in this deal." if state.melded[0] else "You have melded nothing in this deal."
    )
    left = f", and discard {position.left[0].short}" if position.left else ""
    return Prompt(
        f"{score_text(view(state, 0))} {before} Now you have drawn from the stock, and lay down "
        f"{parts_text(action)}{left}. Is that going out, and concealed ({state.options.label})?",
        (forms.choose("out", "going out", _BONUSES),),
        zones(
            [
                *meld_places(state.melds[0], "your side"),
                *[
                    Place(f"laid-{at}", "laid down", part.cards, "meld")
                    for at, part in enumerate(action.parts)
                ],
                *([hand_place(position.left, label="the discard")] if position.left else []),
            ]
        ),
    )


def _leaving_solution(position: Leaving) -> Solution:
    state, action = position
    seen = view(state, 0)
    bonus = _bonus(position)
    judged = verdict(seen, action)
    own = [make_meld(part.cards, seen.options) for part in action.parts if part.rank is None]
    made = canastas(own)
    steps = [
        Step(
            "You had melded before, so it is not the whole hand in one turn."
            if state.melded[0]
            else "Your whole hand goes down in one turn, and you had melded nothing before.",
            ("CAN-CONC-01",),
        ),
        Step(
            f"There {'is' if made == 1 else 'are'} {plural(made, 'canasta')} among what you lay down, "
            f"and {plural(canastas(state.melds[0]), 'canasta')} on the table.",
            ("CAN-OUT-01",),
            next((laid.cards for laid in own if laid.canasta), ()),
            "canasta",
        ),
    ]
    if bonus == "no":
        refusal = judged.refusals[0]
        count = value_of(card for part in action.parts for card in part.cards)
        if refusal.rule == "CAN-INIT-01":
            text = f"Your side has no meld yet, and this counts {count} of the {seen.minimum} it needs."
            steps.append(Step(text, ("CAN-INIT-01", "CAN-CONC-02")))
        else:
            steps.append(Step(sentence(refusal.text), (refusal.rule,)))
        return Solution({"out": bonus}, "It is not allowed.", tuple(steps))
    if bonus == "200":
        text = "That is concealed: 100 for going out and 100 more."
        steps.append(Step(text, ("CAN-SCORE-04", "CAN-CONC-03", "CAN-SCORE-05")))
    elif state.melded[0]:
        steps.append(Step("It is an ordinary going out: 100.", ("CAN-SCORE-04", "CAN-CONC-01")))
    else:
        text = "These rules ask for a canasta of your own and nothing added to your partner's melds: 100."
        steps.append(Step(text, ("CAN-SCORE-04", "CAN-CONC-03")))
    return Solution({"out": bonus}, f"You go out, and it pays {bonus}.", tuple(steps))


def _leaving_distractors(position: Leaving) -> Iterator[Distractor]:
    state, action = position
    bonus = _bonus(position)
    for name, mistake in (
        ("concealed_canasta", "can-concealed-canasta"),
        ("concealed_minimum", "can-concealed-minimum"),
    ):
        other = position._replace(state=state._replace(options=by_other_rules(state.options, name)))
        if _bonus(other) != bonus:
            yield Distractor(mistake, _bonus(other))
    if state.melded[0] and bonus == "100":
        yield Distractor("can-concealed-melded-before", "200")
    if bonus == "200":
        yield Distractor("can-concealed-not-seen", "100")
    if bonus == "no":
        counted = verdict(view(state, 0), action).refusals[0].rule == "CAN-INIT-01"
        yield Distractor("can-concealed-minimum" if counted else "can-out-without-canasta", "200")
    if bonus != "no" and not canastas(state.melds[0]):
        yield Distractor("can-canasta-of-this-turn", "no")


def _other_leavings(position: Leaving) -> Iterator[Leaving]:
    """The same after the player's first meld or before it, or at another score."""
    state = position.state
    if state.melds[0]:
        melded = (not state.melded[0], *state.melded[1:])
        turn = state.turn._replace(unopened=not melded[0])
        yield position._replace(state=state._replace(melded=melded, turn=turn))
    else:
        for score in (-50, 0, 1500, 3000):
            yield position._replace(state=state._replace(scores=(score, *state.scores[1:])))


CONCEALED = exercise(
    id="can-concealed",
    title="Concealed or not?",
    topic="going out",
    rules=(
        "CAN-CONC-01",
        "CAN-CONC-02",
        "CAN-CONC-03",
        "CAN-SCORE-04",
        "CAN-SCORE-05",
        "CAN-OUT-01",
        "CAN-OUT-04",
        "CAN-INIT-01",
    ),
    mistakes=(
        "can-concealed-canasta",
        "can-concealed-minimum",
        "can-concealed-melded-before",
        "can-concealed-not-seen",
        "can-out-without-canasta",
        "can-canasta-of-this-turn",
    ),
    levels=("low minimums", "any minimum", "high minimums"),
    draw=_draw_leaving,
    ask=_ask_leaving,
    solution=_leaving_solution,
    distractors=_leaving_distractors,
    vary=_other_leavings,
    default_level=2,
)

# ---------------------------------------------------------------- black threes

_BLACK = (
    ("yes", "yes"),
    ("early", "no: you would not go out with it"),
    ("set", "no: that is no set of black threes"),
    ("canasta", "no: your side has no canasta"),
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


@lru_cache(maxsize=256)
def _black(position: Leaving) -> str:
    refusals = verdict(view(position.state, 0), position.action).refusals
    return _BLACK_OF_RULE[refusals[0].rule] if refusals else "yes"


def _draw_black(random: Random, level: int, options: Options) -> Leaving:
    return aim(
        random,
        lambda random: _blacks(random, level, options),
        lambda position: _black(position) == "yes",
        (True, False),
        tries=40,
    )


def _blacks(random: Random, level: int, options: Options) -> Leaving:
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
    return Leaving(state, meld(*parts))


def _ask_black(position: Leaving) -> Prompt:
    state, action = position
    return Prompt(
        f"You want to lay down {parts_text(action)}, with one discard after it if a card is left. May you "
        f"({state.options.label})?",
        (forms.choose("may", "may you?", _BLACK),),
        zones(
            [
                Place("laid", "laid down", tuple(card for part in action.parts for card in part.cards)),
                *meld_places(state.melds[0], "your side"),
                hand_place(position.left, label="left in hand"),
            ]
        ),
    )


def _black_solution(position: Leaving) -> Solution:
    state, action = position
    refusals = verdict(view(state, 0), action).refusals
    answer = _black(position)
    steps = [
        Step(
            f"{plural(len(position.left), 'card').capitalize()} would be left in your hand; your side has "
            f"{plural(canastas(state.melds[0]), 'canasta')}.",
            ("CAN-OUT-01",),
            position.left,
            "left",
        )
    ]
    if refusals:
        text = sentence(refusals[0].text)
        return Solution(
            {"may": answer},
            "No.",
            (*steps, Step(text, (refusals[0].rule,), action.parts[0].cards, "black threes")),
        )
    rule = load("canasta").rule("CAN-MELD-06").text(state.options)
    text = f"You go out with it, so black threes may be laid down. {rule}"
    last = Step(text, ("CAN-MELD-06", "CAN-OUT-02", "CAN-MELD-05"), action.parts[0].cards, "black threes")
    return Solution({"may": "yes"}, "Yes.", (*steps, last))


def _black_distractors(position: Leaving) -> Iterator[Distractor]:
    answer = _black(position)
    cards = position.action.parts[0].cards
    if answer == "early":
        yield Distractor("can-black-threes-early", "yes", cards=position.left)
    if answer == "set" and not position.state.options.black_three_meld_wilds:
        yield Distractor(
            "can-black-threes-with-wild", "yes", cards=tuple(card for card in cards if WILD[card])
        )
    if answer == "canasta":
        yield Distractor("can-out-without-canasta", "yes")
    if answer == "yes":
        yield Distractor("can-black-threes-never", "early")


def _other_blacks(position: Leaving) -> Iterator[Leaving]:
    """The same with one of the cards laid exchanged, or with one card less or more in hand."""
    state, action = position
    hand = state.hands[0]
    first = action.parts[0]
    for old in dict.fromkeys(first.cards):
        for new in (Card("3S"), Card("3C"), Card("2D")):
            if hand.count(new) < 2 and not any(new in laid.cards for laid in state.melds[0]) and new != old:
                other = state._replace(hands=(tuple(sorted((*without(hand, [old]), new))), *state.hands[1:]))
                part = Part((*without(first.cards, [old]), new))
                yield Leaving(other, action._replace(parts=(part, *action.parts[1:])))
    for card in position.left:
        yield position._replace(state=state._replace(hands=(without(hand, [card]), *state.hands[1:])))
    lying = [*hand, *[card for laid in state.melds[0] for card in laid.cards], *state.pile]
    for new in (Card("9H"), Card("4S")):
        if lying.count(new) < 2:
            yield position._replace(
                state=state._replace(hands=(tuple(sorted((*hand, new))), *state.hands[1:]))
            )


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
    draw=_draw_black,
    ask=_ask_black,
    solution=_black_solution,
    distractors=_black_distractors,
    vary=_other_blacks,
    default_level=2,
)

# ---------------------------------------------------------------- may I go out?


class Asking(NamedTuple):
    """A turn in which South has asked the partner or not, and what South thinks of doing."""

    state: State
    ideas: tuple[Action, ...]


_ANSWERS: tuple[Literal["yes", "no", ""], ...] = ("yes", "no", "yes", "no", "")


def _draw_asking(random: Random, level: int, options: Options) -> Asking:
    deck = Deck(random)
    first, second, third, *odd = deck.ranks(6)
    asked = deck.one_of(_ANSWERS)
    triple = Part(deck.of(third, 3))
    joins = add(second, deck.of(second, 1))
    kept = [card for rank in odd[: deck.between(0, 1)] for card in deck.of(rank, 1)]
    hand = [*triple.cards, *joins.cards, *kept]
    state = deck.table(
        options=options,
        phase="play",
        hands=[hand],
        melds=[[deck.meld(first, 7), deck.sound(second, 3, 5, options)]],
    )
    state = state._replace(turn=state.turn._replace(asked=asked))
    ideas = [meld(triple, joins), meld(joins), meld(triple), discard((kept or list(triple.cards))[0])]
    return Asking(state, deck.mixed(ideas[: 3 if level == 1 else 4]))


def _ask_asking(position: Asking) -> Prompt:
    state, ideas = position
    said = {
        "yes": "You have asked your partner: may I go out? The answer was yes.",
        "no": "You have asked your partner: may I go out? The answer was no.",
        "": "You have not asked your partner.",
    }
    choices = [(f"idea-{at}", _idea(action)) for at, action in enumerate(ideas)]
    return Prompt(
        f"{said[state.turn.asked]} What of this may you do now ({state.options.label})?",
        (forms.several("may", "you may", choices),),
        zones([*meld_places(state.melds[0], "your side"), hand_place(state.hands[0])]),
    )


def _idea(action: Action) -> str:
    if action.kind == "discard":
        return f"discard {list_cards(action.cards)}"
    return f"lay down {parts_text(action)}"


def _may_do(position: Asking, asked: str | None = None) -> str:
    """The ideas that the engine allows, as the choices name them; perhaps after another answer."""
    state = position.state
    if asked is not None:
        state = state._replace(turn=state.turn._replace(asked=asked))  # type: ignore[arg-type]
    seen = view(state, 0)
    allowed = [at for at, action in enumerate(position.ideas) if not verdict(seen, action).refusals]
    return " ".join(f"idea-{at}" for at in allowed) or "none"


def _asking_solution(position: Asking) -> Solution:
    state, ideas = position
    asked = state.turn.asked
    rule = {
        "yes": "The answer binds: after a yes you must go out with what you do next.",
        "no": "The answer binds: after a no you may not go out in this turn.",
        "": "Nobody has to ask, so everything is free.",
    }[asked]
    steps = [Step(rule, ("CAN-OUT-07",))]
    for action in ideas:
        refusals = verdict(view(state, 0), action).refusals
        cards = action.cards or tuple(card for part in action.parts for card in part.cards)
        text = f"{_idea(action)}: {refusals[0].text if refusals else 'you may'}."
        steps.append(Step(sentence(text), ("CAN-OUT-07",), cards, "no" if refusals else "yes"))
    allowed = _may_do(position)
    number = 0 if allowed == "none" else len(allowed.split())
    return Solution(
        {"may": allowed}, f"{plural(number, 'of them is', 'of them are').capitalize()} allowed.", tuple(steps)
    )


def _asking_hints(position: Asking) -> tuple[str, ...]:
    return (
        "The partner's answer binds: after a yes you must go out at once, after a no you may not.",
        "For each idea ask: would all your cards be gone with it, but for one to discard?",
    )


def _asking_distractors(position: Asking) -> Iterator[Distractor]:
    asked = position.state.turn.asked
    if asked == "yes":
        yield Distractor("can-yes-is-leave", _may_do(position, ""))
        yield Distractor("can-answers-exchanged", _may_do(position, "no"))
    if asked == "no":
        yield Distractor("can-no-is-advice", _may_do(position, ""))
        yield Distractor("can-answers-exchanged", _may_do(position, "yes"))
    if not asked:
        yield Distractor("can-must-ask", _may_do(position, "no"))


def _other_replies(position: Asking) -> Iterator[Asking]:
    """The same with another answer of the partner, or with no question."""
    for asked in dict.fromkeys(_ANSWERS):
        turn = position.state.turn._replace(asked=asked)
        yield position._replace(state=position.state._replace(turn=turn))


ASKING = exercise(
    id="can-ask-partner",
    title="May I go out?",
    topic="going out",
    rules=("CAN-OUT-07",),
    mistakes=("can-yes-is-leave", "can-no-is-advice", "can-answers-exchanged", "can-must-ask"),
    levels=("three ideas", "four ideas"),
    options=partial(having, name="ask_partner", value="optional_binding"),
    draw=_draw_asking,
    ask=_ask_asking,
    solution=_asking_solution,
    distractors=_asking_distractors,
    hints=_asking_hints,
    vary=_other_replies,
    default_level=2,
)

EXERCISES = (CONCEALED, BLACK, ASKING)
