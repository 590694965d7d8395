"""Lessons that are alive when they are opened, by our extension of JupyterLab."""

from __future__ import annotations

import json
import re
from pathlib import Path

import browsing
import pytest
from playwright.sync_api import Browser, Page, expect

import notebooks
from tests.browser.conftest import watched_page

LESSON = "notebooks/cribbage/07-counting-your-hand.ipynb"
EXTENSIONS = notebooks.FOLDER.parent / "widgets/cardlab_widgets/jupyter/labextensions"

PLACE = """() => {
    const panel = window.jupyterapp.shell.currentWidget, notebook = panel.content;
    return [notebook.activeCellIndex, notebook.node.scrollTop + (notebook.outerNode?.scrollTop ?? 0)];
}"""
OPEN = "() => [...window.jupyterapp.shell.widgets('main')].map(tab => tab.context?.path).filter(Boolean)"


def is_alive(page: Page, path: str = LESSON) -> None:
    """All tables and exercises of that lesson are there."""
    lesson = page.locator("[data-lesson]:visible")
    expect(lesson).to_have_attribute("data-lesson", "alive")
    tables = (notebooks.FOLDER.parent / path).read_text().count("cardlab-snapshot")
    expect(lesson.locator(f"{browsing.WIDGET} .sheet")).to_have_count(tables)


def first_table_answers(page: Page) -> None:
    table = page.locator(browsing.WIDGET).first
    table.get_by_role("button", name="Next", exact=True).click()
    expect(table.locator("[data-transport]")).to_have_attribute("data-at", "1")


def is_dirty(page: Page) -> bool:
    return bool(page.evaluate("window.jupyterapp.shell.currentWidget.context.model.dirty"))


@pytest.fixture
def foreign(lab_home: Path) -> str:
    """A lesson as somebody else has written it, who may have put anything into it.

    It stays where it is: JupyterLab may still be about to save it when the test is over.
    """
    book = json.loads((notebooks.FOLDER.parent / LESSON).read_text())
    book["cells"][1]["source"] = ["from cardlab_widgets import count_stepper, practice\nprint('foreign')\n"]
    book["cells"][1]["metadata"] = {}  # else JupyterLab shows its first line alone
    path = lab_home / "files" / "foreign.ipynb"
    path.write_text(json.dumps(book))
    return path.name


def test_a_lesson_works_when_it_is_opened_and_stands_at_its_top(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, "notebooks/index.ipynb")
    lab_page.get_by_role("link", name="Counting your hand").click()
    is_alive(lab_page)
    assert lab_page.evaluate(PLACE) == [0, 0]
    assert not is_dirty(lab_page)
    expect(lab_page.locator("blockquote", has_text="Start here:")).to_be_hidden()
    assert lab_page.evaluate("window.jupyterapp.shell.leftCollapsed")
    expect(lab_page.get_by_role("button", name="Start this lesson")).to_be_hidden()
    first_table_answers(lab_page)


def test_a_table_can_be_pressed_up_to_its_edge(lab_page: Page) -> None:
    """JupyterLab's button that collapses an output lies over the prompts, which are hidden."""
    browsing.open_notebook(lab_page, LESSON)
    is_alive(lab_page)
    lab_page.locator(browsing.WIDGET).first.scroll_into_view_if_needed()
    hit = """table => {
        const { left, top } = table.getBoundingClientRect();
        return table.contains(document.elementFromPoint(left + 8, top + 30));
    }"""
    assert lab_page.locator(f"{browsing.WIDGET} .sheet").first.evaluate(hit)


def test_code_is_hidden_until_it_is_asked_for(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, LESSON)
    is_alive(lab_page)
    inputs = lab_page.locator(".jp-CodeCell .jp-Cell-inputWrapper")
    assert not [shown for shown in inputs.all() if shown.is_visible()]
    switch = lab_page.get_by_role("button", name="Show code")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(inputs.first).to_be_visible()
    switch.click()
    expect(inputs.first).to_be_hidden()
    assert not is_dirty(lab_page)


def test_what_somebody_else_has_written_is_not_run_before_it_is_started(lab_page: Page, foreign: str) -> None:
    browsing.open_notebook(lab_page, foreign)
    start = lab_page.get_by_role("button", name="Start this lesson")
    expect(start).to_be_visible()
    expect(lab_page.locator(browsing.WIDGET)).to_have_count(0)
    expect(lab_page.get_by_text("foreign", exact=True)).to_have_count(0)
    code = lab_page.locator(".jp-CodeCell .jp-Cell-inputWrapper")
    expect(code.filter(has_text="print('foreign')")).to_be_visible()
    switch = lab_page.get_by_role("button", name="Show code")
    expect(switch).to_have_attribute("aria-pressed", "true")
    start.click()
    is_alive(lab_page)
    expect(start).to_be_hidden()
    assert lab_page.evaluate(PLACE) == [0, 0]
    switch.click()
    expect(code.first).to_be_hidden()


def test_code_of_somebody_else_is_seen_without_a_bar(lab_page: Page, lab_home: Path, foreign: str) -> None:
    path = lab_home / "files" / foreign
    book = json.loads(path.read_text())
    book["metadata"]["cardlab"] = {"page": "x"}
    path = path.with_name("without-a-bar.ipynb")
    path.write_text(json.dumps(book))
    browsing.open_notebook(lab_page, path.name)
    code = lab_page.locator(".jp-CodeCell .jp-Cell-inputWrapper:visible")
    expect(code.filter(has_text="print('foreign')")).to_be_visible()
    expect(lab_page.locator(".cardlab-lesson:visible")).to_have_count(1)


@pytest.mark.parametrize("app", ["lab/tree", "notebooks"])
def test_the_bar_of_a_strange_notebook_leads_only_to_files(
    page: Page, lab: str, lab_home: Path, app: str
) -> None:
    """A link that is a script would run with all rights of its reader, and leave the server for another."""
    about = {
        "page": 'x"); import os #',
        "previous": "javascript:void(window.broken = 1)",
        "index": "https://elsewhere.example/",
        "next": "../../../logout",
    }
    book = {"cells": [], "metadata": {"cardlab": about}, "nbformat": 4, "nbformat_minor": 5}
    path = lab_home / "files" / "strange.ipynb"
    for next_page, links in ((about["next"], []), ("07.ipynb", ["next →"])):
        about["next"] = next_page
        path.write_text(json.dumps(book))
        page.goto(f"{lab}/{app}/{path.name}")
        bar = page.get_by_role("navigation", name="Lessons").last
        expect(bar).to_be_visible()
        assert bar.get_by_role("link").all_inner_texts() == links
        assert bar.locator("a").count() == len(links)
    path.unlink()


def test_a_lesson_runs_again_when_its_kernel_was_restarted(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, LESSON)
    is_alive(lab_page)
    first_table_answers(lab_page)
    lab_page.evaluate("document.querySelector('.cardlab').dataset.old = 'old'")
    browsing.restart_kernel(lab_page)
    expect(lab_page.locator("[data-old]")).to_have_count(0)
    is_alive(lab_page)
    first_table_answers(lab_page)


@pytest.mark.thorough
def test_a_lesson_runs_again_when_its_kernel_has_died(page: Page, lab: str) -> None:
    """In a window of its own, because JupyterLab tells of it in a dialog."""
    browsing.open_lab(page, lab)
    browsing.open_notebook(page, LESSON)
    is_alive(page)
    page.evaluate("document.querySelector('.cardlab').dataset.old = 'old'")
    death = "requestExecute({ code: 'import os; os._exit(1)' })"
    browsing.in_lab(page, f"panel.sessionContext.session.kernel.{death}")
    expect(page.locator("[data-old]")).to_have_count(0)
    is_alive(page)
    browsing.close_all(page)


def test_a_lesson_whose_kernel_was_ended_can_be_started_again(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, LESSON)
    is_alive(lab_page)
    browsing.end_kernel(lab_page)
    lab_page.get_by_role("button", name="Start this lesson").click()
    is_alive(lab_page)
    first_table_answers(lab_page)


def test_what_a_table_shows_is_saved_and_goes_on_when_the_lesson_is_opened_again(
    lab_page: Page, lab_home: Path
) -> None:
    browsing.open_notebook(lab_page, LESSON)
    is_alive(lab_page)
    first_table_answers(lab_page)
    lab_page.get_by_role("link", name="next →").click()
    lab_page.wait_for_function(f"({OPEN})().length === 1 && !({OPEN})().includes('{LESSON}')")
    assert not lab_page.get_by_role("dialog").all_inner_texts()
    kept = (lab_home / "files" / LESSON).read_text()
    assert "widget-view+json" in kept
    assert ">step 1 of " in kept, "the last press, too"
    lab_page.get_by_role("link", name="← previous").click()
    is_alive(lab_page)
    table = lab_page.locator(browsing.WIDGET).first
    expect(table.locator("[data-transport]")).to_have_attribute("data-at", "1")


ANSWER = """
from cardlab_exercises import Practice, bank
run, exercise = Practice("can-red-three-score", seed=1), bank.get("can-red-three-score")
run.act("check", exercise.examples(run.sitting.question).right)
"""


def test_the_bar_counts_the_exercises_done(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, "notebooks/canasta/03-red-threes.ipynb")
    bar = lab_page.get_by_role("navigation", name="Lessons")
    expect(bar).to_contain_text("Exercises done: 0 of 2")
    request = f"requestExecute({{ code: {json.dumps(ANSWER)}, silent: true }})"
    browsing.in_lab(lab_page, f"await panel.sessionContext.session.kernel.{request}.done")
    lab_page.locator(browsing.WIDGET).first.get_by_role("button", name="Next", exact=True).click()
    expect(bar).to_contain_text("Exercises done: 1 of 2")


def test_pages_without_code_need_no_kernel(lab_page: Page) -> None:
    for page in ("index", "glossary", "rules"):
        browsing.open_notebook(lab_page, f"notebooks/{page}.ipynb")
        assert lab_page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session") is None


def test_the_bar_leads_from_lesson_to_lesson_in_one_tab(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, LESSON)
    is_alive(lab_page)
    lab_page.get_by_role("link", name="next →").click()
    expect(lab_page.get_by_role("heading", name="Flushes, nobs and the crib").first).to_be_visible()
    lab_page.get_by_role("link", name="← previous").click()
    is_alive(lab_page)
    lab_page.wait_for_function(f"({OPEN})().join() === '{LESSON}'")
    lab_page.get_by_role("link", name="all lessons", exact=True).first.click()
    expect(lab_page.get_by_role("heading", name="cardlab", exact=True)).to_be_visible()
    lab_page.wait_for_function(f"({OPEN})().join() === 'notebooks/index.ipynb'")


@pytest.mark.thorough
def test_a_lesson_works_where_jupyterlab_is_not_at_the_root(browser: Browser, tmp_path: Path) -> None:
    with (
        browsing.lab_server(tmp_path / "files", tmp_path / "home", "/user/ada/") as server,
        watched_page(browser) as (page, troubles),
    ):
        page.goto(f"{server}/lab/tree/{LESSON}")
        is_alive(page)
        link = page.get_by_role("link", name="next →")
        expect(link).to_have_attribute(
            "href",
            f"{server}/lab/tree/{LESSON.replace('07-counting-your-hand', '08-flushes-nobs-and-the-crib')}",
        )
        first_table_answers(page)
        assert not troubles


def test_what_the_browser_loads_of_the_extensions_is_small() -> None:
    for name, limit in (("cardlab-lessons", 10_240), ("cardlab-start-page", 3_000)):
        files = [path for path in (EXTENSIONS / name / "static").rglob("*") if path.is_file()]
        assert 0 < sum(path.stat().st_size for path in files) < limit, name


# ---------------------------------------------------------------- the start page


def test_the_start_page_is_live_without_a_kernel_and_follows_what_is_done(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, "notebooks/index.ipynb")
    here = lab_page.get_by_role("group", name="Where you are")
    expect(here.get_by_role("link", name=re.compile("^(Start|Continue) with"))).to_be_visible()
    expect(lab_page.locator(".jp-RenderedMarkdown table")).to_have_count(2)
    expect(lab_page.locator(".jp-RenderedMarkdown table >> visible=true")).to_have_count(0)
    link = lab_page.get_by_role("link", name=re.compile("^4 The turn"))
    expect(link).to_contain_text("10 min")
    link.click()
    is_alive(lab_page, "notebooks/canasta/04-the-turn.ipynb")
    answered = json.dumps(ANSWER.replace("can-red-three-score", "can-turn-mistake"))
    request = f"requestExecute({{ code: {answered}, silent: true }})"
    browsing.in_lab(lab_page, f"await panel.sessionContext.session.kernel.{request}.done")
    lab_page.get_by_role("navigation", name="Lessons").get_by_role("link", name="all lessons").click()
    expect(link).to_contain_text(re.compile("✓ done|1 of"))
    expect(here.get_by_role("link", name="Continue with")).to_be_visible()


def test_without_the_server_the_start_page_has_its_plain_lists(lab_page: Page) -> None:
    lab_page.route("**/cardlab/start-page", lambda route: route.fulfill(status=204))
    browsing.open_notebook(lab_page, "notebooks/index.ipynb")
    expect(lab_page.locator(".jp-RenderedMarkdown table >> visible=true")).to_have_count(2)
    expect(lab_page.get_by_role("group", name="Where you are")).to_have_count(0)
    lab_page.unroute("**/cardlab/start-page")


def test_pages_without_a_table_have_the_font_of_the_headings(lab_page: Page) -> None:
    browsing.open_notebook(lab_page, "notebooks/glossary.ipynb")
    lab_page.wait_for_function("[...document.fonts].some((font) => font.family.includes('Cardlab Serif'))")
