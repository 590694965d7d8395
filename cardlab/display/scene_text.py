"""The parts of a scene as plain text: for terminals, `text/plain` and tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cardlab.display.scene_parts import Bars, CardFace, Gauge, Grid, LedgerLine, Message, Seat, Side, Zone
from cardlab.wording import signed


def seat_text(seat: Seat) -> str:
    shown = " ".join(_face_text(face) for face in seat.faces)
    said = f'"{seat.said}"' if seat.said else ""
    note = f"({seat.note})" if seat.note else ""
    return "  ".join(filter(None, (f"{'>' if seat.turn else ' '} {seat.name}", note, shown, said)))


def zone_text(zone: Zone) -> str:
    shown = " ".join(_face_text(face) for face in zone.faces)
    if zone.layout == "spread":
        shown = f"[{len(zone.faces)} cards]"
    return "  ".join(filter(None, (f"  {zone.label}: {shown or '(none)'}", zone.mark, zone.note)))


def side_text(side: Side) -> list[str]:
    red_threes = " ".join(_face_text(face) for face in side.red_threes)
    head = f"  {side.name}: {side.note}" + (f"  red threes {red_threes}" if red_threes else "")
    return [head, *(f"  {zone_text(meld)}" for meld in side.melds)]


def gauge_text(gauge: Gauge) -> str:
    """
    >>> from cardlab.display.scene_parts import Gauge
    >>> gauge_text(Gauge("first meld", 30, 50, "20 short"))
    'first meld: 30 of 50, 20 short'
    """
    counts = str(gauge.counts) if gauge.needs is None else f"{gauge.counts} of {gauge.needs}"
    return ", ".join(filter(None, (f"{gauge.label}: {counts}", gauge.note)))


def _face_text(face: CardFace) -> str:
    text = face.card.short if face.card is not None else "[?]"
    if "selected" in face.marks:
        return f"({text})"
    return f"*{text}*" if "hot" in face.marks else text


def ledger_text(ledger: Sequence[LedgerLine]) -> list[str]:
    wide = max([len(line.call) for line in ledger], default=0)
    return [
        f"{'>' if line.current else ' '} {line.call:<{wide}}  "
        f"{' '.join(card.short for card in line.cards):<14}  {signed(line.points, '<+3,')}  {line.rule}"
        for line in ledger
    ]


def message_text(message: Message) -> list[str]:
    rules = f" [{', '.join(message.rules)}]" if message.rules else ""
    lines = [f"{message.title}{'' if message.text else rules}"]
    if message.text:
        lines.append(f"{message.text}{rules}")
    for group in message.proof:
        sets = ", ".join(" ".join(card.short for card in cards) for cards in group.sets)
        points = "" if group.points is None else f"  {signed(group.points)}"
        lines.append(f"  {group.name}: {sets or 'none'}{points}  [{', '.join(group.rules)}]")
    return lines


def bars_text(bars: Bars) -> list[str]:
    """The bars in lines: what they are, and their figures."""
    lines = ("  ".join(filter(None, (bar.label, bar.figure, bar.note))) for bar in bars.bars)
    return [bars.caption, *(f"  {line}" for line in lines)]


def cell_text(cell: str | datetime) -> str:
    """A cell of a table; a time to the minute, in the zone that it has."""
    return cell if isinstance(cell, str) else f"{cell:%Y-%m-%d %H:%M}"


def grid_text(grid: Grid) -> list[str]:
    """A table in lines, its columns below each other."""
    rows = [tuple(map(cell_text, row)) for row in (grid.heads, *grid.rows) if row]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shown = [
        "  ".join(
            cell.rjust(size) if at else cell.ljust(size)
            for at, (cell, size) in enumerate(zip(row, wide, strict=True))
        )
        for row in rows
    ]
    return [grid.caption, *(f"  {line}".rstrip() for line in shown)]
