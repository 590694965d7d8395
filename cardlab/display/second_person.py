"""A table as it speaks to the person who plays: "You play 5♠" instead of "South plays 5♠".

Events are told by the names of the seats, for whoever reads them. At a table one seat is somebody's own,
and what is said of it there is said to that person.

>>> to_you("South plays 5♠: 5.", "South"), to_you("North's crib goes to South.", "South")
('You play 5♠: 5.', "North's crib goes to you.")
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from cardlab.display.scene import Scene
from cardlab.display.scene_parts import (
    Board,
    Button,
    CardFace,
    Field,
    Form,
    Gauge,
    Group,
    LedgerLine,
    Message,
    Score,
    ScorePanel,
    Seat,
    Side,
    Told,
    Track,
    Zone,
)

_WORDS: Mapping[type, tuple[str, ...]] = {
    Scene: ("title", "prompt", "aside", "total_note", "status"),
    Seat: ("note", "said"),
    Zone: ("label", "note", "mark"),
    CardFace: ("note", "tag"),
    Side: ("name", "note"),
    Score: ("name", "note"),
    ScorePanel: ("name", "note"),
    Gauge: ("label", "note"),
    LedgerLine: ("call",),
    Told: ("text", "more"),
    Board: (),
    Track: ("name", "note"),
    Message: ("title", "text"),
    Group: ("name",),
    Button: ("label", "note", "why_not"),
    Form: ("prompt", "note"),
    Field: ("label", "note"),
}
"""Of each part of a scene the fields that are words; ids, actions and records stay as they are."""

_VERBS = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go", "passes": "pass"}
_VERBS |= {
    f"{verb}s": verb
    for verb in [
        "add",
        "answer",
        "ask",
        "begin",
        "call",
        "claim",
        "complete",
        "count",
        "cut",
        "deal",
        "discard",
        "draw",
        "hold",
        "lay",
        "lead",
        "let",
        "lose",
        "meld",
        "need",
        "pay",
        "peg",
        "pick",
        "play",
        "say",
        "score",
        "show",
        "shuffle",
        "sit",
        "spoil",
        "start",
        "stop",
        "take",
        "turn",
        "win",
    ]
}
"""The verbs that events tell of a player with, and how they are said to that player."""

T = TypeVar("T")


def addressed(part: T, name: str) -> T:
    """A scene, or a part of one, in which the player of the seat `name` is you."""
    words = _WORDS.get(type(part))
    if words is None:
        return part
    values: Any = part
    changes: dict[str, Any] = {}
    for field, value in zip(values._fields, values, strict=True):
        if type(value) is tuple:
            changes[field] = tuple([addressed(one, name) for one in value])
        elif not isinstance(value, str):
            changes[field] = addressed(value, name)
        elif field in words:
            changes[field] = to_you(value, name)
    made: T = values._replace(**changes)
    return made


def to_you(text: str, name: str) -> str:
    """A text in which `name` is you; verbs that tell of you alone, in the same clause, follow.

    >>> to_you("South shuffles last, North cuts the pack; 6 cards each, North first", "South")
    'You shuffle last, North cuts the pack; 6 cards each, North first'
    >>> to_you("South and North win. West shows Q♦ and takes the pile of South and North.", "South")
    'You and North win. West shows Q♦ and takes the pile of you and North.'
    >>> to_you("South has cut 2♠, and deals. North claims 4, which South does not peg.", "South")
    'You have cut 2♠, and deal. North claims 4, which you do not peg.'
    """
    if name not in text:
        return text
    return _clause(name).sub(_said_to_you, text)


@cache
def _clause(name: str) -> re.Pattern[str]:
    """The name, and what may be said of it: up to the end of the clause or the next name."""
    other = r"(?:South|West|North|East)\b"
    return re.compile(rf"(?P<start>^|[.!?] |“)?\b{name}\b(?P<own>'s\b)?(?P<rest>(?:(?!{other})[^.:;])*)")


_VERB = re.compile(r"(?P<before>^ |,? and |, )(?P<verb>[a-z]+)\b")


def _said_to_you(match: re.Match[str]) -> str:
    start, rest = match["start"], match["rest"]
    you = "your" if match["own"] else "you"
    if start is not None:
        you = you.capitalize()
    if not match["own"] and not rest.startswith(" and "):
        rest = _VERB.sub(lambda verb: verb["before"] + _VERBS.get(verb["verb"], verb["verb"]), rest)
    return f"{start or ''}{you}{rest}"
