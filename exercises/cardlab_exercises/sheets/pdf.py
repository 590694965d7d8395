"""Sheets as PDF, by fpdf2 and the fonts that every reader of PDF has: no font files, no system libraries.

Those fonts have the suits and the letters of Western Europe; what they do not have is written as ``?``.
The HTML of a sheet has everything.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Any

from cardlab_exercises.declaration.exercise import Question, WorkedSolution
from cardlab_exercises.sheets.sheet import PrintedSheet
from cardlab_exercises.sheets.text import facts, filled, heading, label, places, shown, working

_SUITS = {"♣": "\xa7", "♦": "\xa8", "♥": "\xa9", "♠": "\xaa"}
"""Where the font Symbol has the suits."""
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


def sheet_pdf(sheet: PrintedSheet) -> bytes:
    """The questions and, from a new page on, the answers. Raises `ValueError` without fpdf2."""
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise ValueError("PDF needs the library fpdf2: pip install 'cardlab[pdf]', or make HTML") from error
    pdf = FPDF(format="A4")
    pdf.set_margin(_MARGIN)
    pdf.set_auto_page_break(True, 18)
    pdf.set_title(_latin(sheet.title))
    pdf.set_creation_date(_DATE)
    _head(pdf, sheet)
    _write(pdf, "Name: ______________________________")
    for number, question in enumerate(sheet.questions, 1):
        _ask(pdf, number, question)
    _head(pdf, sheet)
    _write(pdf, "Answers", bold=True)
    for number, (question, solution) in enumerate(zip(sheet.questions, sheet.solutions, strict=True), 1):
        _tell(pdf, number, question, solution)
    return bytes(pdf.output())


def _head(pdf: Any, sheet: PrintedSheet) -> None:
    pdf.add_page()
    _write(pdf, sheet.title, size=16, bold=True)
    _write(pdf, sheet.subtitle, size=9)


def _ask(pdf: Any, number: int, question: Question) -> None:
    lines = [f"{number}.  {question.prompt}", *facts(question.ground)]
    for zone in places(question):
        cards = "   ".join(map(shown, zone.faces)) or "none"
        lines.append(f"{heading(zone)}:   {cards}")
    row = []
    for field in question.fields:
        if field.choices:
            boxes = "    ".join(f"☐ {choice.label}" for choice in field.choices)
            lines.append(f"{label(field)}  {boxes}")
        else:
            row.append(f"{label(field)} {field.text if field.locked else '________'}")
    if row:
        lines.append("    ".join(row))
    _block(pdf, lines, room=2 * _LINE)


def _tell(pdf: Any, number: int, question: Question, solution: WorkedSolution) -> None:
    values = "; ".join(f"{name} {value}" for name, value in filled(question, solution) if value)
    _block(pdf, [f"{number}.  {solution.title} {values}", *working(solution)])


def _block(pdf: Any, lines: list[str], room: float = 0) -> None:
    """Lines that stay together on a page, if a page can hold them, with room to write below."""
    with pdf.unbreakable() as block:
        block.ln(3)
        _write(block, lines[0])
        block.set_left_margin(_MARGIN + _INDENT)
        for line in lines[1:]:
            block.set_x(_MARGIN + _INDENT)
            _write(block, line)
        block.ln(room)
        block.set_left_margin(_MARGIN)
        block.set_x(_MARGIN)


def _write(pdf: Any, text: str, size: int = _SIZE, bold: bool = False) -> None:
    """A paragraph, its suits in the font that has them."""
    for part in re.split(f"([{''.join(_SUITS)}])", text):
        if part in _SUITS:
            pdf.set_font("Symbol", size=size)
            pdf.write(_LINE, _SUITS[part])
        elif part:
            pdf.set_font("Helvetica", "B" if bold else "", size)
            pdf.write(_LINE, _latin(part))
    pdf.ln(_LINE)


def _latin(text: str) -> str:
    plain = unicodedata.normalize("NFC", text.translate(_PLAIN))
    seen = "".join(letter if letter.isprintable() else " " for letter in plain)
    return seen.encode("latin-1", "replace").decode("latin-1")
