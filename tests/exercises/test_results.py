"""The results of tests, apart from practice; single attempts; the list of a class."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from cardlab_exercises import ClassTest, Practice, Store, check_code, join, leave, progress
from cardlab_exercises.reports.attempts import asked_text, attempt_text, attempts_table
from cardlab_exercises.reports.classroom import LiveReport, report
from cardlab_exercises.reports.results import CSV_FIELDS, results
from cardlab_exercises.store.roster import read_names
from cardlab_exercises.store.store import default_store
from click.testing import CliRunner

from cardlab.cli import cli
from tests.exercises.writers import attempt

CODE = "7b-1"


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == code, result.output
    return result.output


def take(name: str, class_code: str, off: tuple[int | None, ...], store: Store | None = None) -> ClassTest:
    """Takes the test: each answer is so much too many, or left out."""
    join(class_code, name)
    test = ClassTest("crib-count-hand", code=CODE, store=store, length=len(off))
    test.act("next")
    for more in off:
        if more is None:
            test.act("skip")
        else:
            assert test.at is not None
            right = int(test._sittings[test.at].solution.answer["total"])
            test.act("check", {"total": str(right + more)})
    if not test.handed_in:
        test.act("hand-in")
        test.act("hand-in")
    leave()
    return test


@pytest.fixture
def taken() -> Store:
    """A test that three have taken, two of one name, and something practised."""
    take("Ana", "7b", (0, 0, 1))
    take("Bo", "7b", (0, None, 0))
    take("Ana", "8a", (1, 1, 1))
    join("7b", "Ana")
    model = Practice("crib-count-hand", seed=1)
    model.act("check", {"total": "99"})
    leave()
    return default_store()


def test_a_test_has_its_questions_and_the_results_of_each_learner(taken: Store) -> None:
    found = results("7B-1")
    assert found.title == "Test 7b-1: 3 learners, 3 questions"
    assert [question.number for question in found.questions] == [1, 2, 3]
    assert [question.seed.rpartition("/")[2] for question in found.questions] == ["1", "2", "3"]
    for question, task in zip(
        found.questions, ClassTest("crib-count-hand", CODE, length=3).tasks, strict=True
    ):
        assert question.seed == task.question.seed
        assert task.question.prompt in question.asked
    ana, other, bo = found.learners
    assert (ana.name, ana.class_code, ana.right, ana.answered, ana.points) == ("Ana", "7b", 2, 3, 2.0)
    assert (other.class_code, other.right, other.points) == ("8a", 0, 0.0)
    assert (bo.name, bo.right, bo.answered) == ("Bo", 2, 2)
    assert ana.started <= ana.finished
    assert "✓✓✗" in str(found)
    assert "✓·✓" in str(found)
    assert [result.name for result in results(CODE, "8a").learners] == ["Ana"]
    assert str(results("none")) == "Test none: no answers yet"
    assert "<td>✗</td>" in found._repr_html_()


def test_tests_and_practice_are_apart(taken: Store) -> None:
    for shown in (report("7b"), LiveReport("7b").refresh()):
        assert str(shown).splitlines()[0] == "Class 7b: 1 learner, 1 attempt, 0 of them right"
        assert "Test 7b-1: 2 learners, 3 questions, 67 % of the points (cardlab results 7b-1)" in str(shown)
        assert "Tests" in shown._repr_html_()
    assert "Class 8a: no practice yet" in str(report("8a"))
    mine = progress("Ana", class_code="7b")
    assert "1 attempt, 0 of them right" in str(mine)
    assert "test 7b-1: 2 of 3 right, 2.0 points" in str(mine)
    assert [line.attempts for line in mine.exercises] == [1]
    assert "no practice yet" in str(progress("Bo"))


def test_down_to_the_attempt_with_the_question_as_it_was(taken: Store) -> None:
    learner = report("7b").learner("Ana")
    assert [line.id for line in learner.exercises] == ["crib-count-hand"]
    (made,) = learner.practice
    text = attempt_text(made)
    assert text.startswith("Ana in class 7b, ")
    assert "practice: How many points? (crib-count-hand, seed 1/1, level 1)" in text
    assert "Answered: total 99" in text
    assert "starter: " in text
    assert asked_text(replace(made, asked="")) == made.asked
    assert attempt_text(replace(made, asked="", exercise="gone", answer={})).count("\n") == 2
    table = attempts_table(learner.attempts)
    assert list(table.test) == [CODE] * 3 + [""]
    with pytest.raises(ValueError, match="2 learners called 'Ana'"):
        report().learner("Ana")


def test_what_a_learner_has_programmed_is_kept() -> None:
    def pairs(cards: object) -> int:
        return 7

    store = Store(None)
    check_code("crib-code-pairs", pairs, store=store, seed=1)
    (made,) = store.attempts()
    assert "return 7" in attempt_text(made)
    assert "Write pairs(cards)" in attempt_text(made)


def test_the_commands(taken: Store, tmp_path: Path) -> None:
    assert run("results", "7B-1").startswith("Test 7b-1: 3 learners")
    assert "no answers in a test '7b-2'" in run("results", "7b-2", code=2)
    out = tmp_path / "test.csv"
    assert run("results", CODE, "--class", "7b", "--csv", str(out)) == f"6 answers written to {out}\n"
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == CSV_FIELDS
    assert [(row["learner"], row["number"], row["outcome"]) for row in rows[3:]] == [
        ("Bo", "1", "correct"),
        ("Bo", "2", "not attempted"),
        ("Bo", "3", "correct"),
    ]
    assert rows[0]["seed"].startswith("test-")
    listed = run("attempts", "--class", "7b", "--learner", "Ana", "--test", "-").splitlines()
    (line,) = listed
    assert "practice  crib-count-hand" in line
    assert "Answered: total 99" in run("attempts", line.split()[0])
    assert len(run("attempts", "--test", CODE).splitlines()) == 9
    assert "no such attempt" in run("attempts", "--learner", "Zoe", code=2)
    export = tmp_path / "a.csv"
    run("export", str(export))
    assert f'"{CODE}"' in export.read_text("utf-8-sig")
    run("forget", "--class", "7b", "--yes")
    run("import", str(export))
    assert len(results(CODE).learners) == 3


def test_no_cell_of_the_results_is_a_formula() -> None:
    store, file = Store(None), StringIO(newline="")
    store.record(replace(attempt("=1+1"), test="t", answer={"total": "@x"}))
    results("t", store=store).write_csv(file)
    assert '"\'=1+1"' in file.getvalue()


def test_the_list_of_a_class(taken: Store, tmp_path: Path) -> None:
    given, out = tmp_path / "class.csv", tmp_path / "out.csv"
    given.write_bytes("\ufeffNr;Name\r\n1;Ana\r\n2;Zoe\u0308  K.\r\n;\r\n".encode())
    assert run("roster", "7B", "--import", str(given)) == "2 names on the list of class 7B\n"
    assert run("roster", "7b") == "Ana\nZoë K.\n"
    assert "Nothing yet of: Zoë K." in run("report", "--class", "7b")
    run("roster", "7b", "--export", str(out))
    assert out.read_bytes() == '\ufeff"class","learner"\r\n"7b","Ana"\r\n"7b","Zoë K."\r\n'.encode()
    assert run("roster", "8a", "--import", str(out)).startswith("2 names")
    assert "there is no list of class '9'" in run("roster", "9", code=2)
    assert "cannot be read" in run("roster", "9", "--import", str(tmp_path / "none"), code=2)
    given.write_text("name\nAna\na\u200bb\n", encoding="utf-8")
    assert "line 3: the name 'a\\u200bb' holds" in run("roster", "7b", "--import", str(given), code=2)
    given.write_text("name\n" + "x" * 200_000 + "\n", encoding="utf-8")
    assert "line 2: field larger than field limit" in run("roster", "7b", "--import", str(given), code=2)
    assert run("roster", "7b") == "Ana\nZoë K.\n"


@pytest.mark.parametrize("place", ["file", "memory"])
def test_the_list_follows_who_is_renamed_and_who_is_forgotten(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "class.db" if place == "file" else None)
    store.set_members("7b", ["Ana", "Bo", "Cy"])
    store.record(*(replace(attempt(name), class_code="7b") for name in ("Ana", "Bo")))
    store.rename("Bo", "7b", "Bob", "7B")
    assert store.members("7b") == ("Ana", "Bob", "Cy")
    assert store.forget(before=attempt().finished) >= 0
    assert "Ana" in store.members("7b")
    store.forget("Ana", "7b")
    assert "Ana" not in store.members("7b")
    assert "Cy" in store.members("7b")
    store.forget(class_code="7b")
    assert store.members("7b") == ()


def test_who_is_only_on_the_list_can_be_forgotten(taken: Store) -> None:
    taken.set_members("7b", ["Zoe", "Yan"])
    assert run("forget", "Zoe", "--class", "7B", "--yes") == "0 attempts of 'Zoe' of class 7b deleted\n"
    assert taken.members("7b") == ("Yan",)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        ("Ana\nBo", ["Ana", "Bo"]),
        ('"Ruiz, Ana",7b\n', ["Ruiz, Ana"]),
        ("class\tLearner\n7b\t'=1+1\n", ["=1+1"]),
    ],
)
def test_lists_as_they_come(text: str, names: list[str]) -> None:
    assert read_names(text) == names


def test_one_of_a_thing_is_said_as_one() -> None:
    quick = attempt("Ana")
    quick = replace(quick, finished=quick.started + timedelta(seconds=1), mistakes=("crib-pair-missed",))
    assert "1st try, 1 second;" in attempt_text(quick)
    store = Store(None)
    store.record(quick)
    assert "     1 time  " in str(report(store=store))
