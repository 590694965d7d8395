"""A table in the real JupyterLab: cards dragged and pressed twice, keys, another game by other rules."""

from __future__ import annotations

from collections.abc import Callable

import browsing
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import button, game, one_move, press

PEGGING = """
from cardlab.cribbage import position
from cardlab.cribbage.rules import referee
from cardlab.game import Game
from cardlab_widgets.tables.post_game import GameTable
from cardlab_widgets.screen.widget import SceneWidget

start = position(hands=["5H 7D KS", "9C 9D"], turn=0, dealer=1)
SceneWidget(GameTable(Game(referee, state=start), level="beginner", pace="step"))"""

MELDING = """
from cardlab.canasta import position
from cardlab.canasta.rules import referee
from cardlab.game import Game
from cardlab_widgets.tables.post_game import GameTable
from cardlab_widgets.screen.widget import SceneWidget

hands = ["KS KH KD 9S 8C 4C", None, None, None]
start = position(hands=hands, melds=[["9H 9D 9C"]], phase="play", pile="9C 6D")
SceneWidget(GameTable(Game(referee, state=start), level="beginner", pace="step"))"""


def drag(source: Locator, target: Locator) -> None:
    """By mouse, taking hold of a card where no other covers it."""
    source.page.wait_for_function("document.getAnimations().every((one) => one.playState === 'finished')")
    target.scroll_into_view_if_needed()
    source.drag_to(target, source_position={"x": 12, "y": 30}, steps=5)


def card(widget: Locator, key: str) -> Locator:
    return widget.locator(f'[data-key="{key}"]')


def test_a_card_is_dragged_to_the_count(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(PEGGING)
    drag(card(widget, "7D"), widget.locator("[data-zone=count]"))
    expect(widget.locator("[data-zone=count]").locator('[data-key="7D"]')).to_be_visible()
    expect(widget.get_by_text("You play").first).to_be_visible()
    assert widget.locator("[data-zone=hand] .card").count() == 2


def test_cards_are_dragged_onto_melds_and_one_pressed_twice_is_discarded(
    show_cells: Callable[..., Locator],
) -> None:
    widget = show_cells(MELDING)
    drag(card(widget, "9S"), widget.locator('[data-zone="meld-0-9"]'))
    expect(widget.locator('[data-zone="meld-0-9"] .card')).to_have_count(4)
    while button(widget, "Go on").count():
        press(widget, button(widget, "Go on"))
    card(widget, "4C").dblclick()
    expect(widget.locator("[data-zone=pile]").get_by_label("four of clubs")).to_be_visible()
    expect(widget.get_by_text("You discard").first).to_be_visible()


def test_the_keys_of_the_table_and_none_of_jupyterlab(
    lab_page: Page, show_cells: Callable[..., Locator]
) -> None:
    widget = show_cells(MELDING)
    cells = browsing.cell_sources(lab_page)
    card(widget, "KS").focus()
    lab_page.keyboard.press("?")
    expect(widget.get_by_role("dialog", name="Keys and gestures")).to_be_visible()
    lab_page.keyboard.press("Escape")
    expect(widget.get_by_role("dialog", name="Keys and gestures")).to_be_hidden()
    lab_page.keyboard.press("h")
    expect(widget.locator("[data-message=info]")).to_be_visible()
    for key in ("a", "b", "x", "z", "m"):
        lab_page.keyboard.press(key)
    assert browsing.cell_sources(lab_page) == cells


def test_another_game_by_rules_chosen_in_the_panel(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(game(31))
    press(widget, button(widget, "Game"))
    widget.locator("select[name=preset]").select_option("classic")
    widget.locator("select[name=level]").select_option("strong")
    widget.locator("select[name=counting]").select_option("by_hand")
    widget.get_by_text("Single rules").click()
    widget.locator("select[name=flush_hand]").select_option("five_only")
    press(widget, button(widget, "New game"))
    rules = "classic rules, target 61, counting by hand, flush hand five only"
    expect(widget.get_by_text(rules)).to_be_visible()
    field = widget.get_by_label("points", exact=True)
    for _ in range(60):
        if field.count():
            break
        one_move(widget, lambda target: press(widget, target))
    expect(field).to_be_visible()  # a hand is counted by hand
