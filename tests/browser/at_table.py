"""What both games' browser tests do at a table: press by mouse or by keyboard, and wait for the page."""

from __future__ import annotations

from playwright.sync_api import Locator, expect


def button(widget: Locator, name: str) -> Locator:
    return widget.get_by_role("button", name=name, exact=True)


def revision(widget: Locator) -> str:
    return widget.locator(".sheet").evaluate("sheet => sheet.textContent")


FIRST_PRESSES = ["[data-id=next]", ".actions .primary, .actions .btn", ".tools .btn"]
"""Where to look for what one presses first: Next at a stepper, the first thing to do at a table, else the
button on top."""


def first_press(widget: Locator) -> Locator:
    """What one presses first. Raises `AssertionError` when there is nothing to press."""
    for place in FIRST_PRESSES:
        if widget.locator(place).count():
            return widget.locator(place).first
    raise AssertionError("there is nothing to press")


def available(widget: Locator, id: str) -> bool:
    return widget.locator(f'[data-id="{id}"]').count() > 0


def press(widget: Locator, target: Locator) -> None:
    """Clicks, and waits until the page has changed."""
    before = revision(widget)
    target.click()
    expect(widget.locator(".sheet")).not_to_have_text(before, use_inner_text=False)


INSIDE = "widget => widget.contains(document.activeElement)"
HERE = "button => button === document.activeElement"
SAME_ZONE = """card => card.dataset.key !== undefined &&
    card.closest('[data-zone]') === document.activeElement.closest('[data-zone]')"""


def by_keys(widget: Locator, target: Locator) -> None:
    """Tab and the arrows to a button, then Enter; the focus is never lost on the way."""
    before, keyboard = revision(widget), widget.page.keyboard
    for _ in range(60):
        if target.evaluate(HERE):
            break
        keyboard.press("ArrowRight" if target.evaluate(SAME_ZONE) else "Tab")
        if not widget.evaluate(INSIDE):
            widget.focus()
    assert target.evaluate(HERE), "this button cannot be reached by keyboard"
    keyboard.press("Enter")
    expect(widget.locator(".sheet")).not_to_have_text(before, use_inner_text=False)
    assert widget.evaluate(INSIDE), "the focus was lost"
