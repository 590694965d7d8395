"""The simulator against the referee: whole deals by the same chances, under every option."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.canasta import Options, State, options
from cardlab.canasta.players import simulator
from cardlab.canasta.players.simulator import play_on, random_games
from cardlab.canasta.rules import referee
from tests.canasta.rule_sets import RULE_SETS, any_rules
from tests.canasta.tables import ALL, play
from tests.shares import third_daily


def told(state: State) -> tuple[object, ...]:
    """All of a state but what everybody knows of a hand, which the simulator does not keep track of."""
    return tuple(state._replace(known=()))


class Watched(simulator._Table):
    """A table that keeps the state after every action."""

    def __init__(self, state: State, random: Random) -> None:
        super().__init__(state, random)
        self.states = [state]

    def act(self) -> None:
        super().act()
        self.states.append(self._whole())


def plays_alike(rules: Options, seed: int, deals: int = 1) -> None:
    """The same chances lead both to the same states, one after each action."""
    expected = list(play(rules, seed, deals=deals))
    table = Watched(referee.start(rules, seed), Random(f"player {seed}"))
    for _ in expected[1:]:
        table.act()
    for mine, state in zip(table.states, expected, strict=True):
        assert told(mine) == told(state)


@pytest.mark.parametrize("name", third_daily(RULE_SETS))
def test_every_action_under_every_option(name: str) -> None:
    for seed in range(3):
        plays_alike(RULE_SETS[name], seed)


@pytest.mark.parametrize("name", third_daily(ALL))
def test_deals_end_alike(name: str) -> None:
    """Played without a look at the states in between, many deals end as before the referee."""
    for seed in range(10, 25):
        *_, end = play(ALL[name], seed, deals=2)
        mine = play_on(referee.start(ALL[name], seed), Random(f"player {seed}"), 2)
        assert told(mine) == told(end)


@settings(deadline=None, max_examples=60)
@given(any_rules, st.integers(0, 10**6))
def test_every_action_under_any_options(rules: Options, seed: int) -> None:
    plays_alike(rules, seed)


def test_a_deal_can_go_on_from_anywhere() -> None:
    states = list(play(options("classic"), 5))
    for state in states[5:-1:7]:
        assert play_on(state, Random(1)).results[0].number == 1
    assert play_on(states[-1], Random(1), deals=0) == states[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_those_of_their_seed(players: int) -> None:
    rules = options("classic", players=players)
    outcomes = random_games(2, "seed", rules)
    assert outcomes == random_games(2, "seed", rules)
    assert outcomes != random_games(2, "other", rules)
    assert all(len(outcome.scores) == rules.sides for outcome in outcomes)
