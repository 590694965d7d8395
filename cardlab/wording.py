"""Notation and numbers as they are shown to those who read a screen."""

from __future__ import annotations

import re

from cardlab.cards import Card, Rank


def in_words(notation: str) -> str:
    """
    >>> in_words("lay 5H JD"), in_words("go"), in_words("meld KS KH 2D, +8#2 8C")
    ('Lay 5♥ J♦', 'Go', 'Meld K♠ K♥ 2♦, 8♣ to the eights')
    >>> in_words("pick 99"), in_words("cut 20")
    ('Draw card 99', 'Lift 20 cards')
    """
    notation = _CUT.sub(r"lift \1 cards", _PICK.sub(r"draw card \1", notation))
    shown = with_signs(_ADDED.sub(lambda added: f"{added[2]} to the {_plural(added[1])}", notation))
    shown = _ONTO.sub(lambda onto: f"onto the {_plural(onto[1])}", shown)
    return upper(shown)


_PICK = re.compile(r"^pick (\d+)$")
_CUT = re.compile(r"^cut (\d+)$")
_ADDED = re.compile(r"\+([2-9TJQKA])(?:#\d)? ([^,]+)")
_ONTO = re.compile(r"\bonto ([2-9TJQKA])(?:#\d)?(?!\w)")


def _plural(letter: str) -> str:
    return next(rank.plural for rank in Rank if rank.letter == letter)


def with_signs(text: str) -> str:
    """Text in which cards in notation have their suit's sign."""
    return " ".join(_sign(word) for word in text.split(" "))


def _sign(word: str) -> str:
    bare = word.strip(".,;:()")
    if not re.fullmatch(r"[2-9TJQKA][SHDC]|J[RB]", bare):
        return word
    return word.replace(bare, Card(bare).short)


def signed(number: float, form: str = ",") -> str:
    """A number as it is shown: with a real minus sign if it is negative. Input uses a hyphen.

    `form` is Python's: ``"+,"`` for what is added or taken off, ``"z.2f"`` for an average.

    >>> signed(-1500), signed(35), signed(35, "+,"), signed(-0.25, "z.2f")
    ('−1,500', '35', '+35', '−0.25')
    """
    return format(number, form).replace("-", "−")


def gain(number: float) -> str:
    """A part of what an action is worth to a computer player.

    >>> gain(2.0), gain(-0.25), gain(-0.001)
    ('+2.00', '−0.25', '0')
    """
    text = signed(number, "+z.2f")
    return "0" if text == "+0.00" else text


# fmt: off
UNITS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
"""The numbers below twenty as they stand before what is counted: ``no cards``, ``one card``."""
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on


def spelled(number: int) -> str:
    """A number from 0 to 99 in words, as players count aloud.

    >>> spelled(12), spelled(20), spelled(31)
    ('twelve', 'twenty', 'thirty-one')
    """
    if number < len(UNITS):
        return UNITS[number]
    tens, unit = divmod(number, 10)
    return f"{TENS[tens - 2]}-{UNITS[unit]}" if unit else TENS[tens - 2]


def say(number: int) -> str:
    """A number in a sentence: up to twelve in words, above it in figures.

    >>> say(3), say(15)
    ('three', '15')
    """
    return spelled(number) if 0 <= number <= 12 else str(number)


def upper(text: str) -> str:
    """Words with a capital at their beginning."""
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    """Words that do not begin a sentence any more."""
    return text[:1].lower() + text[1:]


def plural(number: int, one: str, many: str = "") -> str:
    """A number of things, for a sentence.

    >>> plural(1, "card"), plural(0, "card"), plural(2, "group of cards", "groups of cards")
    ('one card', 'no cards', 'two groups of cards')
    """
    return f"{say(number)} {one if number == 1 else many or one + 's'}"


def in_figures(number: int, one: str) -> str:
    """A number of things, for a table or a note, where figures are quicker to read.

    >>> in_figures(1, "card"), in_figures(0, "card")
    ('1 card', '0 cards')
    """
    return f"{number} {one}{'s' * (number != 1)}"
