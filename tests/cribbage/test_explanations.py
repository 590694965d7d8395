"""What a seat may do and why not the rest."""

from __future__ import annotations

import pytest

from cardlab.cribbage import apply, claim, cut, explain, lay, options, position, start, view
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.positions import CUT_HERE
from cardlab.game import OPEN


@pytest.mark.rule("CRIB-GO-01", "CRIB-GO-02")
def test_in_the_play_each_card_is_explained() -> None:
    state = position(hands=["9S TD KH 2C", "3C"], turn=0, total=22)
    told = explain(view(state, 0))
    assert told.text == "The count is 22: play a card that counts 9 or less (course rules)."
    assert [str(choice.action) for choice in told.may] == ["play 2C", "play 9S"]
    assert [item.name for item in told.may[1].pays] == ["thirty-one"]
    assert [str(action) for action, _ in told.may_not] == ["play TD", "play KH", "go"]
    assert all(refusals for _, refusals in told.may_not)
    assert "not play TD: 10♦ would bring the count to 32" in str(told)


def test_every_phase_says_what_is_to_be_done() -> None:
    state = start(options("classic"))
    assert "lift from 4 to 48 of its 52 cards (classic rules)" in explain(view(state, 0)).text
    assert explain(view(state, 1)).text == "Wait: South cuts for the deal."
    state = position(hands=["5H 5D 5S JC 2C 3C", "6H 7H 8H 9H TH KH"])
    assert "to North's crib and keep four" in explain(view(state, 0)).text
    assert "to your own crib" in explain(view(apply(state, lay("2C 3C")).state, 1)).text
    state = position(options=options(counting="by_hand", muggins="on"), phase="show", seed=3)
    assert "Say what your hand counts" in explain(view(state, 0)).text
    state = apply(state, claim(0)).state
    assert explain(view(state, 1)).text.startswith("0 was claimed")
    state = position(phase="starter", starter="JC", dealer=0, scores=(119, 0))
    assert "for the starter" in explain(view(state, OPEN)).text
    assert explain(view(apply(state, cut(CUT_HERE)).state, 0)).text == "The game is over."


def test_leading_saying_go_and_stopping() -> None:
    state = position(hands=["9S TD", "3C"], turn=0)
    assert explain(view(state, 0)).text.startswith("Lead any card")
    state = position(hands=["9S TD", "3C"], turn=0, total=29)
    assert explain(view(state, 0)).text == "None of your cards fits on 29: say go (course rules)."
    state = position(hands=["KS 7H 2C 9D", "KD 9C 8C"])
    for text in ("KS", "KD", "7H", "go"):
        action = referee.read_action(text, view(state, state.turn or 0))
        state = apply(state, action).state
    assert explain(view(state, 0)).text == "After the go you may play on, or stop (course rules)."
