"""From a click to the changed page, and how large the messages are, in JupyterLab and in Voila.

    python tests/bench/table_clicks.py                    both games, both pages
    python tests/bench/table_clicks.py canasta lab        one of them

A game of Cribbage to 61; of Canasta the first turns, in which a card is drawn and another discarded.
Computer players think before their moves, so only clicks that the person's own move answers are timed.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import browsing  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

GAMES = {
    "cribbage": 'play("cribbage", seed=7, target=61, level="beginner", pace="step")',
    "canasta": 'play("canasta", seed=7, level="beginner", pace="step")',
}
MOST = 120
"""Clicks that are timed in a game."""
CLICK = """async (selector) => {
    const sheet = document.querySelector(".cardlab .sheet");
    sheet.dataset.before = "";  // no new page has it
    const start = performance.now();
    const changed = new Promise((done) => {
        const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => done(performance.now() - start));
        });
        observer.observe(sheet, { attributeFilter: ["data-before"] });
        observer.observe(sheet.parentElement, { childList: true });
    });
    document.querySelector(selector).click();
    return await changed;
}"""
MOVES = (
    '[data-id="skip"]',
    ".primary[data-id^=pick]",
    '[data-id="cut"]',
    '.canasta [data-id="draw"].primary',
    '.canasta [data-id="end"]',
    '[data-zone="hand"] button[aria-pressed="false"]',
    '[data-zone="hand"] button:not(.dim)',
    '[data-id="go"]',
)


def play_through(page: Page) -> list[float]:
    """Plays until the game is over; milliseconds of each click, those that skip ahead left out."""
    times: list[float] = []
    last = {"cribbage": ('[data-id="lay"]', 2), "canasta": ('[data-id="discard"]', 1)}
    press, most = last["canasta" if page.locator(".cardlab .canasta").count() else "cribbage"]
    while len(times) < MOST:
        chosen = page.locator('[data-zone="hand"] [aria-pressed="true"]').count()
        moves = (press,) if chosen == most else MOVES
        move = next((move for move in moves if page.locator(move).count()), None)
        if move is None:
            break
        took = page.evaluate(CLICK, move)
        if "skip" not in move:
            times.append(took)
    return times


def measure(browser: Browser, game: str, kind: str, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(180_000)
    sizes: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: sizes.append(len(data))))
    (folder / "files").mkdir(parents=True)
    path = folder / "files" / "table.ipynb"
    browsing.write_notebook(path, f"from cardlab_widgets import play\n{GAMES[game]}")
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
        f"{game:<9} {kind:<6} {len(times)} clicks: "
        f"median {statistics.median(times):.0f} ms, 95 % under {high:.0f} ms; "
        f"largest message {max(sizes) / 1000:.1f} kB"
    )


def main(arguments: Sequence[str]) -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = browsing.find_chromium(playwright)
        if path is None:
            sys.exit(browsing.REMEDY)
        browser = browsing.launch(playwright, path)
        for game, kind in product(GAMES, ("lab", "voila")):
            if {game, kind} >= {*arguments}:
                measure(browser, game, kind, Path(folder) / game / kind)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
