"""The cards of a Canasta question as zones: hands, melds, the pile, the score of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardlab.canasta import Action, View
from cardlab.canasta.display.table import table
from cardlab.canasta.rules.melds import Meld, in_order
from cardlab.cards import Card, keyed, list_cards
from cardlab.display.scene import CardFace, Layout, Scene, Zone
from cardlab.game import Moment
from cardlab.wording import signed

MOST_IN_ROW = 5
"""More cards than this overlap, so that a hand fits a screen."""


class Place(NamedTuple):
    """Cards that lie together, before they have keys. `cross` are the places of those lying crosswise."""

    id: str
    label: str
    cards: tuple[Card, ...]
    layout: Layout = "row"
    note: str = ""
    selectable: bool = False
    cross: tuple[int, ...] = ()
    tags: tuple[str, ...] = ()


def zones(places: Iterable[Place]) -> tuple[Zone, ...]:
    """The zones of a question. Copies of a card have keys of their own, wherever they lie.

    >>> from cardlab.cards import parse_cards
    >>> two = zones([Place("a", "one", parse_cards("QS")), Place("b", "two", parse_cards("QS"))])
    >>> [face.key for zone in two for face in zone.faces]
    ['QS', "QS'"]
    """
    listed = list(places)
    keys = iter([key for key, _ in keyed(card for place in listed for card in place.cards)])
    return tuple(
        Zone(
            place.id,
            place.label,
            tuple(
                CardFace(
                    next(keys),
                    card,
                    ("cross",) if at in place.cross else (),
                    "lies crosswise" if at in place.cross else "",
                    place.selectable,
                    tag=place.tags[at] if place.tags else "",
                )
                for at, card in enumerate(place.cards)
            ),
            "fan" if place.layout == "row" and len(place.cards) > MOST_IN_ROW else place.layout,
            place.note,
        )
        for place in listed
    )


def hand_place(cards: Iterable[Card], selectable: bool = False, label: str = "your hand") -> Place:
    """A hand, sorted as one holds it."""
    return Place("hand", label, in_order(cards), selectable=selectable)


def meld_places(melds: Sequence[Meld], whose: str, selectable: bool = False) -> list[Place]:
    """One place a meld: ``your side: kings``."""
    return [
        Place(f"{whose.split()[0]}-{at}", f"{whose}: {meld.name}", meld.cards, "meld", selectable=selectable)
        for at, meld in enumerate(melds)
    ]


def pile_place(view: View, selectable: bool = False) -> Place:
    """The discard pile, bottom to top, the freezing cards crosswise."""
    crossed = list(view.frozen)
    cross = []
    for at, card in enumerate(view.pile):
        if crossed and card == crossed[0].card:
            cross.append(at)
            crossed.pop(0)
    note = "bottom to top" if len(view.pile) > 1 else ""
    return Place("pile", "discard pile", view.pile, note=note, selectable=selectable, cross=tuple(cross))


def table_places(view: View, selectable: bool = False) -> list[Place]:
    """What a player sees: the pile, the melds of both sides, the red threes and their own hand."""
    places = [pile_place(view)]
    for side, melds in enumerate(view.melds):
        whose = "your side" if side == view.side else "opponents"
        places += meld_places(melds, whose)
    red_threes = [
        card
        for seat in range(view.options.players)
        if view.side_of[seat] == view.side
        for card in view.red_threes[seat]
    ]
    if red_threes:
        places.append(Place("reds", "your red threes", tuple(red_threes)))
    places.append(hand_place(view.hand, selectable))
    return places


def at_table(view: View, selectable: bool = False) -> Scene:
    """The real table as the player sees it; with `selectable` the cards of the hand can be picked."""
    scene = table(Moment(view))._replace(gauge=None)
    if not selectable:
        return scene
    zones = tuple(
        zone._replace(faces=tuple(face._replace(selectable=True, action="") for face in zone.faces))
        if zone.id == "hand"
        else zone
        for zone in scene.zones
    )
    return scene._replace(zones=zones)


def parts_text(action: Action) -> str:
    """What is laid down, for a sentence.

    >>> from cardlab.canasta.rules.actions import add, meld
    >>> from cardlab.cards import Rank
    >>> parts_text(meld(add(Rank.KING, "KS"), "7C 7D 7H"))
    'K♠ to the kings, 7♣ 7♦ 7♥'
    """
    shown = []
    for part in action.parts:
        cards = " ".join(card.short for card in part.cards)
        shown.append(cards if part.rank is None else f"{cards} to the {part.rank.plural}")
    return ", ".join(shown)


def score_text(view: View) -> str:
    """The scores before the deal before the deal, as the player sees them."""
    ours = view.scores[view.side]
    theirs = view.scores[1 - view.side]
    return f"Before this deal your side has {signed(ours)}, the opponents {signed(theirs)}."


def are_laid_out(red_threes: Sequence[Card]) -> str:
    """Red threes for a sentence: ``3♥ is laid out``, ``3♥ and 3♦ are laid out``."""
    return f"{list_cards(red_threes)} {'is' if len(red_threes) == 1 else 'are'} laid out"
