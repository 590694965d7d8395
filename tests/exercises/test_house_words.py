"""With an option changed, the words of no exercise go on stating what the other value says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from cardlab_exercises import Exercise
from cardlab_exercises.declaration import bank

from tests.exercises.rule_sets import MODULES
from tests.exercises.texts import told

STALE = [
    ("canasta", "canasta_size", 6, r"takes seven|first seven|of seven cards|seven cards (make|or)"),
    ("canasta", "hand_cards_sign", "plus", r"hands?,? (are )?taken off|against both"),
    ("canasta", "tie_at_target", "shared", r"extra deal"),
    ("canasta", "both_reach_target", "side_that_went_out", r"higher total wins"),
    ("canasta", "last_stock_red_three", "meld_then_end", r"ends at once|has no turn|neither melds nor"),
    ("canasta", "frozen_conditions", "any_of", r"frozen pile is taken only"),
    ("canasta", "black_three_meld_wilds", True, r"threes[^.]*without a wild card"),
    ("canasta", "one_meld_per_rank", False, r"one meld of each rank"),
    ("canasta", "concealed_final_discard", "not_allowed", r"with or without a last discard"),
    ("cribbage", "heels_claim", "claimed", r"pegs? 2 at once"),
    ("cribbage", "loss_scheme", "acc", r"three quarters|\b[124] games?\b(?! point)|double-skunked:"),
    ("cribbage", "go_then_31", "one_and_two", r"pegs 2 in all|includes the point for the go"),
    ("cribbage", "peg_pair_royal", "absent", r"(?<!double )pair royal: that pegs"),
    ("cribbage", "target", 61, r"game to 121\.|round to 121|hole is 121|goes to 121"),
]
"""What a value of an option makes untrue, though it is said under another value."""


@pytest.mark.parametrize(
    ("seeds", "every_level"),
    [
        (range(1), False),
        pytest.param(range(12), True, marks=pytest.mark.thorough),
        pytest.param(range(12, 100), True, marks=pytest.mark.slow),
    ],
    ids=["one", "levels", "many"],
)
@pytest.mark.parametrize(("game", "option", "value", "stale"), STALE, ids=[case[1] for case in STALE])
def test_no_words_state_the_other_value(
    game: str, option: str, value: object, stale: str, seeds: range, every_level: bool
) -> None:
    module = MODULES[game]
    for preset in module.PRESETS.values():
        rules = module.as_options(preset._replace(**{option: value}))
        for exercise in bank.exercises().values():
            if exercise.game == game and exercise.exists_under(rules):
                levels = range(1, len(exercise.levels) + 1) if every_level else (exercise.default_level,)
                for text in texts(exercise, rules, levels, seeds):
                    assert not re.search(stale, text), (exercise.id, text)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "option", "value", "stale"), STALE, ids=[case[1] for case in STALE])
def test_the_words_are_said_where_they_are_true(game: str, option: str, value: object, stale: str) -> None:
    """So that the test above can fail."""
    assert any(
        re.search(stale, text)
        for exercise in bank.exercises().values()
        if exercise.game == game
        for preset in MODULES[game].PRESETS.values()
        if exercise.exists_under(preset)
        for text in texts(exercise, preset, range(1, len(exercise.levels) + 1), range(20))
    )


def texts(exercise: Exercise, rules: object, levels: range | tuple[int, ...], seeds: range) -> Iterator[str]:
    """Each question with all that is said under it."""
    for level in levels:
        for seed in seeds:
            question = exercise.question(seed, level, rules)
            yield question.prompt
            yield from told(exercise, question)
