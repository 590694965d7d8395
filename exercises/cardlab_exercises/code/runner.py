"""What a process of its own does with a learner's function: call it on each case, and give values back.

Run as a program it knows the arguments of the cases and no answer, and all but the cards of cardlab is
closed to what it runs. What it writes are lines of JSON: ``{"ready": true}``, then for each case a value
(`plain`) and how it is shown, or the error that was raised. Nothing that the function makes leaves the
process as an object.
"""

from __future__ import annotations

import builtins
import json
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from io import StringIO
from itertools import islice
from operator import index
from types import FrameType
from typing import Any, NoReturn

from cardlab.cards import Card, escaped

_DEEP = 4
"""How many lists inside one another are looked at."""
_LONG = 60
"""How many items of a list are shown."""
_MOST_ITEMS = 200
"""A list with more items cannot be a right answer."""
_MOST = 300
"""How many letters of a value are shown."""

# ---------------------------------------------------------------- values


def plain(value: Any, deep: int = _DEEP) -> dict[str, Any]:
    """A value as JSON can hold it, so that equal answers give equal values: True is not 1, a tuple does for a
    list, and NumPy's numbers for Python's. What is no answer to any exercise is empty.

    >>> plain((Card("5H"), 2.0, True))
    {'list': [{'card': '5H'}, {'number': 2.0}, {'truth': True}]}
    """
    try:
        kind = type(value)
        if kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_")):
            return {"truth": bool(value)}
        if kind is Card:
            return {"card": value.code}
        if isinstance(value, list | tuple):
            if not deep or len(value) > _MOST_ITEMS:
                return {}
            return {"list": [plain(one, deep - 1) for one in islice(value, _MOST_ITEMS)]}
        number = float.__float__(value) if isinstance(value, float) else index(value)
        return {"number": number} if abs(number) < 1e15 else {}
    except BaseException:  # it is not of that kind, or it does odd things when it is looked at
        return {}


def show(value: Any, deep: int = _DEEP) -> str:
    """A value as the learner sees it: cards by their signs, anything else as Python writes it."""
    if type(value) is Card:
        return value.short
    if type(value) in (list, tuple):
        inside = ", ".join(show(one, deep - 1) for one in value[:_LONG]) if deep else "…"
        return short(f"[{inside}]" if type(value) is list else f"({inside}{',' * (len(value) == 1)})")
    return written(value, repr) or f"something of type {type(value).__name__}"


def written(value: object, form: Callable[[object], str]) -> str:
    """A value as text; empty where it cannot be written as one."""
    try:
        return short(form(value))
    except BaseException:
        return ""


def short(text: str) -> str:
    """A text that may hold anything, on one line and not too long."""
    return escaped(text if len(text) <= _MOST else f"{text[: _MOST - 1]}…")


# ---------------------------------------------------------------- what the function can reach


class _Closed(MetaPathFinder):
    """Refuses what knows the answers: all of cardlab that was not loaded for the cards."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in ("cardlab", "cardlab_exercises", "cardlab_widgets"):
            raise ImportError(
                f"{name} is not there while a function is checked: it has to find its answers by itself"
            )


class KeyboardError(Exception):
    """Raised instead of waiting for somebody to type."""


def _no_input(prompt: object = "") -> NoReturn:
    raise KeyboardError("a function that is checked needs no keyboard: it must not call input()")


# ---------------------------------------------------------------- calling


def serve() -> None:
    """Reads the cases and the function from standard input, and writes what it gives for each case."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")

    def reply(**told: Any) -> None:
        print(json.dumps(told), file=answers, flush=True)

    request = sys.stdin.buffer
    cases = pickle.load(request)
    function_bytes = pickle.load(request)
    empty = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(empty, number)
    sys.stdin = StringIO()
    builtins.input = _no_input
    sys.meta_path.insert(0, _Closed())
    try:
        function = pickle.loads(function_bytes)
    except BaseException as error:
        reply(error=f"It could not be copied into a process of its own: {told(error)}.")
        return
    reply(ready=True)
    for case in cases:
        try:
            got = function(*case)
            reply(value=plain(got), shown=show(got), nothing=got is None)
        except BaseException as error:  # exit() is an error too
            reply(raised=told(error))
            return


def told(error: BaseException) -> str:
    """What was raised, and in which line of the learner's own code."""
    steps = [step for step in traceback.walk_tb(error.__traceback__) if not _is_here(step[0])]
    where = f" in line {steps[0][1]}" if steps else ""
    reason = written(error, str)
    hidden = _hidden(steps[-1][0]) if steps and isinstance(error, TypeError) else ""
    return f"{short(type(error).__name__)}{where}{reason and f': {reason}'}{hidden}"


def _is_here(frame: FrameType) -> bool:
    return frame.f_code.co_filename == __file__


def _hidden(frame: FrameType) -> str:
    """Says which of Python's own functions a name in the notebook has taken the place of."""
    names = [
        name
        for name in frame.f_code.co_names
        if callable(getattr(builtins, name, None)) and not callable(frame.f_globals.get(name, len))
    ]
    return f" (in your notebook {names[0]} is no longer Python's own {names[0]})" if names else ""
