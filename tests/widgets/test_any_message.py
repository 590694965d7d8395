"""Any message to any widget, in any order: answered once, in words, and nothing is broken by it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from cardlab_exercises import Store, sample_learner
from cardlab_widgets import count_stepper, demo, play, practice, review, watch
from cardlab_widgets.demos.catalogue import catalogue
from cardlab_widgets.scores.class_desk import ClassDesk
from cardlab_widgets.screen.widget import SceneWidget
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.game import Game
from tests.widgets.conftest import Wire

BUTTON = re.compile(r'data-action="([^"]+)"')
FIELD = re.compile(r'<(?:input|select|textarea)[^>]* name="([^"]+)"')
pytestmark = pytest.mark.thorough

ATTACK = "\"'><img src=x onerror=alert(1)><script>alert(1)</script>"
HOSTILE = (
    ATTACK,
    "9" * 5000,
    "-1",
    "1e400",
    "٣",
    "½",
    "\x1b[2J",
    "\x00",
    "\ud800",
    "../../etc/passwd",
    "5H " * 3000,
)

words = st.one_of(st.integers(-5, 40).map(str), st.sampled_from(HOSTILE), st.text(max_size=20))
odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    words,
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
# Which of the buttons on the page is pressed, what is added to its action, and what the fields hold.
press = st.tuples(
    st.integers(0, 300), st.one_of(st.just(""), st.just(""), words.map(":{}".format)), st.lists(words | odd)
)
strange = st.one_of(
    odd,
    st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "rev", "action", "values"), odd)),
)


def played() -> Game:
    game = Game("cribbage", seed=3)
    for _ in range(12):
        game.do(game.legal_actions()[0])
    return game


WIDGETS: dict[str, Callable[[], SceneWidget]] = {
    "canasta": lambda: play("canasta", seed=5),
    "cribbage": lambda: play("cribbage", seed=5),
    "watched": lambda: watch("cribbage", seed=5),
    "practice": lambda: practice("crib-count-hand", seed=5, store=Store(None)),
    "stepper": lambda: count_stepper("5H 5D 5S JC", "5C"),
    "review": lambda: review(played()),
    "class": lambda: SceneWidget(ClassDesk("", sample_learner())),
    **{one.id: lambda one=one: demo(one.id) for one in catalogue() if one.id != "your-progress"},  # type: ignore[misc]
}


@pytest.mark.parametrize("name", WIDGETS)
@settings(max_examples=5, deadline=None)
@given(st.lists(press | strange, min_size=8, max_size=25))
def test_any_message_is_answered_and_breaks_nothing(name: str, steps: list[Any]) -> None:
    widget = WIDGETS[name]()
    with pytest.MonkeyPatch.context() as patches:
        wire = Wire(widget, patches)
        for step in steps:
            answer = wire.raw(pressed(widget, *step) if isinstance(step, tuple) else step)
            assert answer["rev"] == widget.rev
            assert answer["ok"] is not bool(answer.get("error"))
            assert "It is in the log" not in answer.get("error", ""), step
            assert "<script" not in widget.html
            assert "<img src=x" not in widget.html
    widget.close()


def pressed(widget: SceneWidget, which: int, more: str, given: list[Any]) -> dict[str, Any]:
    """What the page sends when somebody who can send anything presses a button of it."""
    actions = [html.unescape(action) for action in BUTTON.findall(widget.html)] or ["on"]
    values = dict(zip(FIELD.findall(widget.html), given, strict=False))
    return {
        "id": which,
        "rev": widget.rev,
        "action": f"{actions[which % len(actions)]}{more}",
        "values": values,
    }
