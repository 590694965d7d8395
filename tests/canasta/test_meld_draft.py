"""Melds being prepared."""

from __future__ import annotations

from cardlab.canasta import position
from cardlab.canasta.display.meld_draft import Draft, part_for
from cardlab.canasta.rules import referee
from tests.canasta.tables import CLASSIC, do


def test_groups_grow_and_go_back() -> None:
    view = referee.view(position(hands=["KS KH KD KC 4C 5C"], melds=[["6S 6H 6D"]], phase="play"), 0)
    draft = Draft().lay(view, "KS").lay(view, "KH")
    assert [refusal.rule for refusal in draft.judge(view).refusals] == ["CAN-MELD-01"]
    draft = draft.lay(view, "KD")
    judged = draft.judge(view)
    assert (judged.refusals, judged.counts, judged.needs, judged.left) == ((), 30, None, 3)
    assert draft.take_back(0) == Draft()
    assert len(draft.lay(view, "KC").groups) == 1


def test_cards_find_their_place() -> None:
    view = referee.view(position(hands=["6C 2D KS KH 4C"], melds=[["6S 6H 6D"]], phase="play"), 0)
    draft = Draft().lay(view, "6C").lay(view, "KS KH").lay(view, "2D", place=1)
    assert str(draft.action) == "meld +6 6C, KH KS 2D"
    assert draft.lay(view, "4C").judge(view).refusals != ()
    assert part_for(view, "2D").rank is None


def test_taking_the_pile() -> None:
    state = position(options=CLASSIC, hands=["QH QD AH AD AS 4C 5C"], pile="2H QS")
    view = referee.view(state, 0)
    draft = Draft().take(view, "QH QD")
    judged = draft.judge(view)
    assert (judged.counts, judged.needs, judged.left) == (30, 50, 6)
    assert judged.refusals[0].rule == "CAN-INIT-05"
    draft = draft.lay(view, "AH AD AS")
    judged = draft.judge(view)
    assert (judged.counts, judged.refusals) == (90, ())
    assert do(state, str(judged.action)).turn.drew == "pile"
    assert draft.leave().action.kind == "meld"
    onto = referee.view(position(hands=["QH 4C"], melds=[["QS QD QC"]], pile="9C QS"), 0)
    assert str(Draft().take(onto).lay(onto, "QH").action) == "take onto Q, +Q QH"
