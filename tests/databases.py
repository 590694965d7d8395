"""A PostgreSQL of one's own, for tests and benchmarks."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.exercises.writers import NOBODY


def find_initdb() -> Path | None:
    """PostgreSQL's `initdb`: on the path, or where Debian puts it."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).resolve() if found else debian[-1] if debian else None


@contextmanager
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL database that ends with the block. It refuses root, so another user runs it.

    Raises `FileNotFoundError` where PostgreSQL is not installed.
    """
    initdb = find_initdb()
    if initdb is None:
        raise FileNotFoundError("PostgreSQL is not installed (Debian: apt-get install postgresql)")
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
