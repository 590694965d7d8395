"""Cutting: who deals first, who deals next, and where a cut is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from cardlab.cards import PACK52, Card, list_words
from cardlab.cribbage import Options, State, cut, play, position, view
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.event_text import side_name
from cardlab.cribbage.rules.positions import CUT_HERE
from cardlab.cribbage.rules.state import Phase, seat_names
from cardlab.display.scene import CardFace, Zone
from cardlab.game import Event, Transition
from cardlab.rulebook import load
from cardlab.wording import in_figures, upper
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import actor, does, seat_choices, seat_values, seated, who
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim, between, pick, weighted

# ---------------------------------------------------------------- the cut for deal


class Cuts(NamedTuple):
    """The cards cut for the deal, a seat."""

    options: Options
    cards: tuple[Card, ...]

    @property
    def event(self) -> Event:
        """What the referee says when all have cut: who deals, or that some cut again."""
        state = position(options=self.options, phase="cut", cuts=self.cards)
        events: list[Event] = []
        for _ in self.cards:
            step = referee.apply(state, cut(CUT_HERE))
            state, events = step.state, [*events, *step.events]
        return next(event for event in events if event.kind in ("dealer", "tie"))


def _draw_cuts(random: Random, level: int, rules: Options) -> Cuts:
    table = seated(rules, pick(random, (2, 3, 3) if level == 1 else (3, 4)))

    def draw(random: Random) -> tuple[Card, ...]:
        cards: list[Card] = []
        while len(cards) < table.players:
            rank = weighted(random, ((0, 2), (between(random, 9, 12), 2), (between(random, 0, 12), 4)))
            again = [card >> 2 for card in cards]
            rank = pick(random, again) if again and random.random() < 0.25 else rank
            card = PACK52[4 * rank + between(random, 0, 3)]
            if card not in cards:
                cards.append(card)
        return tuple(cards)

    sides = ("plain", "plain", "plain", "tie", "plain" if table.players == 2 else "harmless tie")
    return Cuts(table, aim(random, draw, _cut_side, sides))


def _cut_side(cards: tuple[Card, ...]) -> str:
    ranks = [card.rank for card in cards]
    if ranks.count(min(ranks)) > 1:
        return "tie"
    return "plain" if len(set(ranks)) == len(ranks) else "harmless tie"


def _ask_cuts(cuts: Cuts) -> Prompt:
    names = ["you", *seat_names(cuts.options)[1:]]
    faces = tuple(
        CardFace(card.code, card, note=f"cut by {name}", tag=name)
        for name, card in zip(names, cuts.cards, strict=True)
    )
    number = {2: "Two", 3: "Three", 4: "Four"}[cuts.options.players]
    return Prompt(
        f"{number} play, and these cards have been cut. Who deals first?",
        (
            forms.choose(
                "dealer",
                "who deals",
                [*seat_choices(cuts.options), ("again", "nobody yet: some cut again")],
            ),
        ),
        (Zone("cuts", "cut for the deal", faces),),
    )


def _work_cuts(cuts: Cuts) -> Solution:
    event = cuts.event
    low = min(card.rank for card in cuts.cards)
    lowest = tuple(card for card in cuts.cards if card.rank is low)
    first = Step(f"The lowest rank is the {low.label}.", ("CRIB-RANK-01",), lowest, "lowest")
    if event.kind == "tie":
        text = "Those who cut it cut again: suits do not matter."
        return Solution({"dealer": "again"}, "They cut again.", (first, Step(text, ("CRIB-CUT-02",))))
    assert event.seat is not None
    name = who(_seen(cuts.options), event.seat)
    title = f"{does(name, 'deal')}."
    last = Step("Whoever has cut the lowest card deals first.", ("CRIB-CUT-03",), lowest, "deals")
    return Solution({"dealer": seat_values(cuts.options)[event.seat]}, title, (first, last))


def _seen(rules: Options) -> State:
    """Some state of a table with these options, to name its seats by."""
    return referee.start(rules)


def _traps_cuts(cuts: Cuts) -> Iterator[Distractor]:
    seats, cards = seat_values(cuts.options), cuts.cards
    low, high = min(card.rank for card in cards), max(card.rank for card in cards)
    no_ace = min((card for card in cards if card.rank > 1), default=None)
    if sum(card.rank is low for card in cards) > 1:
        for card in cards:
            if card.rank is low:
                yield Distractor("crib-cut-suits", seats[cards.index(card)], cards=(card,))
    elif len({card.rank for card in cards}) < len(cards):
        yield Distractor("crib-cut-any-tie", "again")
    highest = [card for card in cards if card.rank is high]
    yield Distractor("crib-cut-highest", seats[cards.index(highest[0])], cards=(highest[0],))
    if low == 1 and no_ace is not None:
        yield Distractor("crib-cut-ace-high", seats[cards.index(no_ace)], cards=(no_ace,))


def _vary_cuts(cuts: Cuts) -> Iterator[Cuts]:
    for seat in range(len(cuts.cards)):
        for card in PACK52:
            if card not in cuts.cards:
                yield cuts._replace(cards=(*cuts.cards[:seat], card, *cuts.cards[seat + 1 :]))


FIRST = exercise(
    id="crib-who-deals",
    title="Who deals first?",
    topic="cutting for the deal",
    rules=("CRIB-RANK-01", "CRIB-CUT-02", "CRIB-CUT-03"),
    mistakes=("crib-cut-highest", "crib-cut-suits", "crib-cut-any-tie", "crib-cut-ace-high"),
    levels=("two or three players", "three or four players"),
    default_level=2,
    draw=_draw_cuts,
    ask=_ask_cuts,
    solution=_work_cuts,
    distractors=_traps_cuts,
    vary=_vary_cuts,
)


# ---------------------------------------------------------------- who deals next


class Over(NamedTuple):
    """The last card of a deal, about to be played, which pegs one point; the show follows."""

    state: State

    @property
    def after(self) -> Transition:
        (card,) = self.state.hands[actor(self.state)]
        return referee.apply(self.state, play(card))

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self.after.events)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores when the deal is over; if the game is, its last."""
        after: State = self.after.state
        return after.results[-1].scores if after.results else after.scores

    @property
    def next_dealer(self) -> int:
        seat = next(event for event in reversed(self.events) if event.kind == "dealer").seat
        assert seat is not None
        return seat


def _draw_next(random: Random, level: int, rules: Options) -> Over:
    """A show after which the deal goes on, or a game is over and another begins."""
    players = 2 if level == 1 else pick(random, (2, 3, 3, 4, 4))
    table = seated(rules, players)._replace(match=7, counting="automatic")
    dealer = between(random, 0, players - 1)
    over = random.random() < (0.25 if level == 1 else 0.75)
    low, high = 1, table.target - (3 if over else 26)
    scores = [between(random, low, high) for _ in range(table.sides)]
    last = dealer
    if over:
        last = between(random, 0, players - 1)
        scores[last % table.sides] = table.target - 1
    return _last_card(table, str(random.random()), dealer, last, scores, pick(random, PACK52))


def _last_card(table: Options, seed: str, dealer: int, last: int, scores: Sequence[int], card: Card) -> Over:
    """The end of a deal in which `last` plays the last card."""
    hands = [card.code if seat == last else "" for seat in range(table.players)]
    state = position(
        options=table, seed=seed, phase="play", dealer=dealer, turn=last, scores=scores, hands=hands
    )
    return Over(state)


def _ask_next(over: Over) -> Prompt:
    rules, state = over.state.options, over.state
    game = next((event for event in over.events if event.kind == "game"), None)
    told = ", ".join(f"{side_name(rules, side)} {score}" for side, score in enumerate(over.scores))
    dealt = f"{upper(who(state, state.dealer))} dealt."
    what = "The game is over" if game else "The hands and the crib have been counted, and nobody is out yet"
    ask = "Who deals first in the next game?" if game else "Who deals next?"
    number = {2: "Two", 3: "Three", 4: "Four"}[rules.players]
    pairs = " in pairs" if rules.players == 4 else ""
    order = "" if rules.players == 2 else f" To the left sit, in order: {list_words(seat_names(rules))}."
    return Prompt(
        f"{number} play{pairs}; you are South.{order} {dealt} {what}: {told}. {ask}",
        (forms.choose("dealer", "who deals", seat_choices(rules)),),
    )


def _work_next(over: Over) -> Solution:
    state, seat = over.state, over.next_dealer
    game = next((event for event in over.events if event.kind == "game"), None)
    title = f"{does(who(state, seat), 'deal')}."
    rule = load("cribbage").rule("CRIB-CUT-04").text(state.options)
    if game is None:
        many = state.options.players > 2
        text = "The deal passes to the left." if many else "With two players the deal changes hands."
        steps = [
            Step(f"{upper(who(state, state.dealer))} dealt."),
            Step(text, ("CRIB-3P-02",) if many else ("CRIB-CUT-04",)),
        ]
    else:
        steps = [Step(f"{game.text}."), Step(rule, ("CRIB-CUT-04",))]
    return Solution({"dealer": seat_values(state.options)[seat]}, title, tuple(steps))


def _traps_next(over: Over) -> Iterator[Distractor]:
    state, seats = over.state, seat_values(over.state.options)
    yield Distractor("crib-next-same-dealer", seats[state.dealer])
    left, right = ((state.dealer + step) % len(seats) for step in (1, -1))
    game = next((event for event in over.events if event.kind == "game"), None)
    if game is not None:
        for seat in range(len(seats)):
            if seat % state.options.sides == game.seat:
                yield Distractor("crib-next-winner-deals", seats[seat])
        yield Distractor("crib-next-deal-goes-on", seats[left])
    if len(seats) > 2:
        yield Distractor("crib-next-right", seats[right])


def _vary_next(over: Over) -> Iterator[Over]:
    """The same with one score another, by which the game is over, or is not."""
    state, told = over.state, over.scores
    table, sides = state.options, state.options.sides
    (card,) = state.hands[actor(state)]

    def ends(last: int, before: Sequence[int]) -> Over:
        return _last_card(table, state.seed, state.dealer, last, before, card)

    if max(told) >= table.target:
        won = told.index(max(told))
        gained = ends(state.dealer, (0,) * sides).scores
        before = [score - more for score, more in zip(told, gained, strict=True)]
        before[won] = table.target // 2
        if min(before) >= 0:
            yield ends(state.dealer, before)
        return
    for last in range(table.players):
        yield ends(last, [table.target - 1 if side == last % sides else told[side] for side in range(sides)])


NEXT = exercise(
    id="crib-next-dealer",
    title="Who deals next?",
    topic="the deal goes round",
    rules=("CRIB-CUT-04", "CRIB-3P-02"),
    mistakes=("crib-next-same-dealer", "crib-next-winner-deals", "crib-next-deal-goes-on", "crib-next-right"),
    levels=("two players", "two, three or four players"),
    default_level=2,
    draw=_draw_next,
    ask=_ask_next,
    solution=_work_next,
    distractors=_traps_next,
    vary=_vary_next,
)


# ---------------------------------------------------------------- how deep to cut


class Depth(NamedTuple):
    """A cut of `lifted` cards, for the deal or (when `state` is past it) for the starter."""

    state: State
    lifted: int


def _draw_depth(random: Random, level: int, rules: Options) -> Depth:
    """A cut near one of the ends: one to six cards, or all but one to six."""
    table = seated(rules, pick(random, (2, 3, 4)))
    phase: Phase = "cut" if random.random() < 0.25 else "starter"
    state = position(options=table if phase == "starter" else rules, seed="cut", phase=phase)
    size = len(state.pack)
    edges = (*range(1, 7), *range(size - 6, size))
    return aim(random, lambda random: Depth(state, pick(random, edges)), _refused, (False, True))


def _refused(depth: Depth) -> bool:
    return bool(referee.check(view(depth.state, depth.state.turn or 0), cut(depth.lifted)))


def _ask_depth(depth: Depth) -> Prompt:
    what = "for the deal" if depth.state.phase == "cut" else "for the starter"
    return Prompt(
        f"The pack has {len(depth.state.pack)} cards. You cut {what} and lift {depth.lifted} of them. "
        "Is that allowed?",
        (forms.yes_no("allowed", "is it allowed?"),),
    )


def _work_depth(depth: Depth) -> Solution:
    size = len(depth.state.pack)
    left = size - depth.lifted
    rule = load("cribbage").rule("CRIB-CUT-01").text(depth.state.options)
    allowed = not _refused(depth)
    steps = (
        Step(f"A cut of {depth.lifted} leaves {size} − {depth.lifted} = {in_figures(left, 'card')}."),
        Step(f"{upper(depth.state.options.label)}: {rule}", ("CRIB-CUT-01",)),
    )
    title = f"{'Yes' if allowed else 'No'}: {depth.lifted} lifted, {left} left."
    return Solution({"allowed": "yes" if allowed else "no"}, title, steps)


def _traps_depth(depth: Depth) -> Iterator[Distractor]:
    if _refused(depth):
        yield Distractor("crib-cut-leaves-too-few", "yes")
    else:
        yield Distractor("crib-cut-too-careful", "no")


def _vary_depth(depth: Depth) -> Iterator[Depth]:
    """The same with the nearest other cuts."""
    for far in range(1, 7):
        for lifted in (depth.lifted + far, depth.lifted - far):
            if 0 < lifted <= len(depth.state.pack):
                yield depth._replace(lifted=lifted)


DEPTH = exercise(
    id="crib-cut-depth",
    title="May you cut here?",
    topic="cutting the pack",
    rules=("CRIB-CUT-01",),
    mistakes=("crib-cut-leaves-too-few", "crib-cut-too-careful"),
    levels=("near the ends of the pack",),
    draw=_draw_depth,
    ask=_ask_depth,
    solution=_work_depth,
    distractors=_traps_depth,
    vary=_vary_depth,
    distinct=(48,),
)
EXERCISES = (DEPTH, FIRST, NEXT)
