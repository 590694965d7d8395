"""Canasta in the real JupyterLab and Voila: a deal by mouse, a deal by keyboard, refusals, a restart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import browsing
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import available, button, by_keys, press

MOST = 250
"""Presses after which a deal has to be over."""


def game(seed: int, preset: str = "course") -> str:
    """A cell with a table. Each test has a seed of its own, for a game left unfinished is gone on with."""
    return (
        "from cardlab_widgets import play\n"
        f'table = play("canasta", seed={seed}, preset="{preset}", level="beginner", pace="step")\ntable'
    )


@pytest.fixture(scope="module")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Voila page with one table."""
    folder = tmp_path_factory.mktemp("canasta")
    path = folder / "canasta.ipynb"
    browsing.write_notebook(path, game(38, "classic"))
    with browsing.voila_server(folder, str(path)) as url:
        yield url


def hand(widget: Locator) -> Locator:
    return widget.locator("[data-zone=hand] button")


def one_move(widget: Locator, act: Callable[[Locator], None]) -> bool:
    """The next thing to do in a deal, whatever it is; False when its score sheets lie there."""
    if available(widget, "skip"):
        act(widget.locator('[data-id="skip"]'))
    elif widget.locator(".sum-sheet").count():
        return False
    elif widget.locator("[data-id^=pick].primary").count():
        act(widget.locator("[data-id^=pick].primary"))
    elif available(widget, "cut"):
        act(widget.locator('[data-id="cut"]'))
    elif available(widget, "draw"):
        act(widget.locator('[data-id="draw"]'))
    elif widget.locator("[data-zone=hand] [aria-pressed=true]").count():
        act(widget.locator('[data-id="discard"]'))
    else:
        act(hand(widget).last)
    return True


def go_to(widget: Locator, id: str) -> None:
    """Plays on by mouse until there is a button of this name."""
    for _ in range(MOST):
        if available(widget, id) and not available(widget, "skip"):
            return
        one_move(widget, lambda target: press(widget, target))
    raise AssertionError(f"{id} never came")


def test_a_deal_by_mouse(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(game(42))
    for _ in range(MOST):
        if not one_move(widget, lambda target: press(widget, target)):
            break
    sheets = widget.locator(".sum-sheet")
    expect(sheets).to_have_count(2)
    for sheet in sheets.all():
        *items, total = [
            int(text.replace(",", "").replace("−", "-")) for text in sheet.locator(".pts").all_inner_texts()
        ]
        assert sum(items) == total
    press(widget, widget.get_by_role("button", name="Why").first)
    expect(widget.get_by_role("heading", name="Why")).to_be_visible()


@pytest.mark.thorough
def test_a_deal_by_keyboard_in_voila(page: Page, voila: str) -> None:
    page.goto(voila)
    widget = page.locator(browsing.WIDGET)
    expect(widget.get_by_role("heading").first).to_be_visible(timeout=60_000)
    widget.focus()
    for _ in range(MOST):
        if not one_move(widget, lambda target: by_keys(widget, target)):
            break
    expect(widget.locator(".sum-sheet")).to_have_count(2)


NEARLY_OVER = """
from cardlab.canasta import position
from cardlab.canasta.rules import referee
from cardlab.game import Game
from cardlab_widgets.tables.post_game import GameTable
from cardlab_widgets.screen.widget import SceneWidget

canastas = ["TH TD TS TC TH TD TC", "6S 6C 6D 6S 6H 2H 2D"]
start = position(
    seed=4, scores=(4700, 4300), hands=["QS 4C", "KS QD 7C", "9C", "8C 5H"], melds=[canastas, ["9S 9H 9D"]]
)
SceneWidget(GameTable(Game(referee, state=start), level="beginner", pace="step"))"""
"""A table in the last deal of a match: who goes out wins it."""


def test_a_match_by_keyboard_to_its_end_and_beyond(show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(NEARLY_OVER)
    widget.focus()
    for _ in range(MOST):
        if not one_move(widget, lambda target: by_keys(widget, target)):
            break
    expect(widget.get_by_role("heading", name="win the match")).to_be_visible()
    sheets = widget.locator(".sum-sheet")
    expect(sheets).to_have_count(2)
    expect(widget.locator(".sum-sheet.won")).to_have_count(1)
    totals = [
        int(text.replace(",", "").replace("−", "-")) for text in sheets.locator(".sum .pts").all_inner_texts()
    ]
    assert max(totals) >= 5000

    # The match is looked through from the keyboard, and another one begun.
    by_keys(widget, button(widget, "Look back"))
    expect(widget.locator(".where")).to_have_text(re.compile("Step 0 of"))
    by_keys(widget, button(widget, "Return to the game"))
    expect(widget.locator(".sum-sheet.won")).to_have_count(1)
    by_keys(widget, button(widget, "New game"))
    expect(widget.locator(".sum-sheet")).to_have_count(0)
    expect(widget.get_by_role("button", name=re.compile("Draw any card|Cut"))).to_be_visible()


def test_refusals_undo_two_views_and_a_restart(lab_page: Page, show_cells: Callable[..., Locator]) -> None:
    widget = show_cells(game(24), "table")
    views = lab_page.locator(browsing.WIDGET)
    expect(views).to_have_count(2)
    go_to(widget, "draw")
    held = hand(widget).count()

    # Two views press at once: one is taken, the other is out of date and changes nothing.
    lab_page.evaluate(
        """() => document.querySelectorAll(".cardlab [data-id=draw]").forEach(draw => draw.click())"""
    )
    for view in (views.nth(0), views.nth(1)):
        expect(button(view, "Discard")).to_be_visible()
        expect(hand(view)).to_have_count(held + 1)
        expect(view.locator(".fb")).to_have_count(0)

    # Two cards cannot be discarded; the rule says so, and its chip opens its text.
    for place in (0, 1):
        press_card(hand(widget).nth(place))
    press(widget, widget.locator('[data-id="discard"]'))
    expect(widget.locator(".fb.warn")).to_be_visible()
    widget.locator(".fb").get_by_role("button", name="Rule CAN-TURN-03").click()
    expect(widget.get_by_role("dialog", name="Rule CAN-TURN-03")).to_be_visible()
    lab_page.keyboard.press("Escape")

    # What is prepared lies on the table of both views, and goes back.
    press(widget, button(widget, "Prepare"))
    expect(views.nth(1).locator(".meld.draft .card")).to_have_count(2)
    expect(hand(views.nth(1))).to_have_count(held - 1)
    press(widget, widget.get_by_role("button", name="Return"))
    expect(hand(widget)).to_have_count(held + 1)

    press(widget, button(widget, "Undo"))
    expect(button(widget, "Draw")).to_be_visible()
    press(widget, button(widget, "Game"))
    widget.get_by_label("name").fill("before the draw")
    press(widget, button(widget, "Save"))
    expect(widget.get_by_role("heading", name="Saved.")).to_be_visible()
    press(widget, button(widget, "Redo"))
    press(widget, widget.get_by_role("button", name="“before the draw”"))
    expect(button(widget, "Draw")).to_be_visible()
    expect(hand(widget)).to_have_count(held)

    cards = "faces => faces.map(face => face.ariaLabel)"
    before = hand(widget).evaluate_all(cards)
    browsing.restart_kernel(lab_page)
    browsing.wait_for_kernel(lab_page)
    browsing.run_all(lab_page)
    expect(views.first.get_by_role("heading", name="Here you left this game.")).to_be_visible()
    assert hand(views.first).evaluate_all(cards) == before


def press_card(card: Locator) -> None:
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("width", [380, 820, 1280])
def test_nothing_is_wider_than_the_page(page: Page, voila: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(voila)
    table = page.locator(browsing.WIDGET).locator(".canasta")
    expect(table).to_be_visible(timeout=60_000)
    assert table.evaluate("table => table.scrollWidth <= table.clientWidth + 1")
