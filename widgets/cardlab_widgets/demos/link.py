"""A demo's case in the address of its page, and back again.

Voila gives the part of an address behind its ``?`` to the page's kernel. What is found there is read like
anything that somebody has typed.

>>> address = link("http://localhost:8866/voila/render/pegging.ipynb?seed=3", {"south": "5H JC"}, "course")
>>> address
'http://localhost:8866/voila/render/pegging.ipynb?south=5H+JC&preset=course'
>>> read_query(address.partition("?")[2], ("south", "north"))
Request(values={'south': '5H JC'}, preset='course', seed='', record='', code='')
"""

from __future__ import annotations

import base64
import os
import zlib
from collections.abc import Collection, Mapping
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode

from cardlab.cards import list_words, quoted

_LONGEST = 2_000
"""Letters in one value of an address, a record aside."""
_LONGEST_RECORD = 400_000
_COMMON = ("preset", "seed", "record", "class")
_NOT_OURS = ("theme", "template", "token")
"""What is meant for Voila itself."""


class Request(NamedTuple):
    """What an address asks for: values of the demo's fields, whose rules, a seed, a record, a class code."""

    values: dict[str, str]
    preset: str = ""
    seed: str = ""
    record: str = ""
    code: str = ""


def asked_for(fields: Collection[str]) -> Request:
    """What the address of this page asks for; nothing outside Voila. Raises `ValueError` as `read_query`."""
    return read_query(os.environ.get("QUERY_STRING", "") if "VOILA_REQUEST_URL" in os.environ else "", fields)


def read_query(query: str, fields: Collection[str]) -> Request:
    """Reads the part of an address behind its ``?``. Raises `ValueError` for what a demo has no use for."""
    found: dict[str, str] = {}
    try:
        parsed = parse_qs(query, keep_blank_values=True, max_num_fields=40, errors="strict")
    except (ValueError, UnicodeDecodeError):
        raise ValueError("the address of this page cannot be read") from None
    for name, given in parsed.items():
        if name in _NOT_OURS:
            continue
        if name not in fields and name not in _COMMON:
            allowed = list_words([*fields, *_COMMON])
            raise ValueError(f"the address of this page asks for {quoted(name)}; it can ask for {allowed}")
        if name != "record" and len(given[-1]) > _LONGEST:
            raise ValueError(f"{name} in the address of this page is too long")
        found[name] = given[-1]
    record = unpacked(found["record"]) if found.get("record") else ""
    values = {name: found[name] for name in fields if name in found}
    return Request(values, found.get("preset", ""), found.get("seed", ""), record, found.get("class", ""))


def link(base: str, values: Mapping[str, str], preset: str = "", record: str = "") -> str:
    """The address of a page that shows these values, or this record."""
    query = dict(values)
    if preset:
        query["preset"] = preset
    if record:
        query["record"] = packed(record)
    return f"{base.partition('?')[0]}?{urlencode(query)}"


def here() -> str:
    """The address of this page; outside Voila only what would follow it."""
    return os.environ.get("VOILA_REQUEST_URL", "")


def beside(page: str) -> str:
    """The address of another page of the same folder."""
    return f"{here().partition('?')[0].rpartition('/')[0]}/{page}" if here() else page


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
