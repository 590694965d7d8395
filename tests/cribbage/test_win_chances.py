"""The chance to win, by games played out."""

from __future__ import annotations

from random import Random

import pytest

from cardlab.cribbage import CLASSIC, COURSE, options, position, view
from cardlab.cribbage.players.simulator import Simulator, prudent_policy, random_policy
from cardlab.cribbage.players.standing import chance
from cardlab.cribbage.players.win_chances import chance_to_win, chances_by_score
from cardlab.errors import InputError


def test_the_table_by_score_is_near_that_of_the_players() -> None:
    """Both are of prudent players who lay away well, whose deals were sampled apart."""
    table = chances_by_score(COURSE, deals=3000)
    assert table.shape == (122, 122)
    for needs in ((121, 121), (61, 61), (30, 40), (12, 9), (5, 5), (61, 121), (40, 60)):
        assert table[needs] == pytest.approx(chance(*needs), abs=0.03)
    assert (table[1:, 1:] <= 1).all()
    assert (table[1:, 1:] >= 0).all()


@pytest.mark.parametrize("needs", [(31, 31), (20, 6), (4, 18)])
def test_the_table_is_what_games_from_that_score_come_to(needs: tuple[int, int]) -> None:
    """Near the end the order in which points fall decides, also between random players."""
    rules = options("classic", target=61, go_then_31="one_and_two")
    policy = random_policy(Random(2))
    expected = chances_by_score(rules, policy, deals=3000)[needs]
    table = Simulator(rules, [policy, policy], Random(3))
    scores = [61 - need for need in needs]
    won = sum(table.game(0, scores).winner == 0 for _ in range(3000))
    assert won / 3000 == pytest.approx(expected, abs=0.04)


def test_three_players_have_no_table_of_two_needs() -> None:
    with pytest.raises(InputError, match="three players"):
        chances_by_score(options(players=3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chance_knows_no_hidden_card(players: int) -> None:
    rules = CLASSIC._replace(players=players)  # type: ignore[arg-type]
    own = "5H 5D 5S JC 2D 9S" if players == 2 else "5H 5D 5S JC 2D"
    shares = [
        chance_to_win(
            view(position(options=rules, phase="lay", dealer=0, seed=seed, hands={0: own}), 0), games=30
        )
        for seed in (1, 2)
    ]
    assert shares[0] == shares[1]


def test_the_chance_follows_the_score() -> None:
    behind, even, ahead = (
        chance_to_win(view(position(scores=scores, dealer=0, seed=1), 0), games=200).value
        for scores in ((20, 90), (90, 90), (110, 70))
    )
    assert behind < 0.15 < even < ahead
    assert ahead > 0.9


def test_a_chance_takes_policies_of_one_s_own() -> None:
    state = position(scores=(60, 60), dealer=0)
    strong, weak = prudent_policy(COURSE), random_policy(Random(1))
    better = chance_to_win(view(state, 0), [strong, weak], games=100)
    worse = chance_to_win(view(state, 0), [weak, strong], games=100)
    assert better.value > 0.8 > 0.3 > worse.value


def test_nobody_s_view_has_no_chance() -> None:
    with pytest.raises(InputError, match="one seat"):
        chance_to_win(view(position(seed=1), -1))
