"""The show and the end of the game, rule by rule: order, counting out, claims, muggins, losses."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cardlab.cards import parse_cards
from cardlab.cribbage import (
    PASS,
    apply,
    check,
    claim,
    cut,
    legal_actions,
    muggins,
    options,
    outcome,
    play,
    position,
    view,
)
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.outcome import next_first_dealer, result
from cardlab.cribbage.rules.positions import CUT_HERE
from cardlab.cribbage.rules.referee import show
from cardlab.cribbage.rules.state import State
from cardlab.game import Event

NINE = "4S 6H KD QC"  # with the five of diamonds: nine
TWENTY = "5S 5H JC TD"
SIX = "2S 2H 9C 9D"


def at_show(rules: Options, scores: tuple[int, ...], hands: Iterable[str] = (NINE, TWENTY)) -> State:
    return position(
        options=rules, phase="show", dealer=1, scores=scores, hands=list(hands), crib=SIX, starter="5D"
    )


def counts(events: Iterable[Event]) -> list[tuple[int | None, int]]:
    return [(event.seat, event.points) for event in events if event.kind == "count"]


@pytest.mark.rule("CRIB-SHOW-01", "CRIB-CRIB-02")
@pytest.mark.parametrize("preset", ["course", "classic"])
def test_the_pone_counts_first_then_the_dealer_then_the_crib(preset: str) -> None:
    state, events = show(at_show(options(preset), (0, 0)))
    assert counts(events) == [(0, 9), (1, 20), (1, 4)]
    assert next(event.text for event in events if event.kind == "count").startswith("South counts")
    assert state.scores == (9, 24)
    assert state.rear_pegs == (0, 20)
    assert (state.phase, state.dealer, state.deals) == ("lay", 0, 2)


@pytest.mark.rule("CRIB-END-02", "CRIB-END-03")
@pytest.mark.parametrize("preset", ["course", "classic"])
def test_the_show_stops_the_moment_somebody_is_out(preset: str) -> None:
    state, events = show(at_show(options(preset), (113, 118)))
    assert counts(events) == [(0, 9)]
    assert state.scores == (121, 118)
    ended = outcome(state)
    assert ended is not None
    assert (ended.reason, ended.winner) == ("at the show", 0)
    assert "no longer counts" in events[-1].text
    state, events = show(at_show(options(preset), (110, 118)))
    assert counts(events) == [(0, 9), (1, 20)]
    assert state.scores == (119, 121)
    state, events = show(at_show(options(preset), (100, 98)))
    assert state.scores == (109, 121)
    assert "CRIB-END-03" not in events[-1].rules
    assert state.turn is None


def test_the_last_hand_but_one_can_win_with_nothing_left_to_count() -> None:
    state, events = show(at_show(options(), (100, 98)))
    assert counts(events) == [(0, 9), (1, 20), (1, 4)]
    assert "CRIB-END-03" not in events[-1].rules
    assert outcome(state) is not None


@pytest.mark.rule("CRIB-END-02", "CRIB-OBJ-01")
def test_the_game_ends_in_the_play_and_at_heels_too() -> None:
    state = position(options=options(), scores=(120, 118), dealer=1, phase="starter", starter="JC")
    state, events = apply(state, cut(CUT_HERE))
    assert state.scores == (120, 120)
    state = position(options=options(), scores=(118, 119), dealer=1, phase="starter", starter="JC")
    state, events = apply(state, cut(CUT_HERE))
    assert state.scores == (118, 121)
    ended = outcome(state)
    assert ended is not None
    assert (ended.reason, ended.winner) == ("at heels", 1)
    state = position(scores=(100, 119), hands=["5S 2D", "KD 3C"])
    state = apply(state, play("5S")).state
    state, events = apply(state, play("KD"))
    ended = outcome(state)
    assert ended is not None
    assert (ended.reason, ended.winner, state.turn) == ("in the play", 1, None)
    assert "CRIB-END-02" in events[-1].rules
    assert not list(legal_actions(view(state, 0)))
    assert [refusal.rule for refusal in check(view(state, 0), play("2D"))] == ["CRIB-END-02"]
    assert view(state, 0).hands[1] is None  # what was not shown stays hidden
    assert view(state, 0).crib is None


LURCH = pytest.mark.rule("CRIB-END-04", "CRIB-END-01")
SKUNK = pytest.mark.rule("CRIB-END-05")
DOUBLE = pytest.mark.rule("CRIB-END-06")


@pytest.mark.parametrize(
    ("scheme", "target", "loser", "label", "games"),
    [
        pytest.param("lurch", 121, 60, "lurch", 2, marks=LURCH),
        pytest.param("lurch", 121, 61, "game", 1),
        pytest.param("lurch", 61, 30, "lurch", 2, marks=LURCH),
        pytest.param("lurch", 61, 31, "game", 1),
        pytest.param("skunk", 121, 60, "double skunk", 4, marks=DOUBLE),
        pytest.param("skunk", 121, 61, "skunk", 2, marks=SKUNK),
        pytest.param("skunk", 121, 90, "skunk", 2, marks=SKUNK),
        pytest.param("skunk", 121, 91, "game", 1),
        pytest.param("skunk", 61, 30, "double skunk", 4, marks=DOUBLE),
        pytest.param("skunk", 61, 45, "skunk", 2, marks=SKUNK),
        pytest.param("skunk", 61, 46, "game", 1),
        pytest.param("acc", 121, 90, "skunk", 3, marks=SKUNK),
        pytest.param("acc", 121, 91, "game", 2),
        pytest.param("acc", 121, 10, "skunk", 3, marks=SKUNK),
    ],
)
def test_what_a_win_is_worth(scheme: str, target: int, loser: int, label: str, games: int) -> None:
    rules = options(loss_scheme=scheme, target=target)
    state = position(options=rules, scores=(target - 1, loser), dealer=0, phase="starter", starter="JC")
    state, events = apply(state, cut(CUT_HERE))
    ended = outcome(state)
    assert ended is not None
    assert (ended.label, ended.games) == (label, games)
    assert state.games == (games, 0)
    assert events[-1].kind == "game"


def test_skunks_can_be_left_out_of_the_short_game() -> None:
    rules = options(loss_scheme="skunk", target=61, skunk_in_61="none")
    assert result(rules, (61, 10), 0, "").label == "game"
    assert result(rules._replace(target=121), (121, 10), 0, "").label == "double skunk"


def test_with_three_the_best_loser_decides() -> None:
    rules = options(players=3)
    assert result(rules, (121, 60, 61), 0, "").label == "game"
    assert result(rules, (121, 60, 59), 0, "").label == "lurch"


def test_who_deals_after_a_game_of_three_or_four() -> None:
    assert next_first_dealer(options(players=3), (121, 60, 70), dealer=2) == 1
    assert next_first_dealer(options(players=3), (121, 70, 70), dealer=1) == 2
    assert next_first_dealer(options(players=4), (90, 121), dealer=3) == 0
    assert next_first_dealer(options(players=4), (121, 90), dealer=1) == 3


def test_a_match_goes_on_until_somebody_has_the_games() -> None:
    rules = options(match=3)
    state = position(options=rules, scores=(119, 100), games=(2, 0), dealer=0, phase="starter", starter="JC")
    state = apply(state, cut(CUT_HERE)).state
    assert (state.games, state.phase) == ((3, 0), "over")
    state = position(options=rules, scores=(119, 60), games=(0, 2), dealer=0, phase="starter", starter="JC")
    state = apply(state, cut(CUT_HERE)).state
    assert (state.games, state.phase, state.dealer) == ((2, 2), "lay", 1)
    assert outcome(state) is None
    assert [game.label for game in state.results] == ["lurch"]


@pytest.mark.rule("CRIB-3P-05")
def test_three_and_four_count_from_the_dealers_left() -> None:
    hands = ["2H 4C 6S 8D", "2D 4D 6C 8C", "2C 4H 6D 8H"]
    rules = options(players=3)
    state = position(options=rules, phase="show", dealer=1, hands=hands, crib="3H 5C 7C 9D", starter="TS")
    state, events = show(state)
    assert [event.seat for event in events if event.kind == "count"] == [2, 0, 1, 1]
    assert state.dealer == 2
    rules = options(players=4)
    state = position(
        options=rules, phase="show", dealer=1, hands=[*hands, NINE], crib="3H 5C 7C 9D", starter="5D"
    )
    state, events = show(state)
    assert [event.seat for event in events if event.kind == "count"] == [2, 3, 0, 1, 1]


BY_HAND = options(counting="by_hand")


@pytest.mark.rule("CRIB-SHOW-01")
def test_counting_by_hand_tells_at_once_and_pegs_no_more_than_is_there() -> None:
    state = show(at_show(BY_HAND, (0, 0))).state
    assert (state.phase, state.turn) == ("show", 0)
    right, events = apply(state, claim(9))
    assert (right.scores, right.turn) == ((9, 0), 1)
    assert "right: it counts 9" in [event.text for event in events]
    under, events = apply(state, claim(5))
    assert under.scores == (5, 0)
    assert any("but it counts 9: 4 too few" in event.text for event in events)
    judged = next(event for event in events if event.kind == "judged")
    assert sum(item.points for item in judged.items) == 9  # the working
    over, events = apply(state, claim(12))
    assert over.scores == (9, 0)
    assert any("but it counts 9: 3 too many" in event.text for event in events)
    state = apply(apply(right, claim(20)).state, claim(4)).state
    assert (state.scores, state.phase, state.dealer) == ((9, 24), "lay", 0)


@pytest.mark.rule("CRIB-SHOW-02")
def test_the_crib_is_open_when_it_is_counted() -> None:
    state = apply(apply(show(at_show(BY_HAND, (0, 0))).state, claim(9)).state, claim(20)).state
    assert view(state, 0).crib == parse_cards("2H 2S 9C 9D")
    assert view(state, 0).laid[1] is None


@pytest.mark.rule("CRIB-SHOW-12")
def test_claims_run_from_0_to_30() -> None:
    state = show(at_show(BY_HAND, (0, 0))).state
    assert [action.number for action in legal_actions(view(state, 0))] == list(range(31))
    refusals = check(view(state, 0), claim(31))
    assert [refusal.rule for refusal in refusals] == ["CRIB-SHOW-12"]
    assert refusals[0].instead == claim(30)
    assert check(view(state, 1), claim(20))[0].rule == "CRIB-SHOW-01"


def test_a_claim_wins_only_with_what_the_hand_holds() -> None:
    state = show(at_show(BY_HAND, (110, 118))).state
    assert apply(state, claim(30)).state.scores == (119, 118)
    state = show(at_show(BY_HAND, (113, 118))).state
    ended = apply(state, claim(30)).state
    assert (ended.scores, ended.turn) == ((121, 118), None)
    state = apply(state, claim(2)).state
    assert (state.scores, state.phase) == ((115, 118), "show")


MUGGINS = options(counting="by_hand", muggins="on")


@pytest.mark.rule("CRIB-MUG-01")
def test_muggins_takes_what_was_overlooked_and_no_more() -> None:
    state, events = apply(show(at_show(MUGGINS, (0, 0))).state, claim(5))
    assert (state.phase, state.turn, state.scores) == ("muggins", 1, (5, 0))
    assert [event.kind for event in events] == ["claim"]  # the count is not told yet
    actions = list(legal_actions(view(state, 1)))
    assert actions[0] == PASS
    assert [action.number for action in actions[1:]] == list(range(1, 31))
    for called, taken in ((4, 4), (2, 2), (7, 4)):
        told, events = apply(state, muggins(called))
        assert told.scores == (5, taken)
        assert "judged" in [event.kind for event in events]
    passed = apply(state, PASS).state
    assert (passed.scores, passed.turn) == ((5, 0), 1)
    right = apply(show(at_show(MUGGINS, (0, 0))).state, claim(9)).state
    nothing = apply(right, muggins(3))
    assert nothing.state.scores == (9, 0)
    assert "nothing was overlooked" in nothing.events[0].text


@pytest.mark.rule("CRIB-MUG-01")
def test_muggins_is_refused_where_it_has_no_place() -> None:
    state = show(at_show(BY_HAND, (0, 0))).state
    assert "there is no muggins" in check(view(state, 0), muggins(2))[0].text
    state = apply(show(at_show(MUGGINS, (0, 0))).state, claim(5)).state
    assert [refusal.rule for refusal in check(view(state, 1), muggins(0))] == ["CRIB-MUG-01"]
    assert check(view(state, 0), PASS)[0].rule == "CRIB-MUG-01"


def test_muggins_can_win_the_game() -> None:
    state = apply(show(at_show(MUGGINS, (100, 118))).state, claim(5)).state
    state = apply(state, muggins(4)).state
    ended = outcome(state)
    assert ended is not None
    assert (ended.winner, state.scores) == (1, (105, 121))


def test_among_three_each_opponent_may_call_muggins_in_turn() -> None:
    hands = ["2H 4C 6S 8D", "2D 4D 6C 8C", NINE]
    rules = MUGGINS._replace(players=3)
    state = position(options=rules, phase="show", dealer=1, hands=hands, crib="3H 5C 7C 9D", starter="5D")
    state = apply(show(state).state, claim(0)).state
    assert (state.turn, state.phase) == (0, "muggins")
    state = apply(state, PASS).state
    assert (state.turn, state.phase) == (1, "muggins")
    state = apply(state, muggins(9)).state
    assert (state.turn, state.phase, state.scores) == (0, "show", (0, 9, 0))


def test_an_option_of_one_game_does_not_leak_into_another() -> None:
    five_only = options(flush_hand="five_only")
    hands = ["7H 9H QH KH", NINE]
    totals = []
    for rules in (options(), five_only):
        state = position(options=rules, phase="show", dealer=1, hands=hands, crib=SIX, starter="3D")
        totals.append(counts(show(state).events)[0][1])
    assert totals == [4, 0]
