"""Pictures of the lessons, the exercises and the demo, for looking at: in the folder ``screenshots``.

    python scripts/screenshots.py            all of them
    python scripts/screenshots.py demo       those with "demo" in their name
    python scripts/screenshots.py lesson-canasta-08

Everything is shown by the real JupyterLab and Voila, light and dark, 380, 820 and 1280 wide.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, product
from pathlib import Path

import browsing
from playwright.sync_api import Browser, Locator, Page, sync_playwright

import notebooks

OUT = Path(__file__).resolve().parents[1] / "screenshots"
WIDTHS = (380, 820, 1280)
THEMES = ("light", "dark")
HEIGHTS = {380: 800, 820: 1100, 1280: 720}
LESSONS = {
    f"lesson-{path.parent.name}-{path.stem}": path.relative_to(notebooks.FOLDER.parent).as_posix()
    for path in notebooks.all_notebooks()
    if path.parent.name in ("cribbage", "canasta")
}
"""The lessons by the names of their pictures."""


BEST, HAND = 'count_stepper("5H 5D 5S JC", "5C")', 'practice("crib-count-hand", seed=5)'
WRONG = {"total": "4", "fifteens": "4", "pairs": "0", "runs": "0", "flush": "0", "nobs": "0"}
TABLE = 'play("cribbage", seed=7, target=61, level="beginner", pace="step", resume=False)'
DEALT = ["Cut in the middle", "To my turn"]
PLAYED = [
    *DEALT,
    "queen of spades",
    "jack of diamonds",
    "Lay away",
    "To my turn",
    "three of diamonds",
    "To my turn",
]
SHOWN = [*PLAYED]
for card in ("two of hearts", "ace of diamonds", "eight of diamonds"):
    SHOWN += [card, "To my turn"]
WATCH = (
    'watch("cribbage", "play 8S, play 7D, play 9C, play 3C", hands=["8S 9C 2D KS", "7D JH 3C QS"], turn=0)'
)
CANASTA = 'play("canasta", seed=7, seating="agreed", level="beginner", pace="step", resume=False)'
FULL = """watch("canasta", "discard 4C", predict="none", seat="South", phase="play", scores=(1835, 2015),
    hands=["4C", "KS 9H AC", "QS JS", "5S 5C"], pile="JC 2C 6D KC",
    melds=[["TH TD TS TC TH TD TC", "6S 6C 6D 6S 6H 2H 2D", "QH QD QC", "KS KH KD", "9S 9H 9C", "8S 8H 8D",
            "5S 5H 5D", "AS AH AD JR"],
           ["4S 4H 4D 4C 4S 4H 4D", "7S 7C 7D 7S 7H JR 2S", "QS QH QD", "KH KD KC", "9S 9D 9C", "8S 8H 8C",
            "JS JH JD JC", "AS AH AD JR"]],
    reds={"South": "3H", "West": "3D 3H"})"""
FINISHED = """from random import Random
from cardlab.game import Game
from cardlab.plugins import game_plugin
from cardlab_widgets import review
game, levels = Game("{0}", seed=3), ("beginner", "strong", "steady", "beginner")
players = [game_plugin("{0}").players.player(level) for level in levels]
while (turn := game.turn) is not None:
    _ = game.do(players[turn](game.view(), Random(len(game.actions))).action)
    if "{0}" == "canasta" and game.state.number > 1:
        break
"""
REVIEW = f"{FINISHED}review(game)"
"""A review of a game of Cribbage, or of a deal of Canasta."""
WORKED_OUT = ["All decisions", "Only what cost something"]
STATES: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "stepper-start": (BEST, {}, []),
    "stepper-middle": (BEST, {}, ["Next"] * 8),
    "stepper-end": (BEST, {}, ["Last"]),
    "exercise-begin": ('practice("crib-count-hand")', {}, []),
    "exercise-asked": (HAND, {}, ["queen of hearts"]),
    "exercise-wrong": (HAND, WRONG, ["Check"]),
    "exercise-right": (HAND, {"total": "6"}, ["Check"]),
    "exercise-hint": (HAND, {}, ["Hint"]),
    "table-cut": (TABLE, {}, []),
    "table-lay": (TABLE, {}, DEALT),
    "table-refused": (TABLE, {}, [*DEALT, "queen of spades", "Lay away"]),
    "table-hint": (TABLE, {}, [*DEALT, "Hint"]),
    "table-play": (TABLE, {}, PLAYED),
    "table-show": (TABLE, {}, SHOWN),
    "table-panel": (TABLE, {}, [*PLAYED, "Game"]),
    "table-back": (TABLE, {}, [*PLAYED, "Step back", "Back"]),
    "table-four": (TABLE.replace("61", "61, players=4"), {}, ["Cut in the middle", "To my turn"]),
    "canasta-partners": (CANASTA.replace('"agreed"', '"draw"'), {}, []),
    "canasta-drawn": (CANASTA.replace('"agreed"', '"draw"'), {}, ["Draw any card", *["Go on"] * 6]),
    "canasta-draw": (CANASTA, {}, DEALT),
    "canasta-refused": (CANASTA, {}, [*DEALT, "Take the pile"]),
    "canasta-hint": (CANASTA, {}, [*DEALT, "Draw", "Hint"]),
    "canasta-full": (FULL, {}, []),
    "canasta-sheets": (FULL, {}, ["Last"]),
    "review-cribbage": (REVIEW.format("cribbage"), {}, WORKED_OUT),
    "review-cribbage-position": (REVIEW.format("cribbage"), {}, [*WORKED_OUT, "mistake, costs"]),
    "review-canasta": (REVIEW.format("canasta"), {}, WORKED_OUT),
    "review-canasta-position": (REVIEW.format("canasta"), {}, [*WORKED_OUT, "costs"]),
    "watch-middle": (WATCH, {}, ["Next"] * 5),
}
"""Pictures of one widget: the code that makes it, what is typed into it and which buttons are pressed."""


def use(widget: Locator, typed: Mapping[str, str], pressed: Iterable[str]) -> None:
    for field, text in typed.items():
        widget.get_by_label(field).fill(text)
    for name in pressed:
        widget.get_by_role("button", name=name).first.click()
        widget.page.wait_for_function("document.querySelector('.cardlab[aria-busy]') === null")
        widget.page.wait_for_timeout(400)


def shoot_widgets(page: Page, files: Path, names: Sequence[str]) -> None:
    """One notebook for each state in JupyterLab, in each theme, at each width."""
    small = page.viewport_size or {"width": 1480, "height": 1000}
    page.set_viewport_size({"width": 1480, "height": 2600})  # a table with its board is high
    for name in names:
        made, typed, pressed = STATES[name]
        code = f"from cardlab_widgets import count_stepper, play, practice, watch\n{made}"
        browsing.write_notebook(files / f"{name}.ipynb", code)
        browsing.open_notebook(page, f"{name}.ipynb")
        browsing.run_all(page)
        widget = page.locator(browsing.WIDGET)
        widget.wait_for()
        use(widget, typed, pressed)
        for theme, width in product(THEMES, WIDTHS):
            set_theme(page, theme)
            widget.evaluate("(widget, width) => { widget.style.width = `${width}px`; }", width)
            page.wait_for_timeout(300)
            widget.screenshot(path=OUT / f"{name}-{width}-{theme}.png")
        browsing.close_all(page)
    page.set_viewport_size(small)


def shoot_lesson(page: Page, name: str) -> None:
    """A whole lesson as a learner sees it, screen by screen."""
    browsing.open_notebook(page, LESSONS[name])
    browsing.run_all(page)
    page.locator(browsing.WIDGET).first.wait_for()
    for theme in THEMES:
        set_theme(page, theme)
        scroller = page.locator(".jp-WindowedPanel-outer").first
        for screen in count():
            end = scroller.evaluate(
                """(panel, top) => {
                    panel.scrollTop = top;
                    return top + panel.clientHeight >= panel.scrollHeight;
                }""",
                screen * 800,
            )
            page.wait_for_timeout(600)
            page.screenshot(path=OUT / f"{name}-{screen:02}-{theme}.png")
            if end:
                break
    browsing.close_all(page)


def set_theme(page: Page, theme: str) -> None:
    name = "JupyterLab Dark" if theme == "dark" else "JupyterLab Light"
    browsing.in_lab(page, f"await app.commands.execute('apputils:change-theme', {{ theme: '{name}' }})")
    page.wait_for_timeout(500)


def shoot_demo(browser: Browser, home: Path) -> None:
    for theme in THEMES:
        _shoot_demo(browser, home, theme)


def _shoot_demo(browser: Browser, home: Path, theme: str) -> None:
    with browsing.voila_server(home, f"--theme={theme}") as url:
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": HEIGHTS[width]})
            page.set_default_timeout(120_000)
            page.goto(f"{url}/voila/render/counting-a-hand.ipynb")
            widget = page.locator(browsing.WIDGET)
            widget.wait_for()
            page.wait_for_timeout(800)
            page.screenshot(path=OUT / f"demo-start-{width}-{theme}.png")
            use(widget, {"points": "4"}, ["Reveal"])
            page.screenshot(path=OUT / f"demo-revealed-{width}-{theme}.png")
            use(widget, {}, ["Last"])
            page.screenshot(path=OUT / f"demo-end-{width}-{theme}.png")
            page.goto("about:blank")
            page.close()


def main(arguments: Sequence[str]) -> int:
    wanted = arguments[0] if arguments else ""
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = browsing.find_chromium(playwright)
        if path is None:
            print(browsing.REMEDY, file=sys.stderr)
            return 1
        browser = browsing.launch(playwright, path)
        home = Path(folder)
        states = [name for name in STATES if wanted in name]
        lessons = [name for name in LESSONS if wanted in name]
        if states or lessons:
            with browsing.lab_server(home / "files", home / "lab") as url:
                page = browser.new_page(viewport={"width": 1480, "height": 1000})
                page.set_default_timeout(120_000)
                browsing.open_lab(page, url)
                browsing.in_lab(page, "await app.commands.execute('application:toggle-left-area')")
                shoot_widgets(page, home / "files", states)
                for name in lessons:
                    shoot_lesson(page, name)
        if wanted in "demo":
            shoot_demo(browser, home / "voila")
        browser.close()
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
