"""Whatever is typed or stored as a name or an answer is shown as what it is: text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from cardlab_exercises import ClassTest, Practice, Store, progress, sample_learner
from cardlab_exercises.declaration import bank
from cardlab_widgets import practice, take_test
from cardlab_widgets.screen.snapshot import Snapshot

ODD = {
    "markup": "<img src=x onerror=alert(1)>&amp;<script>",
    "quotes": "\"'`{{7*7}}${7*7}",
    "right to left": "abc\u202egnp.exe\u2067",
    "control": "\x1b[2J\x00\x07",
    "long": "9" * 100_000,
    "lines": "a\nb\r\nc",
    "letters of many scripts": "שלום 你好 ÅÄÖ 🂡",
}
odd = pytest.mark.parametrize("text", ODD.values(), ids=list(ODD))


def check(html: str) -> None:
    assert "<img src=x" not in html
    assert "<script" not in html


@odd
@pytest.mark.parametrize("id", list(bank.exercises())[::6])
def test_an_answer(id: str, text: str) -> None:
    store = Store(None)
    widget = practice(id, seed=3, store=store, learner="Ana")
    model = widget.model.practice
    fields = [field.name for field in model.sitting.question.fields if not field.locked]
    before = len(widget.html)
    error = widget.act("check", dict.fromkeys(fields, text))
    check(widget.html)
    check(Snapshot(widget._scene)._repr_html_())
    assert "\x1b" not in error
    assert "\u202e" not in error
    assert len(error) < 500
    assert len(widget.html) < before + 20_000
    widget.act("solution")
    assert "Something went wrong" not in error


@odd
def test_a_learners_name(text: str) -> None:
    """A name that nobody can read is refused; in a store of others it is shown all the same."""
    refused = refusal(lambda: Practice("crib-count-hand", learner=text))
    if refused is None:
        model = Practice("crib-count-hand", seed=1, learner=text, store=Store(None))
        model.act("check", {"total": "1"})
        assert model.store.attempts()[0].learner == text
    kept = Store(None)
    kept.record(*(replace(made, learner=text[:100], id=made.id) for made in sample_learner().attempts()))
    shown = progress(store=kept)
    html, title = shown._repr_html_(), shown.figure().layout.title.text
    check(html)
    for letter in ("\x1b", "\x00", "\u202e"):
        assert letter not in html
        assert letter not in title


@odd
def test_a_code_of_a_test(text: str) -> None:
    if refusal(lambda: ClassTest("crib-count-hand", code=text)) is None:
        widget = take_test("crib-count-hand", code=text, learner="Ana", store=Store(None))
        widget.act("next")
        check(widget.html)


def refusal(make: Callable[[], object]) -> str | None:
    """What is said when something cannot be made; nothing of what was typed may act in it."""
    try:
        make()
    except ValueError as error:
        text = str(error)
    else:
        return None
    for letter in ("\x1b", "\x00", "\u202e", "\n"):
        assert letter not in text
    return text
