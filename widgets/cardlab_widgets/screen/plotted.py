"""The widget of a model that plots: below its scene stands what Plotly draws."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol, runtime_checkable

from cardlab_widgets.screen.widget import SceneWidget

_log = logging.getLogger(__name__)

EAGER_S = 0.0
REST_S = 5.0
"""Seconds for which a plot stands before others' answers make a new one of it; a press need not wait."""


@runtime_checkable
class Plotting(Protocol):
    """A model that may have something to plot.

    ``plot`` gives what tells one plot from another, and what makes the figure; None where there is none.
    """

    def plot(self) -> tuple[Any, Callable[[], Any]] | None: ...


class PlottedWidget(SceneWidget):
    """A scene with a plot below it, which is made again only when it changes."""

    def __init__(self, model: Any, **look: Any) -> None:
        self._output: Any = None
        self._plotted: Any = None
        self._when = -REST_S
        self._drawing: asyncio.Task[None] | None = None
        super().__init__(model, **look)

    def _ipython_display_(self) -> None:
        from IPython.display import display
        from ipywidgets import Output

        super()._ipython_display_()
        self._output = Output()
        display(self._output)  # type: ignore[no-untyped-call]
        self._plot()

    def _show(self, error: str) -> None:
        super()._show(error)
        self._plot(EAGER_S)

    def renew(self) -> None:
        """As any live widget; the plot follows."""
        super().renew()
        self._plot(REST_S)

    def _plot(self, rest: float = EAGER_S) -> None:
        """Draws what is wanted now, after the press is answered: it may take a second."""
        wanted = self.model.plot() if isinstance(self.model, Plotting) else None
        key = wanted and wanted[0]
        if self._output is None or key == self._plotted or monotonic() - self._when < rest:
            return
        self._plotted, self._when = key, monotonic()
        if wanted is None:
            self._output.outputs = ()
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # there is no loop that would go on meanwhile
            self._draw(key, _drawn(wanted[1]))
        else:
            self._drawing = loop.create_task(self._later(key, wanted[1]))

    async def _later(self, key: Any, make: Callable[[], Any]) -> None:
        try:
            self._draw(key, await asyncio.to_thread(_drawn, make))
        except Exception:
            _log.exception("a plot could not be drawn")

    def _draw(self, key: Any, plot: dict[str, Any]) -> None:
        if key == self._plotted:  # nobody has gone on meanwhile
            self._output.outputs = ({"output_type": "display_data", "data": plot, "metadata": {}},)


def _drawn(make: Callable[[], Any]) -> dict[str, Any]:
    figure = json.loads(make().to_json())
    return {
        "application/vnd.plotly.v1+json": {**figure, "config": {"displayModeBar": False}},
        "text/plain": "a plot",
    }
