"""The engine's own commands: `cardlab judge`, `cardlab rules`, `cardlab play`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardlab.errors import NotationError

if TYPE_CHECKING:
    from cardlab.rulebook import Rule, Rulebook


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False))
def judge(files: tuple[str, ...]) -> None:
    """Put rule cases to the referee and print every disagreement.

    FILES hold one case a line, as JSON: id, kind, given, expect. The last line says how many agree,
    disagree or are not supported; the exit code is 1 if any disagree, 2 if a file cannot be read.

    Example: cardlab judge tests/cases/cribbage.jsonl
    """
    from cardlab.judge import judge as ask
    from cardlab.judge import read_cases, report

    try:
        rulings = [ask(case) for file in files for case in read_cases(file)]
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}") from error
    except NotationError as error:
        raise click.UsageError(str(error)) from error
    text, agreed = report(rulings)
    click.echo(text)
    raise SystemExit(0 if agreed else 1)


@click.command()
@click.argument("id", required=False)
@click.option("--coverage", is_flag=True, help="The table of rules by engine, tests, lessons and exercises.")
def rules(id: str | None, coverage: bool) -> None:
    """Show a rule in plain words, with what it depends on in each rule set.

    ID is the rule's id; without one, all rules are listed. With --coverage, the table of rules is shown,
    of one game if ID is crib or can.

    Example: cardlab rules CRIB-GO-04
    """
    from cardlab import rulebook

    if coverage:
        _show_coverage(id or "")
    elif id is None:
        for game in rulebook.GAMES:
            _list_rules(game)
    else:
        try:
            book, rule = rulebook.find_rule(id)
        except rulebook.UnknownRuleError as error:
            raise click.UsageError(str(error)) from error
        click.echo(_rule_text(book, rule))


def _list_rules(game: str) -> None:
    from cardlab.rulebook import UnknownRuleError, load

    try:
        book = load(game)
    except UnknownRuleError:
        return
    wide = max(map(len, book.rules))
    click.echo(game.capitalize())
    for rule in book.rules.values():
        click.echo(f"  {rule.id:<{wide}}  {rule.title}")


def _rule_text(book: Rulebook, rule: Rule) -> str:
    """A rule for the terminal: what it says under each preset, why it is there, what to know first."""
    from cardlab.game import referee

    lines = [f"{rule.id}  {rule.title}  ({book.game}, {rule.kind})", ""]
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


def _show_coverage(game: str) -> None:
    from cardlab.coverage import coverage

    try:
        rows = [row for row in coverage() if row.id.lower().startswith(game.lower())]
    except FileNotFoundError as error:
        raise click.ClickException(str(error)) from error
    if not rows:
        raise click.UsageError(f"no rule's id begins with {game!r}; say crib, can or nothing")
    head = ("engine", "test", "lesson", "exercise")
    click.echo(f"{'rule':<14} {'title':<42} {'kind':<8}" + "".join(f"{name:>9}" for name in head))
    for row in rows:
        counts = (row.engine, row.tests, row.lessons, row.exercises)
        line = f"{row.id:<14} {row.title:<42.42} {row.kind:<8}"
        click.echo(line + "".join(f"{number or '-':>9}" for number in counts))
    full = sum(not row.missing for row in rows)
    click.echo(f"{len(rows)} rules; {full} are named by the engine, tested, taught and practised.")
    for column in ("engine", "tests", "lessons", "exercises"):
        click.echo(f"  nothing yet under {column}: {sum(column in row.missing for row in rows)}")
    click.echo("A rule that only defines a term is not named by the engine.")
