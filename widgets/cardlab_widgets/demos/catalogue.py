"""Which demos there are: what the start page says of each, and the note for its teacher.

>>> entry("pegging").title, entry("pegging").minutes
('Pegging', 12)
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from markupsafe import Markup

from cardlab.cards import list_words, parse_cards, quoted
from cardlab.errors import InputError
from cardlab.wording import in_figures


class Entry(NamedTuple):
    """A demo. `picture` is cards; `wrong`, answers to expect and what to say to them; `plots`: it has one."""

    id: str
    game: str
    title: str
    summary: str
    picture: str
    minutes: int
    questions: tuple[str, ...]
    wrong: tuple[tuple[str, str], ...]
    plots: bool = False

    @property
    def length(self) -> str:
        """How long it takes, in words."""
        return in_figures(self.minutes, "minute")

    @property
    def notes(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The teacher's note, as headings with their lines."""
        return (
            (self.length, (self.summary,)),
            ("Questions to ask", self.questions),
            ("Wrong answers to expect", tuple(f"“{answer}” {right}" for answer, right in self.wrong)),
        )


@cache
def catalogue() -> tuple[Entry, ...]:
    """All demos, in the order of the start page."""
    text = files("cardlab_widgets.demos").joinpath("notes.toml").read_text(encoding="utf-8")
    made = tomllib.loads(text)["demo"]
    return tuple(
        Entry(**{**one, "questions": tuple(one["questions"]), "wrong": tuple(map(tuple, one["wrong"]))})
        for one in made
    )


def entry(id: str) -> Entry:
    """The demo of that name. Raises `ValueError` with advice when there is none."""
    found = {one.id: one for one in catalogue()}
    if id not in found:
        near = get_close_matches(str(id), found, n=1)
        advice = f"; did you mean {near[0]}?" if near else f"; there are {list_words(sorted(found))}"
        raise InputError(f"there is no demo {quoted(id)}{advice}")
    return found[id]


def picture(one: Entry) -> Markup:
    """The cards of a demo, as the start page shows them; their shapes are in `faces.SPRITE`."""
    from cardlab_widgets.screen.faces import face, suit_class

    cards = [
        f'<span class="card {suit_class(card)}">{face(card, True)}</span>'
        for card in parse_cards(one.picture)
    ]
    return Markup(f'<span class="fan" aria-hidden="true">{"".join(cards)}</span>')
