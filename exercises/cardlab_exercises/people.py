"""The commands about who is practising: `join`, `leave`, `whoami`, `rename`."""

from __future__ import annotations

import click

from cardlab.cards import escaped
from cardlab.cli import UserError, told
from cardlab.wording import in_figures


@click.command()
@click.argument("class_code", metavar="CLASS")
@click.argument("name", required=False)
def join(class_code: str, name: str | None) -> None:
    """Say once which class you are in, and who you are.

    It holds for every notebook of this account until 'cardlab leave'. Capital and small letters in the code
    of a class are the same.

    Example: cardlab join 7b "Ana Ruiz"
    """
    from cardlab_exercises.store.identity import join as say

    with told():
        click.echo(escaped(str(say(class_code, name, lasting=True))))


@click.command()
def leave() -> None:
    """Take back what 'cardlab join' said. What you have done is kept under the name that you had."""
    from cardlab_exercises.store.identity import leave as take_back

    click.echo(escaped(str(take_back())))


@click.command()
def whoami() -> None:
    """Say under which name and in which class your score is kept."""
    from cardlab_exercises.store.identity import identity

    click.echo(escaped(str(identity())))


@click.command()
@click.argument("learner")
@click.argument("new_name", metavar="NAME")
@click.option("--class", "class_code", metavar="CODE", help="The class that the learner is in.")
@click.option("--to-class", metavar="CODE", help="The class that the learner goes to.")
@click.option("--merge", is_flag=True, help="Put it to what is kept under the new name already.")
def rename(learner: str, new_name: str, class_code: str | None, to_class: str | None, merge: bool) -> None:
    """Keep what LEARNER has done under another NAME, or in another class.

    \b
    Examples:
      cardlab rename Anna Ana --class 7b
      cardlab rename Ana Ana --class 7b --to-class 8b
      cardlab rename you Ana --to-class 7b
    """
    from cardlab_exercises.commands import whose
    from cardlab_exercises.declaration.answers import read_class_code, read_learner
    from cardlab_exercises.store.store import default_store

    store = default_store()
    with told():
        name = read_learner(new_name, "the new name")
        code = store.class_of(learner) if class_code is None else class_code
        new_code = code if to_class is None else read_class_code(to_class)
        if not store.attempts(learner, class_code=code):
            raise UserError(store.notice or f"nothing is kept of {whose(learner, code)}")
        if store.attempts(name, class_code=new_code) and not merge:
            raise UserError(
                f"there is something kept of {whose(name, new_code)} already; --merge puts the two together"
            )
        moved = store.rename(learner, code, name, new_code)
    click.echo(f"{in_figures(moved, 'attempt')} of {whose(learner, code)} kept as {whose(name, new_code)}")
