"""The lesson's widgets in the real JupyterLab, as a learner uses them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import browsing
import pytest
from playwright.sync_api import Locator, Page, expect

WriteNotebook = Callable[..., str]
STEPPER = 'count_stepper("6H 7S 7D 8C", "KD")'
EXERCISE = 'practice("crib-count-hand", seed=5)'
"""Its first question: A♣ 2♦ 4♣ Q♥ with the starter Q♠, which counts two fifteens and a pair."""


@pytest.fixture
def show(lab_page: Page, write_notebook: WriteNotebook) -> Callable[..., Locator]:
    """Opens a notebook with one widget, runs it, and gives the widget."""

    def show(*cells: str) -> Locator:
        browsing.open_notebook(lab_page, write_notebook(*cells))
        browsing.run_all(lab_page)
        widget = lab_page.locator(browsing.WIDGET)
        expect(widget).to_have_count(1)
        return widget

    return show


def step(widget: Locator) -> str | None:
    return widget.locator("[data-transport]").get_attribute("data-at")


def button(widget: Locator, name: str) -> Locator:
    return widget.get_by_role("button", name=name, exact=True)


def lit(widget: Locator) -> list[str]:
    """The cards that count at this step, by what a screen reader says."""
    labels = widget.get_by_role("img").evaluate_all("faces => faces.map(face => face.ariaLabel)")
    return [label for label in labels if "counts in this line" in label]


# ---------------------------------------------------------------- the lesson


def test_the_lesson_from_its_first_instruction_on(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, "notebooks/cribbage/07-counting-your-hand.ipynb")
    browsing.run_all(lab_page)
    expect(lab_page.locator(browsing.WIDGET).first.get_by_role("heading")).to_have_text("Counting a hand")
    sources = browsing.cell_sources(lab_page)
    tables = sum("count_stepper(" in text or "practice(" in text for text in sources)
    lab_page.wait_for_function(
        "expected => document.querySelectorAll('.cardlab').length === expected", arg=tables, timeout=60_000
    )


def test_the_score_is_a_table_and_a_plot(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, "notebooks/my-score.ipynb")
    browsing.run_all(lab_page)
    lab_page.locator(".js-plotly-plot").first.scroll_into_view_if_needed()
    expect(lab_page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(lab_page.get_by_role("rowheader", name="Fifteens CRIB-SHOW-03", exact=True)).to_be_visible()


def test_the_address_that_is_printed_opens_the_start_page(page: Page, lab: str, lab_home: Path) -> None:
    (address,) = set(re.findall(rf"{lab}/lab\S*", (lab_home / "home" / "lab.log").read_text()))
    page.goto(address)
    expect(page.get_by_role("heading", name="cardlab")).to_be_visible()


def test_the_start_page_leads_to_the_lesson(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, "notebooks/index.ipynb")
    lab_page.get_by_role("link", name="Counting your hand").click()
    browsing.wait_for_kernel(lab_page)
    expect(lab_page.get_by_role("heading", name="Counting your hand")).to_be_visible()


# ---------------------------------------------------------------- the stepper


def test_steps_forwards_and_backwards(show: Callable[..., Locator]) -> None:
    widget = show(STEPPER)
    expect(widget.get_by_text("fifteen two", exact=True)).to_have_count(0)
    button(widget, "Next").click()
    expect(widget.get_by_text("fifteen two", exact=True)).to_be_visible()
    expect(widget.locator(".total .n")).to_have_text("2")
    assert lit(widget) == ["seven of spades, counts in this line", "eight of clubs, counts in this line"]
    button(widget, "Next").click()
    expect(widget.locator(".total .n")).to_have_text("4")
    button(widget, "Back").click()
    expect(widget.locator(".total .n")).to_have_text("2")
    button(widget, "Last").click()
    expect(widget.locator(".total .n")).to_have_text("12")
    button(widget, "First").click()
    expect(widget.locator(".total .n")).to_have_text("0")


def test_a_right_and_a_wrong_prediction(show: Callable[..., Locator]) -> None:
    widget = show(STEPPER)
    widget.get_by_label("points").fill("4")
    button(widget, "Reveal").click()
    expect(widget.get_by_text("Right: 4.", exact=True)).to_be_visible()
    button(widget, "Next").click()
    widget.get_by_label("points").fill("three")
    button(widget, "Reveal").click()
    expect(widget.get_by_text("Not 3.", exact=True)).to_be_visible()
    expect(widget.locator(".total .n")).to_have_text("6")


def test_a_rule_says_what_it_is_and_whose(show: Callable[..., Locator]) -> None:
    widget = show(STEPPER)
    button(widget, "Next").click()
    widget.get_by_role("button", name="Rule CRIB-SHOW-03").click()
    expect(widget.get_by_text("Every different set of cards whose values add up to 15")).to_be_visible()


def test_a_seed_typed_in_deals_the_hand_of_that_seed(show: Callable[..., Locator]) -> None:
    widget = show("count_stepper(seed=1)")
    cards = widget.get_by_role("group", name="hand").get_by_role("img")
    first = cards.evaluate_all("faces => faces.map(face => face.ariaLabel)")
    widget.get_by_label("seed").fill("9")
    button(widget, "Deal").click()
    expect(cards.first).to_have_accessible_name("ace of clubs")
    assert cards.evaluate_all("faces => faces.map(face => face.ariaLabel)") != first
    widget.get_by_label("seed").fill("1")
    widget.get_by_label("seed").press("Enter")
    expect(cards.first).to_have_accessible_name(first[0])


# ---------------------------------------------------------------- the exercise


def test_a_right_answer(show: Callable[..., Locator]) -> None:
    widget = show(EXERCISE)
    widget.get_by_label("total").fill("6")
    button(widget, "Check").click()
    expect(button(widget, "Next question")).to_be_visible()
    expect(widget.get_by_text("said aloud")).to_be_visible()
    button(widget, "Step through this count").click()
    expect(widget.locator("[data-transport]")).to_be_visible()


def test_a_wrong_answer_is_told_by_the_name_of_the_mistake(show: Callable[..., Locator]) -> None:
    widget = show(EXERCISE)
    for field, points in {"fifteens": "4", "pairs": "0", "runs": "0", "flush": "0", "nobs": "0"}.items():
        widget.get_by_label(field).fill(points)
    button(widget, "Check").click()
    expect(widget.get_by_text("A pair missed").first).to_be_visible()
    expect(widget.get_by_role("button", name="Rule CRIB-SHOW-04").first).to_be_visible()
    expect(button(widget, "Check")).to_be_visible()


def test_hints_come_one_by_one(show: Callable[..., Locator]) -> None:
    widget = show(EXERCISE)
    widget.get_by_role("button", name="Hint 1 of 2").click()
    expect(widget.get_by_text("Hint 1 of 2").first).to_be_visible()
    widget.get_by_role("button", name="Hint 2 of 2").click()
    expect(widget.get_by_role("status")).to_contain_text("You should find")


@pytest.mark.parametrize(
    "typed", ["<b>12</b>", "<img src=x onerror=alert(1)>", "lots"], ids=["bold", "image", "word"]
)
def test_what_is_no_number_is_shown_as_it_was_typed(show: Callable[..., Locator], typed: str) -> None:
    widget = show(EXERCISE)
    widget.get_by_label("total").fill(typed)
    button(widget, "Check").click()
    expect(widget.get_by_text(typed).first).to_be_visible()
    expect(widget.locator("img, b:has-text('12')")).to_have_count(0)
    expect(widget.get_by_label("total")).to_have_value(typed)


# ---------------------------------------------------------------- the keyboard


def test_everything_by_keyboard_alone(lab_page: Page, show: Callable[..., Locator]) -> None:
    widget = show(EXERCISE)
    cards = widget.get_by_role("group", name="hand").get_by_role("button")
    cards.first.focus()
    lab_page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    lab_page.keyboard.press("Space")
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    lab_page.keyboard.press("End")
    lab_page.keyboard.press("Enter")
    expect(cards.nth(3)).to_have_attribute("aria-pressed", "true")
    expect(widget.get_by_text("= 12")).to_be_visible()
    for _ in range(9):
        lab_page.keyboard.press("Tab")
        if lab_page.evaluate("document.activeElement.name") == "total":
            break
    lab_page.keyboard.type("6")
    lab_page.keyboard.press("Enter")
    expect(button(widget, "Next question")).to_be_visible()
    expect(button(widget, "Next question")).to_be_focused()


def test_the_arrows_step_through_a_count(lab_page: Page, show: Callable[..., Locator]) -> None:
    widget = show(STEPPER)
    button(widget, "Next").focus()
    for key, at in (
        ("ArrowRight", "1"),
        ("ArrowRight", "2"),
        ("ArrowLeft", "1"),
        ("End", "5"),
        ("Home", "0"),
    ):
        lab_page.keyboard.press(key)
        expect(widget.locator("[data-transport]")).to_have_attribute("data-at", at)


KEYS = (
    "Enter",
    "ArrowDown",
    "ArrowUp",
    "ArrowLeft",
    "a",
    "b",
    "m",
    "x",
    "c",
    "v",
    "z",
    "y",
    "d",
    "d",
    "0",
    "0",
)


def test_shortcuts_of_jupyterlab_do_not_fire_on_a_card(lab_page: Page, show: Callable[..., Locator]) -> None:
    widget = show(EXERCISE)
    before = browsing.cell_sources(lab_page)
    for key in KEYS:
        widget.get_by_role("group", name="hand").get_by_role("button").first.focus()
        lab_page.keyboard.press(key)
    lab_page.wait_for_timeout(300)
    assert browsing.cell_sources(lab_page) == before
    expect(widget).to_have_count(1)
    expect(lab_page.get_by_role("dialog")).to_have_count(0)
    button(widget, "Check").click()
    expect(widget.get_by_text("Hint 1 of 2")).to_be_visible()


# ---------------------------------------------------------------- what stays


def test_a_reloaded_page_shows_the_same_step(page: Page, lab: str, write_notebook: WriteNotebook) -> None:
    """In a window of its own: JupyterLab opens the notebook of a reloaded address once more, over others."""
    browsing.open_lab(page, lab)
    browsing.open_notebook(page, write_notebook(STEPPER))
    browsing.run_all(page)
    widget = page.locator(browsing.WIDGET)
    for total in ("2", "4"):
        button(widget, "Next").click()
        expect(widget.locator(".total .n")).to_have_text(total)
    browsing.save(page)
    page.reload()
    expect(widget.locator(".total .n")).to_have_text("4")
    button(widget, "Next").click()
    expect(widget.locator(".total .n")).to_have_text("6")
    browsing.close_all(page)


@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "untrusted"])
def test_a_reopened_notebook_without_kernel_shows_its_last_state(
    lab_page: Page, lab_home: Path, show: Callable[..., Locator], trusted: bool
) -> None:
    widget = show(STEPPER)
    for total in ("2", "4", "6"):
        button(widget, "Next").click()
        expect(widget.locator(".total .n")).to_have_text(total)
    snapshot = lab_page.locator(".cardlab-snapshot")
    expect(snapshot).to_contain_text("step 3 of 5")  # it follows when presses pause
    expect(snapshot).to_be_hidden()
    browsing.save(lab_page)
    name: str = lab_page.evaluate("window.jupyterapp.shell.currentWidget.context.path")
    browsing.close_all(lab_page)
    if not trusted:  # a notebook that somebody else has written
        path = lab_home / "files" / name
        notebook = json.loads(path.read_text())
        notebook["metadata"]["from"] = "elsewhere"
        path.write_text(json.dumps(notebook))
    browsing.open_notebook(lab_page, name)
    browsing.end_kernel(lab_page)
    output = lab_page.locator(".jp-OutputArea").filter(has_text="fifteen four")
    expect(output).to_be_visible()
    for text in ("6♥", "a pair is six", "total 6", "step 3 of 5"):
        expect(output.get_by_text(text.replace("♥", "♥\ufe0e")).first).to_be_visible()


def test_the_score_is_kept_when_the_kernel_is_restarted(lab_page: Page, show: Callable[..., Locator]) -> None:
    widget = show(
        'practice("crib-count-hand", seed=5, learner="Ada")',
        'from cardlab_exercises import progress\nprint(progress(learner="Ada"))',
    )
    widget.get_by_label("total").fill("6")
    button(widget, "Check").click()
    expect(button(widget, "Next question")).to_be_visible()
    browsing.restart_kernel(lab_page)
    browsing.run_all(lab_page)
    expect(lab_page.get_by_text("Progress of Ada: 1 attempt, 1 of them right")).to_be_visible()
