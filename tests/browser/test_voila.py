"""The demo in the real Voila, as a class sees it on the projector."""

from __future__ import annotations

import json
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import browsing
import pytest
from playwright.sync_api import Browser, Page, expect

PATIENCE_S = 90
IDLE_SECONDS = 20
"""So short that a test can wait for it, so long that a page on a busy machine has connected before."""


def test_from_the_list_of_demos_through_a_count(page: Page, voila: str) -> None:
    page.goto(voila)
    page.get_by_role("link", name="Counting a hand").click()
    widget = page.locator(browsing.WIDGET)
    expect(widget.get_by_role("heading")).to_have_text("Counting a hand", timeout=60_000)
    expect(page).to_have_title("Counting a hand")
    widget.get_by_label("points").fill("4")
    widget.get_by_role("button", name="Reveal").click()
    expect(widget.get_by_text("Right: 4.", exact=True)).to_be_visible()
    widget.get_by_role("button", name="Next", exact=True).click()
    widget.get_by_role("button", name="Back", exact=True).click()
    expect(widget.locator(".total .n")).to_have_text("2")
    widget.get_by_label("seed").fill("twenty-nine")
    widget.get_by_role("button", name="Deal", exact=True).click()
    expect(widget.locator(".total .n")).to_have_text("0")
    widget.get_by_role("button", name="Last", exact=True).click()
    expect(widget.locator(".total .cap")).to_have_text("in all")
    assert "count_stepper" not in page.content()
    expect(page.locator(".cardlab-snapshot")).to_be_hidden()


def test_the_page_fits_a_projector(page: Page, voila: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{voila}/voila/render/counting-a-hand.ipynb")
    widget = page.locator(browsing.WIDGET)
    expect(widget.get_by_role("button", name="Next", exact=True)).to_be_in_viewport(ratio=1, timeout=60_000)
    widget.get_by_role("button", name="Last", exact=True).click()
    expect(widget.locator(".total .cap")).to_have_text("in all")
    sides = widget.locator(".sheet").bounding_box()
    assert sides is not None
    assert sides["y"] >= 0
    assert sides["y"] + sides["height"] <= 720


def test_the_kernel_is_ended_when_the_page_is_closed(page: Page, voila: str, voila_home: Path) -> None:
    log = voila_home / "voila.log"
    before, written = browsing.kernels_alive(log), len(log.read_text())
    page.goto(f"{voila}/voila/render/counting-a-hand.ipynb")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_visible(timeout=60_000)
    assert len(browsing.kernels_alive(log) - before) == 1
    page.goto("about:blank")
    deadline = time.monotonic() + PATIENCE_S
    while browsing.kernels_alive(log) - before and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not browsing.kernels_alive(log) - before
    assert "_xsrf" not in log.read_text()[written:]


@pytest.mark.thorough
def test_an_abandoned_kernel_is_culled_and_that_of_an_open_page_is_not(page: Page, tmp_path: Path) -> None:
    """A page can go away without saying so: the machine sleeps, or the network is gone."""
    patience = [f"--MappingKernelManager.cull_idle_timeout={IDLE_SECONDS}"]
    patience += ["--MappingKernelManager.cull_interval=1"]
    log = tmp_path / "voila.log"
    with browsing.voila_server(tmp_path, *patience) as server:
        url = f"{server}/voila/render/counting-a-hand.ipynb"
        following = page.get_by_role("button", name="Next", exact=True)
        page.goto(url)
        following.click(timeout=60_000)
        (kept,) = browsing.kernels_alive(log)
        other = page.context.new_page()
        other.goto(url)
        other.get_by_role("button", name="Next", exact=True).click(timeout=60_000)
        (abandoned,) = browsing.kernels_alive(log) - {kept}
        other.route("**/api/shutdown/**", lambda route: route.abort())
        other.goto("about:blank")
        assert abandoned in browsing.kernels_alive(log)
        deadline = time.monotonic() + 3 * IDLE_SECONDS
        while abandoned in browsing.kernels_alive(log) and time.monotonic() < deadline:
            page.wait_for_timeout(200)
        assert browsing.kernels_alive(log) == {kept}
        following.click()
        expect(page.locator("[data-transport][data-at='2']")).to_be_visible()


def test_a_page_that_fails_shows_an_id_and_no_traceback(page: Page, tmp_path: Path) -> None:
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "execution_count": None, "outputs": []}
    cells = [{**cell, "source": "print('before')"}, {**cell, "id": "b", "source": "1 / 0  # hush-hush"}]
    demo = tmp_path / "broken.ipynb"
    demo.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    with browsing.voila_server(tmp_path / "home", str(demo)) as url:
        page.goto(url)
        expect(page.get_by_role("alert")).to_contain_text("could not be shown", timeout=60_000)
        id = page.get_by_role("alert").locator("code").inner_text()
        assert "ZeroDivisionError" not in page.content()
        assert "hush-hush" not in page.content()
    log = (tmp_path / "home" / "voila.log").read_text()
    assert "ZeroDivisionError" in log
    assert f"Error {id} on the page: cell b of broken" in log


@pytest.mark.thorough
@pytest.mark.parametrize("code", ["import os; os._exit(3)", "import os; os.kill(os.getpid(), 9)"])
def test_a_page_whose_kernel_dies_says_so(browser: Browser, tmp_path: Path, code: str) -> None:
    page = browser.new_page()  # its widgets complain that there is no kernel
    demo = tmp_path / "dying.ipynb"
    browsing.write_notebook(demo, code, "'after'")
    with browsing.voila_server(tmp_path / "home", str(demo)) as url:
        page.goto(url)
        expect(page.get_by_role("alert").first).to_contain_text("could not be shown", timeout=60_000)
        log = tmp_path / "home" / "voila.log"
        page.close()
        assert not browsing.kernels_alive(log)


def test_a_page_that_does_not_exist_says_so(voila: str) -> None:
    with pytest.raises(HTTPError) as caught:
        urlopen(f"{voila}/voila/render/nonesuch.ipynb")
    assert caught.value.code == 404
    assert "There is no such page" in caught.value.read().decode()


def test_the_servers_own_pages_have_the_font_that_they_name(page: Page, voila: str) -> None:
    """The list of demos, and where there is no page: it is the package's, whatever is installed."""
    for path in ("", "/voila/render/nonesuch.ipynb"):
        page.goto(voila + path)
        page.evaluate("document.fonts.ready.then(() => true)")
        fonts = page.evaluate("[...document.fonts].map(({ family, status }) => `${family} ${status}`)")
        assert any("Cardlab Serif" in font and "loaded" in font.split() for font in fonts), path
