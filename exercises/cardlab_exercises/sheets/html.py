"""Sheets as HTML: one page that needs nothing else, to print from a browser."""

from __future__ import annotations

from html import escape

from cardlab.cards import Card
from cardlab.display.scene import Field, Zone
from cardlab_exercises.declaration.exercise import Question, WorkedSolution
from cardlab_exercises.sheets.sheet import BOTH, KEY, QUESTIONS, Part, PrintedSheet
from cardlab_exercises.sheets.text import facts, filled, heading, label, places, shown, working

_STYLE = """
body{font:12pt/1.4 Georgia,serif;color:#111;background:#fff;margin:2rem auto;max-width:48rem;padding:0 1rem}
h1{font-size:1.4em;margin:0}h2{font-size:1.1em}.sub{color:#444;margin:.2em 0 1.2em}
.name{border-bottom:1px solid #888;width:60%;padding-bottom:.2em}li{margin:0 0 1.3em;break-inside:avoid}
.zone{margin:.3em 0}.zone>span:first-child{color:#444;font-style:italic}
.card{display:inline-block;border:1px solid #777;border-radius:.25em;padding:0 .35em;margin:.1em}
.red{color:#b00}.field{margin-right:1.6em;white-space:nowrap}
.blank{display:inline-block;min-width:4em;border-bottom:1px solid #555}
main+.key{break-before:page}@media print{body{margin:0;max-width:none}}@page{size:A4;margin:18mm}
"""


def sheet_html(sheet: PrintedSheet, part: Part = BOTH) -> str:
    """The questions and, on a new sheet of paper, the answers, or one of the two."""
    head = f"<h1>{escape(sheet.title)}</h1><p class='sub'>{escape(sheet.subtitle)}</p>"
    body = ""
    if part != KEY:
        questions = "".join(map(_question, sheet.questions))
        body += f"<main>{head}<p class='name'>Name</p><ol>{questions}</ol></main>"
    if part != QUESTIONS:
        both = zip(sheet.questions, sheet.solutions, strict=True)
        answers = "".join(_answer(question, solution) for question, solution in both)
        body += f"<main class='key'>{head}<h2>Answers</h2><ol>{answers}</ol></main>"
    return (
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>{escape(sheet.title)}</title>"
        f"<style>{_STYLE}</style></head><body>{body}</body></html>\n"
    )


def _question(question: Question) -> str:
    lines = "".join(f"<p class='zone'>{escape(line)}</p>" for line in facts(question.ground))
    zones = "".join(map(_zone, places(question)))
    fields = "".join(map(_field, question.fields))
    return f"<li><p>{escape(question.prompt)}</p>{lines}{zones}<p>{fields}</p></li>"


def _zone(zone: Zone) -> str:
    cards = "".join(
        f"<span class='card{_red(face.card)}'>{escape(shown(face))}</span>" for face in zone.faces
    )
    return f"<div class='zone'><span>{escape(heading(zone))}:</span> {cards or 'none'}</div>"


def _red(card: Card | None) -> str:
    return " red" if card is not None and card.suit is not None and card.suit.is_red else ""


def _field(field: Field) -> str:
    if field.choices:
        boxes = "".join(f" ☐&nbsp;{escape(choice.label)}" for choice in field.choices)
        return f"<span class='field'>{escape(label(field))}</span>{boxes}<br>"
    blank = escape(field.text) if field.locked else "&nbsp;"
    return f"<span class='field'>{escape(label(field))} <span class='blank'>{blank}</span></span> "


def _answer(question: Question, solution: WorkedSolution) -> str:
    values = "; ".join(f"{name} {value}" for name, value in filled(question, solution) if value)
    lines = "<br>".join(map(escape, working(solution)))
    return f"<li><b>{escape(solution.title)}</b> {escape(values)}<br>{lines}</li>"
