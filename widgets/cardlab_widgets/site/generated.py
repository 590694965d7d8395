"""Pages of the documentation that are made from the program: rules, names in Python, commands."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.lessons import Listed, listed

from cardlab import cli
from cardlab.game import referee
from cardlab.plugins import game_plugin, games
from cardlab.rulebook import Rule, Rulebook, load
from cardlab_widgets.screen.snapshot import TAUGHT
from cardlab_widgets.site.linking import rules_page

PRESETS = {
    "course": "this course's rule sheets; where they say nothing, the classic rule",
    "classic": "widely used rule books: Pagat and Bicycle; for Cribbage also Hoyle and the American "
    "Cribbage Congress",
}
"""Whose rules each preset has."""
KINDS = {
    "refuses": "refuses actions",
    "pays": "pays points",
    "happens": "makes something happen",
    "defines": "defines a term",
}
MODULES = ("cardlab", "cardlab.cribbage", "cardlab.canasta", "cardlab_exercises", "cardlab_widgets")
"""The modules whose public names the reference describes."""


def generated(notebooks: Path) -> Iterator[tuple[str, str]]:
    """Each page that is made: the name of its file and its text."""
    taught = _taught(notebooks)
    for game in games():
        yield f"{rules_page(game)}.md", rules(load(game), taught)
    for module in MODULES:
        yield f"api-{module}.rst", names(module)
    yield "commands.md", commands()


# ---------------------------------------------------------------- rules


def rules(book: Rulebook, taught: Mapping[str, list[Listed]]) -> str:
    """Every rule of a game under its id, with whose rule it is, its options and where it is taught."""
    title = game_plugin(book.game).title
    lines = [f"# The rules of {title} by id", "", "Two presets are complete sets of rules:", ""]
    lines += [f"- **{name}**: {source}." for name, source in PRESETS.items()]
    lines += [
        "",
        "Where a rule has one text, both say the same. [The rules and where they come from](rules.md)",
    ]
    lines += ["says more, and [every option](rule-options.md) shows all values side by side.", ""]
    presets = {name: referee(book.game).make_options(name) for name in PRESETS}
    practised = _practised(book.game)
    for family, heading in book.families.items():
        lines += [f"## {heading}", ""]
        for rule in book.rules.values():
            if rule.family == family:
                exercises = practised.get(rule.id, ())
                lines += _rule(rule, book, presets, taught.get(rule.id, ()), exercises)
    return "\n".join(lines)


def _rule(
    rule: Rule,
    book: Rulebook,
    presets: Mapping[str, Any],
    lessons: Iterable[Listed],
    exercises: Iterable[str],
) -> Iterator[str]:
    yield from (f"({rule.id.lower()})=", f"### {rule.id}: {rule.title}", "")
    texts = {name: rule.text(options) for name, options in presets.items()}
    if len(set(texts.values())) == 1:
        yield from (texts["course"], "")
    else:
        yield from (line for name, text in texts.items() for line in (f"*{name}:* {text}", ""))
    yield from (f"*Purpose:* {rule.purpose}", "")
    yield f"- It {KINDS[rule.kind]}."
    if rule.needs:
        yield f"- Know first: {', '.join(f'`{id}`' for id in rule.needs)}."
    if rule.option:
        yield from _option(book, rule.option, presets)
    if taught := ", ".join(f"[{one.title}](lesson:{one.name}.ipynb)" for one in lessons):
        yield f"- Taught in: {taught}."
    if asked := ", ".join(f"`{id}`" for id in exercises):
        yield f"- [Exercises](exercises.md): {asked}."
    yield ""


def _option(book: Rulebook, name: str, presets: Mapping[str, Any]) -> Iterator[str]:
    option = book.options[name]
    yield f"- It depends on the option `{name}` ({option.title}):"
    for value, words in option.values.items():
        chosen = " and ".join(preset for preset, had in presets.items() if str(getattr(had, name)) == value)
        yield f"  - `{value}`: {words}" + (f" (**{chosen}**)" if chosen else "")


def _taught(notebooks: Path) -> dict[str, list[Listed]]:
    """The lessons that show or practise each rule, as their stored outputs say."""
    found: dict[str, list[Listed]] = {}
    for lesson in listed(notebooks):
        book = json.loads((notebooks / f"{lesson.name}.ipynb").read_text(encoding="utf-8"))
        outputs = (output for cell in book["cells"] for output in cell.get("outputs", ()))
        for id in {id for output in outputs for id in output.get("data", {}).get(TAUGHT, ())}:
            found.setdefault(id, []).append(lesson)
    return found


def _practised(game: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for exercise in bank.exercises().values():
        if exercise.game == game:
            for id in exercise.rules:
                found.setdefault(id, []).append(exercise.id)
    return found


# ---------------------------------------------------------------- Python


def names(module_name: str) -> str:
    """The public names of a module, for Sphinx to fill in from their docstrings."""
    module = import_module(module_name)
    parts: dict[str, list[str]] = {"Functions": [], "Classes": [], "Exceptions": [], "Constants": []}
    for name in sorted(module.__all__):
        value = getattr(module, name)
        if isinstance(value, ModuleType):
            continue
        if not isinstance(value, type) and not inspect.isfunction(value):
            parts["Constants"].append(_constant(module_name, name, value))
        elif inspect.isfunction(value):
            parts["Functions"].append(f".. autofunction:: {module_name}.{name}\n")
        else:
            kind = "exception" if issubclass(value, Exception) else "class"
            entry = f".. auto{kind}:: {module_name}.{name}\n   :members:\n   :show-inheritance:\n"
            parts["Exceptions" if kind == "exception" else "Classes"].append(entry)
    lines = [f"``{module_name}``", "=" * (len(module_name) + 4), "", f".. automodule:: {module_name}"]
    lines += ["   :no-members:", "", f".. currentmodule:: {module_name}", ""]
    for heading, entries in parts.items():
        if entries:
            lines += [heading, "-" * len(heading), "", *entries]
    return "\n".join(lines)


def _constant(module: str, name: str, value: object) -> str:
    shown = re.sub(r"\s+", " ", repr(value))
    lines = [f".. py:data:: {name}", f"   :type: {type(value).__name__}"]
    if len(shown) < 100:
        lines.append(f"   :value: {shown}")
    holders = [held for key, held in sorted(sys.modules.items()) if key.startswith(f"{module}.")]
    told = (_words_of(held, name) for held in holders if getattr(held, name, None) is value)
    words = next(filter(None, told), "")
    return "\n".join([*lines, "", *(f"   {line}" for line in words.splitlines()), ""])


def _words_of(module: ModuleType, name: str) -> str:
    """The string below an assignment, which is the docstring of a constant."""
    body = ast.parse(inspect.getsource(module)).body
    for node, after in pairwise(body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if named and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            return inspect.cleandoc(str(after.value.value))
    return ""


# ---------------------------------------------------------------- commands


def commands() -> str:
    """What `cardlab COMMAND --help` says, for every command."""
    group, lines = cli.cli, ["# The commands", "", "What `cardlab COMMAND --help` prints.", ""]
    context = click.Context(group, info_name="cardlab", terminal_width=96)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = click.Context(command, context, info_name=name, terminal_width=96)
        lines += [f"## cardlab {name}", "", "```text", command.get_help(inner), "```", ""]
    return "\n".join(lines)
