"""Presses in the browser: quick, double or late ones count once each, and only where they were meant."""

from __future__ import annotations

from cardlab_exercises import Practice
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.tables.play import playing_model

from tests.widgets.on_page import Show, one, step, wait_for_step


def test_a_double_click_on_a_step_is_two_steps(show: Show) -> None:
    """Each is sent for the page that the one before it led to; see also what is refused as out of date."""
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    page.evaluate("hold = 60")
    one(page).get_by_role("button", name="Next").dblclick()
    wait_for_step(page, 2)
    page.wait_for_timeout(300)
    assert page.evaluate("calls()") == 2
    assert step(page) == "Step 2 of 10"


def test_a_double_click_on_a_button_that_decides_is_applied_once(show: Show) -> None:
    page = show(PracticeDesk(Practice("crib-count-hand", seed=20417)))
    page.evaluate("hold = 60")
    one(page).get_by_role("button", name="Hint").dblclick()
    page.wait_for_timeout(500)
    assert page.evaluate("calls()") == 2
    assert one(page).get_by_role("button", name="Hint").inner_text().split() == ["Hint", "2", "of", "2"]


def test_a_double_click_presses_nothing_that_came_under_it(show: Show) -> None:
    """Refused, "Lay away" moves down and a suggestion comes to lie where it was."""
    model = playing_model("cribbage", seed=7, level="beginner", pace="step", resume=False)
    model.act("cut", {})
    model.act("skip", {})
    before = len(model.game.actions)
    page = show(model)
    page.evaluate("hold = 60")
    lay = one(page).locator("[data-id=lay]")
    spot = lay.bounding_box()
    assert spot is not None
    x, y = spot["x"] + 20, spot["y"] + spot["height"] / 2
    page.mouse.click(x, y)
    instead = one(page).locator("[data-id^='do:']").first
    instead.wait_for()
    place = instead.bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + 5, place["y"] + 5)
    for count in (1, 2):  # what the browser says of a double click whose first press was on another button
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        page.wait_for_timeout(100 * count)
    assert len(model.game.actions) == before
    instead.click()
    page.wait_for_timeout(300)
    assert len(model.game.actions) == before + 1


def test_cards_toggle_at_once_and_quick_taps_all_count(show: Show) -> None:
    page = show(PracticeDesk(Practice("crib-count-hand", seed=20417)))
    page.evaluate("hold = 80")
    cards = one(page).locator("[data-zone=hand] button")
    page.evaluate("document.querySelectorAll('#one [data-zone=hand] button').forEach((card) => card.click())")
    assert one(page).locator("[data-zone=hand] [aria-pressed=true]").count() == 4  # before Python answers
    page.wait_for_function("sent.length === 4")
    page.wait_for_function("!document.querySelector('#one .cardlab').hasAttribute('aria-busy')")
    assert one(page).locator("[data-zone=hand] [aria-pressed=true]").count() == cards.count() == 4
    assert page.locator("#two [data-zone=hand] [aria-pressed=true]").count() == 4


def test_a_button_pressed_right_after_a_card_waits_for_it(show: Show) -> None:
    page = show(PracticeDesk(Practice("crib-count-hand", seed=20417)))
    page.evaluate("hold = 80")
    page.evaluate(
        """() => { const view = document.querySelector('#one');
        view.querySelector('[data-zone=hand] button').click();
        view.querySelector('[data-action=hint]').click(); }"""
    )
    one(page).locator("[data-message=info]").wait_for()
    assert one(page).locator("[data-zone=hand] [aria-pressed=true]").count() == 1


def test_steps_pressed_quickly_are_all_taken(show: Show) -> None:
    model = counting_model("5H 5D 5S JC", "5C")
    page = show(model)
    page.evaluate("hold = 100")
    one(page).get_by_role("button", name="Next").evaluate(
        "next => { next.click(); next.click(); next.click(); }"
    )
    page.wait_for_function("document.querySelector('#one [data-transport]').dataset.at === '3'")
    assert [message["rev"] for message in page.evaluate("sent")] == [1, 2, 3]


def test_a_press_counts_although_the_page_changes_under_it(show: Show) -> None:
    model = playing_model(seed=7, level="beginner", pace="step", resume=False)
    model.act("cut", {})
    model.act("skip", {})
    page = show(model)
    page.evaluate("hold = 150")
    cards = one(page).locator("[data-zone=hand] button")
    cards.nth(4).click()
    cards.nth(5).hover()
    page.mouse.down()
    page.wait_for_timeout(400)
    page.mouse.up()
    page.wait_for_function("document.querySelectorAll('#one [aria-pressed=true]').length === 2")
    page.wait_for_timeout(300)
    assert len(model._selected) == 2
    cards.nth(0).hover()
    page.mouse.down()
    one(page).locator(".head").hover()
    page.mouse.up()
    page.wait_for_timeout(300)
    assert len(model._selected) == 2
