"""Playing a whole game at the table: one seat for a person, the others for computer players.

`Play` is the model behind it. It knows no game: what a game looks like and what can be pressed in it
comes from the game's plug-in (`cardlab.plugins.Table`), and so do its players.

>>> from cardlab.cribbage.rules import referee
>>> table = Play(Game(referee, seed=7), level="beginner")
>>> table.act("cut", {})
>>> table.scene().said.text.startswith("You cut")
True
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cardlab_exercises.declaration.answers import read_number, read_seed

from cardlab.cards import Card, list_words, quoted
from cardlab.display.scene import Button, CardFace, Drop, Message, Panel, Scene, Side, Transport, Zone
from cardlab.display.second_person import addressed
from cardlab.errors import IllegalActionError, InputError
from cardlab.game import Game, Moment
from cardlab.players import Choice
from cardlab.plugins import game_plugin
from cardlab_widgets.lessons.stepper import new_seed
from cardlab_widgets.saved_games import keeping
from cardlab_widgets.saved_games.files import Games
from cardlab_widgets.tables import advice, celebration, new_game, table_panels
from cardlab_widgets.tables.history import Reel, wind

PACES = {"step": 0.0, "slow": 1.7, "normal": 1.0, "fast": 0.45}
"""How long a moment stays, as a multiple of the time it takes to read; 0: until somebody goes on."""


class Play:
    """A game at the table, seen and played from one seat.

    `shown` is how far the table has come in the moments of the game: after an action it goes on from one
    to the next, at the pace that is set, and computer players act when all before has been shown.

    What is said about the player's own seat is said to the player: "You play 5♠".

    Actions: those of the game (`intent` in its module `table`), ``card:KEY`` to choose a card, ``drop:ZONE``
    (values ``card`` and ``source``) for one dragged to a zone, ``do:`` and an action in notation; ``on`` to
    the next moment and ``skip`` to the next that waits; ``undo``, ``redo``; ``first``, ``back``, ``next``,
    ``last``, ``jump`` (value ``to``) to look through the game and ``return`` to it; ``hint``, ``numbers``,
    ``explain``, ``why:N`` of a moment, ``close``; ``panel``, ``pace:NAME``, ``sound``, ``seed`` (value
    ``seed``) and ``new``, both also with the values of the form for another game (`new_game`), ``save``
    (value ``name``), ``load`` (value ``record``), ``open:NAME``.
    """

    playable = True

    def __init__(
        self,
        game: Game,
        seat: int = 0,
        level: str = "strong",
        pace: str = "normal",
        saves: Games | None = None,
        resume: bool = False,
        any_seed: bool = False,
        trouble: str = "",
        sound: bool = False,
    ) -> None:
        self.seat = seat
        self.level = new_game.read_level(level)
        self._sound = sound
        self.saves = saves
        self._set_pace(pace)
        self._message = Message("warn", trouble, closable=True) if trouble else None
        self._panel = False
        self._trouble = trouble
        self._sit(game)
        if saves is not None and resume:
            self._resume(saves, any_seed)

    def _sit(self, game: Game) -> None:
        """Begins, or goes on with, `game`: everything of the game before is put away."""
        plugin = game_plugin(game.referee.name)
        self._table = plugin.table
        self._player = plugin.players.player(self.level)
        self._game = game
        self._kept = keeping.found(self.saves, self._name)
        self._selected: tuple[str, ...] = ()
        self._draft: Any = None
        self._advised: tuple[Message | None, tuple[Card, ...]] = (None, ())
        self._looking: int | None = None
        self._reel: Reel = wind(None, game, self.seat, self._table.moments)
        self._shown = self._reel.last

    # ---------------------------------------------------------------- what is shown

    def scene(self) -> Scene:
        """The moment that is shown, with what can be done there."""
        at = self._at
        moment = self._reel.moments[at]
        looking = self._looking is not None
        # What is chosen and prepared belongs to the present, not to a moment that is looked back at.
        prepared = ((), None) if looking else (self._selected, self._draft)
        shown: Scene = self._table.table(moment, self._live, *prepared)
        said = shown.said
        if said is not None and said.points:
            shown = shown._replace(said=said._replace(why=f"why:{at}"))
        if self._message is not None and self._message is self._advised[0]:
            shown = advice.lit(shown, self._advised[1])
        if looking:
            shown = shown._replace(transport=Transport(at, self._shown), gauge=None)
        sheets = self._table.closing(self._reel.moments[: at + 1])
        joy = "" if looking else celebration.joy(moment, sheets, self._seat_name)
        shown = shown._replace(
            chips=(*shown.chips, f"seed {self._game.seed}"),
            sheets=sheets or shown.sheets,
            log=table_panels.log(self._reel, at),
        )
        shown = addressed(shown, self._seat_name)
        return shown._replace(
            message=self._message,
            panel=self._desk_panel() if self._panel else None,
            buttons=self._buttons(shown),
            bar=() if looking else table_panels.bar(self._game, self._shown, self._live),
            beat=self._beat(moment, shown),
            status=self._status(shown),
            joy=joy,
            sound=celebration.sound(moment, at, joy) if self._sound and not looking else "",
        )

    def _desk_panel(self) -> Panel:
        warning = self._trouble or self._kept.trouble
        form = new_game.form(self._game, self.level)
        sound = self._sound
        return table_panels.panel(self._game, form, self.saves, self._pace, sound, warning, self._kept.name)

    @property
    def _seat_name(self) -> str:
        return self._game.referee.seat_names(self._game.options)[self.seat]

    @property
    def game(self) -> Game:
        return self._game

    @property
    def _at(self) -> int:
        return self._shown if self._looking is None else self._looking

    @property
    def _turn(self) -> int | None:
        return self._game.referee.to_act(self._game.state)

    @property
    def _live(self) -> bool:
        """Whether the person may act now: all has been shown, and it is this seat's turn."""
        return self._looking is None and self._shown == self._reel.last and self._turn == self.seat

    @property
    def _pending(self) -> bool:
        """Whether the table goes on without the person: more to show, or a computer player to act."""
        return self._shown < self._reel.last or (self._turn is not None and self._turn != self.seat)

    def _buttons(self, shown: Scene) -> tuple[Button, ...]:
        if self._looking is not None:
            return table_panels.looking(self._looking, self._shown)
        if self._live:
            return shown.buttons
        if self._pending:
            on = Button("on", "Go on", "next", primary=True, key="O")
            return (on, Button("skip", "To my turn", quiet=True, key="T"))
        return (Button("new", "New game", primary=True), Button("first", "Look back"))

    def _beat(self, moment: Moment, shown: Scene) -> int:
        """Milliseconds until the table goes on by itself; 0 if it waits."""
        if self._looking is not None or not self._pending or self._message or self._panel or moment.hold:
            return 0
        said = shown.said
        text = f"{said.text} {said.more if moment.line in (None, 0) else ''}" if said else ""
        return int((350 if moment.minor else 700 + 24 * len(text)) * PACES[self._pace])

    def _status(self, shown: Scene) -> str:
        said = [f"{self._message.title} {self._message.text}".strip()] if self._message else []
        if shown.transport:
            said.append(f"Step {shown.transport.at} of {shown.transport.of}.")
        return " ".join([*said, shown.status])

    # ---------------------------------------------------------------- what is done

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words, and then nothing has changed.

        What the rules refuse is no error: the refusal becomes the message.
        """
        verb, _, rest = action.partition(":")
        match verb:
            case "on" | "skip" | "undo" | "redo":
                self._message = None
                getattr(self, f"_{verb}")()
            case "first" | "back" | "next" | "last" | "jump" | "return":
                self._message = None
                self._look(verb, values)
            case "hint" | "numbers" | "explain" | "why" | "close":
                self._ask(verb, rest)
            case "panel":
                self._panel = not self._panel
            case "pace":
                self._set_pace(rest)
            case "sound":
                self._sound = not self._sound
            case "seed" | "new":
                self._begin(new_seed() if verb == "new" else read_seed(values.get("seed", "")), values)
            case "save":
                self._message = keeping.save_copy(self.saves, values.get("name", ""), self._game)
            case "load" | "open":
                self._load(values.get("record", "") if verb == "load" else keeping.kept(self.saves, rest))
            case "card" if self._live:
                self._choose(rest)
            case "drop" if self._live:
                self._drop(rest, values)
            case _:
                self._do(verb, action, rest, values)

    def _choose(self, key: str) -> None:
        """Chooses a card for what is to be done with it, or puts it back."""
        zones = self._present().zones
        if not any(
            face.selectable and face.key == key and not face.action for zone in zones for face in zone.faces
        ):
            raise ValueError(f"there is no card {quoted(key)} to choose here")
        chosen = self._selected
        self._selected = tuple(k for k in chosen if k != key) if key in chosen else (*chosen, key)
        self._message = None

    def _present(self) -> Scene:
        """The table as it stands, with what can be done."""
        moment = self._reel.moments[self._shown]
        scene: Scene = self._table.table(moment, True, self._selected, self._draft)
        return scene

    def _drop(self, zone: str, values: Mapping[str, str]) -> None:
        """A card was dragged to a zone, and with it the others that are chosen if it is one of them."""
        drop, face = _dropped(self._present(), zone, values.get("source", ""), values.get("card", ""))
        chosen = self._selected
        if drop.gathers:
            chosen = (*chosen, *(() if face.key in chosen else (face.key,)))
            if len(chosen) < drop.gathers:
                self._selected, self._message = chosen, None
                return
        elif drop.action and face.key not in chosen:
            chosen = (face.key,)
        action = drop.action or face.action
        verb, _, rest = action.partition(":")
        self._do(verb, action, rest, {}, chosen)

    def _do(
        self,
        verb: str,
        action: str,
        rest: str,
        values: Mapping[str, str],
        chosen: tuple[str, ...] | None = None,
    ) -> None:
        """An action of the game by this seat, with the cards chosen for it."""
        if not self._live:
            raise self._not_now(
                "it is not your turn: go on first" if self._pending else "there is nothing to do here"
            )
        view = self._game.view(self.seat)
        table, chosen = self._table, self._selected if chosen is None else chosen
        meant = rest if verb == "do" else table.intent(view, action, values, chosen, self._draft)
        referee = self._game.referee
        if not isinstance(meant, str | referee.Action):
            self._draft, self._selected, self._message = meant, (), None
            return
        try:
            # What is pressed may be nothing that notation can say, such as a discard of two cards.
            refusals = [] if isinstance(meant, str) else referee.check(view, meant)
            if refusals:
                raise IllegalActionError(refusals)
            self._take(meant)
        except IllegalActionError as error:
            best = self._best(view).action if error.refusals[0].instead is not None else None
            self._message = addressed(advice.refused(error, referee, best), self._seat_name)

    def _not_now(self, why: str) -> ValueError:
        """Why nothing of the game can be done: because of `why`, or because it is being looked through."""
        looking = self._looking is not None and self._turn is not None
        return ValueError("return to the game first" if looking else why)

    def _take(self, action: Any) -> None:
        """The game after `action`, shown from its first moment on."""
        game = self._game.copy()
        game.do(action)
        self._follow(game)
        self._shown = min(self._shown + 1, self._reel.last)

    def _follow(self, game: Game) -> None:
        self._game = game
        self._reel = wind(self._reel, game, self.seat, self._table.moments)
        self._selected, self._draft = (), None
        self._message = None
        self._keep()

    def _on(self) -> None:
        """The next moment; where all is shown, the computer player whose turn it is acts."""
        self._looking = None
        if self._shown < self._reel.last:
            self._shown += 1
        elif self._pending:
            view = self._game.view(self._turn or 0)
            random = Random(f"{self._game.seed}/{view.seat}/{len(self._game.actions)}")
            self._take(self._player(view, random).action)

    def _skip(self) -> None:
        """On to the next moment that waits for the person."""
        self._on()
        while self._pending and not self._reel.moments[self._shown].hold:
            self._on()

    def _undo(self) -> None:
        """Back to before the last thing that this seat did."""
        game = self._game.copy()
        while game.undo():
            if game.referee.to_act(game.state) == self.seat:
                break
        else:
            raise ValueError("there is nothing of yours to take back")
        self._arrive(game)

    def _redo(self) -> None:
        game = self._game.copy()
        if not game.redo():
            raise ValueError("there is nothing to do again")
        while game.referee.to_act(game.state) != self.seat and game.redo():
            pass
        self._arrive(game)

    def _arrive(self, game: Game) -> None:
        self._looking = None
        self._follow(game)
        self._shown = self._reel.last

    def _look(self, verb: str, values: Mapping[str, str]) -> None:
        """Steps through what has been shown, without changing the game."""
        at, end = self._at, self._shown
        if verb == "jump":
            to = read_number(values.get("to", ""), "the step", end)
            if to is None:
                raise ValueError(f"say which step, from 0 to {end}")
        else:
            to = {"first": 0, "back": max(at - 1, 0), "next": min(at + 1, end)}.get(verb, end)
        self._looking = None if verb == "return" else to

    def _ask(self, verb: str, rest: str) -> None:
        referee = self._game.referee
        if verb == "close":
            self._message = None
        elif verb == "why":
            at = read_number(rest, "the moment", self._reel.last) or 0
            self._message = addressed(advice.why(self._reel.moments[at]), self._seat_name)
        elif verb == "explain":
            explained = advice.explained(referee.explain(self._reel.moments[self._at].view))
            self._message = addressed(explained, self._seat_name)
        elif not self._live:
            raise self._not_now("a hint is for your own turn")
        else:
            choice = self._best(view := self._game.view(self.seat))
            why = game_plugin(referee.name).players.advice(view, choice.action)
            hint = advice.hint(choice, why.text, referee, numbers=verb == "numbers")
            self._message = addressed(hint, self._seat_name)
            self._advised = (self._message, why.cards)

    def _best(self, view: Any) -> Choice:
        """What a strong player would do; the same each time one asks."""
        best = game_plugin(self._game.referee.name).players.player("strong")
        return best(view, Random(f"{self._game.seed}/hint"))

    # ---------------------------------------------------------------- which game, and where it is kept

    def _set_pace(self, pace: str) -> None:
        if not isinstance(pace, str) or pace not in PACES:
            raise InputError(f"there is no pace {quoted(pace)}; there are {list_words(list(PACES))}")
        self._pace = pace

    def _begin(self, seed: str, values: Mapping[str, str]) -> None:
        """A new game under the options chosen, or the same; the one before stays on disk."""
        name, referee = self._seat_name, self._game.referee
        options, self.level = new_game.read(referee, values, self._game.options, self.level)
        game = Game(referee, options, seed)
        names = list(referee.seat_names(options))
        self.seat = names.index(name) if name in names else 0
        self._message, self._panel = None, False
        self._sit(game)

    @property
    def _name(self) -> str:
        return table_panels.name(self._game, self.seat, self.level)

    def _keep(self) -> None:
        """Keeps the running game on disk. Where that fails the game goes on, and the panel says so."""
        self._kept = keeping.keep(self.saves, self._kept, self._game)

    def _load(self, record: str) -> None:
        """Goes on with the game of a record, or says which line of it is wrong."""
        game, seat = keeping.read(record, self._game.referee.seat_names(self._game.options)[self.seat])
        self.seat = seat
        self._message, self._panel = None, False
        self._sit(game)
        self._kept = keeping.KeptGame(self._name, record)  # what else is there is not this table's to replace
        self._keep()

    def _resume(self, saves: Games, any_seed: bool) -> None:
        """Goes on with the game that was kept for this table, if there is one that is not over."""
        pattern = table_panels.name(self._game, self.seat, self.level, "*" if any_seed else "") + "*"
        name = next(iter(saves.names(pattern)), self._name)
        game, message = keeping.resume(saves, name, self._game, any_seed)
        self._message = message or self._message
        if game is not None:
            self._sit(game)
            self._kept = keeping.found(saves, name)
        elif message is not None:
            self._kept = keeping.KeptGame(self._name)  # what could not be put aside is not replaced either


def _dropped(scene: Scene, zone: str, source: str, key: str) -> tuple[Drop, CardFace]:
    """What dragging a card from one zone to another means. Raises `ValueError` where it means nothing."""
    melds = [meld for side in scene.sides for meld in side.melds]
    places: tuple[Zone | Side, ...] = (*scene.zones, *melds, *scene.sides)
    drops = [drop for place in places if place.id == zone for drop in place.drops if drop.source == source]
    cards = [face for place in scene.zones if place.id == source for face in place.faces]
    dragged = [face for face in cards if face.key == key and face.selectable]
    if not drops or not dragged:
        raise ValueError("that card cannot be laid there now")
    return drops[0], dragged[0]
