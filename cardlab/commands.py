"""The engine's own commands: `cardlab judge`, `cardlab rules`, `cardlab play`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardlab.cards import escaped, quoted
from cardlab.cli import UserError
from cardlab.errors import NotationError
from cardlab.plugins import game_plugin, games

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from cardlab.game import Game
    from cardlab.rulebook import Kind, Rule, Rulebook


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False))
def judge(files: tuple[str, ...]) -> None:
    """Put rule cases to the referee and print every disagreement.

    FILES hold one case a line, as JSON: id, kind, given, expect. The last line says how many agree,
    disagree or are not supported; the exit code is 1 if any disagree, 2 if a file cannot be read. Cases that
    are not supported do not count as disagreements: look at the last line.

    Example: cardlab judge tests/cases/cribbage.jsonl
    """
    from cardlab.judge import judge as ask
    from cardlab.judge import read_cases, report

    try:
        rulings = [ask(case) for file in files for case in read_cases(file)]
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}") from error
    except NotationError as error:
        raise UserError(str(error)) from error
    text, agreed = report(rulings)
    click.echo(text)
    raise SystemExit(0 if agreed else 1)


@click.command()
@click.argument("id", required=False)
def rules(id: str | None) -> None:
    """Show a rule in plain words, with what it depends on in each rule set.

    ID is the rule's id; without one, all rules are listed.

    Example: cardlab rules CRIB-GO-04
    """
    from cardlab import rulebook

    if id is None:
        for game in games():
            _list_rules(game)
    else:
        try:
            book, rule = rulebook.find_rule(id)
        except rulebook.UnknownRuleError as error:
            raise UserError(str(error)) from error
        click.echo(_rule_text(book, rule))


def _list_rules(game: str) -> None:
    from cardlab.rulebook import load

    book = load(game)
    if not book.rules:
        return
    wide = max(map(len, book.rules))
    click.echo(game_plugin(game).title)
    for rule in book.rules.values():
        click.echo(f"  {rule.id:<{wide}}  {rule.title}")


_ABOUT: dict[Kind, str] = {
    "refuses": "what may not be done",
    "pays": "what scores, and how much",
    "happens": "what happens",
    "defines": "what is meant",
}
"""The kinds of rules in words."""


def _rule_text(book: Rulebook, rule: Rule) -> str:
    """A rule for the terminal: what it says under each preset, why it is there, what to know first."""
    from cardlab.game import referee

    lines = [f"{rule.id}  {rule.title}  ({game_plugin(book.game).title}: {_ABOUT[rule.kind]})", ""]
    options = {preset: referee(book.game).make_options(preset) for preset in ("course", "classic")}
    texts = {preset: rule.text(chosen) for preset, chosen in options.items()}
    if texts["course"] == texts["classic"]:
        lines.append(f"{texts['course']} (course and classic rules)")
    else:
        lines += [f"{preset} rules: {text}" for preset, text in texts.items()]
    lines += ["", f"Why: {rule.purpose}"]
    if rule.option:
        option = book.options[rule.option]
        lines += ["", f"Option {option.name} ({option.title})"]
        for value, words in option.values.items():
            used = [
                preset for preset, chosen in options.items() if str(getattr(chosen, option.name)) == value
            ]
            lines.append(f"  {value}: {words}" + (f"  [{', '.join(used)}]" if used else ""))
        lines += [f"  {option.note}"] if option.note else []
    if rule.needs:
        lines += ["", "Know first: " + ", ".join(f"{need} {book.rules[need].title}" for need in rule.needs)]
    return "\n".join(lines)


@click.command()
@click.argument("game", type=click.Choice(games()))
@click.option(
    "--level", default="steady", show_default=True, help="The opponents: beginner, steady or strong."
)
@click.option("--players", type=int, help="How many play; the computer plays all but you.")
@click.option("--preset", default="course", show_default=True, help="The rule set: course or classic.")
@click.option("--option", "changes", multiple=True, metavar="NAME=VALUE", help="An option of the rules.")
@click.option("--seed", help="Deals the cards; a game with the same seed has the same cards.")
@click.option("--resume", is_flag=True, help="Go on with the game that was left.")
@click.option("--load", type=click.Path(dir_okay=False), help="Go on with a game saved in a file.")
def play(
    game: str,
    level: str,
    players: int | None,
    preset: str,
    changes: tuple[str, ...],
    seed: str | None,
    resume: bool,
    load: str | None,
) -> None:
    """Play a game against the computer, here in the terminal.

    While you play, type ? for help: there is undo, "why?" and "hint".

    \b
    Examples:
      cardlab play cribbage
      cardlab play canasta --level strong
      cardlab play cribbage --preset classic --option counting=by_hand
    """
    from rich.console import Console

    from cardlab.terminal_game import Session, saved_game

    console = Console(highlight=False)
    path = saved_game(game) if resume else load
    try:
        if path is not None:
            table = _game_in(path, game, resume)
        else:
            table = _new_game(game, players, preset, changes, seed)
        session = Session(table, 0, level, console, console.input)
        session.keeping = resume
        if load:
            session.keep()
    except FileNotFoundError as error:
        what = "there is no game to go on with" if resume else f"there is no file {error.filename}"
        raise UserError(what) from error
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}") from error
    except ValueError as error:
        raise UserError(str(error)) from error
    session.run()


def _game_in(path: str | os.PathLike[str], game: str, resume: bool) -> Game:
    """The game whose record is in a file. Raises `OSError`, or `ValueError` that names the file."""
    from cardlab.terminal_game import open_game

    try:
        with open(path, encoding="utf-8") as file:
            return open_game(game, file.read())
    except ValueError as error:
        fault = "it is no text" if isinstance(error, UnicodeDecodeError) else error
        instead = "; without --resume a new game begins, and this file is put aside" if resume else ""
        raise ValueError(f"{escaped(str(path))} holds no game that can be read: {fault}{instead}") from error


def read_changes(changes: Iterable[str]) -> dict[str, str]:
    """Options written ``name=value``, by name. Raises `ValueError` for what is written otherwise."""
    wrong = [change for change in changes if "=" not in change]
    if wrong:
        raise ValueError(f"an option is written name=value, not {quoted(wrong[0])}")
    return dict(change.split("=", 1) for change in changes)


def _new_game(
    name: str, players: int | None, preset: str, changes: tuple[str, ...], seed: str | None
) -> Game:
    """A game with the options and the seed asked for; without a seed, any one of a million."""
    from random import SystemRandom

    from cardlab.game import Game, referee

    named = read_changes(changes)
    if players is not None:
        named["players"] = str(players)
    rules = referee(name)
    return Game(rules, rules.make_options(preset, **named), seed or str(SystemRandom().randrange(10**6)))
