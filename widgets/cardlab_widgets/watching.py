"""Watching a rule: a position and some actions become a stepper, one step for everything that happens.

>>> frames = watched_frames(watched_game("cribbage", "play 5S, play TD", hands=["5S 6H", "TD 4C"], turn=0))
>>> [frame.scene.said.text if frame.scene.said else "" for frame in frames]
['', 'South plays 5♠: 5.', 'North plays 10♦: 15, fifteen for 2.']
>>> frames[1].ask.prompt, frames[1].ask.answer
('North plays 10♦. What does it score?', 2)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from cardlab.game import OPEN, Event, Game, Moment, referee
from cardlab.scene import Ask, Frame
from cardlab_widgets.reel import wind
from cardlab_widgets.stepper import Stepper
from cardlab_widgets.tables import place

if TYPE_CHECKING:
    from cardlab_widgets.widget import SceneWidget

Predict = Literal["scores", "none"]


def watch(
    game: str = "cribbage",
    do: str | Sequence[str] = (),
    *,
    seat: str = "open",
    title: str = "",
    predict: Predict = "scores",
    preset: str = "course",
    options: Mapping[str, object] | None = None,
    large: bool = False,
    four_colour: bool = False,
    **position: Any,
) -> SceneWidget:
    """A stepper through what the actions `do` bring about, from a `position` on.

    `do` is actions in notation, as a list or divided by commas or lines. `position` is what the game's
    `position` takes: ``hands``, ``starter``, ``total``, ``dealer``; cards that are not named are dealt
    from ``seed``. `seat` is whose view is shown, or "open" for all cards. With `predict` "scores" each
    score is asked for before it is shown.

    >>> watch("cribbage", "play 7D", hands=["7D 8S", "AC"], total=24, turn=0, predict="none")
    SceneWidget('South is to play')

    Raises `ValueError` for what cannot be: an unknown game, seat or option, an action that is no
    notation or not legal there.
    """
    from cardlab_widgets.widget import SceneWidget

    played = watched_game(game, do, preset, options or {}, **position)
    names = list(played.referee.seat_names(played.options))
    seen_by = OPEN if seat == "open" else place(seat, names)
    return SceneWidget(
        Stepper(watched_frames(played, seen_by, title, predict)), large=large, four_colour=four_colour
    )


def watched_game(
    game: str,
    do: str | Sequence[str],
    preset: str = "course",
    options: Mapping[str, object] | None = None,
    **position: Any,
) -> Game:
    """The game that begins at a position, with the actions taken."""
    rules = referee(game)
    chosen = rules.make_options(preset, **(options or {}))
    start = import_module(f"cardlab.{game}.positions").position(options=chosen, **position)
    played = Game(rules, chosen, position.get("seed", 0), state=start)
    actions = re.split(r"[,;\n]+", do) if isinstance(do, str) else do
    for action in actions:
        if action.strip():
            played.do(action.strip())
    return played


def watched_frames(
    game: Game, seat: int = OPEN, title: str = "", predict: Predict = "scores"
) -> tuple[Frame, ...]:
    """A game as frames: one for every moment, and before those that score a question."""
    if predict not in ("scores", "none"):
        raise ValueError(f"predict can be scores or none, not {predict!r}")
    table = import_module(f"cardlab.{game.referee.name}.table")
    shown = wind(None, game, seat, table.moments).moments
    frames = []
    for moment, then in zip(shown, (*shown[1:], None), strict=True):
        scene = table.table(moment)
        if title:
            scene = scene._replace(eyebrow=title)
        frames.append(Frame(scene, _ask(moment, then) if predict == "scores" else None))
    return tuple(frames)


def _ask(moment: Moment, then: Moment | None) -> Ask | None:
    """What the next moment scores: a count is asked for when its cards lie open, all else before it comes."""
    if moment.line == 0:
        return _question(next(event for event in moment.events if event.kind == "count"))
    if then is None or then.line is not None:
        return None
    paid = next((event for event in then.events if event.points), None)
    return _question(paid) if paid else None


def _question(event: Event) -> Ask:
    what, _, _ = event.text.partition(": ")
    what = what[:1].upper() + what[1:]
    if event.cards:
        return Ask(f"{what}. What does it score?", "points", event.points, f"{event.text}.")
    return Ask("What is pegged next?", "points", event.points, f"{event.text}.")
