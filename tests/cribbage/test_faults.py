"""Faults of other programs, published by their authors or users, that must not happen here.

The show faults B01, B02, B06 and B07 are in `test_counting.py`.
"""

from __future__ import annotations

import pytest

from cardlab.cards import parse_cards
from cardlab.cribbage import (
    GO,
    apply,
    check,
    count,
    cut,
    legal_actions,
    options,
    outcome,
    peg,
    play,
    position,
    view,
)
from cardlab.cribbage.rules.outcome import result
from cardlab.cribbage.rules.positions import CUT_HERE
from cardlab.cribbage.rules.referee import show
from cardlab.cribbage.rules.state import State
from cardlab.errors import IllegalActionError


def test_fault_b03_equal_ranks_that_are_not_neighbours_are_no_pair() -> None:
    played = parse_cards("6D 5S 6C 5C")
    assert [peg(played[:size]) for size in range(1, 5)] == [(), (), (), ()]


@pytest.mark.rule("CRIB-GO-01", "CRIB-GO-05")
def test_fault_b04_no_card_is_played_past_31() -> None:
    state = position(hands=["7S KD", None], turn=0, total=25)
    assert list(legal_actions(view(state, 0))) == [GO]
    state = position(hands=["6S KD", None], turn=0, total=25)
    assert list(legal_actions(view(state, 0))) == [play("6S")]
    with pytest.raises(IllegalActionError, match=r"25 \+ 10 = 35 is more than 31"):
        apply(state, play("KD"))
    state, events = apply(state, play("6S"))
    assert (state.scores, events[0].points) == ((2, 0), 2)


@pytest.mark.rule("CRIB-GO-05", "CRIB-PEG-02", "CRIB-PEG-06")
def test_fault_b05_a_run_and_thirty_one_or_fifteen_are_both_paid() -> None:
    for cards, names in (
        ("TS 9D 5C 4H 3S", ["thirty-one", "run of three"]),
        ("4S 6D 5H", ["fifteen", "run of three"]),
    ):
        items = peg(parse_cards(cards))
        assert [item.name for item in items] == names
        assert sum(item.points for item in items) == 5
    state = position(hands=["TS 5C 3S", "9D 4H"], dealer=1)
    for card in ("TS", "9D", "5C", "4H"):
        state = apply(state, play(card)).state
    state, events = apply(state, play("3S"))
    assert events[0].points == 5
    assert "thirty-one for 2 and a run of three for 3" in events[0].text
    assert sum(event.points for event in events if event.kind in ("last_card", "go_pegged", "closed")) == 0


def test_fault_b06_the_game_is_won_at_121_and_not_at_120() -> None:
    state = position(phase="starter", starter="JC", dealer=0, scores=(118, 3))
    state = apply(state, cut(CUT_HERE)).state
    assert (state.scores, outcome(state)) == ((120, 3), None)


def test_fault_b08_a_double_skunk_is_not_reported_as_a_skunk() -> None:
    labels = [result(options("classic"), (121, loser), 0, "").label for loser in (60, 61, 90, 91)]
    assert labels == ["double skunk", "skunk", "skunk", "game"]


@pytest.mark.rule("CRIB-START-03", "CRIB-END-02")
def test_fault_b09_two_for_his_heels_can_win_the_game() -> None:
    state = position(phase="starter", starter="JH", dealer=1, scores=(118, 119))
    state, events = apply(state, cut(CUT_HERE))
    ended = outcome(state)
    assert ended is not None
    assert (state.scores, ended.winner, ended.reason) == ((118, 121), 1, "at heels")
    assert events[-1].kind == "game"
    for seat in (0, 1):
        card = state.hands[seat][0]
        assert check(view(state, seat), play(card))[0].rule == "CRIB-END-02"


def counted_out(scores: tuple[int, int]) -> State:
    hands = ["2S 3D KH QC", "5S 5H JC TD"]  # with the five: the pone has four, the dealer twenty
    return show(
        position(phase="show", dealer=1, scores=scores, hands=hands, crib="6C 6D 7S 8H", starter="5D")
    ).state


def test_fault_b09_the_pone_counts_first_and_wins_with_little() -> None:
    assert count("2S 3D KH QC", "5D").total >= 4
    state = counted_out((117, 120))
    ended = outcome(state)
    assert ended is not None
    assert (ended.winner, state.scores) == (0, (121, 120))


def test_fault_b10_the_next_count_is_led_by_the_other_player() -> None:
    state = position(hands=["KS 8H 2C", "QC 9D 7S"], dealer=1)
    for action in (play("KS"), play("QC"), play("8H"), GO):
        state = apply(state, action).state
    state = apply(state, play("2C")).state  # thirty: the dealer has said go
    assert (state.total, state.turn) == (0, 1)
    alone = position(hands=["KS 8H 7C 2D", "QC"], dealer=1)
    for action in (play("KS"), play("QC"), play("8H")):
        alone = apply(alone, action).state
    assert (alone.turn, alone.total) == (0, 28)
    alone = apply(alone, play("2D")).state
    assert (alone.turn, alone.total) == (0, 0)
    assert apply(alone, play("7C")).state.deals == 2  # the pone has played on to the end


@pytest.mark.rule("CRIB-SHOW-09")
def test_openspiel_pays_a_flush_of_four_in_the_crib() -> None:
    assert count("2H 4H 8H KH", "9C", crib=True).categories["flush"] == 0
    assert count("2H 4H 8H KH", "9H", crib=True).categories["flush"] == 5


@pytest.mark.rule("CRIB-END-03")
def test_openspiel_forgets_that_the_pone_counts_first() -> None:
    """It adds up all hands and gives the game to the lowest seat at 121 or more: here the dealer's."""
    hands = ["5S 5H JC TD", "4S 6H KD QC"]
    state = position(phase="show", dealer=0, scores=(118, 113), hands=hands, crib="2S 2H 9C 9D", starter="5D")
    state, events = show(state)
    ended = outcome(state)
    assert ended is not None
    assert (ended.winner, state.scores) == (1, (118, 121))
    assert [event.seat for event in events if event.kind == "count"] == [1]
