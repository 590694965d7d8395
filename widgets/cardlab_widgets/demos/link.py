"""A demo's case in the address of its page, and back again.

Voila gives the part of an address behind its ``?`` to the page's kernel. What is found there is read like
anything that somebody has typed.

>>> from cardlab.cribbage import options
>>> rules = written("cribbage", options("course", go_continue="must"))
>>> address = link("http://localhost:8866/voila/render/pegging.ipynb?seed=3", {"south": "5H JC", **rules})
>>> address
'http://localhost:8866/voila/render/pegging.ipynb?south=5H+JC&preset=course&go_continue=must'
>>> asked = read_query(address.partition("?")[2], ("south", "north"), rules)
>>> asked.values, asked.preset, asked.changes
({'south': '5H JC'}, 'course', {'go_continue': 'must'})
"""

from __future__ import annotations

import base64
import os
import zlib
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from cardlab_exercises.store.visitor import PAGE, network_host, on_page

from cardlab.cards import list_words, quoted
from cardlab.game import referee
from cardlab.options import change

START = "CARDLAB_START"
"""The environment variable with the address of the list of demos, on a web site without a server."""
_LONGEST = 2_000
"""Letters in one value of an address, a record aside."""
_LONGEST_RECORD = 400_000
_COMMON = ("preset", "seed", "record", "class")
_NOT_OURS = ("theme", "template", "token")
"""What is meant for Voila itself."""


class Request(NamedTuple):
    """What an address asks for: values of the demo's fields, the rules, a seed, a record, a class code.

    The rules are a preset, and `changes` of its options by name.
    """

    values: dict[str, str]
    preset: str = ""
    changes: Mapping[str, str] = {}
    seed: str = ""
    record: str = ""
    code: str = ""

    def rules(self, game: str, usual: Any) -> Any:
        """The options of `game` that are asked for, those not named as in `usual`. Raises `ValueError`."""
        rules = referee(game)
        base = rules.make_options(self.preset) if self.preset else usual
        return rules.as_options(change(base, self.changes))


def asked_for(fields: Collection[str], options: Collection[str] = ()) -> Request:
    """What the address of this page asks for; nothing outside Voila. Raises `ValueError` as `read_query`."""
    query = os.environ.get("QUERY_STRING", "") if on_page() else ""
    return read_query(query, fields, options)


def read_query(query: str, fields: Collection[str], options: Collection[str] = ()) -> Request:
    """Reads the part of an address behind its ``?``: `fields` and `options` by name, and what all demos have.

    Raises `ValueError` for what a demo has no use for.
    """
    found: dict[str, str] = {}
    try:
        parsed = parse_qs(query, keep_blank_values=True, max_num_fields=40, errors="strict")
    except (ValueError, UnicodeDecodeError):
        raise ValueError("the address of this page cannot be read") from None
    for name, given in parsed.items():
        if name in _NOT_OURS:
            continue
        if name not in (*fields, *options, *_COMMON):
            known = list_words([*fields, *_COMMON, *(["options of the rules"] if options else [])])
            raise ValueError(f"the address of this page asks for {quoted(name)}; it can ask for {known}")
        if name != "record" and len(given[-1]) > _LONGEST:
            raise ValueError(f"{name} in the address of this page is too long")
        found[name] = given[-1]
    record = unpacked(found["record"]) if found.get("record") else ""
    values = {name: found[name] for name in fields if name in found}
    preset, seed, code = (found.get(name, "") for name in ("preset", "seed", "class"))
    changes = {name: found[name] for name in options if name in found and name != "preset"}
    return Request(values, preset, changes, seed, record, code)


def written(game: str, rules: Any) -> dict[str, str]:
    """A game's options as an address names them: the preset, and each option that differs from it."""
    changes = referee(game).option_changes(rules)
    return {"preset": rules.preset, **{name: str(value) for name, value in changes.items()}}


def link(base: str, values: Mapping[str, str], record: str = "") -> str:
    """The address of a page that shows these values, or this record."""
    query = dict(values)
    if record:
        query["record"] = packed(record)
    return f"{base.partition('?')[0]}?{urlencode(query)}"


def here() -> str:
    """The address of this page; outside Voila only what would follow it."""
    address = urlsplit(os.environ.get(PAGE, ""))
    # A proxy may have taken the base of the address away.
    base, inside = os.environ.get("VOILA_BASE_URL", "/"), os.environ.get("VOILA_SERVER_URL", "/")
    if base != inside and address.path.startswith(inside):
        address = address._replace(path=base + address.path.removeprefix(inside))
    return address.geturl()


def beside(page: str) -> str:
    """The address of another page of the same folder."""
    return f"{here().partition('?')[0].rpartition('/')[0]}/{page}" if here() else page


def start() -> str:
    """The address of the list of demos that this page is in; empty where it is in none."""
    if START in os.environ:
        return os.environ[START]
    base, inside, _ = here().partition("/voila/render/")
    return f"{base}/" if inside else ""


def is_local(address: str) -> bool:
    """Whether only the machine itself can open an address.

    >>> is_local("http://localhost:8866/"), is_local("http://192.0.2.7:8866/")
    (True, False)
    """
    return urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1")


def for_others(address: str) -> str:
    """An address of this server as other devices can open it, where the server can be reached by them."""
    host = network_host()
    if not host or not is_local(address):
        return address
    parts = urlsplit(address)
    return parts._replace(netloc=f"{host}:{parts.port}" if parts.port else host).geturl()


def packed(record: str) -> str:
    """A record in the letters of an address.

    >>> unpacked(packed("a record")) == "a record"
    True
    """
    return base64.urlsafe_b64encode(zlib.compress(record.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> str:
    """A record as it was before `packed`. Raises `ValueError` for anything else."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
        engine = zlib.decompressobj()
        record = engine.decompress(data, _LONGEST_RECORD)
        if engine.unconsumed_tail:
            raise ValueError
        return record.decode()
    except (ValueError, zlib.error):
        raise ValueError("the record in the address of this page is damaged") from None
