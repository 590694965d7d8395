"""A demo on the projector fills one picture of 16 : 9, and no step of it moves the controls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from cardlab_widgets.demos import catalogue, demo
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.widget import style_sheet
from cardlab_widgets.tables.play import playing_model

from cardlab.display.scene import Scene
from tests.widgets.at_table import go_on, mine

WIDTH, HEIGHT = 1280, 720
DEMO_CSS = files("cardlab_widgets") / "jupyter/voila/templates/cardlab/demo.css"
PAGE = f"""<!doctype html><html><head><style>{DEMO_CSS.read_text(encoding="utf-8")}
{style_sheet()}</style></head><body class="jp-Notebook" data-jp-theme-light="true">{SPRITE}
<div id="rendered_cells"><div><div class="cardlab"></div></div></div></body></html>"""
SHOW = """html => {
    document.querySelector(".cardlab").innerHTML = html;
    const at = (selector) => document.querySelector(selector).getBoundingClientRect();
    const controls = at(".steps, .actions, .transport").top;
    return [document.documentElement.scrollHeight, at(".sheet").bottom, controls];
}"""
LEAST = 18
"""Pixels of 720: what is smaller is not read from the back of a room."""
SMALL = """least => {
    const small = [];
    const words = document.createTreeWalker(document.querySelector(".sheet"), NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const [text, at] = [words.currentNode.textContent.trim(), words.currentNode.parentElement];
        const drawn = at.closest("svg, [popover], .vh, .card > :not(.tag), .point");
        if (!text || drawn || !at.getBoundingClientRect().width) continue;
        const { clipPath, fontSize } = getComputedStyle(at);
        if (clipPath === "none" && parseFloat(fontSize) < least) small.push(`${at.className}: ${text}`);
    }
    return small;
}"""
CUT_OFF = """() => [...document.querySelectorAll(".rail, .ask-box, .panel")]
    .filter((part) => part.scrollHeight > part.clientHeight + 2).map((part) => part.className)"""

Shown = Callable[[Scene], list[float]]


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.set_content(PAGE)
    yield page
    page.close()


@pytest.fixture
def shown(page: Any) -> Shown:
    """Shows a scene large; how high the page is, where the sheet ends and where its controls begin."""
    return lambda scene: list(page.evaluate(SHOW, render(scene, large=True)))


STEPPED = [
    about.id for about in catalogue() if not about.id.startswith("class-") and "reviewed" not in about.id
]


@pytest.mark.parametrize("name", STEPPED)
def test_every_step_fills_the_screen_and_no_more_and_is_read_from_afar(
    name: str, shown: Shown, page: Any
) -> None:
    for seed in (1, 3):
        widget = demo(name, seed=seed)
        while True:
            scene = widget.model.scene()
            page_high, end, controls = shown(scene)
            assert page_high <= HEIGHT, scene.title
            assert end > HEIGHT - 40, scene.title
            assert page.evaluate(SMALL, LEAST - 0.1) == [], scene.title
            assert page.evaluate(CUT_OFF) == [], scene.title
            if not scene.transport or scene.transport.at == scene.transport.of:
                break
            assert controls > HEIGHT - 90, scene.title
            widget.press("next", {})


def test_a_game_of_canasta_on_the_projector_needs_no_scrolling(shown: Shown) -> None:
    table = demo("a-game-of-canasta", seed=3).model._table  # type: ignore[attr-defined]
    for turns in (8, 40, 80):
        go_on(table, lambda t, turns=turns: mine("play")(t) and len(t.game.actions) > turns)
        assert shown(table.scene())[0] <= HEIGHT


def test_what_is_lit_at_the_table_covers_no_words(page: Any) -> None:
    """The mark of a card that counts now hangs below it elsewhere; here words stand there."""
    widget = demo("frozen-or-not", seed=3)
    scene = widget.model.scene()
    pile = next(zone for zone in scene.zones if zone.id == "pile")
    lit = pile._replace(faces=tuple(face._replace(marks=(*face.marks, "hot")) for face in pile.faces))
    page.evaluate(SHOW, render(scene._replace(zones=(lit,)), large=True))
    top = "card => parseFloat(getComputedStyle(card, '::after').top)"
    assert all(card.evaluate(top) < 0 for card in page.locator(".discard .hot").all())
    assert page.locator(".discard .hot").count() == len(pile.faces)


BEYOND = """() => {
    const panel = document.querySelector(".panel").getBoundingClientRect();
    const parts = [...document.querySelectorAll(".panel :is(button, input, textarea, label, p)")];
    const right = (part) => part.getBoundingClientRect().right;
    return parts.filter((part) => right(part) > panel.right).map((part) => part.outerHTML);
}"""
LINES = """() => [...document.querySelectorAll(".panel form:first-of-type :is(input.inp, .offer, .btn)")]
    .map((part) => Math.round(part.getBoundingClientRect().bottom))"""


def test_what_a_teacher_prepares_stands_on_lines(page: Any) -> None:
    widget = demo("pegging", seed=3)
    widget.press("teach", {})
    page.evaluate(SHOW, render(widget.model.scene(), large=True))
    assert page.evaluate(BEYOND) == []
    lines = page.evaluate(LINES)  # two hands, the starter, the plays; below them whose rules, and the button
    assert len(lines) == 7
    assert max(lines[:4]) - min(lines[:4]) <= 1
    assert max(lines[4:]) - min(lines[4:]) <= 1


def test_the_panel_of_a_game_keeps_within_its_place(page: Any) -> None:
    first = playing_model("canasta", seed=7, level="beginner")
    go_on(first, mine("play"))
    first.act("save", {"name": "a game with a name that is long enough to be broken"})
    table = playing_model("canasta", seed=8, level="beginner")
    table.act("panel", {})
    page.evaluate(SHOW, render(table.scene(), large=True))
    assert page.locator(".panel [data-action^=open]").count() == 2
    assert page.evaluate(BEYOND) == []
