"""What happens in a game, what a seat sees of it, and the referee who tells it: the types of both games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from cardlab.cards import Card
from cardlab.errors import Refusal

OPEN = -1
"""The seat of `view` that sees every card: for demonstrations only."""
SEATS = (OPEN, 0, 1, 2, 3)
"""What the seat of a view can be; with fewer players the last ones are missing."""


class Item(NamedTuple):
    """One entry of a score: the rule that pays, what it is called, the cards, the points."""

    rule: str
    name: str
    cards: tuple[Card, ...]
    points: int


class Event(NamedTuple):
    """Something that happened, in the words of a player at the table.

    `seats` are the seats that see it; None means everybody. `seat` is whom it happened to. `total` is
    the running count it made, where there is one.
    """

    kind: str
    seat: int | None
    text: str
    rules: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    points: int = 0
    items: tuple[Item, ...] = ()
    seats: tuple[int, ...] | None = None
    total: int | None = None

    def __str__(self) -> str:
        return self.text

    def visible_to(self, seat: int) -> bool:
        """Whether `seat` may know of it; `OPEN` knows of everything."""
        return seat == OPEN or self.seats is None or seat in self.seats


class LazyEvents(Sequence[Event]):
    """Events, and the state right after each of them, that are worked out only when they are read.

    `tell(*arguments)` gives pairs of an event and the state after it, in order. The last of these states
    is the state that the action leads to; in those before it nobody has to act.

    >>> told = LazyEvents(lambda seat: [(Event("go", seat, "South says go", ("CRIB-GO-02",)), "a state")], 0)
    >>> len(told), told[0].text, told.states
    (1, 'South says go', ('a state',))
    """

    __slots__ = ("_arguments", "_events", "_states", "_tell")

    def __init__(self, tell: Callable[..., Iterable[tuple[Event, Any]]], *arguments: Any) -> None:
        self._tell = tell
        self._arguments = arguments
        self._events: tuple[Event, ...] | None = None

    def _told(self) -> tuple[Event, ...]:
        if self._events is None:
            pairs = tuple(self._tell(*self._arguments))
            self._states = tuple([state for _, state in pairs])
            self._events = tuple([event for event, _ in pairs])
            self._arguments = ()
        return self._events

    @property
    def states(self) -> tuple[Any, ...]:
        """The state right after each event: as many as there are events."""
        self._told()
        return self._states

    def __len__(self) -> int:
        return len(self._told())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._told())

    def __getitem__(self, at: Any) -> Any:
        return self._told()[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._told() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._told())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self._told())})"


class Transition(NamedTuple):
    """The result of an action: the new state and the events that led to it."""

    state: Any
    events: LazyEvents

    @property
    def states(self) -> tuple[Any, ...]:
        """The state right after each of `events`; the last one is `state`. Worked out when it is read."""
        return self.events.states


class Moment(NamedTuple):
    """What a seat sees at one point of a game: the view then, and what has just happened in it.

    The first of `events` is what everybody heard; those after it belong to the same instant. `line` says
    how much of a count has been told by now. A moment with `hold` is worth stopping at; one that is
    `minor` passes quickly, and a log leaves it out.
    """

    view: Any
    events: tuple[Event, ...] = ()
    line: int | None = None
    hold: bool = False
    minor: bool = False


class GameOutcome(NamedTuple):
    """How a deal or a game ended (`reason`), who won it, and by how much."""

    reason: str
    winner: int | None
    scores: tuple[int, ...]
    games: int = 1
    label: str = ""
    rules: tuple[str, ...] = ()


class Referee(Protocol):
    """The functions of a game's referee module. Actions are values of the game's own types.

    `check` is the only place where legality is decided; `apply`, `legal_actions`, the screen and the
    computer players all call it. `apply` raises `IllegalActionError` with the same refusals.
    `read_action` and `write_action` are the notation, and round-trip. `packs` are the orders of the
    deals begun so far; given to `start`, they are dealt again, and deals after them come from the seed.
    """

    name: str

    @property
    def Action(self) -> type[Any]: ...  # noqa: N802
    def start(
        self,
        options: Any = ...,
        seed: str | int = ...,
        packs: Sequence[Sequence[Card]] = ...,
    ) -> Any: ...
    def view(self, state: Any, seat: int) -> Any: ...
    def check(self, view: Any, action: Any) -> list[Refusal]: ...
    def legal_actions(self, view: Any) -> Iterator[Any]: ...
    def apply(self, state: Any, action: Any) -> Transition: ...
    def imagine(self, view: Any, random: Random) -> Any: ...
    def explain(self, view: Any) -> Any: ...
    def to_act(self, state: Any) -> int | None: ...
    def outcome(self, state: Any) -> GameOutcome | None: ...
    def position(self, *args: Any, **named: Any) -> Any: ...
    def read_action(self, text: str, view: Any) -> Any: ...
    def write_action(self, action: Any) -> str: ...
    def make_options(self, preset: str = ..., /, **changes: object) -> Any: ...
    def as_options(self, given: Any) -> Any: ...
    def option_changes(self, options: Any) -> Mapping[str, object]: ...
    def seat_names(self, options: Any) -> Sequence[str]: ...
    def packs(self, state: Any) -> Sequence[Sequence[Card]]: ...
