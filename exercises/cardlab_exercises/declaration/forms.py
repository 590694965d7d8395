"""The forms of an answer: fields to declare, how each is read, and how far it is right.

What a field holds is text in canonical form: a number in figures, the value chosen, the values chosen
in the order of the choices, cards sorted, an action as the game writes it. So two answers are the same
if their texts are.

>>> field = yes_no("go", "must you say go?")
>>> read_field(field, " Yes. "), share(field, "yes", "no")
('yes', 0.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from cardlab.cards import Card, parse_cards, show_cards
from cardlab.display.scene import Field, FormChoice
from cardlab_exercises.declaration.answers import (
    AnswerError,
    read_cards,
    read_choice,
    read_choices,
    read_number,
)
from cardlab_exercises.declaration.exercise import Result

NONE = FormChoice("none", "none of these")
"""The choice for those who find that nothing applies; it stands alone."""

_YES_NO = (FormChoice("yes", "yes"), FormChoice("no", "no"))


def number(name: str, label: str, most: int = 99, least: int = 0, large: bool = True) -> Field:
    """A whole number from `least` to `most`."""
    return Field(name, label, large=large, most=most, least=least)


def row(name: str, label: str, most: int = 99, least: int = 0) -> Field:
    """A number in a row of a score sheet; each row counts as a part of the answer."""
    return Field(name, label, kind="row", most=most, least=least)


def yes_no(name: str, label: str) -> Field:
    """Yes or no."""
    return Field(name, label, kind="one", choices=_YES_NO)


def choose(name: str, label: str, choices: Iterable[tuple[str, str]]) -> Field:
    """One of `choices`, pairs of a value (a word without spaces) and a label."""
    return Field(name, label, kind="one", choices=_choices(choices))


def several(name: str, label: str, choices: Iterable[tuple[str, str]], none: bool = True) -> Field:
    """Any number of `choices`; `none` offers "none of these" too."""
    offered = _choices(choices)
    return Field(name, label, kind="several", choices=(*offered, NONE) if none else offered)


def cards(name: str, label: str) -> Field:
    """Cards picked on the table, among those that can be selected there."""
    return Field(name, label, kind="cards")


def action(name: str, label: str) -> Field:
    """An action in the game's notation."""
    return Field(name, label, kind="action")


def _choices(pairs: Iterable[tuple[str, str]]) -> tuple[FormChoice, ...]:
    return tuple(FormChoice(value, label) for value, label in pairs)


# ---------------------------------------------------------------- reading and comparing


def read_field(
    field: Field,
    text: str,
    lying: Collection[Card] = (),
    read_action: Callable[[str], str] | None = None,
) -> str:
    """What `text` says in canonical form; "" when it says nothing.

    `lying` are the cards that can be picked; `read_action` gives an action's canonical text.
    Raises `AnswerError` for what cannot be read as an answer.
    """
    if field.kind in ("number", "row"):
        found = read_number(text, field.label, field.most, field.least)
        return "" if found is None else str(found)
    if field.kind == "one":
        return read_choice(text, field.label, field.choices)
    if field.kind == "several":
        return " ".join(read_choices(text, field.label, field.choices))
    if field.kind == "cards":
        return show_cards(read_cards(text, field.label, lying))
    if not isinstance(text, str):
        raise AnswerError(f"{field.label} is given as text, not as {type(text).__name__}")
    if field.kind == "action" and read_action is not None and text.strip():
        try:
            return read_action(text)
        except ValueError as error:
            raise AnswerError(f"{field.label}: {error}") from None
    return text.strip()


def share(field: Field, given: str, right: str) -> float:
    """How far `given` is right, from 0 to 1: of several things each one found adds, each false one takes.

    >>> share(several("safe", "safe?", [("a", "A"), ("b", "B"), ("c", "C")]), "a c", "a b")
    0.0
    """
    if given == right:
        return 1.0
    if field.kind not in ("several", "cards") or right in ("", "none"):
        return 0.0
    parts: Callable[[str], Iterable[object]] = parse_cards if field.kind == "cards" else str.split
    found, wanted = Counter(parts(given)), Counter(parts(right))
    hits, false = (found & wanted).total(), (found - wanted).total()
    return max(0, hits - false) / wanted.total()


def result(field: Field, given: str, right: str) -> Result:
    """How a field went, in a few words that do not give the answer away."""
    if given == right:
        return Result("right", "right")
    if field.kind in ("number", "row"):
        off = int(right) - int(given)
        return Result("wrong", f"{off} short" if off > 0 else f"{-off} too many")
    if field.kind in ("several", "cards"):
        return Result("wrong", _several_note(field, given, right))
    return Result("wrong", "wrong" if field.kind == "text" else "not this one")


def _several_note(field: Field, given: str, right: str) -> str:
    parts: Callable[[str], Iterable[object]] = parse_cards if field.kind == "cards" else str.split
    found, wanted = Counter(parts(given)), Counter(parts(right))
    missing, false = (wanted - found).total(), (found - wanted).total()
    notes = [f"{missing} missing"] if missing and right != "none" else []
    return ", ".join(notes + ([f"{false} wrong"] if false else []))


def another(field: Field, right: str, lying: Collection[Card] = ()) -> str:
    """Some answer that is all wrong, for an example; "" where there is none."""
    if field.kind in ("number", "row"):
        return str(int(right) + 1 if int(right) < field.most else int(right) - 1)
    if field.kind in ("one", "several"):
        wrong = [choice.value for choice in field.choices if choice.value not in right.split()]
        return wrong[0] if wrong else ""
    if field.kind == "cards":
        left = Counter(lying) - Counter(parse_cards(right))
        return next((card.code for card in left), "")
    return ""
