"""A game that another package might add: ten counters, of which each takes one to three; the last one wins.

One module is referee, players and terminal at once. It has no rulebook, no exercises and no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.text import Text

from cardlab.cards import Card
from cardlab.errors import IllegalActionError, InputError, NotationError, Refusal
from cardlab.game import Event, GameOutcome, Transition
from cardlab.players import Advice, Choice, Player
from cardlab.plugins import GamePlugin

PLUGIN = GamePlugin(
    "counters", "Counters", "count", dict.fromkeys(("referee", "players", "terminal"), "tests.counters")
)

name = "counters"


class Options(NamedTuple):
    preset: str = "course"

    @property
    def label(self) -> str:
        return f"{self.preset} rules"


class State(NamedTuple):
    options: Options
    seed: str
    left: int = 10
    turn: int = 0


class Action(NamedTuple):
    number: int


# ---------------------------------------------------------------- the referee


def start(
    options: Options | str = "course", seed: str | int = 0, packs: Sequence[Sequence[Card]] = ()
) -> State:
    return State(as_options(options), str(seed))


def position(*, options: Options | str = "course", left: int = 10) -> State:
    return State(as_options(options), "0", left)


def view(state: State, seat: int) -> State:
    return state


def imagine(view: State, random: Random) -> State:
    return view


def to_act(state: State) -> int | None:
    return state.turn if state.left else None


def check(view: State, action: Action) -> list[Refusal]:
    if 1 <= action.number <= min(3, view.left):
        return []
    return [Refusal("COUNT-01", f"one to three are taken, of {view.left} that are left")]


def legal_actions(view: State) -> Iterator[Action]:
    return (Action(number) for number in range(1, 4) if not check(view, Action(number)))


def apply(state: State, action: Action) -> Transition:
    if refusals := check(state, action):
        raise IllegalActionError(refusals)
    after = state._replace(left=state.left - action.number, turn=1 - state.turn)
    told = f"{seat_names(state.options)[state.turn]} takes {action.number}, which leaves {after.left}"
    return Transition(after, (Event("take", state.turn, told, ("COUNT-01",)),))


def explain(view: State) -> str:
    return f"{view.left} are left"


def outcome(state: State) -> GameOutcome | None:
    return None if state.left else GameOutcome("last", 1 - state.turn, (0, 0))


def read_action(text: str, view: State) -> Action:
    if not text.strip().isdecimal():
        raise NotationError("write how many you take")
    return Action(int(text))


def write_action(action: Action) -> str:
    return str(action.number)


def make_options(preset: str = "course", /, **changes: object) -> Options:
    return Options(preset)


def as_options(given: Any) -> Options:
    return given if isinstance(given, Options) else Options(given)


def option_changes(options: Options) -> Mapping[str, object]:
    return {}


def seat_names(options: Options) -> Sequence[str]:
    return ("South", "North")


def packs(state: State) -> Sequence[Sequence[Card]]:
    return ()


# ---------------------------------------------------------------- players, and the terminal


def _take(view: State, random: Random) -> Choice:
    return Choice(Action(view.left % 4 or 1), note="four are left, or eight")


PLAYERS: dict[str, Player] = {"steady": _take, "strong": _take}


def player(name: str) -> Player:
    if name not in PLAYERS:
        raise InputError(f"there is no player {name}")
    return PLAYERS[name]


def advice(view: State, action: Action) -> Advice:
    return Advice(f"It leaves {view.left - action.number}.")


HELP = "  2               take two"
EXAMPLE = "COUNT-01"


def off(options: Options) -> dict[str, bool]:
    return {}


def draw(view: State, seed: object) -> RenderableType:
    return Text("o " * view.left)


def prompt(view: State) -> str:
    return "Take 1, 2 or 3 > "
