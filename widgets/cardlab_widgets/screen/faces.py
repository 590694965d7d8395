"""Card faces, backs, word-sized cards and icons, drawn as SVG.

Shapes that repeat (suits, court headgear, the back) are in ``static/sprite.svg`` and stand once on a
page; a face refers to them, so a scene with many cards stays small. Every colour is a property of the
stylesheet.

>>> "cl-h" in face(Card("5H")), "cl-s" in face(Card("5H"))
(True, False)
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from markupsafe import Markup

from cardlab.cards import Card, Rank, Suit

SPRITE = (files("cardlab_widgets.screen") / "static" / "sprite.svg").read_text(encoding="utf-8")
"""The shapes that faces, backs and word-sized cards refer to: to stand once on a page."""

# Icons on 16 x 16; those in _LINES are drawn with a line, the others filled.
ICONS = {
    "first": "M2 2h2v12H2zM14 2v12L5 8z",
    "back": "M12.5 2v12L3.5 8z",
    "play": "M3.5 1.5v13L14 8z",
    "pause": "M3 2h3.6v12H3zM9.4 2H13v12H9.4z",
    "next": "M3.5 2v12l9-6z",
    "last": "M12 2h2v12h-2zM2 2v12l9-6z",
    "tick": "M3 8.5l3.5 3.5L13 4.5",
    "not": "M3 6h10M3 10.5h10M10.5 3l-5 10.5",
    "info": "M8 7v5.5M8 3.4v.2",
    "close": "M3 3l10 10M13 3L3 13",
    "undo": "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H6",
    "redo": "M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H10",
    "hint": "M5.5 11.5a5 5 0 1 1 5 0v1.5h-5zM6 15h4",
    "menu": "M2.5 4h11M2.5 8h11M2.5 12h11",
    "flake": "M8 1v14M2 4.5l12 7M2 11.5l12-7M6 2.3 8 4l2-1.7M6 13.7 8 12l2 1.7",
}
_LINES = {"tick", "not", "info", "close", "undo", "redo", "hint", "menu", "flake"}

# Pips are laid out on a face of 250 x 350: three columns, and rows counted from the top.
_LEFT, _MIDDLE, _RIGHT = 88, 125, 162
_CORNERS = ((_LEFT, 74), (_RIGHT, 74), (_LEFT, 276), (_RIGHT, 276))
_SIDES = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (74, 141, 209, 276))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((_MIDDLE, 74), (_MIDDLE, 276)),
    3: ((_MIDDLE, 74), (_MIDDLE, 175), (_MIDDLE, 276)),
    4: _CORNERS,
    5: (*_CORNERS, (_MIDDLE, 175)),
    6: (*_CORNERS, (_LEFT, 175), (_RIGHT, 175)),
    7: (*_CORNERS, (_LEFT, 175), (_RIGHT, 175), (_MIDDLE, 124)),
    8: (*_CORNERS, (_LEFT, 175), (_RIGHT, 175), (_MIDDLE, 124), (_MIDDLE, 226)),
    9: (*_SIDES, (_MIDDLE, 175)),
    10: (*_SIDES, (_MIDDLE, 107), (_MIDDLE, 243)),
}
# The letters J and Q reach below the line in many faces, so their indices sit higher.
_INDEX_Y = {Rank.JACK: 54, Rank.QUEEN: 55}
_COMPACT_Y = {Rank.JACK: 92, Rank.QUEEN: 97}
_COMPACT_X = {Rank.ACE: 50, Rank.KING: 50, Rank.QUEEN: 51, Rank.TEN: 53}


def suit_class(card: Card) -> str:
    """The class that gives a card its suit's colour; a joker is red.

    >>> suit_class(Card("QS")), suit_class(Card("JR"))
    ('s-s', 's-j')
    """
    return f"s-{card.suit.value.lower() if card.suit else 'j'}"


@cache
def face(card: Card, compact: bool = False) -> Markup:
    """The face of a card: index, pips or court panel, for wide cards, and a simpler one for narrow cards.

    The stylesheet shows the one that fits; with `compact` there is only the simpler one, as in a fan.
    """
    wide, narrow = _joker() if card.suit is None else (_wide(card), _narrow(card))
    faces = (
        f'<g class="narrow">{narrow}</g>'
        if compact
        else f'<g class="wide">{wide}</g><g class="narrow">{narrow}</g>'
    )
    return Markup(
        f'<svg viewBox="0 0 250 350" aria-hidden="true"><rect width="250" height="350"/>{faces}</svg>'
    )


BACK = Markup('<svg viewBox="0 0 250 350" aria-hidden="true"><use href="#cl-back"/></svg>')
"""The back of a card, the same for all."""


@cache
def mini(card: Card) -> Markup:
    """A card the size of a word, for sentences and ledgers."""
    shown = "Joker" if card.suit is None else _index(card) + _svg(f'<use href="#{_href(card)}"/>', 100)
    return Markup(f'<span class="mini {suit_class(card)}" role="img" aria-label="{card.name}">{shown}</span>')


@cache
def icon(name: str) -> Markup:
    """An icon, hidden from screen readers: what it stands beside says the same. Raises `KeyError`."""
    lines = ' class="ln"' if name in _LINES else ""
    return Markup(f'<svg viewBox="0 0 16 16" aria-hidden="true"{lines}><path d="{ICONS[name]}"/></svg>')


def _svg(inner: str, size: int) -> str:
    return f'<svg viewBox="0 0 {size} {size}" aria-hidden="true">{inner}</svg>'


def _href(card: Card) -> str:
    assert card.suit is not None
    return f"cl-{card.suit.value.lower()}"


def _index(card: Card) -> str:
    return "10" if card.rank is Rank.TEN else card.rank.letter


def _pip(card: Card, x: float, y: float, width: float) -> str:
    """The suit's sign around a point; below the middle of the card it is upside down."""
    turned = f' transform="rotate(180 {x:g} {y:g})"' if y > 176 and width < 60 else ""
    return (
        f'<use href="#{_href(card)}" x="{x - width / 2:g}" y="{y - width / 2:g}" '
        f'width="{width:g}" height="{width:g}"{turned}/>'
    )


def _twice(part: str) -> str:
    """A part, and the same turned around the middle of the card."""
    return f'{part}<g transform="rotate(180 125 175)">{part}</g>'


def _index_at(card: Card, x: float, y: float, size: float) -> str:
    """The card's index with its foot at a point; in the sprite it is 54 high."""
    return _scaled(f"cl-i{_index(card)}", x, y, size / 54)


def _scaled(shape: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#{shape}" transform="translate({x} {y}) scale({scale:.3g})"/>'


def _wide(card: Card) -> str:
    ten = card.rank is Rank.TEN
    index = _index_at(card, 29 if ten else 31, _INDEX_Y.get(card.rank, 57), 48 if ten else 54)
    return _twice(index + _pip(card, 31, 84, 33)) + _middle(card)


def _middle(card: Card) -> str:
    """What lies between the indices: pips, the ace's ring, or the panel of a court card."""
    if card.rank in PIPS:
        width = 46 if card.rank <= Rank.SIX else 42
        return "".join(_pip(card, x, y, width) for x, y in PIPS[card.rank])
    if card.rank is Rank.ACE:
        ring = '<circle class="thin" cx="125" cy="175" r="62" stroke-dasharray="1 7"/>'
        if card.suit is Suit.SPADES:
            ring = (
                '<circle class="tint" cx="125" cy="175" r="66"/>'
                '<circle class="thin" cx="125" cy="175" r="66"/>'
                '<circle class="thin" cx="125" cy="175" r="59" stroke-dasharray="1 6.7"/>'
            )
        return ring + _pip(card, 125, 175, 84)
    place = (79, 85, 0.9) if card.rank is Rank.KING else (79, 86, 0.92)
    half = _pip(card, 125, 61, 30) + _scaled(f"cl-{card.rank.letter}", *place)
    band = "".join(f"M{x} 167l6 8-6 8-6-8Z" for x in range(77, 180, 16))
    return (
        '<rect class="tint" x="58" y="32" width="134" height="286" rx="7"/>'
        '<rect class="frame" x="58" y="32" width="134" height="286" rx="7"/>'
        '<rect class="frame" x="63.5" y="37.5" width="123" height="275" rx="4" style="stroke-width:1"/>'
        f'{_twice(half)}<path class="thin" d="M62 175H188"/><path class="band" d="{band}"/>'
    )


def _narrow(card: Card) -> str:
    x = _COMPACT_X.get(card.rank, 54)
    index = _index_at(card, x, _COMPACT_Y.get(card.rank, 104), 92 if card.rank is Rank.TEN else 106)
    if card.rank >= Rank.JACK:
        big = _scaled(f"cl-{card.rank.letter}", 92, 214, 1.32)
    else:
        big = _pip(card, 162, 254, 132)
    return f'{index}{_pip(card, x, 150, 64)}<g class="big">{big}</g>'


def _joker() -> tuple[str, str]:
    ring = '<circle class="tint" cx="125" cy="175" r="58"/><circle class="thin" cx="125" cy="175" r="58"/>'
    corner = _scaled("cl-JR", 15, 22, 0.36) + _scaled("cl-word", 32, 92, 1)
    wide = _twice(corner) + ring + _scaled("cl-JR", 83, 139, 0.84)
    narrow = _scaled("cl-JR", 14, 24, 0.62) + _scaled("cl-word", 45, 122, 4 / 3)
    return wide, f'{narrow}<g class="big">{_scaled("cl-JR", 105, 190, 1.22)}</g>'
