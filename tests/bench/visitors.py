"""What a class on the demos costs: 20 visitors at once, in seconds and megabytes. Needs a quiet machine.

    python tests/bench/visitors.py            two demos, and a page that plots
    python tests/bench/visitors.py --visitors 5

For each page: seconds until a first visitor, cold, and the last of all visitors have had their first press
answered; the memory that each of them takes (the private memory of its kernel); that of the server with
the process of which the kernels are forks.

One visitor is a real browser. The others have theirs elsewhere, as a class has (20 browsers on one machine
would measure the browsers): they fetch the page, and send and hear over the WebSocket what a browser does,
the states of the widgets, a press and its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import browsing
import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from tests.wire import PATIENCE_S, running_loop, wire_visit

PAGES = ("counting-a-hand", "what-to-lay-away")
PLOT = "my-score"
READY = ".cardlab [data-transport]"


def megabytes(process: psutil.Process) -> float:
    return float(process.memory_full_info().uss) / 2**20


def kernels_of(server: psutil.Process) -> list[psutil.Process]:
    """The processes that have a group of their own, as Jupyter gives to each kernel."""
    return [one for one in server.children(recursive=True) if os.getpgid(one.pid) == one.pid]


def first_visit(browser: Browser, address: str) -> float:
    """Seconds until the page answers a press, in a browser without a past."""
    page = browser.new_context().new_page()
    began = time.perf_counter()
    page.goto(address, timeout=180_000)
    press(page)
    seconds = time.perf_counter() - began
    page.context.close()
    return seconds


def press(page: Page) -> None:
    """Waits for the page and skips its first question."""
    page.locator(READY).wait_for(timeout=180_000)
    page.locator("[data-id=skip]").click()
    page.locator("[data-transport][data-at='1']").wait_for(timeout=60_000)


def first_plot(browser: Browser) -> str:
    """What a first visitor, cold, waits for the plot of a page."""
    with tempfile.TemporaryDirectory() as folder, browsing.voila_server(Path(folder)) as url:
        page = browser.new_context().new_page()
        began = time.perf_counter()
        page.goto(f"{url}/voila/render/{PLOT}.ipynb", timeout=180_000)
        page.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=180_000)
        seconds = time.perf_counter() - began
        page.context.close()
    return f"{PLOT}: {seconds:.1f} s until its plot stands"


def measure(browser: Browser, name: str, visitors: int) -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        browsing.voila_server(Path(folder)) as url,
        running_loop() as loop,
    ):
        address = f"{url}/voila/render/{name}.ipynb"
        cold = first_visit(browser, address)
        (server,) = [
            one for one in psutil.Process().children() if url.rpartition(":")[2] in " ".join(one.cmdline())
        ]
        gone = time.monotonic() + 20
        while kernels_of(server) and time.monotonic() < gone:
            time.sleep(0.2)
        others = [asyncio.run_coroutine_threadsafe(wire_visit(address), loop) for _ in range(visitors - 1)]
        seconds = sorted([first_visit(browser, address), *(other.result(PATIENCE_S)[0] for other in others)])
        kernels = [megabytes(kernel) for kernel in kernels_of(server)]
        own = sum(megabytes(one) for one in [server, *server.children(recursive=True)]) - sum(kernels)
    return (
        f"{name}: {cold:.1f} s for the first; {seconds[len(seconds) // 2]:.1f} s (median) and "
        f"{seconds[-1]:.1f} s for all {visitors}; "
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
        print(first_plot(browser))
        browser.close()


if __name__ == "__main__":
    main()
