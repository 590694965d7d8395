"""The end of a game: who counts first, who wins, and how much a win is worth.

The show is counted by the referee; what a win is worth is what its outcome says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Literal, NamedTuple

from cardlab.cards import list_words
from cardlab.cribbage import Options, State, count, position
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import CLAIMS, PASS
from cardlab.cribbage.rules.event_text import side_name, worth_text
from cardlab.cribbage.rules.outcome import result
from cardlab.cribbage.rules.state import seat_names
from cardlab.display.scene import Zone, faces
from cardlab.game import Event
from cardlab.rulebook import load
from cardlab.wording import upper
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import does, seat_choices, seat_values, seated, who
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim, between, pick

# ---------------------------------------------------------------- who counts first, who wins


class Show(NamedTuple):
    """The state before the first hand is counted, and what each hand and the crib count."""

    state: State
    totals: tuple[int, ...]
    crib: int

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order in which they count, the crib's owner once more at the end."""
        players = self.state.options.players
        return (*((self.state.dealer + step) % players for step in range(1, players + 1)), self.state.dealer)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happens until everything is counted or somebody is out; no hand is counted too low."""
        state, events = self.state, list[Event]()
        for place in range(len(self.order)):
            counted = self.crib if place == len(self.order) - 1 else self.totals[self.order[place]]
            step = referee.apply(state, CLAIMS[counted])
            events += step.events
            while step.state.phase == "muggins":
                step = referee.apply(step.state, PASS)
                events += step.events
            state = step.state
            if state.phase != "show":
                break
        return tuple(events)


def _draw_show(random: Random, level: int, rules: Options) -> Show:
    """Scores so close to the end that the order of counting mostly decides."""
    players = 2 if level < 3 else pick(random, (2, 3, 3))
    table = seated(rules, players)._replace(counting="by_hand")

    def draw(random: Random) -> Show:
        dealer = between(random, 0, players - 1)
        state = position(options=table, phase="show", dealer=dealer, seed=str(random.random()))
        assert state.starter is not None
        held = [tuple(card for of, card in state.plays if of == seat) for seat in range(players)]
        totals = tuple(count(hand, state.starter, options=table).total for hand in held)
        crib = count(state.crib, state.starter, True, table).total
        own = list(totals)
        own[dealer] += crib
        goal = table.target
        near = [goal - points + between(random, -3, 4) for points in own]
        scores = tuple([min(goal - 1, max(goal // 2, score)) for score in near])
        return Show(state._replace(scores=scores, rear_pegs=scores), totals, crib)

    return aim(random, draw, _show_side, ("first", "both", "crib", "none"), tries=30)


def _show_side(show: Show) -> str:
    """What decides: one hand, the order of two that would be out, the crib, or nothing."""
    target = show.state.options.target
    full = list(show.totals)
    full[show.state.dealer] += show.crib
    out = [seat for seat, points in enumerate(full) if show.state.scores[seat] + points >= target]
    if len(out) > 1:
        return "both"
    if not out:
        return "none"
    needs_crib = out[0] == show.state.dealer and show.state.scores[out[0]] + show.totals[out[0]] < target
    return "crib" if needs_crib else "first"


def _ask_show(show: Show) -> Prompt:
    state = show.state
    assert state.starter is not None
    rules = state.options
    names = [who(state, seat) for seat in range(rules.players)]
    standing = ", ".join(
        f"{does(name, 'stand')} at {state.scores[seat]} with {show.totals[seat]} to count"
        for seat, name in enumerate(names)
    )
    dealer = names[state.dealer]
    crib = f"the crib holds {show.crib}"
    order = "" if rules.players == 2 else f" To the left sit, in order: {list_words(seat_names(rules))}."
    held = [tuple(card for of, card in state.plays if of == seat) for seat in range(rules.players)]
    zones = [
        Zone(f"hand-{seat}", f"{names[seat]}: {show.totals[seat]}", faces(sorted(hand)))
        for seat, hand in enumerate(held)
    ]
    zones.append(Zone("crib", f"the crib: {show.crib}", faces(state.crib)))
    return Prompt(
        f"{does(dealer, 'deal')}; the game goes to {rules.target}.{order} "
        f"{standing}; {crib}. Who counts first, and who wins in this show?",
        (
            forms.choose("first", "who counts first", seat_choices(rules)),
            forms.choose("wins", "who wins", [*seat_choices(rules), ("nobody", "nobody yet")]),
        ),
        (*zones, Zone("starter", "starter", faces([state.starter], note="starter"))),
    )


def _winner(show: Show) -> int | None:
    return next((event.seat for event in show.events if event.kind == "game"), None)


def _work_show(show: Show) -> Solution:
    state, seats = show.state, seat_values(show.state.options)
    order = [who(state, seat) for seat in show.order]
    many = state.options.players > 2
    rule = ("CRIB-3P-05",) if many else ("CRIB-SHOW-01",)
    steps = [Step(f"They count in this order: {list_words(order[:-1])}, and the crib last.", rule)]
    at, winner = list(state.scores), _winner(show)
    for place, seat in enumerate(show.order):
        points = show.crib if place == len(order) - 1 else show.totals[seat]
        what = "the crib" if place == len(order) - 1 else "the hand"
        reach = at[seat] + points
        name = upper(order[place])
        out = reach >= state.options.target
        text = f"{name}: {at[seat]} and {points} for {what} make {reach}{', which is out' if out else ''}."
        steps.append(Step(text, ("CRIB-OBJ-01", "CRIB-END-02") if out else ()))
        at[seat] = reach
        if out:
            break
    uncounted = any("CRIB-END-03" in event.rules for event in show.events if event.kind == "game")
    if uncounted:
        steps.append(Step("What would be counted later no longer counts.", ("CRIB-END-03",)))
    elif winner is None:
        steps.append(Step(f"Nobody reaches {state.options.target} in this show.", ("CRIB-END-02",)))
    title = (
        "Nobody wins yet."
        if winner is None
        else f"{upper(who(state, winner))} {'win' if who(state, winner) == 'you' else 'wins'}."
    )
    return Solution(
        {"first": seats[show.order[0]], "wins": "nobody" if winner is None else seats[winner]},
        title,
        tuple(steps),
        by_field={"first": rule, "wins": tuple(dict.fromkeys(r for step in steps[1:] for r in step.rules))},
    )


def _traps_show(show: Show) -> Iterator[Distractor]:
    state, seats = show.state, seat_values(show.state.options)
    target, dealer = state.options.target, state.dealer
    full = list(show.totals)
    full[dealer] += show.crib
    ends = [state.scores[seat] + points for seat, points in enumerate(full)]
    best = max(range(len(ends)), key=lambda seat: ends[seat])
    first = {"first": seats[dealer]}
    yield Distractor("crib-show-dealer-first", seats[dealer], field="first")
    if ends[dealer] >= target:
        yield Distractor("crib-show-dealer-first", seats[dealer], field="wins", also=first)
    if ends[best] >= target:
        yield Distractor("crib-show-highest-wins", seats[best], field="wins")
    if ends[dealer] >= target > state.scores[dealer] + show.totals[dealer]:
        yield Distractor("crib-show-crib-forgotten", "nobody", field="wins")
    elif max(ends) >= target:
        yield Distractor("crib-show-out-overlooked", "nobody", field="wins")
    if max(ends) < target:
        yield Distractor("crib-show-nearly", seats[best], field="wins")


def _vary_show(show: Show) -> Iterator[Show]:
    """The same with one score a point higher or lower."""
    scores = show.state.scores
    for side in range(len(scores)):
        for step in (1, -1):
            other = (*scores[:side], scores[side] + step, *scores[side + 1 :])
            if 0 <= other[side] < show.state.options.target:
                yield show._replace(state=show.state._replace(scores=other, rear_pegs=other))


WINS = exercise(
    id="crib-who-wins",
    title="Who counts first, and who wins?",
    topic="the show at the end",
    rules=("CRIB-OBJ-01", "CRIB-SHOW-01", "CRIB-END-02", "CRIB-END-03", "CRIB-3P-05"),
    mistakes=(
        "crib-show-dealer-first",
        "crib-show-highest-wins",
        "crib-show-crib-forgotten",
        "crib-show-out-overlooked",
        "crib-show-nearly",
    ),
    levels=("two players", "two players, with the crib", "two or three players"),
    default_level=3,
    draw=_draw_show,
    ask=_ask_show,
    solution=_work_show,
    distractors=_traps_show,
    vary=_vary_show,
)


# ---------------------------------------------------------------- what a win is worth


class End(NamedTuple):
    """The scores at the end of a game, a side."""

    options: Options
    scores: tuple[int, ...]
    winner: int


_KINDS = {"game": "a plain win", "lurch": "a lurch", "skunk": "a skunk", "double-skunk": "a double skunk"}


def _draw_end(random: Random, level: int, rules: Options) -> End:
    """Scores of the losers around the lines, more often than far from them."""
    table = rules._replace(
        target=rules.target if level == 1 or rules.target == 61 else pick(random, (121, 121, 61)),
        players=3 if level == 3 else 2,
    )
    lines = [table.target // 2, 3 * table.target // 4]

    def loser() -> int:
        near = random.random() < (0.5 if level < 3 else 0.35)
        line = pick(random, lines)
        return between(random, line - 1, line + 2) if near else between(random, 10, table.target - 1)

    winner = between(random, 0, table.sides - 1)
    scores = [table.target if side == winner else loser() for side in range(table.sides)]
    return End(table, tuple(scores), winner)


def _ask_end(end: End) -> Prompt:
    table = end.options
    told = ", ".join(f"{side_name(table, side)} {score}" for side, score in enumerate(end.scores))
    unit = "game points" if table.loss_scheme == "acc" else "games"
    return Prompt(
        f"The game to {table.target} is over: {told}. What kind of win is that, and for how many {unit} "
        f"does it count ({table.label})?",
        (
            forms.choose("kind", "what it is called", _KINDS.items()),
            forms.number("games", "it counts for", most=9),
        ),
    )


def _value(label: str) -> str:
    return label.replace(" ", "-")


def _work_end(end: End) -> Solution:
    table = end.options
    outcome = result(table, end.scores, end.winner, "at the show")
    losers = [score for side, score in enumerate(end.scores) if side != end.winner]
    best = max(losers)
    loser = "The loser" if len(losers) == 1 else "The better of the losers"
    if table.loss_scheme == "acc":
        text = f"{loser} has {best} and is {table.target - best} behind."
    else:
        halves, quarters = table.target / 2, 3 * table.target / 4
        text = f"{loser} has {best}. Half of {table.target} is {halves}, three quarters are {quarters}."
    steps = [Step(text, ("CRIB-END-01",))]
    rules = outcome.rules[1:] or (("CRIB-END-04",) if table.loss_scheme == "lurch" else ("CRIB-END-05",))
    told = load("cribbage").rule(rules[0]).text(table)
    if table.loss_scheme != "lurch" and table.target == 61 and table.skunk_in_61 == "none":
        told = "In a game to 61 there are no skunks."
    steps.append(Step(f"{upper(table.label)}: {told}", rules))
    title = f"{upper(_KINDS[_value(outcome.label)])}: {worth_text(table, outcome.games)}."
    return Solution(
        {"kind": _value(outcome.label), "games": str(outcome.games)},
        title,
        tuple(steps),
        by_field={"kind": rules, "games": rules},
    )


def _traps_end(end: End) -> Iterator[Distractor]:
    table = end.options
    truth = result(table, end.scores, end.winner, "")
    scheme: Literal["lurch", "skunk"] = "skunk" if table.loss_scheme == "lurch" else "lurch"
    yield _taken_for(end._replace(options=table._replace(loss_scheme=scheme)), "crib-end-other-scheme")
    for step in (1, -1):
        beside = tuple(
            score if side == end.winner else min(max(score + step, 0), table.target - 1)
            for side, score in enumerate(end.scores)
        )
        yield _taken_for(end._replace(scores=beside), "crib-end-line-itself")
    if len(end.scores) > 2:
        least = min(end.scores)
        worst = tuple(score if side == end.winner else least for side, score in enumerate(end.scores))
        yield _taken_for(end._replace(scores=worst), "crib-end-one-loser")
    plain = result(
        table, [table.target - (side != end.winner) for side in range(table.sides)], end.winner, ""
    )
    if truth.games > plain.games:
        text = f"By these rules {_KINDS[_value(truth.label)]} counts for {worth_text(table, truth.games)}."
        also = {"kind": _value(truth.label)}
        yield Distractor("crib-end-counts-one", str(plain.games), text, field="games", also=also)


def _taken_for(end: End, mistake: str) -> Distractor:
    """The mistake that takes this for the end: what it is called and worth then."""
    outcome = result(end.options, end.scores, end.winner, "")
    return Distractor(mistake, _value(outcome.label), field="kind", also={"games": str(outcome.games)})


def _vary_end(end: End) -> Iterator[End]:
    """The same with one loser's score another, the nearest first."""
    losers = [side for side in range(len(end.scores)) if side != end.winner]
    for far in range(1, end.options.target):
        for side, score in product(losers, (far, -far)):
            score += end.scores[side]
            if 0 <= score < end.options.target:
                yield end._replace(scores=(*end.scores[:side], score, *end.scores[side + 1 :]))


WORTH = exercise(
    id="crib-lurch-skunk",
    title="What is the win worth?",
    topic="lurch and skunk",
    rules=("CRIB-END-01", "CRIB-END-04", "CRIB-END-05", "CRIB-END-06"),
    mistakes=("crib-end-other-scheme", "crib-end-line-itself", "crib-end-one-loser", "crib-end-counts-one"),
    levels=("a game to 121", "121 or 61", "three players"),
    default_level=3,
    draw=_draw_end,
    ask=_ask_end,
    solution=_work_end,
    distractors=_traps_end,
    vary=_vary_end,
    distinct=(2 * 111, 2 * (111 + 51), None),
)
EXERCISES = (WINS, WORTH)
