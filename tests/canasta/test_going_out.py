"""Going out: when, how, concealed, with leave; and never being stuck."""

from __future__ import annotations

import pytest

from cardlab.canasta import options, position
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.going_out import way_out, ways_out
from tests.canasta.tables import CLASSIC, COURSE, do, events, refusals

EIGHTS = "8S 8S 8H 8H 8D 8D 8C"


@pytest.mark.rule("CAN-OUT-01", "CAN-OUT-02", "CAN-OUT-06")
def test_by_discarding_the_last_card() -> None:
    state = position(hands=["KS KH KD 4C"], melds=[[EIGHTS]], phase="play", pile="TC")
    state = do(state, "meld KS KH KD")
    assert state.results == ()
    ended = do(state, "discard 4C")
    assert (ended.results[-1].outcome.reason, ended.results[-1].seat) == ("went out", 0)
    assert events(state, "discard 4C")["out"].text == "South goes out with the last discard; the deal is over"
    without = position(hands=["KS KH KD 4C 5C"], melds=[["8S 8H 8D"]], phase="play", pile="TC")
    without = do(without, "meld KS KH KD")
    assert do(without, "discard 4C").results == ()
    assert refusals(position(hands=["4C 5C"], melds=[["8S 8H 8D"]], phase="play"), "discard 4C") == []
    one = position(hands=["8C"], melds=[["8S 8S 8H 8H 8D 8D"]], phase="play")
    assert refusals(one, "discard 8C") == ["CAN-OUT-01"]


@pytest.mark.rule("CAN-OUT-03")
def test_without_a_discard() -> None:
    state = position(hands=["KS KH KD 5C"], melds=[[EIGHTS, "5S 5H 5D"]], phase="play", pile="TC")
    assert do(state, "meld KS KH KD, +5 5C").results[-1].seat == 0
    assert (
        events(state, "meld KS KH KD, +5 5C")["out"].text
        == "South goes out, with no discard; the deal is over"
    )


@pytest.mark.rule("CAN-OUT-04")
def test_fault_b17_no_meld_down_to_a_card_that_cannot_be_played() -> None:
    out = position(hands=["KC"], melds=[["KS KS KH KH KD KD KC"]], phase="play", pile="TC")
    assert do(out, "meld +K KC").results[-1].sheets[0].categories["out"] == 100
    state = position(hands=["KC KC 4C"], melds=[["KS KH KD"]], phase="play", pile="TC")
    view = referee.view(state, 0)
    refusal = referee.check(view, referee.read_action("meld +K KC KC"))[0]
    assert (refusal.rule, str(refusal.instead)) == ("CAN-OUT-04", "meld +K KC")
    assert refusal.text == (
        "this would leave you one card, and after the discard none; your side may not go out: it needs a "
        "canasta; it has none"
    )
    assert do(state, "meld +K KC", "discard 4C").turn.seat == 1


@pytest.mark.rule("CAN-OUT-04")
def test_a_take_that_could_not_end_is_refused() -> None:
    state = position(hands=["QS QD 4C"], melds=[["6S 6H 6D"]], pile="QH")
    assert refusals(state, "take with QS QD") == ["CAN-OUT-04"]
    assert refusals(position(hands=["QS QD 4C"], melds=[["6S 6H 6D"]], pile="9C QH"), "take with QS QD") == []


@pytest.mark.rule("CAN-OUT-01")
def test_laying_down_everything_needs_a_canasta() -> None:
    state = position(hands=["KS KH KD"], melds=[["6S 6H 6D"]], phase="play")
    assert refusals(state, "meld KS KH KD") == ["CAN-OUT-01"]


@pytest.mark.rule("CAN-OUT-05", "CAN-MELD-05")
def test_the_canasta_of_the_same_turn() -> None:
    state = position(hands=["9D 3S 3S 3C"], melds=[["9S 9S 9H 9H 9D 9C"]], phase="play", pile="TC")
    assert do(state, "meld +9 9D, 3S 3S 3C").results[-1].seat == 0
    assert do(state, "meld +9 9D", "meld 3S 3S 3C").results[-1].seat == 0
    last = position(hands=["9D KC"], melds=[["9S 9S 9H 9H 9D 9C"]], phase="play", pile="TC")
    assert do(last, "meld +9 9D", "discard KC").results[-1].seat == 0


def test_one_card_may_be_left_if_it_completes_the_canasta() -> None:
    state = position(hands=["KS KH KD 9D"], melds=[["9S 9S 9H 9H 9D 9C"]], phase="play", pile="TC")
    assert refusals(state, "meld KS KH KD") == []
    after = do(state, "meld KS KH KD")
    assert [str(action) for action in referee.legal_actions(referee.view(after, 0))] == ["meld +9 9D"]
    no_room = position(hands=["KS KH KD JR"], melds=[["9S 9S 9H 2H 2D 2C"]], phase="play", options=CLASSIC)
    assert refusals(no_room, "meld KS KH KD") == ["CAN-OUT-04"]


@pytest.mark.rule("CAN-OUT-07")
def test_asking_the_partner() -> None:
    table = {"hands": ["KS KH KD 4C 4D"], "melds": [[EIGHTS, "4S 4H 4D"]], "phase": "play", "pile": "TC"}
    assert refusals(position(**table), "ask") == ["CAN-OUT-07"]
    state = position(**table, options=CLASSIC)
    asked = do(state, "ask")
    assert (asked.phase, referee.to_act(asked)) == ("answer", 2)
    assert refusals(asked, "discard 4C") == ["CAN-OUT-07"]
    yes = do(asked, "answer yes")
    assert refusals(yes, "discard 4C") == ["CAN-OUT-07"]
    assert refusals(yes, "meld KS KH KD") == ["CAN-OUT-07"]
    assert refusals(yes, "ask") == ["CAN-OUT-07"]
    assert {str(action) for action in referee.legal_actions(referee.view(yes, 0))} == {
        "meld +4 4C 4D, KD KH KS",
        "meld +4 4D, KD KH KS",
    }
    assert do(yes, "meld KS KH KD, +4 4C 4D").results[-1].seat == 0
    no = do(asked, "answer no")
    assert refusals(no, "meld KS KH KD, +4 4C 4D") == ["CAN-OUT-07"]
    assert refusals(no, "meld KS KH KD, +4 4C") == ["CAN-OUT-07"]
    assert do(no, "meld KS KH KD", "discard 4C").turn.seat == 1


@pytest.mark.rule("CAN-OUT-07")
def test_asking_needs_a_way_out() -> None:
    state = position(options=CLASSIC, hands=["KS KH KD 4C 5D"], melds=[[EIGHTS]], phase="play", pile="TC")
    assert refusals(state, "ask") == ["CAN-OUT-07"]
    assert refusals(position(options=CLASSIC, hands=["4C"], melds=[[EIGHTS]], phase="play"), "ask") == [
        "CAN-OUT-07"
    ]
    assert refusals(state, "answer yes") == ["CAN-OUT-07"]


def concealed(text: str, of: object = COURSE, **known: object) -> tuple[bool, int] | list[str]:
    hand = "6S 6S 6H 6H 6D 6D 6C AS AH AD"
    known.setdefault("hands", [hand])
    state = position(options=of, phase="play", pile="TC", **known)  # type: ignore[arg-type]
    rules = refusals(state, text)
    if rules:
        return rules
    result = do(state, text).results[-1]
    return result.concealed, result.sheets[0].categories["out"]


WHOLE = "meld 6S 6S 6H 6H 6D 6D 6C, AS AH AD"


@pytest.mark.rule("CAN-CONC-01", "CAN-CONC-03")
def test_going_out_concealed() -> None:
    assert concealed(WHOLE) == (True, 200)
    assert concealed(WHOLE, melds=[["9S 9H 9D"]], melded=[0]) == (False, 100)
    assert concealed(WHOLE, melds=[["9S 9H 9D"]], melded=[2]) == (True, 200)


@pytest.mark.rule("CAN-CONC-01")
def test_concealed_step_by_step_in_one_turn() -> None:
    state = position(hands=["6S 6S 6H 6H 6D 6D 6C AS AH AD 9C"], phase="play", pile="TC")
    state = do(state, "meld AS AH AD", "meld 6S 6S 6H 6H 6D 6D 6C", "discard 9C")
    assert state.results[-1].outcome.reason == "went out concealed"
    strict = options(seating="agreed", concealed_final_discard="not_allowed")
    state = position(options=strict, hands=["6S 6S 6H 6H 6D 6D 6C AS AH AD 9C"], phase="play", pile="TC")
    state = do(state, "meld AS AH AD, 6S 6S 6H 6H 6D 6D 6C", "discard 9C")
    assert state.results[-1].outcome.reason == "went out"


@pytest.mark.rule("CAN-CONC-02")
def test_the_minimum_of_a_concealed_hand() -> None:
    hand = {"hands": ["4S 4S 4H 4H 4D 4D 4C 5S 5H 5D"], "scores": (1500, 0)}
    low = "meld 4S 4S 4H 4H 4D 4D 4C, 5S 5H 5D"
    assert concealed(low, **hand) == ["CAN-INIT-01", "CAN-CONC-02"]
    assert concealed(low, CLASSIC, **hand) == (True, 200)
    assert concealed(low, CLASSIC, **hand, drew="pile") == ["CAN-INIT-01", "CAN-CONC-02"]
    state = position(options=CLASSIC, phase="play", pile="TC", **hand)  # type: ignore[arg-type]
    assert "a concealed hand is free from that" in events(state, low)["first meld"].text
    listed = [action for action in referee.legal_actions(referee.view(state, 0)) if action.kind == "meld"]
    assert len(listed) == 1


@pytest.mark.rule("CAN-CONC-03")
def test_whose_canasta_a_concealed_hand_needs() -> None:
    partner = {"hands": ["AS AH AD KS KH KD 9C"], "melds": [[EIGHTS, "9S 9H 9D"]], "melded": [2]}
    text = "meld AS AH AD, KS KH KD, +9 9C"
    assert concealed(text, **partner) == (True, 200)
    assert concealed(text, CLASSIC, **partner) == (False, 100)
    own = {"hands": ["6S 6S 6H 6H 6D 6D 6C AS AH AD 9C"], "melds": [["9S 9H 9D"]], "melded": [2]}
    assert concealed(WHOLE + ", +9 9C", CLASSIC, **own) == (False, 100)
    state = position(options=CLASSIC, phase="play", pile="TC", **own)  # type: ignore[arg-type]
    assert do(state, WHOLE, "discard 9C").results[-1].concealed is True


def test_black_threes_can_make_up_the_minimum_of_a_whole_hand() -> None:
    state = position(hands=["4S 4S 4H 4H 4D 4D 4C 3S 3S 3C"], phase="play", pile="TC")
    text = "meld 3C 3S 3S, 4C 4D 4D 4H 4H 4S 4S"
    assert refusals(state, text) == []
    assert text in [str(action) for action in referee.legal_actions(referee.view(state, 0))]
    taking = position(options=CLASSIC, hands=["4S 4H 4H 4D 4D 4C 3S 3S 3C"], pile="4S")
    text = "take with 4C 4D 4D 4H 4H 4S, 3C 3S 3S"
    assert refusals(taking, text) == []
    assert text in [str(action) for action in referee.legal_actions(referee.view(taking, 0))]


@pytest.mark.parametrize(
    ("hand", "melds", "ways"),
    [
        ("KS KH KD 4C", [[EIGHTS]], 1),
        ("KS KH KD 4C 5D", [[EIGHTS]], 0),
        ("KS KH 2D 4C", [[EIGHTS]], 1),
        ("KS KH 4C 2D 2C", [["4S 4H 4D", EIGHTS]], 5),
        ("KS KH KD 4C", [["8S 8H 8D"]], 0),
        ("8C 8C 2D 2S 4C", [["8S 8H 8D 8D"]], 1),
        ("3S 3S 3C 4C", [[EIGHTS]], 1),
        ("3S 3S 4C", [[EIGHTS]], 0),
    ],
)
def test_the_ways_out(hand: str, melds: list[list[str]], ways: int) -> None:
    state = position(hands=[hand], melds=melds, phase="play", pile="TC")
    view = referee.view(state, 0)
    found = list(ways_out(view))
    assert len(found) == ways
    assert (way_out(view) is not None) == bool(ways)
    assert all(not referee.check(view, action) for action in found)
