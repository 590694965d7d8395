"""Where cardlab keeps things, and whose score it is: what the environment says, or what is usual."""

from __future__ import annotations

import contextlib
import getpass
import os
from pathlib import Path
from unicodedata import normalize

from cardlab.files import home

FILE = "progress.db"


def default_place() -> str | Path:
    """`CARDLAB_DATABASE`, or the SQLite file in the data folder, be that a possible one or not."""
    return os.environ.get("CARDLAB_DATABASE") or home() / FILE


def default_class() -> str:
    """The code of the class that the learner is in: `CARDLAB_CLASS`; empty for none."""
    return _plain(os.environ.get("CARDLAB_CLASS"), 40)


def join(class_code: str, name: str | None = None) -> None:
    """Says for this session which class its attempts belong to and, if `name` is given, whose they are.

    Raises `ValueError` for a code or a name that is empty, too long or cannot be seen.
    """
    from cardlab_exercises.declaration.answers import read_class_code, read_name

    code = read_class_code(str(class_code))
    if name is not None:
        os.environ["CARDLAB_LEARNER"] = read_name(name, "your name")
    os.environ["CARDLAB_CLASS"] = code


YOU = "you"
"""The name of a learner who has given none."""


def default_learner() -> str:
    """`CARDLAB_LEARNER`, `JUPYTERHUB_USER`; where a database is shared, the user's name; else `YOU`."""
    names = [os.environ.get("CARDLAB_LEARNER"), os.environ.get("JUPYTERHUB_USER")]
    if os.environ.get("CARDLAB_DATABASE"):
        with contextlib.suppress(OSError, KeyError):
            names.append(getpass.getuser())
    return next(filter(None, (_plain(name, 100) for name in names)), YOU)


def _plain(name: str | None, most: int) -> str:
    """A name of the environment, without what cannot be seen and with its accents in one form (NFC)."""
    return normalize("NFC", "".join(filter(str.isprintable, name or "")).strip())[:most]
