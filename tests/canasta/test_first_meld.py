"""The first meld of a side: the minimum, and what counts towards it."""

from __future__ import annotations

import pytest

from cardlab.canasta import best_count, minimum, position
from cardlab.canasta.rules import referee
from tests.canasta.tables import CLASSIC, do, events, refusals


def opening(hand: str, text: str, score: int = 0) -> list[str]:
    state = position(hands=[f"{hand} 7C 8C"], phase="play", scores=(score, 0), pile="TC")
    return refusals(state, text)


@pytest.mark.rule("CAN-INIT-01")
@pytest.mark.parametrize(
    ("score", "need", "short", "enough"),
    [
        (0, 50, "KS KH 2D", "TS TH JR"),
        (1495, 50, "KS KH 2D", "TS TH JR"),
        (1500, 90, "TS TH JR", "AS AH JR"),
        (2995, 90, "TS TH JR", "AS AH JR"),
        (3000, 120, "AS AH JR", "AS AH AD AC 2S 2H"),
        (4995, 120, "AS AH JR", "AS AH AD AC 2S 2H"),
    ],
)
def test_the_minimum_by_score(score: int, need: int, short: str, enough: str) -> None:
    assert minimum(score) == need
    assert opening(short, f"meld {short}", score) == ["CAN-INIT-01"]
    assert opening(enough, f"meld {enough}", score) == []


def test_below_zero_any_meld_will_do() -> None:
    assert minimum(-5) == 15
    assert opening("4S 4H 4D", "meld 4S 4H 4D", -5) == []


@pytest.mark.rule("CAN-INIT-01")
def test_the_refusal_has_both_numbers_and_an_alternative() -> None:
    state = position(hands=["KS KH KD 4S 4H 4D 2C 9C"], phase="play")
    view = referee.view(state, 0)
    refusal = referee.check(view, referee.read_action("meld KS KH KD, 4S 4H 4D"))[0]
    assert refusal.text == "these melds count 45; your side needs 50 for its first meld, with a score of 0"
    assert refusal.instead is not None
    assert refusals(state, str(refusal.instead)) == []


@pytest.mark.rule("CAN-INIT-03", "CAN-INIT-04")
def test_fault_b16_several_melds_are_added_together() -> None:
    both = "meld KS KH KD, 9S 9H 2D"
    assert opening("KS KH KD 9S 9H 2D", both) == []
    assert opening("KS KH KD 9S 9H 2D", both, 1500) == ["CAN-INIT-01"]
    state = position(hands=["KS KH KD 9S 9H 2D 7C 8C"], phase="play")
    told = events(state, both)["first meld"]
    assert told.text == "the first meld of South's side counts 70; it needs 50"
    assert "CAN-INIT-04" in told.rules


@pytest.mark.rule("CAN-INIT-06", "CAN-R3-07")
def test_bonuses_do_not_count() -> None:
    seven = "4S 4H 4D 4C 4S 4H 4D"  # 35, and a canasta of 500
    state = position(hands=[f"{seven} 7C 8C"], red_threes={0: "3D 3H"}, phase="play")
    assert refusals(state, f"meld {seven}") == ["CAN-INIT-01"]


@pytest.mark.rule("CAN-INIT-07")
def test_after_the_first_meld_no_minimum_is_needed() -> None:
    state = position(hands=["AS AH AD 7C 8C 5S", None, "4S 4H 4D 7D 8D"], phase="play", pile="9C")
    state = do(state, "meld AS AH AD", "discard 5S", "draw", f"discard {state.hands[1][0]}")
    state = do(state, "draw")
    assert state.turn.seat == 2
    assert refusals(state, "meld 4S 4H 4D") == []


@pytest.mark.rule("CAN-INIT-05")
def test_fault_b15_the_top_card_counts_and_no_other_of_the_pile() -> None:
    hand = "QH QD AH AD AS 4C 5C"
    state = position(options=CLASSIC, hands=[hand], pile="2H QS")
    view = referee.view(state, 0)
    alone = referee.check(view, referee.read_action("take with QH QD"))
    assert alone[0].rule == "CAN-INIT-05"
    assert (
        alone[0].text == "these melds count 30; your side needs 50, and of the pile only the top card counts"
    )
    assert str(alone[0].instead) == "take with QD QH, AD AH AS"
    assert refusals(state, "take with QH QD, AH AD AS") == []
    assert refusals(position(hands=[hand], pile="2H QS"), "take with QH QD, AH AD AS") == ["CAN-PILE-02"]
    buried = position(options=CLASSIC, hands=["KS KD 5S 5H 5D 9S JC"], pile="AC KH")
    assert refusals(buried, "take with KS KD, 5S 5H 5D")[0] == "CAN-INIT-05"
    assert "CAN-PILE-10" in refusals(
        position(options=CLASSIC, hands=["KS KD AS AH 9S"], pile="AC KH"), "take with KS KD, AS AH AC"
    )


def test_the_pair_may_bring_wild_cards_with_it() -> None:
    state = position(options=CLASSIC, hands=["KS KD 2D 9S JC"], pile="AC KH")
    assert refusals(state, "take with KS KD") == ["CAN-INIT-05", "CAN-INIT-01"]
    assert refusals(state, "take with KS KD 2D") == []
    after = do(state, "take with KS KD 2D")
    assert [str(card) for card in after.melds[0][0].cards] == ["KD", "KH", "KS", "2D"]


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("KS KH KD 4S 4H 4D 9C", 45),
        ("KS KH 4S 4H JR", 70),  # one wild card makes one pair a meld: the better one
        ("KS KH 4S 4H JR 2D", 100),
        ("KS QS 9S JR JR 2D", 0),
        ("AS AS AH 2D 2C JR", 110),  # three aces carry one wild card by the course's rules
        ("3S 3C 3S KS", 0),
    ],
)
def test_the_best_that_a_hand_can_count(hand: str, best: int) -> None:
    assert best_count(referee.view(position(hands=[hand]), 0)) == best


def test_the_best_count_agrees_with_what_can_be_laid_down() -> None:
    for seed in range(60):
        for options in (position().options, CLASSIC):
            state = position(options=options, seed=seed, phase="play", scores=(2000, 0))
            view = referee.view(state, 0)
            may = any(action.kind == "meld" for action in referee.legal_actions(view))
            assert may == (best_count(view) >= 90)
