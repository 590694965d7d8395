"""Sitting down at a table: `play` for a whole game in a notebook or on a Voila page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab_exercises.declaration.answers import read_seed, read_switch

from cardlab.game import Game, referee
from cardlab.seats import place
from cardlab_widgets.lessons.stepper import new_seed
from cardlab_widgets.saved_games.memory import own_games
from cardlab_widgets.tables.post_game import GameTable

if TYPE_CHECKING:
    from cardlab_widgets.screen.widget import SceneWidget


def play(
    game: str = "cribbage",
    seed: str | int | None = None,
    *,
    seat: str | int = "South",
    level: str = "strong",
    preset: str = "course",
    pace: str = "normal",
    resume: bool = True,
    large: bool = False,
    four_colour: bool = False,
    sound: bool = False,
    **options: object,
) -> SceneWidget:
    """A game to play against computer players, from one `seat`, given by its name, first letter or number.

    `seed` decides the deals; without it every new game is another. `level` is beginner, steady or
    strong; `pace` of what happens by itself is step, slow, normal or fast; with `sound` cards and points are
    heard. All of that can be changed in the panel "Game", for another game also the rules. Any further
    argument is an option of the rules, such as ``players=3``. With `resume` a game left unfinished is gone
    on with: the one of this seed, or without a seed the last one; `large` is for a projector.

    Raises `ValueError` with advice for a game, seat, level, pace, preset or option that does not exist.
    """
    from cardlab_widgets.screen.widget import SceneWidget

    model = playing_model(game, seed, seat, level, preset, pace, resume, sound, **options)
    return SceneWidget(model, large=large, four_colour=four_colour)


def playing_model(
    game: str = "cribbage",
    seed: str | int | None = None,
    seat: str | int = "South",
    level: str = "strong",
    preset: str = "course",
    pace: str = "normal",
    resume: bool = True,
    sound: bool = False,
    **options: object,
) -> GameTable:
    """The model of `play`, without a screen.

    >>> playing_model(seed=7, resume=False).scene().title
    'Your turn: cut for the deal'
    >>> playing_model(seed=7, taget=61)
    Traceback (most recent call last):
    cardlab.errors.InputError: there is no option 'taget'; did you mean target?
    """
    rules = referee(game)
    chosen = rules.make_options(preset, **options)
    sits = place(seat, rules.seat_names(chosen))
    try:
        saves, trouble = own_games(), ""
    except ValueError as error:
        saves, trouble = None, f"This game is not being kept on disk: {error}."
    resume = read_switch(resume, "resume")
    begun = Game(rules, chosen, new_seed() if seed is None else read_seed(seed))
    sound = read_switch(sound, "sound")
    any_seed = seed is None
    return GameTable(begun, sits, level, pace, saves, resume, any_seed, trouble, sound)
