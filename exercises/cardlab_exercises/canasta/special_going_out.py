"""Exercises on special ways of going out: concealed, and with the partner's permission."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from random import Random
from typing import Any, Literal, NamedTuple

from cardlab.canasta import Options, State, apply, view
from cardlab.canasta.rules.actions import Action, Part, add, discard, meld
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import canastas, make_meld, value_of
from cardlab.cards import list_cards
from cardlab.display.scene import sentence
from cardlab.rulebook import load
from cardlab.wording import plural
from cardlab_exercises.canasta.common import by_other_rules, exercise, having
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.laying_down import Laying, refusal
from cardlab_exercises.canasta.zones import Place, hand_place, meld_places, parts_text, score_text, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced, until

# ---------------------------------------------------------------- concealed or not?

_OUT = (
    ("200", "yes: concealed, for 200"),
    ("before", "yes, but for 100: you had melded before"),
    ("own", "yes, but for 100: a concealed hand needs a canasta of your own and adds to no other meld"),
    ("canasta", "no: your side has no canasta"),
    ("minimum", "no: it does not reach the minimum for a first meld"),
)
_DISCARD = ("discard", "yes, but for 100: a concealed hand goes down without a discard")
"""One more answer, where the rules have it so."""
_REFUSED = {"CAN-INIT-01": "minimum", "CAN-OUT-01": "canasta", "CAN-OUT-04": "canasta"}


@lru_cache(maxsize=256)
def _out(position: Laying) -> str:
    """What the engine makes of going out so."""
    state, action = position
    against = refusal(position)
    if against:
        return _REFUSED[against.rule]
    after = apply(state, action).state
    if not after.results:
        after = apply(after, discard(after.hands[0][0])).state
    if after.results[-1].concealed:
        return "200"
    if state.melded[0]:
        return "before"
    if _discard_spoils(position) and _out(_by(position, concealed_final_discard="allowed")) == "200":
        return "discard"
    return "own"


def _discard_spoils(position: Laying) -> bool:
    """Whether a last discard is left, and by these rules no hand with one is concealed."""
    return bool(position.left) and position.state.options.concealed_final_discard == "not_allowed"


def _by(position: Laying, **changes: Any) -> Laying:
    """The same by other rules."""
    state = position.state
    return position._replace(state=state._replace(options=state.options._replace(**changes)))


def _one_reason(position: Laying) -> bool:
    """Whether at most one of the reasons to choose from holds: with two, two answers would be right."""
    state, action = position
    judged = verdict(view(state, 0), action)
    assert judged.table is not None
    reasons = {_REFUSED[one.rule] for one in judged.refusals if one.rule in _REFUSED}
    if not canastas(judged.table.melds):
        reasons.add("canasta")
    if not reasons:  # one goes out, and what is left to ask is whether it is concealed
        allowed = _by(_not_melded(position), concealed_final_discard="allowed")
        if state.melded[0]:
            reasons.add("before")
        if _out(allowed) == "own":
            reasons.add("own")
        if _discard_spoils(position):
            reasons.add("discard")
    elif state.melded[0]:
        reasons.add("before")
    return len(reasons) <= 1


def _not_melded(position: Laying) -> Laying:
    """The same by a player who has melded nothing before."""
    state = position.state
    turn = state.turn._replace(unopened=True)
    return position._replace(state=state._replace(melded=(False, *state.melded[1:]), turn=turn))


def _draw_leaving(random: Random, level: int, options: Options) -> Laying:
    sides = ("200", "before", "own") if level == 1 else ("200", "200", "before", "own", "canasta", "minimum")
    return balanced(until(_leaving, _one_reason), _out, sides, tries=15)(random, level, options)


def _leaving(random: Random, level: int, options: Options) -> Laying:
    """A hand with a canasta of its own or without, before or after the player's first meld."""
    deck = Deck(random)
    first, second, third, fourth, odd = deck.ranks(5)
    unopened = deck.happens(0.75)
    partner = deck.happens(0.6) or not unopened
    own_canasta = deck.happens(0.6)
    size = 7 if not own_canasta and deck.happens(0.7) else deck.between(3, 5)
    theirs = [deck.meld(third, size)] if partner else []
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
    return Laying(state, meld(*parts))


def _ask_leaving(position: Laying) -> Prompt:
    state, action = position
    before = (
        "You have melded before in this deal." if state.melded[0] else "You have melded nothing in this deal."
    )
    left = f", and discard {position.left[0].short}" if position.left else ""
    strict = [_DISCARD] if state.options.concealed_final_discard == "not_allowed" else []
    return Prompt(
        f"{score_text(view(state, 0))} {before} Now you have drawn from the stock, and lay down "
        f"{parts_text(action)}{left}. Do you go out with that, and is it concealed ({state.options.label})?",
        (forms.choose("out", "going out", [*_OUT[:3], *strict, *_OUT[3:]]),),
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


def _leaving_solution(position: Laying) -> Solution:
    state, action = position
    seen = view(state, 0)
    out = _out(position)
    new = [make_meld(part.cards, seen.options) for part in action.parts if part.rank is None]
    mine, theirs = canastas(new), canastas(state.melds[0])
    found = next((laid.cards for laid in (*new, *state.melds[0]) if laid.canasta), ())
    where = "among what you lay down" if mine else "on the table" if theirs else "anywhere"
    steps = [
        Step(
            "You had melded before in this deal."
            if state.melded[0]
            else "You had melded nothing in this deal, and now your whole hand goes down in one turn.",
            ("CAN-CONC-01",),
        ),
        Step(
            f"There is {'a' if mine or theirs else 'no'} canasta {where}.",
            ("CAN-OUT-04", "CAN-OUT-01"),
            found,
            "canasta",
        ),
    ]
    if out == "canasta":
        text = "To go out your side needs a canasta, so you may not lay all that down."
        steps.append(Step(text, ("CAN-OUT-01",)))
        return Solution({"out": out}, "You do not go out: you may not lay that down.", tuple(steps))
    count = value_of(action.laid)
    if out == "minimum":
        text = f"Your side has no meld yet, and this counts {count} of the {seen.minimum} that it needs."
        steps.append(Step(text, ("CAN-INIT-01", "CAN-CONC-02")))
        return Solution({"out": out}, "You do not go out: you may not lay that down.", tuple(steps))
    if not state.melds[0] and count < seen.minimum:
        text = "It does not reach the minimum for a first meld, but by these rules a concealed hand need not."
        steps.append(Step(text, ("CAN-CONC-02",)))
    if out == "before":
        text = "Whoever has melded before cannot go out concealed: it pays 100."
        steps.append(Step(text, ("CAN-SCORE-04", "CAN-CONC-01")))
        return Solution({"out": out}, "You go out, and it pays 100.", tuple(steps))
    conditions = load("canasta").rule("CAN-CONC-03").text(state.options)
    if out == "own":
        steps.append(Step(f"{conditions} So it pays 100.", ("CAN-SCORE-04", "CAN-CONC-03")))
        return Solution({"out": out}, "You go out, and it pays 100.", tuple(steps))
    if out == "discard":
        text = f"A concealed hand goes down without a discard, and you discard {position.left[0].short}."
        steps.append(Step(f"{text} So it pays 100.", ("CAN-SCORE-04", "CAN-CONC-01")))
        return Solution({"out": out}, "You go out, and it pays 100.", tuple(steps))
    steps.append(Step(conditions, ("CAN-CONC-03",)))
    text = "So the hand is concealed: 100 for going out and 100 more."
    steps.append(Step(text, ("CAN-SCORE-04", "CAN-SCORE-05")))
    return Solution({"out": out}, "You go out concealed, and it pays 200.", tuple(steps))


def _leaving_distractors(position: Laying) -> Iterator[Distractor]:
    state = position.state
    out = _out(position)
    for name, mistake in (
        ("concealed_canasta", "can-concealed-canasta"),
        ("concealed_minimum", "can-concealed-minimum"),
    ):
        other = position._replace(state=state._replace(options=by_other_rules(state.options, name)))
        yield Distractor(mistake, _out(other))
    if out == "before":
        yield Distractor("can-concealed-melded-before", _out(_not_melded(position)))
    if out == "200":
        yield Distractor("can-concealed-not-seen", "before")
    if out == "canasta":
        for answer in ("200", "before" if state.melded[0] else "own"):
            yield Distractor("can-out-without-canasta", answer)
    elif out != "minimum" and not canastas(state.melds[0]):
        yield Distractor("can-canasta-of-this-turn", "canasta")


def _other_leavings(position: Laying) -> Iterator[Laying]:
    """The same after the player's first meld or before it, or at another score."""
    return filter(_one_reason, _near_leavings(position))


def _near_leavings(position: Laying) -> Iterator[Laying]:
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
        f"{said[state.turn.asked]} Which of these may you do now ({state.options.label})?",
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
        cards = action.cards or action.laid
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
        "For each of them ask: would it leave you without a card, or with just one to discard?",
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

EXERCISES = (CONCEALED, ASKING)
