"""The snapshot: readable where JupyterLab has taken out everything but text and plain styles."""

from __future__ import annotations

import re

import pytest
from cardlab_exercises import Practice
from cardlab_widgets.counting import counting_model
from cardlab_widgets.snapshot import Snapshot

from cardlab.cards import Card
from cardlab.scene import CardFace, Scene, Zone

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
