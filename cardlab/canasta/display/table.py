"""The Canasta table as a scene: what one seat sees of a moment, and what it can press there.

>>> from cardlab.canasta import position, view
>>> from cardlab.game import Moment
>>> seen = view(position(hands=["KS KH 2D 4C", None, None, None], melds=[["6S 6H 6D"]], pile="9C KD"), 0)
>>> print(table(Moment(seen), live=True))
Your turn: draw, or take the pile (course rules, first to 5,000)
  West  (11 cards)  [?] [?] [?] [?] [?] [?] [?] [?] [?] [?] [?]
  North  (partner, 11 cards)  [?] [?] [?] [?] [?] [?] [?] [?] [?] [?] [?]
  East  (11 cards, deals)  [?] [?] [?] [?] [?] [?] [?] [?] [?] [?] [?]
  stock: [?]  66 cards
  pile: K♦  2 cards
  your hand: 2♦ K♥ K♠ 4♣
  West and East: nothing melded
  South and North: 15 on the table
    sixes: 6♦ 6♥ 6♠  3 · 15
  South and North 0  15 on the table
  West and East 0  needs 50
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cardlab.canasta.display import controls
from cardlab.canasta.display.captions import spoken, told
from cardlab.canasta.display.controls import intent
from cardlab.canasta.display.final_summary import closing, standing
from cardlab.canasta.display.meld_draft import Draft, Judged
from cardlab.canasta.display.moments import moments, scored
from cardlab.canasta.rules.event_text import side_name
from cardlab.canasta.rules.melds import NATURAL, WILD, Meld, keyed_melds, minimum, value_of
from cardlab.canasta.rules.partner_draw import ranking, settle
from cardlab.canasta.rules.pile import frozen_by
from cardlab.canasta.rules.scoring import score_sheet
from cardlab.canasta.rules.state import View, column_of, column_seats, seat_names
from cardlab.cards import Card, Rank, keyed, list_words
from cardlab.display.places import PLACES, back_key, held_faces, others, said_by, spread
from cardlab.display.scene import (
    CardFace,
    Drop,
    Gauge,
    LedgerLine,
    Scene,
    Score,
    ScorePanel,
    Seat,
    Side,
    Told,
    Zone,
)
from cardlab.game import OPEN, Item, Moment
from cardlab.wording import in_figures, plural, signed

__all__ = ["closing", "intent", "moments", "standing", "table", "told"]

_NAMED = 4
"""How many chosen cards are named above the hand: as many as fit in one line on a phone."""

_SHOWN_IN_SHEET = ("CAN-R3-04", "CAN-R3-05", "CAN-R3-06", "CAN-SCORE-07")
"""Lines of a score sheet that show their cards; those of the melds lie on the table."""


def table(
    moment: Moment, live: bool = False, selected: Collection[str] = (), draft: Draft | None = None
) -> Scene:
    """What the seat of `moment.view` sees.

    `live`: it may act now, having chosen the cards whose keys are `selected` and prepared `draft`.
    """
    view = moment.view
    live = live and view.to_act == view.seat
    draft = draft or Draft()
    chosen = controls.cards_of(selected)
    judged = _judged(view, draft, chosen)
    sheets, sides = scored(moment), view.options.sides
    dealt = bool(view.stock or view.pile or any(view.counts))
    return Scene(
        kind="canasta",
        eyebrow=f"Canasta · {_stage(moment)}",
        title=_title(moment, live),
        chips=(view.options.label, f"first to {view.options.target:,}"),
        zones=(
            *_middle(view, moment, live, dealt),
            *_groups(view, draft, live, bool(chosen)),
            _own(view, moment, live, selected, draft),
        ),
        buttons=controls.buttons(view, chosen, draft, judged) if live else (),
        status=_status(moment, live),
        options=view.options,
        seats=tuple(_seat(view, seat, moment) for seat in others(view.seat, view.options.players)),
        said=told(moment) or _opening(view),
        sides=tuple(_sides(view, moment, live, bool(chosen))) if dealt else (),
        scores=() if view.phase == "pick" else tuple(_score(view, one, moment) for one in range(sides)),
        gauge=_gauge(view, judged) if not sheets and dealt else None,
        sheets=tuple(_sheet(view, column) for column in range(sheets)),
    )


# ---------------------------------------------------------------- words


def _stage(moment: Moment) -> str:
    view = moment.view
    if view.phase == "pick":
        return "the draw for partners"
    if scored(moment):
        number = view.results[-1].number
        return f"the end of deal {number}{' and the match' if view.phase == 'over' else ''}"
    if view.phase == "cut":
        return "the cut"
    return f"deal {view.number}, turn {view.turn.number}" if view.turn.number else f"deal {view.number}"


def _title(moment: Moment, live: bool) -> str:
    view = moment.view
    names = seat_names(view.options)
    first = moment.events[0] if moment.events else None
    if live:
        return f"Your turn: {controls.task(view)}"
    if view.phase == "over" and view.to_act is None and first is not None and first.kind == "match_over":
        return _won(view)
    if view.to_act is not None:
        who = "You are" if view.to_act == view.seat else f"{names[view.to_act]} is"
        return f"{who} to {controls.other_task(view)}"
    if first is not None and first.kind == "score" and first.seat is not None:
        whose = side_name(view.options, view.side_of, column_of(view.options, view.side_of, first.seat))
        return f"The deal is scored: {whose}"
    if scored(moment):
        return "The deal is over"
    if view.phase in ("pick", "cut"):
        return "The draw for partners" if view.phase == "pick" else "The cut"
    dealing = ("deal", "upcard", "minimum")
    undealt = view.phase == "draw" and not view.pile  # red threes that were dealt come before the upcard
    if first is None or first.kind in dealing or first.seat is None or undealt:
        return "The deal"
    return "Your turn" if first.seat == view.seat else f"{names[first.seat]}'s turn"


def _opening(view: View) -> Told | None:
    """What there is to know before anything has happened: how the partners are found."""
    if view.phase != "pick":
        return None
    if view.options.players != 4:
        return Told("Everybody draws a card.", ("CAN-DRAW-01",), more="The highest plays first.")
    more = "The two highest play together against the other two, and the highest plays first."
    return Told("Everybody draws a card.", ("CAN-DRAW-01", "CAN-DRAW-02"), more=more)


def _won(view: View) -> str:
    best = max(view.scores)
    winners = [column for column, score in enumerate(view.scores) if score == best]
    if len(winners) > 1:
        return "The match is a tie"
    if view.seat != OPEN and view.seat in column_seats(view.options, view.side_of, winners[0]):
        return "You win the match"
    name = side_name(view.options, view.side_of, winners[0])
    return f"{name} {'win' if ' and ' in name else 'wins'} the match"


def _status(moment: Moment, live: bool) -> str:
    """What is announced when the moment appears: what happened and what there is to do."""
    caption = told(moment)
    said = [caption.text, caption.more] if caption else []
    return " ".join(filter(None, [*said, f"{_title(moment, live)}." if live or not said else ""]))


# ---------------------------------------------------------------- seats and scores


def _seat(view: View, seat: int, moment: Moment) -> Seat:
    name = seat_names(view.options)[seat]
    size = view.counts[seat]
    notes = []
    if view.seat != OPEN and view.options.players > 2 and view.phase != "pick":
        notes += ["partner"] if view.side_of[seat] == view.side_of[view.seat] else []
    if view.phase == "pick":
        card = view.draw.held[seat] if view.draw is not None else None
        notes.append(f"has drawn {card.short}" if card else "still to draw")
    elif size or view.turn.number:
        notes.append(in_figures(size, "card"))
    if view.phase != "pick" and view.dealer == seat:
        notes.append("deals")
    held = held_faces(name, display(view.shown[seat]) if view.shown else None, size)
    shown = tuple(face._replace(key=f"{name}:{face.key}") if face.card else face for face in held)
    return Seat(
        name, PLACES[name], ", ".join(notes), shown, said_by(seat, moment, spoken), view.to_act == seat
    )


def _score(view: View, column: int, moment: Moment) -> Score:
    """A side's score; on it what lies on the table and what its first meld needs."""
    options = view.options
    side = view.side_of[column_seats(options, view.side_of, column)[0]]
    note = ""
    if column < scored(moment):
        note = f"{signed(view.results[-1].sheets[column].total, '+,')} in this deal"
    elif view.phase in ("draw", "play", "answer", "score"):
        if view.melds[side]:
            note = f"{_on_table(view, side, _of(view, column)):,} on the table"
        else:
            note = f"needs {minimum(view.scores[column])}"
    now = any(event.kind == "score" and event.seat in _of(view, column) for event in moment.events)
    return Score(side_name(options, view.side_of, column), view.scores[column], note, now)


def _of(view: View, column: int) -> tuple[int, ...]:
    return column_seats(view.options, view.side_of, column)


def _on_table(view: View, side: int, seats: Sequence[int]) -> int:
    """What the melds of a side and the red threes of these seats count as they lie."""
    red_threes = [card for seat in seats for card in view.red_threes[seat]]
    return score_sheet(view.melds[side], red_threes, options=view.options).total


def _judged(view: View, draft: Draft, chosen: Sequence[Card]) -> Judged | None:
    """What is prepared, the chosen cards included, would come to; None where nothing is."""
    if view.phase == "draw":
        return draft.judge(view) if draft.groups else None
    return controls.planned(view, draft, chosen).judge(view) if draft.groups or chosen else None


def _gauge(view: View, judged: Judged | None) -> Gauge | None:
    """What is prepared, against what the side needs; the first reason why it is not legal."""
    if view.seat == OPEN:
        return None
    needs = None if view.own_melds else view.minimum
    if judged is None:
        return Gauge("first meld", 0, needs, "nothing prepared") if needs is not None else None
    label = "first meld" if needs is not None else "prepared"
    first = judged.refusals[0] if judged.refusals else None
    if first is None:
        return Gauge(label, judged.counts, needs, f"{plural(judged.left, 'card')} would stay in your hand")
    short = needs is not None and judged.counts < needs and first.rule == "CAN-INIT-01"
    note = f"{needs - judged.counts} short" if short and needs is not None else first.text
    return Gauge(label, judged.counts, needs, note, first.rule)


def _sheet(view: View, column: int) -> ScorePanel:
    result = view.results[-1]
    sheet, after = result.sheets[column], result.totals[column]
    lines = tuple(_line(item) for item in sheet.items)
    note = f"{signed(after - sheet.total)} before, {signed(after)} now"
    return ScorePanel(side_name(view.options, view.side_of, column), lines, sheet.total, note)


def _line(item: Item) -> LedgerLine:
    cards = item.cards if item.rule in _SHOWN_IN_SHEET else ()
    return LedgerLine(item.name, cards, "", item.rule, item.points)


# ---------------------------------------------------------------- the middle


def _middle(view: View, moment: Moment, live: bool, dealt: bool) -> tuple[Zone, ...]:
    if view.phase == "pick":
        return (_drawn_cards(view), _spread(view, live))
    if not dealt:
        drawn = (_drawn_cards(view),) if view.draw is not None else ()
        return (*drawn, _stock(view, False, "108 cards"), *((_spread(view),) if live else ()))
    return (_stock(view, live), _pile(view, moment, live))


def _drawn_cards(view: View) -> Zone:
    """The cards drawn, in the order of the players; once the seats are known, the highest first."""
    draw, names = view.draw, seat_names(view.options)
    four = view.options.players == 4
    label = "drawn for partners" if four else "drawn for the first turn"
    if draw is None or view.phase == "pick":
        held = draw.held if draw is not None else ()
        shown = tuple(_drawn(card, name) for name, card in zip(names, held, strict=False) if card is not None)
        return Zone("drawn", label, shown, note="the two highest play together" if four and not shown else "")
    chairs, pairs = settle(draw).chairs, settle(draw).partners
    shown = tuple(
        _drawn(card, names[player], names[chairs[player]], bool(pairs) and player in pairs[0])
        for player in ranking(draw)
        if (card := draw.held[player]) is not None
    )
    return Zone("drawn", label, shown, note="the two highest play together" if four else "the highest begins")


def _drawn(card: Card, name: str, chair: str = "", best: bool = False) -> CardFace:
    """A card that somebody drew, and where that player sits after the draw."""
    moved = chair if chair != name else ""
    note = f"drawn by {name}" + (f", who now sits at {moved}" if moved else "")
    tag = f"{name} → {moved}" if moved else name
    return CardFace(f"{card.code}/{name}", card, ("hot",) if best else (), note, tag=tag)


def _spread(view: View, live: bool = True) -> Zone:
    """The pack spread out: to draw a card for partners, or to cut it at a card."""
    if view.phase == "cut":
        return spread("cut", range(1, 108), "lift", "press where you want to cut")
    taken = view.draw.taken if view.draw is not None else ()
    free = [number for number in range(1, 109) if number not in taken]
    return spread("pick", free, "card", "press a card to draw it", live)


def _stock(view: View, live: bool, note: str = "") -> Zone:
    there = in_figures(view.stock, "card")
    can = live and view.phase == "draw"
    back = CardFace(
        "stock", None, note=f"stock, {there}: draw" if can else "stock", selectable=can, action="draw"
    )
    shown = (back,) if view.stock or note else ()
    return Zone("stock", "stock", shown, "pack", note or (there if view.stock else "empty"))


def _pile(view: View, moment: Moment, live: bool) -> Zone:
    """The discard pile: its top card, and crosswise the card that has frozen it."""
    there = in_figures(len(view.pile), "card")
    drops = (Drop("hand", "discard"),) if live and view.phase == "play" else ()
    cross = view.frozen[-1].card if view.frozen else None
    names = seat_names(view.options)
    shown = []
    if cross is not None and cross is not view.top:
        shown.append(
            CardFace(f"cross:{cross.code}", cross, ("cross",), "lying crosswise: it freezes the pile")
        )
    if view.top is not None:
        can = live and view.phase == "draw"
        marks = ("cross",) if cross is view.top else ()
        first = moment.events[0] if moment.events else None
        origin = _origin(view, first.seat, view.top, names) if first and first.kind == "discard" else "stock"
        note = "top of the pile" + (": take it" if can else "")
        key = f"pile-{len(view.pile)}"
        shown.append(CardFace(key, view.top, marks, note, can, "take", origin=origin))
    why = frozen_by(view) if view.frozen else ""
    return Zone("pile", "pile", tuple(shown), "discards", there if view.pile else "empty", why, (), drops)


def _origin(view: View, seat: int | None, card: Card, names: Sequence[str]) -> str:
    """The key of what a card comes from when it leaves a hand."""
    if seat is None or seat == max(view.seat, 0):
        return card.code
    return f"{names[seat]}:{card.code}" if view.shown else back_key(names[seat], view.counts[seat])


# ---------------------------------------------------------------- melds


def _sides(view: View, moment: Moment, live: bool, chosen: bool) -> Iterable[Side]:
    """The melds of each side, the viewer's own side last: it lies nearest."""
    names = seat_names(view.options)
    own = view.side_of[max(view.seat, 0)]
    sides = sorted(set(view.side_of), key=lambda side: (side == own, side))
    for side in sides:
        who = [name for seat, name in enumerate(names) if view.side_of[seat] == side]
        red_threes = [
            card for seat, cards in enumerate(view.red_threes) if view.side_of[seat] == side for card in cards
        ]
        can = live and view.phase == "play" and side == own
        melds = tuple(
            _meld(view, side, meld, nth, moment, can, chosen) for meld, nth in keyed_melds(view.melds[side])
        )
        seats = tuple(seat for seat, of in enumerate(view.side_of) if of == side)
        note = f"{_on_table(view, side, seats):,} on the table" if melds else "nothing melded"
        red_faces = tuple(
            CardFace(f"red:{key}", card, note="red three", origin="stock")
            for key, card in keyed(sorted(red_threes))
        )
        drops = (Drop("hand", "lay"),) if live and side == own and controls.prepares(view) else ()
        yield Side(f"side-{side}", list_words(who), melds, red_faces, note, side == own, drops)


def _meld(view: View, side: int, meld: Meld, nth: int, moment: Moment, can: bool, chosen: bool) -> Zone:
    """A meld fanned out, or a canasta squared up with a red or a black card on top (CAN-CAN-04).

    With `can` cards can be added to it: the `chosen` ones by a button, those dragged there.
    """
    names = seat_names(view.options)
    place = f"{meld.rank.letter}{'' if nth == 1 else f'-{nth}'}"
    layer = next((event.seat for event in moment.events if event.kind in ("meld", "add")), None)
    cards = (_top(meld),) if meld.canasta else meld.cards
    shown = tuple(
        CardFace(f"m{side}{place}:{key}", card, origin=_origin(view, layer, card, names))
        for key, card in keyed(cards)
    )
    size = f"{meld.naturals} + {meld.wilds} wild" if meld.wilds else str(meld.naturals)
    note = f"{size} · {meld.value + meld.bonus}"
    buttons = controls.add_button(meld, nth) if can and chosen else ()
    drops = (Drop("hand", f"add:{place}"),) if can else ()
    id, mark = f"meld-{side}-{place}", meld.canasta or ""
    return Zone(id, meld.name, shown, "canasta" if mark else "meld", note, mark, buttons, drops)


def _top(meld: Meld) -> Card:
    """The card that lies on a canasta: a red one if it is natural, a black one if it is mixed."""
    red = meld.canasta == "natural"
    fits = [
        card for card in meld.cards if card.suit is not None and card.suit.is_red == red and not WILD[card]
    ]
    return (fits or meld.cards)[0]


# ---------------------------------------------------------------- the viewer's own cards


def display(hand: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they are held: jokers, deuces, then from the ace down to the black threes.

    >>> from cardlab.cards import parse_cards
    >>> [card.code for card in display(parse_cards("4C AS 2D KH JR 3S"))]
    ['JR', '2D', 'AS', 'KH', '4C', '3S']
    """
    return tuple(sorted(hand, key=_held_order))


def _held_order(card: Card) -> tuple[int, int, int]:
    if not NATURAL[card] and WILD[card]:
        return (0, -int(card.rank), int(card))
    return (1, -(14 if card.rank is Rank.ACE else int(card.rank)), int(card))


def _hand_of(view: View) -> tuple[Card, ...]:
    """The hand that lies nearest: the viewer's own, or in the open view that of the first seat."""
    return view.hand if view.seat != OPEN else view.shown[0] if view.shown else ()


def split(view: View, draft: Draft) -> tuple[list[tuple[str, Card]], list[list[tuple[str, Card]]]]:
    """The cards in hand with their keys, and those of each group that is prepared with theirs."""
    left = list(keyed(display(_hand_of(view))))
    groups = []
    for group in draft.groups:
        taken = []
        for card in group.cards:
            at = next((at for at, (_, held) in enumerate(left) if held is card), None)
            if at is not None:
                taken.append(left.pop(at))
        groups.append(taken)
    return left, groups


def _groups(view: View, draft: Draft, live: bool, chosen: bool) -> Iterable[Zone]:
    """The melds being prepared."""
    for place, cards in enumerate(split(view, draft)[1]):
        group = draft.groups[place]
        shown = tuple(CardFace(key, card, note="prepared") for key, card in cards)
        label = controls.group_name(group)
        buttons = controls.group_buttons(place, label, chosen) if live else ()
        note = f"{len(cards)} · {value_of(card for _, card in cards)}"
        drops = (Drop("hand", f"to:{place}"),) if live else ()
        yield Zone(f"draft-{place}", label, shown, "meld", note, "", buttons, drops)


def _own(view: View, moment: Moment, live: bool, selected: Collection[str], draft: Draft) -> Zone:
    whose = "your hand" if view.seat != OPEN else f"{seat_names(view.options)[0]}'s hand"
    can = live and view.phase in ("draw", "play")
    alone = live and view.phase == "play" and not draft.groups  # a card is discarded if no others are meant
    origin = "stock"
    first = moment.events[0] if moment.events else None
    if first is not None and first.kind == "take":
        origin = f"pile-{len(first.cards)}"
    shown = tuple(
        CardFace(
            key,
            card,
            ("selected",) if can and key in selected else (),
            "wild" if WILD[card] else "",
            can,
            origin=origin,
            twice="pile" if alone and {*selected} <= {key} else "",
        )
        for key, card in split(view, draft)[0]
    )
    drops = (Drop("stock"), Drop("pile")) if live and view.phase == "draw" else ()
    chosen = [face.card for face in shown if "selected" in face.marks and face.card]
    named = f": {list_words([card.short for card in chosen])}" if len(chosen) <= _NAMED else ""
    note = f"{len(chosen)} chosen{named}" if chosen else ""
    return Zone("hand", whose, shown, "fan", note, drops=drops)
