"""The subcommands ``cardlab init`` and ``cardlab reset``: the lessons in one's own folder."""

from __future__ import annotations

import shlex
from difflib import get_close_matches
from pathlib import Path

import click

from cardlab.cards import escaped, list_words, quoted
from cardlab.cli import UserError
from cardlab_widgets.serving.commands import HOME, bring_lessons, lessons_source, path_of, sign
from cardlab_widgets.serving.lesson_files import fingerprint, lesson_files, put_back


@click.command()
@click.argument("folder", default=HOME, metavar="[DIR]")
def init(folder: str) -> None:
    """Copy the lessons to DIR/notebooks, without opening JupyterLab.

    DIR is 'cardlab' in your home folder unless you name another. A lesson that you have changed stays as it
    is; where there is a newer one, it is put beside yours.

    \b
    Examples:
      cardlab init
      cardlab init ~/school/cards
    """
    root = path_of(folder)
    bring_lessons(lessons_source(), root / "notebooks")
    where = "" if folder == HOME else f" {shlex.quote(str(root))}"
    click.echo(f"Open them with: cardlab lab{escaped(where)}")


@click.command()
@click.argument("lesson")
@click.option(
    "--dir", "folder", default=HOME, show_default=True, metavar="DIR", help="Where your lessons are."
)
def reset(lesson: str, folder: str) -> None:
    """Put a lesson back as it was. Yours is kept beside it, under another name.

    LESSON is its name, or the end of it; close it in JupyterLab first.

    \b
    Examples:
      cardlab reset 07-counting-your-hand
      cardlab reset index --dir ~/school/cards
    """
    source, target = lessons_source(), path_of(folder) / "notebooks"
    inside = _find(source, lesson)
    theirs = target / inside
    try:
        same = theirs.exists() and fingerprint(theirs) == fingerprint(source / inside)
        kept = put_back(source, target, inside)
    except OSError as error:
        raise UserError(f"{theirs} cannot be put back: {error.strerror}; it is as it was") from error
    sign(source, target)
    if same:
        click.echo(f"{escaped(str(theirs))} had not been changed; it is as it was when it was new")
        return
    click.echo(f"{escaped(str(theirs))} is as it was when it was new")
    if kept is not None:
        click.echo(f"Yours is kept as {escaped(kept.name)}")


def _find(source: Path, lesson: str) -> Path:
    """The one lesson that is meant. Raises `UserError` with advice for none or several."""
    wanted = lesson.replace("\\", "/").removesuffix(".ipynb").removeprefix("notebooks/").strip("/")
    names = {
        path.with_suffix("").as_posix(): path for path in lesson_files(source) if path.suffix == ".ipynb"
    }
    found = [name for name in names if wanted and (name == wanted or name.endswith(f"/{wanted}"))]
    found = found or [name for name in names if wanted and wanted.lower() in name.lower()]
    if len(found) == 1:
        return names[found[0]]
    if found:
        raise UserError(f"{quoted(lesson)} can be {list_words(found[:6], 'or')}; say more of its name")
    near = get_close_matches(wanted, [name.rpartition("/")[2] for name in names], n=1)
    advice = f"; did you mean {near[0]}?" if near else "; 'cardlab init' says where the lessons are"
    raise UserError(f"there is no lesson {quoted(lesson)}{advice}")
