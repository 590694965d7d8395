"""A game in the terminal against computer players: undo, "why?", "hint", save and go on later.

The loop is the same for every game. What its table looks like and what is to be typed comes from the game's
plug-in (`cardlab.plugins.Terminal`), and so do the opponents.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardlab.cards import quoted
from cardlab.display.terminal import lines_without
from cardlab.errors import IllegalActionError
from cardlab.files import data_folder, expanded, write_whole
from cardlab.game import Event, Game
from cardlab.players import Choice
from cardlab.plugins import game_plugin
from cardlab.rulebook import UnknownRuleError, load
from cardlab.wording import gain, signed

HELP = """\
  why             what you may do now and why not the rest; the rules of what just happened
  why ACTION      whether an action is allowed, and if not, which rule forbids it
  why RULE        a rule in plain words, like: why {example}
  hint            what a strong player would do, and why; hint again shows the numbers
  undo, redo      take your last action back, or take it again
  table           show the table again
  save FILE       write the game to a file; cardlab play GAME --load FILE goes on
  quit            leave; the game is kept, and cardlab play GAME --resume goes on"""


_TOLD_BY = {"lay": "laid", "draw": "drawn"}
"""Events that the player is told again in private, with the cards: once is enough."""


def saved_game(name: str) -> Path:
    """Where the game being played is kept. Raises `ValueError` as `data_folder`."""
    return data_folder() / "games" / f"{name}.txt"


class Session:
    """One person at the table with computer players. `ask` gets the prompt and gives what was typed."""

    def __init__(
        self, game: Game, seat: int, level: str, console: Console, ask: Callable[[str], str]
    ) -> None:
        self.game, self.seat, self.console, self.ask = game, seat, console, ask
        self.names = game.referee.seat_names(game.options)
        plugin = game_plugin(game.referee.name)
        self.table = plugin.terminal
        self.opponent = plugin.players.player(level)
        self.adviser = plugin.players.player("strong")
        self.advise = plugin.players.advice
        self.book = load(game.referee.name)
        self.told = len(game.events)
        self.hints = 0
        self.kept: Path | None = saved_game(game.referee.name)
        self.keeping = False
        """Whether what is kept is this game already."""

    def run(self) -> None:
        """Plays until the game is over or the player leaves."""
        self.say(f"You are {self.names[self.seat]}. Type ? for help.", "bold")
        fresh = True
        while self.game.outcome is None:
            if self.game.referee.to_act(self.game.state) != self.seat:
                self.let_play()
                fresh = True
                continue
            if fresh:
                self.console.print(self.table.draw(self.view, self.game.seed))
            fresh = False
            try:
                typed = self.ask(self.table.prompt(self.view)).strip()
            except (EOFError, KeyboardInterrupt):
                typed = "quit"
            if typed.lower() in ("quit", "exit", "q"):
                self.leave()
                return
            fresh = self.obey(typed)
        self.tell()
        self.console.print(self.table.draw(self.view, self.game.seed))
        self.say(f"The game is over. 'cardlab play {self.game.referee.name}' deals another.", "bold")

    @property
    def view(self) -> Any:
        return self.game.view(self.seat)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def obey(self, typed: str) -> bool:
        """Does what was typed. True if the table has changed."""
        word, _, rest = typed.partition(" ")
        command = _COMMANDS.get(word.lower())
        if command is not None:
            return command(self, rest.strip())
        return self.act(typed)

    def act(self, typed: str) -> bool:
        """Takes an action; Enter alone takes the only one there is, or a cut anywhere."""
        try:
            self.game.do(typed if typed else self.only_action())
        except IllegalActionError as error:
            for refusal in error.refusals:
                self.say(f"  No: {refusal}", "yellow")
            return False
        except ValueError as error:
            self.say(f"  {error}", "yellow")
            return False
        self.hints = 0
        self.keep()
        self.tell()
        return True

    def only_action(self) -> Any:
        actions = list(self.game.referee.legal_actions(self.view))
        if len(actions) == 1:
            return actions[0]
        if getattr(actions[0], "kind", "") in ("cut", "pick"):
            return actions[len(actions) // 2]
        raise ValueError("type an action, or ? for help")

    def let_play(self) -> None:
        """A computer player's turn; the same position always gets the same answer."""
        seat = self.game.referee.to_act(self.game.state)
        assert seat is not None
        random = Random(f"{self.game.seed}/{len(self.game.actions)}/{seat}")
        self.game.do(self.opponent(self.game.view(seat), random).action)
        self.keep()
        self.tell()

    def tell(self) -> None:
        """Says what has happened since it was last said."""
        events = self.game.events
        seen = [event for event in events[self.told :] if event.visible_to(self.seat)]
        own = {event.kind for event in seen if event.seats is not None and event.seat == self.seat}
        for event in seen:
            if not (event.kind in _TOLD_BY and event.seat == self.seat and _TOLD_BY[event.kind] in own):
                self.console.print(_event_line(event, self.seat))
        self.told = len(events)

    # ------------------------------------------------------------ commands

    def help(self, rest: str) -> bool:
        own = lines_without(self.table.HELP, self.table.off(self.game.options))
        common = HELP.format(example=self.table.EXAMPLE)
        self.say(f"{own}\n{common}")
        return False

    def show(self, rest: str) -> bool:
        return True

    def why(self, rest: str) -> bool:
        if not rest:
            self.say(str(self.game.referee.explain(self.view)))
            ids = _rules_of(self.latest())
            if ids:
                self.say("The rules of what just happened:")
            for id in ids:
                self.say(f"  {id} {self.book.rule(id).title}", "dim")
            return False
        try:
            rule = self.book.rule(rest)
            self.say(f"{rule.id} {rule.title} ({self.game.options.label})", "bold")
            self.say(f"{rule.text(self.game.options)} {rule.purpose}")
        except UnknownRuleError:
            self.say(self.verdict(rest))
        return False

    def verdict(self, text: str) -> str:
        """Whether an action is allowed, in words."""
        try:
            action = self.game.referee.read_action(text, self.view)
        except ValueError as error:
            return str(error)
        refusals = self.game.referee.check(self.view, action)
        return "\n".join(map(str, refusals)) or f"{self.game.referee.write_action(action)} is allowed"

    def latest(self) -> tuple[Event, ...]:
        """The last few things that happened, as far as the player saw them."""
        return self.game.seen_by(self.seat)[-4:]

    def hint(self, rest: str) -> bool:
        """First the action and why it is good, then the numbers, then the other choices."""
        choice: Choice = self.adviser(self.view, Random(f"{self.game.seed}/hint"))
        self.hints += 1
        write = self.game.referee.write_action
        if self.hints == 1:
            why = self.advise(self.view, choice.action).text
            self.say(f"  {write(choice.action)}" + (f": {why}" if why else ""), "green")
        elif self.hints == 2:
            self.say(f"  {write(choice.action)}: {choice.reason}", "green")
        else:
            for candidate in choice.candidates[:6]:
                parts = ", ".join(f"{name} {gain(number)}" for name, number in candidate.parts)
                self.say(f"  {write(candidate.action):<12} {gain(candidate.worth):>6}  ({parts})", "green")
        return False

    def undo(self, rest: str) -> bool:
        """Back to the player's own last decision, with the answers to it."""
        before = self.game.state
        steps = 0
        while self.game.undo():
            steps += 1
            if self.game.referee.to_act(self.game.state) == self.seat:
                break
        else:
            for _ in range(steps):
                self.game.redo()
        if self.game.state is before:
            self.say("  there is nothing to take back", "yellow")
            return False
        return self.moved("taken back")

    def redo(self, rest: str) -> bool:
        if not self.game.redo():
            self.say("  there is nothing to take again", "yellow")
            return False
        while self.game.referee.to_act(self.game.state) not in (self.seat, None) and self.game.redo():
            pass
        return self.moved("taken again")

    def moved(self, how: str) -> bool:
        self.told = len(self.game.events)
        self.hints = 0
        self.keep()
        self.say(f"  {how}", "dim")
        return True

    def save(self, rest: str) -> bool:
        if not rest:
            self.say("  name a file: save my-game.txt", "yellow")
            return False
        try:
            write_whole(expanded(Path(rest)), self.game.record().encode())
        except (OSError, ValueError) as error:  # no file can have a NUL in its name: a ValueError
            self.say(f"  {rest} cannot be written: {getattr(error, 'strerror', error)}", "yellow")
        else:
            self.say(f"  saved in {rest}", "dim")
        return False

    def keep(self) -> None:
        """Keeps the game after every action, whole: a new file takes the old one's place."""
        if self.kept is None:
            return
        try:
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            if not self.keeping and self.kept.exists():
                before = self.kept.with_stem(f"{self.kept.stem}-before")
                self.kept.replace(before)
                again = f"cardlab play {self.game.referee.name} --load {before}"
                self.say(f"  the game kept before this one goes on with: {again}", "dim")
            self.keeping = True
            write_whole(self.kept, self.game.record().encode())
        except OSError as error:
            self.say(f"  the game cannot be kept ({error.strerror}); it goes on in memory", "yellow")
            self.kept = None

    def leave(self) -> None:
        name = self.game.referee.name
        kept = f" 'cardlab play {name} --resume' goes on with this game." if self.kept else ""
        self.say(f"Good-bye.{kept}", "bold")


_COMMANDS: dict[str, Callable[[Session, str], bool]] = {
    "?": Session.help,
    "help": Session.help,
    "why": Session.why,
    "why?": Session.why,
    "hint": Session.hint,
    "undo": Session.undo,
    "redo": Session.redo,
    "table": Session.show,
    "save": Session.save,
}


def _rules_of(events: tuple[Event, ...]) -> list[str]:
    return list(dict.fromkeys(rule for event in events for rule in event.rules))


def _event_line(event: Event, seat: int) -> RenderableType:
    """An event with the points it paid, its items and its rules."""
    style = "bold green" if event.points and event.seat == seat else "bold" if event.points else ""
    text = Text("  ").append(event.text, style=style)
    if event.points and event.kind != "score":  # its text says how many
        text.append(f"  {signed(event.points, '+,')}", style="bold cyan")
    text.append(f"  [{', '.join(event.rules)}]", style="dim")
    return Group(text, Padding(_items(event), (0, 0, 0, 6))) if len(event.items) > 1 else text


def _items(event: Event) -> RenderableType:
    """What the points of an event are made of, in columns; long lines break within theirs."""
    table = Table.grid(padding=(0, 2))
    for justify in ("left", "left", "right", "left"):
        table.add_column(justify=justify)
    for item in event.items:
        cards = " ".join(card.short for card in item.cards)
        table.add_row(item.name, cards, signed(item.points), item.rule, style="dim")
    return table


def open_game(name: str, text: str) -> Game:
    """The game of a record, which has to be of the game named.

    Raises `NotationError` or `IllegalActionError` as `Game.from_record`, `ValueError` for another game's.
    """
    game = Game.from_record(text)
    if game.referee.name != name:
        raise ValueError(f"that is a game of {game.referee.name}, not of {quoted(name)}")
    return game
