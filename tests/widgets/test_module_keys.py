"""The keyboard in the browser: the keys, and where the focus goes."""

from __future__ import annotations

import pytest
from cardlab_exercises import Practice
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.lessons.practice import PracticeDesk

from tests.widgets.on_page import Show, focused, one, step, wait_for_step


def test_arrows_home_and_end_step_and_typing_a_number_does_not(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C"))
    one(page).get_by_role("button", name="Next").focus()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 10), ("Home", 0)):
        page.keyboard.press(key)
        wait_for_step(page, at)
    field = one(page).get_by_label("points")
    field.fill("12")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    page.wait_for_timeout(100)
    assert step(page) == "Step 0 of 10"
    assert field.input_value() == "12"


def test_plain_keys_end_at_the_widget_and_combinations_do_not(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C"))
    one(page).get_by_role("button", name="Next").focus()
    for key in (
        "a",
        "b",
        "m",
        "x",
        "d",
        "d",
        "z",
        "Shift+M",
        "Enter",
        "Shift+Enter",
        "ArrowUp",
        "Escape",
        "Space",
    ):
        page.keyboard.press(key)
    assert page.evaluate("keys") == []
    page.keyboard.press("Control+b")
    assert "b" in page.evaluate("keys")
    page.locator("#outside").focus()
    page.keyboard.press("a")
    assert page.evaluate("keys.at(-1)") == "a"


def test_a_click_between_the_buttons_keeps_the_keys_in_the_widget(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C"))
    one(page).locator(".total").click()
    page.keyboard.press("x")
    assert page.evaluate("keys") == []
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 1)


def test_the_prediction_is_typed_and_revealed_with_the_keyboard_alone(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C"))
    one(page).get_by_label("points").focus()
    page.keyboard.type("14")
    page.keyboard.press("Enter")
    wait_for_step(page, 1)
    assert "Not 14." in one(page).locator("[data-message]").inner_text()
    assert focused(page) == "next"  # the field is gone: the next control takes its place
    assert one(page).locator(".live").inner_text().startswith("Not 14.")


def test_arrows_walk_through_the_hand_and_one_card_is_in_the_order_of_tab(show: Show) -> None:
    page = show(PracticeDesk(Practice("crib-count-hand", seed=20417)))
    hand = one(page).locator("[data-zone=hand] button")
    keys = [hand.nth(place).get_attribute("data-id") for place in range(4)]
    hand.first.focus()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home"):
        page.keyboard.press(key)
        seen.append(keys.index(focused(page)))
    assert seen == [1, 2, 1, 3, 3, 0]
    page.keyboard.press("ArrowRight")
    stops = [hand.nth(place).get_attribute("tabindex") for place in range(4)]
    assert stops == ["-1", "0", "-1", "-1"]
    page.keyboard.press("Space")
    one(page).locator("[data-zone=hand] [aria-pressed=true]").wait_for()
    assert focused(page) == keys[1]
    page.keyboard.press("Tab")
    assert focused(page) not in keys


def test_when_the_fields_are_locked_the_focus_goes_to_what_comes_next(show: Show) -> None:
    desk = PracticeDesk(Practice("crib-count-hand", seed=20417))
    page = show(desk)
    assert desk.practice.sitting
    one(page).locator("input[name=total]").fill(desk.practice.sitting.solution.answer["total"])
    page.keyboard.press("Enter")
    one(page).locator("[data-message=good]").wait_for()
    assert focused(page) == "next"


def test_a_rule_opens_by_keyboard_and_gives_the_focus_back(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    page.keyboard.press("Tab")
    one(page).get_by_role("button", name="Next").click()
    chip = one(page).get_by_role("button", name="Rule CRIB-SHOW-03")
    chip.focus()
    page.keyboard.press("Enter")
    text = page.get_by_role("dialog", name="Rule CRIB-SHOW-03")
    assert "course rules" in text.inner_text().lower()
    assert page.locator("[popover]:popover-open").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("[popover]:popover-open").count() == 0
    assert focused(page) == "rule:CRIB-SHOW-03"


@pytest.mark.parametrize("composing", [{"isComposing": True}, {"keyCode": 229}], ids=["composing", "229"])
def test_enter_that_ends_a_composition_answers_nothing(show: Show, composing: dict[str, object]) -> None:
    """An input method's Enter takes over what was composed; it is not the reader's Enter."""
    page = show(counting_model("5H 5D 5S JC", "5C"))
    field = one(page).get_by_label("points")
    field.fill("12")
    enter = """(field, how) => field.dispatchEvent(
        new KeyboardEvent("keydown", { ...how, key: "Enter", bubbles: true, cancelable: true }))"""
    assert field.evaluate(enter, composing), "its default is left alone"
    arrow = enter.replace("Enter", "ArrowRight")
    assert one(page).get_by_role("button", name="Next").evaluate(arrow, composing)
    page.wait_for_timeout(100)
    assert page.evaluate("sent") == []
    assert not field.evaluate(enter, {})
    wait_for_step(page, 1)


def test_an_answer_that_comes_late_takes_the_focus_from_nobody(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C"))
    page.evaluate("window.hold = 300")
    one(page).get_by_role("button", name="Next").click()
    page.locator("#outside").focus()
    wait_for_step(page, 1)
    assert focused(page) == "outside"
