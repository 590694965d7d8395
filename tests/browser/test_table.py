"""Whole games of Cribbage in the real JupyterLab and Voila: by mouse, by keyboard, and over a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import browsing
import pytest
from cardlab_widgets.tables.play import playing_model
from playwright.sync_api import Locator, Page, expect

from cardlab.game import Game
from tests.browser.at_table import available, button, by_keys, game, one_move, press
from tests.widgets.at_table import go_on, over

WriteNotebook = Callable[..., str]


MOST = 400
"""Actions after which a game to 61 has to be over."""


@pytest.fixture(scope="module")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Voila page with one table."""
    folder = tmp_path_factory.mktemp("table")
    path = folder / "table.ipynb"
    browsing.write_notebook(path, game(7))
    with browsing.voila_server(folder, str(path)) as url:
        yield url


# ---------------------------------------------------------------- whole games


@pytest.mark.thorough
def test_a_whole_game_by_mouse(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(game(7))
    for _ in range(MOST):
        if not one_move(widget, lambda target: press(widget, target)):
            break
    expect(button(widget, "New game")).to_be_visible()
    scores = [int(text) for text in widget.locator(".side .n").all_inner_texts()]
    assert max(scores) == 61
    button(widget, "Game").click()
    record = widget.get_by_role("link", name="Download the record")
    with widget.page.expect_download() as download:
        record.click()
    outcome = Game.from_record(Path(download.value.path()).read_text(encoding="utf-8")).outcome
    assert outcome is not None
    assert sorted(outcome.scores) == sorted(scores)


def test_a_whole_game_by_keyboard_in_voila(page: Page, voila: str) -> None:
    page.goto(voila)
    widget = page.locator(browsing.WIDGET)
    expect(button(widget, "Cut in the middle")).to_be_visible(timeout=60_000)
    widget.focus()
    for _ in range(MOST):
        if not one_move(widget, lambda target: by_keys(widget, target)):
            break
    expect(button(widget, "New game")).to_be_visible()
    assert max(int(text) for text in widget.locator(".side .n").all_inner_texts()) == 61


# ---------------------------------------------------------------- what is not legal, and the way back


def test_a_refusal_names_its_rule_and_undo_leads_back(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(game(8))
    while not available(widget, "lay"):
        one_move(widget, lambda target: press(widget, target))
    hand = widget.get_by_role("group", name="your hand").get_by_role("button")
    expect(hand).to_have_count(6)
    hand.first.click()
    press(widget, button(widget, "Lay away 1 of 2"))
    expect(widget.get_by_role("heading", name="Lay away 2 cards and keep four, not 1.")).to_be_visible()
    widget.get_by_role("button", name="Rule CRIB-CRIB-01").first.click()
    expect(widget.get_by_role("dialog", name="Rule CRIB-CRIB-01")).to_be_visible()
    widget.page.keyboard.press("Escape")
    press(widget, widget.get_by_role("button", name="instead"))
    expect(hand).to_have_count(0)
    press(widget, button(widget, "Undo"))
    expect(hand).to_have_count(6)
    press(widget, button(widget, "Redo"))
    expect(widget.locator("[data-zone=hand] .card")).to_have_count(4)
    press(widget, button(widget, "Step back"))
    expect(button(widget, "Return to the game")).to_be_visible()
    widget.page.keyboard.press("Home")
    expect(widget.get_by_role("heading").first).to_have_text("You are to cut for the deal")


def test_why_a_score_was_pegged(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(game(9))
    whys = widget.get_by_role("button", name="Why")
    while not whys.count():
        one_move(widget, lambda target: press(widget, target))
    press(widget, whys.first)
    expect(widget.get_by_role("heading", name="Why")).to_be_visible()


def test_the_table_goes_on_by_itself(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(game(10, "fast"))
    button(widget, "Cut in the middle").click()
    expect(widget.get_by_text("the lowest card,").first).to_be_visible()


# ---------------------------------------------------------------- files, restarts, views


def test_a_game_goes_on_after_the_kernel_was_restarted(
    lab_page: Page, show_cells: Callable[..., Locator]
) -> None:
    widget = show_cells(game(21))
    while not available(widget, "lay"):
        one_move(widget, lambda target: press(widget, target))
    hand = "faces => faces.map(face => face.ariaLabel)"
    cards = widget.locator("[data-zone=hand] .card").evaluate_all(hand)
    browsing.restart_kernel(lab_page)
    browsing.wait_for_kernel(lab_page)
    browsing.run_all(lab_page)
    expect(widget.get_by_role("heading", name="Here you left this game.")).to_be_visible()
    assert widget.locator("[data-zone=hand] .card").evaluate_all(hand) == cards


def test_a_record_is_taken_in_from_a_file(show_cells: Callable[..., Locator], tmp_path: Path) -> None:
    model = playing_model(seed=5, resume=False)
    for action in ("cut 20", "cut 30"):
        model.game.do(action)
    file = tmp_path / "game.txt"
    file.write_text(model.game.record(), encoding="utf-8")
    widget = show_cells(game(12))
    button(widget, "Game").click()
    widget.get_by_label("a record from a file").set_input_files(file)
    expect(widget.get_by_text("seed 5")).to_be_visible()
    expect(widget.get_by_role("heading").first).to_have_text("North is to lay away")


def test_what_cost_most_is_practised_in_the_tables_place(
    show_cells: Callable[..., Locator], tmp_path: Path
) -> None:
    file = tmp_path / "over.txt"
    model = playing_model(seed=6, level="beginner", target=61, resume=False)
    file.write_text(go_on(model, over).game.record(), encoding="utf-8")
    widget = show_cells(game(14))
    button(widget, "Game").click()
    widget.get_by_label("a record from a file").set_input_files(file)
    practise = button(widget, "Practise mistakes")
    expect(practise).to_be_visible()
    ended = widget.get_by_role("heading").first.inner_text()
    by_keys(widget, practise)
    expect(widget.get_by_role("heading").first).to_have_text("What would you do now?")
    expect(widget.get_by_text("From your game:").first).to_be_visible()
    press(widget, button(widget, "Solution"))
    expect(widget.get_by_text("In the game you chose").first).to_be_visible()
    press(widget, button(widget, "Next question"))
    expect(button(widget, "Check")).to_be_visible()
    by_keys(widget, button(widget, "Back to the table"))
    expect(practise).to_be_visible()
    expect(widget.get_by_role("heading").first).to_have_text(ended)


def test_two_views_stay_in_step(lab_page: Page, show_cells: Callable[..., Locator]) -> None:
    first = show_cells(game(13), "table")
    views = lab_page.locator(browsing.WIDGET)
    expect(views).to_have_count(2)
    second = views.nth(1)
    button(first, "Cut in the middle").click()
    expect(second.get_by_text("You cut").first).to_be_visible()
    expect(button(second, "Go on")).to_be_visible()


@pytest.mark.parametrize("width", [380, 820, 1280])
def test_nothing_is_wider_than_the_page(page: Page, voila: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(voila)
    widget = page.locator(browsing.WIDGET)
    expect(widget.locator(".table")).to_be_visible(timeout=60_000)
    wide = "table => table.scrollWidth <= table.clientWidth + 1"
    assert widget.locator(".table").evaluate(wide)
    board, strips = widget.locator(".wood svg.port"), widget.locator(".strip:visible")
    expect(board).to_be_visible(visible=width > 740)
    expect(strips).to_have_count(0 if width > 740 else 2)  # on a phone the board opens on demand
