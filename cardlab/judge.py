"""Settling what a rule means: cases with an expected ruling, put to the referee.

A case file holds one JSON object a line: `id`, `kind`, `given` (a position, and the preset under which
it is to be judged; "both" for either), `expect` (the ruling) and, for people, `rule_ids` and `source`. This
module contains no rule: each game's `rule_cases` turn a kind of case into calls of its referee. The first
part of a kind is the prefix of the game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from cardlab.cards import escaped, quoted
from cardlab.errors import IllegalActionError, InputError, NotationError
from cardlab.plugins import game_plugin, games

PRESETS = ("course", "classic")


class NotSupportedError(ValueError):
    """The case asks something that no translation exists for; the message says what."""


class Ruling(NamedTuple):
    """What the engine says to one case. `differences` are lines ``what: expected ..., got ...``."""

    id: str
    verdict: Literal["agree", "disagree", "not supported"]
    differences: tuple[str, ...] = ()


def read_cases(path: str | Path) -> Iterator[dict[str, Any]]:
    """The cases of a file in UTF-8, with or without a byte order mark.

    Raises `NotationError` naming file and line for anything but a case, `OSError` if it cannot be read.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").split("\n")  # JSON may hold other line ends
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text file in UTF-8") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            case = json.loads(line)
        except ValueError as error:
            raise NotationError(f"{where}: this is not JSON ({error})") from None
        except RecursionError:
            raise NotationError(f"{where}: this JSON is nested too deeply") from None
        if not isinstance(case, dict):
            raise NotationError(f"{where}: a case is an object with id, kind, given and expect")
        if "symptom" in case and "id" in case:  # a fault of another program, told in words
            yield case
            continue
        missing = [field for field in ("id", "kind", "given", "expect") if field not in case]
        if missing:
            raise NotationError(
                f"{where}: case {quoted(case.get('id', '?'))} has no {' and no '.join(missing)}"
            )
        if not isinstance(case["given"], dict) or not isinstance(case["expect"], dict):
            raise NotationError(f"{where}: given and expect of case {quoted(case['id'])} must be objects")
        yield case


def judge(case: Mapping[str, Any]) -> Ruling:
    """The engine's ruling on one case, under each preset that it names.

    >>> given = {"preset": "both", "hand": ["5S", "5D", "5C", "JH"], "starter": "5H"}
    >>> judge({"id": "x", "kind": "crib.show", "given": given, "expect": {"total": 28}}).differences
    ('course: total: expected 28, got 29', 'classic: total: expected 28, got 29')
    """
    if "given" not in case:
        told = "this is a fault told in words; tests are named after it"
        return Ruling(str(case["id"]), "not supported", (told,))
    named = case["given"].get("preset", "both")
    if named != "both" and named not in PRESETS:
        return Ruling(str(case["id"]), "not supported", (f"there is no preset {quoted(named)}",))
    differences = []
    try:
        for preset in PRESETS if named == "both" else (named,):
            got, unordered = _ask(str(case["kind"]), case["given"], preset)
            differences += [f"{preset}: {line}" for line in _compare(case["expect"], got, unordered)]
    except NotSupportedError as error:
        return Ruling(str(case["id"]), "not supported", (str(error),))
    return Ruling(str(case["id"]), "disagree" if differences else "agree", tuple(differences))


def _ask(kind: str, given: Mapping[str, Any], preset: str) -> tuple[Mapping[str, Any], frozenset[str]]:
    """What the engine says, and which lists of it have no order."""
    prefix = kind.partition(".")[0]
    try:
        game = next(game for game in map(game_plugin, games()) if game.prefix == prefix)
        cases = game.rule_cases
        translate = cases.KINDS[kind]
    except (StopIteration, KeyError, InputError):
        raise NotSupportedError(f"there is no case kind {quoted(kind)}") from None
    try:
        return translate(given, cases.make_options(given, preset)), cases.UNORDERED
    except IllegalActionError as error:
        why = [refusal.rule for refusal in error.refusals]
        return {"legal": False, "why": why, "refused": str(error)}, cases.UNORDERED
    except NotSupportedError:
        raise
    except Exception as error:  # a case can hold anything at all where a hand or a score should stand
        raise NotSupportedError(f"{type(error).__name__}: {error}") from error


def _compare(expected: Any, got: Any, unordered: frozenset[str], name: str = "") -> Iterator[str]:
    """Where `got` differs from what is expected; what nothing is expected of is left out."""
    if isinstance(expected, dict) and isinstance(got, dict | Mapping):
        for key, value in expected.items():
            where = f"{name}.{key}" if name else str(key)
            if key == "why" and not name:  # any one of the reasons given is right
                yield from _compare_why(value, got)
            elif key not in got:
                yield f"{where}: expected {_show(value)}, got {got.get('refused', 'nothing')}"
            else:
                yield from _compare(value, got[key], unordered, where)
    elif isinstance(expected, list) and isinstance(got, list | tuple):
        last = name.rpartition(".")[2].partition("[")[0]
        if last in unordered and sorted(map(str, expected)) == sorted(map(str, got)):
            return
        if len(expected) != len(got) or last in unordered:
            yield f"{name}: expected {_show(expected)}, got {_show(got)}"
            return
        for at, (one, other) in enumerate(zip(expected, got, strict=True)):
            yield from _compare(one, other, unordered, f"{name}[{at}]")
    elif expected != got:
        yield f"{name}: expected {_show(expected)}, got {_show(got)}"


def _compare_why(allowed: Any, got: Mapping[str, Any]) -> Iterator[str]:
    rules = [allowed] if isinstance(allowed, str) else allowed
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise NotSupportedError(f"why is the id of a rule or a list of ids, not {quoted(allowed)}")
    given = got.get("why", ())
    if not rules:
        if given:
            yield f"why: expected no refusal, got {_show(given)}"
    elif not set(rules) & set([given] if isinstance(given, str) else given):
        yield f"why: expected one of {_show(rules)}, got {_show(given) if given else 'no refusal'}"


def _show(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)


def report(rulings: Iterable[Ruling]) -> tuple[str, bool]:
    """The judge's report: every disagreement, and the closing line; and whether there was none.

    >>> print(report([Ruling("A-1", "agree"), Ruling("A-2", "disagree", ("total: expected 3, got 4",))])[0])
    A-2: total: expected 3, got 4
    1 agree, 1 disagree, 0 not supported
    """
    rulings = list(rulings)
    lines = [
        escaped(f"{ruling.id}: {line}")
        if ruling.verdict == "disagree"
        else escaped(f"{ruling.id}: not supported: {line}")
        for ruling in rulings
        for line in ruling.differences
    ]
    tally = {kind: sum(ruling.verdict == kind for ruling in rulings) for kind in _VERDICTS}
    lines.append(", ".join(f"{number} {kind}" for kind, number in tally.items()))
    return "\n".join(lines), not tally["disagree"]


_VERDICTS = ("agree", "disagree", "not supported")
