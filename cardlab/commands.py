"""The engine's own commands: `cardlab judge`, `cardlab rules`, `cardlab play`."""

from __future__ import annotations

import click

from cardlab.errors import NotationError


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
