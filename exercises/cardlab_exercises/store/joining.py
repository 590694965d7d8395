"""How a visitor of a server joins a class: under a name that is nobody else's there.

Whoever has a name sees what was done under it, so a name that somebody has in a class is taken. The same
person on another device takes it up again with a word that the server tells nobody else but the teacher.
"""

from __future__ import annotations

from hashlib import blake2s
from hmac import compare_digest
from threading import Lock

from cardlab.cards import quoted
from cardlab.wording import in_figures
from cardlab_exercises.declaration.answers import plain_code, plain_name, read_class_code, read_learner
from cardlab_exercises.store.identity import Identity, identity, is_claimed, join
from cardlab_exercises.store.store import Store, default_store

_LETTERS = "bcdfghjkmnpqrstvwxz"
"""Without vowels, so that no word comes of it, and without letters that look like figures."""
_LENGTH = 8
"""A program that asks a server a thousand times a second needs half a year for all words."""
_one_by_one = Lock()
"""Held while a name is looked for and taken, so that two browsers cannot both find it free."""


def word_of(learner: str, class_code: str, store: Store | None = None) -> str:
    """The word by which a learner of a class is known on another device; it follows from the store's secret.

    >>> kept = Store(None)
    >>> word_of("Ana", "7b", kept) == word_of(" Ana ", "7B", kept) != word_of("Ana", "8a", kept)
    True
    """
    who = f"word/{plain_code(class_code)}/{plain_name(learner)}"
    drawn = blake2s(who.encode(), key=(store or default_store()).secret(), digest_size=_LENGTH).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in drawn)


def join_as_visitor(class_code: str, name: str, word: str = "", store: Store | None = None) -> Identity:
    """Says that this browser is that learner of that class, as `join` does.

    What its nameless visitor has done so far comes along. Raises `ValueError` for a code or a name that is
    none, and for a name that somebody else has in the class, unless `word` is theirs; nothing has changed
    then.
    """
    code, learner = read_class_code(class_code), read_learner(name)
    with _one_by_one:
        return _join(code, learner, word, store or default_store())


def _join(code: str, learner: str, word: str, kept: Store) -> Identity:
    before = identity()
    known = compare_digest(plain_code(word).encode(), word_of(learner, code, kept).encode())
    taken = _is_taken(learner, code, kept)
    if kept.unread:  # nobody can tell whose name it is, and what was done so far could not come along
        raise ValueError("what is kept on this server cannot be read now, so that nobody can join; try later")
    if before[:2] != (learner, code) and not known and taken:
        raise ValueError(_refusal(learner, code, word))
    now = join(code, learner)
    if before.source == "visitor":
        brought = kept.rename(before.learner, before.class_code, now.learner, now.class_code)
        if brought:
            now = now._replace(told=f"{now.told} {_counted(brought)} as yours.")
    return now


def _counted(answers: int) -> str:
    return f"{in_figures(answers, 'answer')} given before {'counts' if answers == 1 else 'count'}"


def _is_taken(learner: str, code: str, store: Store) -> bool:
    there = store.attempts(learner, class_code=code)
    return is_claimed(learner, code) or bool(there)


def _refusal(learner: str, code: str, word: str) -> str:
    taken = f"class {code} has a learner called {quoted(learner)}"
    if word.strip():
        return f"{taken}, whose word is another one; your teacher can look it up"
    return (
        f"{taken}: if that is you, type the word that you were told; if not, add the first letter of your"
        " family name"
    )
