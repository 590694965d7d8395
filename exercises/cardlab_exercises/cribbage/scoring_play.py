"""The exercise `crib-score-play`: the whole play of a deal, scored on a sheet, row by row.

What is right is the sum of what the referee pegs.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.cards import Card
from cardlab.cribbage import Options
from cardlab.cribbage.rules.pegging import LIMIT, VALUES
from cardlab.cribbage.rules.transitions import GO_POINT
from cardlab.display.scene import CardFace, Zone
from cardlab.game import Event
from cardlab.rulebook import load
from cardlab.wording import upper
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import (
    OTHER,
    YOU,
    Acted,
    does,
    in_your_words,
    walk,
    who,
    whose_turn,
)
from cardlab_exercises.cribbage.replays import one_play_apart
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim

_PEGGED = ("play", "go_pegged", "last_card")
_ENDS = ("CRIB-GO-03", "CRIB-GO-05", "CRIB-GO-08")
_ROWS = {
    (YOU, False): ("your-cards", "you, for fifteens, pairs and runs"),
    (YOU, True): ("your-ends", "you, for go, thirty-one and last card"),
    (OTHER, False): ("their-cards", "North, for fifteens, pairs and runs"),
    (OTHER, True): ("their-ends", "North, for go, thirty-one and last card"),
}


class PlayRecord(NamedTuple):
    """Everything that two players did in the play of a deal."""

    acted: tuple[Acted, ...]

    @property
    def events(self) -> list[Event]:
        """What was pegged, in order."""
        return [event for at in self.acted for event in at.events if event.kind in _PEGGED and event.points]

    @property
    def dealer(self) -> int:
        return self.acted[0].state.dealer


def _sums(events: list[Event]) -> dict[str, int]:
    """The points of each row."""
    sums = {name: 0 for name, _ in _ROWS.values()}
    for event in events:
        for item in event.items:
            assert event.seat is not None
            name, _ = _ROWS[event.seat, item.rule in _ENDS]
            sums[name] += item.points
    return sums


def _draw(random: Random, level: int, rules: Options) -> PlayRecord:
    """A play with as much to peg as the level promises."""

    def suits(play: PlayRecord) -> bool:
        pegged = len(play.events)
        return pegged <= 5 if level == 1 else pegged >= 5

    def draw(random: Random) -> PlayRecord:
        return PlayRecord(tuple(walk(random, rules, eager=level > 1)))

    return aim(random, draw, suits, (True,), tries=3)


def _counts(play: PlayRecord) -> Iterator[list[Acted]]:
    """The play, one count after the other."""
    count: list[Acted] = []
    for at in play.acted:
        if count and at.state.count_start != count[-1].state.count_start:
            yield count
            count = []
        count.append(at)
    yield count


def _zone(number: int, count: list[Acted]) -> Zone:
    """The cards of a count with who played them; its note says who said go."""
    faces, notes, total = [], [], 0
    for at in count:
        name = whose_turn(at.state)
        if at.action.kind == "play":
            (card,) = at.action.cards
            total = at.state.total + VALUES[card]
            faces.append(CardFace(card.code, card, note=f"played by {name}, {total}", tag=name))
        else:
            notes.append(f"{does(name, 'say')} go" if at.action.kind == "go" else f"{does(name, 'stop')}")
    note = "; ".join([f"up to {total}", *notes])
    return Zone(f"count-{number}", f"count {number}", tuple(faces), note=note)


def _ask(play: PlayRecord) -> Prompt:
    dealer = who(play.acted[0].state, play.dealer)
    return Prompt(
        f"{does(dealer, 'deal')}. This is the whole play of the deal, one count after the other. "
        "Score it: how many points does each of you peg?",
        tuple(forms.row(name, label) for name, label in _ROWS.values()),
        tuple(_zone(number, count) for number, count in enumerate(_counts(play), 1)),
    )


def _solution(play: PlayRecord) -> Solution:
    events = play.events
    sums = _sums(events)
    steps = [
        Step(
            f"{in_your_words(event)}.",
            tuple(item.rule for item in event.items),
            _cards(event),
            who(play.acted[0].state, event.seat if event.seat is not None else YOU),
            event.points,
        )
        for event in events
    ]
    you, north = sums["your-cards"] + sums["your-ends"], sums["their-cards"] + sums["their-ends"]
    dealer = upper(who(play.acted[0].state, play.dealer))
    certain = load("cribbage").rule("CRIB-GO-11").text(play.acted[0].state.options)
    text = f"You peg {you}, North {north}. {dealer} dealt. {certain}"
    steps.append(Step(text, ("CRIB-GO-11", "CRIB-PEG-01")))
    told = {name: (*(_ENDS if ends else ()), "CRIB-PEG-01") for (_, ends), (name, _) in _ROWS.items()}
    return Solution(
        {name: str(points) for name, points in sums.items()},
        f"You peg {you}, North pegs {north}.",
        tuple(steps),
        by_field=told,
    )


def _cards(event: Event) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(card for item in event.items for card in item.cards))


def _hints(play: PlayRecord) -> tuple[str, ...]:
    sums = _sums(play.events)
    ends = [event for event in play.events if any(item.rule in _ENDS for item in event.items)]
    return (
        f"Take one count after the other. There are {len(list(_counts(play)))}, and each is closed "
        f"by a go, by {LIMIT} or by the last card.",
        f"In all {sum(sums.values())} points are pegged, {sum(e.points for e in ends)} of them in plays or "
        "calls that close a count.",
    )


def _distractors(play: PlayRecord) -> Iterator[Distractor]:
    true = _sums(play.events)
    for event in play.events:
        for item in event.items:
            assert event.seat is not None
            name, _ = _ROWS[event.seat, item.rule in _ENDS]
            less = _MISSED.get(item.rule)
            if less:
                mistake, pegged = less
                yield Distractor(mistake, str(true[name] - item.points + pegged), field=name)
    row, _ = _ROWS[play.dealer, True]
    cards, _ = _ROWS[play.dealer, False]
    if true[cards] == 0:
        yield Distractor("crib-score-dealer-nothing", "0", field=row)


_MISSED: dict[str, tuple[str, int]] = {
    "CRIB-GO-03": ("crib-score-go-missed", 0),
    "CRIB-GO-05": ("crib-end-31-one", GO_POINT.points),
    "CRIB-GO-08": ("crib-score-last-missed", 0),
    "CRIB-PEG-02": ("crib-score-fifteen-missed", 0),
    "CRIB-PEG-03": ("crib-score-pair-missed", 0),
    "CRIB-PEG-06": ("crib-peg-run-missed", 0),
}
"""For each rule that pays the mistake of pegging less for it, and what is pegged then."""


def _vary(play: PlayRecord) -> Iterator[PlayRecord]:
    """The same play with one card another."""
    return map(PlayRecord, one_play_apart(play.acted))


SCORE = exercise(
    id="crib-score-play",
    title="Score the play",
    topic="the whole play",
    rules=(
        "CRIB-GO-03",
        "CRIB-GO-05",
        "CRIB-GO-08",
        "CRIB-GO-11",
        "CRIB-PEG-01",
        "CRIB-PEG-02",
        "CRIB-PEG-03",
        "CRIB-PEG-04",
        "CRIB-PEG-06",
    ),
    mistakes=(
        "crib-score-go-missed",
        "crib-end-31-one",
        "crib-score-last-missed",
        "crib-score-fifteen-missed",
        "crib-score-pair-missed",
        "crib-peg-run-missed",
        "crib-score-dealer-nothing",
    ),
    levels=("not much to peg", "a lot to peg"),
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=_distractors,
    hints=_hints,
    vary=_vary,
)
EXERCISES = (SCORE,)
