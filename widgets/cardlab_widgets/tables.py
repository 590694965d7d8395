"""Sitting down at a table: `play` for a whole game in a notebook or on a Voila page."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from cardlab_exercises.answers import read_seed

from cardlab.cards import list_words, quoted
from cardlab.game import Game, referee
from cardlab_widgets.playing import Play
from cardlab_widgets.saves import SavedGames
from cardlab_widgets.stepper import new_seed

if TYPE_CHECKING:
    from cardlab_widgets.widget import SceneWidget


def play(
    game: str = "cribbage",
    seed: str | int | None = None,
    *,
    seat: str = "South",
    level: str = "strong",
    preset: str = "course",
    pace: str = "normal",
    resume: bool = True,
    large: bool = False,
    four_colour: bool = False,
    **options: object,
) -> SceneWidget:
    """A game to play against computer players, from one `seat`.

    `seed` decides the deals; without it every new game is another. `level` is beginner, steady or
    strong; `pace` of what happens by itself is step, slow, normal or fast. Any further argument is an
    option of the rules, such as ``players=3``. With `resume` a game left unfinished is gone on with: the
    one of this seed, or without a seed the last one; `large` is for a projector.

    Raises `ValueError` with advice for a game, seat, level, pace, preset or option that does not exist.
    """
    from cardlab_widgets.widget import SceneWidget

    model = playing_model(game, seed, seat, level, preset, pace, resume, **options)
    return SceneWidget(model, large=large, four_colour=four_colour)


def playing_model(
    game: str = "cribbage",
    seed: str | int | None = None,
    seat: str = "South",
    level: str = "strong",
    preset: str = "course",
    pace: str = "normal",
    resume: bool = True,
    **options: object,
) -> Play:
    """The model of `play`, without a screen.

    >>> playing_model(seed=7, resume=False).scene().title
    'Your turn: cut for the deal'
    >>> playing_model(seed=7, taget=61)
    Traceback (most recent call last):
    ValueError: there is no option 'taget'; did you mean target?
    """
    rules = referee(game)
    chosen = rules.make_options(preset, **options)
    sits = place(seat, list(rules.seat_names(chosen)))
    try:
        saves, trouble = SavedGames(), ""
    except ValueError as error:
        saves, trouble = None, f"This game is not being kept on disk: {error}."
    begun = Game(rules, chosen, new_seed() if seed is None else read_seed(seed))
    any_seed = seed is None
    return Play(begun, sits, level, pace, saves, resume=resume, any_seed=any_seed, trouble=trouble)


def place(seat: str, names: list[str]) -> int:
    """The number of a seat given by its name, or its first letter."""
    found = [name for name in names if seat and name.lower().startswith(seat.lower())]
    if len(found) == 1:
        return names.index(found[0])
    near = get_close_matches(seat, names, n=1)
    advice = f"; did you mean {near[0]}?" if near else ""
    raise ValueError(f"there is no seat {quoted(seat)}{advice or '; there are ' + list_words(names, 'and')}")
