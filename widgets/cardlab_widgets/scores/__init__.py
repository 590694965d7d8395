"""Pages about scores: a class for its teacher, a learner's own, and each down to the single answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlab_widgets.screen.plotted import PlottedWidget


def your_progress() -> PlottedWidget:
    """The page on which somebody looks at their own progress, large.

    >>> your_progress()
    PlottedWidget('Your progress')
    """
    from cardlab_widgets.scores.desk import OwnDesk
    from cardlab_widgets.screen.plotted import PlottedWidget

    return PlottedWidget(OwnDesk(), large=True)
