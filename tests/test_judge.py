"""The judge: rule cases put to the referee."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cardlab import commands
from cardlab.cribbage.rule_cases import KINDS
from cardlab.cribbage.rules import legality, pegging, show, transitions
from cardlab.judge import judge, read_cases, report

CASES = sorted((Path(__file__).parent / "cases").glob("cribbage*.jsonl"))


def rulings(path: Path) -> list[Any]:
    return [judge(case) for case in read_cases(path)]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_engine_agrees_with_every_case(path: Path) -> None:
    found = rulings(path)
    assert found
    assert [ruling for ruling in found if ruling.verdict != "agree"] == []


def test_every_kind_of_case_occurs() -> None:
    kinds = {case["kind"] for path in CASES for case in read_cases(path)}
    assert kinds >= set(KINDS)


def _more_for_fifteens(plain: Any) -> Any:
    return lambda ranks: tuple(
        (rule, name, places, 3 if rule == "CRIB-SHOW-03" else points)
        for rule, name, places, points in plain(ranks)
    )


BREAKS: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "fifteens of the count pay 3": (show, "_combinations", _more_for_fifteens),
    "the crib is paid a flush of four": (
        show,
        "_flush",
        lambda plain: lambda four, turned, crib, options: plain(four, turned, False, options),
    ),
    "pairs in the play pay nothing": (
        pegging,
        "_ALIKE",
        lambda plain: {size: (rule, name, 0) for size, (rule, name, _) in plain.items()},
    ),
    "the limit is 30": (legality, "LIMIT", lambda plain: 30),
    "the highest cut deals": (
        transitions,
        "lowest_cut",
        lambda plain: lambda cuts: (max(cuts, key=lambda seat: cuts[seat].rank),),
    ),
    "no game is ever won": (transitions, "end_if_won", lambda plain: lambda state, reason, notes: state),
    "the dealer counts first": (
        transitions,
        "_hand_to_count",
        lambda plain: lambda state, shown: plain(state, 1 - shown if shown < 2 else shown),
    ),
    "heels pay nothing": (transitions, "JACK", lambda plain: 99),
    "the go pays nothing": (transitions, "_closing_items", lambda plain: lambda *args: ()),
    "no loss is heavy": (
        transitions,
        "result",
        lambda plain: lambda *args: plain(*args)._replace(label="game", games=1),
    ),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_rule_makes_cases_disagree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge has no rule of its own: whatever is broken in the referee, it notices."""
    module, attribute, breaking = BREAKS[name]
    monkeypatch.setattr(module, attribute, breaking(getattr(module, attribute)))
    assert any(ruling.verdict == "disagree" for path in CASES for ruling in rulings(path))


def write(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


RIGHT = {"id": "R", "kind": "crib.show", "given": {"hand": ["5S", "5D", "5C", "JH"], "starter": "5H"}}


def test_the_command_prints_every_disagreement_and_the_tally(tmp_path: Path) -> None:
    right = json.dumps(RIGHT | {"expect": {"total": 29}})
    wrong = json.dumps(RIGHT | {"id": "W", "expect": {"total": 28, "nobs": 1}})
    other = json.dumps(RIGHT | {"id": "U", "kind": "crib.weather", "expect": {}})
    done = CliRunner().invoke(commands.judge, [write(tmp_path, right, "", wrong, other)])
    assert done.output.splitlines() == [
        "W: course: total: expected 28, got 29",
        "W: classic: total: expected 28, got 29",
        "U: not supported: there is no case kind 'crib.weather'",
        "1 agree, 1 disagree, 1 not supported",
    ]
    assert done.exit_code == 1
    done = CliRunner().invoke(commands.judge, [write(tmp_path, right)])
    assert (done.output, done.exit_code) == ("1 agree, 0 disagree, 0 not supported\n", 0)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 1: this is not JSON"),
        ("[1, 2]", "line 1: a case is an object"),
        ('{"id": "x", "kind": "crib.show", "given": {}}', "case 'x' has no expect"),
        ('{"id": "x", "kind": "crib.show", "given": [], "expect": {}}', "must be objects"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, line: str, words: str) -> None:
    done = CliRunner().invoke(commands.judge, [write(tmp_path, line)])
    assert done.exit_code == 2
    assert words in done.output


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    done = CliRunner().invoke(commands.judge, [str(tmp_path / "nothing.jsonl")])
    assert done.exit_code == 2
    assert "No such file" in done.output
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    done = CliRunner().invoke(commands.judge, [str(tmp_path / "noise")])
    assert done.exit_code == 2
    assert "not a text file" in done.output


@pytest.mark.parametrize(
    "given",
    [
        {"hand": ["5S", "5D", "5C"], "starter": "5H"},
        {"hand": ["5S", "5D", "5C", "5X"], "starter": "5H"},
        {"starter": "5H"},
        {"preset": "moon", "hand": ["5S", "5D", "5C", "JH"], "starter": "5H"},
        {"hand": 7, "starter": "5H"},
    ],
)
def test_a_case_that_makes_no_sense_is_not_agreed_with(given: dict[str, Any]) -> None:
    ruling = judge({"id": "x", "kind": "crib.show", "given": given, "expect": {"total": 29}})
    assert ruling.verdict != "agree"
    assert ruling.differences


def test_any_reason_of_those_named_is_right() -> None:
    given = {"count": 25, "hand": ["7S", "KD"], "play": "KD"}
    case = {"id": "x", "kind": "crib.legal", "given": given}
    assert judge(case | {"expect": {"legal": False, "why": ["CRIB-GO-99", "CRIB-GO-01"]}}).verdict == "agree"
    assert judge(case | {"expect": {"why": ["CRIB-GO-02"]}}).verdict == "disagree"


def test_lists_without_order_may_stand_in_any_order() -> None:
    given = {"count": 22, "hand": ["9S", "TD", "KH", "2C"]}
    for cards in (["9S", "2C"], ["2C", "9S"]):
        expect = {"playable": cards, "must_say_go": False}
        assert judge({"id": "x", "kind": "crib.legal", "given": given, "expect": expect}).verdict == "agree"


def test_an_empty_file_is_an_empty_report() -> None:
    assert report([]) == ("0 agree, 0 disagree, 0 not supported", True)


PLAY = {"order": ["A", "B"], "hands": {"A": ["5S"], "B": ["9C"]}, "plays": [["A", "5S"]]}
COUNTOUT = {"dealer": "A", "hands": {}, "crib": [], "starter": "5H"}


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("crib.peg", PLAY | {"hands": [["5S"], ["9C"]]}),
        ("crib.peg", PLAY | {"hands": None}),
        ("crib.peg", PLAY | {"scores": 7}),
        ("crib.peg", PLAY | {"options": 5}),
        ("crib.cut", {"cuts": ["AS", "KD"]}),
        ("crib.cut", {"cuts": 3}),
        ("crib.countout", COUNTOUT | {"hands": ["5S"]}),
        ("crib.result", {"scores": [1, 2]}),
        ("can.draw", {"draws": ["AS", "KS"]}),
        ("can.game", {"before": [1, 2], "deal": {}}),
        ("can.pile", {"take": "all", "pile": ["9C"], "hand": ["4S", "5H"]}),
        ("can.score", {"melds": 5, "red_threes": {}}),
    ],
)
def test_what_is_of_the_wrong_type_is_not_supported(kind: str, given: dict[str, Any]) -> None:
    ruling = judge({"id": "x", "kind": kind, "given": given, "expect": {"total": 29}})
    assert (ruling.verdict, len(ruling.differences)) == ("not supported", 1)


@pytest.mark.parametrize("why", [5, None, [[]], {"a": 1}, [None]])
def test_reasons_are_ids_of_rules(why: Any) -> None:
    given = {"count": 25, "hand": ["7S", "KD"], "play": "KD"}
    ruling = judge({"id": "x", "kind": "crib.legal", "given": given, "expect": {"why": why}})
    assert ruling.verdict == "not supported"
    assert ruling.differences[0].startswith("why is the id of a rule or a list of ids, not ")


def test_json_without_a_bottom_is_named_with_its_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(commands.judge, [write(tmp_path, "", "[" * 100_000)])
    assert done.exit_code == 2
    assert done.output.endswith("line 2: this JSON is nested too deeply\n")


def test_a_file_may_hold_a_byte_order_mark_and_line_ends_inside_texts(tmp_path: Path) -> None:
    line = json.dumps(
        RIGHT | {"expect": {"total": 29}, "source": "a\u2028b\u0085c\u000cd"}, ensure_ascii=False
    )
    done = CliRunner().invoke(commands.judge, [write(tmp_path, "\ufeff" + line, line + "\r")])
    assert (done.output, done.exit_code) == ("2 agree, 0 disagree, 0 not supported\n", 0)


def test_nothing_of_a_case_reaches_the_terminal_raw(tmp_path: Path) -> None:
    nasty = "\x1b[2J\n\u009b\u202e\u2028"
    bad = RIGHT | {"id": nasty, "expect": {nasty: nasty, "total": nasty, "runs": {nasty: 1}}}
    odd = RIGHT | {"id": nasty, "kind": nasty, "expect": {}}
    deal = RIGHT | {"id": nasty, "given": {"hand": [nasty], "starter": nasty}, "expect": {}}
    done = CliRunner().invoke(commands.judge, [write(tmp_path, *map(json.dumps, (bad, odd, deal)))])
    assert len(done.output.splitlines()) == 3 * 2 + 1 + 1 + 1
    assert not set(nasty) & set(done.output) - {"[", "2", "J", "\n"}
    nameless = json.dumps({"id": nasty})
    done = CliRunner().invoke(commands.judge, [write(tmp_path, nameless)])
    assert done.exit_code == 2
    assert not set(nasty) & set(done.output) - {"[", "2", "J", "\n"}


def test_faults_told_in_words_are_named_and_do_not_stop_it() -> None:
    """All case files at once, the public faults of other programs among them."""
    found = [ruling for path in sorted(CASES[0].parent.glob("*.jsonl")) for ruling in rulings(path)]
    words = [ruling for ruling in found if ruling.differences and "told in words" in ruling.differences[0]]
    assert {"B11", "B18"} <= {ruling.id for ruling in words}
    assert not [ruling for ruling in found if ruling.verdict == "disagree"]
