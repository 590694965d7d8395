"""The options of Canasta and the presets `course` and `classic`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardlab import options as _options
from cardlab.errors import InputError


class Options(NamedTuple):
    """One complete set of rules. The rulebook says in words what each value means.

    >>> Options().wild_ratio
    'two_naturals_per_wild'
    """

    preset: str = "course"
    players: Literal[4, 3, 2] = 4
    seating: Literal["draw", "agreed"] = "draw"
    wild_ratio: Literal["two_naturals_per_wild", "min_two_naturals"] = "two_naturals_per_wild"
    black_three_pile: Literal["freezes", "blocks_next"] = "freezes"
    pile_before_initial: Literal["forbidden", "natural_pair"] = "forbidden"
    upcard_cover: Literal["wild_or_any_three", "wild_or_red_three"] = "wild_or_any_three"
    concealed_canasta: Literal["side", "own"] = "side"
    concealed_minimum: Literal["required", "waived_after_stock_draw"] = "required"
    forced_take_empty_stock: Literal[False, True] = False
    ask_partner: Literal["off", "optional_binding"] = "off"
    pack_cut_by: Literal["left", "right"] = "left"
    last_stock_red_three: Literal["end_deal", "meld_then_end"] = "end_deal"
    one_meld_per_rank: Literal[True, False] = True
    wilds_after_canasta: Literal["max3", "unlimited"] = "max3"
    black_three_meld_wilds: Literal[False, True] = False
    red_three_debit_all_four: Literal[-800, -400] = -800
    red_three_dealt_when: Literal["after_deal", "first_turn"] = "after_deal"
    both_reach_target: Literal["higher_total", "side_that_went_out"] = "higher_total"
    tie_at_target: Literal["extra_deal", "shared"] = "extra_deal"
    hand_cards_sign: Literal["minus", "plus"] = "minus"
    frozen_conditions: Literal["all_of", "any_of"] = "all_of"
    concealed_final_discard: Literal["allowed", "not_allowed"] = "allowed"
    canasta_size: Literal[7, 6] = 7

    @property
    def label(self) -> str:
        """The rule set in words: ``course rules``, ``classic rules for two players``."""
        return _options.label(self, PRESETS)

    def __repr__(self) -> str:
        return _options.call(self, PRESETS)

    @property
    def sides(self) -> int:
        """How many scores are kept: one a pair of partners, or one a player (CAN-SCORE-09)."""
        return 3 if self.players == 3 else 2

    @property
    def target(self) -> int:
        """The score that ends the match (CAN-OBJ-01, CAN-2P-03, CAN-3P-06)."""
        return 7500 if self.players == 3 else 5000

    @property
    def cards_each(self) -> int:
        """Cards dealt to each player (CAN-DEAL-03, CAN-2P-01, CAN-3P-01)."""
        return {2: 15, 3: 13, 4: 11}[self.players]

    @property
    def cards_drawn(self) -> int:
        """Cards drawn from the stock in a turn (CAN-TURN-01, CAN-2P-02, CAN-3P-02)."""
        return 1 if self.players == 4 else 2

    @property
    def canastas_to_go_out(self) -> int:
        """Canastas that a side must have before one of its players may go out (CAN-OUT-01, CAN-2P-03)."""
        return 2 if self.players == 2 else 1


COURSE = Options()
CLASSIC = Options(
    preset="classic",
    wild_ratio="min_two_naturals",
    black_three_pile="blocks_next",
    pile_before_initial="natural_pair",
    upcard_cover="wild_or_red_three",
    concealed_canasta="own",
    concealed_minimum="waived_after_stock_draw",
    forced_take_empty_stock=True,
    ask_partner="optional_binding",
    pack_cut_by="right",
)
PRESETS: dict[str, Options] = {"course": COURSE, "classic": CLASSIC}


def options(preset: str = "course", /, **changes: object) -> Options:
    """The options of a preset, with changes.

    >>> options("classic", players=2).label
    'classic rules for two players'

    Raises `ValueError` for an unknown preset, option or value, saying what there is; also for two or
    three players under the course's rules, which are for four.
    """
    return _for_so_many(_options.choose(PRESETS, preset, changes))


def as_options(given: Options | str) -> Options:
    """Options given as themselves or by the name of a preset. Raises `ValueError` for anything else."""
    return _for_so_many(_options.given(Options, PRESETS, given))


def _for_so_many(chosen: Options) -> Options:
    """The options, if their preset has rules for that number of players."""
    if chosen.players != 4 and chosen.preset != "classic":
        raise InputError(
            f"the {chosen.preset} rules are for four players; "
            f"{chosen.players} play by the classic rules: options('classic', players={chosen.players})"
        )
    return chosen


def option_changes(options: Options) -> dict[str, object]:
    """What a record has to name: the options that differ from their preset."""
    return _options.departures(PRESETS, options)
