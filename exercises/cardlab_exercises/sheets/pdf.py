"""Sheets as PDF, by fpdf2 and the fonts that every reader of PDF has: no font files, no system libraries.

Those fonts have the suits and the letters of Western Europe; what they do not have is written as ``?``.
The HTML of a sheet has everything.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from cardlab.display.scene import CardFace, Field, Zone
from cardlab_exercises.declaration.exercise import Question, WorkedSolution
from cardlab_exercises.sheets import pdf_cards
from cardlab_exercises.sheets.sheet import BOTH, KEY, QUESTIONS, Part, PrintedSheet
from cardlab_exercises.sheets.text import facts, filled, heading, label, places, working

_PLAIN = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "−": "-", "☐": "[ ]"}
)
_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands in every file, so that the same sheet is the same file."""
_SIZE = 11
_LINE = 5.5
_MARGIN = 18
_INDENT = 8
"""In millimetres: what belongs to a question stands to the right of its number, also on its second line."""
_BOX = 3.4
_BLANK = 22.0
_ROOM = 10.0
"""What is left to write in: a box to tick, a line for a number, and space below a question."""
_INK, _PALE = 17, 110


def sheet_pdf(sheet: PrintedSheet, part: Part = BOTH) -> bytes:
    """The questions and, from a new page on, the answers, or one of the two. Raises `ValueError` without
    fpdf2."""
    pdf = _paper(sheet)
    if part != KEY:
        _head(pdf, sheet)
        _name(pdf)
        for number, question in enumerate(sheet.questions, 1):
            _together(pdf, partial(_ask, number=number, question=question))
    if part != QUESTIONS:
        _head(pdf, sheet)
        _write(pdf, "Answers", bold=True)
        for number, (question, solution) in enumerate(zip(sheet.questions, sheet.solutions, strict=True), 1):
            _together(pdf, partial(_tell, number=number, question=question, solution=solution))
    return bytes(pdf.output())


def _paper(sheet: PrintedSheet) -> Any:
    """An empty document, whose pages say at their foot what they are."""
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise ValueError("PDF needs the library fpdf2: pip install 'cardlab[pdf]', or make HTML") from error

    class Paper(FPDF):
        def footer(self) -> None:
            self.set_y(-13)
            self.set_text_color(_PALE)
            self.set_font("Helvetica", "", 8)
            self.cell(0, 5, _latin(f"{sheet.title} · seed {sheet.seed} · page {self.page_no()} of {{nb}}"))
            self.set_text_color(_INK)

    pdf = Paper(format="A4")
    pdf.set_margin(_MARGIN)
    pdf.set_auto_page_break(True, _MARGIN)
    pdf.set_title(_latin(sheet.title))
    pdf.set_creation_date(_DATE)
    pdf.set_text_color(_INK)
    return pdf


def _head(pdf: Any, sheet: PrintedSheet) -> None:
    pdf.add_page()
    _write(pdf, sheet.title, size=16, bold=True, line=8)
    pdf.set_text_color(_PALE)
    _write(pdf, sheet.subtitle, size=9)
    pdf.set_text_color(_INK)


def _name(pdf: Any) -> None:
    _write(pdf, "Name:")
    _rule(pdf, _MARGIN + 14, pdf.get_y() - 0.8, 90)
    pdf.ln(2)


def _together(pdf: Any, write: Callable[[Any], None]) -> None:
    """Writes what stays together on a page, if a page can hold it."""
    with pdf.offset_rendering() as tried:
        write(tried)
    if tried.page_break_triggered:
        pdf.add_page()
    write(pdf)


def _numbered(pdf: Any, number: int, text: str) -> None:
    """The first paragraph of a question or an answer; what follows is indented as it is."""
    pdf.ln(3)
    pdf.set_left_margin(_MARGIN + _INDENT)
    pdf.set_x(_MARGIN)
    pdf.set_font("Helvetica", "B", _SIZE)
    pdf.cell(_INDENT, _LINE, f"{number}.")
    _write(pdf, text)


def _ask(pdf: Any, number: int, question: Question) -> None:
    _numbered(pdf, number, question.prompt)
    for line in facts(question.ground):
        _write(pdf, line)
    _zones(pdf, places(question))
    for field in question.fields:
        if field.choices:
            _tick(pdf, field)
    _blanks(pdf, [field for field in question.fields if not field.choices])
    pdf.ln(_ROOM)
    pdf.set_left_margin(_MARGIN)
    pdf.set_x(_MARGIN)


def _tell(pdf: Any, number: int, question: Question, solution: WorkedSolution) -> None:
    values = "; ".join(f"{name} {value}" for name, value in filled(question, solution) if value)
    _numbered(pdf, number, f"{solution.title} {values}")
    for line in working(solution):
        _write(pdf, line)
    pdf.set_left_margin(_MARGIN)
    pdf.set_x(_MARGIN)


# ---------------------------------------------------------------- cards


def _zones(pdf: Any, zones: list[Zone]) -> None:
    """The places where cards lie, beside each other as far as they fit."""
    left, right = pdf.l_margin, pdf.w - pdf.r_margin
    x, under = left, 0.0
    pdf.ln(1)
    for zone in zones:
        pdf.set_font("Helvetica", "I", 9)
        wide = max(
            pdf_cards.breadth(len(zone.faces), right - left),
            pdf.get_string_width(_latin(heading(zone))) + 2,
        )
        if x > left and x + wide > right:
            pdf.set_y(pdf.get_y() + under)
            x, under = left, 0.0
        under = max(under, _zone(pdf, zone, x, right - left))
        x += wide + 7
    if zones:
        pdf.set_y(pdf.get_y() + under)


def _zone(pdf: Any, zone: Zone, x: float, room: float) -> float:
    """One place at `x`, and how high it is. The page's own position stays where it is."""
    y = pdf.get_y()
    rows = _rows(zone.faces, room)
    tall = _LINE + sum(_row_high(row) for row in rows) + 1.5
    if y + tall > pdf.h - pdf.b_margin:  # so that a page begins before the cards, not among them
        pdf.add_page()
        y = pdf.get_y()
    pdf.set_xy(x, y)
    pdf.set_text_color(_PALE)
    _write(pdf, heading(zone) if rows else f"{heading(zone)}: none", size=9, style="I")
    pdf.set_text_color(_INK)
    at = y + _LINE
    for row in rows:
        for place, face in enumerate(row):
            pdf_cards.draw(pdf, face, x + 1 + place * pdf_cards.step(len(row), room), at)
        at += _row_high(row)
    pdf.set_xy(pdf.l_margin, y)
    return tall


def _rows(faces: tuple[CardFace, ...], room: float) -> list[tuple[CardFace, ...]]:
    """The cards of a place in as few rows as leave the corner of each in sight."""
    most = max(1, int((room - pdf_cards.WIDE) / pdf_cards.step(99, room)) + 1)
    return [faces[begin : begin + most] for begin in range(0, len(faces), most)]


def _row_high(row: tuple[CardFace, ...]) -> float:
    tagged = any(face.tag or face.card is None or "cross" in face.marks for face in row)
    return pdf_cards.HIGH + (pdf_cards.TAG if tagged else 0.0) + 1.2


# ---------------------------------------------------------------- what is filled in


def _tick(pdf: Any, field: Field) -> None:
    """A question with boxes to tick."""
    pdf.ln(1)
    _write(pdf, label(field))
    for choice in field.choices:
        pdf.set_font("Helvetica", "", _SIZE)
        wide = _BOX + 2 + pdf.get_string_width(_latin(choice.label)) + 8
        if pdf.get_x() + wide - 8 > pdf.w - pdf.r_margin and pdf.get_x() > pdf.l_margin:
            pdf.ln(_LINE + 1)
        if pdf.get_y() + _LINE > pdf.h - pdf.b_margin:
            pdf.add_page()
        x, y = pdf.get_x() + 1, pdf.get_y()  # where words begin
        pdf.set_draw_color(_PALE)
        pdf.rect(x, y + (_LINE - _BOX) / 2, _BOX, _BOX)
        pdf.set_x(x + _BOX + 2)
        _piece(pdf, choice.label)
        pdf.set_x(max(pdf.get_x() + 8, pdf.l_margin))
    pdf.ln(_LINE + 1)


def _blanks(pdf: Any, fields: list[Field]) -> None:
    """Numbers and words to write, on lines beside each other; what is given stands on its line."""
    if not fields:
        return
    pdf.ln(2)
    for field in fields:
        pdf.set_font("Helvetica", "", _SIZE)
        words = _latin(label(field))
        wide = pdf.get_string_width(words) + 2 + _blank(field) + 6
        if pdf.get_x() + wide - 6 > pdf.w - pdf.r_margin and pdf.get_x() > pdf.l_margin:
            pdf.ln(_LINE + 3)
        _piece(pdf, label(field))
        x, y = pdf.get_x() + 2, pdf.get_y() + _LINE - 0.8
        _rule(pdf, x, y, _blank(field))
        if field.locked:
            pdf.set_x(x + 1)
            _piece(pdf, field.text)
        pdf.set_x(x + _blank(field) + 6)
    pdf.ln(_LINE)


def _blank(field: Field) -> float:
    return _BLANK if field.kind in ("number", "row") else 3 * _BLANK


def _rule(pdf: Any, x: float, y: float, wide: float) -> None:
    pdf.set_draw_color(_PALE)
    pdf.line(x, y, x + wide, y)


# ---------------------------------------------------------------- words


def _write(
    pdf: Any, text: str, size: float = _SIZE, bold: bool = False, style: str = "", line: float = _LINE
) -> None:
    """A paragraph."""
    _piece(pdf, text, size, "B" if bold else style, line)
    pdf.ln(line)


def _piece(pdf: Any, text: str, size: float = _SIZE, style: str = "", line: float = _LINE) -> None:
    """Words where the last ones ended, their suits in the font that has them."""
    for part in re.split(f"([{''.join(pdf_cards.SUITS)}])", text):
        if part in pdf_cards.SUITS:
            pdf.set_font("Symbol", size=size)
            pdf.set_text_color(*(pdf_cards.RED if part in "♥♦" else (_INK,)))
            pdf.write(line, pdf_cards.SUITS[part])
            pdf.set_text_color(_INK)
        elif part:
            pdf.set_font("Helvetica", style, size)
            pdf.write(line, _latin(part))


def _latin(text: str) -> str:
    plain = unicodedata.normalize("NFC", text.translate(_PLAIN))
    seen = "".join(letter if letter.isprintable() else " " for letter in plain)
    return seen.encode("latin-1", "replace").decode("latin-1")
