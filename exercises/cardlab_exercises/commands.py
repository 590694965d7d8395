"""The commands about practice and its score: `cardlab progress`."""

from __future__ import annotations

import click

from cardlab.cards import escaped


@click.command()
@click.option("--learner", metavar="NAME", help="Whose progress; by default your own.")
@click.option("--rules", is_flag=True, help="A line for every rule as well.")
def progress(learner: str | None, rules: bool) -> None:
    """Show what you have practised, how it went, and what is due.

    \b
    Examples:
      cardlab progress
      cardlab progress --rules
      cardlab progress --learner Ana
    """
    from cardlab_exercises.progress import progress as ask

    shown = ask(learner)
    _echo(str(shown))
    for line in shown.lessons:
        _echo(f"  lesson {line.title}: {line.mastered} of {line.rules} rules mastered")
    if rules:
        for line in shown.rules:
            state = "mastered" if line.mastered else f"known {line.correct} of {line.attempts} times"
            _echo(f"  {line.id:<14} {line.title:<44.44} {state:<22} due {line.due:%Y-%m-%d}")
    due = shown.due()
    if due:
        _echo(f"  due now: {', '.join(due)}")


def _echo(text: str) -> None:
    """Prints text line by line, with what cannot be seen in names written out."""
    click.echo("\n".join(escaped(line) for line in text.split("\n")))
