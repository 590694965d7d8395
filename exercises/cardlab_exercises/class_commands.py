"""The commands for a teacher: `results` of a test, `attempts`, the `roster`, `backup` and `restore`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import click

from cardlab.cards import escaped, quoted
from cardlab.cli import UserError, told
from cardlab_exercises.commands import CLASS, reading


@click.command()
@click.argument("test", metavar="TEST")
@CLASS
@click.option("--csv", "file", type=click.Path(dir_okay=False), help="Write a row for each answer to FILE.")
def results(test: str, class_code: str | None, file: str | None) -> None:
    """Show the results of a class test: who answered what, and the questions with their seeds.

    TEST is the code that the test was taken with.

    \b
    Examples:
      cardlab results 7b-1
      cardlab results 7b-1 --class 7b --csv test.csv
    """
    from cardlab_exercises.reports.results import results as ask

    found = ask(test, class_code)
    if not found.attempts and not found.notice:
        raise UserError(f"there are no answers in a test {quoted(test)}")
    if file is None:
        click.echo(str(found))
        return
    write_for_spreadsheet(file, found.write_csv)
    click.echo(f"{len(found.rows())} answers written to {escaped(file)}")


@click.command()
@click.argument("id", required=False)
@CLASS
@click.option("--learner", metavar="NAME", help="Only this learner.")
@click.option("--exercise", metavar="EXERCISE", help="Only at this exercise.")
@click.option("--test", metavar="TEST", help="Only in this test; '-' for practice alone.")
def attempts(
    id: str | None, class_code: str | None, learner: str | None, exercise: str | None, test: str | None
) -> None:
    """List attempts, a line each, or show one whole: the question as it was, and what was answered.

    ID is the beginning of a line of the list.

    \b
    Examples:
      cardlab attempts --class 7b --learner Ana
      cardlab attempts --class 7b --learner Ana --exercise crib-count-hand
      cardlab attempts 1a2b3c4d
    """
    from cardlab_exercises.declaration.answers import plain_code
    from cardlab_exercises.reports.attempts import attempt_line, attempt_text
    from cardlab_exercises.store.store import default_store

    store = default_store()
    found = store.attempts(learner, exercise, class_code=class_code)
    if test is not None:
        wanted = "" if test == "-" else plain_code(test)
        found = [made for made in found if made.test == wanted]
    if id is not None:
        found = [made for made in found if made.id.startswith(id)]
    if not found:
        raise UserError(store.notice or "there is no such attempt")
    show = attempt_line if id is None else attempt_text
    click.echo(("\n" if id is None else "\n\n").join(map(show, found)))


@click.command()
@click.argument("class_code", metavar="CLASS")
@click.option("--import", "source", type=click.Path(dir_okay=False), help="Read the list from FILE.")
@click.option("--export", "target", type=click.Path(dir_okay=False), help="Write the list to FILE.")
def roster(class_code: str, source: str | None, target: str | None) -> None:
    """Show the list of a class, read it from a file, or write it to one.

    A file has a name on each line, or is CSV with a column 'learner' or 'name'. The list that is read takes
    the place of the one that there was. With a list, 'cardlab report' says of whom there is nothing yet.

    \b
    Examples:
      cardlab roster 7b --import class.csv
      cardlab roster 7b
      cardlab roster 7b --export class.csv
    """
    from cardlab_exercises.store.roster import read_names, write_names
    from cardlab_exercises.store.store import default_store

    store = default_store()
    if source is not None:
        with reading(source):
            names = store.set_members(class_code, read_names(Path(source).read_text("utf-8-sig")))
    else:
        with told():
            names = store.members(class_code)
    if store.notice:
        raise UserError(store.notice)
    if target is not None:
        write_for_spreadsheet(target, lambda file: write_names(class_code, names, file))
    number = f"{len(names)} name{'' if len(names) == 1 else 's'}"
    if source is not None or target is not None:
        click.echo(f"{number} on the list of class {escaped(class_code)}")
    elif names:
        click.echo("\n".join(map(escaped, names)))
    else:
        raise UserError(f"there is no list of class {quoted(class_code)}")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
def backup(file: str) -> None:
    """Copy the score database to FILE, whole, while others go on using it.

    It is the SQLite file that 'cardlab progress' names. PostgreSQL is copied by pg_dump.

    Example: cardlab backup class-2026-12-03.db
    """
    import sqlite3

    from cardlab_exercises.store.backup import back_up
    from cardlab_exercises.store.settings import default_place

    try:
        back_up(default_place(), Path(file))
    except (ValueError, OSError, sqlite3.Error) as error:
        raise UserError(f"{file} was not written: {error}") from error
    click.echo(f"the database was copied to {escaped(file)}")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: str, yes: bool) -> None:
    """Put a copy that 'cardlab backup' made in the place of the score database.

    What has been done since the copy was made is gone then: make a copy of that first.

    Example: cardlab restore class-2026-12-03.db
    """
    import sqlite3

    from cardlab_exercises.store.backup import restore as put_back
    from cardlab_exercises.store.settings import default_place

    if not yes:
        click.confirm(f"Put {escaped(file)} in the place of all that is kept now?", abort=True)
    try:
        put_back(Path(file), default_place())
    except (ValueError, OSError, sqlite3.Error) as error:
        raise UserError(str(error)) from error
    click.echo(f"the database is again as it was in {escaped(file)}")


def write_for_spreadsheet(file: str, write: Callable[[TextIO], None]) -> None:
    """Writes a CSV file whole; by its first bytes a spreadsheet knows its encoding."""
    from cardlab.files import replacing

    try:
        with replacing(Path(file)) as new, open(new, "w", encoding="utf-8-sig", newline="") as out:
            write(out)
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}") from error
