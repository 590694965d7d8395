"""What the browser tests share: the servers, and a page that must not go anywhere else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import browsing
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, expect

WriteNotebook = Callable[..., str]
PATIENCE_MS = 40_000
"""How long to wait for anything; a busy machine is slow, a broken page stays broken."""

OURS = re.compile("cardlab|anywidget|blob:", re.IGNORECASE)
"""What an error of ours speaks of: anywidget gives the browser our module as a blob."""


@contextmanager
def watched_page(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page in a browser without a past, and a list that collects what must not happen in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    troubles: list[str] = []

    def ask(url: str) -> None:
        if browsing.is_outside(url):
            troubles.append(f"the page asked another machine: {url}")

    def fail(error: Error) -> None:
        if OURS.search(str(error.stack)):
            troubles.append(f"the browser module failed: {error}")

    def complain(message: ConsoleMessage) -> None:
        if message.type == "error" and OURS.search(f"{message.text} {message.location['url']}"):
            troubles.append(f"the console has an error: {message.text}")

    context.on("request", lambda request: ask(request.url))
    page.on("websocket", lambda socket: ask(socket.url))
    page.on("pageerror", fail)
    page.on("console", complain)
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    yield page, troubles
    context.close()


IDLE = """() => window.jupyterapp && !document.querySelector(".jp-Dialog")
    && ![...window.jupyterapp.shell.widgets("main")].some((tab) => tab.context)"""
"""Whether a page is a JupyterLab in which nothing is open."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own for each test."""
    with watched_page(browser) as (page, troubles):
        yield page
        assert not troubles


@pytest.fixture(scope="session")
def lab_window(browser: Browser, lab: str) -> Iterator[tuple[Page, list[str]]]:
    """A page for JupyterLab, which is loaded once for all tests, for that takes long."""
    with watched_page(browser) as (page, troubles):
        yield page, troubles


@pytest.fixture
def lab_page(lab_window: tuple[Page, list[str]], lab: str) -> Iterator[Page]:
    """JupyterLab without an open notebook; afterwards all are closed and their kernels ended."""
    page, troubles = lab_window
    if not page.evaluate(IDLE):  # it is not loaded yet, or a test that failed has left something behind
        browsing.open_lab(page, lab)
        troubles.clear()
    yield page
    browsing.close_all(page)
    seen = list(troubles)
    troubles.clear()  # they are no other test's
    assert not seen


@pytest.fixture(scope="session")
def lab_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="session")
def lab(lab_home: Path) -> Iterator[str]:
    """The address of a JupyterLab started by ``cardlab lab`` on copies of the lessons."""
    with browsing.lab_server(lab_home / "files", lab_home / "home") as url:
        yield url


@pytest.fixture(scope="session")
def voila_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("voila")


@pytest.fixture(scope="session")
def voila(voila_home: Path) -> Iterator[str]:
    """The address of the list of demos, started by ``cardlab voila``."""
    with browsing.voila_server(voila_home) as url:
        yield url


@pytest.fixture
def write_notebook(lab_home: Path, request: pytest.FixtureRequest) -> WriteNotebook:
    """Writes a notebook with these code cells into JupyterLab's folder and gives its name."""

    def write(*cells: str) -> str:
        name = f"{request.node.name.replace('[', '-').replace(']', '')}.ipynb"
        first = "from cardlab_widgets import count_stepper, practice"
        browsing.write_notebook(lab_home / "files" / name, first, *cells)
        return name

    return write


@pytest.fixture
def show_cells(lab_page: Page, write_notebook: WriteNotebook) -> Callable[..., Locator]:
    """Opens a notebook with these cells, runs it, and gives its (first) widget."""

    def show(*cells: str) -> Locator:
        browsing.open_notebook(lab_page, write_notebook(*cells))
        browsing.run_all(lab_page)
        widget = lab_page.locator(browsing.WIDGET).first
        expect(widget.get_by_role("heading").first).to_be_visible()
        return widget

    return show
