"""Who sits at a page of a server: what ``cardlab voila`` tells the kernel of each page that it serves.

Voila gives a kernel what it knows of the request as variables of its environment. Some of them come from
headers that ``cardlab voila`` writes itself, whatever the browser has sent. What the server does without a
kernel, such as its start page, it does within `asked_by`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

PAGE = "VOILA_REQUEST_URL"
"""The address of the page; only Voila's kernels have it."""

VISITOR_HEADER = "X-Cardlab-Visitor"
TEACHER_HEADER = "X-Cardlab-Teacher"
NETWORK_HEADER = "X-Cardlab-Network"

NOT_THE_TEACHER = (
    "this is for the teacher: open the demos by the teacher's address, which 'cardlab voila' printed when it"
    " started"
)


def on_page() -> bool:
    """Whether this is the kernel of a page that a server shows to anybody who asks for it."""
    return PAGE in _about()


def visitor() -> str:
    """What the visitor's browser is known by, the same for all its pages; empty where nobody has said."""
    return _header(VISITOR_HEADER)


def may_teach() -> bool:
    """Whether this is for a teacher: always in one's own notebook, on a page by the teacher's address."""
    return not on_page() or _header(TEACHER_HEADER) == "yes"


def network_host() -> str:
    """How other devices reach the server of this page; empty where it listens to its own machine alone."""
    return _header(NETWORK_HEADER)


def _header(name: str) -> str:
    return _about().get(_variable(name), "") if on_page() else ""


def _variable(header: str) -> str:
    return f"HTTP_{header.upper().replace('-', '_')}"


_asked: ContextVar[Mapping[str, str] | None] = ContextVar("_asked", default=None)


def _about() -> Mapping[str, str]:
    asked = _asked.get()
    return os.environ if asked is None else asked


def is_answering() -> bool:
    """Whether this is the process of a server that answers somebody, in an `asked_by`."""
    return _asked.get() is not None


@contextmanager
def asked_by(address: str, visitor: str, teaches: bool) -> Iterator[None]:
    """What is done in this block is done for who asked a server for a page, in the server's own process.

    >>> with asked_by("http://localhost:8866/", "a browser", teaches=False):
    ...     visitor(), may_teach()
    ('a browser', False)
    """
    word = "yes" if teaches else "no"
    said = {PAGE: address, _variable(VISITOR_HEADER): visitor, _variable(TEACHER_HEADER): word}
    token = _asked.set(said)
    try:
        yield
    finally:
        _asked.reset(token)
