"""The course in the real Voila: lessons to read and play, for a browser whose score is its own."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import browsing
import pytest
import requests
from cardlab_exercises import Practice, Store
from playwright.sync_api import Browser, Locator, Page, expect

LESSON = "voila/render/cribbage/07-counting-your-hand.ipynb"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def no_overflow(page: Page) -> None:
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(OVERFLOW) <= 0, width


def answer_right(widget: Locator) -> None:
    """Answers the first question of the seed 7 that is not answered already, as a worked example is."""
    run = Practice("crib-count-basics", seed="7", store=Store(None), fade=True)
    run.act("next", {})
    assert run.sitting is not None
    (right,) = run.sitting.exercise.examples(run.sitting.question).right.items()
    widget.get_by_role("textbox", name="seed").fill("7")
    widget.get_by_role("button", name="Deal").click()
    widget.get_by_role("button", name="Next question").click()
    widget.locator(f"[name='{right[0]}']").fill(right[1])
    widget.get_by_role("button", name="Check", exact=True).click()


def test_a_lesson_is_read_and_played_and_its_score_is_this_browsers(
    page: Page, voila: str, voila_home: Path, browser: Browser
) -> None:
    page.goto(voila)
    start = page.get_by_role("group", name="Where you are")
    expect(start.get_by_role("link", name="Start with Object, board and pegs")).to_be_visible()
    no_overflow(page)
    page.get_by_role("link", name=re.compile("7 Counting your hand")).click()
    done = page.get_by_role("status").and_(page.locator("[data-lesson]"))
    expect(done).to_have_text("Exercises done: 0 of 1", timeout=60_000)
    expect(page.get_by_text("Run All Cells")).to_be_hidden()
    assert "fade=True" not in page.content()
    no_overflow(page)
    answer_right(page.locator(".cardlab").last)
    expect(done).to_have_text("Exercises done: 1 of 1")
    page.reload()
    expect(done).to_have_text("Exercises done: 1 of 1", timeout=60_000)
    page.get_by_role("navigation", name="Lessons").get_by_role("link", name="all lessons").click()
    expect(page.get_by_role("link", name=re.compile("7 Counting your hand.*✓ done"))).to_be_visible()
    expect(start.get_by_role("link", name="Continue with Flushes, nobs and the crib")).to_be_visible()
    start.get_by_role("link", name="your score").click()
    expect(page.get_by_role("row", name=re.compile("^Fifteens, pairs and runs 1 100%"))).to_be_visible()
    expect(page.get_by_text("kept in the database of this server")).to_be_visible()
    assert str(voila_home) not in page.content()
    other = browser.new_page()
    other.goto(voila)
    expect(other.get_by_text("✓ done")).to_have_count(0)
    other.goto(f"{voila}/?teacher=sesame")
    expect(other.get_by_text("This is the teacher's browser")).to_be_visible()
    expect(other.get_by_text("✓ done")).to_have_count(0)
    other.close()


@pytest.mark.parametrize("name", ["glossary", "rules"])
def test_a_page_without_code_has_no_kernel(page: Page, voila: str, voila_home: object, name: str) -> None:
    page.goto(f"{voila}/voila/render/{name}.ipynb")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.locator("#jupyter-config-data").count() == 0
    no_overflow(page)
    targets = page.eval_on_selector_all("main a[href^='#']", "all => all.map((a) => a.hash.slice(1))")
    assert all(page.locator(f"[id='{target}']").count() for target in targets)
    assert page.locator("[id='CRIB-PEG-01'], [id='Pair-royal']").count() == 1
    page.goto(f"{voila}/voila/render/index.ipynb")
    expect(page).to_have_url(f"{voila}/")


@pytest.mark.thorough
def test_a_browser_is_known_after_a_restart_of_the_server(tmp_path: Path) -> None:
    port, visitors = browsing.free_port(), set[str]()
    with requests.Session() as one:
        for _ in range(2):
            with browsing.voila_server(tmp_path, port=port) as url:
                one.get(url, timeout=60).raise_for_status()
            # Version, key, time, name, value, signature: the value is sent again at each visit.
            (cookie,) = (cookie for cookie in one.cookies if "visitor" in cookie.name)
            known = str(cookie.value).split("|")[4]
            visitors.add(known)
    assert len(visitors) == 1


AXE = """async () => (await axe.run(document, { resultTypes: ["violations"], runOnly:
    ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })).violations.flatMap(
    ({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))"""


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_axe_finds_no_fault(browser: Browser, tmp_path: Path, theme: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    script = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    with browsing.voila_server(tmp_path, "--theme", theme) as url:
        for path in ("", "/voila/render/glossary.ipynb", "/voila/render/my-score.ipynb", f"/{LESSON}"):
            page.goto(url + path)
            expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=60_000)
            if path == f"/{LESSON}":
                expect(page.locator(".cardlab").last.get_by_role("button").first).to_be_visible()
            page.evaluate(script)
            assert page.evaluate(AXE) == [], path
    page.close()


def test_a_learner_joins_a_class_and_nobody_else_takes_the_name(
    page: Page, voila: str, browser: Browser
) -> None:
    page.goto(f"{voila}/join?class=7C")
    form = page.get_by_role("form", name="Your class")
    expect(form.get_by_label("class code")).to_have_value("7C")
    form.get_by_label("your name").fill("  Ana  ")
    form.get_by_role("button", name="Join").click()
    expect(page.get_by_role("status")).to_contain_text("You are 'Ana' in class 7c on all pages")
    word = form.locator("b").inner_text()
    no_overflow(page)
    other = browser.new_page()
    other.goto(f"{voila}/join?class=7c")
    theirs = other.get_by_role("form", name="Your class")
    theirs.get_by_label("your name").fill("Ana")
    theirs.get_by_role("button", name="Join").click()
    expect(other.get_by_role("alert")).to_contain_text("first letter of your family name")
    assert word not in other.content()
    theirs.get_by_label("your word").fill(word)
    theirs.get_by_role("button", name="Join").click()
    expect(other.get_by_role("status")).to_contain_text("You are 'Ana' in class 7c on all pages")
    theirs.get_by_role("button", name="Leave the class").click()
    expect(theirs.get_by_label("your name")).to_be_visible()
    other.close()
    page.goto(voila)
    expect(page.get_by_text("You are 'Ana' in class 7c. Your answers")).to_be_visible()


def test_no_other_site_joins_for_somebody(voila: str) -> None:
    typed = {"class": "7b", "name": "Ana"}
    assert requests.post(voila, data=typed, timeout=60).status_code == 403
    strange = {"Origin": "http://elsewhere.example"}
    assert requests.post(voila, data=typed, headers=strange, timeout=60).status_code in (403, 404)
    teacher = requests.Session()
    teacher.get(f"{voila}/?teacher=sesame", timeout=60)
    mark = {"_xsrf": teacher.cookies["_xsrf"]}
    refused = teacher.post(voila, data=typed | mark, timeout=60)
    assert "This is the teacher" in refused.text
    assert "Your class" not in refused.text
    assert (
        requests.get(f"{voila}/poll?class=7b", allow_redirects=False, timeout=60)
        .headers["Location"]
        .endswith("/voila/render/class-poll.ipynb?class=7b")
    )
