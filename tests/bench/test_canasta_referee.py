"""How fast the Canasta referee is: deals a second, and what a verdict and an explanation cost.

``pytest tests/bench/test_canasta_referee.py --benchmark-only`` prints the figures.
"""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Any

import pytest

from cardlab.canasta import options, position
from cardlab.canasta.players.simulator import play_on
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import ASK, DRAW, add, answer, discard, meld, take_with
from cardlab.cards import PACK108, Rank
from tests.canasta.tables import ALL, anybody, near_random, play

HAND = "QS QD 4C 8S 8D 8H KC KS 9C TD JR"
MELDS = [["6S 6H 6D", "JS JH 2D", "4H 4D 4S"], ["9S 9H 9D"]]


def table(**known: Any) -> Any:
    known.setdefault("melds", MELDS)
    return position(hands=[HAND], pile="9C QH", **known)


def check_anew(view: Any, action: Any) -> Any:
    """A check that never meets the verdict it gave last: two equal actions by turns."""
    turns = cycle([action, action._replace()])
    return lambda: referee.check(view, next(turns))


def ten_deals(name: str, player: Any) -> int:
    """Ten deals through the public referee: views, choices, checks and applies; gives the actions."""
    actions = 0
    for seed in range(10):
        for _ in play(ALL[name], seed, player):
            actions += 1
    return actions


@pytest.mark.parametrize("name", ["course", "classic", "two", "three"])
def test_ten_deals_of_near_random_play(benchmark: Any, name: str) -> None:
    actions = benchmark.pedantic(ten_deals, args=(name, near_random), rounds=5, warmup_rounds=1)
    benchmark.extra_info["actions"] = actions
    benchmark.extra_info["deals a second"] = 10 / benchmark.stats.stats.min if benchmark.stats else None


def ten_simulated_deals(name: str) -> None:
    """The same ten deals in the simulator."""
    for seed in range(10):
        play_on(referee.start(ALL[name], seed), Random(f"player {seed}"))


@pytest.mark.parametrize("name", ["course", "classic", "two", "three"])
def test_ten_simulated_deals_of_near_random_play(benchmark: Any, name: str) -> None:
    benchmark.pedantic(ten_simulated_deals, args=(name,), rounds=5, warmup_rounds=1)
    benchmark.extra_info["deals a second"] = 10 / benchmark.stats.stats.min if benchmark.stats else None


def test_ten_deals_listing_every_legal_action(benchmark: Any) -> None:
    benchmark.pedantic(ten_deals, args=("course", anybody), rounds=3, warmup_rounds=1)


@pytest.mark.parametrize(
    ("phase", "action"),
    [
        ("play", meld("8S 8D 8H")),
        ("play", meld(add(Rank.FOUR, "4C"))),
        ("play", discard("9C")),
        ("draw", DRAW),
        ("draw", take_with("QS QD")),
    ],
    ids=["meld", "add", "discard", "draw", "take"],
)
def test_check_of_a_legal_action(benchmark: Any, phase: str, action: Any) -> None:
    view = referee.view(table(phase=phase), 0)
    assert benchmark(check_anew(view, action)) == []


@pytest.mark.parametrize(
    ("phase", "melds", "action"),
    [
        ("play", MELDS, meld("KC KS JR 9C")),
        ("play", MELDS, meld("KC KS")),
        ("draw", MELDS, take_with("QS")),
        ("play", [], meld("8S 8D 8H")),
        ("play", MELDS, DRAW),
    ],
    ids=["ranks", "short", "take", "minimum", "order"],
)
def test_check_of_a_refused_action(benchmark: Any, phase: str, melds: Any, action: Any) -> None:
    view = referee.view(table(phase=phase, melds=melds), 0)
    assert benchmark(check_anew(view, action))


@pytest.mark.parametrize("ranks", [4, 6])
def test_ask_with_a_hand_that_cannot_go_out(benchmark: Any, ranks: int) -> None:
    """The hardest hands to judge: their cards can be shared out among melds in any number of ways."""
    many = [card for card in PACK108 if card.rank in list(Rank)[3 : 3 + ranks]]
    pairs = [card for card in PACK108[::4] if card.rank in (Rank.QUEEN, Rank.JACK, Rank.ACE, Rank.TWO)]
    rules = options("classic", one_meld_per_rank=False)
    view = referee.view(position(options=rules, hands=[[*many, *pairs]], phase="play", pile="KC"), 0)
    assert benchmark(check_anew(view, ASK))


def test_legal_actions_of_a_large_hand_after_a_yes(benchmark: Any) -> None:
    hand = [card for card in PACK108 if card.rank not in (Rank.THREE, Rank.KING)][:-36]
    state = position(options="classic", hands=[hand], phase="play", pile="KC")
    for action in (ASK, answer(True)):
        state = referee.apply(state, action).state
    view = referee.view(state, 0)
    assert benchmark.pedantic(lambda: len(list(referee.legal_actions(view))), rounds=3) > 100


@pytest.mark.parametrize("phase", ["draw", "play"])
@pytest.mark.parametrize("melds", [MELDS, []], ids=["opened", "closed"])
def test_explain(benchmark: Any, phase: str, melds: Any) -> None:
    view = referee.view(table(phase=phase, melds=melds), 0)
    assert benchmark(referee.explain, view).topics


def test_apply_a_discard(benchmark: Any) -> None:
    state = table(phase="play")
    benchmark(referee.apply, state, discard("9C"))


def test_imagine(benchmark: Any) -> None:
    view = referee.view(table(phase="play"), 0)
    random = Random(1)
    benchmark(referee.imagine, view, random)
