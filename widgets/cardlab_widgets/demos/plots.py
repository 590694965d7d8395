"""The widget of a demo that plots: below the steps stand the averages of every way to lay away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlab.cards import show_cards
from cardlab.cribbage.analysis.discards import Discards
from cardlab.wording import signed
from cardlab_widgets.demos.cribbage import found
from cardlab_widgets.demos.stage import Stage
from cardlab_widgets.screen.widget import SceneWidget

if TYPE_CHECKING:
    import plotly.graph_objects as go

_INK = "#767676"
"""Readable on white and on black, so that the figure needs not know the page's theme."""


class LayAwayWidget(SceneWidget):
    """Steps through laying away, and a plot of all ways once the question has been answered."""

    model: Stage

    def __init__(self, model: Stage, **look: Any) -> None:
        super().__init__(model, **look)
        self._plot: Any = None
        self._plotted: Any = None

    def _ipython_display_(self) -> None:
        from IPython.display import display
        from ipywidgets import Output

        super()._ipython_display_()
        self._plot = Output()
        display(self._plot)  # type: ignore[no-untyped-call]

    def press(self, action: str, values: Mapping[str, str]) -> str:
        """As any widget; the plot appears with the answer, and goes with the next hand."""
        error = super().press(action, values)
        wanted = self.model.case if self.model.at else None
        if self._plot is not None and wanted != self._plotted:
            self._plotted = wanted
            self._draw()
        return error

    def _draw(self) -> None:
        from IPython.display import clear_output, display

        with self._plot:
            clear_output(wait=True)  # type: ignore[no-untyped-call]
            if self._plotted is not None:
                display(averages(found(*self._plotted)))  # type: ignore[no-untyped-call]


def averages(ways: Discards) -> go.Figure:
    """All ways to lay away, the best on top: what the hand and the crib count on average, in points."""
    import plotly.graph_objects as go

    best_last = ways.ways[::-1]
    names = [show_cards(way.laid) for way in best_last]
    hands = [way.hand for way in best_last]
    crib = [way.crib if ways.dealer else -way.crib for way in best_last]
    together = [signed(way.expected, "z.2f") for way in best_last]
    figure = go.Figure(
        [
            go.Bar(
                name="hand",
                y=names,
                x=hands,
                orientation="h",
                marker_color="#3a7f68",
            ),
            go.Bar(
                name="own crib" if ways.dealer else "their crib",
                y=names,
                x=crib,
                orientation="h",
                marker={"color": "#c98a1b", "pattern": {"shape": "/"}},
                text=together,
                textposition="outside",
            ),
        ]
    )
    return figure.update_layout(
        barmode="relative",
        title=f"Points on average, {ways.options.label}: the figure beside a bar is the two together",
        height=520,
        margin={"l": 90, "r": 40, "t": 60, "b": 40},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": _INK, "size": 15},
        yaxis_title="laid away",
        xaxis_title="points",
        xaxis_gridcolor="rgba(118,118,118,.3)",
        legend={"orientation": "h", "y": 1.06, "x": 1, "xanchor": "right"},
    )
