"""The state of a match of Canasta, and what a seat may see of it. Both are values.

Seats are numbered clockwise from South. A side is named by its place in `melds`: `side_of[seat]`. Scores
stand in columns: one a side with four players, one a player with two or three (`column_of`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardlab import seats
from cardlab.canasta.rules.melds import Meld, minimum
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.partner_draw import Draw, to_draw
from cardlab.canasta.rules.scoring import ScoreSheet
from cardlab.cards import Card, show_cards
from cardlab.changes import changer
from cardlab.errors import InputError, refuse_no_state
from cardlab.game import OPEN, SEATS, GameOutcome

Phase = Literal["pick", "cut", "draw", "play", "answer", "score", "over"]
"""What is to be done. While a deal is scored nobody has to act: that passes between two actions."""


class Freeze(NamedTuple):
    """A card that lies crosswise in the pile, and the turn in which it came there (0: turned up)."""

    card: Card
    turn: int


class Turn(NamedTuple):
    """The turn in progress.

    `drew` is where the cards came from, empty before the draw. `unopened`: the player had melded nothing
    in the deal before this turn; `before`: how many melds the side had then; `joined`: something was
    added to one of those. `closing`: the last red three came, so there is no discard any more.
    """

    seat: int
    number: int
    drew: Literal["", "stock", "pile"] = ""
    unopened: bool = True
    before: int = 0
    joined: bool = False
    asked: Literal["", "waiting", "yes", "no"] = ""
    closing: bool = False


class DealResult(NamedTuple):
    """A deal that is over: how, by whom, and the score sheets, one per column, as far as they are shown."""

    number: int
    outcome: GameOutcome
    seat: int | None
    concealed: bool
    sheets: tuple[ScoreSheet, ...]
    totals: tuple[int, ...]


class State(NamedTuple):
    """Everything about a match in progress. Cards of a hand are sorted; `stock` is drawn from the front."""

    options: Options
    seed: str
    phase: Phase
    draw: Draw | None
    packs: tuple[tuple[Card, ...], ...]
    number: int
    side_of: tuple[int, ...]
    dealer: int
    scores: tuple[int, ...]
    results: tuple[DealResult, ...]
    hands: tuple[tuple[Card, ...], ...]
    known: tuple[tuple[Card, ...], ...]
    melds: tuple[tuple[Meld, ...], ...]
    red_threes: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    frozen: tuple[Freeze, ...]
    melded: tuple[bool, ...]
    turn: Turn
    solo_seat: int | None = None
    aside: tuple[Card, ...] = ()

    def __str__(self) -> str:
        lines = _text(view(self, OPEN))
        order = self.stock
        if self.phase == "pick" and self.draw is not None:
            order = self.draw.fan
        elif self.phase == "cut":
            order = self.packs[self.number - 1]
        return "\n".join([*lines, f"  face down: {show_cards(order) or 'nothing'}"])

    def __repr__(self) -> str:
        return f"<Canasta {_brief(self)}: not for players' eyes>"


class View(NamedTuple):
    """What one seat may see, and nothing else. `seat` is OPEN (-1) for a view of everything.

    `hand` is the seat's own; `counts` are the sizes of all hands, `known` the cards of each hand that
    everybody saw go into it from the pile. `shown` are all hands once a deal is over (or OPEN).
    `stock` is a number; `undealt` are cards that a made-up position leaves out.
    """

    options: Options
    seat: int
    phase: Phase
    to_act: int | None
    draw: Draw | None
    number: int
    side_of: tuple[int, ...]
    dealer: int
    scores: tuple[int, ...]
    results: tuple[DealResult, ...]
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    melds: tuple[tuple[Meld, ...], ...]
    red_threes: tuple[tuple[Card, ...], ...]
    stock: int
    pile: tuple[Card, ...]
    frozen: tuple[Freeze, ...]
    melded: tuple[bool, ...]
    turn: Turn
    solo_seat: int | None
    shown: tuple[tuple[Card, ...], ...] | None
    undealt: int

    def __str__(self) -> str:
        return "\n".join(_text(self))

    def __repr__(self) -> str:
        eyes = "everything open" if self.seat == OPEN else f"what {seat_names(self.options)[self.seat]} sees"
        return f"<Canasta {_brief(self)}: {eyes}>"

    @property
    def actor(self) -> int:
        """The seat that the view is about: its own, or in an OPEN view the one whose turn it is."""
        return self.turn.seat if self.seat == OPEN else self.seat

    @property
    def side(self) -> int:
        return self.side_of[self.turn.seat if self.seat < 0 else self.seat]

    @property
    def own_melds(self) -> tuple[Meld, ...]:
        """The melds of the seat's side."""
        return self.melds[self.side]

    @property
    def score(self) -> int:
        """The score of the seat's column before this deal."""
        return self.scores[column_of(self.options, self.side_of, self.actor)]

    @property
    def minimum(self) -> int:
        """What the seat's side must lay down first (CAN-INIT-01)."""
        return minimum(self.score)

    @property
    def top(self) -> Card | None:
        return self.pile[-1] if self.pile else None

    @property
    def partner(self) -> int | None:
        """The partner of the seat, if it has one."""
        mates = [seat for seat, side in enumerate(self.side_of) if side == self.side and seat != self.actor]
        return mates[0] if mates else None


changed = changer(State)
"""`state._replace(**changes)` in half the time."""


def column_of(options: Options, side_of: tuple[int, ...], seat: int) -> int:
    """The column in which a seat's score stands (CAN-SCORE-09, CAN-3P-05)."""
    return side_of[seat] if options.players == 4 else seat


def column_seats(options: Options, side_of: tuple[int, ...], column: int) -> tuple[int, ...]:
    """The seats whose score stands in a column."""
    return tuple(seat for seat in range(options.players) if column_of(options, side_of, seat) == column)


def seat_names(options: Options) -> tuple[str, ...]:
    """The names of the seats, clockwise.

    >>> seat_names(Options())
    ('South', 'West', 'North', 'East')
    """
    return seats.NAMES[options.players]


def to_act(state: State) -> int | None:
    """The seat that has to act; None when the match is over. In the draw for partners: the player."""
    phase = state.phase
    if phase in ("draw", "play"):
        return state.turn.seat
    if phase == "cut":
        return cutter(state)
    if phase == "pick":
        waiting = to_draw(state.draw) if state.draw is not None else ()
        return waiting[0] if waiting else None
    if phase == "answer":
        side = state.side_of[state.turn.seat]
        return next(seat for seat, of in enumerate(state.side_of) if of == side and seat != state.turn.seat)
    return None


def cutter(state: State) -> int:
    """Who cuts the pack for the coming deal (CAN-DEAL-02)."""
    step = 1 if state.options.pack_cut_by == "left" else -1
    return (state.dealer + step) % state.options.players


_last: tuple[State | None, int, View | None] = (None, OPEN, None)
"""The view made last: the referee asks for it again when the seat acts. State and view are values."""


def view(state: State, seat: int) -> View:
    """What `seat` may see; OPEN shows every hand, for demonstrations only.

    Raises `NotationError` for a seat that is not at the table.
    """
    global _last
    last = _last
    if last[0] is state and last[1] == seat and last[2] is not None:
        return last[2]
    if type(state) is not State:
        refuse_no_state(state)
    if seat not in SEATS[: len(state.hands) + 1]:
        seat = seats.find_seat(seat, seat_names(state.options))
    phase = state.phase
    over = phase in ("score", "over") or (phase == "cut" and bool(state.results))
    fields = (
        state.options,
        seat,
        phase,
        to_act(state),
        state.draw if state.draw is None else _without_fan(state.draw),
        state.number,
        state.side_of,
        state.dealer,
        state.scores,
        state.results,
        state.hands[state.turn.seat if seat == OPEN else seat],
        tuple([len(hand) for hand in state.hands]),
        state.known,
        state.melds,
        state.red_threes,
        len(state.stock),
        state.pile,
        state.frozen,
        state.melded,
        state.turn,
        state.solo_seat,
        state.hands if over or seat == OPEN else None,
        len(state.aside),
    )
    seen = tuple.__new__(View, fields)
    _last = (state, seat, seen)
    return seen


_last_draw: tuple[Draw, Draw] | None = None


def _without_fan(draw: Draw) -> Draw:
    """What everybody sees of the draw for partners, which stays the same for a whole match."""
    global _last_draw
    if _last_draw is None or _last_draw[0] is not draw:
        _last_draw = draw, draw._replace(fan=())
    return _last_draw[1]


def as_view(given: object) -> View:
    """The view that is meant: of a whole state, what the seat that is to act sees.

    Raises `InputError` for anything else.
    """
    if isinstance(given, State):
        return view(given, to_act(given) or 0)
    if not isinstance(given, View):
        raise InputError(f"this takes a view, made by view(state, seat), not {type(given).__name__}")
    return given


def _brief(at: State | View) -> str:
    """Where a match stands, in so few words that no card is among them."""
    return f"deal {at.number}, {at.phase}, turn {at.turn.number}"


def _text(view: View) -> list[str]:
    """A few lines with everything a view holds."""
    names = seat_names(view.options)
    lines = [
        f"deal {view.number}, turn {view.turn.number}, {view.phase}; to act: "
        f"{names[view.to_act] if view.to_act is not None else 'nobody'}; "
        f"dealer: {names[view.dealer] if view.phase != 'pick' else 'not known yet'}; "
        f"scores: {' '.join(map(str, view.scores))}"
    ]
    if view.phase == "pick" and view.draw is not None:
        drawn = zip(names, view.draw.held, strict=True)
        return [*lines, *(f"  {name} has drawn {card or 'nothing yet'}" for name, card in drawn)]
    own = view.turn.seat if view.seat == OPEN else view.seat
    for seat, name in enumerate(names):
        cards = view.hand if seat == own else view.shown[seat] if view.shown else None
        held = show_cards(cards) if cards is not None else f"{view.counts[seat]} cards"
        line = f"  {name}: {held or 'no cards'}"
        if cards is None and view.known[seat]:
            line += f" (among them {show_cards(view.known[seat])})"
        if view.red_threes[seat]:
            line += f"; red threes {show_cards(view.red_threes[seat])}"
        lines.append(line)
    for side, melds in enumerate(view.melds):
        who = " and ".join(name for seat, name in enumerate(names) if view.side_of[seat] == side)
        laid = ", ".join(
            show_cards(meld.cards) + (f" ({meld.canasta} canasta)" if meld.canasta else "") for meld in melds
        )
        if who:
            lines.append(f"  melds of {who}: {laid or 'none'}")
    line = f"  stock {view.stock}; pile {show_cards(view.pile) or 'none'}"
    if view.frozen:
        line += f"; frozen by {show_cards(freeze.card for freeze in view.frozen)}"
    if view.turn.asked:
        line += f"; asked to go out: {view.turn.asked}"
    return [*lines, line]
