"""The snapshot: readable where JupyterLab has taken out everything but text and plain styles."""

from __future__ import annotations

import re

import pytest
from cardlab_exercises import Practice
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.screen.snapshot import Snapshot
from cardlab_widgets.tables.watch import watch

from cardlab.cards import Card
from cardlab.display.scene import CardFace, Scene, Zone

# What JupyterLab keeps of a notebook that it does not trust, as far as it is used here.
TAGS = {"div", "p", "b", "br", "small", "span", "table", "tbody", "tr", "td"}
ATTRIBUTES = {"class", "style"}


def scenes() -> list[Scene]:
    stepper = counting_model("5H 5D 5S JC", "5C")
    shown = [stepper.scene()]
    stepper.act("last", {})
    shown.append(stepper.scene())
    practice = Practice("crib-count-hand", seed=1)
    shown.append(practice.scene())
    practice.act("solution", {})
    shown.append(practice.scene())
    return shown


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.kind)
def test_the_html_needs_nothing_that_is_taken_out(scene: Scene) -> None:
    html = Snapshot(scene)._repr_html_()
    assert set(re.findall(r"<(\w+)", html)) <= TAGS
    assert set(re.findall(r'([\w-]+)="', html)) <= ATTRIBUTES
    for zone in scene.zones:
        for face in zone.faces:
            assert face.card is not None
            assert face.card.short in html
    for line in scene.ledger or ():
        assert line.call in html


def test_its_text_is_the_scene() -> None:
    scene = scenes()[1]
    assert repr(Snapshot(scene)) == str(scene)


def test_markup_and_hidden_cards_stay_out() -> None:
    zone = Zone("stock", "<script>", (CardFace("stock", None), CardFace("5H", Card("5H"))))
    html = Snapshot(Scene("exercise", "<b>", "<i>", zones=(zone,)))._repr_html_()
    assert "<script" not in html
    assert "&lt;i&gt;" in html
    assert ">?" in html


def test_a_canasta_table_keeps_its_melds_and_its_sheets() -> None:
    going_out = "discard 4C"
    hands = ["4C", "KS", "9H", "QS"]
    known = {"phase": "play", "melds": [["6S 6C 6D 6S 6H 2H 2D"], ["8S 8H 8D"]], "red_threes": {"West": "3D"}}
    widget = watch("canasta", going_out, hands=hands, predict="none", **known)
    html = Snapshot(widget.model.scene())._repr_html_()
    assert set(re.findall(r"<(\w+)", html)) <= TAGS
    for shown in ("sixes", "mixed", "8♥", "3♦", "South and North"):
        assert shown in html
    widget.act("last")
    html = Snapshot(widget.model.scene())._repr_html_()
    for shown in ("mixed canasta of sixes", "going out", "+455", "CAN-SCORE-02"):
        assert shown in html
