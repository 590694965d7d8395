"""What both games' browser tests do at a table: press by mouse or by keyboard, and wait for the page."""

from __future__ import annotations

from collections.abc import Callable

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


def wait_for_change(widget: Locator, before: str) -> None:
    """Waits until the widget shows something else than `before`; looks at every frame, for games are long."""
    changed = "([widget, before]) => widget.querySelector('.sheet')?.textContent !== before"
    widget.page.wait_for_function(changed, arg=[widget.element_handle(), before])


def press(widget: Locator, target: Locator) -> None:
    """Clicks, and waits until the page has changed."""
    before = revision(widget)
    target.click()
    wait_for_change(widget, before)


INSIDE = "widget => widget.contains(document.activeElement)"
FOCUS = """(widget, target) => {
    const focus = document.activeElement;
    if (focus === target) return "here";
    if (!widget.contains(focus)) return "outside";
    const zone = target.dataset.key !== undefined && target.closest("[data-zone]");
    return zone && zone === focus.closest("[data-zone]") ? "in its zone" : "elsewhere";
}"""
"""Where the focus is, seen from a button that it is to go to; in one question, for each takes a while."""


def by_keys(widget: Locator, target: Locator) -> None:
    """Tab and the arrows to a button, then Enter; the focus is never lost on the way."""
    before, keyboard = revision(widget), widget.page.keyboard
    goal = target.element_handle()
    for _ in range(60):
        focus = widget.evaluate(FOCUS, goal)
        if focus == "here":
            break
        if focus == "outside":
            widget.focus()
        else:
            keyboard.press("ArrowRight" if focus == "in its zone" else "Tab")
    assert focus == "here", "this button cannot be reached by keyboard"
    keyboard.press("Enter")
    wait_for_change(widget, before)
    assert widget.evaluate(INSIDE), "the focus was lost"


# ---------------------------------------------------------------- a game of Cribbage


def game(seed: int, pace: str = "step") -> str:
    """A cell with a table. Each test has a seed of its own, for a game left unfinished is gone on with."""
    return (
        "from cardlab_widgets import play\n"
        f'table = play("cribbage", seed={seed}, target=61, level="beginner", pace="{pace}")\ntable'
    )


def fitting(widget: Locator) -> Locator:
    """The cards in the player's own hand that can be played now."""
    return widget.locator("[data-zone=hand] button:not(.dim)")


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
