"""The pages about the score: nothing is read too early, and the class page renews itself."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from cardlab_exercises import Store, sample_learner
from cardlab_widgets.lessons import score_pages
from cardlab_widgets.lessons.score_pages import ClassPage, ProgressPage

SAM = sample_learner().attempts()


def test_progress_is_read_when_the_button_is_pressed(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.db")
    page = ProgressPage("Sam", store)
    assert not (tmp_path / "progress.db").exists()
    store.record(*SAM)
    page.button.click()
    assert (tmp_path / "progress.db").exists()
    assert repr(page) == "Your progress: press the button to see it."


def test_what_the_button_shows(capsys: pytest.CaptureFixture[str]) -> None:
    ProgressPage("Sam", sample_learner()).button.click()
    shown = capsys.readouterr().out
    assert "Progress of Sam: 60 attempts" in shown


def test_the_class_page_shows_the_class_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_CLASS", "7b")
    store = Store(None)
    store.record(*(replace(made, class_code="7b") for made in SAM))
    store.record(replace(SAM[0], id="x", learner="<b>Bo</b>", class_code="8a"))
    page = ClassPage(store=store)
    assert page.report.value == ""
    page.button.click()
    assert "Class 7b: 1 learner, 60 attempts" in page.report.value
    assert page.when.value.startswith("as of")
    page.code.value = ""
    assert "2 learners" in page.report.value
    assert "&lt;b&gt;Bo" in page.report.value
    assert "<b>Bo" not in page.report.value


def test_the_class_page_renews_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_pages, "EVERY", 0.01)
    store = Store(None)
    page = ClassPage("", store)

    async def watch() -> None:
        page._ipython_display_()
        assert "no attempts yet" in page.report.value
        store.record(SAM[0])
        for _ in range(200):
            await asyncio.sleep(0.01)
            if "1 attempt" in page.report.value:
                break
        assert page._task is not None
        page._task.cancel()

    asyncio.run(watch())
    assert "1 learner, 1 attempt" in page.report.value


def test_what_goes_wrong_is_said_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    page = ClassPage("", Store(None))

    def fail() -> None:
        raise RuntimeError

    monkeypatch.setattr(page._live, "refresh", fail)
    page.refresh()
    assert page.when.value == "not renewed: RuntimeError"
    assert "cannot be used" in _after(ClassPage("", Store("nonsense")))


def _after(page: ClassPage) -> str:
    page.refresh()
    return str(page.report.value)
