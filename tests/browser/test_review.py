"""A review in the real JupyterLab: it works itself out, opens decisions by key and by point; and its page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cardlab_widgets.tables.review_page import review_page
from playwright.sync_api import Locator, Page, expect

from cardlab.review import review
from tests.reviewed import played

MIXED = ("beginner", "strong")


def test_a_review_works_itself_out_and_opens_its_decisions(show_cells: Callable[..., Locator]) -> None:
    record = played("cribbage", MIXED, target="61").record()
    widget = show_cells(f"from cardlab_widgets import review\nreview({record!r})")
    made = review(played("cribbage", MIXED, target="61"))
    expect(widget.locator("progress")).to_have_count(0)
    expect(widget.locator(".points button")).to_have_count(len(made.decisions))
    accuracy = f"{made.accuracy(0):.0f} %"
    expect(widget.get_by_role("row", name=re.compile("^South"))).to_contain_text(accuracy)
    # By the list and the keyboard alone.
    first = widget.get_by_role("navigation").get_by_role("button").first
    words = first.inner_text()
    first.focus()
    widget.page.keyboard.press("Enter")
    expect(widget.locator(".fb h3")).to_contain_text(
        re.search("(inaccuracy|mistake|blunder), costs", words)[0]
    )  # type: ignore[index]
    expect(widget.locator("[data-zone=hand] .chosen").or_(widget.locator(".fb"))).not_to_have_count(0)
    # By a point of the chart, and back.
    number = made.decisions[-1].number
    widget.locator(f'[data-id="point-at:{number}"]').click()
    expect(widget.locator(".point.at")).to_have_attribute("data-action", f"at:{number}")
    widget.get_by_role("button", name="The whole review").click()
    expect(widget.get_by_role("navigation")).to_be_visible()
    widget.get_by_role("button", name="Try the costliest again").click()
    expect(widget.get_by_role("heading", name="What would you do now?")).to_be_visible()
    widget.get_by_role("button", name="Back to the review").click()
    expect(widget.get_by_role("navigation")).to_be_visible()


def test_the_page_that_is_sent_needs_no_script_and_fits_a_phone(page: Page, tmp_path: Path) -> None:
    made = review(played("cribbage", MIXED))
    file = tmp_path / "review.html"
    file.write_text(review_page(made), encoding="utf-8")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    step = made.costliest(0)[0]
    page.locator(f'.points a[href="#at:{step.number}"]').click(force=True)
    assert page.evaluate("location.hash") == f"#at:{step.number}"
    expect(page.locator(f'[id="at:{step.number}"]')).to_be_in_viewport()
