"""Card faces: drawn from shapes that are there, named, and small."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from cardlab_widgets.screen.faces import BACK, ICONS, PIPS, SPRITE, face, icon, mini

from cardlab.cards import CARDS, Card

SHAPES = set(re.findall(r'id="([^"]+)"', SPRITE))


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_face_is_well_formed_and_refers_only_to_shapes_of_the_sprite(card: Card) -> None:
    for drawn in (face(card), face(card, compact=True), mini(card)):
        ElementTree.fromstring(drawn)
        assert set(re.findall(r'href="#([^"]+)"', drawn)) <= SHAPES
    assert len(face(card)) < 1700
    assert "<text" not in face(card)  # what is drawn is not read: the card's name is


@pytest.mark.parametrize(("rank", "places"), PIPS.items())
def test_number_cards_show_as_many_pips_as_they_count(rank: int, places: tuple[tuple[int, int], ...]) -> None:
    card = next(card for card in CARDS if card.rank == rank)
    wide = face(card).partition('<g class="narrow">')[0]
    assert len(places) == rank
    # besides the pips there are two indices, each with a small sign under it
    assert wide.count('href="#cl-i') == 2
    assert wide.count("<use") == rank + 4


def test_the_sprite_is_well_formed_names_each_shape_once_and_is_small() -> None:
    ElementTree.fromstring(SPRITE)
    names = re.findall(r' id="([^"]+)"', SPRITE)
    assert len(names) == len(set(names))
    assert len(SPRITE) < 8000
    assert set(re.findall(r'href="#([^"]+)"', BACK)) <= SHAPES


def test_a_mini_card_is_read_by_name() -> None:
    assert 'aria-label="queen of spades"' in mini(Card("QS"))
    assert ">10<" in mini(Card("TD"))


def test_icons_are_well_formed_and_silent() -> None:
    for name in ICONS:
        assert ElementTree.fromstring(icon(name)).get("aria-hidden") == "true"
    with pytest.raises(KeyError):
        icon("rocket")
