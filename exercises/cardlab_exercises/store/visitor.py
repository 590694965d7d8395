"""Who sits at a page of a server: what ``cardlab voila`` tells the kernel of each page that it serves.

Voila gives a kernel what it knows of the request as variables of its environment. Some of them come from
headers that ``cardlab voila`` writes itself, whatever the browser has sent.
"""

from __future__ import annotations

import os

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
    return PAGE in os.environ


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
    return os.environ.get(f"HTTP_{name.upper().replace('-', '_')}", "") if on_page() else ""
