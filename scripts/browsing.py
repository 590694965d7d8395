"""The real JupyterLab, the real Voila and a real browser: for the browser tests and for screenshots.

Chromium is looked for in `CARDLAB_CHROMIUM`, among the system's programs, and where Playwright puts
its own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Browser, Page, Playwright

LOCAL = ("localhost", "127.0.0.1")
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REMEDY = (
    "no Chromium was found: install it (on Debian: apt-get install chromium), "
    "or run 'playwright install chromium', or set CARDLAB_CHROMIUM to its path"
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No other machine has an address here, so whatever is asked of one fails at once.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
WIDGET = ".cardlab"
TEACHERS = "?teacher=sesame"
"""What makes an address of `voila_server` the teacher's."""


def find_chromium(playwright: Playwright) -> str | None:
    """The path of a Chromium, or None."""
    named = os.environ.get("CARDLAB_CHROMIUM")
    if named:
        return named
    for program in PROGRAMS:
        path = shutil.which(program)
        if path:
            return path
    own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def launch(playwright: Playwright, path: str) -> Browser:
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


def is_outside(url: str) -> bool:
    """Whether a request for `url` would leave this machine.

    >>> is_outside("https://example.org/x.js"), is_outside("http://localhost:8888/lab"), is_outside("data:,")
    (True, False, False)
    """
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in LOCAL


# ---------------------------------------------------------------- servers


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def own_environment(home: Path) -> dict[str, str]:
    """The environment of somebody who has just installed cardlab, whose files are all in `home`."""
    foreign = ("JUPYTER", "CARDLAB", "PYTHONDONTWRITEBYTECODE")
    env = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    own = {
        "CARDLAB_HOME": home / "cardlab",
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "IPYTHONDIR": home / "ipython",
    }
    return env | {key: str(path) for key, path in own.items()}


@contextmanager
def running(
    command: Sequence[str], env: Mapping[str, str], log: Path, patience: float = 60
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs `command` in the folder of its log until the block ends; then it has `patience` seconds to end."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=log.parent,
            env=dict(env),
            stdout=out,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def served(command: Sequence[str], url: str, env: Mapping[str, str], log: Path) -> Iterator[str]:
    """Runs ``cardlab COMMAND`` until the block ends; `url` is known to answer when it begins.

    Raises `RuntimeError` with the end of the log when the server does not come up within three minutes.
    """
    with running([sys.executable, "-m", "cardlab", *command], env, log, patience=15) as process:
        _wait_for(url, process, log)
        yield url


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(url, timeout=5):
                return
        except (OSError, HTTPException):  # the port may still be somebody else's
            time.sleep(0.2)
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-20:])
    raise RuntimeError(f"{url} does not answer; its log ends with:\n{tail}")


@contextmanager
def lab_server(folder: Path, home: Path, base: str = "/") -> Iterator[str]:
    """``cardlab lab`` on `folder`, with an application object for `run_all` and without a token.

    Gives its address without the final stroke; `base` is the path at which it is served.
    """
    port = free_port()
    options = [
        "--no-browser",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        f"--ServerApp.base_url={base}",
        "--LabApp.expose_app_in_browser=True",
        "--KernelManager.shutdown_wait_time=2",
    ]
    home.mkdir(parents=True, exist_ok=True)
    env = own_environment(home)
    url = f"http://127.0.0.1:{port}{base.rstrip('/')}"
    with served(["lab", str(folder), *options], f"{url}/api", env, home / "lab.log"):
        yield url


@contextmanager
def voila_server(
    home: Path, *arguments: str, base: str = "", port: int | None = None, database: str = ""
) -> Iterator[str]:
    """``cardlab voila`` with `arguments` at addresses that begin with `base`, by default on a free port.

    `database` is the one that it shares with others, if any.
    """
    port = port or free_port()
    url = f"http://127.0.0.1:{port}"
    command = ["voila", *arguments, "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    command.append("--teacher-token=sesame")
    home.mkdir(parents=True, exist_ok=True)
    probe = f"{url}{base}/voila/static/voila-style.js"  # a page would start a kernel
    env = own_environment(home) | ({"CARDLAB_DATABASE": database} if database else {})
    with served(command, probe, env, home / "voila.log"):
        yield url


# ---------------------------------------------------------------- JupyterLab in the page


def write_notebook(path: Path, *cells: str) -> None:
    """Writes a notebook with these code cells, and a line of text below them."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
    made = [*map(new_code_cell, cells), new_markdown_cell("the end")]
    nbformat.write(new_notebook(cells=made, metadata=kernel), path)


def open_lab(page: Page, server: str) -> None:
    """Loads JupyterLab with nothing open."""
    page.goto(f"{server}/lab?reset")
    page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
    page.evaluate("async () => { await window.jupyterapp.restored; }")


def open_notebook(page: Page, path: str) -> None:
    """Opens a notebook in JupyterLab and waits until its kernel answers."""
    in_lab(page, f"await app.commands.execute('docmanager:open', {{ path: {json.dumps(path)} }})")
    opened = "path => window.jupyterapp.shell.currentWidget?.context?.path === path"
    page.wait_for_function(opened, arg=path, timeout=60_000)
    wait_for_kernel(page)


def wait_for_kernel(page: Page) -> None:
    """Waits until the open notebook is loaded and its kernel, if it needs one, answers."""
    opened = "window.jupyterapp?.shell?.currentWidget?.sessionContext !== undefined"
    page.wait_for_function(opened, timeout=60_000)
    in_lab(page, "await panel.context.ready; await panel.sessionContext.ready")
    in_lab(page, "await panel.sessionContext.session?.kernel?.info")


def close_all(page: Page) -> None:
    """Closes all notebooks as they are, and ends their kernels."""
    in_lab(
        page,
        """
        for (const panel of [...app.shell.widgets("main")]) {
            if (panel.context) {
                await panel.context.ready;
                await panel.sessionContext.ready;
                if (!panel.hasClass("cardlab-lesson")) await panel.context.save(); // a lesson saves itself
                await panel.sessionContext.shutdown();
            }
            panel.dispose();
        }
        """,
    )


def run_all(page: Page) -> None:
    """Run → Run All Cells, and waits until they have run. Of a lesson, only waits: it runs by itself."""
    in_lab(
        page,
        """
        if (panel.content.widgets.every((cell) => cell.model.type !== "code")) return;
        if (!panel.hasClass("cardlab-lesson")) await app.commands.execute("notebook:run-all-cells");
        else while (panel.node.dataset.lesson !== "alive") await new Promise((go) => setTimeout(go, 50));
        """,
    )


def restart_kernel(page: Page) -> None:
    in_lab(page, "await panel.sessionContext.session.kernel.restart()")


def end_kernel(page: Page) -> None:
    in_lab(page, "await panel.sessionContext.shutdown()")


def save(page: Page) -> None:
    in_lab(page, "await panel.context.save()")


def in_lab(page: Page, script: str) -> None:
    """Runs JavaScript in JupyterLab, where `app` is the application and `panel` the open notebook.

    Raises Playwright's error when the script fails or takes more than a minute.
    """
    page.evaluate(
        f"""() => {{
            const app = window.jupyterapp, panel = app.shell.currentWidget;
            const late = new Promise((_, no) => setTimeout(
                () => no(new Error("too slow; on top: " + document.querySelector(".jp-Dialog")?.innerText)),
                60_000
            ));
            return Promise.race([late, (async () => {{ {script}; }})()]);
        }}"""
    )


def cell_sources(page: Page) -> list[str]:
    """The text of every cell of the open notebook, in order."""
    sources: list[str] = page.evaluate(
        """() => [...window.jupyterapp.shell.currentWidget.content.widgets]
            .map(cell => cell.model.type + ':' + cell.model.sharedModel.getSource())"""
    )
    return sources


_KERNEL_LINE = re.compile(r"Kernel (started|shutdown): ([0-9a-f-]{36})")


def kernels_alive(log: Path) -> set[str]:
    """The kernels that the server's log says were started and not ended."""
    alive: set[str] = set()
    for event, id in _KERNEL_LINE.findall(log.read_text(errors="replace")):
        (alive.add if event == "started" else alive.discard)(id)
    return alive
