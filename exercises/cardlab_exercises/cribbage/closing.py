"""The end of a count: who pegs how much for it, and who leads the next one.

What is right is what the referee says when the count closes.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardlab.cards import list_words
from cardlab.cribbage import Options
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg
from cardlab.cribbage.rules.transitions import GO_POINT, LAST_POINT
from cardlab.game import Event
from cardlab.rulebook import load
from cardlab.wording import upper
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import (
    Acted,
    actor,
    cards_left,
    closings,
    does,
    done,
    played_zones,
    said_go,
    seat_choices,
    seat_values,
    seated,
    sizes_after,
    walk,
    who,
)
from cardlab_exercises.cribbage.replays import one_card_apart
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim_among

_ENDS = ("closed", "go_pegged", "last_card")
_THIRTY_ONE = sum(item.points for item in peg("KS QH AD TC") if item.rule == "CRIB-GO-05")


def _players(random: Random, level: int) -> int:
    return 2 if level == 1 else 3 if random.random() < 0.5 else 4


def _end(at: Acted) -> Event:
    """The event that closes the count."""
    return next(event for event in at.events if event.kind in _ENDS)


def _last_player(at: Acted) -> int:
    """Who has played the last card of the count."""
    return actor(at.state) if at.action.kind == "play" else at.state.plays[-1][0]


# ---------------------------------------------------------------- who pegs for it


def _draw_end(random: Random, level: int, rules: Options) -> Acted:
    def draw(random: Random) -> list[Acted]:
        table = seated(rules, _players(random, level))
        return [at for at, _ in closings(walk(random, table))]

    return aim_among(random, draw, _side, ("go", "31", "31 after go", "last", "last 31"))


def _side(at: Acted) -> str:
    last = not any(sizes_after(at))
    if at.state.total + sum(VALUES[card] for card in at.action.cards) == LIMIT:
        return "last 31" if last else "31 after go" if at.state.passed else "31"
    return "last" if last else "go"


def _ask_end(at: Acted) -> Prompt:
    return Prompt(
        f"{said_go(at)}{done(at)} {cards_left(at)}"
        "Nobody can play any more in this count. Who pegs for that, and how many "
        "points (for go, thirty-one or the last card alone)?",
        (
            forms.choose("who", "who pegs", seat_choices(at.state.options)),
            forms.number("points", "points", most=9),
        ),
        played_zones(at.state),
    )


def _paid(at: Acted) -> tuple[int, int]:
    """Who pegs for the end of the count, and how many points."""
    end = _end(at)
    assert end.seat is not None
    made = [
        item.points
        for event in at.events
        if event.kind == "play"
        for item in event.items
        if item.rule == "CRIB-GO-05"
    ]
    return end.seat, end.points + sum(made)


def _work_end(at: Acted) -> Solution:
    end = _end(at)
    seat, points = _paid(at)
    name = who(at.state, seat)
    steps = [Step(f"The last card that fitted was played by {name}.", ("CRIB-GO-03",))]
    rules: tuple[str, ...]
    if end.total == LIMIT:
        text = f"The count is exactly 31: that pegs {points}{_of_thirty_one(at)}."
        rules = ("CRIB-GO-05",) if any(sizes_after(at)) else ("CRIB-GO-08", "CRIB-GO-05")
    elif end.kind == "last_card":
        parts = list_words([f"{item.points} for the {item.name}" for item in end.items])
        text = f"It was the last card of the deal: that pegs {points}"
        text += f", {parts}." if len(end.items) > 1 else "."
        rules = ("CRIB-GO-09", "CRIB-GO-08")
    else:
        text, rules = f"The count closes at {end.total}: that pegs {points} for the go.", ("CRIB-GO-03",)
    if at.state.options.players > 2 and end.kind == "go_pegged":
        rules = (*rules, "CRIB-3P-04")
    steps.append(Step(text, rules))
    return Solution(
        {"who": seat_values(at.state.options)[seat], "points": str(points)},
        f"{does(name, 'peg')} {points}.",
        tuple(steps),
        by_field={"who": rules, "points": rules},
    )


def _of_thirty_one(at: Acted) -> str:
    """What the points for thirty-one are made of, where there is more to say than their number."""
    end = _end(at)
    if end.points:
        return f", {_THIRTY_ONE} for thirty-one and {end.points} for the go"
    parts = ["the go"] if at.state.passed else []
    parts += [] if any(sizes_after(at)) else ["the last card"]
    return f", which includes the point for {list_words(parts, 'or')}" if parts else ""


def _traps_end(at: Acted) -> Iterator[Distractor]:
    end = _end(at)
    _, points = _paid(at)
    go, last = GO_POINT.points, LAST_POINT.points
    seats = seat_values(at.state.options)
    if end.total == LIMIT:
        yield Distractor("crib-end-31-one", str(go), field="points")
        if end.points:
            text = f"Thirty-one pegs {points - go}, and by these rules the go that was said pegs {go} more."
            yield Distractor("crib-score-go-missed", str(points - go), text, field="points")
        elif at.state.passed:
            yield Distractor("crib-end-go-and-31", str(points + go), field="points")
        if not any(sizes_after(at)):
            yield Distractor("crib-end-last-31", str(points + last), field="points")
    elif end.kind == "last_card":
        if len(end.items) > 1:
            text = (
                f"The last card pegs {last}, and by these rules the go of those passed over pegs {go} more."
            )
            yield Distractor("crib-score-go-missed", str(last), text, field="points")
        else:
            yield Distractor("crib-end-last-twice", str(points + go), field="points")
        yield Distractor("crib-score-last-missed", "0", field="points")
    else:
        yield Distractor("crib-end-go-two", str(_THIRTY_ONE), field="points")
        yield Distractor("crib-score-go-missed", "0", field="points")
    gone = [*at.state.passed, *([at.state.turn] if at.action.kind == "go" else [])]
    for seat in gone:
        if seat is not None:
            yield Distractor("crib-end-go-caller", seats[seat], field="who")


def _vary_end(at: Acted) -> Iterator[Acted]:
    """The same where another card was held, and the count closed all the same."""
    for other in one_card_apart(at):
        if any(event.kind in _ENDS for event in other.events):
            yield other


END = exercise(
    id="crib-end-of-count",
    title="Who pegs for the end of the count?",
    topic="go, thirty-one, last card",
    rules=("CRIB-GO-03", "CRIB-GO-05", "CRIB-GO-08", "CRIB-GO-09", "CRIB-3P-04"),
    mistakes=(
        "crib-end-31-one",
        "crib-end-go-and-31",
        "crib-end-last-31",
        "crib-end-last-twice",
        "crib-score-last-missed",
        "crib-end-go-two",
        "crib-score-go-missed",
        "crib-end-go-caller",
    ),
    levels=("two players", "three or four players"),
    draw=_draw_end,
    ask=_ask_end,
    solution=_work_end,
    distractors=_traps_end,
    vary=_vary_end,
)


# ---------------------------------------------------------------- who leads next


def _leader(at: Acted) -> int:
    lead = next(event for event in at.events if event.kind == "lead")
    assert lead.seat is not None
    return lead.seat


def _draw_lead(random: Random, level: int, rules: Options) -> Acted:
    def draw(random: Random) -> list[Acted]:
        table = seated(rules, _players(random, level))
        return [at for at, leader in closings(walk(random, table)) if leader is not None]

    sides = ("plain", "go") if level == 1 else ("plain", "go", "empty")
    return aim_among(random, draw, _lead_side, sides)


def _lead_side(at: Acted) -> str:
    """Whether the next to the left has no cards, somebody said go, or neither."""
    left = (_last_player(at) + 1) % at.state.options.players
    if not sizes_after(at)[left]:
        return "empty"
    return "go" if _callers(at) else "plain"


def _ask_lead(at: Acted) -> Prompt:
    return Prompt(
        f"{said_go(at)}{done(at)} {cards_left(at)}The count is closed. Who leads the next one?",
        (forms.choose("who", "who leads", seat_choices(at.state.options)),),
        played_zones(at.state),
    )


def _work_lead(at: Acted) -> Solution:
    leader = _leader(at)
    name, last = who(at.state, leader), who(at.state, _last_player(at))
    steps = [Step("The count starts again at 0.", ("CRIB-GO-07",))]
    steps.append(Step(f"The last card was played by {last}."))
    gone = _callers(at)
    if gone:
        steps.append(Step(f"The first to say go was {who(at.state, gone[0])}."))
    out = [who(at.state, seat) for seat, size in enumerate(sizes_after(at)) if not size]
    if out:
        verb = "have" if len(out) > 1 or out[0] == "you" else "has"
        steps.append(Step(f"{upper(list_words(out))} {verb} no cards left.", ("CRIB-GO-10",)))
    many = at.state.options.players > 2
    rule = load("cribbage").rule("CRIB-GO-06").text(at.state.options)
    rules = ("CRIB-3P-04", "CRIB-GO-06") if many else ("CRIB-GO-06",)
    steps.append(Step(f"{upper(at.state.options.label)}: {rule}", rules))
    title = f"{does(name, 'lead')}."
    return Solution({"who": seat_values(at.state.options)[leader]}, title, tuple(steps))


def _callers(at: Acted) -> list[int]:
    last = [at.state.turn] if at.action.kind == "go" and at.state.turn is not None else []
    return [*at.state.passed, *last]


def _traps_lead(at: Acted) -> Iterator[Distractor]:
    seats = seat_values(at.state.options)
    last = _last_player(at)
    yield Distractor("crib-lead-last-player", seats[last])
    gone = _callers(at)
    left = seats[(last + 1) % len(seats)]
    if gone:
        rule = at.state.options.next_lead
        yield Distractor("crib-lead-other-rule", seats[gone[0]] if rule != "go_caller" else left)
    if not sizes_after(at)[(last + 1) % len(seats)]:
        yield Distractor("crib-lead-no-cards", left)
    yield Distractor("crib-lead-dealer", seats[(at.state.dealer + 1) % len(seats)])


def _vary_lead(at: Acted) -> Iterator[Acted]:
    """The same where another card was held, and another count follows all the same."""
    for other in one_card_apart(at):
        if any(event.kind == "lead" for event in other.events):
            yield other


LEAD = exercise(
    id="crib-who-leads",
    title="Who leads the next count?",
    topic="the count starts again",
    rules=("CRIB-GO-06", "CRIB-GO-07", "CRIB-GO-10", "CRIB-3P-04"),
    mistakes=("crib-lead-last-player", "crib-lead-other-rule", "crib-lead-no-cards", "crib-lead-dealer"),
    levels=("two players", "three or four players"),
    default_level=2,
    draw=_draw_lead,
    ask=_ask_lead,
    solution=_work_lead,
    distractors=_traps_lead,
    vary=_vary_lead,
)
EXERCISES = (END, LEAD)
