"""Taking the pile, and freezing it."""

from __future__ import annotations

import pytest

from cardlab.canasta import options, position
from cardlab.canasta.rules import referee
from cardlab.cards import parse_cards
from tests.canasta.tables import CLASSIC, COURSE, PACK, all_cards, do, events, refusals

SIXES = [["6S 6H 6D"]]


def told(state: object, text: str) -> str:
    """The first refusal's sentence."""
    view = referee.view(state, 0)  # type: ignore[arg-type]
    return referee.check(view, referee.read_action(text))[0].text


@pytest.mark.rule("CAN-PILE-01", "CAN-PILE-03", "CAN-PILE-07", "CAN-PILE-10")
def test_a_natural_pair_takes_the_pile() -> None:
    state = position(hands=["QS QD 4C 8S 8D"], melds=SIXES, pile="9C 5D QH")
    after = do(state, "take with QS QD")
    assert after.hands[0] == tuple(sorted(parse_cards("4C 5D 8D 8S 9C")))
    assert after.melds[0][1].cards == parse_cards("QD QH QS")
    assert (after.pile, after.frozen, after.phase) == ((), (), "play")
    take = events(state, "take with QS QD")["take"]
    assert take.text == "South shows Q♦ and Q♠ and takes the pile, three cards, for its top card Q♥"
    assert refusals(state, "take with QS") == ["CAN-PILE-03", "CAN-MELD-01"]
    assert refusals(state, "take with 8S 8D") == ["CAN-PILE-03"]


@pytest.mark.rule("CAN-PILE-04")
def test_one_natural_and_a_wild_card() -> None:
    state = position(hands=["8D 2S 2D KH JC"], melds=SIXES, pile="TC 8C")
    assert refusals(state, "take with 8D 2S") == []
    assert refusals(state, "take with 2S 2D")[0] == "CAN-PILE-04"
    assert told(state, "take with 2S 2D") == (
        "wild cards alone do not take the pile: one card must be natural; you hold one eight"
    )


@pytest.mark.rule("CAN-PILE-05")
def test_fault_b13_onto_a_meld_with_no_card_from_hand() -> None:
    jacks = [["JH JD JS"]]
    state = position(hands=["4H 4D"], melds=jacks, pile="9C JH")
    after = do(state, "take onto J")
    assert len(after.melds[0][0].cards) == 4
    assert sorted(after.hands[0]) == sorted(parse_cards("4D 4H 9C"))
    frozen = position(hands=["4H 4D"], melds=jacks, pile="2C JH")
    assert refusals(frozen, "take onto J") == ["CAN-PILE-06", "CAN-FRZ-01"]
    assert refusals(state, "take onto K")[0] == "CAN-PILE-05"
    assert refusals(position(hands=["4H 4D"], melds=SIXES, pile="9C JH"), "take onto J") == ["CAN-PILE-05"]


@pytest.mark.rule("CAN-PILE-06", "CAN-FRZ-01", "CAN-FRZ-05", "CAN-FRZ-06")
def test_fault_b11_a_freeze_stays_under_ordinary_cards() -> None:
    state = position(
        hands=[None, "2S 4H 5H", None, "TD JR 4S 4D"], melds={3: ["TS TH TC"]}, pile="5C", turn="West", seed=3
    )
    state = do(state, "draw", "discard 2S", "draw")
    assert [str(freeze.card) for freeze in state.frozen] == ["2S"]
    state = do(state, f"discard {state.hands[2][-1]}")
    state = position(
        hands=[None, None, None, "TD JR 4S 4D"], melds={3: ["TS TH TD"]}, pile="5C 2S TC", turn="East"
    )
    view = referee.view(state, 3)
    refusal, freeze = referee.check(view, referee.read_action("take with TD JR"))
    assert freeze.text == "a frozen pile stays frozen until somebody takes it"  # nothing is said twice
    assert refusal.text == (
        "the pile has been frozen by 2♠ since turn 1: you need two natural tens from your hand; you have one"
    )
    assert str(refusal.instead) == "draw"
    pair = position(hands=["TD TC 4S 4D"], melds=SIXES, pile="5C 2S TH")
    assert "thaw" in events(pair, "take with TD TC")
    assert do(pair, "take with TD TC").frozen == ()


@pytest.mark.rule("CAN-FRZ-03")
def test_black_threes_under_each_preset() -> None:
    for of, rules in ((COURSE, ["CAN-PILE-06", "CAN-FRZ-03"]), (CLASSIC, [])):
        state = position(options=of, hands=["TS 2C 4S"], melds=SIXES, pile="7C 3S TD")
        assert refusals(state, "take with TS 2C") == rules
        on_top = position(options=of, hands=["TS TC 4S"], melds=SIXES, pile="7C TD 3S")
        assert refusals(on_top, "take with TS TC")[-1] == "CAN-PILE-08"
    state = position(options=CLASSIC, hands=["3S TC 4S"], phase="play")
    assert events(state, "discard 3S")["blocked"].text == "3♠ blocks the pile for the next player"
    state = position(hands=["3S TC 4S"], phase="play")
    assert do(state, "discard 3S").frozen[0].card.code == "3S"


@pytest.mark.rule("CAN-PILE-08", "CAN-FRZ-06")
def test_the_top_card_must_be_natural() -> None:
    state = position(hands=["2S 2H 4S"], melds=SIXES, pile="7C 2D")
    assert refusals(state, "take with 2S 2H") == ["CAN-FRZ-06", "CAN-PILE-08"]
    assert told(state, "take with 2S 2H") == (
        "2♦ lies on top: a natural card must cover it before anybody takes the pile"
    )


@pytest.mark.rule("CAN-PILE-02")
def test_before_the_first_meld() -> None:
    table = {"hands": ["AS AD KS KH KD"], "pile": "9C AH"}
    assert refusals(position(**table), "take with AS AD") == ["CAN-PILE-02"]
    assert refusals(position(**table, options=CLASSIC), "take with AS AD") == []


@pytest.mark.rule("CAN-PILE-02", "CAN-PILE-04")
def test_fault_b14_one_natural_and_a_wild_card() -> None:
    hand, pile = ["QS 2C 6D 8H 8C"], "9C QH"
    opened = position(options=CLASSIC, hands=hand, melds=[["5S 5H 5D"]], pile=pile)
    assert do(opened, "take with QS 2C").melds[0][1].cards == parse_cards("QH QS 2C")
    frozen = position(options=CLASSIC, hands=hand, melds=[["5S 5H 5D"]], pile="JR 9C QH")
    assert refusals(frozen, "take with QS 2C") == ["CAN-PILE-06", "CAN-FRZ-01"]
    closed = position(options=CLASSIC, hands=hand, pile=pile)
    assert refusals(closed, "take with QS 2C")[0] == "CAN-PILE-02"
    assert told(closed, "take with QS 2C") == (
        "your side has melded nothing yet, so the pile is frozen to you: you need two natural queens from "
        "your hand; you have one"
    )


@pytest.mark.rule("CAN-PILE-03")
def test_fault_b12_all_cards_move_where_they_belong() -> None:
    state = position(hands=["7C 7H KD"], melds=SIXES, pile="4C 7S")
    after = do(state, "take with 7C 7H")
    assert after.melds[0][1].cards == parse_cards("7C 7H 7S")
    assert after.hands[0] == parse_cards("4C KD")
    assert after.pile == ()
    assert all_cards(after) == PACK


@pytest.mark.rule("CAN-PILE-09")
def test_one_card_and_a_pile_of_one() -> None:
    melds = [["KS KH KD", "8S 8S 8H 8H 8D 8D 8C"]]
    assert refusals(position(hands=["QS"], melds=melds, pile="KC"), "take onto K") == ["CAN-PILE-09"]
    assert refusals(position(hands=["QS"], melds=melds, pile="4C KC"), "take onto K") == []
    empty = position(hands=["QS"], melds=melds, pile="KC", stock=0, options=CLASSIC)
    assert refusals(empty, "take onto K") == ["CAN-PILE-09"]
    assert refusals(empty, "end") == []


@pytest.mark.rule("CAN-PILE-10", "CAN-PILE-11")
def test_the_rest_of_the_pile_is_for_after_the_take() -> None:
    state = position(hands=["KS KD AS AH 5C 9D"], melds=SIXES, pile="AC KH")
    assert refusals(state, "take with KS KD, AS AH AC") == ["CAN-PILE-10"]
    after = do(state, "take with KS KD")
    assert "CAN-PILE-11" in events(after, "meld AS AH AC")["meld"].rules


@pytest.mark.rule("CAN-R3-03")
def test_a_red_three_in_the_pile() -> None:
    state = position(hands=["KS KD 5C 9D"], melds=SIXES, pile="3H 4C KH")
    after = do(state, "take with KS KD")
    assert after.red_threes[0] == parse_cards("3H")
    assert len(after.stock) == len(state.stock)
    assert events(state, "take with KS KD")["red three"].text == "South lays out 3♥"


@pytest.mark.rule("CAN-MELD-10")
def test_a_pair_joins_the_meld_of_its_rank() -> None:
    state = position(hands=["QS QD 4C 8S"], melds=[["QH QC QC"]], pile="2C 9C QH")
    after = do(state, "take with QS QD")
    assert [len(meld.cards) for meld in after.melds[0]] == [6]
    full = position(hands=["QS 2D 4C 8S"], melds=[["QH QC QC QD 2C 2H"]], pile="9C QH")
    assert refusals(full, "take with QS 2D") == []
    spoiled = position(hands=["QS 2D 4C 8S"], melds=[["QH QC QC 2C"]], pile="9C QH")
    assert (
        refusals(spoiled, "take with QS 2D") == ["CAN-MELD-02"] or refusals(spoiled, "take with QS 2D") == []
    )
    twice = position(
        options=options(one_meld_per_rank=False), hands=["QS QD 4C 8S"], melds=[["QH QC QC"]], pile="9C QH"
    )
    assert [len(meld.cards) for meld in do(twice, "take with QS QD").melds[0]] == [3, 3]
    state = position(hands=["QS QD QD 4C 5C"], melds=[["QH QC QC"]], phase="play")
    assert refusals(state, "meld QS QD QD") == ["CAN-MELD-10"]


@pytest.mark.rule("CAN-PILE-12")
def test_the_pile_is_open_to_both_partners() -> None:
    for seat in (0, 2):
        state = position(turn=seat, hands={seat: "8D 2S KH JC"}, melds=SIXES, pile="TC 8C")
        assert refusals(state, "take with 8D 2S") == []


@pytest.mark.rule("CAN-PILE-01", "CAN-TURN-01")
def test_there_must_be_a_pile_and_it_must_be_time() -> None:
    state = position(hands=["8D 2S KH JC"], melds=SIXES, pile="")
    assert refusals(state, "take with 8D 2S") == ["CAN-PILE-01"]
    state = position(hands=["8D 2S KH JC"], melds=SIXES, pile="8C", phase="play")
    assert refusals(state, "take with 8D 2S") == ["CAN-TURN-01"]
    assert refusals(state, "draw") == ["CAN-TURN-01"]


def test_any_of_the_conditions_as_a_house_rule() -> None:
    loose = options(frozen_conditions="any_of")
    state = position(options=loose, hands=["TS 2C 4S"], melds=SIXES, pile="7C 2S TD")
    assert refusals(state, "take with TS 2C") == []


def test_cards_that_all_saw_go_into_a_hand_are_known() -> None:
    state = position(hands=["QS QD 4C 8S 8D"], melds=SIXES, pile="9C 5D QH")
    after = do(state, "take with QS QD")
    assert after.known[0] == parse_cards("9C 5D")
    assert do(after, "discard 5D").known[0] == parse_cards("9C")
    assert do(after, "discard 8D").known[0] == parse_cards("9C 5D")
