"""The cards that go with a question from the projector to the learners' screens: those that are face up."""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.display.scene import CardFace, Scene, Zone
from cardlab.wording import signed

MOST_IN_ROW = 5
"""More cards than this overlap, so that they fit a phone."""


def open_cards(scene: Scene) -> tuple[Zone, ...]:
    """The places of a scene in which cards lie face up: their labels, the cards, and what is noted of them.

    >>> from cardlab.cribbage import count
    >>> from cardlab.cribbage.display.count_frames import counting_frames
    >>> scene = counting_frames(count("5H 5D 5S JC", "5C"))[0].scene
    >>> [(zone.label, len(zone.faces)) for zone in open_cards(scene)]
    [('hand', 4), ('starter', 1)]
    """
    found: list[Zone] = []
    for place in _places(scene):
        faces = tuple(_plain(face) for face in place.faces if face.card is not None)
        if faces:
            note = ", ".join(filter(None, (place.mark, place.note)))
            at = f"seen-{len(found)}"
            found.append(Zone(at, place.label, faces, "fan" if len(faces) > MOST_IN_ROW else "row", note))
    return tuple(found)


def _plain(face: CardFace) -> CardFace:
    """A card as it lies, without what can be done with it."""
    return CardFace(face.key, face.card, ("cross",) * ("cross" in face.marks), face.note, tag=face.tag)


def _places(scene: Scene) -> Iterator[Zone]:
    """All places in a scene: the middle, the melds, and the hands of those who sit around."""
    notes = {"hand": _own_score(scene)}
    if scene.kind == "table" and scene.total is not None:
        notes["count"] = f"the count is {scene.total}"
    for zone in scene.zones:
        yield zone._replace(note=notes.get(zone.id) or zone.note)
    for side in scene.sides:
        for meld in side.melds:
            yield meld._replace(label=f"{side.name}: {meld.label}")
        yield Zone(f"{side.id}-reds", f"{side.name}: red threes", side.red_threes)
    for seat in scene.seats:
        yield Zone(f"seat-{seat.name}", f"{seat.name}'s cards", seat.faces)


def _own_score(scene: Scene) -> str:
    """The score of the side that looks on, which a first meld goes by."""
    own = {side.name for side in scene.sides if side.own}
    scores = [score for score in scene.scores if score.name in own]
    return "; ".join(f"score {signed(score.points)}, {score.note}" for score in scores)
