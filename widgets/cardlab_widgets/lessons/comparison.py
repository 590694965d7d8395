"""Plain tables for lessons: what a computer player weighs, and where two rule sets disagree.

Both are values with an HTML and a text form; neither needs a widget.

>>> print(compare("cribbage").rows[0][0])
Heavy losses
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from markupsafe import Markup

from cardlab.display.scene import sentence
from cardlab.errors import InputError
from cardlab.game import referee
from cardlab.options import differences
from cardlab.players import Candidate
from cardlab.plugins import game_plugin
from cardlab.rulebook import load
from cardlab.wording import gain, in_words, with_signs

_CELL = "text-align:left;vertical-align:top;white-space:normal;max-width:22em"
_CAPTION = "text-align:left;white-space:nowrap"
_WIDE = 44
"""Characters of a column of text; longer words are in the HTML."""


@dataclass(frozen=True, repr=False)
class ComparisonTable:
    """A table with a heading and a note under it. The first cell of each row names it."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def __str__(self) -> str:
        cut = [[_short(cell) for cell in row] for row in (self.heads, *self.rows)]
        wide = [max(map(len, column)) for column in zip(*cut, strict=True)]
        lines = [" ".join(cell.ljust(size) for cell, size in zip(row, wide, strict=True)) for row in cut]
        return "\n".join(filter(None, [self.title, *map(str.rstrip, lines), self.note]))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        heads = Markup("").join(
            Markup('<th scope="col" style="{}">{}</th>').format(_CELL, head) for head in self.heads
        )
        rows = Markup("").join(
            Markup("<tr>{}</tr>").format(
                Markup('<th scope="row" style="{}">{}</th>').format(_CELL, row[0])
                + Markup("").join(Markup('<td style="{}">{}</td>').format(_CELL, cell) for cell in row[1:])
            )
            for row in self.rows
        )
        caption = (
            Markup('<caption style="{}">{}</caption>').format(_CAPTION, self.title) if self.title else ""
        )
        note = Markup("<p>{}</p>").format(self.note) if self.note else ""
        table = Markup("<table>{}<thead><tr>{}</tr></thead><tbody>{}</tbody></table>{}")
        return str(table.format(caption if self.title else "", heads, rows, note))


def _short(text: str) -> str:
    return text if len(text) <= _WIDE else f"{text[: _WIDE - 3]}..."


def compare(
    game: str, presets: Sequence[str] = ("course", "classic"), every: bool = False
) -> ComparisonTable:
    """Where the rule sets of a game disagree, option by option, in the rulebook's words.

    With `every` the options in which they agree are listed too.

    Raises `ValueError` for a game or preset that does not exist.
    """
    make = referee(game).make_options
    first, *others = sets = [make(name) for name in presets]
    differ = {name for other in others for name in differences(first, other)}
    rows = [
        (text.title, *(text.values[str(getattr(chosen, name))] for chosen in sets))
        for name, text in load(game).options.items()
        if every or name in differ
    ]
    return ComparisonTable("", ("", *(chosen.label for chosen in sets)), tuple(rows))


def advise(
    game: str = "cribbage",
    level: str = "strong",
    preset: str = "course",
    most: int = 6,
    seed: str | int = 1,
    **position: Any,
) -> ComparisonTable:
    """What a computer player would do in a position, and the numbers of the `most` best it weighed.

    `position` is what the game's `position` takes, as in `watch`. The player sees what its seat sees.

    Raises `ValueError` for a game, level or position that cannot be.
    """
    rules = referee(game)
    options = rules.make_options(preset, **position.pop("options", {}))
    state = rules.position(options=options, seed=seed, **position)
    seat = rules.to_act(state)
    if seat is None:
        raise InputError("nobody is to act in this position")
    player = game_plugin(game).players.player(level)
    choice = player(rules.view(state, seat), Random(str(seed)))
    chance = choice.unit == "chance"
    weighed = choice.candidates[:most]
    names = () if chance else tuple(name for name, _ in weighed[0].parts) if weighed else ()
    name = rules.seat_names(options)[seat]
    return ComparisonTable(
        f"{name}'s choice: {in_words(rules.write_action(choice.action))} ({level} player, {options.label})",
        ("", *(names if len(names) > 1 else ()), "chance to win" if chance else "points"),
        tuple(_weighed(candidate, names if len(names) > 1 else (), chance) for candidate in weighed),
        sentence(with_signs(choice.note)) if choice.note else "",
    )


def _weighed(candidate: Candidate, names: Sequence[str], chance: bool) -> tuple[str, ...]:
    parts = dict(candidate.parts)
    worth = f"{candidate.worth:.1%}" if chance else gain(candidate.worth)
    return (in_words(str(candidate.action)), *(gain(parts.get(name, 0)) for name in names), worth)
