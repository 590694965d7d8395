"""Cards on paper: a frame with the rank and the suit, large enough to be told apart across a desk.

They are drawn with the fonts that every reader of PDF has; Symbol is the one with the suits.
"""

from __future__ import annotations

from typing import Any

from cardlab.cards import Card
from cardlab.display.scene import CardFace

SUITS = {"♣": "\xa7", "♦": "\xa8", "♥": "\xa9", "♠": "\xaa"}
"""Where the font Symbol has the suits."""
WIDE, HIGH = 11.0, 15.4
"""The size of a card in millimetres."""
TAG = 3.4
"""The height of the words under a card."""
_APART = 1.4
_CLOSE = 5.2
"""As near as cards may lie, so that the corner of each can be read."""
RED, _BLACK, _GREY = (178, 0, 0), (17, 17, 17), (120, 120, 120)


def step(cards: int, room: float) -> float:
    """How far apart the left edges of so many cards lie that they fit in `room`, if they can.

    >>> step(4, 100), step(12, 100) < 11, step(99, 100)
    (12.4, True, 5.2)
    """
    if cards < 2:
        return WIDE + _APART
    return max(_CLOSE, min(WIDE + _APART, (room - WIDE) / (cards - 1)))


def breadth(cards: int, room: float) -> float:
    """How wide a row of so many cards is."""
    return WIDE + (cards - 1) * step(cards, room) if cards else 0.0


def draw(pdf: Any, face: CardFace, x: float, y: float) -> None:
    """One card with its upper left corner there, and under it whose it is and how it lies."""
    if face.card is None:
        _back(pdf, x, y)
    else:
        _face(pdf, face.card, x, y)
    words = "face down" if face.card is None else ""
    tag = ", ".join(filter(None, (face.tag, words, "crosswise" if "cross" in face.marks else "")))
    if tag:
        _text(pdf, tag, x + WIDE / 2, y + HIGH + TAG - 0.8, 6.5, _GREY, middle=True)


def _face(pdf: Any, card: Card, x: float, y: float) -> None:
    pdf.set_draw_color(*_GREY)
    pdf.set_fill_color(255, 255, 255)
    pdf.rect(x, y, WIDE, HIGH, style="DF", round_corners=True, corner_radius=1.2)
    if card.suit is None:
        _text(pdf, card.short, x + WIDE / 2, y + HIGH / 2 + 1, 8, RED, middle=True, bold=True)
        return
    ink = RED if card.suit.is_red else _BLACK
    rank, suit = card.short[:-1], SUITS[card.short[-1]]
    _text(pdf, rank, x + 0.9, y + 4.5, 12, ink, bold=True)
    _text(pdf, suit, x + 0.9, y + 8.2, 9, ink, font="Symbol")
    _text(pdf, suit, x + WIDE - 5.2, y + HIGH - 1.6, 19, ink, font="Symbol")


def _back(pdf: Any, x: float, y: float) -> None:
    pdf.set_draw_color(*_GREY)
    pdf.set_fill_color(255, 255, 255)
    pdf.rect(x, y, WIDE, HIGH, style="DF", round_corners=True, corner_radius=1.2)
    pdf.set_fill_color(214, 214, 214)
    pdf.rect(x + 1, y + 1, WIDE - 2, HIGH - 2, style="F")


def _text(
    pdf: Any,
    text: str,
    x: float,
    y: float,
    size: float,
    ink: tuple[int, int, int],
    *,
    font: str = "Helvetica",
    bold: bool = False,
    middle: bool = False,
) -> None:
    pdf.set_font(font, "B" if bold else "", size)
    pdf.set_text_color(*ink)
    pdf.text(x - pdf.get_string_width(text) / 2 if middle else x, y, text)
    pdf.set_text_color(*_BLACK)
