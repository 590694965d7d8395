"""The games there are, and what each brings: rules, players, screens, rule cases, exercises.

A game is a `GamePlugin`, which names modules and loads none before it is asked for it. Another package adds
a game by the entry point group `cardlab.games`: an entry point has the game's name and leads to a plug-in.

>>> games()[:2], game_plugin("cribbage").referee.name
(('cribbage', 'canasta'), 'cribbage')
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

from cardlab.cards import list_words, quoted
from cardlab.errors import InputError, NotationError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cardlab.display.scene import Scene, ScorePanel, Told
    from cardlab.events import GameOutcome, LazyEvents, Moment, Referee
    from cardlab.players import Advice, Candidate, Choice, Measure, Player

GROUP = "cardlab.games"

Part: TypeAlias = Literal[
    "referee",
    "players",
    "simulator",
    "terminal",
    "table",
    "review",
    "typed",
    "rule_cases",
    "rulebook",
    "exercises",
]


class Players(Protocol):
    """A game's computer players, by the name of their level; `player` raises `ValueError` for any other.

    `advice` says in words why an action is a good one, as a teacher would; `candidate` is what the strong
    player, whose `choice` it was, thinks of any action.
    """

    @property
    def PLAYERS(self) -> Mapping[str, Player]: ...  # noqa: N802
    def player(self, name: str) -> Player: ...
    def advice(self, view: Any, action: Any) -> Advice: ...
    def candidate(self, view: Any, choice: Choice, action: Any) -> Candidate | None: ...


class Simulating(Protocol):
    """A fast copy of the game's rules, for studies: how games of (near-)random players end."""

    def random_games(
        self, games: int, seed: str | int = ..., options: Any = ...
    ) -> Sequence[GameOutcome]: ...


class Terminal(Protocol):
    """A game in the terminal: its table, what is asked, and the help, of which some lines may be `off`.

    `EXAMPLE` is the id of a rule that can be asked for.
    """

    HELP: str
    EXAMPLE: str

    def draw(self, view: Any, seed: object) -> RenderableType: ...
    def prompt(self, view: Any) -> str: ...
    def off(self, options: Any) -> Mapping[str, bool]: ...


class Table(Protocol):
    """A game on the screen: its table as a scene, and the moments into which what happens is divided.

    `intent` is the action that a press means; `told` says a moment in words, `standing` where a game that
    was left stands, and `closing` are the sheets shown when it is over.
    """

    def table(
        self, moment: Moment, live: bool = ..., selected: Collection[str] = ..., draft: Any = ...
    ) -> Scene: ...
    def intent(
        self, view: Any, action: str, values: Mapping[str, str], selected: Sequence[str], draft: Any = ...
    ) -> Any: ...
    def moments(self, before: Any, events: LazyEvents, seat: int) -> tuple[Moment, ...]: ...
    def told(self, moment: Moment) -> Told | None: ...
    def closing(self, seen: Sequence[Moment]) -> tuple[ScorePanel, ...]: ...
    def standing(self, state: Any) -> str: ...


class Reviewing(Protocol):
    """How a game that was played is reviewed: what its numbers are, and what a position is worth to a seat.

    `value` is what the seat of a view expects, in the unit of the `measure`. `happened` are the stages in
    which a view became another, each a name and the value after it; the last is the value now. `loss` is
    what an action costs against the best of a choice; None where nobody can tell.
    """

    def measure(self, options: Any) -> Measure: ...
    def value(self, view: Any) -> float: ...
    def happened(self, before: Any, after: Any) -> tuple[tuple[str, float], ...]: ...
    def loss(self, view: Any, choice: Choice, action: Any) -> float | None: ...


class Typed(Protocol):
    """A game (`cardlab.game.Game`) played with real cards, from the typed list of what happened in it."""

    def read(self, text: str) -> Any: ...


class RuleCases(Protocol):
    """The kinds of rule cases of a game: each a function of what is given and the options.

    It returns what the engine says, under the names that `expect` uses; `UNORDERED` names the lists whose
    order means nothing.
    """

    @property
    def KINDS(self) -> Mapping[str, Callable[[Mapping[str, Any], Any], Mapping[str, Any]]]: ...  # noqa: N802
    @property
    def UNORDERED(self) -> frozenset[str]: ...  # noqa: N802
    def make_options(self, given: Mapping[str, Any], preset: str) -> Any: ...


@dataclass(frozen=True)
class GamePlugin:
    """A game: its name, its title, the `prefix` of its rule cases and exercises, and its modules by part.

    Only a referee is needed; without the other parts the game cannot be played in the terminal, say.
    "rulebook" is the package that holds ``NAME.en.toml``, "exercises" one that lists modules in `TOPICS`.
    """

    name: str
    title: str
    prefix: str
    modules: Mapping[Part, str] = field(hash=False)

    def module(self, part: Part) -> Any:
        """The module of that part. Raises `InputError` where the game has none."""
        if part not in self.modules:
            raise InputError(f"{self.title} has no {part.replace('_', ' ')}")
        return import_module(self.modules[part])

    @property
    def referee(self) -> Referee:
        return cast("Referee", self.module("referee"))

    @property
    def players(self) -> Players:
        return cast(Players, self.module("players"))

    @property
    def simulator(self) -> Simulating:
        return cast(Simulating, self.module("simulator"))

    @property
    def terminal(self) -> Terminal:
        return cast(Terminal, self.module("terminal"))

    @property
    def table(self) -> Table:
        return cast(Table, self.module("table"))

    @property
    def review(self) -> Reviewing:
        return cast(Reviewing, self.module("review"))

    @property
    def typed(self) -> Typed:
        return cast(Typed, self.module("typed"))

    @property
    def rule_cases(self) -> RuleCases:
        return cast(RuleCases, self.module("rule_cases"))

    def topics(self) -> Iterator[ModuleType]:
        """The modules of its exercises, in course order, each with a list `EXERCISES`."""
        if "exercises" in self.modules:
            package = self.module("exercises")
            for topic in package.TOPICS:
                yield import_module(f"{package.__name__}.{topic}")


def _own(name: str, prefix: str, **more: str) -> GamePlugin:
    """A game of cardlab, whose modules lie as those of every other; `more` are parts that not all have."""
    package = f"cardlab.{name}"
    return GamePlugin(
        name,
        name.capitalize(),
        prefix,
        {
            "referee": f"{package}.rules.referee",
            "players": f"{package}.players",
            "terminal": f"{package}.display.terminal",
            "table": f"{package}.display.table",
            "review": f"{package}.players.reviewing",
            "rule_cases": f"{package}.rule_cases",
            "rulebook": "cardlab.rulebook",
            "exercises": f"cardlab_exercises.{name}",
            **cast("Mapping[Part, str]", more),
        },
    )


CRIBBAGE = _own(
    "cribbage",
    "crib",
    typed="cardlab.cribbage.rules.typed_game",
    simulator="cardlab.cribbage.players.simulator",
)
CANASTA = _own("canasta", "can", simulator="cardlab.canasta.players.simulator")
_OWN = {game.name: game for game in (CRIBBAGE, CANASTA)}
"""Known without any look at what is installed: that takes a while, and a clone may not be installed."""


def games() -> tuple[str, ...]:
    """The names of all games, cardlab's own first."""
    return (*_OWN, *_added())


def game_plugin(name: str) -> GamePlugin:
    """The game of that name. Raises `NotationError` with the names there are for any other."""
    if name in _OWN:
        return _OWN[name]
    if name in _added():
        return _added()[name]
    raise NotationError(f"there is no game {quoted(name)}; there are {list_words(games(), 'and')}")


@cache
def _added() -> Mapping[str, GamePlugin]:
    """The games of other packages; one that cannot be loaded is reported and left out."""
    from importlib.metadata import entry_points

    found: dict[str, GamePlugin] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in _OWN:
            continue
        try:
            found[entry.name] = _named(entry.name, entry.load())
        except Exception as error:
            warnings.warn(f"the game {entry.name} could not be loaded: {error}", stacklevel=3)
    return found


def _named(name: str, plugin: object) -> GamePlugin:
    if not isinstance(plugin, GamePlugin) or plugin.name != name:
        raise TypeError(f"its entry point leads to {plugin!r}, not to a GamePlugin of that name")
    return plugin
