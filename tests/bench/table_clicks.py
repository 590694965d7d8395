"""From a click to the changed page, and how large the messages are, over a game in JupyterLab and in Voila.

    python tests/bench/table_clicks.py            both
    python tests/bench/table_clicks.py lab        one of them

Computer players think before their moves, so only clicks that the person's own move answers are timed.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import browsing  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

GAME = 'from cardlab_widgets import play\nplay("cribbage", seed=7, target=61, level="beginner", pace="step")'
CLICK = """async (selector) => {
    const stage = document.querySelector(".cardlab > div");
    const start = performance.now();
    const changed = new Promise((done) => {
        const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => done(performance.now() - start));
        });
        observer.observe(stage, { childList: true });
    });
    document.querySelector(selector).click();
    return await changed;
}"""
MOVES = (
    '[data-id="skip"]',
    '[data-id="cut"]',
    '[data-zone="hand"] button[aria-pressed="false"]',
    '[data-zone="hand"] button:not(.dim)',
    '[data-id="go"]',
)


def play_through(page: Page) -> list[float]:
    """Plays until the game is over; milliseconds of each click, those that skip ahead left out."""
    times = []
    while True:
        chosen = page.locator('[data-zone="hand"] [aria-pressed="true"]').count()
        moves = ('[data-id="lay"]',) if chosen == 2 else MOVES
        move = next((move for move in moves if page.locator(move).count()), None)
        if move is None:
            return times
        took = page.evaluate(CLICK, move)
        if "skip" not in move:
            times.append(took)


def measure(browser: Browser, kind: str, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(180_000)
    sizes: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: sizes.append(len(data))))
    (folder / "files").mkdir(parents=True)
    path = folder / "files" / "table.ipynb"
    browsing.write_notebook(path, GAME)
    server = (
        browsing.lab_server(folder / "files", folder)
        if kind == "lab"
        else browsing.voila_server(folder, str(path))
    )
    with server as url:
        if kind == "lab":
            browsing.open_lab(page, url)
            browsing.open_notebook(page, "table.ipynb")
            browsing.run_all(page)
        else:
            page.goto(url)
        page.locator(".cardlab .table").wait_for()
        page.wait_for_timeout(1500)
        sizes.clear()
        times = sorted(play_through(page))
        page.goto("about:blank")
    page.close()
    high = times[int(len(times) * 0.95)]
    print(
        f"{kind:<6} {len(times)} clicks: median {statistics.median(times):.0f} ms, 95 % under {high:.0f} ms; "
        f"largest message {max(sizes) / 1000:.1f} kB"
    )


def main(arguments: Sequence[str]) -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = browsing.find_chromium(playwright)
        if path is None:
            sys.exit(browsing.REMEDY)
        browser = browsing.launch(playwright, path)
        for kind in arguments or ("lab", "voila"):
            measure(browser, kind, Path(folder) / kind)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
