"""The widget: every message is answered, nothing is applied twice, and no error is lost or fatal."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from cardlab_widgets import SceneWidget, count_stepper
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.screen.pending import lesson_state
from cardlab_widgets.screen.snapshot import Snapshot

from cardlab.display.scene import Scene

Make = Callable[[Any], Any]


class Fragile:
    """A model that breaks in every way there is."""

    def __init__(self) -> None:
        self.number = 0

    def scene(self) -> Scene:
        if self.number == 13:
            raise RuntimeError("no scene for you")
        return Scene("exercise", "test", f"number {self.number}")

    def act(self, action: str, values: Mapping[str, str]) -> None:
        self.number += 1
        if action == "refuse":
            raise ValueError("twelf is not a number")
        if action == "crash":
            raise ZeroDivisionError("secret detail")
        if action == "thirteen":
            self.number = 13


def test_an_action_is_applied_and_answered(wire: Make) -> None:
    end = wire(counting_model("5H 5D 5S JC", "5C"))
    answer = end.press("next")
    assert answer == {"id": "view-1", "ok": True, "rev": 2}
    assert "fifteen two" in end.widget.html
    assert end.widget.status.startswith("fifteen two")


def test_a_second_click_from_the_same_page_is_answered_and_not_applied(wire: Make) -> None:
    end = wire(counting_model("5H 5D 5S JC", "5C"))
    first, second = end.press("next", rev=1), end.press("next", rev=1)
    assert first["ok"]
    assert (second["ok"], second["stale"], second["rev"]) == (False, True, 2)
    assert end.widget.model.at == 1


def test_what_the_model_refuses_is_said_in_the_widget(wire: Make) -> None:
    end = wire(counting_model("5H 5D 5S JC", "5C"))
    answer = end.press("reveal", {"answer": "<b>"})
    assert not answer["ok"]
    assert answer["error"].startswith("Your prediction: '<b>' is not a number")
    assert "data-error" in end.widget.html
    assert "&lt;b&gt;" in end.widget.html
    assert end.widget.status == answer["error"]
    end.press("next")
    assert "data-error" not in end.widget.html


def test_a_handler_that_fails_is_logged_and_leaves_everything_as_it_was(
    wire: Make, caplog: pytest.LogCaptureFixture
) -> None:
    end = wire(Fragile())
    with caplog.at_level(logging.ERROR):
        answer = end.press("crash")
    assert "nothing has been changed" in answer["error"]
    assert "secret detail" not in answer["error"] + end.widget.html
    mark = caplog.records[0].getMessage().split()[-1]
    assert mark in answer["error"]
    assert caplog.records[0].exc_info
    assert end.widget.model.number == 0
    assert end.press("fine")["ok"]
    assert end.widget.model.number == 1


def test_a_refusal_after_a_change_is_undone(wire: Make) -> None:
    end = wire(Fragile())
    assert end.press("refuse")["error"] == "Twelf is not a number."
    assert end.widget.model.number == 0


def test_a_scene_that_cannot_be_made_does_not_end_the_game(wire: Make) -> None:
    end = wire(Fragile())
    assert "nothing has been changed" in end.press("thirteen")["error"]
    assert end.widget.model.number == 0
    assert "number 0" in end.widget.html


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"id": "a"},
        {"id": "a", "rev": 1},
        {"id": "a", "rev": 1, "action": None},
        {"id": "a", "rev": 1, "action": ["next"]},
        {"id": "a", "rev": 1, "action": "next", "values": ["x"]},
        {"id": "a", "rev": "1", "action": "next"},
        {"id": "a", "rev": None, "action": "next"},
        "next",
        None,
        7,
    ],
)
def test_messages_that_are_none_are_answered_and_change_nothing(wire: Make, message: Any) -> None:
    end = wire(counting_model("5H 5D 5S JC", "5C"))
    html = end.widget.html
    answer = end.raw(message)
    assert not answer["ok"]
    assert answer["error"]
    assert end.widget.model.at == 0
    assert end.widget.html == html


def test_only_what_is_visible_is_synced() -> None:
    widget = count_stepper(seed=7)
    state = widget.get_state()
    ours = {"html", "status", "rev", "four_colour", "_sprite"}
    theirs = {"_esm", "_css", "_anywidget_id", "layout", "tabbable", "tooltip", "_dom_classes"}
    assert {name for name in state if not name.startswith(("_model", "_view"))} == ours | theirs
    text = str({name: value for name, value in state.items() if name in ours})
    ahead = widget.model._frames[-1].scene.total_note  # what comes later is not in it
    assert ahead
    assert ahead not in text


def test_a_widget_prints_short_and_always_the_same() -> None:
    one, two = count_stepper("5H 5D 5S JC", "5C"), count_stepper("5H 5D 5S JC", "5C")
    assert repr(one) == repr(two) == "SceneWidget('Counting a hand')"


def test_acting_from_python_is_the_same_as_pressing() -> None:
    widget = count_stepper("5H 5D 5S JC", "5C")
    assert widget.act("next") == ""
    assert widget.act("rocket") == "There is no action 'rocket' here."
    assert widget.rev == 3


Shown = list[tuple[Any, dict[str, Any]]]


@pytest.fixture
def displayed(monkeypatch: pytest.MonkeyPatch) -> tuple[Shown, list[str]]:
    """What was displayed, and the texts that a snapshot was brought up to."""
    shown: Shown = []
    updates: list[str] = []

    class Handle:
        def update(self, snapshot: Snapshot) -> None:
            updates.append(repr(snapshot))

    def display(thing: Any, **kwargs: Any) -> Handle:
        shown.append((thing, kwargs))
        return Handle()

    monkeypatch.setattr("IPython.display.display", display)
    return shown, updates


def test_the_display_is_the_widget_and_below_it_the_snapshot(displayed: tuple[Shown, list[str]]) -> None:
    shown, updates = displayed
    widget = count_stepper("5H 5D 5S JC", "5C")
    widget._ipython_display_()
    (bundle, how), (snapshot, below) = shown
    assert how["raw"]
    assert list(bundle) == ["application/vnd.jupyter.widget-view+json"]
    assert below == {"display_id": True}
    assert repr(snapshot) == str(widget.model.scene())
    widget.act("next")
    assert updates == [str(widget.model.scene())]


def test_presses_in_a_row_are_kept_in_the_notebook_once_and_soon(
    displayed: tuple[Shown, list[str]], wire: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab_widgets.screen.widget.SETTLED", 0.02)
    end, updates = wire(counting_model("5H 5D 5S JC", "5C")), displayed[1]
    end.widget._ipython_display_()

    async def press_twice() -> None:
        end.press("next")
        end.press("next")
        assert not updates
        await asyncio.sleep(0.1)

    asyncio.run(press_twice())
    assert updates == [str(end.widget.model.scene())]
    end.press("next")  # nothing runs that would call back: at once
    assert updates[1:] == [str(end.widget.model.scene())]


def test_a_press_is_in_the_notebook_before_a_lesson_is_saved(
    displayed: tuple[Shown, list[str]], wire: Make
) -> None:
    end, updates = wire(counting_model("5H 5D 5S JC", "5C")), displayed[1]
    end.widget._ipython_display_()

    async def press_and_save() -> None:
        end.press("next")
        assert not updates
        assert lesson_state("cribbage/07-counting-your-hand")[1] == 1
        assert updates == [str(end.widget.model.scene())]
        lesson_state("cribbage/07-counting-your-hand")
        assert len(updates) == 1

    asyncio.run(press_and_save())


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = "anywidget ipywidgets jinja2 numpy pandas plotly sqlalchemy IPython"
    code = f"import sys, cardlab_widgets; print(*[m for m in {heavy.split()} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    import cardlab_widgets

    assert cardlab_widgets.SceneWidget is SceneWidget
    with pytest.raises(AttributeError, match="rocket"):
        cardlab_widgets.rocket  # noqa: B018
