"""Every step of every demo fits the projector and a phone: no word on another, on a card or cut off."""

from __future__ import annotations

import pytest
from cardlab_widgets.demos import demo
from cardlab_widgets.demos.catalogue import catalogue
from cardlab_widgets.demos.stage import Stage
from cardlab_widgets.screen.render import render
from playwright.sync_api import Browser

from tests.browser.fitting import LOOK, PAGE, SHOW

STEPPED = [entry.id for entry in catalogue() if isinstance(demo(entry.id).model, Stage)]
WINDOWS = [(1280, 720), (390, 844)]
CASES = [(name, *window) for name in STEPPED for window in WINDOWS]
STILL = ".transport, .steps { position: static !important }"
"""A bar that sticks to the window covers what can be scrolled from under it."""


@pytest.mark.parametrize(("name", "width", "height"), CASES)
def test_a_demo_fits(browser: Browser, name: str, width: int, height: int) -> None:
    wrong = []
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.set_content(PAGE)
    page.add_style_tag(content=STILL)
    stage = demo(name).model
    for light in (True, False):
        stage.act("first", {})
        while True:
            scene = stage.scene()
            page.evaluate(SHOW, [render(scene, large=True), width - 20, light])
            look = page.evaluate(LOOK)
            at = f"{name}, step {scene.transport.at}"
            wrong += [f"{at}: {fault}" for fault in look["faults"]]
            if width > 740 and look["height"] > height:
                wrong.append(f"{at}: {look['height']:.0f} high")
            if scene.transport.at == scene.transport.of:
                break
            stage.act("skip" if scene.transport.waiting else "next", {})
    page.close()
    assert wrong == []
