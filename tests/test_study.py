"""Simulated games and the statistics of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from cardlab.cribbage import State, options, position
from cardlab.cribbage.players import player
from cardlab.errors import InputError
from cardlab.plugins import CRIBBAGE
from cardlab.study import random_games, share, simulate

PLAYERS = [player("steady"), player("beginner")]
SHORT = options(target=61)


def test_the_points_add_up_to_the_scores() -> None:
    study = simulate("cribbage", PLAYERS, games=6, seed="sum", options=SHORT)
    assert list(study.games["game"]) == list(range(6))
    for game in study.games.itertuples():
        mine = study.points[study.points["game"] == game.game]
        pegged = mine.groupby("seat")["points"].sum()
        assert game.scores[game.winner] == 61
        # The last score may be more than was needed; the loser's points are all pegged.
        assert pegged[game.winner] >= 61
        assert pegged.get(1 - game.winner, 0) == game.scores[1 - game.winner]


def test_every_deal_but_the_last_is_counted_three_times() -> None:
    study = simulate("cribbage", PLAYERS, games=3, seed="counts", options=SHORT)
    counts = study.points[study.points["kind"] == "count"].groupby(["game", "deal"]).size()
    last = study.points.groupby("game")["deal"].max()
    for (game, deal), number in counts.items():
        assert number == 3 or deal == last[game]


def test_an_executor_changes_nothing() -> None:
    alone = simulate("cribbage", PLAYERS, games=5, seed=7, options=SHORT)
    with ThreadPoolExecutor(3) as executor:
        together = simulate("cribbage", PLAYERS, games=5, seed=7, options=SHORT, executor=executor)
    assert alone.games.equals(together.games)
    assert alone.points.equals(together.points)


def begin_with(dealer: int, number: int) -> State:
    return position(options=SHORT, seed=f"begin/{number}", dealer=dealer)


def test_games_can_begin_anywhere() -> None:
    study = simulate("cribbage", PLAYERS, games=2, begin=partial(begin_with, 1))
    assert list(study.games["dealer"]) == [1, 1]


def test_a_share_lies_between_its_limits() -> None:
    for successes, trials in ((0, 10), (5, 10), (10, 10), (560, 1000)):
        found = share(successes, trials)
        limits = [0, found.low, found.value, found.high, 1]
        assert limits == pytest.approx(sorted(limits))
    # Wilson's interval for 560 of 1000.
    assert share(560, 1000).low == pytest.approx(0.5291, abs=1e-4)
    assert share(560, 1000).high == pytest.approx(0.5905, abs=1e-4)
    with pytest.raises(ValueError, match="at least one"):
        share(0, 0)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match="no game 'whist'"):
        simulate("whist", PLAYERS, games=1)


def test_random_games_of_a_game_without_a_simulator_go_through_its_referee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = replace(CRIBBAGE, modules={"referee": CRIBBAGE.modules["referee"]})
    monkeypatch.setattr("cardlab.study.game_plugin", lambda name: slow)
    outcomes = random_games("cribbage", 3, seed=4, options=SHORT)
    assert [max(outcome.scores) for outcome in outcomes] == [61, 61, 61]
    assert outcomes == random_games("cribbage", 3, seed=4, options=SHORT)
    with pytest.raises(InputError):
        random_games("cribbage", 1, options="whist")
