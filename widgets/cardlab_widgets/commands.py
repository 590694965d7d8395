"""The subcommands ``cardlab lab`` and ``cardlab voila``.

Both start the real JupyterLab or Voila in this process, with the settings in the folder ``jupyter``
beside this file, which are found by path so that no environment is changed.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from cardlab.cards import list_words, quoted
from cardlab.cli import UserError

SETTINGS = Path(__file__).with_name("jupyter")
"""Settings and templates for JupyterLab and Voila, laid out as Jupyter's search paths are."""

PASS_ON = {"ignore_unknown_options": True, "allow_extra_args": True}


@click.command(context_settings=PASS_ON)
@click.option("--in-place", is_flag=True, help="Open the lessons where they are: for their authors.")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[DIR] [JUPYTERLAB OPTIONS]")
def lab(in_place: bool, arguments: tuple[str, ...]) -> None:
    """Open the lessons in JupyterLab.

    You work in copies, in DIR/notebooks; DIR is 'cardlab' in your home folder unless you name another.
    Later calls bring new lessons and never overwrite one that you have changed.
    Options of JupyterLab can follow, like --no-browser or --port 8899.

    \b
    Examples:
      cardlab lab
      cardlab lab ~/school/cards
      cardlab lab --no-browser --port 8899
    """
    folder, options = _split(arguments)
    source = _lessons()
    if in_place:
        root = source.parent
    else:
        root = Path(folder).expanduser() if folder else Path.home() / "cardlab"
        _copy(source, root / "notebooks")
    try:
        from jupyterlab.labapp import LabApp
    except ImportError as error:
        raise _missing("JupyterLab", error) from error
    _use_settings()
    index = root / "notebooks" / "index.ipynb"
    if getattr(os, "geteuid", lambda: 1)() == 0:  # in a container; JupyterLab would refuse to start
        options = ("--ServerApp.allow_root=True", *options)
    LabApp.launch_instance([f"--ServerApp.root_dir={root}", *options, str(index)])


@click.command(context_settings=PASS_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[DEMO] [VOILA OPTIONS]")
def voila(arguments: tuple[str, ...]) -> None:
    """Show the demos on a projector, with Voila.

    DEMO is the name of a demo, to go straight to its page; without one you get the list.
    Options of Voila can follow, like --no-browser, --port 8870 or --theme dark.

    \b
    Examples:
      cardlab voila
      cardlab voila counting-a-hand
      cardlab voila --no-browser --port 8870
    """
    demo, options = _split(arguments)
    folder = _lessons() / "demos"
    page = _demo(folder, demo) if demo is not None else folder
    try:
        from cardlab_widgets.serve import DemoServer
    except ImportError as error:
        raise _missing("Voila", error) from error
    _use_settings()
    DemoServer.launch_instance([str(page), *options])


def _split(arguments: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """Our own argument, if the first is no option, and the options to pass on."""
    if arguments and not arguments[0].startswith("-"):
        return arguments[0], arguments[1:]
    return None, arguments


def _lessons() -> Path:
    from cardlab_widgets.lessons import source_folder

    try:
        return source_folder()
    except FileNotFoundError as error:
        raise UserError(str(error)) from error


def _copy(source: Path, target: Path) -> None:
    from cardlab_widgets.lessons import copy_lessons

    try:
        done = copy_lessons(source, target)
    except OSError as error:
        reason = f"the lessons cannot be copied to {target} ({error.strerror})"
        raise UserError(f"{reason}; name another folder: cardlab lab DIR") from error
    click.echo(f"Your lessons are in {target}")
    for name in done.beside:
        click.echo(f"You have changed a lesson of which there is a newer one; it is beside yours: {name}")


def _demo(folder: Path, name: str) -> Path:
    """The notebook of a demo, named with or without ``.ipynb``. A path to any other notebook will do."""
    given = Path(name).expanduser()
    if given.suffix == ".ipynb" and given.is_file():
        return given
    page = folder / f"{name.removesuffix('.ipynb')}.ipynb"
    if not page.is_file() or page.parent != folder:
        known = sorted(path.stem for path in folder.glob("*.ipynb"))
        raise UserError(f"there is no demo {quoted(name)}; there are: {list_words(known)}")
    return page


def _use_settings() -> None:
    """Lets Jupyter look into `SETTINGS`, after whatever the user has set."""
    for variable in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH"):
        paths = [path for path in os.environ.get(variable, "").split(os.pathsep) if path]
        if str(SETTINGS) not in paths:
            os.environ[variable] = os.pathsep.join([*paths, str(SETTINGS)])


def _missing(what: str, error: ImportError) -> UserError:
    return UserError(
        f"{what} is not installed in this Python ({error}); install cardlab again: pip install cardlab"
    )
