"""The plain text form of a scene: for terminals, `text/plain` and tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlab.display.wording import signed

if TYPE_CHECKING:
    from cardlab.display.scene import (
        CardFace,
        Field,
        Form,
        Gauge,
        LedgerLine,
        Message,
        Scene,
        Seat,
        Side,
        Zone,
    )


def text_lines(scene: Scene) -> list[str]:
    """The scene line by line."""
    lines = [scene.title]
    small = [*scene.chips, *(f"{field.label} {field.value}" for field in _fields(scene.tools) if field.value)]
    if small:
        lines[0] += f" ({', '.join(small)})"
    if scene.prompt:
        lines.append(scene.prompt)
    lines += [_seat_text(seat) for seat in scene.seats]
    lines += [_zone_text(zone) for zone in scene.zones]
    for side in scene.sides:
        lines += _side_text(side)
    for sheet in scene.sheets:
        lines += [f"  {sheet.name}: {sheet.sum}  {sheet.note}".rstrip(), *_ledger_text(sheet.lines)]
    if scene.gauge:
        lines.append(f"  {_gauge_text(scene.gauge)}")
    lines += [f"  {score.name} {signed(score.points)}  {score.note}".rstrip() for score in scene.scores]
    if scene.board:
        lines += [f"  {track.name} {track.front}  {track.note}".rstrip() for track in scene.board.tracks]
    if scene.said:
        lines.append(" ".join(filter(None, (scene.said.text, scene.said.more))))
    if scene.ledger is not None:
        lines += _ledger_text(scene.ledger)
    if scene.total is not None:
        lines.append(f"  total {scene.total}" + (f": {scene.total_note}" if scene.total_note else ""))
    if scene.aside:
        lines.append(f"{scene.aside_label}: {scene.aside}" if scene.aside_label else scene.aside)
    if scene.form:
        lines.append(scene.form.prompt)
        lines += [
            f"  {field.label}: {field.text or '_'}" + (f"  ({field.note})" if field.note else "")
            for field in scene.form.fields
        ]
    if scene.message:
        lines += _message_text(scene.message)
    if scene.transport:
        lines.append(f"step {scene.transport.at} of {scene.transport.of}")
    return [line for line in lines if line]


def _fields(form: Form | None) -> tuple[Field, ...]:
    return form.fields if form else ()


def _seat_text(seat: Seat) -> str:
    shown = " ".join(_face_text(face) for face in seat.faces)
    said = f'"{seat.said}"' if seat.said else ""
    note = f"({seat.note})" if seat.note else ""
    return "  ".join(filter(None, (f"{'>' if seat.turn else ' '} {seat.name}", note, shown, said)))


def _zone_text(zone: Zone) -> str:
    shown = " ".join(_face_text(face) for face in zone.faces)
    if zone.layout == "spread":
        shown = f"[{len(zone.faces)} cards]"
    return "  ".join(filter(None, (f"  {zone.label}: {shown or '(none)'}", zone.mark, zone.note)))


def _side_text(side: Side) -> list[str]:
    red_threes = " ".join(_face_text(face) for face in side.red_threes)
    head = f"  {side.name}: {side.note}" + (f"  red threes {red_threes}" if red_threes else "")
    return [head, *(f"  {_zone_text(meld)}" for meld in side.melds)]


def _gauge_text(gauge: Gauge) -> str:
    """
    >>> from cardlab.display.scene import Gauge
    >>> _gauge_text(Gauge("first meld", 30, 50, "20 short"))
    'first meld: 30 of 50, 20 short'
    """
    counts = str(gauge.counts) if gauge.needs is None else f"{gauge.counts} of {gauge.needs}"
    return ", ".join(filter(None, (f"{gauge.label}: {counts}", gauge.note)))


def _face_text(face: CardFace) -> str:
    text = face.card.short if face.card is not None else "[?]"
    if "selected" in face.marks:
        return f"({text})"
    return f"*{text}*" if "hot" in face.marks else text


def _ledger_text(ledger: Sequence[LedgerLine]) -> list[str]:
    wide = max([len(line.call) for line in ledger], default=0)
    return [
        f"{'>' if line.current else ' '} {line.call:<{wide}}  "
        f"{' '.join(card.short for card in line.cards):<14}  {signed(line.points, '<+3,')}  {line.rule}"
        for line in ledger
    ]


def _message_text(message: Message) -> list[str]:
    rules = f" [{', '.join(message.rules)}]" if message.rules else ""
    lines = [f"{message.title}{'' if message.text else rules}"]
    if message.text:
        lines.append(f"{message.text}{rules}")
    for group in message.proof:
        sets = ", ".join(" ".join(card.short for card in cards) for cards in group.sets)
        points = "" if group.points is None else f"  {signed(group.points)}"
        lines.append(f"  {group.name}: {sets or 'none'}{points}  [{', '.join(group.rules)}]")
    return lines
