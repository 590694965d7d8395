"""What a class on the demos costs: 20 visitors at once, in seconds and megabytes. Needs a quiet machine.

    python tests/bench/visitors.py            a page without a plot, and one that plots
    python tests/bench/visitors.py --visitors 5

For each page: seconds until a first visitor, cold, and the last of all visitors have had their first press
answered; the memory that each of them takes (the private memory of its kernel); that of the server.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import browsing
import psutil
from playwright.sync_api import Browser, Page, sync_playwright

PAGES = ("counting-a-hand", "what-to-lay-away")
READY = ".cardlab [data-transport]"


def megabytes(process: psutil.Process) -> float:
    return float(process.memory_full_info().uss) / 2**20


def first_visit(browser: Browser, address: str) -> float:
    """Seconds until the page answers a press, in a browser without a past."""
    page = browser.new_context().new_page()
    began = time.perf_counter()
    page.goto(address)
    press(page)
    seconds = time.perf_counter() - began
    page.context.close()
    return seconds


def press(page: Page) -> None:
    """Waits for the page and skips its first question; a page that plots is waited for to plot."""
    page.locator(READY).wait_for(timeout=180_000)
    page.locator("[data-id=skip]").click()
    page.locator("[data-transport][data-at='1']").wait_for(timeout=60_000)
    if "lay-away" in page.url:
        page.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=180_000)


def measure(browser: Browser, name: str, visitors: int) -> str:
    with tempfile.TemporaryDirectory() as folder, browsing.voila_server(Path(folder)) as url:
        address = f"{url}/voila/render/{name}.ipynb"
        cold = first_visit(browser, address)
        (server,) = [
            one for one in psutil.Process().children() if url.rpartition(":")[2] in " ".join(one.cmdline())
        ]
        gone = time.monotonic() + 20
        while server.children() and time.monotonic() < gone:
            time.sleep(0.2)
        context = browser.new_context()
        pages = [context.new_page() for _ in range(visitors)]
        began = time.perf_counter()
        for page in pages:
            page.goto(address, wait_until="commit")
        for page in pages:
            press(page)
        last = time.perf_counter() - began
        kernels = [megabytes(kernel) for kernel in server.children()]
        own = megabytes(server)
        context.close()
    return (
        f"{name}: {cold:.1f} s for the first; {last:.1f} s for all {visitors}; "
        f"{sum(kernels) / len(kernels):.0f} MB a visitor ({len(kernels)} kernels), {own:.0f} MB the server"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="What a class on the demos costs.")
    parser.add_argument("--visitors", type=int, default=20)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        path = browsing.find_chromium(playwright)
        if path is None:
            raise SystemExit(browsing.REMEDY)
        browser = browsing.launch(playwright, path)
        for name in PAGES:
            print(measure(browser, name, options.visitors), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
