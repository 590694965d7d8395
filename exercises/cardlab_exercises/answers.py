"""Reading what people type: lenient in form, strict in content.

>>> read_number(" Twelve ", "the total"), read_number("12.", "the total"), read_number("", "the total")
(12, 12, None)
"""

from __future__ import annotations

import re
import unicodedata

from cardlab.cards import quoted, seed_text
from cardlab.errors import NotationError

_JOINERS = "\u200c\u200d"
"""Invisible, but part of how some scripts and emoji are written."""

MOST = 99
"""The largest number that is taken for a number of points."""


class AnswerError(ValueError):
    """What was typed cannot be read as an answer; the message names the field and what is accepted."""


# fmt: off
_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on
_WORDS = {word: number for number, word in enumerate(_UNITS)}
_WORDS |= {word: 20 + 10 * place for place, word in enumerate(_TENS)}
_WORDS |= {
    f"{tens} {unit}": _WORDS[tens] + number for tens in _TENS for number, unit in enumerate(_UNITS[1:10], 1)
}
_WORDS |= dict.fromkeys(("nothing", "none", "nil", "no"), 0)


def read_number(text: str, what: str, most: int = MOST) -> int | None:
    """The whole number from 0 to `most` in `text`, in figures or words; None when it is empty.

    >>> read_number("twenty-nine", "the total"), read_number("none", "flush")
    (29, 0)

    Raises `AnswerError`, naming `what` and what is accepted.
    """
    if not isinstance(text, str):
        raise AnswerError(f"{what} is given as text, not as {type(text).__name__}")
    plain = unicodedata.normalize("NFKC", text).strip()
    example = min(most, 12)
    accepted = f"write a whole number from 0 to {most}, like {example} or {_UNITS[example]}"
    if not plain:
        return None
    if any(unicodedata.category(letter) == "Cc" and letter not in "\t\n\r" for letter in plain):
        raise AnswerError(f"{what}: {quoted(text)} holds control characters; {accepted}")
    words = " ".join(re.split(r"[\s-]+", plain.lower().removesuffix(".")))
    if words in _WORDS:
        return _within(_WORDS[words], text, what, most)
    if re.fullmatch(r"[-−]\s*\d+", plain):
        raise AnswerError(f"{what}: {quoted(text)} is less than nothing; {accepted}")
    if not re.fullmatch(r"[0-9]+\.?", plain):
        raise AnswerError(f"{what}: {quoted(text)} is not a number; {accepted}")
    digits = plain.rstrip(".").lstrip("0")
    number = int(digits or "0") if len(digits) < 10 else most + 1  # int() refuses thousands of digits
    return _within(number, text, what, most)


def is_number(value: object) -> bool:
    """Whether it is a whole number, as an argument: no text, no fraction, no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def _within(number: int, text: str, what: str, most: int) -> int:
    if number > most:
        raise AnswerError(f"{what}: {quoted(text)} is too much; write a whole number from 0 to {most}")
    return number


def read_seed(seed: str | int, most: int = 40) -> str:
    """A seed as text: any number or words on one line, up to `most` characters.

    >>> read_seed(" 20417 "), read_seed(7), read_seed("blue whale")
    ('20417', '7', 'blue whale')

    Raises `AnswerError` for what is no text or whole number, for an empty or overlong one, for ``#`` and
    for what cannot be seen.
    """
    if not isinstance(seed, str) and not is_number(seed):
        raise AnswerError(f"the seed is a number or a word, not {quoted(seed)}")
    name = read_name(str(seed), "the seed", most)
    try:
        return seed_text(name)
    except NotationError as error:
        raise AnswerError(str(error)) from error


def read_name(text: str, what: str, most: int = 100) -> str:
    """A name on one line, as it was written but for spaces at its ends. Raises `AnswerError`."""
    if not isinstance(text, str):
        raise AnswerError(f"{what} is a text, not {quoted(text)}")
    name = text.strip()
    kinds = [unicodedata.category(letter) for letter in name if letter not in _JOINERS]
    if not any(kind[0] in "LNPSC" for kind in kinds):
        raise AnswerError(f"{what} is empty; write a number or a word")
    if len(name) > most:
        raise AnswerError(f"{what} has {len(name)} characters; up to {most} are accepted")
    if any(kind in ("Cc", "Cf", "Cs", "Zl", "Zp") for kind in kinds):
        raise AnswerError(f"{what} {quoted(name)} holds control or invisible characters, or several lines")
    return name
