"""The teacher's page is for whoever has its token, and shows what is in the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen
from uuid import uuid4
from zoneinfo import ZoneInfo

import browsing
import pytest
import requests
from cardlab_exercises import Store, sample_learner
from playwright.sync_api import Browser, expect


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("teacher")


@pytest.fixture(scope="module")
def teacher(home: Path) -> Iterator[str]:
    """The address of the page about class 7b, in which Sam has practised."""
    store = Store(home / "cardlab" / "progress.db")
    store.record(*(replace(made, class_code="7b") for made in sample_learner().attempts()))
    url = f"http://127.0.0.1:{browsing.free_port()}"
    command = [
        "teacher",
        "--class",
        "7b",
        "--no-browser",
        f"--port={url.rpartition(':')[2]}",
        "--token=sesame",
    ]
    probe = f"{url}/voila/static/voila-style.js"
    with browsing.served(command, probe, browsing.own_environment(home), home / "teacher.log"):
        yield url


def test_without_the_token_there_is_nothing(teacher: str) -> None:
    with urlopen(teacher, timeout=60) as answer:
        assert "/login" in answer.url
        assert "Sam" not in answer.read().decode()
    for path in ("voila/files/class-report.ipynb", f"api/kernels/{uuid4()}/channels", "api/kernels"):
        assert ask(f"{teacher}/{path}") in ("login", "refused"), path


def test_a_link_to_the_page_leads_nowhere_else(teacher: str) -> None:
    """Two slashes at the beginning of an address name a server."""
    answer = requests.get(f"{teacher}//elsewhere.example/?token=sesame", allow_redirects=False, timeout=60)
    assert answer.headers["Location"] == "/elsewhere.example/"


def ask(url: str) -> str:
    """Where a request without the token ends."""
    try:
        with urlopen(url, timeout=60) as answer:
            return "login" if "/login" in answer.url else "inside"
    except HTTPError as error:
        return "refused" if error.code in (403, 404) else f"error {error.code}"


def test_with_it_the_class_is_there_and_newcomers_appear_by_themselves(
    browser: Browser, teacher: str, home: Path
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, timezone_id="Pacific/Auckland")
    page = context.new_page()
    page.goto(f"{teacher}/?token=sesame")
    expect(page.get_by_text("1 learner, 60 answers")).to_be_visible(timeout=60_000)
    assert page.url == f"{teacher}/", "the token is not to be read on the projector"
    newcomer = replace(sample_learner().attempts()[-1], id="new", learner="<b>Bo</b>", class_code="7b")
    Store(home / "cardlab" / "progress.db").record(newcomer)
    expect(page.get_by_text("2 learners, 61 answers")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Learners").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("button", name="<b>Bo</b>"))
    there = newcomer.finished.astimezone(ZoneInfo("Pacific/Auckland"))
    expect(row.get_by_text(f"{there:%Y-%m-%d %H:%M}")).to_be_visible()
    row.get_by_role("button").click()
    page.get_by_role("button", name="By exercise").click()
    page.get_by_role("button", name="How many points in the crib?").click()
    page.get_by_role("table").get_by_role("button").first.click()
    expect(page.get_by_role("group", name="crib").get_by_role("img")).to_have_count(4)
    expect(page.get_by_role("textbox", name="total")).to_have_attribute("readonly", "")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.get_by_role("button", name="Back to How many points in the crib?").click()
    page.get_by_role("navigation").get_by_role("button", name="Class 7b").click()
    page.get_by_role("button", name="Over time").click()
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=60_000)
    context.close()
