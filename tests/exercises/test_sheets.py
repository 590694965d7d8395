"""Printable sheets: the screen's questions on paper, with a key, as HTML and PDF."""

from __future__ import annotations

import re
import sys
import zlib
from html import unescape
from pathlib import Path

import pytest
from cardlab_exercises import Practice, Store, UnknownExerciseError
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Question
from cardlab_exercises.sheets.html import sheet_html
from cardlab_exercises.sheets.pdf import _latin, _rows, sheet_pdf
from cardlab_exercises.sheets.sheet import QUESTIONS, PrintedSheet
from click.testing import CliRunner

from cardlab.cli import cli
from cardlab.display.scene import Scene


def words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def pdf_text(data: bytes) -> str:
    """What the pages of a PDF write, piece after piece."""
    pages = [zlib.decompress(part) for part in re.findall(rb"stream\n(x.*?)\nendstream", data, re.DOTALL)]
    pieces = [piece for page in pages for piece in re.findall(rb"\(((?:\\.|[^\\)])*)\) Tj", page)]
    return re.sub(r"\\(.)", r"\1", b" ".join(pieces).decode("latin-1"))


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, ["sheet", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_the_questions_are_those_of_the_screen() -> None:
    sheet = PrintedSheet("crib-count-hand", seed=5, count=12)
    model = Practice("crib-count-hand", seed=5, length=12, store=Store(None))
    for question, solution in zip(sheet.questions, sheet.solutions, strict=True):
        assert model.sitting
        assert model.sitting.question == question
        assert model.sitting.solution.answer == solution.answer
        model.act("solution")
        model.act("next")


@pytest.mark.parametrize("id", list(bank.exercises()))
def test_every_exercise_has_its_sheet(id: str) -> None:
    sheet = PrintedSheet(id, seed="blue <b>", count=2)
    html = sheet_html(sheet)
    asked, key = (words(part) for part in html.split("<main class='key'>"))
    for question, solution in zip(sheet.questions, sheet.solutions, strict=True):
        assert " ".join(question.prompt.split()) in asked
        assert " ".join(solution.title.split()) in key
        assert all(field.label in asked for field in question.fields)
    assert "seed blue <b>" in asked
    assert "<b>" not in html.split("<ol>")[0]
    assert "<script" not in html
    assert "http" not in html
    data = sheet_pdf(sheet)
    assert data.startswith(b"%PDF")
    text = pdf_text(data)
    assert "Answers" in text
    assert "1." in text


def told_on_paper(question: Question) -> list[str]:
    """What the screen of a question tells, card for card and word for word, that paper must tell too."""
    ground = question.ground or Scene("exercise", "", "")
    zones = [*question.zones, *(meld for side in ground.sides for meld in side.melds)]
    faces = [face for zone in zones for face in zone.faces] + [
        red for side in ground.sides for red in side.red_threes
    ]
    told = [text for zone in zones for text in (zone.label, zone.note, zone.mark)]
    told += [face.card.short if face.card else "face down" for face in faces] + [face.tag for face in faces]
    told += ["crosswise" for face in faces if "cross" in face.marks]
    told += [side.note for side in ground.sides if not side.melds] + [side.name for side in ground.sides]
    told += [text for score in ground.scores for text in (score.name, f"{score.points:,}", score.note)]
    told += [str(track.front) for track in ground.board.tracks] if ground.board else []
    told += [f"{ground.total} ({ground.total_note})"] if ground.total is not None else []
    return [*told, *(seat.note for seat in ground.seats)]


@pytest.mark.parametrize("id", list(bank.exercises()))
def test_paper_tells_all_that_the_screen_tells(id: str) -> None:
    sheet = PrintedSheet(id, seed=5, count=3)
    asked, key = sheet_html(sheet).split("<main class='key'>")
    printed = bare(pdf_text(sheet_pdf(sheet)))
    for question, part in zip(sheet.questions, asked.split("<li>")[1:], strict=True):
        for text in told_on_paper(question):
            assert text in words(part)
            assert bare(_latin(text.translate(IN_SYMBOL))) in printed
    assert ": None" not in words(key)
    assert ":None" not in printed


IN_SYMBOL = str.maketrans("♣♦♥♠", "\xa7\xa8\xa9\xaa")


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_the_answers_are_on_a_page_of_their_own() -> None:
    sheet = PrintedSheet("crib-count-hand", seed=5, count=3)
    asked = sheet_html(sheet).split("<main class='key'>")[0]
    assert "It counts" not in asked
    assert "Answers" not in asked
    assert "main+.key{break-before:page}" in sheet_html(sheet)
    text = pdf_text(sheet_pdf(sheet))
    assert text.index("Name:") < text.index("3.") < text.index("Answers") < text.index("It counts")


def test_a_key_has_a_file_of_its_own_if_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for ending, read in (("pdf", lambda path: pdf_text(path.read_bytes())), ("html", Path.read_text)):
        said = run("crib-count-hand", "--count", "2", "--out", f"q.{ending}", "--key", f"key.{ending}")
        assert f"2 questions are in q.{ending}, their answers in key.{ending}" in said
        asked, told = read(tmp_path / f"q.{ending}"), read(tmp_path / f"key.{ending}")
        assert "Name" in asked
        assert "It counts" not in asked
        assert "Answers" not in asked
        assert "It counts" in told
        assert "Name" not in told
    assert "an .html or a .pdf" in run("crib-count-hand", "--out", "z.pdf", "--key", "x.doc", code=2)
    assert not (tmp_path / "z.pdf").exists(), "nothing is written where one of the two cannot be"


def drawn(data: bytes, operator: str) -> int:
    """How often the pages of a PDF draw something, such as a rectangle (re)."""
    pages = [zlib.decompress(part) for part in re.findall(rb"stream\n(x.*?)\nendstream", data, re.DOTALL)]
    return sum(len(re.findall(rb"[\d.]+ " + operator.encode() + rb"\b", page)) for page in pages)


def test_cards_have_faces_and_there_are_lines_and_boxes_to_write_in() -> None:
    sheet = PrintedSheet("crib-count-hand", seed=5, count=3)
    cards = sum(len(zone.faces) for question in sheet.questions for zone in question.zones)
    fields = sum(len(question.fields) for question in sheet.questions)
    data = sheet_pdf(sheet, QUESTIONS)
    assert drawn(data, "c") == 4 * cards, "a card has four round corners"
    assert drawn(data, "l") == fields + 1 + 4 * cards, "a line for each field and for the name"
    ticked = PrintedSheet("crib-must-go", seed=5, count=3)
    boxes = sum(len(field.choices) for question in ticked.questions for field in question.fields)
    assert drawn(sheet_pdf(ticked, QUESTIONS), "re") == boxes > 0


@pytest.mark.parametrize("id", ["can-pile-hand", "can-score-deal", "crib-count-hand"])
def test_nothing_is_printed_beyond_the_margins(id: str) -> None:
    from cardlab_exercises.sheets import pdf_cards

    room = 210 - 2 * 18 - 8
    for question in PrintedSheet(id, seed=3, count=6).questions:
        for zone in question.zones:
            for row in _rows(zone.faces, room):
                assert pdf_cards.breadth(len(row), room) <= room
                assert pdf_cards.step(len(row), room) >= 5


def test_the_same_sheet_is_the_same_file() -> None:
    one, two = (PrintedSheet("crib-count-crib", seed=7, count=2) for _ in range(2))
    assert sheet_html(one) == sheet_html(two)
    assert sheet_pdf(one) == sheet_pdf(two)
    assert sheet_pdf(one) != sheet_pdf(PrintedSheet("crib-count-crib", seed=8, count=2))


def test_letters_that_the_fonts_of_pdf_do_not_have() -> None:
    assert _latin("“Ä – ½…” 字\x1b\u202e") == '"Ä - ½..." ?  '


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "12 questions" in run("crib-count-hand", "--seed", "5")
    assert (tmp_path / "crib-count-hand-5.html").read_text(encoding="utf-8").count("<li>") == 24
    run("crib-count-hand", "--seed", "a/b", "--count", "2", "--preset", "classic")
    assert "classic rules" in (tmp_path / "crib-count-hand-a-b.html").read_text(encoding="utf-8")
    run("crib-count-hand", "--count", "1", "--out", "x.PDF")
    assert (tmp_path / "x.PDF").read_bytes().startswith(b"%PDF")
    assert "did you mean crib-count-hand" in run("crib-count-hnd", code=2)
    assert "1 to 100 questions" in run("crib-count-hand", "--count", "0", code=2)
    assert "levels 1 to 3" in run("crib-count-hand", "--level", "9", code=2)
    assert "an .html or a .pdf" in run("crib-count-hand", "--out", "x.doc", code=2)
    assert "cannot be written" in run("crib-count-hand", "--out", "no/x.html", code=2)


def test_the_command_says_which_exercises_there_are() -> None:
    listed = run("--list")
    assert [line.split()[0] for line in listed.splitlines()] == list(bank.exercises())
    assert "crib-count-hand        How many points?" in listed
    for arguments in ((), ("can-nothing-like-it",), ("crib-count-hnd",)):
        assert "'cardlab sheet --list' shows all" in run(*arguments, code=2)


def test_without_the_library_for_pdf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    monkeypatch.chdir(tmp_path)
    assert "pip install" in run("crib-count-hand", "--out", "x.pdf", code=2)
    assert not (tmp_path / "x.pdf").exists()
    assert run("crib-count-hand")


def test_what_has_no_sheet() -> None:
    with pytest.raises(UnknownExerciseError):
        PrintedSheet("none")
    with pytest.raises(ValueError, match="the seed"):
        PrintedSheet("crib-count-hand", seed="")
