"""The rulebooks: every rule, option and common mistake of a game, as data.

A rule is the unit of everything: the engine cites it, lessons teach it, exercises practise it. The
text is in one TOML file a game and language; this module only reads it.

>>> load("cribbage").rule("crib-show-04").title
'Pairs'
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from graphlib import TopologicalSorter
from importlib.resources import files
from string import Formatter
from typing import Any, Literal, TypeVar, get_args

from cardlab.cards import list_words, quoted
from cardlab.errors import NotationError, SaidPlainly
from cardlab.plugins import game_plugin, games
from cardlab.wording import say

T = TypeVar("T")

Kind = Literal["refuses", "pays", "happens", "defines"]


class UnknownRuleError(SaidPlainly, KeyError):
    """No rule, option or mistake has that name; the message offers the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])


class _Template(Formatter):
    """Texts over options: ``{canasta_size}`` is a value, ``{canasta_size:words}`` says it in words."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:
        return getattr(args[0], str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        text: str = say(value) if format_spec == "words" else super().format_field(value, format_spec)
        return text


_TEMPLATE = _Template()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it says, what kind it is, what to know first, and why the game has it.

    The statement and the texts `by_value` may name options in braces; `text` fills them in.
    """

    id: str
    title: str
    statement: str
    kind: Kind
    purpose: str
    needs: tuple[str, ...] = ()
    option: str | None = None
    by_value: Mapping[str, str] = field(default_factory=dict)

    @property
    def family(self) -> str:
        """What its id has in common with others: ``CRIB-SHOW`` of ``CRIB-SHOW-04``."""
        return self.id.rpartition("-")[0]

    def text(self, options: Any) -> str:
        """The statement; where the rule depends on options, as these `options` have it.

        >>> from cardlab.canasta import options
        >>> load("canasta").rule("CAN-CAN-01").text(options("classic", canasta_size=6))[:34]
        'A meld of six cards is a canasta. '
        """
        words = self.by_value.get(str(getattr(options, self.option)), self.statement) if self.option else None
        return _TEMPLATE.format(words or self.statement, options)


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option in words: what it decides and what each of its values means."""

    name: str
    title: str
    values: Mapping[str, str]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A common mistake: its name, how it comes about, and the rules it offends.

    The explanation may name options in braces, as a rule does; `text` fills them in.
    """

    id: str
    name: str
    explanation: str
    rules: tuple[str, ...]

    def text(self, options: Any) -> str:
        """The explanation under these `options`."""
        return _TEMPLATE.format(self.explanation, options)


E = TypeVar("E", Rule, Mistake)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules, options and mistakes of one game, in the order of the course.

    `families` says what the rules of each `Rule.family` are about.
    """

    game: str
    language: str
    rules: Mapping[str, Rule]
    options: Mapping[str, OptionText]
    mistakes: Mapping[str, Mistake]
    families: Mapping[str, str]

    def rule(self, id: str) -> Rule:
        """The rule with that id, in any case. Raises `UnknownRuleError` with the nearest ids."""
        return _pick(self.rules, id, "rule", id.strip().upper())

    def mistake(self, id: str) -> Mistake:
        """The mistake with that id. Raises `UnknownRuleError` with the nearest ids."""
        return _pick(self.mistakes, id, "mistake", id)

    def course(self) -> tuple[Rule, ...]:
        """All rules, each after the rules it needs, otherwise in the order of the book."""
        order: dict[str, Rule] = {}

        def visit(id: str) -> None:
            if id not in order:
                for need in self.rules[id].needs:
                    visit(need)
                order[id] = self.rules[id]

        for id in self.rules:
            visit(id)
        return tuple(order.values())


def _pick(table: Mapping[str, T], id: str, what: str, key: str) -> T:
    """What stands under `key`, which is the `id` that was asked for as the table writes ids."""
    try:
        return table[key]
    except KeyError:
        near = get_close_matches(key, table, n=3, cutoff=0.5)
        advice = f"; did you mean {list_words(near, 'or')}?" if near else ""
        raise UnknownRuleError(f"there is no {what} {quoted(id)}{advice}") from None


@cache
def load(game: str, language: str = "en") -> Rulebook:
    """The rulebook of `game` ("cribbage" or "canasta"); an empty one for a game that brings none.

    Raises `UnknownRuleError` when there is none, `ValueError` naming the entry when the file is faulty.
    """
    missing = f"there is no rulebook for {quoted(game)} in {quoted(language)}"
    try:
        modules = game_plugin(game).modules
    except NotationError as error:
        raise UnknownRuleError(missing) from error
    if "rulebook" not in modules:
        return Rulebook(game, language, {}, {}, {}, {})
    source = files(modules["rulebook"]) / f"{game}.{language}.toml"
    if not source.is_file():
        raise UnknownRuleError(missing)
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    rules, titles = _by_id(_rule(entry) for entry in data["rule"]), data.get("families", {})
    book = Rulebook(
        game=game,
        language=language,
        rules=rules,
        options={
            entry["name"]: OptionText(entry["name"], entry["title"], entry["values"], entry.get("note", ""))
            for entry in data.get("option", ())
        },
        mistakes=_by_id(
            Mistake(entry["id"], entry["name"], entry["explanation"], tuple(entry["rules"]))
            for entry in data.get("mistake", ())
        ),
        families={rule.family: titles.get(rule.family, rule.family) for rule in rules.values()},
    )
    _check_references(book)
    return book


def find_rule(id: str) -> tuple[Rulebook, Rule]:
    """The rule with that id and the rulebook it stands in. Raises `UnknownRuleError`."""
    wanted = id.strip().upper()
    books = [load(game) for game in games()]
    for book in books:
        if wanted in book.rules:
            return book, book.rules[wanted]
    every = {key: rule for book in books for key, rule in book.rules.items()}
    return books[0], _pick(every, id, "rule", wanted)


def _rule(entry: dict[str, Any]) -> Rule:
    if entry["kind"] not in get_args(Kind):
        raise ValueError(f"{entry['id']}: kind {entry['kind']!r} is none of {get_args(Kind)}")
    return Rule(
        id=entry["id"],
        title=entry["title"],
        statement=entry["statement"],
        kind=entry["kind"],
        purpose=entry["purpose"],
        needs=tuple(entry.get("needs", ())),
        option=entry.get("option"),
        by_value=entry.get("by_value", {}),
    )


def _by_id(entries: Iterable[E]) -> dict[str, E]:
    table: dict[str, E] = {}
    for entry in entries:
        if entry.id in table:
            raise ValueError(f"{entry.id} stands twice in the rulebook")
        table[entry.id] = entry
    return table


def _check_references(book: Rulebook) -> None:
    TopologicalSorter({id: rule.needs for id, rule in book.rules.items()}).prepare()  # refuses circles
    for rule in book.rules.values():
        missing = [id for id in rule.needs if id not in book.rules]
        if missing:
            raise ValueError(f"{rule.id} needs {missing}, which the rulebook does not have")
        if rule.option and rule.option not in book.options:
            raise ValueError(f"{rule.id} depends on {rule.option!r}, which is no option of the rulebook")
    for mistake in book.mistakes.values():
        missing = [id for id in mistake.rules if id not in book.rules]
        if missing:
            raise ValueError(f"{mistake.id} names {missing}, which the rulebook does not have")
