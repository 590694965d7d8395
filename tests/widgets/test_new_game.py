"""Another game chosen in the panel: level, rule set, single options, counting by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cardlab_widgets.tables import new_game
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.playing import Play

from cardlab.display.scene import Field
from cardlab.game import referee
from cardlab.options import allowed
from tests.widgets.on_page import Show, one


def fields(table: Play) -> dict[str, Field]:
    form = new_game.form(table.game, table.level)
    return {field.name: field for field in (*form.fields, *form.more)}


def filled_in(table: Play, **changes: str) -> dict[str, str]:
    return {name: field.value for name, field in fields(table).items()} | changes


@pytest.mark.parametrize("game", ["cribbage", "canasta"])
def test_every_option_that_has_a_choice_can_be_chosen(game: str) -> None:
    table = playing_model(game, seed=1, resume=False)
    shown = fields(table)
    options = allowed(type(table.game.options))
    assert set(shown) == {"level", "preset", "seed"} | {name for name, all in options.items() if len(all) > 1}
    for name, values in options.items():
        for value in values if len(values) > 1 else ():
            table = playing_model(game, seed=1, resume=False)
            preset = "classic" if name == "players" else "course"
            table.act("new", filled_in(table, preset=preset, **{name: str(value)}))
            assert getattr(table.game.options, name) == value


@pytest.mark.parametrize("game", ["cribbage", "canasta"])
@pytest.mark.parametrize("preset", new_game.PRESETS)
def test_the_form_as_it_is_begins_the_same_game_again(game: str, preset: str) -> None:
    table = playing_model(game, seed=1, preset=preset, resume=False, level="steady")
    before = table.game.options
    table.act("seed", filled_in(table, seed="9"))
    assert (table.game.options, table.level, table.game.seed) == (before, "steady", "9")
    table.act("new", {})
    assert (table.game.options, table.level) == (before, "steady")


def test_a_preset_brings_its_own_options_along() -> None:
    table = playing_model(seed=1, resume=False)
    table.act("new", filled_in(table, preset="classic", counting="by_hand", level="beginner"))
    assert table.game.options == referee("cribbage").make_options("classic", counting="by_hand")
    assert table.level == "beginner"
    table.act("new", filled_in(table, preset="course"))
    assert table.game.options == referee("cribbage").make_options("course", counting="by_hand")


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": "weak"},
        {"preset": "home"},
        {"players": "5"},
        {"flush_hand": "never"},
    ],
)
def test_what_play_refuses_is_refused_in_the_same_words(wrong: dict[str, str]) -> None:
    table = playing_model(seed=1, resume=False)
    given: dict[str, Any] = wrong
    with pytest.raises(ValueError, match=r"there is no|can be") as refused:
        playing_model(seed=1, resume=False, **given)
    game = table.game
    with pytest.raises(ValueError, match=re.escape(str(refused.value))):
        table.act("new", filled_in(table, **wrong))
    assert table.game is game


def test_two_play_canasta_by_the_classic_rules_only() -> None:
    table = playing_model("canasta", seed=1, resume=False)
    with pytest.raises(ValueError, match="the course rules are for four players"):
        table.act("new", filled_in(table, players="2"))


def test_who_has_no_seat_in_the_new_game_takes_the_first() -> None:
    table = playing_model(seed=1, seat="West", players=4, resume=False)
    table.act("new", filled_in(table, players="3"))
    assert table.seat == 1
    table.act("new", filled_in(table, players="2"))
    assert table.seat == 0


def test_in_the_page_what_is_chosen_is_what_is_played(show: Show) -> None:
    model = playing_model(seed=1, resume=False)
    page = show(model)
    one(page).get_by_role("button", name="Game", exact=True).click()
    panel = one(page).locator(".panel")
    panel.locator("select[name=level]").select_option("beginner")
    panel.locator("select[name=preset]").select_option("classic")
    panel.locator("select[name=counting]").select_option("by_hand")
    panel.get_by_text("Single rules").click()
    panel.locator("select[name=muggins]").select_option("on")
    panel.get_by_role("button", name="New game").click()
    panel.wait_for(state="detached")
    chips = one(page).locator(".meta").inner_text()
    assert "classic rules, counting by hand, muggins on" in chips
    options = model.game.options
    assert (options.preset, options.counting, options.muggins, model.level) == (
        "classic",
        "by_hand",
        "on",
        "beginner",
    )


def test_in_the_page_what_cannot_be_played_is_said(show: Show) -> None:
    model = playing_model("canasta", seed=1, resume=False)
    page = show(model)
    one(page).get_by_role("button", name="Game", exact=True).click()
    one(page).locator("select[name=players]").select_option("2")
    one(page).get_by_role("button", name="New game").click()
    one(page).locator("[data-error]").wait_for()
    assert "four players" in one(page).locator("[data-error]").inner_text()
    assert one(page).locator("select[name=players]").input_value() == "2"  # what was chosen stays
