"""The browser module itself: how small it is, its two views, what it keeps, the end of a kernel."""

from __future__ import annotations

import re

from cardlab_widgets.demos import demo
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.screen.widget import SceneWidget, browser_module, style_sheet
from cardlab_widgets.tables.play import playing_model

from tests.widgets.on_page import SOURCE, Show, focused, one, step, wait_for_step


def test_the_module_is_small_and_depends_on_nothing() -> None:
    # Every widget on a page carries its module and the sheet along.
    assert len(browser_module().encode()) < 20_000
    assert len(SOURCE.encode()) < 24_000
    assert len(style_sheet().encode()) < 170_000
    assert not re.search(r"\bimport\b|\bfetch\b|XMLHttpRequest|https?:|\beval\b|localStorage", SOURCE)
    assert not re.search(r"https?:|@import|url\((?!.data:)", style_sheet())


def test_a_page_has_only_the_parts_of_the_module_that_it_needs() -> None:
    def parts(widget: SceneWidget) -> tuple[bool, bool]:
        return "pointermove" in widget._esm, "PageDown" in widget._esm

    count, game = counting_model("5H 5D 5S JC", "5C"), playing_model(seed=7, resume=False)
    assert parts(SceneWidget(count)) == (False, False)
    assert parts(SceneWidget(game)) == (True, False)
    assert parts(SceneWidget(count, large=True)) == (False, True)
    assert parts(demo("a-game-of-cribbage")) == (True, True)


def test_headings_and_cards_have_the_font_of_the_package_on_every_machine(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    one(page).get_by_role("button", name="Last").click()
    wait_for_step(page, 10)
    page.evaluate("document.fonts.ready.then(() => true)")
    fonts = page.context.new_cdp_session(page)
    fonts.send("DOM.enable")
    fonts.send("CSS.enable")
    root = fonts.send("DOM.getDocument")["root"]["nodeId"]
    for part in ("h2", ".mini", ".call", ".total .n"):
        node = fonts.send("DOM.querySelector", {"nodeId": root, "selector": f"#one {part}"})["nodeId"]
        used = fonts.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert used
        assert all(font["isCustomFont"] for font in used), part


def test_every_hook_of_the_module_is_in_the_templates() -> None:
    from importlib.resources import files

    folder = files("cardlab_widgets.screen") / "templates"
    templates = "".join(path.read_text() for path in folder.iterdir() if path.name.endswith(".j2"))
    hooks = set(re.findall(r"\[(data-[a-z-]+)", SOURCE))
    assert {"data-id", "data-zone", "data-key", "data-form", "data-transport"} <= hooks
    for hook in hooks:
        assert hook in templates, hook


def test_a_click_changes_both_views_and_keeps_the_focus(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    one(page).get_by_role("button", name="Next").click()
    wait_for_step(page, 1)
    assert step(page) == step(page, "#two") == "Step 1 of 10"
    assert focused(page) == "next"
    assert page.evaluate("document.querySelector('#one').contains(document.activeElement)")
    status = page.locator("#one .live")
    assert status.get_attribute("aria-live") == "polite"
    assert status.inner_text().startswith("fifteen two")


def test_what_is_the_same_in_a_new_page_is_not_made_again(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    parts = "document.querySelectorAll('#one [data-key], #one .transport .btn')"
    page.evaluate(f"{parts}.forEach((part) => (part.old = 1))")
    one(page).get_by_role("button", name="Next").click()
    wait_for_step(page, 1)
    kept = page.evaluate(f"[...{parts}].map((part) => part.old === 1)")
    assert len(kept) == 10  # five cards and five buttons
    assert all(kept)
    assert one(page).locator(".hot").count()  # yet the page is the new one
    html = "document.querySelector('#one .sheet').outerHTML.replace(/ tabindex=.-?[0-9]./g, '')"
    fresh = page.evaluate(f"{html}")
    page.evaluate("document.querySelector('#one > .cardlab > div').replaceChildren()")
    one(page).page.evaluate("document.querySelector('#two [data-id=next]').click()")
    wait_for_step(page, 2)
    page.evaluate("document.querySelector('#two [data-id=back]').click()")
    wait_for_step(page, 1)
    assert page.evaluate(f"{html}") == fresh


def test_a_lost_kernel_is_said_in_words(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    page.evaluate("dead = true")
    one(page).get_by_role("button", name="Next").click()
    said = one(page).locator(".live.shown")
    said.wait_for()
    assert "Run all cells or load the page again" in said.inner_text()
    assert not one(page).locator("[aria-busy]").count()


def test_views_that_are_closed_leave_nothing_behind(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    assert page.locator("#cardlab-sprite").count() == 1
    page.evaluate("ends[0]()")
    assert page.locator("#one > *").count() == 0
    assert page.locator("#cardlab-sprite").count() == 1
    page.locator("#two").get_by_role("button", name="Next").click()
    page.wait_for_function("document.querySelector('#two [data-transport]').dataset.at === '1'")
    page.evaluate("ends[1]()")
    assert page.locator("#cardlab-sprite").count() == 0
    assert page.evaluate("listening()") == 0


def test_a_view_in_a_shadow_root_has_the_faces_of_its_cards_there(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C", predict="none"))
    page.evaluate(
        """() => {
            const host = document.body.appendChild(document.createElement("div"));
            const root = host.attachShadow({mode: "open"});
            window.shadow = root;
            ends.push(view(root.appendChild(document.createElement("div"))));
        }"""
    )
    used = "[...shadow.querySelectorAll('use')].map((use) => use.getAttribute('href').slice(1))"
    there = f"{used}.every((id) => shadow.getElementById(id))"
    assert page.evaluate(f"{used}.length") > 5
    assert page.evaluate(there)
    page.evaluate("ends[2]()")
    assert page.evaluate("shadow.querySelector('#cardlab-sprite')") is None
    assert page.locator("body > #cardlab-sprite").count() == 1
