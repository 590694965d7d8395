"""How long it takes from the click on a lesson until its first table answers, in the real JupyterLab.

    python tests/bench/opening_lessons.py            all lessons
    python tests/bench/opening_lessons.py cribbage   those with "cribbage" in their path

The server and the page are warm: one lesson was opened before.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

import browsing  # noqa: E402

import notebooks  # noqa: E402
from tests.browser.at_table import first_press, press  # noqa: E402


def seconds(page: Page, path: str) -> tuple[float, float]:
    """Until the first table is there, and until it has answered a press."""
    browsing.open_notebook(page, "notebooks/index.ipynb")
    link = page.locator(f"a[href*='{path}']").first
    start = time.perf_counter()
    link.click()
    table = page.locator(browsing.WIDGET).first
    table.locator(".sheet").wait_for()
    shown = time.perf_counter()
    press(table, first_press(table))
    answered = time.perf_counter()
    page.locator("[data-lesson='alive']").wait_for()
    browsing.close_all(page)
    return shown - start, answered - start


def main(words: list[str]) -> None:
    lessons = [
        path.relative_to(notebooks.FOLDER).as_posix()
        for path in notebooks.all_notebooks()
        if path.parent.name in ("canasta", "cribbage")
    ]
    chosen = [path for path in lessons if all(word in path for word in words)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        with browsing.lab_server(home / "files", home / "home") as url:
            browser = browsing.launch(
                playwright, browsing.find_chromium(playwright) or sys.exit(browsing.REMEDY)
            )
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            expect.set_options(timeout=60_000)
            browsing.open_lab(page, url)
            seconds(page, chosen[0])
            times = []
            for path in chosen:
                times.append(seconds(page, path))
                print(f"{times[-1][0]:5.2f} s shown  {times[-1][1]:5.2f} s answered  {path}", flush=True)
            browser.close()
    shown, answered = zip(*times, strict=True)
    print(f"median {median(shown):.2f} shown, {median(answered):.2f} answered; at most {max(answered):.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
