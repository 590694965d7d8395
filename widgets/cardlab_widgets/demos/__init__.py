"""Demos for the projector: pages for Voila, each about one rule.

`demo` makes the widget of one; what the start page says of them is in `catalogue`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlab_widgets.demos.catalogue import Entry, catalogue, entry

if TYPE_CHECKING:
    from cardlab_widgets.screen.widget import SceneWidget

__all__ = ["Entry", "catalogue", "demo", "entry"]


def demo(name: str, seed: str | int = 1, options: Any = "course", four_colour: bool = False) -> SceneWidget:
    """The demo of that name, large, as it is with `seed` and under `options` or the preset that they name.

    On a Voila page its address can ask for another case: ``?seed=7``, ``?preset=classic``, an option of the
    rules such as ``?counting=by_hand``, or the values that a teacher has prepared.

    >>> demo("pegging", seed=3)
    SceneWidget('South is to play')

    Raises `ValueError` with advice for a demo or rules that do not exist, or rules that it is not made for.
    """
    from cardlab_widgets.screen.widget import SceneWidget

    about = entry(name)
    look = {"large": True, "four_colour": four_colour}
    if name == "class-poll":
        from cardlab_widgets.demos.poll import Booth

        return SceneWidget(Booth(), **look)
    if name == "class-progress":
        from cardlab_widgets.demos.progress import ClassStage
        from cardlab_widgets.screen.plotted import PlottedWidget

        return PlottedWidget(ClassStage(about), **look)
    if name == "a-game-reviewed":
        from cardlab_widgets.demos.reviewed import ReviewStage

        return SceneWidget(ReviewStage(about, seed, options), **look)
    if name.startswith("a-game-of-"):
        from cardlab_widgets.demos.games import GameStage

        return SceneWidget(GameStage(about, seed, options), **look)
    from cardlab_widgets.demos.stage import SCRIPTS, Stage

    return SceneWidget(Stage(about, SCRIPTS[name], seed, options), **look)
