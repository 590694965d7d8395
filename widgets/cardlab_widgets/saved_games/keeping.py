"""Keeping the game of a table on disk, and taking games up again."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardlab.cards import list_words, quoted
from cardlab.display.scene import Message, sentence
from cardlab.game import Game
from cardlab_widgets.saved_games.files import Games

_LIKE_AUTOSAVE = re.compile("-[0-9a-f]{8}")
"""What stands in the names of running games (`desk.name`), by which they are found again."""


def looks_running(name: str) -> bool:
    """Whether a name is like that of a running game, which nobody has chosen."""
    return _LIKE_AUTOSAVE.search(name) is not None


class KeptGame(NamedTuple):
    """Where a table keeps its game, and what is there as far as the table knows.

    If somebody else has written there since (a second table with the same deal), the table goes to
    another name, so that neither takes the other's game away. `trouble` says why nothing is on disk.
    """

    name: str
    text: str | None = None
    trouble: str = ""


def found(saves: Games | None, name: str) -> KeptGame:
    """What there is under a name as a table sits down; its own first record may take that place."""
    return KeptGame(name, _there(saves, name) if saves is not None else None)


def keep(saves: Games | None, kept: KeptGame, game: Game) -> KeptGame:
    """Writes the game's record, in the place that is kept for it or in one that is free."""
    if saves is None:
        return kept
    name, text = kept.name, game.record()
    if kept.text is None or _there(saves, name) != kept.text:
        name = saves.free(name)  # what lies there is not this table's, or cannot even be read
    try:
        saves.write(name, text)
    except OSError as error:
        return kept._replace(trouble=f"This game is not being kept on disk: {error.strerror or error}.")
    return KeptGame(name, text)


def _there(saves: Games, name: str) -> str | None:
    try:
        return saves.read(name)
    except ValueError:
        return None


def save_copy(saves: Games | None, name: str, game: Game) -> Message:
    """Keeps a copy under a name of one's own, and says where. Raises `ValueError` where that cannot be.

    What is kept under such a name already stays as it is: the copy then takes the next name that is free.
    A name like that of a running game is changed, so that no table goes on with the copy.
    """
    if saves is None:
        raise ValueError("this table keeps nothing on disk")
    if not name.strip():
        raise ValueError("give the copy a name first")
    name = f"copy-of-{name}" if looks_running(name) else name
    try:
        free = saves.free(name)
        saves.write(free, game.record())
    except OSError as error:
        raise ValueError(f"the game could not be saved: {error.strerror or error}") from error
    return Message("good", "Saved.", f"The record is {saves.where(free)}.", closable=True)


def kept(saves: Games | None, name: str) -> str:
    """The record kept under a name. Raises `ValueError` if there is none."""
    text = saves.read(name) if saves is not None else None
    if text is None:
        raise ValueError(f"there is no saved game {quoted(name)}")
    return text


def read(record: str, seat: str) -> tuple[Game, int]:
    """The game of a record, to go on with at the seat of that name, and the number of that seat in it.

    Raises `ValueError` saying what is wrong with it.
    """
    if not record.strip():
        raise ValueError("paste a record first, or choose its file")
    game = Game.from_record(record)
    names = list(game.referee.seat_names(game.options))
    if seat not in names:
        raise ValueError(f"that game has no seat like yours, {seat}; it has {list_words(names)}")
    return game, names.index(seat)


def resume(
    saves: Games, name: str, wanted: Game, any_seed: bool = False
) -> tuple[Game | None, Message | None]:
    """The game kept under `name`, if it has begun and is not over, and what to say about it.

    A record that cannot be read, or is of another game, other options or another seed than `wanted`, is
    put aside, and the message says where it is.
    """
    kind, title = "damaged", "The game that was kept here cannot be read, so this is a new one."
    try:
        text = saves.read(name)
        if text is None:
            return None, None
        game = Game.from_record(text)
        kind, title = "other", "The game that was kept here is not of this table, so this is a new one."
        _compare(game, wanted, any_seed)
    except ValueError as error:
        try:
            where = f"The {kind} record is {saves.put_aside(name)}."
        except OSError:
            where = f"The {kind} record stays {saves.where(name)}; this game is kept beside it."
        return None, Message("warn", title, f"{sentence(str(error))} {where}", closable=True)
    if game.outcome is not None or not game.actions:
        return None, None
    return game, Message("info", "Here you left this game.", "Go on, or begin a new one.", closable=True)


def _compare(game: Game, wanted: Game, any_seed: bool) -> None:
    """Raises `ValueError`, saying what differs, for a game that does not belong to the table of `wanted`."""
    if game.referee.name != wanted.referee.name:
        raise ValueError(f"that is a game of {game.referee.name}, not of {wanted.referee.name}")
    seats, own = (list(one.referee.seat_names(one.options)) for one in (game, wanted))
    if seats != own:
        raise ValueError(f"that is a game of {list_words(seats)}, not of {list_words(own)}")
    if game.options != wanted.options:
        differ = [
            f"{name} {found}, not {mine}"
            for name, found, mine in zip(game.options._fields, game.options, wanted.options, strict=True)
            if found != mine
        ]
        raise ValueError(f"that game has other options: {list_words(differ)}")
    if not any_seed and game.seed != wanted.seed:
        raise ValueError(f"that game has the seed {quoted(game.seed)}, not {quoted(wanted.seed)}")
