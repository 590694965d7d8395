"""Where the lessons are, and how they come into the learner's own folder.

The lessons of the package (or of a clone) stay as they are; learners work in copies. A lesson that
the learner has changed is never overwritten: a newer one is put beside it. What counts as changed is
the text of the cells, not their outputs, which change whenever a lesson is used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from glob import escape
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardlab.files import replacing, write_whole

LEDGER = ".cardlab-lessons.json"
"""In the learner's folder: the fingerprint of each lesson as it was copied."""


class Copied(NamedTuple):
    """What `copy_lessons` did: lessons that are new or renewed, and new ones put beside changed ones."""

    fresh: tuple[str, ...]
    beside: tuple[str, ...]


def lesson_files(folder: Path) -> Iterator[Path]:
    """Everything that belongs to the lessons in `folder`, as paths relative to it."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inside.parts):
            yield inside


def copy_lessons(source: Path, target: Path) -> Copied:
    """Brings the lessons in `target` up to date with `source`. Never overwrites what was changed.

    If there is a newer version of a changed lesson, it is put beside it, ``name (new).ipynb``.
    Raises `OSError` when `target` cannot be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    ledger = _read_ledger(target)
    fresh, beside = [], []
    for inside in lesson_files(source):
        name = inside.as_posix()
        ours, theirs = source / inside, target / inside
        mark = fingerprint(ours)
        if theirs.exists() and (ledger.get(name) == mark or fingerprint(theirs) == mark):
            ledger[name] = mark
            continue
        if theirs.exists() and fingerprint(theirs) != ledger.get(name):
            theirs = _neighbour(theirs, mark)
            beside.append(theirs.relative_to(target).as_posix())
        else:
            fresh.append(name)
        theirs.parent.mkdir(parents=True, exist_ok=True)
        write_whole(theirs, ours.read_bytes())
        ledger[name] = mark
    _write_ledger(target, ledger)
    return Copied(tuple(fresh), tuple(beside))


def put_back(source: Path, target: Path, inside: Path) -> Path | None:
    """Puts one lesson back as it is in `source`. One that was changed is kept; its new path is returned.

    Raises `OSError` when `target` cannot be written; the lesson is then still there, as it was.
    """
    ours, theirs = source / inside, target / inside
    kept = None
    changed = theirs.exists() and fingerprint(theirs) != fingerprint(ours)
    theirs.parent.mkdir(parents=True, exist_ok=True)
    with replacing(theirs) as draft:  # what a full disk refuses is refused before anything is kept
        draft.write_bytes(ours.read_bytes())
        _write_ledger(target, _read_ledger(target) | {inside.as_posix(): fingerprint(ours)})
        if changed:
            kept = next(path for path in _names(theirs, "mine") if not path.exists())
            write_whole(kept, theirs.read_bytes())
    return kept


def sign_lessons(source: Path, target: Path) -> None:
    """Lets Jupyter trust the lessons in `target`, as ``jupyter trust`` does, so that they run when opened.

    Only those that are, byte for byte, lessons of `source`, or newer ones beside changed ones: what somebody
    else has written into a lesson, even into its outputs, is not vouched for. Raises `OSError` or
    `sqlite3.Error` where signatures cannot be kept.
    """
    from jupyter_core.paths import jupyter_data_dir
    from jupyter_core.utils import ensure_dir_exists
    from nbformat import v4
    from nbformat.sign import NotebookNotary

    folder = jupyter_data_dir()
    ensure_dir_exists(folder, 0o700)
    with NotebookNotary(data_dir=folder) as notary:
        for inside in lesson_files(source):
            if inside.suffix != ".ipynb":
                continue
            ours, theirs = (source / inside).read_bytes(), target / inside
            newer = theirs.parent.glob(f"{escape(theirs.stem)} (new*).ipynb")
            if any(path.is_file() and path.read_bytes() == ours for path in (theirs, *newer)):
                notebook = v4.reads(ours.decode())
                if not notary.check_signature(notebook):
                    notary.sign(notebook)


def fingerprint(path: Path) -> str:
    """What tells two versions of a lesson apart: the cells' text; the bytes of any other file."""
    data = path.read_bytes()
    if path.suffix == ".ipynb":
        try:
            cells = json.loads(data)["cells"]
            data = json.dumps([[cell["cell_type"], "".join(cell["source"])] for cell in cells]).encode()
        except (ValueError, KeyError, TypeError):
            pass  # damaged: then its bytes are all there is to go by
    return hashlib.sha256(data).hexdigest()


def _neighbour(path: Path, mark: str) -> Path:
    """A free name beside `path`, or that of a neighbour which is the same lesson already."""
    return next(
        beside for beside in _names(path, "new") if not beside.exists() or fingerprint(beside) == mark
    )


def _names(path: Path, what: str) -> Iterator[Path]:
    """Names beside `path`: ``name (new)``, ``name (new 2)`` and so on."""
    for number in count(1):
        yield path.with_name(f"{path.stem} ({what}{f' {number}' if number > 1 else ''}){path.suffix}")


def _read_ledger(target: Path) -> dict[str, str]:
    try:
        ledger = json.loads((target / LEDGER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(mark) for name, mark in ledger.items()} if isinstance(ledger, dict) else {}


def _write_ledger(target: Path, ledger: dict[str, str]) -> None:
    write_whole(target / LEDGER, json.dumps(ledger, indent=1, sort_keys=True).encode())
