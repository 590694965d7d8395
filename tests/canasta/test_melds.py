"""What cards count, what makes a meld sound, canastas."""

from __future__ import annotations

import pytest

from cardlab.canasta import Options, make_meld, options, position, value_of
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.melds import meld_faults
from cardlab.cards import Rank, parse_cards
from cardlab.errors import IllegalActionError, NotationError
from tests.canasta.tables import CLASSIC, COURSE, do, events, refusals

OPENED = [["6S 6H 6D"], ["9S 9H 9D"]]
OUT = [["6S 6H 6D 6C 6S 6H 6D"]]


def trying(hand: str, text: str, of: Options = COURSE, melds: object = OPENED) -> list[str]:
    """The rules against a meld by an opened side that keeps two cards besides."""
    state = position(options=of, hands=[f"{hand} 7C 8C"], melds=melds, phase="play", pile="TC")  # type: ignore[arg-type]
    return refusals(state, text)


@pytest.mark.rule("CAN-VAL-01", "CAN-VAL-02", "CAN-VAL-03", "CAN-VAL-04", "CAN-VAL-05", "CAN-VAL-06")
@pytest.mark.rule("CAN-RANK-01", "CAN-RANK-02", "CAN-RANK-03")
def test_card_values() -> None:
    for cards, each in (
        ("4S 5S 6S 7S", 5),
        ("8S 9S TS JS QS KS", 10),
        ("AS 2S", 20),
        ("JR", 50),
        ("3S 3C", 5),
    ):
        assert {value_of([card]) for card in parse_cards(cards)} == {each}
    assert make_meld("4S 4H JR").value == 60


@pytest.mark.rule("CAN-MELD-01")
def test_three_of_a_rank() -> None:
    assert trying("KS KH KD", "meld KS KH KD") == []
    assert trying("KS KH", "meld KS KH") == ["CAN-MELD-01"]
    assert trying("KS KH QD", "meld KS KH QD") == ["CAN-MELD-01"]


@pytest.mark.rule("CAN-MELD-11")
def test_a_sequence_is_no_meld() -> None:
    assert trying("4H 5H JS", "meld 4H 5H 6H")[-1] == "CAN-MELD-11"
    assert trying("4H 5H 3S", "meld 3S 4H 5H") == ["CAN-MELD-11"]


@pytest.mark.rule("CAN-MELD-02")
def test_enough_natural_cards_under_each_preset() -> None:
    assert trying("KS KH 2D", "meld KS KH 2D") == []
    assert trying("KS KH KD 2D JR", "meld KS KH KD 2D JR") == ["CAN-MELD-02"]
    assert trying("KS KH KD 2D JR", "meld KS KH KD 2D JR", CLASSIC) == []
    assert trying("KS KH KD KC 2D JR", "meld KS KH KD KC 2D JR") == []


@pytest.mark.rule("CAN-MELD-03")
def test_three_wild_cards_at_most() -> None:
    eight = "QS QS QH QH QD QD QC QC 2S 2H 2D"
    state = position(hands=[f"{eight} JR 7C 8C"], melds=OPENED, phase="play")
    view = referee.view(state, 0)
    action = referee.read_action(f"meld {eight} JR")
    refusal = referee.check(view, action)[0]
    assert refusal.rule == "CAN-MELD-03"
    assert refusal.text == "three wild cards in a meld is the most; this one would have four"
    assert str(refusal.instead) == "meld QC QC QD QD QH QH QS QS 2D 2H 2S"
    assert refusals(state, str(refusal.instead)) == []


@pytest.mark.rule("CAN-MELD-03")
def test_wild_cards_in_a_finished_canasta() -> None:
    full = [["6S 6H 6D 6C 6S 6H 2D 2H 2S"]]
    assert "CAN-MELD-03" in trying("JR", "meld +6 JR", CLASSIC, full)
    roomy = options("classic", wilds_after_canasta="unlimited")
    assert trying("JR", "meld +6 JR", roomy, full) == []
    assert "CAN-MELD-03" in trying("KS KH 2D 2H 2C 2S", "meld KS KH 2D 2H 2C 2S", roomy)


@pytest.mark.rule("CAN-MELD-04")
def test_wild_cards_alone_are_no_meld() -> None:
    assert trying("2S 2H JR", "meld 2S 2H JR") == ["CAN-MELD-04"]
    assert trying("KS 2H JR", "meld KS 2H JR", CLASSIC) == ["CAN-MELD-04"]


@pytest.mark.rule("CAN-MELD-05", "CAN-MELD-06")
def test_black_threes_only_when_going_out() -> None:
    assert trying("3S 3C 3S", "meld 3S 3C 3S") == ["CAN-MELD-05"]
    state = position(hands=["3S 3C 3S 9C"], melds=OUT, phase="play")
    assert refusals(state, "meld 3S 3C 3S") == []
    assert refusals(state, "meld 3S 3C") == ["CAN-MELD-06", "CAN-MELD-01", "CAN-MELD-05"]
    assert refusals(position(hands=["3S 3C 3S"], phase="play", melds=OUT), "meld 3S 3C 3S") == []
    no_canasta = position(hands=["3S 3C 3S"], phase="play", melds=OPENED)
    assert refusals(no_canasta, "meld 3S 3C 3S") == ["CAN-OUT-01"]


@pytest.mark.rule("CAN-MELD-06")
def test_wild_cards_with_black_threes_are_an_option() -> None:
    house = options(black_three_meld_wilds=True)
    for of, rules in ((COURSE, ["CAN-MELD-06"]), (house, [])):
        state = position(options=of, hands=["3S 3C 2H"], melds=OUT, phase="play")
        assert refusals(state, "meld 3S 3C 2H") == rules


@pytest.mark.rule("CAN-MELD-07")
def test_both_sides_may_meld_the_same_rank() -> None:
    assert trying("9C 9C JR", "meld 9C 9C JR") == []


@pytest.mark.rule("CAN-MELD-08", "CAN-MELD-09")
def test_adding_to_melds() -> None:
    assert trying("6C", "meld +6 6C") == []
    assert trying("9C", "meld +9 9C") == ["CAN-MELD-09"]
    assert trying("KC", "meld +K KC") == ["CAN-MELD-08"]
    assert trying("KC", "meld +6 KC") == ["CAN-MELD-08"]
    assert trying("6C", "meld +6#2 6C") == ["CAN-MELD-08"]
    assert (
        "adds" in events(position(hands=["6C 7C 8C"], melds=OPENED, phase="play"), "meld +6 6C")["add"].text
    )


@pytest.mark.rule("CAN-MELD-10")
def test_one_meld_of_each_rank() -> None:
    state = position(hands=["6C 6C 2D 7C 8C"], melds=OPENED, phase="play")
    view = referee.view(state, 0)
    refusal = referee.check(view, referee.read_action("meld 6C 6C 2D"))[0]
    assert (refusal.rule, str(refusal.instead)) == ("CAN-MELD-10", "meld +6 6C 6C 2D")
    many = options(one_meld_per_rank=False)
    assert trying("6C 6C 2D", "meld 6C 6C 2D", many) == []
    twice = do(
        position(options=many, hands=["6C 6C 2D 7C 8C JR"], melds=OPENED, phase="play"), "meld 6C 6C 2D"
    )
    assert [len(meld.cards) for meld in twice.melds[0]] == [3, 3]


def test_second_melds_are_told_apart_by_number() -> None:
    many = options("classic", one_meld_per_rank=False)
    state = position(options=many, hands=["6C 6C 2D 7C 8C JR"], melds=OPENED, phase="play")
    state = do(state, "meld 6C 6C 2D", "meld +6#2 JR")
    assert [meld.wilds for meld in state.melds[0]] == [0, 2]
    assert do(state, "discard 7C").turn.seat == 1


@pytest.mark.rule("CAN-MELD-02")
def test_cards_added_at_once_are_judged_as_one_meld() -> None:
    state = position(hands=["JR KD KC 7C 8C"], melds=[["KS KH 2D"]], phase="play")
    assert refusals(state, "meld +K JR KD KC") == []
    assert refusals(state, "meld +K JR") == ["CAN-MELD-02"]


@pytest.mark.rule("CAN-CAN-01", "CAN-CAN-02", "CAN-CAN-04")
def test_a_natural_canasta() -> None:
    state = position(hands=["6S 6H 6D 6C 7C 8C"], melds=OPENED, phase="play")
    told = events(state, "meld +6 6S 6H 6D 6C")["canasta"]
    assert told.text == "South completes a natural canasta of sixes; a red card goes on top"
    assert do(state, "meld +6 6S 6H 6D 6C").melds[0][0].canasta == "natural"


@pytest.mark.rule("CAN-CAN-03")
def test_a_mixed_canasta() -> None:
    state = position(hands=["6S 6H 6C 2D 7C 8C"], melds=OPENED, phase="play")
    assert events(state, "meld +6 6S 6H 6C 2D")["canasta"].text == (
        "South completes a mixed canasta of sixes; a black card goes on top"
    )


@pytest.mark.rule("CAN-CAN-05", "CAN-CAN-06")
def test_more_than_seven_and_a_natural_one_spoiled() -> None:
    state = position(hands=["6C 2D 7C 8C"], melds=OUT, phase="play")
    told = events(state, "meld +6 6C")
    assert "CAN-CAN-05" in told["add"].rules
    assert "canasta" not in told
    spoiled = do(state, "meld +6 2D").melds[0][0]
    assert (spoiled.canasta, spoiled.bonus) == ("mixed", 300)
    assert "spoiled" in events(state, "meld +6 2D")


def test_fault_b18_a_meld_is_worth_what_lies_there() -> None:
    kings = make_meld("KS KS KH KH KD KD KC")
    for _ in range(2):
        assert (kings.value + kings.bonus, kings.canasta) == (570, "natural")
    mixed = kings.with_cards(parse_cards("2C"))
    assert [mixed.value + mixed.bonus, mixed.value + mixed.bonus] == [390, 390]
    assert kings.value + kings.bonus == 570
    six = make_meld("KS KS KH KH KD KD")
    assert (six.value + six.bonus, six.canasta) == (60, None)


def test_what_you_do_not_hold_cannot_be_laid() -> None:
    assert trying("KS KH", "meld KS KH KD") == ["CAN-TURN-02"]
    assert trying("KS KH", "meld KS KH KH") == ["CAN-TURN-02"]


def test_suits_never_matter() -> None:
    for naturals, wilds, faults in ((3, 0, 0), (2, 1, 0), (2, 0, 1), (2, 2, 1), (1, 2, 2)):
        assert len(meld_faults(Rank.KING, naturals, wilds, COURSE)) == faults


@pytest.mark.rule("CAN-PACK-01")
def test_impossible_cards_are_refused_by_name() -> None:
    with pytest.raises(IllegalActionError, match="K♠ is named 3 times; the double pack holds it 2 times"):
        position(hands=["KS KS 4C"], pile="KS")
    with pytest.raises(IllegalActionError, match="different ranks"):
        make_meld("KS QS 2D")
    with pytest.raises(NotationError, match="is not a card"):
        make_meld("KS KX")


def test_a_meld_is_told_by_what_it_is() -> None:
    state = position(hands=["KS KH KD 7C 7C 7D 7D 7H 7H 7S 8C 9C"], melds=OPENED, phase="play", pile="TC")
    assert events(state, "meld KS KH KD")["meld"].text == "South melds three kings"
    told = events(state, "meld 7C 7C 7D 7D 7H 7H 7S")["meld"].text
    assert told == "South melds a natural canasta of sevens"
