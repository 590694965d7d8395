"""The commands about practice and its score: `progress`, `report`, `export`, `import`,
`forget`; and `sheet`, for those who practise on paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from cardlab.cards import escaped, quoted
from cardlab.cli import UserError, told
from cardlab.wording import in_figures
from cardlab_exercises.declaration.answers import plain_code, plain_name
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.zone import midnight

CLASS = click.option("--class", "class_code", metavar="CODE", help="Only the class with this code.")


@click.command()
@click.option("--learner", metavar="NAME", help="Whose progress; by default your own.")
@CLASS
@click.option("--rules", is_flag=True, help="A line for every rule as well.")
def progress(learner: str | None, class_code: str | None, rules: bool) -> None:
    """Show what you have practised, how it went, and what is due.

    The exit code is 1 when what is kept cannot be read.

    \b
    Examples:
      cardlab progress
      cardlab progress --rules
      cardlab progress --learner Ana --class 7b
    """
    from cardlab_exercises.reports.progress import day
    from cardlab_exercises.reports.progress import progress as ask

    with told():
        shown = ask(learner, class_code=class_code)
    _echo(str(shown))
    for line in shown.lessons:
        _echo(f"  lesson {line.title}: {line.mastered} of {line.rules} rules mastered")
    if rules:
        for line in shown.rules:
            times = in_figures(line.attempts, "time")
            state = "mastered" if line.mastered else f"known {line.correct} of {times}"
            _echo(f"  {line.id:<14} {line.title:<44.44} {state:<22} due {day(line.due)}")
    due = shown.due()
    if due:
        _echo(f"  due now: {', '.join(due)}")
    raise SystemExit(1 if shown.unread else 0)


@click.command()
@CLASS
def report(class_code: str | None) -> None:
    """Show what a class has done: who did what, and which rules and mistakes it gets wrong.

    The score is read from where CARDLAB_DATABASE says; 'cardlab teacher' shows the same on a page, live.
    The exit code is 1 when it cannot be read.

    Example: cardlab report --class 7b
    """
    from cardlab_exercises.reports.classroom import report as ask

    shown = ask(class_code)
    _echo(str(shown))
    raise SystemExit(1 if shown.unread else 0)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@CLASS
@click.option("--learner", metavar="NAME", help="Only this learner.")
def export(file: str, class_code: str | None, learner: str | None) -> None:
    """Write attempts to a file: CSV for a spreadsheet, or JSON lines, as the ending of FILE says.

    \b
    Examples:
      cardlab export class-7b.csv --class 7b
      cardlab export mine.jsonl --learner Ana
    """
    from cardlab.files import replacing
    from cardlab_exercises.store.exchange import form_of, write_attempts
    from cardlab_exercises.store.store import default_store

    try:
        form = form_of(file)
        store = default_store()
        attempts = store.attempts(learner, class_code=class_code)
        if store.notice:
            raise UserError(store.notice)
        encoding = "utf-8-sig" if form == "csv" else "utf-8"  # by its first bytes a spreadsheet knows it
        with replacing(Path(file)) as new, open(new, "w", encoding=encoding, newline="") as out:
            write_attempts(attempts, out, form)
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}") from error
    except ValueError as error:
        raise UserError(str(error)) from error
    click.echo(f"{in_figures(len(attempts), 'attempt')} written to {escaped(file)}")


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False), metavar="FILE...")
def take_in(files: tuple[str, ...]) -> None:
    """Read attempts from files that were exported; those that are there already stay as they are.

    They are written by 'cardlab export', or in the browser by the page "Your score". Nothing is read unless
    every file can be read.

    \b
    Examples:
      cardlab import class-7b.csv
      cardlab import handed-in/*.jsonl
    """
    from cardlab_exercises.store.store import default_store

    attempts = [made for file in files for made in _attempts_of(file)]
    store = default_store()
    new = store.take_in(attempts)
    if not store.keeps:
        raise UserError(f"nothing was imported: {store.notice}")
    click.echo(f"{in_figures(new, 'attempt')} imported; {len(attempts) - new} were there already")


def _attempts_of(file: str) -> list[Attempt]:
    """The attempts in a file. Raises `UserError` that says what is wrong with it."""
    from cardlab_exercises.store.exchange import form_of, read_attempts

    with reading(file):
        form = form_of(file)
        with open(file, encoding="utf-8-sig", newline="") as text:
            return read_attempts(text, form)


@contextmanager
def reading(file: str) -> Iterator[None]:
    """What is wrong with a file that is read in this block is told in one line, as a `UserError`."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{file} is not a text file in UTF-8; save it as 'CSV UTF-8'") from error
    except ValueError as error:
        raise UserError(f"{file}: {error}") from error


@click.command()
@click.argument("learner", required=False)
@CLASS
@click.option("--before", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Only what is older.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(learner: str | None, class_code: str | None, before: datetime | None, yes: bool) -> None:
    """Delete everything that is kept of a learner, of a whole class, or from before a day, for good.

    Where two classes have a learner of that name, name the class as well.

    \b
    Examples:
      cardlab forget Ana
      cardlab forget Ana --class 7b
      cardlab forget --class 7b
      cardlab forget --before 2026-08-01
    """
    from cardlab_exercises.store.store import default_store

    if learner is None and class_code is None and before is None:
        raise UserError("name a learner, a class with --class, or a day with --before")
    store, until = default_store(), midnight(before) if before else None
    if learner is not None and class_code is None:
        with told():
            class_code = store.class_of(learner)
    name = whose(learner, class_code) or "all learners"
    name += f" before {before:%Y-%m-%d}" if before else ""
    made = store.attempts(learner, class_code=class_code)
    number = sum(until is None or attempt.finished < until for attempt in made)
    listed = store.members(class_code) if class_code and before is None else ()
    if learner is not None:
        listed = tuple(one for one in listed if one == plain_name(learner))
    if not number and not listed and not store.notice:
        raise UserError(f"nothing is kept of {name}")
    if not yes:
        click.confirm(f"Delete all that is kept of {name} ({in_figures(number, 'attempt')})?", abort=True)
    with told():
        gone = store.forget(learner, class_code, until)
    click.echo(f"{in_figures(gone, 'attempt')} of {name} deleted")


@click.command()
@click.argument("exercise", required=False)
@click.option("--list", "listing", is_flag=True, help="List the ids of all exercises, and make no sheet.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same questions.")
@click.option("--count", default=12, show_default=True, help="How many questions.")
@click.option("--level", type=int, help="How hard; by default the questions rise.")
@click.option("--preset", default="course", show_default=True, help="The rule set: course or classic.")
@click.option("--option", "changes", multiple=True, metavar="NAME=VALUE", help="An option of the rules.")
@click.option(
    "--out", type=click.Path(dir_okay=False), help="The .html or .pdf file; else EXERCISE-SEED.html."
)
@click.option("--key", type=click.Path(dir_okay=False), help="A file of its own for the answer key.")
def sheet(
    exercise: str | None,
    listing: bool,
    seed: str,
    count: int,
    level: int | None,
    preset: str,
    changes: tuple[str, ...],
    out: str | None,
    key: str | None,
) -> None:
    """Make a sheet of questions to print, with an answer key: those that the screen asks too.

    EXERCISE is the id of an exercise; 'cardlab sheet --list' shows them all.

    \b
    Examples:
      cardlab sheet crib-count-hand --seed 5 --count 12
      cardlab sheet can-card-kinds --out kinds.pdf
      cardlab sheet can-card-kinds --out kinds.pdf --key answers.pdf
      cardlab sheet crib-count-hand --option flush_hand=five_only
    """
    from cardlab.commands import read_changes
    from cardlab.files import file_name, write_whole
    from cardlab.game import referee
    from cardlab_exercises import UnknownExerciseError
    from cardlab_exercises.declaration import bank
    from cardlab_exercises.sheets.html import sheet_html
    from cardlab_exercises.sheets.pdf import sheet_pdf
    from cardlab_exercises.sheets.sheet import BOTH, KEY, QUESTIONS, PrintedSheet

    files: list[tuple[Path, bytes]] = []

    if listing:
        _list_exercises()
        return
    if exercise is None:
        raise UserError(f"name an exercise, such as crib-count-hand; {_WHERE_LISTED}")
    try:
        rules = referee(bank.get(exercise).game)
        options = rules.make_options(preset, **read_changes(changes))
        made = PrintedSheet(exercise, seed, count, level, options)
        name = out or f"{made.exercise.id}-{file_name(made.seed)}.html"
        wanted = [(name, QUESTIONS), (key, KEY)] if key else [(name, BOTH)]
        for name, part in wanted:
            if name.lower().endswith(".pdf"):
                data = sheet_pdf(made, part)
            elif name.lower().endswith((".html", ".htm")):
                data = sheet_html(made, part).encode()
            else:
                raise UserError(f"a sheet is an .html or a .pdf file, not {quoted(name)}")
            files.append((Path(name), data))
        for path, data in files:
            name = str(path)
            write_whole(path, data)
    except OSError as error:
        raise UserError(f"{name} cannot be written: {error.strerror}") from error
    except UnknownExerciseError as error:
        raise UserError(f"{error}; {_WHERE_LISTED}") from error
    except (ValueError, KeyError) as error:
        raise UserError(str(error)) from error
    where = escaped(str(files[0][0]))
    if key:
        click.echo(f"{count} questions are in {where}, their answers in {escaped(key)}")
    else:
        click.echo(f"{count} questions and their answers are in {where}")


_WHERE_LISTED = "'cardlab sheet --list' shows all"


def _list_exercises() -> None:
    from cardlab_exercises.declaration import bank

    for exercise in bank.exercises().values():
        click.echo(f"{exercise.id:<22} {escaped(exercise.title)}")


def whose(learner: str | None, class_code: str | None) -> str:
    """A learner, a class or a learner of a class, in words.

    >>> whose("Ana", "7b"), whose("Ana", ""), whose(None, "7b")
    ("'Ana' of class 7b", "'Ana'", 'class 7b')
    """
    name = escaped(quoted(learner, 100)) if learner is not None else ""
    code = f"class {escaped(plain_code(class_code))}" if class_code else ""
    return " of ".join(filter(None, (name, code)))


def _echo(text: str) -> None:
    """Prints text line by line, with what cannot be seen in names written out."""
    click.echo("\n".join(escaped(line) for line in text.split("\n")))
