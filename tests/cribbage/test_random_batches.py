"""Games side by side in numpy against the referee: the same cards and choices, under every option."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import PACK52, Card
from cardlab.cribbage import Options, options
from cardlab.cribbage.players import random_batches
from cardlab.cribbage.players.random_batches import NOBODY, knows, random_batch
from cardlab.cribbage.players.simulator import MANY, random_games
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import GO, PLAYS, STOP, Action, cut
from cardlab.cribbage.rules.legality import fitting
from cardlab.cribbage.rules.state import CARDS_DEALT, State, changed, view
from cardlab.cribbage.rules.transitions import deal
from cardlab.game import GameOutcome
from tests.cribbage.rule_sets import PAIRWISE


class Dealt(NamedTuple):
    """A deal in one row: its dealer, the order of its cards up to the starter, what each seat lays away."""

    dealer: int
    order: list[int]
    laid: list[list[int]]


class Played(NamedTuple):
    """What a seat, counted from the dealer's left, does in one row, and the scores before it."""

    place: int
    rank: int
    scores: list[int]


def watched(rules: Options, games: int, seed: int) -> tuple[list[GameOutcome], list[list[Dealt | Played]]]:
    """Random games and all that happened in each."""
    told: list[list[Dealt | Played]] = [[] for _ in range(games)]
    kinds = {"deal": Dealt, "play": Played}

    def watch(what: str, rows: tuple[Any, ...]) -> None:
        for game, *about in zip(*[row.tolist() for row in rows], strict=True):
            told[game].append(kinds[what](*about))

    return random_batch(games, seed, rules, watch), told


def whole_pack(rules: Options, order: list[int]) -> tuple[Card, ...]:
    """A pack that deals these cards, and has the starter in the middle of the rest."""
    given = CARDS_DEALT[rules.players] * rules.players + (rules.players == 3)
    starter = order[given]
    rest = [card for card in range(52) if card not in order[: given + 1]]
    rest.insert((52 - given) // 2, starter)
    return tuple(PACK52[card] for card in (*order[:given], *rest))


def replay(rules: Options, outcome: GameOutcome, told: list[Dealt | Played]) -> set[Action]:
    """The game before the referee, who has to agree with every score; the actions that had no card."""
    packs = [whole_pack(rules, happened.order) for happened in told if isinstance(happened, Dealt)]
    first = told[0]
    assert isinstance(first, Dealt)
    state = deal(changed(referee.start(rules, 0, packs), dealer=first.dealer), [])
    passes = set()
    for happened in told:
        if isinstance(happened, Dealt):
            assert (state.phase, state.dealer) == ("lay", happened.dealer)
            for laid in happened.laid:
                cards = tuple(sorted(PACK52[card] for card in laid))
                state = referee.apply(state, Action("lay", cards)).state
            state = referee.apply(state, cut(len(state.pack) // 2)).state
            continue
        assert state.turn == (state.dealer + 1 + happened.place) % rules.players
        assert list(state.scores) == happened.scores
        action = action_of(state, happened.rank)
        passes |= set() if action.cards else {action}
        state = referee.apply(state, action).state
    assert state.results == (outcome,)
    return passes


def action_of(state: State, rank: int) -> Action:
    assert state.turn is not None
    if rank != NOBODY:
        return PLAYS[next(card for card in state.hands[state.turn] if card >> 2 == rank)]
    return STOP if fitting(view(state, state.turn)) else GO


@pytest.mark.parametrize("rules", list(filter(knows, PAIRWISE)), ids=lambda rules: f"{rules.label:.60}")
def test_games_go_as_before_the_referee(rules: Options) -> None:
    for outcome, told in zip(*watched(rules, 8, 1), strict=True):
        replay(rules, outcome, told)


def known(rules: Options) -> Options:
    return rules._replace(counting="automatic", heels_claim="automatic", match=1)


@settings(deadline=None)
@given(st.sampled_from(PAIRWISE), st.integers(0, 10**9))
def test_a_game_of_any_seed_goes_as_before_the_referee(rules: Options, seed: int) -> None:
    for outcome, told in zip(*watched(known(rules), 2, seed), strict=True):
        replay(known(rules), outcome, told)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_that_may_be_done_is_done(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are filled anew when a game ends; games end in every way, and seats stop where they may."""
    monkeypatch.setattr(random_batches, "ROWS", 16)
    rules = options(players=players, target=61)
    outcomes, told = watched(rules, 150, 3)
    passes = [replay(rules, outcome, happened) for outcome, happened in zip(outcomes, told, strict=True)]
    assert {STOP, GO} <= set().union(*passes)
    assert {outcome.reason for outcome in outcomes} >= {"in the play", "at the show"}
    assert {first.dealer for first, *_ in told if isinstance(first, Dealt)} == set(range(players))


def test_games_end_at_heels_as_before_the_referee() -> None:
    rules = options(target=61)
    outcomes, told = watched(rules, 600, 4)
    ended = [number for number, outcome in enumerate(outcomes) if outcome.reason == "at heels"]
    assert ended
    for number in ended:
        replay(rules, outcomes[number], told[number])


def test_a_starter_and_a_card_laid_away_are_any_card() -> None:
    _, told = watched(options(), 300, 5)
    deals = [happened for game in told for happened in game if isinstance(happened, Dealt)]
    assert {happened.order[12] for happened in deals} == set(range(52))
    for place in (0, 1):
        ways = {
            tuple(sorted(happened.order[place:12:2].index(card) for card in happened.laid[place]))
            for happened in deals
        }
        assert len(ways) == 15


def test_what_a_batch_does_not_know_the_simulator_plays() -> None:
    for change in ({"counting": "by_hand"}, {"heels_claim": "claimed"}, {"match": 3}):
        rules = options(target=61, **change)
        assert not knows(rules)
        assert len(random_games(MANY, 1, rules)) == MANY
    games = random_games(MANY, 1, options(target=61))
    assert games == random_batch(MANY, 1, options(target=61))
    assert games[:5] != random_games(5, 1, options(target=61))
