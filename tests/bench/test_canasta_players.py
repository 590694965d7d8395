"""How strong and how fast the computer players of Canasta are.

    python -m pytest tests/bench/test_canasta_players.py --benchmark-only -s
    python -m tests.bench.test_canasta_players --deals 500 --preset classic strong greedy
    python -m tests.bench.test_canasta_players --matches 200 steady beginner

Two equal partners meet two others. Every deal is dealt twice, with the seats exchanged, and belongs to the
pair that gains more in both together: the luck of the cards is the same for all. Deals begin in turn with
nothing, 1,600 and 3,200 points for either side, so that each minimum for the first meld comes up.

Two fixed references stand outside the package: `greedy` melds all it can at once, takes the pile whenever
it may, and discards the lowest card that is not in a pair; `reference` plays by the advice of strategy
pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any, NamedTuple

import pytest

from cardlab.canasta.players import player
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import DRAW, END, Action, answer, cut
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.legal_actions import legal_actions, melds, takes
from cardlab.canasta.rules.melds import VALUES
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.state import State, View
from cardlab.players import Choice, Player
from cardlab.study import Share, share
from tests.bench.canasta_reference import reference

SCORES = ((0, 0), (1600, 1600), (3200, 3200))


def greedy(view: View, random: Random) -> Choice:
    match view.phase:
        case "cut":
            return Choice(cut(40))
        case "draw":
            return Choice(next(takes(view), DRAW if view.stock else END))
        case "answer":
            return Choice(answer(True))
    lay = next(melds(view), None)
    return Choice(lay or next(_discards(view), None) or next(legal_actions(view)))


def _discards(view: View) -> Iterable[Action]:
    ranks = [card.rank for card in view.hand]
    for card in sorted(set(view.hand), key=lambda card: (ranks.count(card.rank) > 1, VALUES[card], card)):
        action = Action("discard", (card,))
        if not check(view, action):
            yield action


REFERENCES: dict[str, Player] = {"greedy": greedy, "reference": reference}


def by_name(name: str) -> Player:
    return REFERENCES.get(name) or player(name)


def finish_deal(state: State, players: Sequence[Player], random: Random) -> State:
    """Plays to the end of the deal in progress."""
    deals = len(state.results)
    while len(state.results) == deals:
        seat = referee.to_act(state)
        assert seat is not None
        choice = players[seat](referee.view(state, seat), random)
        state = referee.apply(state, choice.action).state
    return state


class Meeting(NamedTuple):
    """Duplicate deals, or matches, between two pairs: how many the first won, and the average scores."""

    won: Share
    first: float
    second: float
    gain: float
    error: float

    def __str__(self) -> str:
        return (
            f"won {self.won}, {self.first:,.0f} to {self.second:,.0f} points a deal, "
            f"gain {self.gain:+.0f} (95 %: {self.error:.0f} either way)"
        )


def duplicate_deal(names: tuple[str, str], options: Options, number: int) -> tuple[int, int]:
    """What the first and the second pair score together in deal `number`, played from both sides."""
    one, two = by_name(names[0]), by_name(names[1])
    totals = [0, 0]
    for first in (0, 1):
        players = [one, two, one, two] if first == 0 else [two, one, two, one]
        state = referee.start(options, f"duplicate {number}")._replace(scores=SCORES[number % 3])
        scores = finish_deal(state, players, Random(number)).results[-1].outcome.scores
        totals[0] += scores[first]
        totals[1] += scores[1 - first]
    return totals[0], totals[1]


def duplicate_match(names: tuple[str, str], options: Options, number: int) -> tuple[int, int]:
    """How many of two matches with the same deals, the seats exchanged, either pair wins."""
    one, two = by_name(names[0]), by_name(names[1])
    won = [0, 0]
    for first in (0, 1):
        players = [one, two, one, two] if first == 0 else [two, one, two, one]
        state = referee.start(options, f"match {number}")
        while (outcome := referee.outcome(state)) is None:
            state = finish_deal(state, players, Random(number))
        if outcome.winner is not None:
            won[outcome.winner ^ first] += 1
    return won[0], won[1]


def meet(
    names: tuple[str, str], preset: str, deals: int, first: int = 0, mapping: Callable[..., Any] = map
) -> Meeting:
    """`deals` duplicate deals between two pairs of equal players."""
    options = referee.make_options(preset, seating="agreed")
    results = list(mapping(partial(duplicate_deal, names, options), range(first, first + deals)))
    gains = [(one - two) / 2 for one, two in results]
    decided = [gain for gain in gains if gain]
    return Meeting(
        share(sum(gain > 0 for gain in decided), len(decided)),
        mean(one / 2 for one, _ in results),
        mean(two / 2 for _, two in results),
        mean(gains),
        1.96 * stdev(gains) / sqrt(deals),
    )


PAIRINGS = [("strong", "greedy"), ("strong", "reference"), ("strong", "steady"), ("steady", "beginner")]


@pytest.mark.parametrize("preset", ["course", "classic"])
@pytest.mark.parametrize("names", PAIRINGS, ids=" ".join)
def test_duplicate_deals(benchmark: Any, names: tuple[str, str], preset: str) -> None:
    meeting = benchmark.pedantic(meet, (names, preset, 100), rounds=1)
    print(f"\n{names[0]} against {names[1]}, {preset} rules: {meeting}")
    benchmark.extra_info.update(won=meeting.won.value, gain=meeting.gain)


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("preset", ["course", "classic"])
@pytest.mark.parametrize(("name", "deals"), [("beginner", 50), ("steady", 20), ("strong", 20)])
def test_deals_a_second(benchmark: Any, name: str, deals: int, preset: str) -> None:
    """Complete deals in a row between four equal players, through the public referee; in processor time."""
    options = referee.make_options(preset, seating="agreed")
    numbers = count()

    def play() -> None:
        state = referee.start(options, next(numbers))
        for _ in range(deals):
            state = finish_deal(state._replace(scores=(0, 0)), [player(name)] * 4, Random(0))

    benchmark.pedantic(play, rounds=5, warmup_rounds=1)
    print(f"\n{name}, {preset} rules: {deals / benchmark.stats['min']:.0f} deals a second at best")


@pytest.mark.benchmark(timer=process_time)
def test_decision(benchmark: Any) -> None:
    """The mean time of a decision of `strong`, over all those of a deal; in milliseconds."""
    options = referee.make_options("classic", seating="agreed")
    times: list[float] = []

    def timed(view: View, random: Random) -> Choice:
        begun = process_time()
        choice = player("strong")(view, random)
        times.append(process_time() - begun)
        return choice

    benchmark.pedantic(
        lambda: finish_deal(referee.start(options, 1), [timed] * 4, Random(0)), rounds=5, warmup_rounds=1
    )
    print(f"\nstrong: {1000 * mean(times):.2f} ms a decision, {1000 * max(times):.1f} ms at most")


def main() -> None:
    parser = argparse.ArgumentParser(description="Pits two pairs of players against each other.")
    parser.add_argument("names", nargs=2)
    parser.add_argument("--preset", default="course")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--matches", type=int, default=0, help="play matches to the target instead")
    parser.add_argument("--jobs", type=int, default=1)
    told = parser.parse_args()
    names = (told.names[0], told.names[1])
    with ProcessPoolExecutor(told.jobs) as executor:
        if not told.matches:
            print(names, told.preset, meet(names, told.preset, told.deals, told.first, executor.map))
            return
        options = referee.make_options(told.preset, seating="agreed")
        results = list(executor.map(partial(duplicate_match, names, options), range(told.matches)))
        won = [sum(column) for column in zip(*results, strict=True)]
        print(names, told.preset, "matches won", share(won[0], sum(won)))


if __name__ == "__main__":
    main()
