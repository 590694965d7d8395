"""What comes next is in view and has the focus, after every press: by mouse and by keyboard, in JupyterLab.

The window is that of a small laptop, and the text above a widget leaves half of it below the edge, so that
whatever does not come into view by itself stays out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import browsing
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import available, button, by_keys, press, revision, wait_for_change

FORMS = {
    "numbers": "crib-count-hand",
    "one": "crib-who-leads",
    "several": "crib-which-fit",
    "cards": "can-card-kinds",
    "notation": "can-go-out-how",
    "rows": "crib-score-play",
}
"""An exercise for each form of answer; that in notation is at a table, the others are not."""

SEEN = """element => {
    const panel = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= panel.top - 1 && bottom <= Math.min(panel.bottom, innerHeight) + 1;
}"""

Use = Callable[[Locator, Locator], None]


@pytest.fixture
def small_window(lab_page: Page) -> Iterator[Page]:
    size = lab_page.viewport_size
    lab_page.set_viewport_size({"width": 1280, "height": 800})
    yield lab_page
    if size:
        lab_page.set_viewport_size(size)


@pytest.fixture
def lesson(small_window: Page, write_notebook: Callable[..., str]) -> Callable[[str], Locator]:
    """Opens a notebook with much to read above this cell's widget, runs it and gives the widget."""

    def show(cell: str) -> Locator:
        text = "from IPython.display import HTML\nHTML('<p style=\"height: 480px\">Much to read.</p>')"
        name = write_notebook(text, f"from cardlab_widgets import play, practice\n{cell}", text)
        browsing.open_notebook(small_window, name)
        browsing.run_all(small_window)
        widget = small_window.locator(browsing.WIDGET).first
        expect(widget.get_by_role("heading").first).to_be_attached()
        return widget

    return show


def in_view(widget: Locator, what: str) -> None:
    part = widget.locator(what).first
    expect(part).to_be_attached()
    assert part.evaluate(SEEN), f"{what} is out of view"


def focus_is(widget: Locator, what: str) -> None:
    """The focus is on the first of these, and that is in view."""
    part = widget.locator(what).first
    expect(part).to_be_focused()
    assert part.evaluate(SEEN), f"what has the focus is out of view: {what}"


FIRST = {
    "cards": ".felt button.card",
    "notation": "form.predict input:not([readonly])",
}
"""Where the focus belongs when a question appears; else in the first field of its form."""


BY_MOUSE = ("numbers", "cards", "rows")
"""The forms that are always tried by mouse, and the others by keyboard; both ways in the thorough run."""


def ways() -> Iterator[Any]:
    for form in FORMS:
        for use, id in ((press, "mouse"), (by_keys, "keyboard")):
            usual = (form in BY_MOUSE) == (use is press)
            yield pytest.param(form, use, id=f"{form}-{id}", marks=() if usual else pytest.mark.thorough)


@pytest.mark.parametrize(("form", "use"), list(ways()))
def test_a_run_of_ten_is_followed(form: str, use: Use, lesson: Callable[[str], Locator]) -> None:
    widget = lesson(f'practice("{FORMS[form]}", seed=4, length=10)')
    if available(widget, "next"):
        use(widget, widget.locator("[data-id=next]"))
    for number in range(1, 11):
        expect(widget.get_by_role("list", name=f"Question {number} of 10")).to_be_attached()
        if number > 1:  # the first is there before anything is pressed
            focus_is(widget, FIRST.get(form, "form.work :is(input, textarea):not([readonly])"))
            in_view(widget, "h2")
        if number == 1:
            use(widget, widget.locator("[data-id=check]"))  # nothing is answered yet: a word on it
            in_view(widget, "[data-message], [data-error]")
        use(widget, widget.locator("[data-id=solution]"))
        in_view(widget, "[data-message]")
        focus_is(widget, "[data-id=next]")
        if number == 1 and available(widget, "steps"):
            use(widget, widget.locator("[data-id=steps]"))
            in_view(widget, "[data-transport]")
            in_view(widget, "h2")
            use(widget, widget.locator("[data-id=steps]"))
            in_view(widget, "[data-message]")
        use(widget, widget.locator("[data-id=next]"))
    in_view(widget, "[data-message]")
    expect(widget.locator("[data-message]")).to_contain_text("of 10 right")
    focus_is(widget, "[data-id=next]")


@pytest.mark.parametrize("use", [press, by_keys], ids=["mouse", "keyboard"])
def test_a_game_is_followed(use: Use, lesson: Callable[[str], Locator]) -> None:
    widget = lesson('play("cribbage", seed=31, target=61, level="beginner", pace="step", resume=False)')
    use(widget, widget.locator("[data-id=cut]"))
    while not available(widget, "lay"):
        use(widget, widget.locator("[data-id=skip]"))
    use(widget, widget.locator("[data-id=lay]"))
    in_view(widget, "[data-message=warn]")
    focus_is(widget, "[data-id=lay]")
    use(widget, widget.locator("[data-id=back]"))
    in_view(widget, ".review")
    assert widget.evaluate("widget => widget.contains(document.activeElement)")
    use(widget, button(widget, "Return to the game"))
    in_view(widget, "[data-zone=hand]")
    in_view(widget, ".actions")


def test_where_no_card_fits_the_focus_is_on_go(lesson: Callable[[str], Locator]) -> None:
    widget = lesson('play("cribbage", seed=7, level="beginner", pace="step", resume=False)')
    must_go = widget.locator("[data-id=go].primary")
    for _ in range(200):
        if must_go.count():
            break
        if available(widget, "skip"):
            by_keys(widget, widget.locator("[data-id=skip]"))
        elif available(widget, "cut"):
            by_keys(widget, widget.locator("[data-id=cut]"))
        elif available(widget, "lay"):
            for place in (0, 1):
                by_keys(widget, widget.locator("[data-zone=hand] button").nth(place))
            by_keys(widget, widget.locator("[data-id=lay]"))
        else:
            by_keys(widget, widget.locator("[data-zone=hand] button:not(.dim)").first)
    focus_is(widget, "[data-id=go]")
    before = revision(widget)
    widget.page.keyboard.press("Enter")
    wait_for_change(widget, before)
