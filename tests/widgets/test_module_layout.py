"""How it fits in the browser: nothing sticks out, covers anything or jumps, whatever the width."""

from __future__ import annotations

from typing import Any

import pytest
from cardlab_exercises import Practice, Store
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.lessons.stepper import Stepper
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.widget import style_sheet
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.watch import watched, watched_frames

from tests.widgets.at_table import go_on, mine
from tests.widgets.on_page import OUTSIDE, Show, asked, one, wait_for_step


@pytest.mark.parametrize("at", ["0", "8", "10"])
def test_nothing_sticks_out_at_any_width(show: Show, at: str) -> None:
    model = counting_model("5H 5D 5S JC", "5C")
    model.act("jump", {"to": at})
    page = show(model)
    for width in (320, 380, 560, 820, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OUTSIDE) == [], width


@pytest.mark.parametrize(
    ("exercise", "typed"),
    [
        ("crib-peg-points", {"points": "29", "for": "run"}),
        ("crib-the-deal", {"dealt": "9", "crib": "south"}),
        ("crib-score-play", {"your-ends": "9"}),
        ("crib-move-pegs", {"front": "9"}),
        ("crib-table-turn", {"do": "go"}),
        ("crib-lay-away", {}),
        ("crib-spot-count", {"wrong": "sum"}),
    ],
)
def test_no_form_sticks_out_at_any_width(show: Show, exercise: str, typed: dict[str, str]) -> None:
    desk = asked(exercise)
    if typed:
        desk.act("check", typed)
    page = show(desk)
    for width in (320, 380, 560, 820, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OUTSIDE) == [], width


@pytest.mark.parametrize("font", ["", "sans-serif", "monospace"])  # monospace is wider than any theme's font
def test_the_sheet_keeps_its_height_from_the_first_step_to_the_last(show: Show, font: str) -> None:
    heights = set()
    model = counting_model("5H 5D 5S JC", "5C")
    page = show(model, large=True)
    page.evaluate("font => document.body.style.setProperty('--jp-ui-font-family', font)", font)
    page.set_viewport_size({"width": 1280, "height": 720})
    one(page).get_by_role("button", name="Next").focus()
    for at in range(11):
        wait_for_step(page, at)
        heights.add(
            round(page.evaluate("document.querySelector('#one .sheet').getBoundingClientRect().height"))
        )
        page.keyboard.press("ArrowRight")
    assert max(heights) - min(heights) <= 1
    assert max(heights) <= 720 - 24  # the window without the margins of a page


def test_cards_played_lie_in_one_row_in_their_order(show: Show) -> None:
    """Whoever played them: a class of another game's table must not move them."""
    played = watched("cribbage", "play 3S, play KD, play TH", hands=["3S TH 7C 9C", "KD AH TS JC"], turn=0)
    model = Stepper(watched_frames(played))
    model.act("last", {})
    boxes = show(model).evaluate(
        """[...document.querySelectorAll('#one [data-zone=count] .card')].map(card => {
        const box = card.getBoundingClientRect(); return [box.x, box.y, box.height]; })"""
    )
    assert len(boxes) == 3
    assert boxes == sorted(boxes)
    assert max(y for _, y, _ in boxes) - min(y for _, y, _ in boxes) < boxes[0][2] / 4


@pytest.mark.parametrize("width", [380, 820, 1280])
@pytest.mark.parametrize("id", ["can-pile-take", "crib-lay-away"])
def test_a_solution_at_the_table_is_stepped_through_there_and_back(show: Show, id: str, width: int) -> None:
    desk = PracticeDesk(Practice(id, seed=4, store=Store(None)))
    for action in ("solution", "steps"):
        desk.act(action, {})
    page = show(desk)
    page.set_viewport_size({"width": width, "height": 720})
    keys = one(page).get_by_role("group", name="Step through")
    keys.locator("[data-action=next]").click()  # which fails for what is covered
    wait_for_step(page, 1)
    keys.locator("[data-action=first]").click()
    wait_for_step(page, 0)
    back = one(page).get_by_role("button", name="Back to the question")
    there, beside = keys.bounding_box(), back.bounding_box()
    below = there["y"] + there["height"] <= beside["y"]
    assert below or there["x"] + there["width"] <= beside["x"]
    back.click()
    one(page).get_by_role("button", name="Next question").wait_for()


def test_an_id_in_the_text_of_a_lesson_is_not_broken_at_its_hyphens(browser: Any) -> None:
    page = browser.new_page()
    page.set_content(
        f"<style>{style_sheet()}</style><div class='jp-RenderedMarkdown'>"
        "<p style='width: 10em'>The pile <code>CAN-FRZ-04</code> and <code>CRIB-SHOW-11</code> here</p></div>"
    )
    lines = "[...document.querySelectorAll('code')].map((code) => code.getBoundingClientRect().height)"
    alone = "document.querySelector('p').style.width = '60em'"
    narrow = page.evaluate(lines)
    page.evaluate(alone)
    assert narrow == page.evaluate(lines)
    page.close()


@pytest.mark.parametrize("light", [True, False], ids=["light", "dark"])
def test_a_card_hides_the_edge_of_the_one_below_it(browser: Any, light: bool) -> None:
    """Nothing of a card is in front of what lies on it, wherever cards overlap."""
    page = browser.new_page(viewport={"width": 844, "height": 800})
    page.set_content(
        f"<style>{style_sheet()}</style><body data-jp-theme-light='{str(light).lower()}'>{SPRITE}"
        "<div class='cardlab'></div></body>"
    )
    table = playing_model("canasta", seed=7, level="beginner", resume=False)
    go_on(table, lambda t: any(side.melds for side in t.scene().sides) and mine("play")(t))
    page.evaluate("html => { document.querySelector('.cardlab').innerHTML = html; }", render(table.scene()))
    rows = [".meld .cards", ".l-fan .card-row", ".backs"]
    for row in rows:
        below, above = page.locator(f"{row} > .card").nth(0), page.locator(f"{row} > .card").nth(1)
        box, edge = above.bounding_box(), below.bounding_box()
        assert edge["x"] + edge["width"] > box["x"] + 4, "they overlap"
        inside = {
            "x": edge["x"] + edge["width"] - 3,
            "y": box["y"] + 12,
            "width": 5,
            "height": box["height"] / 2,
        }
        both = page.screenshot(clip=inside)
        below.evaluate("card => { card.style.visibility = 'hidden'; }")
        assert page.screenshot(clip=inside) == both, row
    page.close()


def test_on_a_phone_the_board_and_the_log_open_on_demand_and_stay_open(show: Show) -> None:
    table = playing_model("cribbage", seed=7, level="beginner", pace="step", resume=False)
    page = show(go_on(table, lambda t: len(t.scene().log) > 4))
    page.set_viewport_size({"width": 390, "height": 844})
    log, board = one(page).locator(".log"), one(page).locator(".wood")
    assert not log.is_visible()
    assert not board.is_visible()
    assert one(page).locator(".strip").first.is_visible()
    one(page).get_by_text("Log", exact=True).click()
    assert log.is_visible()
    before = one(page).locator("h2").inner_text()
    one(page).get_by_role("button", name="Step back").click()
    page.wait_for_function("text => document.querySelector('#one h2').innerText !== text", arg=before)
    assert log.is_visible()
    one(page).get_by_text("Log", exact=True).click()
    one(page).get_by_text("Board", exact=True).click()
    assert board.is_visible()
    assert not log.is_visible()


def test_a_button_that_may_be_an_icon_alone_says_what_it_is(show: Show) -> None:
    page = show(playing_model("cribbage", seed=7, resume=False))
    icons = one(page).locator(".tools-bar .btn")
    for button in icons.all():
        assert button.get_attribute("title")
