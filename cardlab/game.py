"""A game in progress: its states, its actions, undoing and redoing, and its record as text.

A game's rules are a *referee*, a module with the functions of `Referee`. State is a value: `apply` gives a
new one, so undo, replay and "what if" are a matter of keeping the old ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from cardlab.cards import Card, parse_cards, quoted, seed_text, show_cards
from cardlab.errors import IllegalActionError, InputError, NotationError
from cardlab.events import OPEN, SEATS, Event, GameOutcome, Item, LazyEvents, Moment, Referee, Transition
from cardlab.plugins import game_plugin
from cardlab.wording import in_figures

__all__ = [
    "OPEN",
    "SEATS",
    "Event",
    "Game",
    "GameOutcome",
    "Item",
    "LazyEvents",
    "Moment",
    "Referee",
    "Transition",
    "referee",
]


def referee(name: str) -> Referee:
    """The referee of the game of that name. Raises `NotationError` for a name that no game has."""
    return game_plugin(name).referee


class Game:
    """A game in progress: the states it went through, the actions taken and the events they caused.

    Actions are given as values or as text. An action that is refused changes nothing. Undone actions
    can be done again until another is taken.

    `game` is the name of a game or its referee, `options` may be the name of a preset. A game can begin at
    a `state` instead of the first deal; its options and its seed are then those of the state, and it cannot
    be recorded.

    >>> game = Game("cribbage", seed=4)
    >>> game.do("cut 20").events[0].text, game.turn, len(game.legal_actions())
    ('South cuts 2♠', 1, 47)
    >>> game
    Game('cribbage', options('course'), seed='4', 1 action, North to act)

    Raises `ValueError` if there is no such game, or if the options, the seed or the packs are invalid.
    """

    def __init__(
        self,
        game: str | Referee,
        options: Any = None,
        seed: str | int = 0,
        packs: Sequence[Sequence[Card]] = (),
        state: Any = None,
    ) -> None:
        self.referee = rules = referee(game) if isinstance(game, str) else _refereed(game)
        self._from_deal = state is None
        if state is None:
            state = rules.start(_options(rules, options), seed_text(seed), _orders(packs))
        self.options = state.options
        self.seed: str = state.seed
        self._states = [state]
        self._actions: list[Any] = []
        self._events: list[LazyEvents] = []
        self._at = 0

    def __repr__(self) -> str:
        taken = in_figures(self._at, "action")
        names, turn = self.referee.seat_names(self.options), self.turn
        who = "over" if turn is None else f"{names[turn]} to act"
        made = f"{self.referee.name!r}, {self.options!r}, seed={self.seed!r}"
        return f"{type(self).__name__}({made}, {taken}, {who})"

    def __getstate__(self) -> dict[str, Any]:
        """What `pickle` keeps: the referee is a module, and is kept by the name of its game."""
        return {**vars(self), "referee": self.referee.name}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, referee=referee(kept["referee"]))

    def copy(self) -> Game:
        """A game that goes on by itself from here; what is undone can be redone in both."""
        other = type(self).__new__(type(self))
        vars(other).update(
            vars(self), _states=list(self._states), _actions=list(self._actions), _events=list(self._events)
        )
        return other

    @property
    def state(self) -> Any:
        """The whole state of the game, hidden cards included; `view` is what one seat sees of it."""
        return self._states[self._at]

    @property
    def undone(self) -> int:
        """How many actions `redo` can do again."""
        return len(self._actions) - self._at

    def step(self, number: int) -> tuple[Any, LazyEvents, Any]:
        """What the action `number`, counted from 0, did: the state before it, the events, the state after.

        Raises `IndexError` where no such action has been taken.
        """
        if not 0 <= number < self._at:
            raise IndexError(f"there are {self._at} actions, none with number {number}")
        return self._states[number], self._events[number], self._states[number + 1]

    @property
    def actions(self) -> tuple[Any, ...]:
        """The actions taken so far, undone ones not included."""
        return tuple(self._actions[: self._at])

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, in order."""
        return tuple(event for events in self._events[: self._at] for event in events)

    def seen_by(self, seat: int) -> tuple[Event, ...]:
        """The events that `seat` may know of."""
        return tuple(event for event in self.events if event.visible_to(seat))

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None when all is over."""
        return self.referee.to_act(self.state)

    def view(self, seat: int | None = None) -> Any:
        """What a seat may see: the one that is to act, if none is named.

        Raises `NotationError` for a seat that is not there, `InputError` where none is named or to act.
        """
        if seat is None and (seat := self.turn) is None:
            raise InputError("the game is over and nobody is to act: name the seat whose view it is")
        return self.referee.view(self.state, seat)

    def legal_actions(self) -> list[Any]:
        """What the seat that is to act may do, as the referee lists it; nothing when all is over."""
        return [] if self.turn is None else list(self.referee.legal_actions(self.view()))

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended; None while it goes on."""
        return self.referee.outcome(self.state)

    def do(self, action: Any) -> Transition:
        """Takes an action (a value or its notation) for the seat whose turn it is.

        Raises `NotationError`, `AmbiguousError` or `IllegalActionError`; nothing is changed then.
        """
        seat = self.referee.to_act(self.state)
        text = action if isinstance(action, str) else _written(self.referee, action)
        action = self.referee.read_action(text, self.view(seat if seat is not None else 0))
        step = self.referee.apply(self.state, action)
        del self._states[self._at + 1 :], self._actions[self._at :], self._events[self._at :]
        self._states.append(step.state)
        self._actions.append(action)
        self._events.append(step.events)
        self._at += 1
        return step

    def undo(self) -> bool:
        """Takes the last action back. False when there is none."""
        can = self._at > 0
        self._at -= can
        return can

    def redo(self) -> bool:
        """Does an undone action again. False when there is none."""
        can = self._at + 1 < len(self._states)
        self._at += can
        return can

    def record(self) -> str:
        """The game as text: a header, then one action a line. `from_record` replays it.

        Raises `ValueError` for a game that began at a state, for a record begins with the first deal.
        """
        if not self._from_deal:
            raise ValueError("this game began in the middle, at a given state; a record needs its first deal")
        actions = self.actions
        changes = self.referee.option_changes(self.options)
        names = self.referee.seat_names(self.options)
        lines = [
            f"cardlab record {RECORD_FORMAT}",
            f"game: {self.referee.name}",
            f"preset: {self.options.preset}",
            *(f"option {name}: {value}" for name, value in changes.items()),
            f"seed: {self.seed}",
            *(f"deal {n}: {show_cards(pack)}" for n, pack in enumerate(self.referee.packs(self.state), 1)),
            f"actions: {len(actions)}",
            "",
        ]
        for state, action in zip(self._states, actions, strict=False):
            seat = self.referee.to_act(state)
            prefix = "" if seat is None else f"{names[seat]}: "
            lines.append(prefix + self.referee.write_action(action))
        return "\n".join(lines) + "\n"

    @classmethod
    def from_record(cls, text: str) -> Game:
        """The game of a record, replayed through the referee.

        Raises `NotationError` or `IllegalActionError` naming the first line that is wrong.
        """
        return _replay(cls, text)


def _refereed(given: Any) -> Referee:
    """What is given as a referee, which is a module; `Game(5)` and the like are refused."""
    if not callable(getattr(given, "make_options", None)):
        raise InputError(f"a game is named, like 'cribbage', or given as its referee, not {quoted(given)}")
    return cast(Referee, given)


def _written(referee: Referee, action: Any) -> str:
    """The notation of an action given as a value: what is taken is what a record can say.

    Raises `NotationError` for anything else.
    """
    if not isinstance(action, referee.Action):
        raise NotationError(f"an action is text or an Action of {referee.name}, not {type(action).__name__}")
    try:
        return referee.write_action(action)
    except (TypeError, AttributeError) as error:
        raise NotationError(f"the fields of this action are no cards and numbers: {error}") from error


def _orders(packs: Any) -> tuple[tuple[Card, ...], ...]:
    """The orders of deals given; whether they are whole packs the referee says."""
    try:
        return tuple(parse_cards(pack) for pack in packs)
    except TypeError as error:
        raise NotationError(f"packs are lists of cards, one a deal, not {quoted(packs)}") from error


def _options(referee: Referee, asked: Any) -> Any:
    """The options asked for, which may be a preset's name; None stands for the game's own."""
    return referee.make_options() if asked is None else referee.as_options(asked)


RECORD_FORMAT = 1
_LONGEST_RECORD = 1_000_000
"""Letters in a record; those of the longest games have fewer than a tenth of that."""
_COMMENT = re.compile(r"(^|\s)#.*")
_HEADER = re.compile(r"(?P<key>[a-z_]+(?: [a-z0-9_]+)?): *(?P<value>.*)")


def _replay(kind: type[Game], text: str) -> Game:
    if not isinstance(text, str):
        raise NotationError(f"a record is text, not {type(text).__name__}")
    if len(text) > _LONGEST_RECORD:
        raise NotationError(f"a record has at most {_LONGEST_RECORD:,} letters; this has {len(text):,}")
    written = text.removeprefix("\ufeff").splitlines()  # some editors put a byte order mark before it
    lines = [(number, _COMMENT.sub("", line).strip()) for number, line in enumerate(written, 1)]
    lines = [(number, line) for number, line in lines if line]
    header, body = _split_header(lines)
    try:
        ref = referee(header.get("game", ""))
        changes = {key[7:]: value for key, value in header.items() if key.startswith("option ")}
        options = ref.make_options(header.get("preset", "course"), **changes)
        game = kind(ref, options, header.get("seed", "0"), _packs(header))
    except ValueError as error:
        raise NotationError(f"in the record's header: {error}") from error
    names = list(ref.seat_names(options))
    for number, line in body:
        _replay_line(game, names, number, line)
    if not body and "actions" not in header:
        raise NotationError(f"line {lines[-1][0]}: the record ends in its header")
    promised = header.get("actions", str(len(body)))
    if promised != str(len(body)):
        last = (body or lines)[-1][0]
        raise NotationError(
            f"line {last}: the record ends after {len(body)} actions; its header says {quoted(promised)}"
        )
    return game


def _packs(header: Mapping[str, str]) -> list[tuple[Card, ...]]:
    """The orders of the deals that a record holds, which are all from the first on."""
    deals = {key for key in header if key.startswith("deal ")}
    numbered = [f"deal {number}" for number in range(1, len(deals) + 1)]
    odd = sorted(deals.difference(numbered))
    if odd:
        raise NotationError(
            f"deals are numbered 1, 2, 3 with none left out; {quoted(odd[0])} does not follow"
        )
    return [parse_cards(header[key]) for key in numbered]


def _split_header(lines: list[tuple[int, str]]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The header's entries, and the numbered lines after it."""
    if not lines or not lines[0][1].startswith("cardlab record"):
        raise NotationError("line 1: this is no cardlab record; one begins with 'cardlab record 1'")
    version = lines[0][1].removeprefix("cardlab record").strip()
    if version != str(RECORD_FORMAT):
        raise NotationError(
            f"line {lines[0][0]}: this is record format {quoted(version)}; this cardlab reads {RECORD_FORMAT}"
        )
    header: dict[str, str] = {}
    known = re.compile(r"game|preset|option \w+|seed|deal \w+|actions")
    for place, (number, line) in enumerate(lines[1:], 1):
        match = _HEADER.fullmatch(line)
        if not match or not known.fullmatch(match["key"]):
            return header, lines[place:]
        if match["key"] in header:
            raise NotationError(f"line {number}: {match['key']} stands twice in the header")
        header[match["key"]] = match["value"]
    return header, []


def _replay_line(game: Game, names: Iterable[str], number: int, line: str) -> None:
    seat, _, action = line.rpartition(": ")
    turn = game.referee.to_act(game.state)
    actual = "" if turn is None else list(names)[turn]
    if seat and seat.strip().casefold() != actual.casefold():
        who = f"it is the turn of {actual}" if actual else "nobody is to act"
        raise NotationError(f"line {number}: {who}, not of {quoted(seat)}")
    try:
        game.do(action)
    except IllegalActionError as error:
        raise IllegalActionError(error.refusals, f"line {number}: {quoted(action)}: ") from error
    except ValueError as error:
        raise type(error)(f"line {number}: {error}") from error
