"""The subcommand ``cardlab doctor``: whether everything is there, and what helps where it is not."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from stat import S_ISGID, S_IWGRP, S_IXGRP
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

import click

import cardlab
from cardlab.cards import escaped

if TYPE_CHECKING:
    from cardlab_exercises.store.store import Store

NEEDED = (3, 11)
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_AGAIN = "pip install --force-reinstall cardlab"


class Finding(NamedTuple):
    """One thing looked at: how it is, and what helps if it is not well. `must`: nothing works without it."""

    what: str
    well: bool
    state: str
    remedy: str = ""
    must: bool = True


@click.command()
def doctor() -> None:
    """Check the installation; every fault is told with its remedy.

    The exit code is 1 when something is wrong that cardlab cannot do without.

    Example: cardlab doctor
    """
    found = [finding for look in LOOKS for finding in look()]
    for finding in found:
        sign = "ok  " if finding.well else "FAIL" if finding.must else "note"
        click.echo(escaped(f"{sign}  {finding.what}: {finding.state}"))
        if not finding.well:
            click.echo(escaped(f"      what helps: {finding.remedy}"))
    bad = sum(not finding.well for finding in found if finding.must)
    click.echo("Everything that cardlab needs is there." if not bad else f"{bad} to put right.")
    raise SystemExit(1 if bad else 0)


def python() -> Iterator[Finding]:
    """The version of Python, and of cardlab."""
    shown = ".".join(map(str, sys.version_info[:3]))
    remedy = "install Python 3.11 or newer, and cardlab in it"
    state = f"{shown}, cardlab {cardlab.__version__} in {sys.prefix}"
    yield Finding("Python", sys.version_info >= NEEDED, state, remedy)


def packages() -> Iterator[Finding]:
    """The packages of Jupyter that the pages stand on."""
    for name in ("jupyterlab", "ipywidgets", "anywidget", "voila", "sqlalchemy"):
        try:
            yield Finding(name, True, version(name))
        except PackageNotFoundError:
            yield Finding(name, False, "not installed in this Python", f"pip install {name}")


def browser_module() -> Iterator[Finding]:
    """The parts of the widgets that run in the browser: in the package, and where Jupyter finds anywidget."""
    from jupyter_core.paths import jupyter_path

    from cardlab_widgets.screen.widget import browser_module

    try:
        size = len(browser_module(playable=True, large=True))
        yield Finding("the card table's own module", True, f"{size} letters")
    except OSError:
        yield Finding("the card table's own module", False, "a part of it is missing", _AGAIN)
    folders = [Path(path) / "anywidget" for path in jupyter_path("labextensions")]
    there = next((folder for folder in folders if (folder / "package.json").is_file()), None)
    remedy = "install cardlab into the Python that runs JupyterLab, then stop JupyterLab and start it again"
    state = str(there) if there else "JupyterLab of this Python would not find it"
    yield Finding("anywidget for the browser", there is not None, state, remedy)


def running_servers() -> Iterator[Finding]:
    """Whether each JupyterLab that is running serves the browser part of the widgets."""
    from jupyter_server.serverapp import list_running_servers

    for server in list_running_servers():
        url = str(server.get("url", ""))
        remedy = (
            "cardlab was installed while it was running, or into another Python: stop it and start it again"
        )
        try:
            yield Finding(
                f"running server {url}", _serves(url, str(server.get("token", ""))), url, remedy, False
            )
        except (URLError, OSError, ValueError) as error:
            yield Finding(f"running server {url}", False, f"does not answer ({error})", "stop it", False)


def _serves(url: str, token: str) -> bool:
    """Whether the page of the server's JupyterLab names the extension of anywidget."""
    if not url.startswith(("http://", "https://")):
        raise ValueError("its address is none")
    request = Request(f"{url}lab", headers={"Authorization": f"token {token}"} if token else {})
    with urlopen(request, timeout=5) as page:
        text = page.read().decode(errors="replace")
    config = text.partition('id="jupyter-config-data"')[2].partition(">")[2].partition("</script>")[0]
    extensions = json.loads(config).get("federated_extensions", [])
    return any(one.get("name") == "anywidget" for one in extensions)


def lessons() -> Iterator[Finding]:
    """Where the lessons are that are copied for learners."""
    from cardlab_exercises.declaration.lessons import source_folder

    try:
        yield Finding("lessons", True, str(source_folder()))
    except FileNotFoundError as error:
        yield Finding("lessons", False, str(error), _AGAIN)


def store() -> Iterator[Finding]:
    """Whether an attempt can be written, which is taken back; and whether a class may share a file."""
    from cardlab_exercises.store.store import default_store

    kept = default_store()
    usable = kept.check_writable()
    state = kept.notice or f"it is kept in {kept.where}"
    yield Finding("your score", usable, state, _store_remedy(kept))
    if usable:
        yield from _shared_file(Path(kept.where))


def _store_remedy(kept: Store) -> str:
    """What to do where `kept` cannot be written."""
    if isinstance(kept.place, str) and not kept.place.startswith("sqlite"):
        return (
            "see that the database server runs, that CARDLAB_DATABASE names it, and that its user may create "
            f"and write tables there{_driver(kept.place)}"
        )
    remedy = "name a folder that can be written in CARDLAB_HOME, or mend CARDLAB_DATABASE"
    if _names_file() and os.path.isfile(kept.where):
        return f"{remedy}. {_SEVERAL}"
    return remedy


def _driver(url: str) -> str:
    if not url.startswith("postgresql") or find_spec("psycopg"):
        return ""
    return "; its driver is missing: pip install 'cardlab[postgresql]'"


_SERVER = "use PostgreSQL: CARDLAB_DATABASE=postgresql://user:password@host/class"
_SEVERAL = (
    "For several accounts of one machine: use PostgreSQL, or a group that they are all in, "
    "'chgrp GROUP FOLDER FILE', 'chmod 2770 FOLDER', 'chmod 660 FILE', and 'umask 007' where they start it"
)


def _names_file() -> bool:
    """Whether `CARDLAB_DATABASE` names a file of SQLite, as for a class."""
    return os.environ.get("CARDLAB_DATABASE", "").startswith("sqlite")


def _shared_file(file: Path) -> Iterator[Finding]:
    """Whether the file of a class is one that several people can write: with `CARDLAB_DATABASE`, of SQLite.

    Several accounts of one machine can if a group owns the file and its folder. No network drive will do: not
    every one keeps SQLite's locks, and none the memory that processes share with its newer journal (WAL).
    """
    if not _names_file() or not file.is_file():
        return
    faults = []
    if not _is_of_group(file):
        if os.environ.get("JUPYTERHUB_USER"):
            faults.append("every user of this JupyterHub would have to write it")
        if hasattr(os, "geteuid") and file.stat().st_uid != os.geteuid():
            faults.append("it belongs to another account")
    remedy = _SEVERAL
    kind = file_system(file)
    if kind.startswith(NETWORK):
        faults.append(f"it is on a network drive ({kind})")
        remedy = _SERVER
    state = f"an SQLite file, {file}" + "".join(f"; {fault}" for fault in faults)
    yield Finding("the database of the class", not faults, state, remedy)


def _is_of_group(file: Path) -> bool:
    """Whether a group may write the file, and the journal that each of its accounts makes beside it."""
    folder, own = file.parent.stat(), file.stat()
    wanted = S_ISGID | S_IWGRP | S_IXGRP
    return folder.st_mode & wanted == wanted and bool(own.st_mode & S_IWGRP) and own.st_gid == folder.st_gid


NETWORK = (
    "nfs",
    "cifs",
    "smb",
    "afs",
    "ceph",
    "gluster",
    "lustre",
    "9p",
    "fuse.sshfs",
    "fuse.gluster",
    "beegfs",
)
"""How the names of network file systems begin, as the system gives them."""


def file_system(file: Path) -> str:
    """The name of the file system that `file` is on; "" where the system does not say."""
    import psutil

    above = {str(folder) for folder in (file.resolve(), *file.resolve().parents)}
    mounts = [part for part in psutil.disk_partitions(all=True) if part.mountpoint in above]
    return str(max(mounts, key=lambda part: len(part.mountpoint)).fstype).lower() if mounts else ""


def chromium() -> Iterator[Finding]:
    """A browser for the tests; learners and teachers do not need one."""
    named = os.environ.get("CARDLAB_CHROMIUM")
    path = (
        named if named and os.path.isfile(named) else next(filter(None, map(shutil.which, CHROMIUMS)), None)
    )
    state = path or "none was found; only the tests of cardlab need it"
    remedy = "install Chromium, run 'playwright install chromium', or set CARDLAB_CHROMIUM to its path"
    yield Finding("Chromium for the tests", path is not None, state, remedy, False)


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    python,
    packages,
    browser_module,
    running_servers,
    lessons,
    store,
    chromium,
)
"""What is looked at, in this order."""
