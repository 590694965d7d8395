"""What the option sets of both games share: presets by name, and changes that are checked.

A game's options are a NamedTuple whose first field, `preset`, names the rule set they start from and
whose other fields are `Literal` types; their meaning in words is in the game's rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from cardlab.cards import list_words, quoted
from cardlab.errors import InputError

_PLAYERS = {"two": 2, "three": 3, "four": 4}

O = TypeVar("O", bound=tuple[Any, ...])  # noqa: E741  (a NamedTuple of options)


def choose(presets: Mapping[str, O], preset: str, changes: Mapping[str, object]) -> O:
    """The options of `preset` with `changes`.

    Raises `ValueError` for an unknown preset, option or value, saying what there is.
    """
    if not isinstance(preset, str) or preset not in presets:
        raise InputError(f"there is no preset {quoted(preset)}; there is {list_words(list(presets), 'and')}")
    return change(presets[preset], changes)


def given(kind: type[O], presets: Mapping[str, O], options: O | str) -> O:
    """`options` themselves, or those that a preset's name or a `label` stands for.

    Raises `ValueError` for anything else, saying what to write, and for a value that an option cannot have.
    """
    if isinstance(options, str):
        return read_label(options, presets)
    if not isinstance(options, kind):
        raise InputError(
            f"options must be the name of a preset ({list_words([repr(name) for name in presets], 'or')}) "
            f"or made by options(...), not {type(options).__name__}"
        )
    base = presets.get(str(options[0]))
    if options is not base and not (base and _in_range(options)):
        choose(presets, options[0], departures(presets, options))
    return options


def _in_range(options: tuple[Any, ...]) -> bool:
    """Whether each option has one of its values, of its very type."""
    return all(
        any(value == choice and type(value) is type(choice) for choice in choices)
        for value, choices in zip(options[1:], allowed(type(options)).values(), strict=True)
    )


def change(options: O, changes: Mapping[str, object]) -> O:
    """`options` with `changes`, each value given as itself or as text.

    Raises `ValueError` for an unknown option or value, saying what there is.
    """
    table = allowed(type(options))
    checked = {}
    for name, value in changes.items():
        if name not in table:
            near = get_close_matches(name, table, n=1, cutoff=0.5)
            advice = f"; did you mean {near[0]}?" if near else f"; there are {list_words(sorted(table))}"
            raise InputError(f"there is no option {quoted(name)}{advice}")
        match = [choice for choice in table[name] if str(choice).lower() == str(value).lower()]
        if not match:
            choices = list_words([str(choice) for choice in table[name]], "or")
            raise InputError(f"the option {name} can be {choices}, not {quoted(value)}")
        checked[name] = match[0]
    return options._replace(**checked)  # type: ignore[attr-defined,no-any-return]


@cache
def allowed(kind: type[tuple[Any, ...]]) -> dict[str, tuple[object, ...]]:
    """Each option's name and the values it can take, `preset` aside."""
    hints = get_type_hints(kind)
    return {name: get_args(hint) for name, hint in hints.items() if name != "preset"}


def differences(options: O, base: O) -> dict[str, object]:
    """The options that differ from `base`, `preset` aside: what a record or a caption has to name."""
    fields = options._fields  # type: ignore[attr-defined]
    return {
        name: value
        for name, value, default in zip(fields, options, base, strict=True)
        if value != default and name != "preset"
    }


def label(options: O, presets: Mapping[str, O]) -> str:
    """The rule set in words: its preset, for how many, and each other option that differs.

    >>> from cardlab.cribbage.rules.options import PRESETS
    >>> label(PRESETS["classic"]._replace(players=3, counting="by_hand"), PRESETS)
    'classic rules for three players, counting by hand'
    """
    changed = differences(options, presets[options[0]])
    players = changed.pop("players", None)
    many = next((word for word, number in _PLAYERS.items() if number == players), "")
    rules = f"{options[0]} rules{f' for {many} players' if many else ''}"
    return ", ".join([rules, *(f"{name} {value}".replace("_", " ") for name, value in changed.items())])


def call(options: O, presets: Mapping[str, O]) -> str:
    """The call that makes the options, which is how they are shown in Python.

    >>> from cardlab.cribbage.rules.options import PRESETS
    >>> call(PRESETS["classic"]._replace(players=3), PRESETS)
    "options('classic', players=3)"
    """
    changed = differences(options, presets.get(options[0], next(iter(presets.values()))))
    arguments = [repr(options[0]), *(f"{name}={value!r}" for name, value in changed.items())]
    return f"options({', '.join(arguments)})"


def read_label(text: str, presets: Mapping[str, O]) -> O:
    """The options that `label` describes so; a preset's name alone will do.

    >>> from cardlab.cribbage.rules.options import PRESETS
    >>> read_label("classic rules for three players, counting by hand", PRESETS).counting
    'by_hand'

    Raises `ValueError` for an unknown preset, option or value, saying what there is.
    """
    first, *parts = [part.strip() for part in text.split(",")]
    match = re.fullmatch(r"(\S+) rules(?: for (\w+) players)?", first)
    changes: dict[str, object] = {}
    if match and match[2]:
        changes["players"] = _PLAYERS.get(match[2], match[2])
    chosen = choose(presets, match[1] if match else first, {})
    table = allowed(type(chosen))
    for part in parts:
        words = "_".join(part.split())
        name = max((name for name in table if words.startswith(f"{name}_")), key=len, default=words)
        changes[name] = words[len(name) + 1 :]
    return change(chosen, changes)


def departures(presets: Mapping[str, O], options: O) -> dict[str, object]:
    """The options that differ from their preset. Raises `ValueError` where there is no such preset."""
    return differences(options, choose(presets, options[0], {}))
