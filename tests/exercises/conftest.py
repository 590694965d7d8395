"""What tests of the store need of the machine: a folder for every user, and a PostgreSQL of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.exercises.writers import NOBODY


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that every user of the machine may enter; pytest's own are for its user alone."""
    folder = Path(tempfile.mkdtemp(prefix="cardlab-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def find_initdb() -> Path | None:
    """PostgreSQL's `initdb`: on the path, or where Debian puts it."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).resolve() if found else debian[-1] if debian else None


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL database that ends with the tests. It refuses root, so another user runs it."""
    initdb = find_initdb()
    if initdb is None:
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    home = Path(tempfile.mkdtemp(prefix="cardlab-pg-"))
    data = home / "data"
    if user:
        os.chown(home, NOBODY, NOBODY)

    def run(program: str, *words: str) -> None:
        command = [str(initdb.with_name(program)), "-D", str(data), *words]
        subprocess.run(command, check=True, cwd=home, stdout=subprocess.DEVNULL, timeout=120, **user)  # type: ignore[call-overload]

    run("initdb", "--auth=trust", "--username=cards", "--no-sync", "--encoding=UTF8", "--locale=C")
    settings = f"-c listen_addresses='' -c unix_socket_directories='{home}' -c fsync=off"
    run("pg_ctl", "-w", "-l", str(home / "log"), "-o", settings, "start")
    try:
        yield f"postgresql://cards@/postgres?host={home}"
    finally:
        run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)
