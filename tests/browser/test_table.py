"""Whole games of Cribbage in the real JupyterLab and Voila: by mouse, by keyboard, and over a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import browsing
import pytest
from cardlab_widgets.tables import playing_model
from playwright.sync_api import Locator, Page, expect

from cardlab.game import Game

WriteNotebook = Callable[..., str]


def game(seed: int, pace: str = "step") -> str:
    """A cell with a table. Each test has a seed of its own, for a game left unfinished is gone on with."""
    return (
        "from cardlab_widgets import play\n"
        f'table = play("cribbage", seed={seed}, target=61, level="beginner", pace="{pace}")\ntable'
    )


MOST = 400
"""Actions after which a game to 61 has to be over."""


@pytest.fixture
def show(lab_page: Page, write_notebook: WriteNotebook) -> Callable[..., Locator]:
    """Opens a notebook with these cells, runs it, and gives its (first) table."""

    def show(*cells: str) -> Locator:
        browsing.open_notebook(lab_page, write_notebook(*cells))
        browsing.run_all(lab_page)
        widget = lab_page.locator(browsing.WIDGET).first
        expect(widget.get_by_role("heading").first).to_be_visible()
        return widget

    return show


@pytest.fixture(scope="module")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Voila page with one table."""
    folder = tmp_path_factory.mktemp("table")
    path = folder / "table.ipynb"
    browsing.write_notebook(path, game(7))
    with browsing.voila_server(folder, str(path)) as url:
        yield url


def button(widget: Locator, name: str) -> Locator:
    return widget.get_by_role("button", name=name, exact=True)


def revision(widget: Locator) -> str:
    return widget.locator(".sheet").evaluate("sheet => sheet.textContent")


def fitting(widget: Locator) -> Locator:
    """The cards in the own hand that can be played now."""
    return widget.locator("[data-zone=hand] button:not(.dim)")


def available(widget: Locator, id: str) -> bool:
    return widget.locator(f'[data-id="{id}"]').count() > 0


def press(widget: Locator, target: Locator) -> None:
    """Clicks, and waits until the page has changed."""
    before = revision(widget)
    target.click()
    expect(widget.locator(".sheet")).not_to_have_text(before, use_inner_text=False)


def one_move(widget: Locator, act: Callable[[Locator], None]) -> bool:
    """The next thing to do in a game, whatever it is; False when the game is over."""
    if available(widget, "skip"):
        act(widget.locator('[data-id="skip"]'))
    elif available(widget, "cut"):
        act(widget.locator('[data-id="cut"]'))
    elif available(widget, "lay"):
        for place in (0, 1):
            card = widget.locator("[data-zone=hand] button").nth(place)
            act(card)
            expect(card).to_have_attribute("aria-pressed", "true")
        act(widget.locator('[data-id="lay"]'))
    elif fitting(widget).count():
        act(fitting(widget).first)
    elif available(widget, "go"):
        act(widget.locator('[data-id="go"]'))
    else:
        return False
    return True


# ---------------------------------------------------------------- whole games


def test_a_whole_game_by_mouse(show: Callable[..., Locator]) -> None:
    widget = show(game(7))
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
    inside = "widget => widget.contains(document.activeElement)"
    widget.focus()

    def by_keys(target: Locator) -> None:
        """Tab and the arrows to a button, then Enter; the focus is never lost on the way."""
        before = revision(widget)
        here = "button => button === document.activeElement"
        same = """card => card.dataset.key !== undefined &&
            card.closest('[data-zone]') === document.activeElement.closest('[data-zone]')"""
        for _ in range(60):
            if target.evaluate(here):
                break
            page.keyboard.press("ArrowRight" if target.evaluate(same) else "Tab")
            if not widget.evaluate(inside):
                widget.focus()
        assert target.evaluate(here), "this button cannot be reached by keyboard"
        page.keyboard.press("Enter")
        expect(widget.locator(".sheet")).not_to_have_text(before, use_inner_text=False)
        assert widget.evaluate(inside), "the focus was lost"

    for _ in range(MOST):
        if not one_move(widget, by_keys):
            break
    expect(button(widget, "New game")).to_be_visible()
    assert max(int(text) for text in widget.locator(".side .n").all_inner_texts()) == 61


# ---------------------------------------------------------------- what is not legal, and the way back


def test_a_refusal_names_its_rule_and_undo_leads_back(show: Callable[..., Locator]) -> None:
    widget = show(game(8))
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


def test_why_a_score_was_pegged(show: Callable[..., Locator]) -> None:
    widget = show(game(9))
    whys = widget.get_by_role("button", name="Why")
    while not whys.count():
        one_move(widget, lambda target: press(widget, target))
    press(widget, whys.first)
    expect(widget.get_by_role("heading", name="Why")).to_be_visible()


def test_the_table_goes_on_by_itself(show: Callable[..., Locator]) -> None:
    widget = show(game(10, "fast"))
    button(widget, "Cut in the middle").click()
    expect(widget.get_by_text("deals first").first).to_be_visible()


# ---------------------------------------------------------------- files, restarts, views


def test_a_game_goes_on_after_the_kernel_was_restarted(lab_page: Page, show: Callable[..., Locator]) -> None:
    widget = show(game(21))
    while not available(widget, "lay"):
        one_move(widget, lambda target: press(widget, target))
    hand = "faces => faces.map(face => face.ariaLabel)"
    cards = widget.locator("[data-zone=hand] .card").evaluate_all(hand)
    browsing.restart_kernel(lab_page)
    browsing.wait_for_kernel(lab_page)
    browsing.run_all(lab_page)
    expect(widget.get_by_role("heading", name="Here you left this game.")).to_be_visible()
    assert widget.locator("[data-zone=hand] .card").evaluate_all(hand) == cards


def test_a_record_is_taken_in_from_a_file(show: Callable[..., Locator], tmp_path: Path) -> None:
    model = playing_model(seed=5, resume=False)
    for action in ("cut 20", "cut 30"):
        model.game.do(action)
    file = tmp_path / "game.txt"
    file.write_text(model.game.record(), encoding="utf-8")
    widget = show(game(12))
    button(widget, "Game").click()
    widget.get_by_label("a record from a file").set_input_files(file)
    expect(widget.get_by_text("seed 5")).to_be_visible()
    expect(widget.get_by_role("heading").first).to_have_text("North is to lay away")


def test_two_views_stay_in_step(lab_page: Page, show: Callable[..., Locator]) -> None:
    first = show(game(13), "table")
    views = lab_page.locator(browsing.WIDGET)
    expect(views).to_have_count(2)
    second = views.nth(1)
    button(first, "Cut in the middle").click()
    expect(second.get_by_text("South cuts").first).to_be_visible()
    expect(button(second, "Go on")).to_be_visible()


@pytest.mark.parametrize("width", [380, 820, 1280])
def test_nothing_is_wider_than_the_page(page: Page, voila: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(voila)
    widget = page.locator(browsing.WIDGET)
    expect(widget.locator(".table")).to_be_visible(timeout=60_000)
    wide = "table => table.scrollWidth <= table.clientWidth + 1"
    assert widget.locator(".table").evaluate(wide)
    shape = widget.locator(".wood svg:visible")
    expect(shape).to_have_count(1)
    assert (shape.get_attribute("class") == "land") == (width == 820)
