"""Who is practising: a name and a class, said once and kept until they are taken back.

`join` writes them into the data folder, so that every notebook of this account knows them, now and after a
restart. Where several people use one account (`CARDLAB_ASK`), ``cardlab lab`` asks at each start, and what is
said lasts as long as that JupyterLab. On a page of ``cardlab voila`` it lasts for the visitor's browser. On a
JupyterHub the name is that of the login.

What the environment says (`CARDLAB_LEARNER`, `CARDLAB_CLASS`) goes before what was kept: the person who
looks after the account has set it. What is said in a notebook goes before both, in that notebook.
"""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import time
from hashlib import blake2s
from pathlib import Path
from typing import Any, Literal, NamedTuple

from cardlab.cards import quoted
from cardlab.files import data_folder, write_whole
from cardlab_exercises.declaration.answers import plain_code, plain_name, read_class_code, read_learner
from cardlab_exercises.store.visitor import is_answering, may_teach, on_page, visitor

YOU = "you"
"""The name of a learner who has given none."""

ASK = "CARDLAB_ASK"
"""Set where several people use one account: nothing that they say lasts longer than a session."""
SESSION = "CARDLAB_SESSION"
"""What a ``cardlab lab`` that has asked calls itself, for the kernels that it starts."""
LEARNER = "CARDLAB_LEARNER"
CLASS = "CARDLAB_CLASS"

_NAMELESS = "visitor "
"""What the names of visitors begin with who have given none."""
_FILE = "who.json"
_SESSIONS = "sessions"
"""The folder for what was said by those who share an account or a server."""
_STALE = 30 * 24 * 3600
"""Seconds after which a session that nobody has joined again is forgotten."""

Source = Literal["notebook", "environment", "login", "kept", "account", "visitor", ""]


class Identity(NamedTuple):
    """Whose attempts are recorded. `class_code` is empty for a person who is in no class.

    `source` says where the name is from: said in this notebook, the environment, a JupyterHub's login, kept
    by `join`, the account of a shared database, a nameless visitor of a page, or "" where nobody has said it.
    `told` is what `join` or `leave` did, in words.
    """

    learner: str
    class_code: str = ""
    source: Source = ""
    told: str = ""

    @property
    def named(self) -> bool:
        """Whether a person has said this name, or logged in by it."""
        return self.source not in ("", "account", "visitor")

    @property
    def called(self) -> str:
        """The name and the class, as they are spoken of."""
        return (
            f"{quoted(self.learner, 100)} in {f'class {self.class_code}' if self.class_code else 'no class'}"
        )

    def __str__(self) -> str:
        return self.told or f"You are {self.called}."

    def __repr__(self) -> str:
        return str(self)


def identity() -> Identity:
    """Who is practising now."""
    kept = _kept()
    learner, source = _name(kept)
    codes = [_environment(CLASS, 40), kept.get("class", "")]
    if _visiting():  # the environment is that of the server, and one name in two classes is two learners
        codes.reverse()
    return Identity(learner, plain_code(codes[0] or codes[1]), source)


def join(class_code: str, name: str | None = None, *, lasting: bool = False) -> Identity:
    """Says once which class you are in and, if `name` is given, who you are; `leave` takes it back.

    It holds for every notebook of this account, now and after a restart. Capital and small letters in a
    class code are the same. The result says what was done. Raises `ValueError` for a code or a name that is
    empty, too long or cannot be seen; then nothing has changed. Where it cannot be kept, it holds for this
    process alone; with `lasting`, this raises `ValueError` instead.
    """
    code = read_class_code(str(class_code))
    said = read_learner(name) if name is not None else None
    before = identity()
    if said is not None and before.source == "login":
        note, said = f" On this JupyterHub your name is that of your login: {quoted(said)} is not used.", None
    else:
        note = ""
    _restore()
    lasts = _keep({**_kept(), "class": code, **({"learner": said} if said is not None else {})})
    if lasting and not lasts:
        raise ValueError("who you are cannot be kept: the folder for the score cannot be written")
    if is_answering():  # the environment is that of the whole server
        if not lasts:
            raise ValueError("who you are cannot be kept on this server now")
        now = identity()
        return now._replace(told=f"You are {now.called} {_how_long(lasts)}{_before(before, now)}")
    for variable, value in ((CLASS, code), (LEARNER, said)):
        if value is not None and (not lasts or _environment(variable, 100) not in ("", value)):
            _overrule(variable, value)
    now = identity()
    return now._replace(told=f"You are {now.called} {_how_long(lasts)}{_before(before, now)}{note}")


def leave() -> Identity:
    """Takes back what `join` said. Attempts stay where they are, under the name that they were made by."""
    before = identity()
    _restore()
    place = _place()
    if place is not None:
        with contextlib.suppress(OSError):
            place.unlink(missing_ok=True)
    now = identity()
    kept = f" What {before.called} has done is kept under that name." if now[:2] != before[:2] else ""
    return now._replace(told=f"You are {now.called}.{kept}")


def is_claimed(learner: str, class_code: str) -> bool:
    """Whether somebody else who shares this account or server has said that they are this learner."""
    if learner.casefold().startswith(_NAMELESS):
        return True  # a nameless visitor's, who may be in a class that the server names
    mine, who = _place(), {"learner": learner, "class": class_code}
    places = (data_folder() / _SESSIONS).glob("*.json")
    return any(place != mine and _read(place) == who for place in places)


def begin_session() -> None:
    """From here on what is said lasts as long as this process and those that it starts."""
    os.environ[SESSION] = os.urandom(8).hex()


def is_shared() -> bool:
    """Whether several people use this account, so that each start has to ask who is there."""
    return os.environ.get(ASK, "").strip().lower() not in ("", "0", "no", "false")


def _name(kept: dict[str, str]) -> tuple[str, Source]:
    said, login = _environment(LEARNER, 100), _environment("JUPYTERHUB_USER", 100)
    if said and LEARNER in _overruled:
        return said, "notebook"
    if _visiting():
        if "learner" in kept:
            return kept["learner"], "kept"
        # Long enough that no two of a million browsers are one learner.
        mark = blake2s(visitor().encode(), digest_size=8).hexdigest()
        return f"{_NAMELESS}{mark}", "visitor"
    if said:
        return said, "environment"
    if login:
        return login, "login"
    if "learner" in kept:
        return kept["learner"], "kept"
    if os.environ.get("CARDLAB_DATABASE"):
        with contextlib.suppress(OSError, KeyError):
            account = plain_name(getpass.getuser())[:100]
            if account:
                return account, "account"
    return YOU, ""


def _environment(variable: str, most: int) -> str:
    """A name of the environment in one form, without what cannot be seen."""
    return plain_name("".join(filter(str.isprintable, os.environ.get(variable, ""))))[:most]


def _visiting() -> bool:
    """Whether this is a visitor's page, on the server of somebody else."""
    return on_page() and not may_teach()


# ---------------------------------------------------------------- what lasts


def _place() -> Path | None:
    """The file that keeps who this is; None where nothing can last."""
    token = visitor() if _visiting() else os.environ.get(SESSION, "") if is_shared() else None
    try:
        folder = data_folder()
    except ValueError:  # there is no such home folder
        return None
    if token is None:
        return folder / _FILE
    if not token:
        return None
    return folder / _SESSIONS / f"{blake2s(token.encode(), digest_size=8).hexdigest()}.json"


def _kept() -> dict[str, str]:
    """What this person's file says."""
    place = _place()
    return _read(place) if place is not None else {}


def _read(place: Path) -> dict[str, str]:
    """What a file says; whatever in it is no name or code is left out."""
    row: Any = None
    with contextlib.suppress(OSError, ValueError, RecursionError):
        row = json.loads(place.read_bytes())
    found = {}
    if isinstance(row, dict):
        for field, read in (("learner", read_learner), ("class", read_class_code)):
            with contextlib.suppress(ValueError, KeyError):
                found[field] = read(row[field])
    return found


def _keep(row: dict[str, str]) -> bool:
    """Whether it could be kept."""
    try:
        place = _place()
        if place is None:
            return False
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.parent.name == _SESSIONS:
            _clear(place.parent)
        write_whole(place, json.dumps(row, ensure_ascii=False).encode())
    except (OSError, ValueError):
        return False
    return True


def _clear(folder: Path) -> None:
    for file in folder.glob("*.json"):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > _STALE:
                file.unlink()


_overruled: dict[str, str | None] = {}
"""What the environment said before `join` said something else in this process."""


def _overrule(variable: str, value: str) -> None:
    _overruled.setdefault(variable, os.environ.get(variable))
    os.environ[variable] = value


def _restore() -> None:
    for variable, was in _overruled.items():
        os.environ.pop(variable, None)
        if was is not None:
            os.environ[variable] = was
    _overruled.clear()


# ---------------------------------------------------------------- what was done, in words


def _how_long(lasts: bool) -> str:
    if not lasts or _overruled:
        set_before = " and ".join(name for name, was in _overruled.items() if was)
        why = f": elsewhere {set_before} says otherwise" if set_before else ""
        return f"in this notebook{why}."
    if _visiting():
        return "on all pages of this browser, until you leave."
    if is_shared():
        return "until this JupyterLab ends: other people use this account too."
    return "in all notebooks of this account, until you call leave()."


def _before(before: Identity, now: Identity) -> str:
    if before[:2] == now[:2] or not (before.named or before.class_code):
        return ""
    return f" Before you were {before.called}."
