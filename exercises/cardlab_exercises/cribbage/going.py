"""The limit of 31 and the go: which cards fit, must you say go, what may you do after one.

What is right is what the referee allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from cardlab.cards import Card, list_cards
from cardlab.cribbage import Options, State, play, view
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import GO
from cardlab.cribbage.rules.pegging import LIMIT, VALUES
from cardlab.rulebook import load
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import YOU, hand_zones, unseen, walk, who, with_card
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim_among

_LEVELS = ("one or two cards left", "two to four cards left", "late in a count, close to 31")


def _draw_turn(
    random: Random, level: int, rules: Options, side: Callable[[State], str], sides: Sequence[str]
) -> State:
    """A state in which it is your turn; `side` sorts them, so that each kind comes up."""

    def draw(random: Random) -> list[State]:
        turns = [at.state for at in walk(random, rules) if at.state.turn == YOU and at.state.total > 14]
        return [state for state in turns if _suits(state, level)] or turns

    return aim_among(random, draw, side, sides)


_SIDES = ("none", "some", "all", "exactly")


def _suits(state: State, level: int) -> bool:
    held = len(state.hands[YOU])
    return held <= 2 if level == 1 else held >= 2 if level == 2 else state.total >= 17


def _fit(state: State) -> list[Card]:
    """The cards of your hand that the referee lets you play."""
    seen = view(state, YOU)
    return [card for card in state.hands[YOU] if not referee.check(seen, play(card))]


def _kind(state: State) -> str:
    fit = _fit(state)
    if any(VALUES[card] + state.total == LIMIT for card in fit):
        return "exactly"
    return "none" if not fit else "all" if len(fit) == len(state.hands[YOU]) else "some"


def _count_step(state: State) -> Step:
    room = LIMIT - state.total
    run = tuple(card for _, card in state.plays[state.count_start :])
    fits = "any card" if room >= 10 else f"a card that counts {room} or less"
    return Step(
        f"The count is {state.total}, so {fits} fits.",
        ("CRIB-GO-01",),
        run,
        "the count",
    )


def _reach_step(state: State) -> Step:
    """What the lowest card would bring the count to."""
    low = min(state.hands[YOU], key=lambda card: VALUES[card])
    reach = state.total + VALUES[low]
    verdict = "no more than" if reach < LIMIT else "exactly" if reach == LIMIT else "past"
    number = reach if verdict == "no more than" else LIMIT
    text = f"Your lowest card is {low.short}: {state.total} + {VALUES[low]} = {reach}"
    text += f", which is {verdict} {number}." if reach >= LIMIT else "."
    return Step(text, ("CRIB-GO-01",), (low,), "lowest")


# ---------------------------------------------------------------- which cards fit


def _ask_fit(state: State) -> Prompt:
    cards = [(card.code, card.short) for card in state.hands[YOU]]
    return Prompt(
        f"The count is {state.total} and it is your turn. Which of your cards may you play?",
        (forms.several("fit", "these may be played", cards),),
        hand_zones(state),
    )


def _work_fit(state: State) -> Solution:
    fit = _fit(state)
    each = [f"{card.short}: {state.total + VALUES[card]}" for card in state.hands[YOU]]
    told = Step(f"With each card you come to: {', '.join(each)}.", ("CRIB-GO-01",))
    text = f"{list_cards(fit)} {'fit' if len(fit) > 1 else 'fits'}." if fit else "No card fits: you say go."
    last = Step(text, ("CRIB-GO-01",) if fit else ("CRIB-GO-01", "CRIB-GO-02"), tuple(fit), "fit")
    return Solution({"fit": _codes(fit)}, text, (_count_step(state), told, last))


def _codes(cards: list[Card]) -> str:
    return " ".join(card.code for card in cards) or "none"


def _traps_fit(state: State) -> Iterator[Distractor]:
    hand, total = state.hands[YOU], state.total
    wrong: dict[str, Callable[[Card], bool]] = {
        "crib-go-below-31": lambda card: VALUES[card] + total < LIMIT,
        "crib-go-any-card": lambda card: True,
        "crib-go-exact-only": lambda card: VALUES[card] + total == LIMIT,
    }
    for mistake, fits in wrong.items():
        taken = [card for card in hand if fits(card)]
        if taken:
            yield Distractor(mistake, _codes(taken))
    if _fit(state):
        yield Distractor("crib-go-holds-fit", "none", _some_fits(state), tuple(_fit(state)[:1]))


def _some_fits(state: State) -> str:
    low = min(state.hands[YOU], key=lambda card: VALUES[card])
    return (
        f"Look at your {low.name}: {state.total} + {VALUES[low]} = {state.total + VALUES[low]}, so it fits."
    )


def _vary_hand(state: State) -> Iterator[State]:
    """The same with one card of the hand another."""
    for old in state.hands[YOU]:
        for new in unseen(state):
            yield with_card(state, YOU, old, new)


def _draw_fit(random: Random, level: int, rules: Options) -> State:
    return _draw_turn(random, level, rules, _kind, _SIDES)


FIT = exercise(
    id="crib-which-fit",
    title="Which cards fit?",
    topic="not past thirty-one",
    rules=("CRIB-GO-01", "CRIB-GO-02"),
    mistakes=("crib-go-below-31", "crib-go-any-card", "crib-go-exact-only", "crib-go-holds-fit"),
    levels=_LEVELS,
    default_level=2,
    draw=_draw_fit,
    ask=_ask_fit,
    solution=_work_fit,
    distractors=_traps_fit,
    vary=_vary_hand,
)


# ---------------------------------------------------------------- must you say go?


def _ask_go(state: State) -> Prompt:
    return Prompt(
        f"The count is {state.total} and it is your turn. Must you say go?",
        (forms.yes_no("go", "must you say go?"),),
        hand_zones(state),
    )


def _work_go(state: State) -> Solution:
    must = not referee.check(view(state, YOU), GO)
    fit = _fit(state)
    if must:
        title = "Yes: none of your cards fits."
        last = Step("None of your cards fits, so you say go.", ("CRIB-GO-02",), state.hands[YOU], "too high")
    else:
        title = f"No: {list_cards(fit[:1])} fits."
        text = f"{list_cards(fit)} {'fit' if len(fit) > 1 else 'fits'}: you have to play, and may not say go."
        last = Step(text, ("CRIB-GO-02",), tuple(fit), "fits")
    return Solution({"go": "yes" if must else "no"}, title, (_count_step(state), _reach_step(state), last))


def _traps_go(state: State) -> Iterator[Distractor]:
    low = min(state.hands[YOU], key=lambda card: VALUES[card])
    if _fit(state):
        yield Distractor("crib-go-holds-fit", "yes", _some_fits(state), (low,))
    else:
        reach = state.total + VALUES[low]
        text = (
            f"Even your lowest card would bring the count past 31: {state.total} + {VALUES[low]} = {reach}."
        )
        yield Distractor("crib-go-any-card", "no", text, (low,))


def _draw_go(random: Random, level: int, rules: Options) -> State:
    return _draw_turn(random, level, rules, _kind, ("none", "none", "none", "some", "all", "exactly"))


MUST_GO = exercise(
    id="crib-must-go",
    title="Must you say go?",
    topic="saying go",
    rules=("CRIB-GO-01", "CRIB-GO-02"),
    mistakes=("crib-go-holds-fit", "crib-go-any-card"),
    levels=_LEVELS,
    default_level=2,
    draw=_draw_go,
    ask=_ask_go,
    solution=_work_go,
    distractors=_traps_go,
    vary=_vary_hand,
)


# ---------------------------------------------------------------- what may you do?

_DO = {"play": "play a card", "go": "say go", "stop": "play no further card"}


def _draw_do(random: Random, level: int, rules: Options) -> State:
    """Your turn, with a go said before or not."""

    def draw(random: Random) -> list[State]:
        return [at.state for at in walk(random, rules) if at.state.turn == YOU and at.state.total]

    sides = ("own", "none", "after") if level == 1 else ("own", "none", "after", "after")
    return aim_among(random, draw, _do_side, sides)


def _do_side(state: State) -> str:
    return "after" if state.passed else "own" if _fit(state) else "none"


def _ask_do(state: State) -> Prompt:
    gone = f"{who(state, state.passed[-1])} has said go. " if state.passed else ""
    return Prompt(
        f"The count is {state.total}. {gone}It is your turn. What may you do?",
        (forms.several("do", "you may", _DO.items(), none=False),),
        hand_zones(state),
    )


def _allowed(state: State) -> list[str]:
    kinds = {action.kind for action in referee.legal_actions(view(state, YOU))}
    return [kind for kind in _DO if kind in kinds]


def _work_do(state: State) -> Solution:
    kinds = _allowed(state)
    fit = tuple(_fit(state))
    steps = [_count_step(state)]
    if not fit:
        steps.append(Step("None of your cards fits: you have to say go.", ("CRIB-GO-02",)))
    elif not state.passed:
        text = f"{list_cards(fit)} {'fit' if len(fit) > 1 else 'fits'}: you have to play."
        steps.append(Step(text, ("CRIB-GO-02",), fit, "fits"))
    else:
        fits = f"{list_cards(fit)} {'fit' if len(fit) > 1 else 'fits'}"
        rule = load("cribbage").rule("CRIB-GO-04").text(state.options)
        steps.append(
            Step(f"{fits}. After a go ({state.options.label}): {rule}", ("CRIB-GO-04",), fit, "fits")
        )
    title = f"You {'may' if len(kinds) > 1 else 'have to'} {' or '.join(_DO[kind] for kind in kinds)}."
    return Solution({"do": " ".join(kinds)}, title, tuple(steps))


def _traps_do(state: State) -> Iterator[Distractor]:
    if not _fit(state):
        for answer in ("play", "play go"):
            yield Distractor("crib-go-any-card", answer, "Add each of your cards to the count.")
        return
    yield Distractor("crib-go-voluntary", "play go", "Go is for a player without a card that fits.")
    yield Distractor("crib-go-holds-fit", "go", _some_fits(state))
    if state.passed:
        may = state.options.go_continue == "may"
        yield Distractor("crib-go-play-on", "play" if may else "play stop")
        yield Distractor("crib-go-ends-count", "stop")
    else:
        for answer in ("stop", "play stop"):
            yield Distractor("crib-go-stop-early", answer)


AFTER_GO = exercise(
    id="crib-what-may-you-do",
    title="What may you do?",
    topic="before and after a go",
    rules=("CRIB-GO-01", "CRIB-GO-02", "CRIB-GO-04"),
    mistakes=(
        "crib-go-voluntary",
        "crib-go-holds-fit",
        "crib-go-any-card",
        "crib-go-stop-early",
        "crib-go-play-on",
        "crib-go-ends-count",
    ),
    levels=("before a go, and after one", "more often after a go"),
    default_level=2,
    draw=_draw_do,
    ask=_ask_do,
    solution=_work_do,
    distractors=_traps_do,
    vary=_vary_hand,
)
EXERCISES = (FIT, MUST_GO, AFTER_GO)
