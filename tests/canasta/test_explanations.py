"""What a seat is told it can do, and why not the rest."""

from __future__ import annotations

import pytest

from cardlab.canasta import Explanation, explain, position
from cardlab.canasta.rules import referee
from cardlab.game import OPEN
from cardlab.rulebook import load
from tests.canasta.tables import ALL, CLASSIC, do, play


def said(state: object, seat: int = 0) -> Explanation:
    return explain(referee.view(state, seat))  # type: ignore[arg-type]


def test_the_pile_may_be_taken_and_how() -> None:
    state = position(hands=["QS QD 2C 4C 8S"], melds=[["6S 6H 6D", "QC QH 2D"]], pile="9C QH")
    pile = said(state).topic("pile")
    assert pile is not None
    assert pile.allowed
    assert {str(action) for action in pile.may} == {"take onto Q", "take with QD QS", "take with QD 2C"}
    assert {"CAN-PILE-03", "CAN-PILE-04", "CAN-PILE-05"} <= set(pile.rules)


@pytest.mark.rule("CAN-PILE-06")
def test_the_pile_may_not_be_taken_and_why() -> None:
    state = position(hands=["KS 2D 4C 8S"], melds=[["6S 6H 6D"]], pile="9C 4D 2C KC")
    pile = said(state).topic("pile")
    assert pile is not None
    assert not pile.allowed
    assert pile.text == (
        "the pile has been frozen by 2♣ since turn 2: you need two natural kings from your hand; you have one"
    )


def test_the_first_meld_and_what_is_missing() -> None:
    short = said(position(hands=["KS KH KD 4C 8S"], phase="play"))
    assert (short.needs, short.best) == (50, 30)
    topic = short.topic("first meld")
    assert topic is not None
    assert topic.text == "with a score of 0 your side needs 50; your hand can count 30, so 20 are missing"
    enough = said(position(hands=["KS KH KD 2C 4C 8S"], phase="play"))
    topic = enough.topic("first meld")
    assert topic is not None
    assert topic.allowed
    assert "meld KD KH KS 2C" in [str(action) for action in topic.may]
    opened = said(position(hands=["KS KH KD 4C 8S"], melds=[["6S 6H 6D"]], phase="play"))
    assert (opened.needs, opened.best) == (None, None)


def test_going_out() -> None:
    eights = [["8S 8S 8H 8H 8D 8D 8C", "6S 6H 6D"]]
    can = said(position(hands=["KS KH KD 4C"], melds=eights, phase="play")).topic("going out")
    assert can is not None
    assert can.allowed
    assert [str(action) for action in can.may] == ["meld KD KH KS"]
    cannot = said(position(hands=["KS KH KD 4C"], melds=[["6S 6H 6D 6C"]], phase="play")).topic("going out")
    assert cannot is not None
    assert cannot.text == "your side needs a canasta first; it has none; the sixes lack three cards"
    last = position(hands=["KS 8C"], melds=eights, phase="play")
    one = said(do(last, "meld +8 8C")).topic("going out")
    assert one is not None
    assert one.allowed


def test_waiting_answering_and_the_end() -> None:
    assert (
        str(said(position(), 1)) == "Wait: South has to draw from the stock or take the pile. [CAN-TURN-01]"
    )
    table = {"hands": ["KS KH KD 4C"], "melds": [["8S 8S 8H 8H 8D 8D 8C"]], "phase": "play", "pile": "TC"}
    state = position(**table, options=CLASSIC)  # type: ignore[arg-type]
    asking = said(state).topic("asking")
    assert asking is not None
    assert asking.allowed
    assert said(do(state, "ask"), 2).rules == ("CAN-OUT-07",)
    no = said(do(state, "ask", "answer no")).topic("going out")
    assert no is not None
    assert no.text == "your partner said no"
    over = do(position(**{**table, "scores": (4900, 0)}), "meld KS KH KD", "discard 4C")  # type: ignore[arg-type]
    assert str(said(over)) == "The match is over. [CAN-SCORE-10]"


@pytest.mark.rule("CAN-STOCK-01", "CAN-STOCK-02")
def test_the_empty_stock() -> None:
    table = {"hands": ["7S 7D AC"], "melds": [["KS KH KD"]], "pile": "9C KC", "stock": 0}
    may = said(position(**table)).topic("end")  # type: ignore[arg-type]
    assert may is not None
    assert may.allowed
    must = said(position(**table, options=CLASSIC)).topic("end")  # type: ignore[arg-type]
    assert must is not None
    assert not must.allowed
    assert "you must take the pile" in must.text


@pytest.mark.parametrize("name", list(ALL))
def test_explanations_agree_with_the_referee_everywhere(name: str) -> None:
    book = load("canasta")
    for state in play(ALL[name], 11):
        seat = referee.to_act(state)
        assert seat is not None
        view = referee.view(state, seat)
        explanation = explain(view)
        legal = set(referee.legal_actions(view)) if state.phase in ("draw", "play") else set()
        for topic in explanation.topics:
            assert all(rule in book.rules for rule in topic.rules), topic
            assert all(not referee.check(view, action) for action in topic.may), topic
            assert topic.allowed or not topic.may
            assert topic.text
        takes = {action for action in legal if action.kind == "take"}
        pile = explanation.topic("pile")
        if pile is not None and len(takes) <= 12:
            assert set(pile.may) == takes
        assert explain(referee.view(state, OPEN)).text == explanation.text
        assert referee.view(state, (seat + 1) % state.options.players).to_act == seat
        assert explain(referee.view(state, (seat + 1) % state.options.players)).text.startswith("Wait")
