"""The rule cases, and that the referee and not the translator decides them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cardlab.canasta.rule_cases import KINDS
from cardlab.canasta.rules import meld_validation
from cardlab.canasta.rules.options import Options
from cardlab.cards import Rank
from cardlab.errors import Refusal
from cardlab.judge import judge, read_cases

FILE = Path(__file__).parent.parent / "cases" / "canasta.jsonl"
CASES = list(read_cases(FILE))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_referee_agrees(case: dict[str, Any]) -> None:
    ruling = judge(case)
    assert ruling.verdict == "agree", ruling.differences


def test_every_kind_of_case_is_there() -> None:
    assert {case["kind"] for case in CASES} == set(KINDS)


def test_a_broken_rule_makes_cases_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    def anything_goes(rank: Rank, naturals: int, wilds: int, options: Options) -> list[Refusal]:
        return []

    monkeypatch.setattr(meld_validation, "meld_faults", anything_goes)
    wrong = {case["id"] for case in CASES if judge(case).verdict == "disagree"}
    assert {"O-KM-04", "O-KM-07"} <= wrong


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        ("can.whist", {"preset": "both"}, "no case kind"),
        ("can.meld", {"preset": "both"}, "KeyError"),
        ("can.setup", {"preset": "course", "players": 2}, "four players"),
        ("can.red3", {"preset": "both", "event": "lost"}, "no event"),
        (
            "can.game",
            {"preset": "both", "target": 1, "before": {"a": 0, "b": 0}, "deal": {"a": 0, "b": 0}},
            "target",
        ),
    ],
)
def test_what_cannot_be_asked_is_not_supported(kind: str, given: dict[str, Any], words: str) -> None:
    ruling = judge({"id": "x", "kind": kind, "given": given, "expect": {"legal": True}})
    assert ruling.verdict == "not supported"
    assert words in ruling.differences[0]


def ask(kind: str, expect: dict[str, Any], **given: Any) -> None:
    ruling = judge({"id": "x", "kind": kind, "given": {"preset": "both", **given}, "expect": expect})
    assert ruling.verdict == "agree", ruling.differences


def test_further_questions_of_the_same_kinds() -> None:
    hand = ["4S", "5S", "6S"]
    drawn = {"tabled": ["3D"], "hand_size": 4, "drawn": ["3D", "AC"]}
    ask("can.red3", drawn, event="drawn", hand=hand, stock_next=["3D", "AC", "9H"])
    last = {"deal_over": True, "hand_size": 3}
    ask("can.red3", last, event="drawn", hand=hand, stock_next=["3D"], stock=1)
    ask("can.meld", {"legal": False, "why": ["CAN-MELD-12"]}, cards=["3H", "3D", "3H"], going_out=False)
    ask("can.draw", {"redraw": ["A", "C"]}, draws={"A": "JR1", "B": "AS", "C": "JR2", "D": "4D"})
    stays = {"legal": True, "goes_out": False, "why": []}
    fives = [["5S", "5H", "5D"]]
    ask("can.out", stays, side_melds=fives, hand=["5C", "KS", "4D"], adds=[[0, ["5C"]]], discard="KS")
    may = {"may_take": True, "must_take": False, "may_end_deal": False}
    kings = [["KS", "KH", "KD"]]
    ask("can.stock", may, stock=3, pile=["9C", "KC"], hand=["7S", "7D", "AC"], side_melds=kings)


def test_every_fault_of_other_programs_has_a_test_of_its_own() -> None:
    faults = (FILE.parent / "canasta-faults.jsonl").read_text(encoding="utf-8").splitlines()
    names = {json.loads(line)["id"].lower() for line in faults}
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert names == set(re.findall(r"def test_fault_(b\d\d)_", tests))


@pytest.mark.rule("CAN-TURN-03")
def test_a_turn_that_ends_with_cards_in_hand_needs_its_discard() -> None:
    kings = ["KS", "KH", "KD"]
    given = {
        "preset": "both",
        "side_melds": [["8S", "8S", "8H", "8H", "8D", "8D", "8C"]],
        "hand": [*kings, "4C", "5C"],
        "new_melds": [kings],
        "adds": [],
        "discard": None,
    }
    expected = {"legal": False, "goes_out": False, "why": ["CAN-TURN-03"]}
    case = {"id": "end", "game": "canasta", "kind": "can.out", "expect": expected}
    ruling = judge({**case, "rule_ids": ["CAN-TURN-03"], "given": given})
    assert ruling.verdict == "agree", ruling.differences
