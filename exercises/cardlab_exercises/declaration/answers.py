"""Reading what people type and choose: lenient in form, strict in content.

>>> read_number(" Twelve ", "the total"), read_number("12.", "the total"), read_number("", "the total")
(12, 12, None)
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from cardlab.cards import Card, list_cards, list_words, parse_cards, quoted, seed_text
from cardlab.display.scene import FormChoice
from cardlab.errors import NotationError, SaidPlainly
from cardlab.wording import TENS, UNITS, signed

_JOINERS = "\u200c\u200d"
"""Invisible, but part of how some scripts and emoji are written."""

MOST = 99
"""The largest number that is taken for a number of points."""

_WIDE = 1000
"""A limit from here on only keeps out what cannot be meant."""

LONGEST_CODE = 40
"""Characters in the code of a class."""


class AnswerError(SaidPlainly, ValueError):
    """What was typed cannot be read as an answer; the message names the field and what is accepted."""


_UNITS = ("zero", *UNITS[1:])
_WORDS = {word: number for number, word in enumerate(_UNITS)}
_WORDS |= {word: 20 + 10 * place for place, word in enumerate(TENS)}
_WORDS |= {
    f"{tens} {unit}": _WORDS[tens] + number for tens in TENS for number, unit in enumerate(_UNITS[1:10], 1)
}
_WORDS |= dict.fromkeys(("nothing", "none", "nil", "no"), 0)


def read_number(text: str, what: str, most: int = MOST, least: int = 0) -> int | None:
    """The whole number from `least` to `most` in `text`, in figures or words; None when it is empty.

    >>> read_number("twenty-nine", "the total"), read_number("none", "flush")
    (29, 0)
    >>> read_number("1,250", "the score", most=9999), read_number("-100", "the hand", least=-5000)
    (1250, -100)

    Raises `AnswerError`, naming `what` and what is accepted.
    """
    plain = _plain(text, what)
    accepted = _accepted(least, most)
    if not plain:
        return None
    if _has_controls(plain):
        raise AnswerError(f"{what}: {quoted(text)} holds control characters; {accepted}")
    words = " ".join(re.split(r"[\s-]+", plain.lower().removesuffix(".")))
    if words in _WORDS:
        return _within(_WORDS[words], text, what, least, most)
    if re.fullmatch(r"[-−]\s*\d+", plain) and least >= 0:
        raise AnswerError(f"{what}: {quoted(text)} is less than nothing; {accepted}")
    match = re.fullmatch(r"([-−+]?)\s*([0-9]+|[0-9]{1,3}(?:[,' ][0-9]{3})+)\.?", plain)
    if not match:
        raise AnswerError(f"{what}: {quoted(text)} is not a number; {accepted}")
    digits = re.sub("[^0-9]", "", match[2]).lstrip("0")
    number = int(digits or "0") if len(digits) < 10 else 10**10  # int() refuses thousands of digits
    return _within(-number if match[1] in ("-", "−") else number, text, what, least, most)


def read_choice(text: str, what: str, choices: Sequence[FormChoice]) -> str:
    """The value of the one choice that `text` names, by its value or its label; "" when it is empty.

    >>> yes_no = (FormChoice("yes", "yes, it is"), FormChoice("no", "no"))
    >>> [read_choice(text, "legal?", yes_no) for text in (" Yes ", "yes it is", "n", "")]
    ['yes', 'yes', 'no', '']

    Raises `AnswerError`, naming `what` and what there is to choose from.
    """
    wanted = _words_of(_plain(text, what))
    if not wanted:
        return ""
    for choice in choices:
        short = choice.value[:1] if choice.value in ("yes", "no") else choice.value
        if wanted in (_words_of(choice.value), _words_of(choice.label), short):
            return choice.value
    offered = list_words([quoted(choice.value) for choice in choices], "or")
    raise AnswerError(f"{what}: {quoted(text)} is none of the choices; choose {offered}")


def read_choices(text: str, what: str, choices: Sequence[FormChoice]) -> tuple[str, ...]:
    """The values that `text` lists, in the order of `choices`; none when it is empty.

    The value "none" stands alone. Raises `AnswerError`, naming `what` and what there is to choose from.

    >>> fruit = (FormChoice("fig", "a fig"), FormChoice("pear", "a pear"))
    >>> read_choices("Pear, fig", "fruit", fruit)
    ('fig', 'pear')
    """
    words = [word for word in re.split(r"[\s,;]+", _plain(text, what)) if word]
    named = {read_choice(word, what, choices) for word in words}
    if "none" in named and len(named) > 1:
        raise AnswerError(f"{what}: either none of them, or some of them, but not both")
    return tuple(choice.value for choice in choices if choice.value in named)


def read_cards(text: str, what: str, lying: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that `text` names, sorted; each must be among those `lying` there.

    >>> read_cards("10h 5♥", "the fifteen", parse_cards("5H TH 2C"))
    (Card('5H'), Card('TH'))

    Raises `AnswerError` for anything that is not a card and for cards that are not there.
    """
    try:
        cards = parse_cards(_plain(text, what))
    except NotationError as error:
        raise AnswerError(f"{what}: {error}") from None
    missing = Counter(cards) - Counter(lying)
    if missing:
        raise AnswerError(f"{what}: {list_cards(missing)} cannot be picked here")
    return tuple(sorted(cards))


def _plain(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise AnswerError(f"{what} is given as text, not as {type(text).__name__}")
    return unicodedata.normalize("NFKC", text).strip()


def _has_controls(text: str) -> bool:
    return any(unicodedata.category(letter) == "Cc" and letter not in "\t\n\r" for letter in text)


def _words_of(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def is_number(value: object) -> bool:
    """Whether it is a whole number, as an argument: not text, a fraction or a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def _within(number: int, text: str, what: str, least: int, most: int) -> int:
    if not least <= number <= most:
        off = "too much" if number > most else "too little"
        limit = f"{signed(most)} is the most" if number > most else f"{signed(least)} is the least"
        accepted = limit if most >= _WIDE else f"write a whole number from {signed(least)} to {most}"
        raise AnswerError(f"{what}: {quoted(text)} is {off}; {accepted}")
    return number


def _accepted(least: int, most: int) -> str:
    """What may be written: limits so wide that they say nothing about the question are not named.

    >>> _accepted(0, 99), _accepted(-9999, 9999)
    ('write a whole number from 0 to 99, like 12 or twelve', 'write a whole number, like 120 or −50')
    """
    if most >= _WIDE:
        return f"write a whole number, like 120{' or −50' if least < 0 else ''}"
    example = min(most, 12)
    words = f" or {_UNITS[example]}" if example >= 0 else ""
    return f"write a whole number from {signed(least)} to {most}, like {example}{words}"


def read_seed(seed: str | int, most: int = 40) -> str:
    """A seed as text: any number or words on one line, up to `most` characters.

    >>> read_seed(" 20417 "), read_seed(7), read_seed("blue whale")
    ('20417', '7', 'blue whale')

    Raises `AnswerError` for anything but text or a whole number, for an empty or overlong one, for ``#`` and
    for what cannot be seen.
    """
    if not isinstance(seed, str) and not is_number(seed):
        raise AnswerError(f"the seed is a number or a word, not {quoted(seed)}")
    name = read_name(str(seed), "the seed", most)
    try:
        return seed_text(name)
    except NotationError as error:
        raise AnswerError(str(error)) from error


def read_switch(given: object, what: str) -> bool:
    """An argument that is on or off.

    >>> read_switch(1, "large")
    True

    Raises `AnswerError`, naming `what`, for all but True and False, or 1 and 0.
    """
    if not isinstance(given, int) or given not in (True, False):
        raise AnswerError(f"{what} is True or False, not {quoted(given)}")
    return bool(given)


def read_name(text: str, what: str, most: int = 100) -> str:
    """A name on one line, without spaces at its ends and with its accents in one form (NFC).

    Raises `AnswerError` for text that is not a name.
    """
    if not isinstance(text, str):
        raise AnswerError(f"{what} is a text, not {quoted(text)}")
    name = unicodedata.normalize("NFC", text.strip())
    kinds = [unicodedata.category(letter) for letter in name if letter not in _JOINERS]
    if not any(kind[0] in "LNPSC" for kind in kinds):
        raise AnswerError(f"{what} is empty; write a number or a word")
    if len(name) > most:
        raise AnswerError(f"{what} has {len(name)} characters; up to {most} are accepted")
    if any(kind in ("Cc", "Cf", "Cs", "Zl", "Zp") for kind in kinds):
        raise AnswerError(f"{what} {quoted(name)} holds control or invisible characters, or several lines")
    return name


def read_learner(text: str, what: str = "your name") -> str:
    """The name of a learner: a name with single spaces. Raises `AnswerError` for text that is not a name."""
    return plain_name(read_name(text, what))


def read_class_code(text: str) -> str:
    """The code of a class or a test, in the one form that it is kept in.

    >>> read_class_code(" 7B ")
    '7b'

    Raises `AnswerError` for text that is not a code.
    """
    what = "the class code"
    return read_name(plain_code(read_name(text, what, LONGEST_CODE)), what, LONGEST_CODE)


def plain_name(name: str) -> str:
    """A name in one form: accents as one letter (NFC), single spaces, none at the ends.

    >>> plain_name("  Zoe" + chr(0x308) + chr(0xA0) + " Smith") == "Zo" + chr(0xEB) + " Smith"
    True
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def plain_code(code: str) -> str:
    """The code of a class or a test in one form: as a name, in small letters.

    >>> plain_code(" 7B "), plain_code("Stra" + chr(0xDF) + "e")
    ('7b', 'strasse')
    """
    return plain_name(plain_name(code).casefold())
