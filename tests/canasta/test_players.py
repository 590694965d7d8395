"""The computer players of Canasta: lawful under every option, never stuck, and their reasons are true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlab.canasta import check, explain, imagine, position, view
from cardlab.canasta.players import PLAYERS, player
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.state import State, View
from cardlab.players import Choice, Player
from cardlab.wording import gain
from tests.canasta.rule_sets import FORMS, RULE_SETS, any_rules
from tests.shares import third_daily

LEVELS = list(PLAYERS)
LONGEST_DEAL = 2_000
"""More actions than any deal takes: a deal that is longer is stuck."""


def play(state: State, players: list[Player], random: Random) -> Iterator[tuple[View, Choice, State]]:
    """Each choice of a match from `state` on: the view it was made from, and the state it led to."""
    while (seat := referee.to_act(state)) is not None:
        seen = view(state, seat)
        choice = players[seat](seen, random)
        state = referee.apply(state, choice.action).state
        yield seen, choice, state


def play_deal(options: Options, seed: object, players: list[Player]) -> State:
    """One deal to its end; refuses to go on for ever."""
    begun = referee.start(options, str(seed))
    for steps, (_, _, after) in enumerate(play(begun, players, Random(0))):
        assert steps < LONGEST_DEAL, f"deal {seed} goes on for ever"
        if after.results:
            return after
    raise AssertionError("the match ended without a deal")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", LEVELS)
def test_reasons_are_the_numbers_that_ranked_the_choice(name: str, form: str) -> None:
    """The candidates' own numbers, ranked again, give the same choice, and the reason quotes them."""
    weighed = 0
    for seed in range(3):
        state = referee.start(FORMS[form], seed)
        for seen, choice, after in play(state, [player(name)] * 4, Random(seed)):
            assert choice.reason
            if choice.candidates:
                worths = [sum(number for _, number in parts) for _, parts in choice.candidates]
                best = max(range(len(worths)), key=worths.__getitem__)
                assert choice.candidates[best].action == choice.action
                assert worths == sorted(worths, reverse=True)
                for label, number in choice.candidates[0].parts:
                    assert f"{label} {gain(number)}" in choice.reason
                for candidate in choice.candidates:
                    assert not check(seen, candidate.action)
                weighed += len(choice.candidates) > 1
            if after.results:
                break
    assert weighed > 30


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", LEVELS)
def test_full_match(name: str, form: str) -> None:
    """A match of equal players comes to its end at the target, each deal in its time."""
    options = FORMS[form]
    begun = 0
    for steps, (_, _, after) in enumerate(
        play(referee.start(options, f"match {name}"), [player(name)] * options.players, Random(1))
    ):
        if after.number > begun or after.phase == "over":
            begun, since = after.number, steps
        assert steps - since < LONGEST_DEAL
        last = after
    result = referee.outcome(last)
    assert result is not None
    assert max(result.scores) >= options.target
    assert result.winner is not None


@pytest.mark.parametrize("name", LEVELS)
def test_the_draw_for_partners(name: str) -> None:
    state = referee.start(referee.make_options("course"), "partners")
    chosen = [choice.action.kind for _, choice, _ in islice(play(state, [player(name)] * 4, Random(5)), 5)]
    assert chosen[:4] == ["pick"] * 4
    assert chosen[4] in ("pick", "cut")


@pytest.mark.parametrize("name", third_daily(RULE_SETS))
def test_every_option(name: str) -> None:
    """Each value of each option, with the levels mixed at one table: every deal comes to its end."""
    options = RULE_SETS[name]
    for seed in range(2):
        players = [player(LEVELS[(seat + seed) % 3]) for seat in range(options.players)]
        assert play_deal(options, f"{name} {seed}", players).results


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    options=any_rules,
    seed=st.integers(0, 10**9),
    levels=st.lists(st.sampled_from(LEVELS), min_size=4, max_size=4),
    scores=st.lists(st.integers(-200, 990).map(lambda n: 5 * n), min_size=3, max_size=3),
)
def test_any_table(options: Options, seed: int, levels: list[str], scores: list[int]) -> None:
    """Any house rules, any levels, any scores: whatever a player chooses is lawful, and the deal ends."""
    state = referee.start(options, seed)._replace(scores=tuple(scores[: options.sides]))
    players = [player(name) for name in levels]
    for steps, (seen, choice, after) in enumerate(play(state, players, Random(seed))):
        assert not check(seen, choice.action)
        assert steps < LONGEST_DEAL
        if after.results:
            return


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", LEVELS)
def test_no_hidden_information(name: str, form: str) -> None:
    """Whatever the hidden cards are, the choice is the same: only the view can decide it."""
    changed = 0
    for seed in range(2):
        state = referee.start(FORMS[form], f"hidden {seed}")
        before = state
        for number, (seen, choice, after) in enumerate(play(state, [player(name)] * 4, Random(3))):
            if seen.phase in ("draw", "play", "answer") and number % 3 == 0:
                other = imagine(seen, Random(number))
                changed += other.hands != before.hands
                again = player(name)(view(other, seen.seat), Random(9))
                assert again == choice
            before = after
            if after.results:
                break
    assert changed > 10


def test_the_players_leave_the_view_alone() -> None:
    """Asking twice gives the same answer, and explaining in between changes nothing."""
    table = position(hands=["QS QD 4C 8S KS KD"], melds=[["6S 6H 6D"]], pile="9C QH")
    seen = view(table, 0)
    for choose in PLAYERS.values():
        first = choose(seen, Random(1))
        explain(seen)
        assert choose(seen, Random(2)) == first


def test_an_unknown_level() -> None:
    with pytest.raises(ValueError, match="there are beginner, steady and strong"):
        player("grandmaster")
