"""The end of the stock."""

from __future__ import annotations

import pytest

from cardlab.canasta import options, position
from cardlab.canasta.rules import referee
from tests.canasta.tables import CLASSIC, COURSE, do, events, refusals

KINGS = [["KS KH KD"]]


@pytest.mark.rule("CAN-STOCK-01", "CAN-STOCK-03")
def test_an_empty_stock() -> None:
    state = position(hands=["7S 7D AC"], melds=KINGS, pile="9C QC", stock=0)
    assert refusals(state, "draw") == ["CAN-STOCK-01"]
    ended = do(state, "end")
    result = ended.results[-1]
    assert (result.outcome.reason, result.seat) == ("stock exhausted", None)
    assert all(sheet.categories["out"] == 0 for sheet in result.sheets)
    assert result.sheets[0].categories["left"] < 0
    assert "CAN-STOCK-03" in events(state, "end")["deal over"].rules


@pytest.mark.rule("CAN-STOCK-01")
def test_the_deal_does_not_end_while_there_is_a_stock() -> None:
    state = position(hands=["7S 7D AC"], melds=KINGS, pile="9C QC", draws="4C", stock=1)
    view = referee.view(state, 0)
    refusal = referee.check(view, referee.read_action("end"))[0]
    assert (refusal.rule, str(refusal.instead)) == ("CAN-STOCK-01", "draw")
    assert refusals(do(state, "draw"), "end") == ["CAN-TURN-03"]


@pytest.mark.rule("CAN-STOCK-01")
def test_play_goes_on_while_the_pile_is_taken() -> None:
    state = position(hands=["QS QD AC 4C", "4S 5S 6C"], melds=KINGS, pile="9C QC", stock=0)
    state = do(state, "take with QS QD", "discard 9C")
    assert (state.turn.seat, state.phase) == (1, "draw")
    assert [str(action) for action in referee.legal_actions(referee.view(state, 1))] == ["end"]


@pytest.mark.rule("CAN-STOCK-02")
def test_when_the_pile_must_be_taken() -> None:
    table = {"hands": ["7S 7D AC"], "melds": KINGS, "pile": "9C KC", "stock": 0}
    assert refusals(position(**table), "end") == []
    state = position(**table, options=CLASSIC)
    view = referee.view(state, 0)
    refusal = referee.check(view, referee.read_action("end"))[0]
    assert (refusal.rule, str(refusal.instead)) == ("CAN-STOCK-02", "take onto K")
    assert refusal.text == (
        "by the classic rules you must take the pile when the stock is empty and its top card fits your "
        "side's kings"
    )
    assert refusals(position(**{**table, "pile": "2C KC"}, options=CLASSIC), "end") == []  # frozen
    assert refusals(position(**{**table, "pile": "9C QC"}, options=CLASSIC), "end") == []  # fits nothing
    pair = {**table, "hands": ["QS QD AC"], "pile": "9C QC"}
    assert refusals(position(**pair, options=CLASSIC), "end") == []  # a new meld is never forced
    full = {**table, "melds": [["KS KH 2C 2D 2H"]], "hands": ["7S 7D AC"]}
    assert refusals(position(**full, options=CLASSIC), "end") == ["CAN-STOCK-02"]


def test_the_last_card_is_played_like_any_other() -> None:
    state = position(hands=["7S 7D AC"], melds=KINGS, pile="9C", draws="5C", stock=1)
    state = do(state, "draw")
    assert (state.phase, len(state.stock)) == ("play", 0)
    state = do(state, "discard 5C")
    assert (state.turn.seat, state.phase) == (1, "draw")


def test_options_decide_and_not_the_preset() -> None:
    forced = options(seating="agreed", forced_take_empty_stock=True)
    state = position(options=forced, hands=["7S 7D AC"], melds=KINGS, pile="9C KC", stock=0)
    assert refusals(state, "end") == ["CAN-STOCK-02"]
    assert COURSE.forced_take_empty_stock is False
