"""The widget around a model: it shows the model's scene and passes on what a person does.

A *model* is anything with ``scene() -> Scene`` and ``act(action, values)``: a stepper, a practice, a
table. What it raises is shown in the widget, in words, and the model is put back as it was.

The protocol with the browser module: each message is ``{id, rev, action, values}``, where `rev` is the
revision of the page that the person saw. Each is answered with ``{id, rev, ok}`` and, when it was not
done, ``error``; one from an older page has ``stale`` too and is not applied.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Protocol
from uuid import uuid4

import anywidget
import traitlets
from cardlab_exercises.declaration.answers import read_switch

from cardlab.display.scene import Scene
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.fonts import font_faces
from cardlab_widgets.screen.live import Live, repeat
from cardlab_widgets.screen.pending import pending
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.snapshot import Snapshot

_log = logging.getLogger(__name__)

SETTLED = 0.2
"""Seconds after a press until a table that is not pressed again is kept in the notebook."""

STYLE_SHEETS = (
    "base",
    "cards",
    "count",
    "exercise",
    "board",
    "table",
    "canasta",
    "review",
    "scores",
    "projector",
    "low",
)


class Model(Protocol):
    """What a `SceneWidget` shows and works on.

    `act` raises `ValueError` with a plain sentence for what cannot be done, and then has changed nothing.
    It gives the model's fields new values and changes none in place, so that a model can be put back.
    One that teaches rules says which in ``taught``, a tuple of their ids; one that is played at, with cards
    to be dragged and sound, is ``playable``.
    """

    def scene(self) -> Scene: ...
    def act(self, action: str, values: Mapping[str, str]) -> None: ...


@cache
def static_text(name: str) -> str:
    """A file of the folder `static`."""
    return (files("cardlab_widgets.screen") / "static" / name).read_text(encoding="utf-8")


@cache
def style_sheet() -> str:
    """The whole style sheet, in the order in which its parts build on each other.

    The fonts are in it as data: neither a notebook nor Voila has an address for a file of the package, and
    a sheet must look (and break its lines) alike on every machine.
    """
    return "\n".join([font_faces(), *(static_text(f"{name}.css") for name in STYLE_SHEETS)])


@cache
def browser_module(playable: bool = False, large: bool = False) -> str:
    """The widget's part in the browser: what every page needs, and what only a table or a projector does.

    anywidget takes one text without imports, so the parts follow one another in it.
    """
    parts = ["cardlab", *["table"] * playable, *["projector"] * large]
    return "\n".join(static_text(f"{part}.js") for part in parts)


class SceneWidget(anywidget.AnyWidget):
    """A model's scene in a notebook or a Voila page. Its synced traits hold only what is visible.

    `large` is the size for a projector; `four_colour` gives every suit a colour of its own. Raises
    `ValueError` where they are not True or False.
    """

    _css = style_sheet()

    html = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    rev = traitlets.Int(0).tag(sync=True)
    four_colour = traitlets.Bool(False).tag(sync=True)
    _sprite = traitlets.Unicode(SPRITE).tag(sync=True)

    def __init__(self, model: Model, *, large: bool = False, four_colour: bool = False) -> None:
        self.model = model
        self._large = read_switch(large, "large")
        four_colour = read_switch(four_colour, "four_colour")
        self._snapshots: list[Any] = []
        self._keeping: asyncio.TimerHandle | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._scene = model.scene()
        self._html = render(self._scene, self._large)
        self._esm = browser_module(getattr(model, "playable", False), self._large)
        super().__init__(html=self._html, status=self._scene.status, rev=1, four_colour=four_colour)
        self.on_msg(self._receive)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._scene.title!r})"

    def _ipython_display_(self) -> None:
        """Displays the widget, and below it what a notebook without a kernel will show."""
        from IPython.display import display

        bundle = self._repr_mimebundle_()
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        data = dict(data or {})
        data.pop("text/plain", None)  # the snapshot has the text, and it stays when the view is gone
        display(data, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]
        handle = display(self._snapshot(), display_id=True)  # type: ignore[no-untyped-call]
        self._snapshots.append(handle)
        if isinstance(self.model, Live) and self._renewing is None:
            self._renewing = repeat(self.model.every, self.renew)

    def act(self, action: str, values: Mapping[str, str] | None = None) -> str:
        """Does what a press of that button would do. Returns what went wrong, in words, or ``""``."""
        error = self.press(action, values or {})
        self.keep()
        return error

    def press(self, action: str, values: Mapping[str, str]) -> str:
        """Lets the model act and shows what has come of it, wherever the press came from."""
        error = self._take(action, values)
        self._show(error)
        return error

    def _take(self, action: str, values: Mapping[str, str]) -> str:
        """Lets the model act and makes its scene; what fails leaves model and scene as they were."""
        before = dict(vars(self.model))
        try:
            self.model.act(action, values)
            scene = self.model.scene()
            self._html = render(scene, self._large)
        except Exception as error:  # a handler that fails must not take the table with it
            # What `act` replaced before it failed is put back; values inside are never changed in place.
            vars(self.model).clear()
            vars(self.model).update(before)
            return _sentence(error)
        self._scene = scene
        return ""

    def _show(self, error: str) -> None:
        with self.hold_sync():
            self.html = render(self._scene, self._large, error) if error else self._html
            self.status = error or self._scene.status
            self.rev += 1

    def renew(self) -> None:
        """Shows what others have changed since the model of a live page last looked.

        The revision stays as it is, so that no press is lost, unless there is something else to act on.
        """
        model = self.model
        if not isinstance(model, Live):
            return
        other = model.renew()
        scene = model.scene()
        html = render(scene, self._large)
        if other or html != self._html:
            self._scene, self._html = scene, html
            with self.hold_sync():
                self.html, self.status = html, scene.status
                self.rev += other
            self._keep_later()

    def keep(self) -> None:
        """Brings what the notebook will show without a kernel up to what is shown now."""
        pending.discard(self)
        for handle in self._snapshots:
            handle.update(self._snapshot())

    def _keep_later(self) -> None:
        """Does so when nobody has pressed anything for a while: JupyterLab lays out its page for it."""
        if self._keeping is not None:
            self._keeping.cancel()
        pending.add(self)
        try:
            self._keeping = asyncio.get_running_loop().call_later(SETTLED, self.keep)
        except RuntimeError:  # there is no loop that would call back
            self.keep()

    def _snapshot(self) -> Snapshot:
        return Snapshot(self._scene, getattr(self.model, "taught", ()))

    def _receive(self, widget: Any, message: Any, buffers: Any) -> None:
        answer: dict[str, Any] = {"id": message.get("id") if isinstance(message, dict) else None, "ok": False}
        try:
            action, values = _read(message)
            if message.get("rev") != self.rev:
                answer |= {"stale": True, "error": "The page had already changed. Please try again."}
            else:
                error = self.press(action, values)
                self._keep_later()
                answer |= {"error": error} if error else {"ok": True}
        except Exception as error:
            answer["error"] = _sentence(error)
        self.send({**answer, "rev": self.rev})


def _read(message: Any) -> tuple[str, dict[str, str]]:
    """The action and the values of a message. Raises `ValueError` for anything else."""
    action = message.get("action") if isinstance(message, dict) else None
    values = message.get("values", {}) if isinstance(message, dict) else None
    if not isinstance(action, str) or not isinstance(values, dict):
        raise ValueError("this message has no action and values")
    return action, {str(name): str(value) for name, value in values.items()}


def _sentence(error: Exception) -> str:
    """What went wrong, for the person at the table; what only a developer can mend goes to the log."""
    if isinstance(error, ValueError) and str(error):
        text = str(error)
        return text[:1].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
    mark = uuid4().hex[:8]
    _log.error("widget error %s", mark, exc_info=error)
    return f"Something went wrong here, and nothing has been changed. It is in the log as {mark}."
