"""Every demo in the real Voila: one server, one page after another, then all seats of a class at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import browsing
import pytest
from cardlab_exercises import Practice
from cardlab_exercises.store.store import Store
from cardlab_widgets.demos import catalogue, entry
from cardlab_widgets.serving.server import PLOTLY
from playwright.sync_api import Browser, Page, expect

from tests.browser.at_table import first_press
from tests.wire import PATIENCE_S, running_loop, wire_visit

VISITORS = 20
INTERACTIVE_MS = 60_000
"""How long a page may take on a machine that is busy with other tests; the bench measures it."""


# The page of the learners has nothing to press before its class is asked: see the class below.
@pytest.mark.parametrize("name", [about.id for about in catalogue() if about.id != "class-poll"])
def test_a_demo_opens_and_answers(page: Page, voila: str, name: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{voila}/voila/render/{name}.ipynb{browsing.TEACHERS}")
    widget = page.locator(browsing.WIDGET)
    expect(widget.locator(".sheet.large")).to_be_visible(timeout=INTERACTIVE_MS)
    assert "demo(" not in page.content()
    assert any(PLOTLY in address for address in asked) == entry(name).plots
    expect(first_press(widget)).to_be_in_viewport(ratio=1)
    before = widget.inner_html()
    first_press(widget).click()
    changed = "before => document.querySelector('.cardlab').innerHTML !== before"
    page.wait_for_function(changed, arg=before, timeout=INTERACTIVE_MS)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(widget.locator("[data-error]")).to_have_count(0)
    fits = "sheet => sheet.scrollWidth <= sheet.clientWidth + 1"
    assert widget.locator(".sheet").evaluate(fits)


def test_the_start_page_shows_every_demo_with_its_picture(page: Page, voila: str) -> None:
    page.goto(voila)
    demos = page.locator(".demos")
    for about in catalogue():
        link = demos.locator("a").filter(has=page.get_by_text(about.title, exact=True))
        expect(link).to_be_visible()
        assert link.locator(".fan svg").count() >= 2
    demos.get_by_role("link", name="Pegging").click()
    expect(page).to_have_title("Pegging")


def test_a_teacher_prepares_a_case_and_its_link_shows_it(page: Page, voila: str) -> None:
    page.goto(f"{voila}/voila/render/counting-a-hand.ipynb")
    widget = page.locator(browsing.WIDGET)
    widget.get_by_role("button", name="For teachers").click(timeout=INTERACTIVE_MS)
    expect(widget.get_by_text("Wrong answers to expect")).to_be_visible()
    widget.get_by_role("textbox", name="hand", exact=True).fill("5H 5D 5S XX")
    widget.get_by_role("textbox", name="starter", exact=True).fill("5C")
    widget.get_by_role("button", name="Show it").click()
    expect(widget.get_by_text("'XX' is not a card").first).to_be_visible()
    widget.get_by_role("textbox", name="hand", exact=True).fill("5H 5D 5S JC")
    widget.get_by_role("textbox", name="starter", exact=True).fill("5C")
    widget.get_by_role("button", name="Show it").click()
    expect(widget.get_by_role("img", name="jack of clubs")).to_be_visible()
    widget.get_by_role("button", name="For teachers").click()
    address = widget.get_by_label("to open or to send").input_value()
    assert address.startswith(f"{voila}/voila/render/counting-a-hand.ipynb?hand=")
    page.goto(address)
    expect(widget.get_by_role("img", name="jack of clubs")).to_be_visible(timeout=INTERACTIVE_MS)
    page.goto(f"{address}&cheat=1")
    expect(widget.get_by_text("asks for 'cheat'").first).to_be_visible(timeout=INTERACTIVE_MS)


def test_a_class_answers_on_its_own_pages(page: Page, browser: Browser, voila: str) -> None:
    page.goto(f"{voila}/voila/render/frozen-or-not.ipynb{browsing.TEACHERS}")
    projector = page.locator(browsing.WIDGET)
    projector.get_by_role("button", name="For teachers").click(timeout=INTERACTIVE_MS)
    projector.get_by_label("class code").fill("7b")
    projector.get_by_role("button", name="Ask", exact=True).click()
    expect(projector.get_by_text("Class 7b: 0 answers").first).to_be_visible()
    address = projector.locator(".address").inner_text()
    assert address == f"{voila}/poll?class=7b"
    learner = browser.new_page()
    learner.goto(address)
    own = learner.locator(browsing.WIDGET)
    own.get_by_role("button", name="No", exact=True).click(timeout=INTERACTIVE_MS)
    expect(own.get_by_text("Your answer: No").first).to_be_visible()
    expect(own.locator(".fb.good")).to_have_count(0)
    expect(projector.get_by_text("Class 7b: 1 answer").first).to_be_visible()  # nobody has pressed anything
    expect(projector.locator(".polled")).to_have_count(0)
    projector.get_by_role("button", name="Show the answers").click()
    expect(projector.locator(".polled")).to_be_visible()
    expect(projector.locator(".told")).to_have_count(0)
    projector.get_by_role("button", name="Yes", exact=True).click()
    expect(projector.get_by_text("Class 7b: 1 answer")).to_have_count(0)
    expect(own.get_by_text("no question is open").first).to_be_visible()
    projector.get_by_role("button", name="New", exact=True).click()
    projector.get_by_role("button", name="Ask the class").click()
    expect(
        own.get_by_role("button", name="No", exact=True)
    ).to_be_visible()  # the next one has come by itself
    learner.close()


@pytest.mark.thorough
def test_one_demo_below_a_base_asks_by_the_address_of_its_server(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    with browsing.voila_server(
        tmp_path, "frozen-or-not", "--Voila.base_url=/cards/", base="/cards"
    ) as server:
        page.goto(f"{server}/cards/voila/render/frozen-or-not.ipynb{browsing.TEACHERS}")
        projector = page.locator(browsing.WIDGET)
        expect(projector.get_by_role("button", name="For teachers")).to_be_visible(timeout=INTERACTIVE_MS)
        projector.get_by_role("button", name="Ask the class").click()
        address = projector.locator(".address").inner_text()
        assert address.startswith(f"{server}/cards/poll?class=")
        learner = browser.new_page()
        learner.goto(address)
        own = learner.locator(browsing.WIDGET)
        expect(own.get_by_role("button", name="Yes", exact=True)).to_be_visible(timeout=INTERACTIVE_MS)
        learner.close()


def test_somebody_looks_at_the_own_progress(page: Page, voila: str, voila_home: Path) -> None:
    store = Store(voila_home / "cardlab" / "progress.db")
    answered = Practice("crib-count-hand", seed=5, store=store, learner="you")
    answered.act("check", {"total": "6"})
    page.goto(f"{voila}/voila/render/your-progress.ipynb{browsing.TEACHERS}")
    page.get_by_role("button", name="Show my progress").click(timeout=INTERACTIVE_MS)
    page.get_by_role("button", name="By exercise").click()
    number = len(store.attempts(learner="you"))
    expect(page.get_by_role("row", name=f"How many points? {number} 100 %")).to_be_visible()
    page.get_by_role("button", name="Over time").click()
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=INTERACTIVE_MS)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_presenter_goes_through_the_steps_without_a_click(page: Page, voila: str) -> None:
    page.goto(f"{voila}/voila/render/counting-a-hand.ipynb")
    steps = page.locator("[data-transport]")
    expect(steps).to_be_visible(timeout=INTERACTIVE_MS)
    page.keyboard.press("PageDown")
    expect(steps).to_have_attribute("data-at", "1")
    page.keyboard.press("PageUp")
    expect(steps).to_have_attribute("data-at", "0")


def test_rules_show_their_numbers_when_the_teacher_wants_them(page: Page, voila: str) -> None:
    page.goto(f"{voila}/voila/render/counting-a-hand.ipynb")
    widget = page.locator(browsing.WIDGET)
    widget.get_by_role("button", name="Next").click(timeout=INTERACTIVE_MS)
    chip = widget.locator(".chip.rule").first
    expect(chip).to_be_attached()
    expect(chip).to_be_hidden()
    widget.get_by_role("button", name="For teachers").click()
    widget.get_by_role("button", name="Show the numbers").click()
    expect(chip).to_be_visible()


@pytest.mark.parametrize("name", ["counting-a-hand", "frozen-or-not", "a-game-of-cribbage"])
def test_a_demo_leads_back_to_the_list(page: Page, voila: str, name: str) -> None:
    page.goto(f"{voila}/voila/render/{name}.ipynb")
    page.get_by_role("link", name="All demos").click(timeout=INTERACTIVE_MS)
    expect(page.get_by_role("link", name="Pegging")).to_be_visible()


def test_laying_away_has_its_bars_with_the_answer(page: Page, voila: str) -> None:
    page.goto(f"{voila}/voila/render/what-to-lay-away.ipynb")
    widget = page.locator(browsing.WIDGET)
    widget.get_by_role("button", name="Skip").click(timeout=INTERACTIVE_MS)
    expect(widget.get_by_role("figure").get_by_role("listitem")).to_have_count(4)


@pytest.mark.thorough
def test_a_whole_class_at_once_is_served(voila: str) -> None:
    address = f"{voila}/voila/render/counting-a-hand.ipynb"
    with running_loop() as loop:
        visits = [asyncio.run_coroutine_threadsafe(wire_visit(address), loop) for _ in range(VISITORS)]
        for visit in visits:
            _, connection = visit.result(PATIENCE_S)  # raises unless the first press was answered
            loop.call_soon_threadsafe(connection.close)
