"""How fast the Cribbage referee is: games of random legal play, single calls. Run: pytest tests/bench

Beside OpenSpiel, in an environment that has it too: python tests/bench/beside_openspiel.py
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardlab.cribbage import GO, check, cut, legal_actions, options, play, position, view
from cardlab.cribbage.players.simulator import MANY, random_games
from cardlab.cribbage.rules import referee


def random_game(seed: int, rules: Any, read: bool) -> int:
    """One game of random legal play; `read` puts every event into words, itemised shows included."""
    random = Random(seed).random
    state = referee.start(rules, seed)
    actions = 0
    while state.turn is not None:
        legal = list(referee.legal_actions(referee.view(state, state.turn)))
        state, events = referee.apply(state, legal[int(random() * len(legal))])
        actions += 1
        if read:
            for event in events:
                assert event.text
    return actions


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("read", [False, True], ids=["events unread", "events read"])
def test_random_games(benchmark: Any, players: int, read: bool) -> None:
    rules = options(players=players)
    actions = benchmark.pedantic(
        lambda: sum(random_game(seed, rules, read) for seed in range(10)), rounds=8, warmup_rounds=1
    )
    benchmark.extra_info["games a second, at best"] = round(10 / benchmark.stats["min"])
    benchmark.extra_info["actions a game"] = actions / 10


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("games", [MANY - 1, 1000], ids=["in integers", "in numpy"])
def test_simulated_random_games(benchmark: Any, players: int, games: int) -> None:
    rules = options(players=players)
    benchmark.pedantic(random_games, args=(games, 1, rules), rounds=5, warmup_rounds=1)
    benchmark.extra_info["games a second, at best"] = round(games / benchmark.stats["min"])


def positions() -> dict[str, Any]:
    starter = position(seed=3, phase="starter")
    lay = position(seed=3)
    playing = position(seed=3, phase="play")
    going = position(hands=["KS QS", "2C"], total=28, turn=0)
    return {
        "lay": (view(lay, 0), next(legal_actions(view(lay, 0)))),
        "cut": (view(starter, 0), cut(20)),
        "play": (view(playing, 0), play(playing.hands[0][0])),
        "go": (view(going, 0), GO),
    }


@pytest.mark.parametrize("name", ["lay", "cut", "play", "go"])
def test_check_of_a_legal_action(benchmark: Any, name: str) -> None:
    seen, action = positions()[name]
    assert benchmark(check, seen, action) == []


def test_explain(benchmark: Any) -> None:
    assert benchmark(referee.explain, positions()["play"][0]).may


def test_imagine(benchmark: Any) -> None:
    assert benchmark(referee.imagine, positions()["play"][0], Random(1)).hands
