"""What can be chosen for another game at a table: its deal, the level, the rule set and each single option.

What is chosen is read as `play` reads its arguments, so the two refuse the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from cardlab.cards import list_words, quoted
from cardlab.display.scene import Button, Field, Form, FormChoice
from cardlab.errors import InputError
from cardlab.game import Game, Referee
from cardlab.options import allowed
from cardlab.rulebook import OptionText, load

LEVELS = ("beginner", "steady", "strong")
PRESETS = ("course", "classic")
"""The rule sets that every game has."""

_AT_HAND = ("players", "target", "match", "counting")
"""Options that stand beside the level; all others are behind a toggle."""
_AS_PRESET = FormChoice("", "as in the rule set")


def read_level(level: object) -> str:
    """A computer player's level. Raises `InputError` naming the levels for any other."""
    if not isinstance(level, str) or level not in LEVELS:
        raise InputError(f"there is no level {quoted(level)}; there are {list_words(LEVELS)}")
    return level


def form(game: Game, level: str) -> Form:
    """The form for another game, filled in as this one is."""
    fields = list(_options(game))
    at_hand = [field for field in fields if field.name in _AT_HAND]
    return Form(
        "Another game",
        (
            _menu("level", "computer players", LEVELS, level),
            _menu("preset", "rule set", PRESETS, game.options.preset),
            *at_hand,
            Field("seed", "seed", game.seed, kind="text"),
        ),
        (Button("new", "New game", primary=True), Button("seed", "Deal this seed")),
        more=tuple(field for field in fields if field not in at_hand),
        fold="Single rules",
    )


def read(referee: Referee, values: Mapping[str, str], options: Any, level: str) -> tuple[Any, str]:
    """The options and the level chosen in the form; what it does not name stays as it is.

    Raises `ValueError` as `play` does.
    """
    if "preset" not in values:
        return options, level
    changes = {name: values[name] for name in _choices(options) if values.get(name)}
    return referee.make_options(values["preset"], **changes), read_level(values.get("level", level))


def _options(game: Game) -> Iterator[Field]:
    """A menu for each option that has a choice, in the order of the rulebook."""
    referee, options = game.referee, game.options
    texts = load(referee.name).options
    presets = [referee.make_options(name) for name in PRESETS]
    changed = referee.option_changes(options)
    for name, values in _choices(options).items():
        if len(values) < 2:
            continue
        text = texts.get(name, OptionText(name, name.replace("_", " "), {}))
        choices = tuple(FormChoice(str(value), text.values.get(str(value), str(value))) for value in values)
        if len({getattr(preset, name) for preset in presets}) > 1:
            value = str(changed.get(name, ""))
            yield Field(name, text.title, value, kind="menu", choices=(_AS_PRESET, *choices))
        else:
            yield Field(name, text.title, str(getattr(options, name)), kind="menu", choices=choices)


def _choices(options: Any) -> Mapping[str, tuple[object, ...]]:
    """Each option's values."""
    return allowed(cast(Any, type(options)))


def _menu(name: str, label: str, values: tuple[str, ...], value: str) -> Field:
    choices = tuple(FormChoice(one, one) for one in values)
    return Field(name, label, value, kind="menu", choices=choices)
