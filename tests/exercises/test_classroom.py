"""What a class has done, as the teacher sees it; attempts as files, there and back."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import TextIO

import pytest
from cardlab_exercises import Store, sample_learner
from cardlab_exercises.reports.classroom import LiveReport, report
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.exchange import Form, attempt_from, form_of, read_attempts, write_attempts
from cardlab_exercises.store.store import default_store
from click.testing import CliRunner

from cardlab.cli import cli
from tests.exercises.writers import MADE, attempt

BASE = replace(MADE, learner="Ana", class_code="7b")
ODD = (
    "<script>alert(1)</script>",
    "=1+1",
    "'quoted",
    "x" * 100,
    "a\u202eb",
    "\x1b[2J",
    "אבג",
    'comma, "quotes"\nand lines',
    "𝔘nicode ♥",
)
"""Names that markup, spreadsheets or terminals might take for more than names."""


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == code, result.output
    return result.output


def store(*attempts: Attempt) -> Store:
    kept = Store(None)
    kept.record(*(replace(made, id=f"{number:03}") for number, made in enumerate(attempts)))
    return kept


def bo(**changes: object) -> Attempt:
    right = {"outcome": "correct", "score": 1.0, "mistakes": (), "rules": {"CRIB-SHOW-03": True}}
    return replace(BASE, learner="Bo", **{**right, **changes})  # type: ignore[arg-type]


def test_who_has_done_what() -> None:
    shown = report("7b", store(BASE, BASE, bo(), bo(seed="2"), replace(BASE, learner="Cy", class_code="8a")))
    ana, second = shown.learners
    assert (ana.name, ana.attempts, ana.right, ana.points) == ("Ana", 2, 0, 0.5)
    assert (second.name, second.attempts, second.right, second.points) == ("Bo", 2, 2, 2.0)
    assert str(shown).splitlines()[0] == "Class 7b: 2 learners, 4 attempts, 2 of them right"
    assert len(report(store=store(BASE, replace(BASE, class_code="8a"))).attempts) == 2
    assert str(report("9", store(BASE))) == "Class 9: no attempts yet"


def test_which_rules_and_which_mistakes_the_class_gets_wrong() -> None:
    shown = report(store=store(BASE, replace(BASE, learner="Cy"), bo(), BASE))
    hardest, easiest = shown.rules
    assert (hardest.id, hardest.answers, hardest.wrong, hardest.learners, hardest.share) == (
        "CRIB-SHOW-07",
        3,
        3,
        2,
        1.0,
    )
    assert (easiest.id, easiest.wrong, easiest.share) == ("CRIB-SHOW-03", 0, 0.0)
    (mistake,) = shown.mistakes
    assert (mistake.id, mistake.times, mistake.learners) == ("crib-run-missed", 3, 2)
    tables = shown.tables()
    assert list(tables["learners"].name) == ["Ana", "Bo", "Cy"]
    assert list(tables["rules"].wrong) == [3, 0]
    assert list(tables["mistakes"].times) == [3]
    assert {name: len(table) for name, table in report(store=Store(None)).tables().items()} == {
        "learners": 0,
        "lessons": 0,
        "rules": 0,
        "mistakes": 0,
    }


def test_few_answers_and_unexplained_totals_do_not_top_what_is_wrong() -> None:
    many = [replace(BASE, seed=str(seed), rules={"CRIB-SHOW-07": seed % 3 == 0}) for seed in range(30)]
    few = replace(BASE, rules={"CRIB-SHOW-04": False})
    old = [replace(BASE, mistakes=(), rules={"CRIB-SHOW-12": False})] * 20  # as it was written before
    shown = report(store=store(*many, few, *old))
    assert [line.id for line in shown.rules] == ["CRIB-SHOW-07", "CRIB-SHOW-04"]
    assert "CRIB-SHOW-12" not in str(shown)


def test_mastered_rules_are_counted_for_each_learner() -> None:
    days = [bo(seed=str(day), finished=BASE.finished + timedelta(days=day)) for day in range(3)]
    assert [line.mastered for line in report(store=store(BASE, *days)).learners] == [0, 1]


def test_a_live_report_sees_what_is_new_and_at_last_what_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr("cardlab_exercises.reports.classroom.monotonic", lambda: clock[0])
    kept = store(BASE)
    live = LiveReport("7b", kept)
    assert len(live.refresh().attempts) == 1
    kept.record(replace(BASE, id="late", finished=BASE.finished - timedelta(minutes=1)))
    kept.record(replace(BASE, id="new", finished=BASE.finished + timedelta(minutes=1)))
    kept.record(replace(BASE, id="other", class_code="8a"))
    assert [made.id for made in live.refresh().attempts] == ["late", "000", "new"]
    kept.forget("Ana")
    clock[0] += 61
    assert live.refresh().attempts == ()


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_shown_literally(name: str) -> None:
    shown = report(store=store(replace(BASE, learner=name, mistakes=(name,), rules={name: False})))
    html, text = shown._repr_html_(), str(shown)
    assert "<script" not in html
    for letter in ("\u202e", "\x1b"):
        assert letter not in html + text
    assert len(text.splitlines()) == len(str(report(store=store(BASE))).splitlines())


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_there_and_back(form: Form) -> None:
    attempts = [
        replace(BASE, id=f"{at}", learner=name, seed=name, score=2 / 3) for at, name in enumerate(ODD)
    ]
    attempts += sample_learner().attempts()
    file = StringIO(newline="")
    write_attempts(attempts, file, form)
    assert read_attempts(StringIO(file.getvalue(), newline=""), form) == attempts
    kept = Store(None)
    for _ in range(2):
        kept.record(*read_attempts(StringIO(file.getvalue(), newline=""), form))
    assert len(kept.attempts()) == len(attempts)


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20x", "'=1"],
)
def test_no_cell_is_a_formula(text: str) -> None:
    """Nor is one that a spreadsheet shortens or reads as one: each comes back as it was."""
    file = StringIO(newline="")
    made = replace(BASE, learner=text, asked=text, seed=text)
    write_attempts([made], file, "csv")
    (row,) = csv.DictReader(StringIO(file.getvalue(), newline=""))
    assert [row[name] for name in ("learner", "asked", "seed")] == [
        f"'{made.learner}",
        f"'{text}",
        f"'{text}",
    ]
    assert read_attempts(StringIO(file.getvalue(), newline=""), "csv") == [made]


def test_a_spreadsheet_sees_the_cells_and_the_accents(tmp_path: Path) -> None:
    """It may part cells by semicolons, and without the first bytes it takes accents for something else."""
    default_store().record(replace(BASE, learner="Zoë; a"))
    run("export", str(tmp_path / "a.csv"))
    data = (tmp_path / "a.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert '"Zoë; a"' in data.decode()
    assert "0 attempts imported; 1 were there" in run("import", str(tmp_path / "a.csv"))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_what_a_spreadsheet_has_saved_can_be_read(separator: str) -> None:
    """It writes TRUE for True, other separators, decimal commas, and quotes only where it must."""
    attempts = [replace(BASE, assisted=True, score=0.5, id="a"), replace(BASE, score=1.0, id="b")]
    file, saved = StringIO(newline=""), StringIO(newline="")
    write_attempts(attempts, file, "csv")
    writer = csv.writer(saved, delimiter=separator)
    for row in csv.reader(StringIO(file.getvalue(), newline="")):
        writer.writerow(
            [{"True": "TRUE", "False": "FALSE", "0.5": "0,5", "1.0": "1"}.get(it, it) for it in row]
        )
    writer.writerow([""] * 15)
    assert read_attempts(StringIO(saved.getvalue(), newline=""), "csv") == attempts


@pytest.mark.parametrize("gone", [True, False], ids=["no column", "empty cells"])
def test_a_file_of_an_older_version_can_be_read(gone: bool) -> None:
    """It does not have what attempts keep since; a spreadsheet may leave that empty."""
    file, saved = StringIO(newline=""), StringIO(newline="")
    write_attempts([replace(BASE, class_code="")], file, "csv")
    heading, row = csv.reader(StringIO(file.getvalue(), newline=""))
    new = {"class_code", "test", "answer", "asked"}
    table = [(name, "" if name in new else cell) for name, cell in zip(heading, row, strict=True)]
    kept = [pair for pair in table if not gone or pair[0] not in new]
    csv.writer(saved).writerows(zip(*kept, strict=True))
    assert read_attempts(StringIO(saved.getvalue(), newline=""), "csv") == [replace(BASE, class_code="")]
    lines = json.dumps({name: value for name, value in GOOD.items() if name not in new})
    assert read_attempts(StringIO(lines), "jsonl") == [replace(BASE, class_code="")]


@pytest.mark.parametrize(
    ("name", "cell", "words"),
    [
        ("assisted", "WAHR", "assisted is True or False, not 'WAHR'"),
        ("score", "half", "score is a number like 0.5, not 'half'"),
        ("level", "02.01.2026", "level is a whole number like 2, not '02.01.2026'"),
        ("rules", "CRIB", "rules is an object like"),
        ("finished", "01.01.2026 00:01", "finished is a time like 2026-03-02T18:00:00"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named(name: str, cell: str, words: str) -> None:
    file = StringIO(newline="")
    write_attempts([BASE], file, "csv")
    heading, row = csv.reader(StringIO(file.getvalue(), newline=""))
    row[heading.index(name)] = cell
    saved = StringIO(newline="")
    csv.writer(saved).writerows([heading, row])
    with pytest.raises(ValueError, match=f"line 2: {re.escape(words)}"):
        read_attempts(StringIO(saved.getvalue(), newline=""), "csv")


GOOD = {**BASE.as_dict(), "started": "2026-01-01T00:00:00+00:00", "finished": "2026-01-01T00:01:00Z"}
GOOD["mistakes"] = ["crib-run-missed"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": None}, "has no id"),
        ({"learner": 7}, "learner is a text"),
        ({"learner": "x" * 101}, "up to 100"),
        ({"learner": "a\0b"}, "learner is a text"),
        ({"learner": " "}, "learner is empty"),
        ({"id": ""}, "id is empty"),
        ({"learner": "\ud800"}, "learner is a text"),
        ({"score": 7}, "score is from 0 to 1, not '7'"),
        ({"score": 10**400}, "score is from 0 to 1"),
        ({"score": float("nan")}, "score is from 0 to 1"),
        ({"score": True}, "score cannot be"),
        ({"level": "1"}, "level cannot be '1'"),
        ({"assisted": 1}, "assisted"),
        ({"rules": {"x": 1}}, "rules"),
        ({"mistakes": "x"}, "mistakes"),
        ({"finished": "yesterday"}, "finished is a time"),
        ({"extra": 1}, "unknown fields: 'extra'"),
        ({"\ud800": 1}, r"unknown fields: '\\ud800'"),
        ({"outcome": "splendid"}, "outcome is one of correct, partly correct"),
        ({"level": 0}, "level is from 1 to 100"),
        ({"level": 10**30}, "level is from 1 to 100"),
        ({"tries": 2**63}, "tries is from 1 to"),
        ({"tries": -5}, "tries is from 1 to"),
        ({"mistakes": ["\ud800"]}, "an id in mistakes is a text"),
        ({"mistakes": ["x" * 101]}, "an id in mistakes is a text of up to 100"),
        ({"mistakes": ["x"] * 201}, "mistakes are up to 200"),
        ({"rules": {"\ud800": True}}, "an id in rules is a text"),
        ({"finished": "9999-12-31T23:59:59-12:00"}, "finished is a time"),
        ({"started": "0001-01-01T00:00:00+12:00"}, "started is a time"),
        ({"finished": "9999-12-31T23:59:59+00:00"}, "finished is a time from 2000 to 2099"),
        ({"finished": "2025-01-01T00:00:00Z"}, "finished is a time before started"),
    ],
)
def test_a_line_that_is_no_attempt_is_named(change: dict[str, object], words: str) -> None:
    assert attempt_from(GOOD) == BASE
    lines = f"{json.dumps(GOOD)}\n{json.dumps({**GOOD, **change})}\n"
    with pytest.raises(ValueError, match=f"line 2: .*{words}"):
        read_attempts(StringIO(lines), "jsonl")


def test_a_file_with_one_bad_line_imports_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for change in ({"finished": "9999-12-31T23:59:59-12:00"}, {"\ud800": 1}, {"level": 10**30}):
        path.write_text(f"{json.dumps(GOOD)}\n{json.dumps({**GOOD, **change})}\n")
        assert "line 2: " in run("import", str(path), code=2)
        assert default_store().attempts() == []


@pytest.mark.parametrize("text", ["{", "[]", "7", "[" * 100_000, f"{'[' * 800}{']' * 800}", '{"id": 1}'])
def test_rubbish_is_no_file_of_attempts(text: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        read_attempts(StringIO(text), "jsonl")
    with pytest.raises(ValueError, match="line"):
        read_attempts(StringIO(f"id,learner\r\n{text},b\r\n"), "csv")


def test_the_name_says_the_form() -> None:
    assert (form_of("a.CSV"), form_of("b.jsonl")) == ("csv", "jsonl")
    with pytest.raises(ValueError, match="ends in"):
        form_of("a.xlsx")


def test_the_commands(tmp_path: Path) -> None:
    default_store().record(BASE, replace(bo(), id="1", class_code="8a"))
    assert "Class 7b: 1 learner" in run("report", "--class", "7b")
    assert "2 learners" in run("report")
    csv, lines = str(tmp_path / "a.csv"), str(tmp_path / "b.jsonl")
    assert run("export", csv).startswith("2 attempts written")
    assert run("export", lines, "--class", "7b", "--learner", "Ana").startswith("1 attempt written")
    assert run("forget", "Ana", "--yes") == "1 attempt of 'Ana' of class 7b deleted\n"
    assert run("import", csv) == "1 attempt imported; 1 were there already\n"
    assert run("import", lines) == "0 attempts imported; 1 were there already\n"
    assert len(default_store().attempts()) == 2
    assert "nothing is kept of 'Zoe'" in run("forget", "Zoe", code=2)
    assert "all that is kept of 'Bo' of class 8a (1 attempt)" in run("forget", "Bo", code=1)
    assert "cannot be read" in run("import", str(tmp_path / "none.csv"), code=2)
    assert "ends in" in run("export", str(tmp_path / "x.txt"), code=2)
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in run("import", str(tmp_path / "bad.csv"), code=2)


def test_a_failing_export_leaves_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    default_store().record(BASE)
    path, link = tmp_path / "a.csv", tmp_path / "b.csv"
    path.write_text("precious")
    path.chmod(0o640)
    link.symlink_to(path)

    def full(attempts: object, file: TextIO, form: Form) -> None:
        file.write("half")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("cardlab_exercises.store.exchange.write_attempts", full)
        assert "No space left" in run("export", str(path), code=2)
        assert "No space left" in run("export", str(tmp_path / "c.csv"), code=2)
    assert path.read_text() == "precious"
    assert sorted(tmp_path.iterdir()) == [path, link]
    run("export", str(link))
    assert link.is_symlink()
    assert (path.read_text("utf-8-sig")[:10], path.stat().st_mode & 0o777) == ('"id","lear', 0o640)
    assert sorted(tmp_path.iterdir()) == [path, link]


def test_an_import_that_cannot_be_kept_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    default_store().record(BASE)
    run("export", str(tmp_path / "a.csv"))
    monkeypatch.setenv("CARDLAB_DATABASE", "nonsense")
    assert "nothing was imported" in run("import", str(tmp_path / "a.csv"), code=2)
    assert "nothing was deleted" in run("forget", "Ana", "--yes", code=2)
    assert "cannot be used" in run("export", str(tmp_path / "b.csv"), code=2)


def test_an_attempt_of_a_clock_that_is_wrong_hides_no_new_one() -> None:
    store = Store(None)
    future = datetime.now(UTC) + timedelta(days=900)
    store.record(replace(attempt("Bo"), started=future, finished=future), attempt("Ana", 0))
    live = LiveReport(store=store)
    live.refresh()
    for seed in (1, 2):
        store.record(attempt("Ana", seed))
        assert {line.name: line.attempts for line in live.refresh().learners} == {"Ana": seed + 1, "Bo": 1}
