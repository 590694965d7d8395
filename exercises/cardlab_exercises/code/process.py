"""A process of its own for a function that is checked, with a limit of time and of memory.

The function goes there as bytes, and only values come back: it can read nothing of what it is compared
with, and neither a loop within C nor `exit()` nor a process that it leaves behind can keep the notebook from
going on.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from types import ModuleType
from typing import Any, NamedTuple

from cardlab.cards import escaped
from cardlab_exercises.code.runner import show

MOST_MEMORY = 1 << 30
"""How many bytes the process may use."""
_TO_START = 60.0
"""How many seconds Python may take to start there, on a busy machine."""
_TO_END = 1.0
"""How many seconds to wait for the end of what it writes, once it has been ended."""
_LOOK = 0.05
"""How often, in seconds, its memory is looked at."""
_MOST_LETTERS = 100_000
_MOST_TOLD = 2000
"""How many letters of a text that comes back are shown."""
_START = (
    "import pickle, runpy, sys; given = sys.stdin.buffer; sys.path[:] = pickle.load(given); "
    "runpy.run_path(pickle.load(given))['serve']()"
)
_RUNNER = str(Path(__file__).with_name("runner.py"))


class Answer(NamedTuple):
    """What the function gave for one case: the value as `runner.plain` writes it, and as it is shown."""

    value: Any
    shown: str
    nothing: bool


class CodeTrial(NamedTuple):
    """The answers as far as there are any, and why there are no more: empty when all cases were called.

    `fault` is "time", "memory", "ended" (Python itself ended), "raised" or "start"; `text` says more.
    """

    answers: list[Answer]
    fault: str = ""
    text: str = ""


_NOT_STARTED = CodeTrial([], "start", "Python did not start for it.")


def try_function(function: Callable[..., Any], cases: Sequence[tuple[Any, ...]], seconds: float) -> CodeTrial:
    """Calls the function with each of the cases, one after the other, in a process of its own."""
    try:
        packed = _packed(function)
    except Exception as error:  # whatever the objects that it uses raise
        return CodeTrial([], "start", f"It uses something that cannot be copied: {show(error)}.")
    given = b"".join(map(pickle.dumps, (sys.path, _RUNNER, list(cases), packed)))
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True,
        )
    except OSError as error:
        return CodeTrial([], "start", f"No process could be started for it: {error}.")
    lines: SimpleQueue[bytes] = SimpleQueue()
    done = Event()
    reader = Thread(target=_talk, args=(process, given, lines, done), daemon=True)
    reader.start()
    try:
        return _listen(process, lines, len(cases), seconds)
    finally:
        done.set()
        _end(process)
        # What has left the group may hold the pipe open for ever.
        reader.join(_TO_END)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process, and those that it has started and that are still of its group."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):  # nobody is left in the group
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _talk(process: subprocess.Popen[bytes], given: bytes, lines: SimpleQueue[bytes], done: Event) -> None:
    """Hands over what is to be done, and passes on each line that comes back; an empty one at the end."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError), process.stdin as to:
        to.write(given)
    with suppress(OSError), process.stdout as back:
        while not done.is_set() and (line := back.readline(_MOST_LETTERS)):
            lines.put(line)
    lines.put(b"")


def _listen(
    process: subprocess.Popen[bytes], lines: SimpleQueue[bytes], number: int, seconds: float
) -> CodeTrial:
    answers: list[Answer] = []
    ready = False
    until = monotonic() + _TO_START
    while len(answers) < number:
        try:
            line = lines.get(timeout=max(0.0, min(_LOOK, until - monotonic())))
        except Empty:
            if monotonic() >= until:
                return CodeTrial(answers, "time") if ready else _NOT_STARTED
            if _memory(process.pid) > MOST_MEMORY:
                return CodeTrial(answers, "memory")
            continue
        told = _read(line)
        if "ready" in told and not ready:
            ready = True
            until = monotonic() + seconds
        elif "value" in told:
            answers.append(Answer(told["value"], _text(told, "shown"), bool(told.get("nothing"))))
        elif "raised" in told:
            return CodeTrial(answers, "raised", _text(told, "raised"))
        elif "error" in told:
            return CodeTrial(answers, "start", _text(told, "error"))
        else:
            return CodeTrial(answers, "ended") if ready else _NOT_STARTED
    return CodeTrial(answers)


def _read(line: bytes) -> dict[str, Any]:
    """A line that came back; empty at the end, or for anything that is not a line."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _text(told: dict[str, Any], name: str) -> str:
    """A text that came back. The function can write what it likes, so it is made safe here again."""
    return escaped(str(told.get(name, ""))[:_MOST_TOLD])


def _memory(number: int) -> int:
    """The memory that a process uses; 0 when it has ended."""
    import psutil

    try:
        return int(psutil.Process(number).memory_info().rss)
    except psutil.Error:
        return 0


def _packed(function: Callable[..., Any]) -> bytes:
    """The function with all that it uses. What is written in a file of the learner's own goes along whole."""
    import cloudpickle

    module = sys.modules.get(getattr(function, "__module__", None) or "")
    with _by_value(module) if _is_own(module) else nullcontext():
        return bytes(cloudpickle.dumps(function))


def _is_own(module: ModuleType | None) -> bool:
    """Whether a module is a file of the learner's, which may load what is closed to the function."""
    file = getattr(module, "__file__", None)
    if module is None or file is None or module.__name__.partition(".")[0].startswith("cardlab"):
        return False
    places = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return not any(Path(file).is_relative_to(place) for place in places)


@contextmanager
def _by_value(module: Any) -> Iterator[None]:
    import cloudpickle

    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)
