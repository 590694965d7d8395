"""The subcommands ``cardlab lab``, ``cardlab voila`` and ``cardlab teacher``.

They start the real JupyterLab or Voila in this process, with the settings in the folder ``jupyter``
beside this file, which are found by path so that no environment is changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click
from cardlab_exercises.store.identity import begin_session, is_shared, join

from cardlab.cards import escaped, list_words, quoted
from cardlab.cli import UserError

if TYPE_CHECKING:
    from cardlab_widgets.serving.server import DemoServer

SETTINGS = Path(__file__).parents[1] / "jupyter"
"""Settings and templates for JupyterLab and Voila, laid out as Jupyter's search paths are."""

HOME = "~/cardlab"
"""Where lessons go when no folder is named."""

TEACHERS_PORT = 8867
"""Next to the port of the demos, so that both can run at once."""

LAB_OPTIONS = (
    # The address that is opened, and printed for people who have no browser here.
    "--LabApp.default_url=/lab/tree/notebooks/index.ipynb",
    # The kernel of a lesson that nobody uses ends after half an hour: scores and games are on the disk.
    "--MappingKernelManager.cull_idle_timeout=1800",
    "--MappingKernelManager.cull_interval=60",
)

VOILA_FLAGS = {"classic-tree", "debug", "no-browser", "show-margins", "token"}
"""Voila's options without a value. Voila itself is loaded only when it is started: that takes seconds."""

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

    Where several people use one account, set CARDLAB_ASK=yes: then each start asks who is there.
    """
    try:
        from jupyterlab.labapp import LabApp
    except ImportError as error:
        raise _missing("JupyterLab", error) from error
    folder, options = _split(arguments, LabApp.flags)
    source = lessons_source()
    if in_place:
        root = source.parent
        sign(source, source)
    else:
        root = path_of(folder or HOME)
        bring_lessons(source, root / "notebooks")
    _use_settings()
    if is_shared():
        _ask_who()
    options = (*LAB_OPTIONS, *options)
    if getattr(os, "geteuid", lambda: 1)() == 0:  # in a container; JupyterLab would refuse to start
        options = ("--ServerApp.allow_root=True", *options)
    LabApp.launch_instance([f"--ServerApp.root_dir={root}", *options])


def _ask_who() -> None:
    """Asks who sits at an account that several people use; it holds until this JupyterLab ends."""
    begin_session()
    if not sys.stdin.isatty():
        return
    while True:
        code = click.prompt("The code of your class (empty for none)", default="", show_default=False)
        if not code.strip():
            return
        try:
            click.echo(escaped(str(join(code, click.prompt("Your name")))))
            return
        except ValueError as error:
            click.echo(f"{error}.")


@click.command(context_settings=PASS_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[DEMO] [VOILA OPTIONS]")
def voila(arguments: tuple[str, ...]) -> None:
    """Show lessons and demos as pages without code, with Voila.

    DEMO is the name of a demo, to go straight to its page; without one you get the list of all pages.
    Options of Voila can follow, like --no-browser, --port 8870 or --theme dark.

    \b
    Examples:
      cardlab voila
      cardlab voila counting-a-hand
      cardlab voila --no-browser --port 8870
    """
    folder = lessons_source()
    demo, options = _split(arguments, VOILA_FLAGS)
    page = folder if demo is None else _demo(folder / "demos", demo)
    if page.parent == folder / "demos":  # the other pages are there as well: the one on which a class answers
        page, options = folder, (f"--first-page={page.name}", *options)
    _serve(page, options)


@click.command(context_settings=PASS_ON)
@click.option("--class", "class_code", metavar="CODE", help="The class to show first.")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[VOILA OPTIONS]")
def teacher(class_code: str | None, arguments: tuple[str, ...]) -> None:
    """Show the teacher what a class does while it works, on a page of its own.

    The page can be reached from this machine only, and only with the token in the address that is printed.
    Options of Voila can follow: --port 8870, --token WORD for a token of your own, --Voila.ip=0.0.0.0 to
    let other machines ask (the token then travels in plain text).

    \b
    Examples:
      cardlab teacher --class 7b
      cardlab teacher --no-browser --port 8870
    """
    if class_code is not None:
        os.environ["CARDLAB_CLASS"] = class_code
    given = {word.partition("=")[0] for word in arguments}
    if _without_token(arguments):
        raise UserError("the page shows who has answered what; it is not served without a token")
    options = [f"--port={TEACHERS_PORT}"] if not given & {"--port", "--Voila.port"} else []
    if not given & {"--token", "--Voila.token"}:
        options.append("--Voila.auto_token=True")
    options.append("--teacher-token=")  # there is nothing to ask on this page
    _serve(Path(__file__).parents[1] / "teacher" / "class-report.ipynb", (*options, *arguments))


def _without_token(arguments: Sequence[str]) -> bool:
    """Whether the options ask for an empty token, or for none, which would let everybody in."""
    following = [*arguments[1:], ""]
    values = [
        (word if "=" in word else f"{word}={after}").partition("=")[::2]
        for word, after in zip(arguments, following, strict=True)
    ]
    return any(
        (name in ("--token", "--Voila.token") and not value.strip("'\" "))
        or (name == "--Voila.auto_token" and value.strip().casefold() in ("false", "0"))
        for name, value in values
    )


def _serve(page: Path, options: Sequence[str]) -> None:
    """Starts Voila with a page or a folder of pages, and says so before it is loaded."""
    click.echo("Voila is being started; its address comes in a moment.")
    server = _demo_server()
    _use_settings()
    server.launch_instance([str(page), *options])


def _split(arguments: tuple[str, ...], flags: Container[str]) -> tuple[str | None, tuple[str, ...]]:
    """Our own argument, the first that is no option and no option's value, and the rest to pass on.

    `flags` are Jupyter's options without a value; any other takes the word after it, unless it has an ``=``.

    >>> _split(("--no-browser", "--port", "8899", "cards"), {"no-browser"})
    ('cards', ('--no-browser', '--port', '8899'))
    """
    value = False
    for place, word in enumerate(arguments):
        if word.startswith("-"):
            value = "=" not in word and word.lstrip("-") not in flags
        elif value:
            value = False
        else:
            return word, (*arguments[:place], *arguments[place + 1 :])
    return None, arguments


def path_of(name: str) -> Path:
    """The path of that name, in which ``~`` stands for a home folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise UserError(f"the home folder in {quoted(name)} is not known; write the whole path") from error


def lessons_source() -> Path:
    """Where the lessons are that come with cardlab. Raises `UserError` when they are not installed."""
    from cardlab_exercises.declaration.lessons import source_folder

    try:
        return source_folder()
    except FileNotFoundError as error:
        raise UserError(str(error)) from error


def bring_lessons(source: Path, target: Path) -> None:
    """Copies and signs the lessons; says where they are and which could not be renewed.

    Raises `UserError` when they cannot be copied.
    """
    from cardlab_widgets.serving.lesson_files import copy_lessons

    try:
        done = copy_lessons(source, target)
    except OSError as error:
        reason = f"the lessons cannot be copied to {target} ({error.strerror})"
        command = click.get_current_context().command.name
        raise UserError(f"{reason}; name another folder: cardlab {command} DIR") from error
    click.echo(f"Your lessons are in {escaped(str(target))}")
    sign(source, target)
    for name in done.beside:
        click.echo(f"There is a newer version of a lesson that you have changed; it is beside yours: {name}")


def sign(source: Path, target: Path) -> None:
    """Lets Jupyter trust the copies of lessons in `target`; says so where it cannot."""
    from sqlite3 import Error

    from cardlab_widgets.serving.lesson_files import sign_lessons

    try:
        sign_lessons(source, target)
    except (OSError, Error) as error:
        click.echo(f"Lessons will ask before they start: they cannot be signed ({error})", err=True)


def _demo(folder: Path, name: str) -> Path:
    """The notebook of a demo, named with or without ``.ipynb``. A path to any other notebook will do."""
    demos = {path.stem: path for path in folder.glob("*.ipynb")}
    if name.removesuffix(".ipynb") in demos:
        return demos[name.removesuffix(".ipynb")]
    given = path_of(name)
    if given.suffix == ".ipynb" and os.path.isfile(given):
        return given
    near = get_close_matches(name.removesuffix(".ipynb")[:99], demos, n=1)
    advice = f"did you mean {near[0]}?" if near else f"there are: {list_words(sorted(demos))}"
    raise UserError(f"there is no demo {quoted(name)}; {advice}")


def _demo_server() -> type[DemoServer]:
    """Loads Voila, and meanwhile, in a process of its own, what its kernels need."""
    try:
        from cardlab_widgets.serving import kernels

        kernels.prepare()
        from cardlab_widgets.serving.server import DemoServer
    except ImportError as error:
        raise _missing("Voila", error) from error
    return DemoServer


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
