"""Scores of a whole class fit the screen they are looked at on: nothing is scrolled to sideways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from cardlab_exercises import Store, sample_learner
from cardlab_widgets.scores.class_desk import ClassDesk
from cardlab_widgets.screen.render import render
from playwright.sync_api import Browser, Page

from cardlab.display.scene import Scene
from tests.browser.fitting import PAGE, SHOW, looks

SAM = sample_learner().attempts()
NAMES = [f"Learner {number}" for number in range(39)] + ["Maximiliane von Hohenstein-Ahrenberg"]
QUESTIONS = 20
WIDTHS = {1280: (1280, 720), 820: (820, 1180), 390: (390, 844)}


@pytest.fixture(scope="module")
def desk() -> ClassDesk:
    """A class of 40 that has practised, and has taken a test of 20 questions."""
    store = Store(None)
    for name in NAMES:
        for place, made in enumerate(SAM[: QUESTIONS + 10]):
            test = "7b-1" if place < QUESTIONS else ""
            store.record(replace(made, id=f"{name}-{place}", learner=name, class_code="7b", test=test))
    desk = ClassDesk("7b", store)
    desk.act("look", {"class": "7b"})
    while desk.report is None:
        assert desk._reading is not None
        desk._reading.exception(60)
        desk.renew()
    return desk


@pytest.fixture(scope="module", params=WIDTHS)
def window(browser: Browser, request: pytest.FixtureRequest) -> Iterator[tuple[Page, int]]:
    width, height = WIDTHS[request.param]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(PAGE)
    yield page, width
    page.close()


WAYS = {
    "learners": ("tab:learners",),
    "learner": ("tab:learners", "open:learner:"),
    "answers": ("tab:learners", "open:learner:", "tab:exercises", "open:exercise:"),
    "test": ("tab:tests", "open:test:", "tab:learners"),
    "questions": ("tab:tests", "open:test:", "tab:questions"),
}


def shown(desk: ClassDesk, way: tuple[str, ...]) -> Scene:
    """What is there after these steps; of the rows of a kind the last is opened, a long name's."""
    desk.act("back:0", {})
    for step in way:
        actions = [action for grid in desk.scene().grids for action in grid.actions]
        rows = [action for action in actions if action.startswith(step)]
        desk.act(step if step.startswith("tab:") else rows[-1], {})
    return desk.scene()


@pytest.mark.parametrize("way", WAYS)
def test_a_class_of_forty_fits(desk: ClassDesk, window: tuple[Page, int], way: str) -> None:
    page, width = window
    scene = shown(desk, WAYS[way])
    (look,) = looks(page, [(scene, True)], width)
    assert look.faults == []
    page.evaluate(SHOW, [render(scene, large=True), width, True])
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll(".figures, .figures *, html")]
            .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible")
            .map((e) => e.outerHTML.slice(0, 100))"""
        )
        == []
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_heads_of_a_long_table_stay_in_sight(desk: ClassDesk, window: tuple[Page, int]) -> None:
    """On a phone each figure has its head beside it instead."""
    page, width = window
    page.evaluate(SHOW, [render(shown(desk, WAYS["test"]), large=True), width, True])
    page.get_by_role("button", name=NAMES[20], exact=True).scroll_into_view_if_needed()
    page.mouse.wheel(0, 400)
    head = page.locator(".figures thead th").first
    if width < 740:
        assert not head.is_visible()
        assert page.locator('.figures td[data-head="points"]').count() == len(NAMES)
    else:
        page.wait_for_function("scrollY > 300")
        assert head.evaluate("(e) => e.getBoundingClientRect().top") == pytest.approx(0, abs=1)


def test_the_marks_of_a_test_are_in_one_line_on_a_projector(
    desk: ClassDesk, window: tuple[Page, int]
) -> None:
    page, width = window
    if width < 1280:
        pytest.skip("there is no room for them")
    page.evaluate(SHOW, [render(shown(desk, WAYS["test"]), large=True), width, True])
    heights = page.locator(".figures tbody tr").evaluate_all("(rows) => rows.map((e) => e.offsetHeight)")
    assert max(heights[:-1]) < 50  # the last has a name of two lines
