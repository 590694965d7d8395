"""Faults that were found by trying to break the game, each with the right value."""

from __future__ import annotations

import pytest

from cardlab.canasta import check, explain, options, position, view
from cardlab.canasta.rules import referee
from cardlab.errors import IllegalActionError, NotationError
from cardlab.game import Game


@pytest.mark.parametrize("hand", ["KS KH KD 2D", "AS AH AD"])
def test_explain_offers_no_first_meld_that_check_refuses(hand: str) -> None:
    seen = view(position(hands=[hand], phase="play"), 0)
    topic = explain(seen).topic("first meld")
    assert not topic.allowed
    assert topic.rules == ("CAN-OUT-01",)
    assert all(not check(seen, action) for action in explain(seen).may)


def test_a_concealed_hand_is_waived_only_for_who_goes_out() -> None:
    chosen = options("classic", last_stock_red_three="meld_then_end")
    hand = "4S 4H 4D 4C 4S 4H 4D 9C"
    game = Game(referee, state=position(options=chosen, hands=[hand], draws="3H", stock=1, pile="KC"))
    game.do("draw")
    with pytest.raises(IllegalActionError, match="count 35; your side needs 50"):
        game.do("meld 4S 4H 4D 4C 4S 4H 4D")


def test_the_last_card_does_not_go_out_when_there_is_no_discard() -> None:
    chosen = options(last_stock_red_three="meld_then_end")
    state = position(options=chosen, hands=["9C"], melds=[["KS KH KD"]], draws="3H", stock=1, pile="8C")
    game = Game(referee, state=state)
    game.do("draw")
    assert not explain(game.view(0)).topic("going out").allowed


def test_a_pile_that_is_not_frozen_for_all_may_be_forced_on_a_player() -> None:
    chosen = options("classic", frozen_conditions="any_of")
    state = position(options=chosen, hands=["4C 5C"], melds=[["6S 6H 6D"]], pile="2D 9C 6C", stock=0)
    with pytest.raises(IllegalActionError, match="CAN-STOCK-02"):
        Game(referee, state=state).do("end")


def test_no_card_is_said_to_be_drawn_for_a_red_three_that_is_not_replaced() -> None:
    chosen = options("classic", players=2)
    state = position(
        options=chosen, hands=["9C 9D 8H"], draws="KC 3H", stock=2, pile="8C", melds=[["KS KH KD"]]
    )
    told = [event.text for event in Game(referee, state=state).do("draw").events]
    assert any("lays out 3♥" in text for text in told)
    assert not any("draws another" in text for text in told)


def test_none_is_said_of_what_is_not_held() -> None:
    seen = view(position(hands=["KS 4C 5C"], melds=[["6S 6H 6D"]], pile="2C 9C 6C"), 0)
    texts = [refusal.text for refusal in check(seen, referee.read_action("take onto 6", seen))]
    assert any(text.endswith("you have none") for text in texts)


def test_a_record_cut_inside_its_header_is_refused() -> None:
    with pytest.raises(NotationError, match="line 2: the record ends in its header"):
        Game.from_record("cardlab record 1\ngame: canasta\n")
