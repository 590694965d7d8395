"""What lies beside a table: the log, the buttons of every game, the panel with pace, seed and records."""

from __future__ import annotations

from hashlib import blake2s

from cardlab.display.scene import Button, Field, Form, Panel, Told, sentence
from cardlab.game import Game
from cardlab_widgets.saved_games.files import Games, plain
from cardlab_widgets.saved_games.offers import offers
from cardlab_widgets.tables.history import Reel

_PACE_NAMES = {"step": "step by step", "slow": "slow", "normal": "normal", "fast": "fast"}
_LOGGED = 12


def log(reel: Reel, at: int) -> tuple[Told, ...]:
    """What happened before the moment `at`, the latest first; a count once, with what it came to."""
    lines: list[Told] = []
    for place in range(at - 1, 0, -1):
        moment = reel.moments[place]
        if moment.minor or (moment.line is not None and not moment.hold):
            continue
        event = next((event for event in moment.events if event.kind == "count"), moment.events[0])
        lines.append(Told(sentence(event.text), (), event.points, f"why:{place}"))
        if len(lines) == _LOGGED:
            break
    return tuple(lines)


def bar(game: Game, shown: int, live: bool) -> tuple[Button, ...]:
    """What can be done at any table; what cannot be done now says why when it is tried."""
    start = "" if shown else "This is the beginning."
    none = "" if game.actions else "There is nothing to take back yet."
    ahead = "" if game.undone else "There is nothing to do again."
    turn = "" if live else "It is not your turn yet."
    return (
        Button("back", "Step back", "back", quiet=True, why_not=start),
        Button("undo", "Undo", "undo", why_not=none, key="U"),
        Button("redo", "Redo", "redo", why_not=ahead, key="R"),
        Button("hint", "Hint", "hint", why_not=turn, key="H"),
        Button("explain", "What can I do?", "info", key="W"),
        Button("panel", "Game", "menu"),
    )


def looking(at: int, end: int) -> tuple[Button, ...]:
    """The buttons to step through a game that stands at moment `at` of `end`."""
    first = "" if at else "This is the beginning."
    last = "" if at < end else "This is where the game stands."
    return (
        Button("first", "First", "first", why_not=first),
        Button("back", "Back", "back", why_not=first),
        Button("next", "Next", "next", why_not=last),
        Button("last", "Last", "last", why_not=last),
        Button("return", "Return to the game", primary=True),
    )


def name(game: Game, seat: int, level: str, seed: str = "") -> str:
    """The name that a running game is kept under: the same for the same table and seed."""
    options = sorted(game.referee.option_changes(game.options).items())
    who = (game.options.preset, options, seat, level)
    digest = blake2s(repr(who).encode(), digest_size=4).hexdigest()
    return f"{game.referee.name}-{seed or plain(str(game.seed))}-{digest}"


def panel(
    game: Game, another: Form, saves: Games | None, pace: str, sound: bool, warning: str, own: str = ""
) -> Panel:
    """Another game, the pace of the computer players, and the record: to keep, to show, to take in.

    `another` is the form for another game; `own` is the name that this game is kept under.
    A record holds every card of the deal, so it is shown only when the game is over.
    """
    forms = [
        another,
        Form(
            "Pace of what happens by itself",
            (),
            tuple(Button(f"pace:{key}", label, primary=key == pace) for key, label in _PACE_NAMES.items()),
        ),
        Form("Sound", (), (Button("sound", "Turn it off" if sound else "Turn it on"),)),
    ]
    if saves is not None:
        forms += _kept(saves, game.referee.name, own, warning)
    elif warning:
        forms.append(Form("Saved games", (), note=warning))
    forms.append(
        Form(
            "Go on with a record",
            (Field("record", "a record as text", kind="long"),),
            (Button("load", "Load"),),
        )
    )
    over = game.outcome is not None
    return Panel(
        "The game",
        tuple(forms),
        text=game.record() if over else "",
        keep=f"{game.referee.name}-{game.seed}.txt",
        take="load",
    )


def _kept(saves: Games, game: str, own: str, warning: str) -> list[Form]:
    note = warning or f"This game is kept after every action, {saves.place}."
    forms = [Form("Save a copy", (Field("name", "name", kind="text"),), (Button("save", "Save"),), note=note)]
    kept = tuple(
        Button(f"open:{one.name}", one.title, quiet=True, note=one.when) for one in offers(saves, game, own)
    )
    if kept:
        forms.append(Form(f"Saved games of {game.capitalize()}", (), kept))
    return forms
