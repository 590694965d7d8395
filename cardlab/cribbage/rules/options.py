"""The options of Cribbage and the presets `course` and `classic`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardlab import options as _options


class Options(NamedTuple):
    """One complete set of rules. The rulebook says in words what each value means.

    >>> Options().flush_hand
    'four_or_five'
    >>> options(players=4).sides, options(players=3).sides
    (2, 3)
    """

    preset: str = "course"
    players: Literal[2, 3, 4] = 2
    target: Literal[121, 61] = 121
    match: Literal[1, 3, 5, 7] = 1
    counting: Literal["automatic", "by_hand"] = "automatic"
    muggins: Literal["off", "on"] = "off"
    heels_claim: Literal["automatic", "claimed"] = "automatic"
    loss_scheme: Literal["lurch", "skunk", "acc"] = "lurch"
    skunk_in_61: Literal["scaled", "none"] = "scaled"
    cut_leave: Literal["four_at_end", "four_at_both_ends"] = "four_at_end"
    starter_turned_by: Literal["dealer", "cutter"] = "dealer"
    go_continue: Literal["may", "must"] = "may"
    next_lead: Literal["go_caller", "left_of_last_player"] = "go_caller"
    go_then_31: Literal["two_in_all", "one_and_two"] = "two_in_all"
    last_card_after_go: Literal["one_per_count", "separate"] = "one_per_count"
    peg_pair_royal: Literal[6, "absent"] = 6
    show_four_of_a_kind: Literal[12] = 12
    flush_hand: Literal["four_or_five", "five_only"] = "four_or_five"

    @property
    def sides(self) -> int:
        """How many scores are kept: one a player, or one a pair of partners."""
        return 3 if self.players == 3 else 2

    @property
    def label(self) -> str:
        """The rule set in words: ``course rules``, ``classic rules, target 61``."""
        return _options.label(self, PRESETS)

    def __repr__(self) -> str:
        return _options.call(self, PRESETS)


COURSE = Options()
CLASSIC = Options(
    preset="classic",
    loss_scheme="skunk",
    cut_leave="four_at_both_ends",
    go_continue="must",
    next_lead="left_of_last_player",
)
PRESETS: dict[str, Options] = {"course": COURSE, "classic": CLASSIC}


def options(preset: str = "course", /, **changes: object) -> Options:
    """The options of a preset, with changes.

    >>> options("classic", flush_hand="five_only").label
    'classic rules, flush hand five only'

    Raises `ValueError` for an unknown preset, option or value, saying what there is.
    """
    return _options.choose(PRESETS, preset, changes)


def as_options(given: Options | str) -> Options:
    """Options given as themselves or by the name of a preset. Raises `ValueError` for anything else."""
    return _options.given(Options, PRESETS, given)


def option_changes(options: Options) -> dict[str, object]:
    """What a record has to name: the options that differ from their preset."""
    return _options.departures(PRESETS, options)
