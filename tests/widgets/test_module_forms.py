"""Answers in the browser: typed, chosen or picked on the table, and what becomes of them."""

from __future__ import annotations

from cardlab_exercises import Practice
from cardlab_widgets.lessons.practice import PracticeDesk

from tests.widgets.on_page import Show, asked, focused, last_sent, one


def test_what_was_typed_survives_an_error_and_goes_with_the_question(show: Show) -> None:
    page = show(PracticeDesk(Practice("crib-count-hand", seed=20417)))
    total = one(page).locator("input[name=total]")
    total.fill("<b>x")
    page.keyboard.press("Enter")
    error = one(page).locator("[data-error]")
    error.wait_for()
    assert "'<b>x' is not a number" in error.inner_text()
    assert total.input_value() == "<b>x"
    assert focused(page) == "field:total"
    one(page).get_by_role("button", name="Solution").click()
    one(page).get_by_role("button", name="Next question").click()
    page.wait_for_function("document.querySelector('#one input[name=total]').value === ''")


def test_one_choice_is_made_and_checked_with_the_keyboard_alone(show: Show) -> None:
    desk = asked("crib-must-go")
    page = show(desk)
    assert desk.practice.sitting
    wrong = "no" if desk.practice.sitting.solution.answer["go"] == "yes" else "yes"
    one(page).get_by_role("radio", name=wrong, exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    one(page).locator("[data-message=warn]").wait_for()
    assert last_sent(page)["values"] == {"go": wrong}
    assert one(page).get_by_role("radio", name=wrong, exact=True).is_checked()
    assert focused(page) == f"field:go:{wrong}"
    assert not page.evaluate("keys")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    one(page).locator("[data-message=good]").wait_for()
    assert focused(page) == "next"
    assert one(page).get_by_role("radio").first.is_disabled()


def test_several_choices_are_sent_together_and_stay_when_something_else_is_pressed(show: Show) -> None:
    page = show(asked("crib-what-may-you-do"))
    for name in ("play a card", "play no further card"):
        one(page).get_by_role("checkbox", name=name, exact=True).check()
    one(page).get_by_role("button", name="Hint").click()
    one(page).locator("[data-message=info]").wait_for()
    assert last_sent(page)["values"] == {"do": "play stop"}
    checked = [box.is_checked() for box in one(page).get_by_role("checkbox").all()]
    assert checked == [True, False, True]
    for box in one(page).get_by_role("checkbox").all():
        box.uncheck()
    one(page).get_by_role("button", name="Check").click()
    page.wait_for_function("document.querySelector('#one .fb')?.textContent.includes('Nothing is filled in')")
    assert last_sent(page)["values"] == {"do": ""}


def test_cards_picked_on_the_table_stand_in_the_answer(show: Show) -> None:
    desk = asked("crib-lay-away")
    page = show(desk)
    cards = one(page).locator("[data-zone=hand] button")
    names = [cards.nth(at).get_attribute("data-key") for at in (0, 3)]
    for at in (0, 3):
        cards.nth(at).click()
    page.wait_for_function("document.querySelectorAll('#one .picked .mini').length === 2")
    pressed = one(page).locator("[data-zone=hand] [aria-pressed=true]").all()
    assert [card.get_attribute("data-key") for card in pressed] == names
    one(page).get_by_role("button", name="Check").click()
    one(page).locator("[data-message]").wait_for()
    assert desk.practice.sitting
    assert desk.practice.sitting.checked == {"laid": " ".join(map(str, names))}
