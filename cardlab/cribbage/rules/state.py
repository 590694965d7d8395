"""Where a game of Cribbage stands, and what one seat may know of it. Both are values.

Seats are numbered to the left: seat 1 sits to the left of seat 0. A side is a seat, or with four
players two seats opposite each other; side = seat modulo the number of sides.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from cardlab import seats
from cardlab.cards import Card, show_cards
from cardlab.changes import changer
from cardlab.cribbage.rules.options import Options
from cardlab.errors import InputError, refuse_no_state
from cardlab.game import OPEN, SEATS, GameOutcome

Phase: TypeAlias = Literal["cut", "lay", "starter", "play", "show", "muggins", "over"]
Hand: TypeAlias = tuple[Card, ...]
Plays: TypeAlias = tuple[tuple[int, Card], ...]

CARDS_DEALT = {2: 6, 3: 5, 4: 5}
"""Cards dealt to each player, by number of players (CRIB-DEAL-02, CRIB-3P-01, CRIB-4P-01)."""
CARDS_KEPT = 4
"""Cards each player keeps, and cards in the crib (CRIB-CRIB-01)."""
LAID_AWAY = {players: dealt - CARDS_KEPT for players, dealt in CARDS_DEALT.items()}
"""Cards each player lays away to the crib, by number of players (CRIB-CRIB-01)."""


class State(NamedTuple):
    """A whole game, hidden cards included: first what is hidden, then everything in view.

    >>> from cardlab.cribbage.rules import referee
    >>> referee.position(seed=1).phase
    'lay'
    """

    seed: str
    packs: tuple[Hand, ...]
    """Orders of the deals: those begun, and after them those that a record prescribes."""
    deals: int
    """Deals begun."""
    results: tuple[GameOutcome, ...]
    """The games of the match that are over."""
    pack: Hand
    """What is left of the pack, from the top."""
    laid: tuple[Hand, ...]
    """Cards laid away, a seat."""
    crib: Hand
    hands: tuple[Hand, ...]
    """Cards held, sorted, a seat."""

    # From here on a view has the same fields in the same order.
    options: Options
    games: tuple[int, ...]
    """Games won, a side."""
    phase: Phase
    dealer: int
    cuts: tuple[Card | None, ...]
    """The cards cut for deal, a seat."""
    starter: Card | None
    shown: int
    """Hands counted in this show; the crib comes after all hands."""
    claimed: int
    """Points claimed, while the others may call muggins."""
    count_start: int
    """How many of `plays` belong to counts that are closed."""
    passed: tuple[int, ...]
    """Seats that said go or stopped in this count, in order; while cutting, those not cutting again."""
    turn: int | None
    """The seat that is to act; None when all is over."""
    scores: tuple[int, ...]
    """Where the front pegs stand, a side."""
    rear_pegs: tuple[int, ...]
    """Where the rear pegs stand, a side (CRIB-BOARD-02)."""
    heels: bool
    """Two points for his heels lie unclaimed (option `heels_claim`)."""
    total: int
    """The running count."""
    plays: Plays
    """The cards played in this deal, with their seats, in order."""

    def __str__(self) -> str:
        return _text(view(self, OPEN), self.pack)

    def __repr__(self) -> str:
        return f"<Cribbage {_brief(self)}: not for players' eyes>"


class View(NamedTuple):
    """What one seat knows. Hands and cards laid away by others are None.

    `hand` is the seat's own hand; in the open view (`seat` -1) the hand of the seat to act. From
    `options` on it is as in `State`.
    """

    seat: int
    pack_size: int
    hand: Hand
    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    """Cards held, a seat."""
    laid: tuple[Hand | None, ...]
    crib: Hand | None
    """The crib, once it is face up."""
    crib_size: int

    options: Options
    games: tuple[int, ...]
    phase: Phase
    dealer: int
    cuts: tuple[Card | None, ...]
    starter: Card | None
    shown: int
    claimed: int
    count_start: int
    passed: tuple[int, ...]
    turn: int | None
    scores: tuple[int, ...]
    rear_pegs: tuple[int, ...]
    heels: bool
    total: int
    plays: Plays

    @property
    def run(self) -> Hand:
        """The cards of the present count, in order."""
        return tuple([card for _, card in self.plays[self.count_start :]])

    def played(self, seat: int) -> Hand:
        """The cards that `seat` has played in this deal, sorted."""
        return tuple(sorted([card for player, card in self.plays if player == seat]))

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        eyes = "everything open" if self.seat == OPEN else f"what {seat_names(self.options)[self.seat]} sees"
        return f"<Cribbage {_brief(self)}: {eyes}>"


_PUBLIC = State._fields.index("options")
SHARED = State._fields[_PUBLIC:]
"""What State and View share, in this order."""

UNPLAYED: dict[str, Any] = {
    "starter": None,
    "heels": False,
    "total": 0,
    "plays": (),
    "count_start": 0,
    "passed": (),
    "shown": 0,
    "claimed": 0,
}
"""A deal of which nothing has been turned up, played or counted, as fields of a State or a View."""


def view(state: State, seat: int) -> View:
    """What `seat` may see of `state`, and nothing else; `OPEN` sees all (for demonstrations only).

    Neither the seed nor the pack's order is in it. Raises `NotationError` for a seat that is not there.
    """
    global _last
    of, at, last = _last
    if of is state and at == seat and last is not None:
        return last
    if type(state) is not State:
        refuse_no_state(state)
    if seat not in SEATS[: len(state.hands) + 1]:
        seat = seats.find_seat(seat, seat_names(state.options))
    hands, crib = state.hands, state.crib
    private: tuple[Any, ...]
    sizes = tuple([len(hand) for hand in hands])
    if seat == OPEN:
        hand = hands[state.turn] if state.turn is not None else ()
        private = (seat, len(state.pack), hand, hands, sizes, state.laid, crib, len(crib))
    else:
        hand = hands[seat]
        before, after = _OTHERS[len(hands)][seat]
        seen, laid = (*before, hand, *after), (*before, state.laid[seat], *after)
        # The crib is turned up once all hands are counted.
        turned = crib if state.shown >= len(hands) else None
        private = (seat, len(state.pack), hand, seen, sizes, laid, turned, len(crib))
    made = tuple.__new__(View, private + state[_PUBLIC:])
    _last = (state, seat, made)
    return made


def as_view(given: object) -> View:
    """The view that is meant: of a whole state, what the seat that is to act sees.

    Raises `InputError` for anything else.
    """
    if isinstance(given, State):
        return view(given, given.turn or 0)
    if not isinstance(given, View):
        raise InputError(f"this takes a view, made by view(state, seat), not {type(given).__name__}")
    return given


_OTHERS = {
    players: [((None,) * seat, (None,) * (players - seat - 1)) for seat in range(players)]
    for players in (2, 3, 4)
}
"""What a seat sees in place of the hands of those before it and after it."""
_last: tuple[State | None, int, View | None] = (None, OPEN, None)
"""The view made last: the referee asks for it again when the seat acts. State and view are values."""


changed = changer(State)
"""`state._replace(**changes)` in half the time."""


def after_card(state: State, hands: tuple[Hand, ...], *rest: Any) -> State:
    """`changed` for the most frequent action, a card played: `rest` are `turn` and all the fields after it.

    >>> from cardlab.cribbage.rules import referee
    >>> state = referee.position(seed=1)
    >>> made = after_card(state, (), 1, (3, 0), (2, 0), False, 12, ((1, "5H"),))
    >>> made.hands, made.turn, made.scores, made.rear_pegs, made.heels, made.total, made.plays
    ((), 1, (3, 0), (2, 0), False, 12, ((1, '5H'),))
    """
    return tuple.__new__(State, (*state[:_HANDS], hands, *state[_HANDS + 1 : _TURN], *rest))


_HANDS, _TURN = State._fields.index("hands"), State._fields.index("turn")


def seat_names(options: Options) -> tuple[str, ...]:
    """The names of the seats, to the left.

    >>> seat_names(Options(players=4))
    ('South', 'West', 'North', 'East')
    """
    return seats.NAMES[options.players]


def _brief(at: State | View) -> str:
    """Where a game stands, in so few words that no card is among them."""
    turn = "over" if at.turn is None else f"{seat_names(at.options)[at.turn]} to act"
    return f"{at.phase}, {turn}, scores {' '.join(map(str, at.scores))}"


def _text(view: View, pack: Hand = ()) -> str:
    """A few lines with everything a view or state holds."""
    names = seat_names(view.options)
    lines = [
        f"{view.phase}; to act: {names[view.turn] if view.turn is not None else 'nobody'}; "
        f"dealer: {names[view.dealer] if view.phase != 'cut' else 'not known yet'}; "
        f"scores: {' '.join(map(str, view.scores))} (rear pegs {' '.join(map(str, view.rear_pegs))}); "
        f"games: {' '.join(map(str, view.games))}"
    ]
    for seat, name in enumerate(names):
        parts = []
        if view.cuts[seat] is not None:
            parts.append(f"cut {view.cuts[seat]}")
        if view.sizes:
            held = view.hands[seat]
            parts.append(f"holds {_cards(held, view.sizes[seat])}")
        if view.laid and view.laid[seat]:
            parts.append(f"laid away {_cards(view.laid[seat])}")
        played = [card for player, card in view.plays if player == seat]
        if played:
            parts.append(f"played {show_cards(played)}")
        lines.append(f"  {name}: {'; '.join(parts) or '-'}")
    line = f"  crib {_cards(view.crib, view.crib_size)}; starter {view.starter or '-'}; pack {view.pack_size}"
    if view.phase == "play":
        line += f"; count {view.total} ({show_cards(view.run) or 'no cards'})"
        line += f"; out {' '.join(names[seat] for seat in view.passed) or '-'}"
        line += "; heels unclaimed" if view.heels else ""
    if view.phase in ("show", "muggins"):
        line += f"; counted {view.shown}"
        line += f"; claimed {view.claimed}" if view.phase == "muggins" else ""
    lines.append(line)
    if pack:
        lines.append(f"  pack: {show_cards(pack)}")
    return "\n".join(lines)


def _cards(cards: Hand | None, size: int = 0) -> str:
    if cards is None and size:
        return f"[{size} hidden]"
    return show_cards(cards or ()) or "nothing"
