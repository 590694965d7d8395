"""What the tables of both games share in a terminal: the frame, cards side by side, the help."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from cardlab.cards import Card


def framed(lines: Sequence[RenderableType], game: str, options: Any, dealer: str, seed: object) -> Panel:
    """A table 80 characters wide, and over it the game, its rules, who deals, if that is known, the seed."""
    deals = f" · {dealer} deals" if dealer else ""
    title = Text(f"{game} · {options.label}{deals} · seed {seed}")
    return Panel(Group(*lines), title=title, title_align="left", width=80)


def cards_text(cards: Iterable[Card], dim: Collection[Card] = ()) -> Text:
    """Cards side by side; red suits in red, those in `dim` dimmed."""
    text = Text()
    for card in cards:
        red = card.suit is not None and card.suit.is_red
        style = "dim" if card in dim else "bold red" if red else "bold"
        text.append(card.short, style=style).append(" ")
    return text


def lines_without(text: str, off: Mapping[str, bool]) -> str:
    """A help text without the lines on what the rules have no use for, by their first word.

    >>> lines_without("  cut 23   cuts\\n  stop     stops", {"stop": True})
    '  cut 23   cuts'
    """
    return "\n".join(line for line in text.splitlines() if not off.get(line.split()[0], False))
