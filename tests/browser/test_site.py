"""The static site in a real browser: a lesson, its score, a game, a demo, and all without the network."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar, Literal
from urllib.parse import urljoin

import browsing
import pytest
from cardlab_exercises.declaration.lessons import source_folder
from cardlab_widgets.site.build import build, pyodide_version
from cardlab_widgets.site.commands import PARTS
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.at_table import press
from tests.browser.conftest import watched_page

LOADING_MS = 60_000
"""Python, all packages and the lesson, on a busy machine."""

parts = Path(os.environ.get("CARDLAB_PYODIDE", PARTS))
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        not (parts / f"pyodide-{pyodide_version()}.tgz").is_file(),
        reason="Pyodide is not here: run 'cardlab site --fetch'",
    ),
]


PLACES_OF = "(widgets, button) => widgets.findIndex(one => one.contains(button))"


class Quiet(SimpleHTTPRequestHandler):
    """A server without any setting of its own but the types of files."""

    extensions_map: ClassVar = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, below another folder, as a school's server may have it."""
    root = tmp_path_factory.mktemp("web")
    build(source_folder(), root / "games" / "cards", parts)
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.server_close()


@pytest.fixture(scope="module")
def visit(browser: Browser, server: ThreadingHTTPServer) -> Iterator[tuple[Page, str]]:
    """One browser for all tests, which follow each other as a learner's visits do."""
    with watched_page(browser) as (page, troubles):
        page.set_default_timeout(LOADING_MS)
        yield page, f"http://127.0.0.1:{server.server_port}/games/cards"
        # JupyterLite asks for files that may be there or not, and the browser complains of each that is not.
        assert not [trouble for trouble in troubles if "Failed to load resource" not in trouble]


def open_lesson(page: Page, site: str, path: str) -> Locator:
    """Opens a notebook and waits until all of it has run; gives its widgets."""
    page.goto(f"{site}/notebooks/index.html?path={path}")
    page.locator('.cardlab-lesson[data-lesson="alive"]').wait_for(timeout=LOADING_MS)
    expect(page.locator('[data-mime-type$="stderr"]')).to_have_count(0)
    return page.locator(browsing.WIDGET)


def test_the_first_page_leads_to_a_lesson_that_runs(visit: tuple[Page, str]) -> None:
    page, site = visit
    page.goto(site)
    page.get_by_role("link", name="Counting your hand").click()
    page.locator('.cardlab-lesson[data-lesson="alive"]').wait_for(timeout=LOADING_MS)
    widgets = page.locator(browsing.WIDGET)
    press(widgets.first, widgets.first.locator("[data-id=next]"))


def test_the_score_is_there_in_the_next_lesson(visit: tuple[Page, str]) -> None:
    page, site = visit
    widgets = open_lesson(page, site, "cribbage/08-flushes-nobs-and-the-crib.ipynb")
    beginning = page.get_by_role("button", name="Begin", exact=True)
    place = widgets.evaluate_all(PLACES_OF, beginning.nth(1).element_handle())
    question = widgets.nth(place)
    press(question, question.get_by_role("button", name="Begin", exact=True))
    question.get_by_label("total", exact=True).fill("6")
    press(question, question.get_by_role("button", name="Check", exact=True))
    open_lesson(page, site, "my-score.ipynb")
    expect(page.get_by_role("link", name="Save 1 attempt to a file")).to_be_visible()


def test_while_it_loads_a_page_says_what(visit: tuple[Page, str]) -> None:
    page, site = visit
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          globalThis.said = new Set();
          const note = () => said.add(document.querySelector("#cardlab-opening b")?.textContent);
          new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
        });"""
    )
    open_lesson(page, site, "cribbage/01-the-board.ipynb")
    expect(page.locator("#cardlab-opening")).to_have_count(0)
    said = page.evaluate("[...said].filter(Boolean)")
    assert said[0] == "Loading the page"
    assert any(re.fullmatch(r"Loading Python: \d+ of \d+ files", words) for words in said)
    assert said[-1] == "Setting the table"


def test_a_page_of_text_waits_for_no_python(visit: tuple[Page, str]) -> None:
    page, site = visit
    page.goto(f"{site}/notebooks/index.html?path=glossary.ipynb")
    expect(page.get_by_role("heading", name="Glossary")).to_be_visible(timeout=LOADING_MS)
    expect(page.locator("#cardlab-opening")).to_have_count(0)


def test_a_lesson_has_a_menu_only_with_its_code(visit: tuple[Page, str]) -> None:
    page, site = visit
    open_lesson(page, site, "cribbage/01-the-board.ipynb")
    menu = page.get_by_role("menuitem", name="Kernel")
    expect(menu).to_be_hidden()
    expect(page.locator("#top-panel-wrapper")).to_be_hidden()
    page.get_by_role("button", name="Show code").click()
    expect(menu).to_be_visible()
    page.get_by_role("button", name="Show code").click()
    expect(menu).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_demo_has_the_whole_window_and_its_theme(
    visit: tuple[Page, str], scheme: Literal["light", "dark"], width: int, height: int
) -> None:
    page, site = visit
    before = page.viewport_size
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    sheet = open_lesson(page, site, "demos/counting-a-hand.ipynb").first.locator(".sheet")
    box = sheet.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert box["width"] > width - 60
    assert box["height"] > height * 0.7
    expect(page.get_by_role("button", name="Show code")).to_have_count(0)
    expect(page.get_by_role("button", name="Ask the class")).to_have_count(0)
    colour = page.evaluate(
        "getComputedStyle(document.querySelector('.jp-WindowedPanel-outer')).backgroundColor"
    )
    assert (sum(map(int, re.findall(r"\d+", colour)[:3])) < 384) == (scheme == "dark")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(before or {"width": 1280, "height": 800})
    page.get_by_role("link", name="All demos").click()
    expect(page.get_by_role("heading", name="Tables and demos")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_documentation_opens_with_rules_names_and_lessons(
    visit: tuple[Page, str], scheme: Literal["light", "dark"], width: int
) -> None:
    page, site = visit
    before = page.viewport_size
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site)
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", name="The documentation of cardlab")).to_be_visible()
    page.goto(f"{site}/docs/api-cardlab.cribbage.html")
    page.get_by_role("main").get_by_role("link", name="CRIB-", exact=False).first.click()
    expect(page).to_have_url(re.compile(r"/docs/rules-cribbage\.html#crib-"))
    rule = page.get_by_role("heading", name=re.compile("^CRIB-SHOW-08"))
    expect(rule).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link = page.get_by_role("link", name="Flushes, nobs and the crib").first
    assert urljoin(page.url, link.get_attribute("href")) == (
        f"{site}/notebooks/index.html?path=cribbage/08-flushes-nobs-and-the-crib.ipynb"
    )
    page.set_viewport_size(before or {"width": 1280, "height": 800})


def test_it_works_without_the_server_once_all_is_kept(
    visit: tuple[Page, str], server: ThreadingHTTPServer
) -> None:
    page, site = visit
    page.goto(site)
    expect(page.locator("#offline")).to_contain_text("without the network now", timeout=LOADING_MS)
    server.shutdown()
    server.server_close()
    page.goto(site)
    expect(page.get_by_role("heading", name="Cribbage", exact=True)).to_be_visible()
    widgets = open_lesson(page, site, "demos/pegging.ipynb")
    press(widgets.first, widgets.first.locator("[data-id=next]"))
    table = open_lesson(page, site, "demos/a-game-of-cribbage.ipynb").first
    press(table, table.locator(".actions .primary, .actions .btn").first)
