"""Where cardlab keeps its files, and how it writes one: whole, or not at all.

A new file is written beside the old one, as a draft, and then takes its place. So the file is always either
the old version or the new one, even if the disk is full or the process ends.

>>> from tempfile import mkdtemp
>>> path = Path(mkdtemp()) / "game.txt"
>>> write_whole(path, b"cardlab record 1")
>>> path.read_text(), len(list(path.parent.iterdir()))
('cardlab record 1', 1)
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from time import time

from cardlab.cards import quoted
from cardlab.errors import InputError

_STALE = 3600.0
"""Seconds after which a draft that nobody has written to was left by a process that was killed."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """The path of an empty draft to write: at the end it takes the place of the file `path`.

    If that fails, or what is done meanwhile, the file stays as it was and the draft goes. The file keeps
    its mode; where it is a symbolic link, the file that it points to is replaced. Raises `OSError` where
    it cannot be written: also for a file that is write-protected, and for a folder or a device.
    """
    there = Path(os.path.realpath(path))
    mode = _mode(there, path)
    _clear(there.parent)
    draft = there.with_name(f".cardlab-{os.urandom(8).hex()}.part")
    try:
        draft.open("xb").close()
        yield draft
        if mode is not None:
            draft.chmod(mode)
        draft.replace(there)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is either the old one or the new one. Raises `OSError` as `replacing`."""
    with replacing(path) as draft:
        draft.write_bytes(data)


def _mode(there: Path, path: Path) -> int | None:
    """Who may do what with the file that is there; None if there is none. Raises `OSError`, naming `path`."""
    try:
        mode = there.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device", str(path))
    if not mode & 0o222 or not os.access(there, os.W_OK):  # root may, but wants it kept
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return stat.S_IMODE(mode)


@cache
def _clear(folder: Path) -> None:
    """Takes away the drafts of processes that were killed: once is enough for each folder."""
    for draft in folder.glob(".cardlab-*.part"):
        with suppress(OSError):
            if time() - draft.stat().st_mtime > _STALE:
                draft.unlink()


def file_name(text: str) -> str:
    """A text as the name of a file.

    >>> file_name("cribbage-strong-steady-blue/7")
    'cribbage-strong-steady-blue-7'
    """
    return "".join(letter if letter.isalnum() else "-" for letter in text)


def data_folder() -> Path:
    """Where cardlab keeps what it keeps: `CARDLAB_HOME`, or the user's data folder.

    Raises `ValueError` when that is the home of a user that does not exist.
    """
    return expanded(home())


def home() -> Path:
    """The data folder as it is named, with ``~`` as it stands."""
    named = os.environ.get("CARDLAB_HOME")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("cardlab", appauthor=False))


def expanded(path: Path) -> Path:
    """The whole path, with ``~`` as the home folder. Raises `ValueError` if there is no such home."""
    try:
        return path.expanduser().absolute()
    except RuntimeError:
        raise InputError(f"there is no home folder {quoted(path.parts[0])}") from None
