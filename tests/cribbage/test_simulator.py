"""The simulator against the referee: the same cards and the same choices, under every option."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import PACK52, shuffled
from cardlab.cribbage import Options, legal_actions, options, position, view
from cardlab.cribbage.players.pegging_graph import Node
from cardlab.cribbage.players.playout import CLAIMS_HEELS, PASSES
from cardlab.cribbage.players.simulator import Policy, Simulator, random_games, random_policy
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import CLAIMS, GO, HEELS, MUGGINS, PASS, PLAYS, STOP, Action, cut
from cardlab.cribbage.rules.state import CARDS_DEALT, State, changed
from cardlab.cribbage.rules.transitions import deal
from cardlab.game import GameOutcome
from tests.cribbage.rule_sets import any_rules, under_every_option_in_turn


class Chosen(NamedTuple):
    """A choice at the simulator's table: who made it, what else was possible, and the scores before it."""

    seat: int
    kind: str
    value: Any
    might: Any
    scores: tuple[int, ...]


class Table(Simulator):
    """A table whose seats do anything that is legal, and at which every choice is written down.

    Deal n is that of the referee under the same seed, who cuts the starter in the middle of the pack.
    """

    def __init__(self, rules: Options, seed: str, choices: Random, dealt: int = 0) -> None:
        self.chosen: list[Chosen] = []
        seats = [self._policy(seat, choices) for seat in range(rules.players)]
        super().__init__(rules, seats, Middle(), self._orders_of_deals(rules, seed, dealt))

    @staticmethod
    def _orders_of_deals(rules: Options, seed: str, dealt: int) -> Iterator[list[int]]:
        given = CARDS_DEALT[rules.players] * rules.players + (rules.players == 3)
        while True:
            dealt += 1
            pack = list(shuffled(PACK52, seed, dealt))
            yield [*pack[:given], pack[given + (52 - given) // 2]]

    def _policy(self, seat: int, choices: Random) -> Policy:
        policy = random_policy(choices)
        asked = False

        def note(kind: str, value: Any, might: Any = None) -> Any:
            self.chosen.append(Chosen(seat, kind, value, might, tuple(self.scores)))
            return value

        def play(node: Node, hand: list[int], opponent: int, may_stop: bool) -> int:
            nonlocal asked
            fits = {rank for rank in hand if node.points[rank] >= 0}
            might = (fits, may_stop, asked, opponent)
            asked = False
            return int(note("play", policy.play(node, hand, opponent, may_stop), might))

        def heels() -> bool:
            nonlocal asked
            asked = not policy.heels()
            if not asked:
                note("play", CLAIMS_HEELS)
            return not asked

        def claim(counted: int) -> int:
            missed = choices.choice([0, 0, 0, 1, 3, -2])
            return int(note("claim", min(max(counted - missed, 0), 30)))

        return Policy(
            lambda hand, own: note("lay", policy.lay(hand, own), own),
            play,
            heels,
            claim,
            lambda missed: int(note("muggins", choices.choice([0, missed, 1 + policy.muggins(missed) % 30]))),
        )


class Middle(Random):
    """Chooses what lies in the middle."""

    def random(self) -> float:
        return 0.5


def replayed(state: State, chosen: list[Chosen]) -> State:
    """The state after the same choices, made before the referee, who has to agree before each of them."""
    for choice in chosen:
        state = starter_cut(state)
        assert (state.turn, state.scores) == (choice.seat, choice.scores)
        state = referee.apply(state, action_of(state, choice)).state
    return starter_cut(state)


def starter_cut(state: State) -> State:
    if state.phase != "starter":
        return state
    return referee.apply(state, cut(len(state.pack) // 2)).state


def action_of(state: State, choice: Chosen) -> Action:
    """The choice as an action; what else was possible is compared with what is legal."""
    seat, kind, value, might, _ = choice
    assert state.phase == {"claim": "show"}.get(kind, kind)
    rules = state.options
    match kind:
        case "lay":
            assert might == (seat % rules.sides == state.dealer % rules.sides)
            return Action("lay", tuple(sorted(PACK52[card] for card in value)))
        case "claim":
            return CLAIMS[value]
        case "muggins":
            return MUGGINS[value] if value else PASS
    if value == CLAIMS_HEELS:
        return HEELS
    legal = set(legal_actions(view(state, seat)))
    fits, may_stop, heels, held = might
    assert {action.cards[0] >> 2 for action in legal if action.kind == "play"} == fits
    assert (STOP in legal) == (may_stop and bool(fits))
    assert (HEELS in legal) == heels
    assert (GO in legal) == (not fits)
    assert held == len(state.hands[(seat + 1) % rules.players])
    if value == PASSES:
        return STOP if fits else GO
    return PLAYS[next(card for card in state.hands[seat] if card >> 2 == value)]


def plays_alike(rules: Options, seed: str) -> tuple[GameOutcome, ...]:
    """A match at both tables, from the first deal to the last card."""
    table = Table(rules, seed, Random(seed))
    outcomes = table.match()
    begun = changed(referee.start(rules, seed), dealer=int(0.5 * rules.players))
    end = replayed(deal(begun, []), table.chosen)
    assert end.phase == "over"
    assert end.results == outcomes
    return outcomes


@under_every_option_in_turn
def test_a_match_goes_as_before_the_referee(rules: Options) -> None:
    for number in range(4):
        plays_alike(rules, f"{rules.label} {number}")


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**9))
def test_a_match_under_any_options_goes_as_before_the_referee(seed: int) -> None:
    plays_alike(any_rules(Random(seed)), str(seed))


@settings(deadline=None)
@given(st.integers(0, 10**9))
def test_a_game_is_finished_from_anywhere(seed: int) -> None:
    """From any state at which somebody is to act, play goes on as before the referee."""
    random = Random(seed)
    rules = any_rules(random)._replace(match=1)
    state = referee.start(rules, seed)
    for _ in range(int(random.random() * 120)):
        legal = list(legal_actions(view(state, state.turn or 0)))
        after = referee.apply(state, random.choice(legal)).state
        if after.turn is None:
            break
        state = after
    table = Table(rules, str(seed), random, state.deals)
    outcome = table.finish(state)
    if state.phase != "cut":
        assert replayed(state, table.chosen).results[-1] == outcome


def test_every_way_to_end_a_game_was_met() -> None:
    """What the tests above compare is not only the show."""
    rules = options("classic", heels_claim="claimed", target=61)
    reasons = {outcome.reason for seed in range(150) for outcome in plays_alike(rules, str(seed))}
    assert reasons == {"in the play", "at heels", "at the show"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_those_of_their_seed(players: int) -> None:
    rules = options("classic", players=players)
    outcomes = random_games(20, "seed", rules)
    assert outcomes == random_games(20, "seed", rules)
    assert outcomes != random_games(20, "other", rules)
    assert len({outcome.winner for outcome in outcomes}) == rules.sides
    assert all(max(outcome.scores) == 121 for outcome in outcomes)


def test_positions_that_name_only_some_cards_are_counted_as_far_as_they_go() -> None:
    state = position(hands=["5H", "6H"], turn=0)
    table = Table(options(), state.seed, Random(1), state.deals)
    assert replayed(state, table.chosen) == state
    outcome = table.finish(state)
    assert replayed(state, table.chosen).results == (outcome,)
