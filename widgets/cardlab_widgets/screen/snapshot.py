"""What stays in a saved notebook when the widget's kernel is gone: the scene as plain, styled text.

JupyterLab takes svg, style sheets, roles and labels out of a notebook that it does not trust, so the
snapshot needs none of them: every card is a word with a border, in its suit's colour and sign. The
browser module hides it as long as the widget above it lives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from markupsafe import Markup, escape

from cardlab.cards import Card
from cardlab.display.scene import CardFace, Grid, LedgerLine, Scene, ScorePanel, Seat, Side, Track, Zone
from cardlab.display.scene_text import bars_text, cell_text
from cardlab.wording import signed

TAUGHT = "application/vnd.cardlab.rules+json"
"""The kind of output in which a notebook keeps the rules that a widget teaches."""

_CARD = (
    "display:inline-block;border:1px solid #8b8371;border-radius:4px;padding:2px 6px;margin:0 3px 3px 0;"
    "background-color:{back};color:{ink};font-weight:bold"
)
_RED, _BLACK, _PAPER, _LIT, _DARK = "#b3261e", "#1e1c1a", "#fffdf8", "#f7e6bf", "#23584a"


class Snapshot:
    """A scene that a notebook can keep: HTML without any style sheet, and the scene's own text.

    `taught` are the rules that the widget teaches, whatever it shows now: by them it is known which
    lesson teaches what.
    """

    def __init__(self, scene: Scene, taught: tuple[str, ...] = ()) -> None:
        self._scene = scene
        self._taught = taught

    def __repr__(self) -> str:
        return str(self._scene)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {TAUGHT: list(self._taught)} if self._taught else {}

    def _repr_html_(self) -> str:
        return str(Markup('<div class="cardlab-snapshot">{}</div>').format(_body(self._scene)))


def _body(scene: Scene) -> Markup:
    small = " · ".join(filter(None, [scene.eyebrow, *scene.chips, *_tool_values(scene)]))
    parts = [
        Markup("<p><small>{}</small><br><b>{}</b></p>").format(small, scene.title),
        _paragraph(scene.prompt),
        *(_seat(seat) for seat in scene.seats),
        *(_zone(zone) for zone in scene.zones),
        *(_side(side) for side in scene.sides),
        *(_sheet(sheet) for sheet in scene.sheets),
        *(_paragraph(f"{score.name} {signed(score.points)} ({score.note})") for score in scene.scores),
        *(_paragraph(f"{track.name} {track.front} ({track.note})") for track in _tracks(scene)),
        _paragraph(" ".join(filter(None, (scene.said.text, scene.said.more))) if scene.said else ""),
        _ledger(scene.ledger or ()),
        *(_lines(bars_text(bars)) for bars in scene.bars),
        *(_table(grid) for grid in scene.grids),
    ]
    if scene.total is not None:
        parts.append(
            _paragraph(f"total {scene.total}" + (f": {scene.total_note}" if scene.total_note else ""))
        )
    if scene.aside:
        parts.append(_paragraph(f"{scene.aside_label}: {scene.aside}" if scene.aside_label else scene.aside))
    if scene.form:
        parts.append(_paragraph(scene.form.prompt))
        parts += [
            _paragraph(f"{field.label}: {field.text or '…'}" + (f" ({field.note})" if field.note else ""))
            for field in scene.form.fields
        ]
    parts += _message(scene)
    if scene.transport:
        parts.append(_paragraph(f"step {scene.transport.at} of {scene.transport.of}"))
    return Markup("").join(parts)


def _tool_values(scene: Scene) -> list[str]:
    fields = scene.tools.fields if scene.tools else ()
    return [f"{field.label} {field.value}" for field in fields if field.value]


def _paragraph(text: str) -> Markup:
    return Markup('<p style="margin:2px 0">{}</p>').format(text) if text else Markup("")


def _tracks(scene: Scene) -> tuple[Track, ...]:
    return scene.board.tracks if scene.board else ()


def _seat(seat: Seat) -> Markup:
    shown = Markup("").join(_face(face) for face in seat.faces)
    said = f"“{seat.said}”" if seat.said else ""
    note = f"({seat.note})" if seat.note else ""
    line = '<p style="margin:2px 0">{}{} {} {} {}</p>'
    return Markup(line).format("▸ " if seat.turn else "", seat.name, note, shown, said)


def _zone(zone: Zone) -> Markup:
    shown = Markup("").join(_face(face) for face in zone.faces)
    if zone.layout == "spread":
        shown = escape(f"{len(zone.faces)} cards")
    note = " ".join(filter(None, (zone.mark, zone.note)))
    return Markup('<p style="margin:2px 0">{}: {} {}</p>').format(zone.label, shown, note)


def _face(face: CardFace) -> Markup:
    if face.card is None:
        return _chip("?", _PAPER, _DARK)
    return _chip(face.card.short, _ink(face.card), _LIT if {"hot", "selected"} & {*face.marks} else _PAPER)


def _ink(card: Card) -> str:
    return _RED if card.suit is None or card.suit.is_red else _BLACK


def _chip(text: str, ink: str, back: str) -> Markup:
    # The sign that follows keeps the suit's symbol plain text where a system would draw a picture.
    return Markup('<span style="{}">{}</span>').format(_CARD.format(ink=ink, back=back), text + "\ufe0e")


def _cards(cards: Iterable[Card]) -> Markup:
    return Markup("").join(_chip(card.short, _ink(card), _PAPER) for card in cards)


def _side(side: Side) -> Markup:
    red_threes = Markup("").join(_face(face) for face in side.red_threes)
    head = Markup('<p style="margin:6px 0 2px"><b>{}</b>: {} {}</p>').format(side.name, side.note, red_threes)
    return head + Markup("").join(_zone(meld) for meld in side.melds)


def _sheet(sheet: ScorePanel) -> Markup:
    head = Markup('<p style="margin:6px 0 2px"><b>{}: {}</b> {}</p>')
    return head.format(sheet.name, sheet.sum, sheet.note) + _ledger(sheet.lines)


def _ledger(ledger: Iterable[LedgerLine]) -> Markup:
    rows = Markup("").join(
        Markup("<tr>{}{}{}{}</tr>").format(
            _cell(("▸ " if line.current else "") + line.call),
            _cell(_cards(line.cards)),
            _cell(signed(line.points)),
            _cell(line.rule),
        )
        for line in ledger
    )
    return Markup("<table>{}</table>").format(rows) if rows else rows


def _lines(lines: list[str]) -> Markup:
    return Markup("<p>{}</p>").format(Markup("<br>").join(lines))


def _table(grid: Grid) -> Markup:
    rows = [[cell_text(cell) for cell in row] for row in (grid.heads, *grid.rows) if row]
    body = Markup("").join(Markup("<tr>{}</tr>").format(Markup("").join(map(_cell, row))) for row in rows)
    return Markup("<table><caption>{}</caption>{}</table>").format(grid.caption, body)


def _cell(content: object) -> Markup:
    return Markup('<td style="text-align:left">{}</td>').format(content)


def _message(scene: Scene) -> list[Markup]:
    said = scene.message
    if said is None:
        return []
    rules = f" [{', '.join(said.rules)}]" if said.rules else ""
    groups = [
        Markup("<p>{}: {} {} [{}]</p>").format(
            group.name,
            Markup(", ").join(_cards(cards) for cards in group.sets) or "none",
            "" if group.points is None else signed(group.points),
            ", ".join(group.rules),
        )
        for group in said.proof
    ]
    return [Markup("<p><b>{}</b> {}{}</p>").format(said.title, escape(said.text), rules), *groups]
