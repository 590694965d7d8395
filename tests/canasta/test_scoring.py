"""The score sheet, the columns, the match."""

from __future__ import annotations

import pytest

from cardlab.canasta import make_meld, options, position, score_sheet
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.transitions import match_outcome
from cardlab.game import Item
from tests.canasta.tables import COURSE, do, events

FIVES = make_meld("5S 5S 5H 5H 5D 5D 5C")
QUEENS = make_meld("QS QH QD QC QS 2H JR")


@pytest.mark.rule("CAN-SCORE-01", "CAN-SCORE-02", "CAN-SCORE-04", "CAN-SCORE-06", "CAN-SCORE-07", "CAN-R3-04")
def test_a_sheet_item_by_item() -> None:
    sheet = score_sheet([FIVES, QUEENS], "3D 3H", ["", "4S 4H 5C KS"], went_out=True)
    assert sheet.categories == {"canastas": 800, "red": 200, "out": 100, "melded": 155, "left": -25}
    assert sheet.total == sum(item.points for item in sheet.items) == 1230
    assert str(sheet).splitlines()[-1].split() == ["total", "1,230"]
    assert all(isinstance(item, Item) for item in sheet.items)


@pytest.mark.rule("CAN-R3-05", "CAN-R3-06")
def test_red_threes_for_and_against() -> None:
    aces = make_meld("AS AH AD")
    assert score_sheet([aces], "3D 3D 3H 3H").categories["red"] == 800
    assert score_sheet([], "3D 3D 3H 3H").categories["red"] == -800
    assert score_sheet([], "3D 3H").categories["red"] == -200
    mild = options(red_three_debit_all_four=-400)
    assert score_sheet([], "3D 3D 3H 3H", options=mild).categories["red"] == -400


@pytest.mark.rule("CAN-SCORE-05")
def test_concealed_pays_a_hundred_more() -> None:
    assert score_sheet([FIVES], went_out=True, concealed=True).categories["out"] == 200


@pytest.mark.rule("CAN-SCORE-07", "CAN-MELD-13")
def test_cards_left_in_hand_count_against_you_even_as_melds() -> None:
    assert score_sheet([], hands=["KS KH KD"]).total == -30
    assert score_sheet([], hands=["KS KH KD"], options=options(hand_cards_sign="plus")).total == 30


@pytest.mark.rule("CAN-SCORE-03", "CAN-SCORE-08", "CAN-SCORE-09")
def test_the_end_of_a_deal_is_told() -> None:
    state = position(
        hands=["8C", "KS", "KH", "KD"],
        melds=[["8S 8S 8H 8H 8D 8D 8C"], ["4S 4H 4D"]],
        red_threes={0: "3D", 1: "3H"},
        phase="play",
        scores=(100, 200),
        pile="TC",
    )
    told = list(referee.apply(state, referee.read_action("meld +8 8C")).events)
    sheets = [event for event in told if event.kind == "score"]
    assert [event.points for event in sheets] == [500 + 100 + 100 + 80 - 10, 100 + 15 - 20]
    assert sheets[0].text == "South and North score 770"
    assert sum(item.points for item in sheets[0].items) == 770
    totals = next(event for event in told if event.kind == "totals")
    assert totals.text == "the columns stand at: South and North 870, West and East 295"
    after = do(state, "meld +8 8C")
    assert after.scores == after.results[-1].totals == (870, 295)


@pytest.mark.rule("CAN-SCORE-10", "CAN-OBJ-01")
def test_the_first_side_to_reach_the_target_wins() -> None:
    state = position(
        hands=["8C"], melds=[["8S 8S 8H 8H 8D 8D 8C"]], phase="play", scores=(4620, 3900), pile="TC"
    )
    ended = do(state, "meld +8 8C")
    assert ended.phase == "over"
    outcome = referee.outcome(ended)
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("target reached", 0)
    assert "won the match" in events(state, "meld +8 8C")["match_over"].text
    assert list(referee.legal_actions(referee.view(ended, 0))) == []
    refusal = referee.check(referee.view(ended, 0), referee.read_action("draw"))[0]
    assert refusal.rule == "CAN-SCORE-10"


def test_nobody_wins_before_the_target() -> None:
    assert match_outcome(COURSE, (4995, 4000)) is None


def test_both_reach_the_target() -> None:
    higher = match_outcome(COURSE, (5050, 5320))
    assert higher is not None
    assert (higher.winner, "CAN-SCORE-11" in higher.rules) == (1, True)
    out_first = options(both_reach_target="side_that_went_out")
    went_out = match_outcome(out_first, (5050, 5320), 0)
    assert went_out is not None
    assert went_out.winner == 0
    nobody = match_outcome(out_first, (5050, 5320))
    assert nobody is not None
    assert nobody.winner == 1


@pytest.mark.rule("CAN-SCORE-11")
def test_both_reach_it_at_the_table() -> None:
    state = position(
        hands=["8C", "KS", "KH", "KD"],
        melds=[["8S 8S 8H 8H 8D 8D 8C"], ["4S 4H 4D 4C 4S 4H 4D"]],
        phase="play",
        scores=(4900, 4600),
        pile="TC",
    )
    ended = do(state, "meld +8 8C")
    assert ended.scores == (5570, 5115)
    outcome = referee.outcome(ended)
    assert outcome is not None
    assert outcome.winner == 0


@pytest.mark.rule("CAN-SCORE-12")
def test_a_tie_goes_on_or_is_shared() -> None:
    assert match_outcome(COURSE, (5100, 5100)) is None
    shared = match_outcome(options(tie_at_target="shared"), (5100, 5100))
    assert shared is not None
    assert (shared.reason, shared.winner) == ("tie", None)
    table = {
        "hands": ["8C", "KS", "KH", "KD"],
        "melds": [["8S 8S 8H 8H 8D 8D 8C"], ["4S 4H 4D"]],
        "phase": "play",
        "scores": (5000, 5675),
        "pile": "TC",
    }
    state = position(**table)
    told = events(state, "meld +8 8C")
    assert do(state, "meld +8 8C").scores == (5670, 5670)
    assert told["tie"].text == "the best are level at 5,670: an extra deal decides"
    both = position(**table, options=options(seating="agreed", tie_at_target="shared"))
    assert events(both, "meld +8 8C")["match_over"].text == "the match is a tie at 5,670"
