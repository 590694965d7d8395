"""Simulation: games between computer players through the public referee, and what was scored in them.

The games go to pandas DataFrames. They run one after the other, or in any executor of
`concurrent.futures`; the result is the same.

>>> from cardlab.cribbage.players import player
>>> study = simulate("cribbage", [player("steady"), player("beginner")], games=2, seed=1)
>>> len(study.games), sorted(study.games.columns)
(2, ['dealer', 'game', 'reason', 'scores', 'winner'])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.events import GameOutcome, Referee
from cardlab.game import referee as find_referee
from cardlab.players import Player
from cardlab.plugins import game_plugin

if TYPE_CHECKING:
    import pandas as pd


class Study(NamedTuple):
    """Simulated games.

    `games` has a row a game: its number, the first dealer (if the games were begun with one), how it ended
    and the scores. `points` has a row for each time something was scored, and for each hand that was counted:
    game, deal, dealer of that deal, seat, kind of event, points.
    """

    games: pd.DataFrame
    points: pd.DataFrame


class Share(NamedTuple):
    """A share of a number of trials, with the limits that hold it in 19 of 20 cases."""

    value: float
    low: float
    high: float
    trials: int

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%} of {self.trials:,})"


Begin = Callable[[int], Any]
"""The state in which game number n begins."""


def simulate(
    game: str,
    players: Sequence[Player],
    games: int = 100,
    seed: str | int = 0,
    options: Any = None,
    begin: Begin | None = None,
    executor: Executor | None = None,
) -> Study:
    """Plays `games` games of "cribbage" or "canasta", `players[n]` in seat n.

    Game n is dealt and its players' chances are drawn from ``seed/n``. `begin` gives the state to begin
    with, if it is not the start of a game (to let the deal alternate, say).
    """
    play = partial(play_game, game, tuple(players), seed, options, begin)
    results = list(executor.map(play, range(games), chunksize=8) if executor else map(play, range(games)))
    return study_of(results)


def random_games(game: str, games: int, seed: str | int = 0, options: Any = None) -> list[GameOutcome]:
    """How so many games of "cribbage" or "canasta" end when every seat does anything that is legal.

    In Canasta, where such games would hardly end, the players take the pile and meld whenever they are in the
    mood, which is mostly, and discard anything.

    They go through the game's simulator, which is much faster than its referee; a game that has none (one of
    another package) is played by the referee.

    >>> [outcome.scores for outcome in random_games("cribbage", 3, seed=1)]
    [(100, 121), (121, 93), (121, 110)]
    """
    plugin = game_plugin(game)
    referee = plugin.referee
    rules = referee.make_options() if options is None else referee.as_options(options)
    if "simulator" in plugin.modules:
        return list(plugin.simulator.random_games(games, seed, rules))
    return [_random_game(referee, rules, f"{seed}/{number}") for number in range(games)]


def _random_game(referee: Referee, options: Any, seed: str) -> GameOutcome:
    draw = Random(seed).random
    state = referee.start(options, seed)
    while (seat := referee.to_act(state)) is not None:
        legal = list(referee.legal_actions(referee.view(state, seat)))
        state = referee.apply(state, legal[int(draw() * len(legal))]).state
    outcome = referee.outcome(state)
    assert outcome is not None
    return outcome


def study_of(results: Sequence[Any]) -> Study:
    """The study of games, each as `play_game` gives it."""
    import pandas as pd

    return Study(
        pd.DataFrame([row for row, _ in results], columns=["game", "dealer", "winner", "reason", "scores"]),
        pd.DataFrame(
            [points for _, rows in results for points in rows],
            columns=["game", "deal", "dealer", "seat", "kind", "points"],
        ),
    )


def play_game(
    game: str,
    players: Sequence[Player],
    seed: str | int,
    options: Any,
    begin: Begin | None,
    number: int,
) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
    """One game of a study: its row of `Study.games`, and its rows of `Study.points`."""
    referee = find_referee(game)
    if begin is not None:
        state = begin(number)
    elif options is None:
        state = referee.start(seed=f"{seed}/{number}")
    else:
        state = referee.start(options, f"{seed}/{number}")
    randoms = [Random(f"{seed}/{number}/{seat}") for seat in range(len(players))]
    first = dealer = getattr(state, "dealer", None)
    deal = 0
    points = []
    while (seat := referee.to_act(state)) is not None:
        choice = players[seat](referee.view(state, seat), randoms[seat])
        step = referee.apply(state, choice.action)
        state = step.state
        for event in step.events:
            if event.kind == "deal":
                deal, dealer = deal + 1, event.seat
            elif event.points or event.kind == "count":
                points.append((number, deal, dealer, event.seat, event.kind, event.points))
    outcome = referee.outcome(state)
    assert outcome is not None
    return (number, first, outcome.winner, outcome.reason, outcome.scores), points


def share(successes: int, trials: int) -> Share:
    """A share with its limits of confidence (95 %, after Wilson).

    >>> print(share(560, 1000))
    56.0% (52.9% to 59.0% of 1,000)
    """
    if not trials:
        raise ValueError("a share needs at least one trial")
    deviations = 1.959964
    value = successes / trials
    scale = 1 + deviations**2 / trials
    middle = (value + deviations**2 / (2 * trials)) / scale
    reach = deviations / scale * sqrt(value * (1 - value) / trials + deviations**2 / (4 * trials**2))
    return Share(value, middle - reach, middle + reach, trials)
