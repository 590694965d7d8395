"""Canasta for two and for three by the classic rules, and with canastas of six cards."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.canasta import options, position, value_of
from cardlab.canasta.rules import referee
from cardlab.cards import parse_cards
from cardlab.errors import IllegalActionError
from tests.canasta.tables import PACK, THREE, TWO, all_cards, do, events, refusals

EIGHTS = "8S 8S 8H 8H 8D 8D 8C"
SIXES = "6S 6S 6H 6H 6D 6D 6C"


@pytest.mark.rule("CAN-2P-01", "CAN-2P-02")
def test_two_players_get_fifteen_cards_and_draw_two() -> None:
    state = do(referee.start(TWO, seed=2), "cut 40")
    assert [len(hand) for hand in state.hands] == [15, 15]
    after = do(state, "draw")
    assert len(after.hands[state.turn.seat]) == 17
    assert do(after, f"discard {after.hands[0][0]}").turn.seat == 1


@pytest.mark.rule("CAN-2P-03")
def test_two_players_need_two_canastas() -> None:
    one = position(options=TWO, hands=["KS KH KD"], melds=[[EIGHTS]], phase="play")
    assert refusals(one, "meld KS KH KD") == ["CAN-2P-03"]
    two = position(options=TWO, hands=["KS KH KD"], melds=[[EIGHTS, SIXES]], phase="play", pile="TC")
    assert do(two, "meld KS KH KD").results[-1].seat == 0
    assert TWO.target == 5000
    nearly = position(
        options=TWO, hands=["6C KC"], melds=[[EIGHTS, "6S 6S 6H 6H 6D 6D"]], phase="play", pile="TC"
    )
    assert do(nearly, "meld +6 6C", "discard KC").results[-1].seat == 0
    both = position(
        options=TWO,
        hands=["6C 8C"],
        melds=[["8S 8S 8H 8H 8D 8D", "6S 6S 6H 6H 6D 6D"]],
        phase="play",
        pile="TC",
    )
    assert do(both, "meld +6 6C", "meld +8 8C").results[-1].seat == 0


@pytest.mark.rule("CAN-2P-04", "CAN-R3-08")
def test_the_end_of_the_stock_for_two() -> None:
    table = {"options": TWO, "hands": ["4S 5S 6S"], "pile": "9C"}
    last = position(**table, draws="KC", stock=1)
    assert len(do(last, "draw").hands[0]) == 4
    assert "short draw" in events(last, "draw")
    red = position(**table, draws="KC 3D", stock=2)
    after = do(red, "draw")
    assert (after.phase, after.red_threes[0], len(after.hands[0])) == ("play", parse_cards("3D"), 4)
    first = position(**table, draws="3D KC", stock=2)
    assert len(do(first, "draw").hands[0]) == 4
    only_red = position(**table, draws="3D", stock=1)
    assert do(only_red, "draw").results[-1].outcome.rules == ("CAN-R3-08",)


@pytest.mark.rule("CAN-3P-01", "CAN-3P-02")
def test_three_players_get_thirteen_cards_and_draw_two() -> None:
    state = do(referee.start(THREE, seed=2), "cut 40")
    assert [len(hand) for hand in state.hands] == [13, 13, 13]
    assert state.side_of == (0, 1, 2)
    assert len(do(state, "draw").hands[0]) == 15


@pytest.mark.rule("CAN-3P-03", "CAN-3P-05")
def test_who_takes_the_pile_first_plays_alone() -> None:
    state = position(
        options=THREE,
        hands=["QS QD 4C 8S", None, None],
        melds=[["7S 7H 7D"], ["9S 9H 9D"], ["9C 9C 2D", "KS KH KD"]],
        pile="TC QH",
    )
    after = do(state, "take with QS QD")
    assert (after.solo_seat, after.side_of) == (0, (0, 1, 1))
    assert [len(meld.cards) for meld in after.melds[1]] == [6, 3]
    assert after.melds[2] == ()
    assert all_cards(after) == PACK
    assert referee.view(after, 2).partner == 1
    assert referee.view(after, 0).partner is None
    again = do(after, "discard 4C")
    assert again.solo_seat == 0


def test_melds_that_would_not_be_sound_together_lie_side_by_side() -> None:
    state = position(
        options=THREE,
        hands=["QS QD 4C 8S"],
        melds=[["7S 7H 7D"], ["9S 9H 2S 2H"], ["9C 9C 2D 2C"]],
        pile="TC QH",
    )
    assert [meld.wilds for meld in do(state, "take with QS QD").melds[1]] == [2, 2]


@pytest.mark.rule("CAN-3P-04", "CAN-3P-05")
def test_who_goes_out_first_is_the_lone_player() -> None:
    state = position(
        options=THREE,
        hands=["8C", "KC", "QC"],
        melds=[[EIGHTS], ["4S 4H 4D"], ["5S 5H 5D"]],
        red_threes={1: "3D"},
        phase="play",
        pile="TC",
    )
    told = events(state, "meld +8 8C")
    after = do(state, "meld +8 8C")
    assert after.solo_seat == 0
    assert "plays alone" in told["solo"].text
    # both partners get 15 + 15 - 10 - 10; the red three is West's alone
    assert after.scores == (500 + 100 + 80, 10 + 100, 10)


@pytest.mark.rule("CAN-3P-04")
def test_nobody_took_the_pile() -> None:
    state = position(
        options=THREE, hands=["7C", "KC", "QC"], melds=[[EIGHTS], ["4S 4H 4D"], []], stock=0, pile="3S"
    )
    told = events(state, "end")
    assert told["alone"].text == "nobody took the pile: everybody scores alone"
    assert do(state, "end").scores == (500 + 70 - 5, 15 - 10, -10)


@pytest.mark.rule("CAN-3P-05", "CAN-INIT-01")
def test_the_minimum_goes_by_the_own_score() -> None:
    table = {"options": THREE, "scores": (0, 0, 1500), "phase": "play", "solo_seat": 0, "pile": "9C"}
    hand = "TS TH JR 4C 5C"
    west = position(**table, turn="West", hands={"West": hand})
    east = position(**table, turn="East", hands={"East": hand})
    assert refusals(west, "meld TS TH JR") == []
    assert refusals(east, "meld TS TH JR") == ["CAN-INIT-01"]
    joined = do(west, "meld TS TH JR")
    assert joined.melds[joined.side_of[2]] == joined.melds[joined.side_of[1]] != ()
    state = position(options=THREE, hands=["QS QD 4C 8S"], melds=[["7S 7H 7D"]], pile="TC QH")
    assert "CAN-3P-05" in events(state, "take with QS QD")["solo"].rules


@pytest.mark.rule("CAN-3P-06")
def test_three_players_go_to_7500() -> None:
    state = position(
        options=THREE, hands=["8C"], melds=[[EIGHTS]], phase="play", scores=(7000, 0, 5200), pile="TC"
    )
    ended = do(state, "meld +8 8C")
    assert ended.phase == "over"
    outcome = referee.outcome(ended)
    assert outcome is not None
    assert outcome.winner == 0
    assert THREE.target == 7500
    assert THREE.canastas_to_go_out == 1


def test_the_lone_player_is_alone_in_a_position_too() -> None:
    state = position(options=THREE, solo_seat="West", melds=[["7S 7H 7D"], [], ["5S 5H 5D"]])
    assert state.side_of == (0, 1, 0)
    assert len(state.melds[0]) == 2


# ---------------------------------------------------------------- canastas of six cards


SIX = options("classic", seating="agreed", canasta_size=6)


@pytest.mark.rule("CAN-CAN-01", "CAN-CAN-02", "CAN-CAN-03")
def test_six_cards_may_make_a_canasta() -> None:
    kings, eights = "KS KH KD KC KS", "8S 8H 8D 8C 2H"
    state = position(options=SIX, hands=["KH 8D 4C 5C"], melds=[[kings, eights]], phase="play")
    told = events(state, "meld +K KH, +8 8D")
    assert told["canasta"].text == "South completes a mixed canasta of eights; a black card goes on top"
    after = do(state, "meld +K KH, +8 8D")
    assert [(meld.label, meld.bonus) for meld in after.melds[0]] == [
        ("natural canasta of kings", 500),
        ("mixed canasta of eights", 300),
    ]
    seven = do(position(hands=["KH 4C 5C"], melds=[[kings]], phase="play"), "meld +K KH")
    assert seven.melds[0][0].canasta is None


@pytest.mark.rule("CAN-OUT-02", "CAN-OUT-04", "CAN-SCORE-01")
def test_a_canasta_of_six_lets_the_side_go_out() -> None:
    table: dict[str, Any] = {"hands": ["4C"], "melds": [["KS KH KD KC KS KH"]], "phase": "play"}
    assert refusals(position(options=SIX, **table), "discard 4C") == []
    state = do(position(options=SIX, **table), "discard 4C")
    assert state.results[0].sheets[0].categories == {
        "canastas": 500,
        "red": 0,
        "out": 100,
        "melded": 60,
        "left": -value_of(state.hands[2]),
    }
    with pytest.raises(IllegalActionError, match="needs a canasta"):
        position(**table)  # with seven to a canasta, nothing lawful is left for that hand


@pytest.mark.rule("CAN-MELD-03")
def test_wild_cards_without_limit_on_a_canasta_of_six() -> None:
    house = SIX._replace(wilds_after_canasta="unlimited")
    table: dict[str, Any] = {"hands": ["2S 4C 5C"], "melds": [["KS KH KD 2C 2D JR"]], "phase": "play"}
    assert refusals(position(options=house, **table), "meld +K 2S") == []
    assert refusals(position(options=SIX, **table), "meld +K 2S") == ["CAN-MELD-03"]
    seven = house._replace(canasta_size=7)
    assert refusals(position(options=seven, **table), "meld +K 2S") == ["CAN-MELD-03"]
