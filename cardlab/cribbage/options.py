"""The options of Cribbage and the presets `course` and `classic`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardlab import options as _options


class Options(NamedTuple):
    """One complete set of rules. The rulebook says in words what each value means.

    >>> Options().flush_hand
    'four_or_five'
    """

    preset: str = "course"
    flush_hand: Literal["four_or_five", "five_only"] = "four_or_five"

    @property
    def label(self) -> str:
        """The rule set in words: ``course rules``, ``classic rules, target 61``."""
        changed = _options.differences(self, PRESETS[self.preset])
        return ", ".join([f"{self.preset} rules", *(f"{name} {value}" for name, value in changed.items())])


COURSE = Options()
CLASSIC = Options(preset="classic")
PRESETS: dict[str, Options] = {"course": COURSE, "classic": CLASSIC}


def options(preset: str = "course", **changes: object) -> Options:
    """The options of a preset, with changes.

    >>> options("classic", flush_hand="five_only").label
    'classic rules, flush_hand five_only'

    Raises `ValueError` for an unknown preset, option or value, saying what there is.
    """
    return _options.choose(PRESETS, preset, changes)
