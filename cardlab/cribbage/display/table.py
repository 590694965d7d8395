"""The Cribbage table as a scene: what one seat sees of a moment, and what it can press there.

>>> from cardlab.cribbage import position, view
>>> from cardlab.game import Moment
>>> seen = view(position(hands=["5H 5D JC KS", "2C"], starter="9C", turn=0), 0)
>>> print(table(Moment(seen), live=True))
Your turn: play a card (course rules)
  North  (deals, 1 card)  [?]
  starter: 9♣
  played: (none)
  North's crib: [?] [?] [?] [?]  you laid 4♣ 4♠
  your hand: 5♦ 5♥ J♣ K♠
  South 0  121 to go
  North 0  121 to go
  total 0
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardlab.cards import Card, parse_cards, quoted
from cardlab.cribbage.display.board import board as holes
from cardlab.cribbage.display.captions import spoken, told
from cardlab.cribbage.display.count_frames import count_zones, ledger
from cardlab.cribbage.display.final_summary import closing, standing
from cardlab.cribbage.display.moments import counted, moments
from cardlab.cribbage.rules import actions
from cardlab.cribbage.rules.actions import GO, HEELS, PASS, STOP, Action
from cardlab.cribbage.rules.check import check
from cardlab.cribbage.rules.event_text import side_name
from cardlab.cribbage.rules.outcome import result
from cardlab.cribbage.rules.pegging import LIMIT
from cardlab.cribbage.rules.show import Count, CountLine
from cardlab.cribbage.rules.state import LAID_AWAY, Plays, View, seat_names
from cardlab.display.places import PLACES, back_key, held_faces, others, said_by, spread
from cardlab.display.scene import (
    Board,
    Button,
    CardFace,
    Drop,
    Field,
    Form,
    Scene,
    Seat,
    Track,
    Zone,
    faces,
)
from cardlab.game import OPEN, Moment
from cardlab.wording import in_figures

__all__ = ["closing", "intent", "moments", "standing", "table", "told"]

_STAGE = {
    "cut": "the cut for the deal",
    "lay": "laying away",
    "starter": "the starter",
    "play": "the play",
    "show": "the show",
    "muggins": "the show",
    "over": "the end",
}


def table(moment: Moment, live: bool = False, selected: Collection[str] = (), draft: None = None) -> Scene:
    """What the seat of `moment.view` sees.

    `live`: it may act now, having chosen the cards whose keys are `selected`. Nothing is prepared in
    this game before it is played, so there is no `draft`.
    """
    view = moment.view
    live = live and view.turn == view.seat
    count = counted(moment)
    lines = count.lines[: moment.line] if count else ()
    return Scene(
        kind="table",
        eyebrow=f"Cribbage · {_STAGE[view.phase]}",
        title=_title(moment, live),
        chips=(view.options.label, *_match(view)),
        zones=(
            *_middle(view, count, lines[-1].item.cards if lines else (), live),
            _own(view, live, selected),
        ),
        total=_total(view, count, lines),
        total_note=""
        if count or view.phase != "play" or not view.total
        else f"{LIMIT - view.total} to {LIMIT}",
        ledger=None if count is None else ledger(lines),
        form=_form(view) if live else None,
        buttons=_buttons(view, len(selected)) if live else (),
        status=_status(moment, live),
        options=view.options,
        seats=tuple(_seat(view, seat, moment) for seat in others(view.seat, view.options.players)),
        board=board(view, moment),
        said=told(moment),
    )


def intent(
    view: View, action: str, values: Mapping[str, str], selected: Sequence[str], draft: None = None
) -> Action:
    """The action of the game that pressing `action` means. Raises `ValueError` if it means none."""
    verb, _, rest = action.partition(":")
    if verb == "play":
        return actions.play(rest)
    if verb == "cut":
        return actions.cut(int(rest) if rest.isdecimal() else view.pack_size // 2)
    if verb == "lay":
        return Action("lay", tuple(sorted(parse_cards(" ".join(selected)))))
    if verb in ("claim", "muggins"):
        return (actions.claim if verb == "claim" else actions.muggins)(_points(values))
    plain = {"go": GO, "stop": STOP, "heels": HEELS, "pass": PASS}
    if verb not in plain:
        raise ValueError(f"there is no action {quoted(action)} at this table")
    return plain[verb]


def _points(values: Mapping[str, str]) -> int:
    text = values.get("points", "").strip()
    if not text.isdecimal() or len(text) > 3:
        raise ValueError("write how many points first, as a number")
    return int(text)


# ---------------------------------------------------------------- words


def _title(moment: Moment, live: bool) -> str:
    view = moment.view
    names = seat_names(view.options)
    if live:
        return f"Your turn: {_task(view)}"
    if view.turn is not None and view.phase != "over":
        who = "You are" if view.turn == view.seat else f"{names[view.turn]} is"
        return f"{who} to {_other_task(view)}"
    count = counted(moment)
    if count:
        seat = moment.events[0].seat or 0
        whose = "your" if seat == view.seat else f"{names[seat]}'s"
        return f"Counting {whose} {'crib' if count.crib else 'hand'}"
    if view.phase == "over" and not any(view.scores):
        return "The next game"
    if any(event.kind == "game" for event in moment.events) or view.phase == "over":
        return _won(view)
    return _STAGE[view.phase].capitalize()


def _won(view: View) -> str:
    """Who has won the game, and whether it counts more."""
    options, scores = view.options, view.scores
    best = max(range(options.sides), key=lambda side: scores[side])
    label = result(options, scores, best, "").label
    more = "" if label == "game" else f": a {label}"
    if view.seat != OPEN and view.seat % options.sides == best:
        return f"You win the game{more}"
    verb = "win" if options.players == 4 else "wins"
    return f"{side_name(options, best)} {verb} the game{more}"


def _task(view: View) -> str:
    """What the seat is to do, in the second person."""
    if view.phase == "lay":
        size = "one card" if _to_lay(view) == 1 else "two cards"
        whose = "your own" if view.seat == view.dealer else f"{seat_names(view.options)[view.dealer]}'s"
        return f"lay away {size} to {whose} crib"
    if view.phase == "show":
        return f"say what your {'crib' if view.shown >= view.options.players else 'hand'} counts"
    if view.phase == "play" and not _fits(view):
        return "no card fits, say go"
    return {"cut": "cut for the deal", "starter": "cut for the starter", "play": "play a card"}.get(
        view.phase, "let the count stand, or call muggins"
    )


def _other_task(view: View) -> str:
    return {
        "cut": "cut for the deal",
        "lay": "lay away",
        "starter": "cut for the starter",
        "play": "play",
        "show": "count",
        "muggins": "let it stand or call muggins",
    }[view.phase]


def _match(view: View) -> tuple[str, ...]:
    if view.options.match == 1:
        return ()
    names = [side_name(view.options, side) for side in range(view.options.sides)]
    return (" · ".join(f"{name} {won}" for name, won in zip(names, view.games, strict=True)) + " games",)


def _status(moment: Moment, live: bool) -> str:
    """What is announced when the moment appears: what was said and what there is to do."""
    caption = told(moment)
    parts = [caption.text, caption.more] if caption else []
    count = counted(moment)
    if count and moment.line:
        parts = [caption.text if caption else ""]
    return " ".join(filter(None, [*parts, f"{_title(moment, live)}." if live or not parts else ""]))


# ---------------------------------------------------------------- places


def _seat(view: View, seat: int, moment: Moment) -> Seat:
    name = seat_names(view.options)[seat]
    held = view.hands[seat] or None if view.hands else None
    size = view.sizes[seat] if view.sizes else 0
    notes = []
    if view.seat != OPEN and view.options.players == 4:
        notes.append("partner" if seat % 2 == view.seat % 2 else "opponent")
    if view.phase != "cut" and view.dealer == seat:
        notes.append("deals")
    cut = view.cuts[seat]
    if cut is not None:
        notes.append(f"has cut {cut.short}")
    elif size:
        notes.append(in_figures(size, "card"))
    shown = held_faces(name, held, size)
    return Seat(name, PLACES[name], ", ".join(notes), shown, said_by(seat, moment, spoken), view.turn == seat)


def _middle(view: View, count: Count | None, hot: Sequence[Card], live: bool) -> tuple[Zone, ...]:
    if count is not None:
        cards, starter = count_zones(count.hand, count.starter, hot, count.crib)
        return (starter, cards._replace(id="shown"))
    if view.phase == "cut" or (live and view.phase == "starter"):
        lifts = spread("cut", range(1, view.pack_size + 1), "lift", "press where you want to cut", live)
        return (_cuts(view), lifts) if view.phase == "cut" else (lifts, _crib(view))
    return (_pack(view), *_played(view, live), _crib(view, live))


def _pack(view: View) -> Zone:
    if view.starter is not None:
        return Zone("starter", "starter", faces([view.starter], note="starter"), "pack")
    return Zone("pack", "pack", (CardFace("pack", None),), "pack", f"{view.pack_size} cards")


def _cuts(view: View) -> Zone:
    names = seat_names(view.options)
    shown = tuple(
        CardFace(card.code, card, note=f"cut by {name}", tag=name)
        for name, card in zip(names, view.cuts, strict=True)
        if card is not None
    )
    return Zone("cuts", "cut for the deal", shown, note="" if shown else "the lowest card deals first")


def _played(view: View, live: bool) -> tuple[Zone, ...]:
    """The cards of this count, and before them those of the counts that are closed: small, with initials.

    A card of the hand may be dragged to the count.
    """
    names = seat_names(view.options)

    def lying(plays: Plays, closed: bool) -> tuple[CardFace, ...]:
        return tuple(
            CardFace(
                card.code,
                card,
                (*(("dim",) if closed else ()), "mine" if seat == max(view.seat, 0) else "theirs"),
                note=f"played by {names[seat]}",
                tag=names[seat][0] if closed else names[seat],
                origin="" if seat == view.seat else back_key(names[seat], view.sizes[seat]),
            )
            for seat, card in plays
        )

    before = lying(view.plays[: view.count_start], closed=True)
    now = lying(view.plays[view.count_start :], closed=False)
    drops = (Drop("hand"),) if live and view.phase == "play" else ()
    zones = [Zone("count", "played", now, "run", drops=drops)] if view.phase not in ("lay", "starter") else []
    if before:
        zones.insert(0, Zone("before", "counts before", before, "run"))
    return tuple(zones)


def _crib(view: View, live: bool = False) -> Zone:
    """The crib; the cards that are laid away may be dragged to it."""
    whose = "your crib" if view.dealer == view.seat else f"{seat_names(view.options)[view.dealer]}'s crib"
    own = view.laid[view.seat] if view.seat != OPEN and view.laid else None
    note = f"you laid {' '.join(card.short for card in own)}" if own else ""
    # It lies face down until it is counted (CRIB-CRIB-02), even in the view that shows all hands.
    if view.crib is not None and view.shown >= view.options.players:
        return Zone("crib", whose, faces(view.crib), "pile", note)
    shown = tuple(CardFace(f"crib-{place}", None) for place in range(view.crib_size))
    drops = (Drop("hand", "lay", gathers=_to_lay(view)),) if live and view.phase == "lay" else ()
    return Zone("crib", whose, shown, "pile", note, drops=drops)


def _own(view: View, live: bool, selected: Collection[str]) -> Zone:
    seat = max(view.seat, 0)
    hand = view.hand if view.seat != OPEN else (view.hands[seat] or () if view.hands else ())
    whose = "your hand" if view.seat != OPEN else f"{seat_names(view.options)[seat]}'s hand"
    note = "you deal" if view.phase != "cut" and view.dealer == view.seat else ""
    shown = []
    for face in faces(hand, selectable=live and view.phase in ("lay", "play")):
        assert face.card is not None
        if live and view.phase == "play":
            refused = check(view, actions.play(face.card))
            face = face._replace(
                action=f"play:{face.card.code}",
                marks=("dim",) if refused else (),
                note=f"does not fit on {view.total}" if refused else "",
            )
        elif face.key in selected and live:
            face = face._replace(marks=("selected",))
        shown.append(face)
    return Zone("hand", whose, tuple(shown), "fan", note)


# ---------------------------------------------------------------- what can be pressed


def _to_lay(view: View) -> int:
    return LAID_AWAY[view.options.players]


def _fits(view: View) -> bool:
    return any(not check(view, actions.play(card)) for card in view.hand)


def _buttons(view: View, chosen: int) -> tuple[Button, ...]:
    """The buttons of the phase. Those that the rules refuse now are there too, and say why when tried."""
    if view.phase in ("cut", "starter"):
        return (Button("cut", "Cut in the middle", primary=True, key="C"),)
    if view.phase == "lay":
        return (Button("lay", "Lay away", primary=True, note=f"{chosen} of {_to_lay(view)}", key="L"),)
    if view.phase == "play":
        must = not _fits(view)
        shown = [Button("go", "Go", primary=must, key="G", only=must)]
        if not check(view, STOP):
            shown.append(Button("stop", "Play no further", key="S"))
        if view.options.heels_claim == "claimed" and view.seat == view.dealer:
            shown.append(Button("heels", "Two for his heels", primary=view.heels, key="T"))
        return tuple(shown)
    return ()


def _form(view: View) -> Form | None:
    if view.phase == "show":
        return Form(
            f"What does your {'crib' if view.shown >= view.options.players else 'hand'} count?",
            (Field("points", "points"),),
            (Button("claim", "Count it", primary=True),),
        )
    if view.phase == "muggins":
        return Form(
            f"{view.claimed} was claimed. Did it miss anything?",
            (Field("points", "points missed"),),
            (Button("muggins", "Muggins"), Button("pass", "Let it stand", primary=True)),
        )
    return None


def _total(view: View, count: Count | None, lines: Sequence[CountLine]) -> int | None:
    if count is not None:
        return lines[-1].total if lines else 0
    return view.total if view.phase == "play" else None


# ---------------------------------------------------------------- the board


def board(view: View, moment: Moment | None = None) -> Board:
    """The board of `view`; the side that has just pegged is marked (CRIB-BOARD-01, CRIB-BOARD-02)."""
    options = view.options
    told = moment.events if moment and moment.line != 0 else ()  # cards laid face up have pegged nothing yet
    pegged = [event for event in told if event.points and event.seat is not None]
    moved = (pegged[-1].seat or 0) % options.sides if pegged else None
    lines = tuple((line.after, line.label) for line in holes(options).lines)
    tracks = []
    for side, (front, back) in enumerate(zip(view.scores, view.rear_pegs, strict=True)):
        last = f" · last +{front - back}" if front > back else ""
        go = f"{options.target - front} to go" if front < options.target else "pegged out"
        tracks.append(Track(side_name(options, side), front, back, f"{go}{last}"))
    return Board(options.target, tuple(tracks), moved, lines)
