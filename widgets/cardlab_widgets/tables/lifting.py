"""The cards of the hand that an action uses, lifted out of it for all to see."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.cards import Card
from cardlab.display.scene import Scene, Zone


def used_cards(action: object) -> tuple[Card, ...]:
    """The cards that an action uses, as far as it names them."""
    cards = tuple(getattr(action, "cards", ()))
    return (*cards, *(card for part in getattr(action, "parts", ()) for card in part.cards))


def lifted(scene: Scene, cards: Sequence[Card]) -> Scene:
    """The scene with these cards of the hand lifted, each as often as it is named."""
    return scene._replace(zones=tuple(_lifted(zone, cards) for zone in scene.zones))


def _lifted(zone: Zone, cards: Sequence[Card]) -> Zone:
    if zone.id != "hand":
        return zone
    left = list(cards)
    faces = []
    for face in zone.faces:
        if face.card in left:
            left.remove(face.card)
            note = ", ".join(filter(None, (face.note, "asked about")))
            face = face._replace(marks=(*face.marks, "chosen"), note=note)
        faces.append(face)
    return zone._replace(faces=tuple(faces))
