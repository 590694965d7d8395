"""The example for JupyterHub at work: a hub with a local spawner, a login, a server, a kernel in it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import browsing
import pytest
import requests
import websocket
from requests.cookies import get_cookie_header

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run on Windows"),
]
ROOT = Path(__file__).parents[1]
PATIENCE = 180
"""Seconds to wait for a server; a busy machine is slow."""

USER = "ada"
ANSWER = """
from cardlab_exercises import Practice

run = Practice("crib-count-hand", seed=5)
run.act("check", {"total": "6"})
"""

# What the example leaves to whoever runs the hub: addresses, how users log in and where they live.
CONFIG = """
c = get_config()
load_subconfig({example!r})
c.JupyterHub.bind_url = {url!r}
c.JupyterHub.hub_bind_url = {hub_url!r}
c.ConfigurableHTTPProxy.api_url = {proxy_url!r}
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {home!r}
c.Spawner.environment["CARDLAB_DATABASE"] = {database!r}
c.Spawner.args.append("--allow-root")
c.Spawner.start_timeout = c.Spawner.http_timeout = {patience}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hub")


@pytest.fixture(scope="module")
def hub(folder: Path) -> Iterator[str]:
    """The address of a JupyterHub that runs with the example."""
    url, hub_url, proxy_url = (f"http://127.0.0.1:{browsing.free_port()}" for _ in range(3))
    config = CONFIG.format(
        example=str(ROOT / "docs" / "jupyterhub_config.py"),
        url=url,
        hub_url=hub_url,
        proxy_url=proxy_url,
        home=str(folder / "{username}"),
        patience=PATIENCE,
        database=f"sqlite:///{folder / 'class.db'}",
    )
    (folder / "config.py").write_text(config)
    env = browsing.own_environment(folder)
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env["PATH"]])
    log = folder / "hub.log"
    with log.open("wb") as out:
        hub = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", "-f", str(folder / "config.py")],
            cwd=folder,
            env=env,
            stdout=out,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        try:
            wait_for("the hub", log, lambda: answers(f"{url}/hub/api"))
            yield url
        finally:
            hub.terminate()  # ends the proxy and the users' servers too
            hub.wait(60)


def wait_for(what: str, log: Path, is_there: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_there():
        if time.monotonic() > deadline:
            pytest.fail(f"{what} does not come; the log ends with:\n{log.read_text()[-4000:]}")
        time.sleep(0.5)


def answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=60).status_code == 200
    except requests.ConnectionError:
        return False


def log_in(hub: str, session: requests.Session) -> None:
    """Logs in by the form, as a person does."""
    session.get(f"{hub}/hub/login", timeout=60)
    form = {"username": USER, "password": "any", "_xsrf": session.cookies["_xsrf"]}
    page = session.post(f"{hub}/hub/login", params={"next": "/hub/home"}, data=form, timeout=60)
    assert page.url == f"{hub}/hub/home"


def start_server(hub: str, session: requests.Session, log: Path) -> str:
    """Starts the user's server and gives its address."""
    about = f"{hub}/hub/api/users/{USER}"
    done = session.post(f"{about}/server", headers=proof(session, "/hub/"), json={}, timeout=60)
    assert done.status_code in (201, 202)

    def is_ready() -> bool:
        servers = session.get(about, headers=proof(session, "/hub/"), timeout=60).json()["servers"]
        return "" in servers and bool(servers[""]["ready"])

    wait_for("the server", log, is_ready)
    return f"{hub}/user/{USER}"


def proof(session: requests.Session, path: str) -> dict[str, str]:
    """What shows that a request comes from a page of this server."""
    return {"X-XSRFToken": str(session.cookies.get("_xsrf", path=path))}


def run(server: str, session: requests.Session, code: str) -> None:
    """Runs `code` in a new kernel of a user's server."""
    headers = proof(session, f"/user/{USER}/")
    kernel = session.post(f"{server}/api/kernels", headers=headers, json={}, timeout=60).json()["id"]
    address = f"{server.replace('http', 'ws', 1)}/api/kernels/{kernel}/channels"
    cookie = get_cookie_header(session.cookies, requests.Request("GET", f"{server}/"))
    content = {"code": code, "silent": False}
    header = {"msg_id": uuid4().hex, "msg_type": "execute_request", "session": "test", "username": USER}
    request = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
    with closing(websocket.create_connection(address, cookie=cookie, timeout=PATIENCE)) as socket:
        socket.send(json.dumps(request))
        while True:
            message = json.loads(socket.recv())
            if message["msg_type"] == "execute_reply":
                assert message["content"]["status"] == "ok", message["content"]
                return


def test_a_user_logs_in_finds_the_lessons_and_is_known_to_the_class(hub: str, folder: Path) -> None:
    with requests.Session() as session:
        log_in(hub, session)
        server = start_server(hub, session, folder / "hub.log")
        page = session.get(f"{server}/", timeout=60)
        assert page.url == f"{server}/lab/tree/notebooks/index.ipynb"
        assert '"name": "cardlab-lessons"' in page.text, "the extension that runs the lessons"
        inside = session.get(f"{server}/api/contents/notebooks/cribbage", timeout=60).json()
        source = {path.name for path in (ROOT / "notebooks" / "cribbage").glob("*.ipynb")}
        assert source <= {entry["name"] for entry in inside["content"]}
        run(server, session, ANSWER)
    with closing(sqlite3.connect(folder / "class.db")) as database:
        kept = database.execute("SELECT learner, class_code, exercise, outcome FROM attempt").fetchall()
    assert kept == [(USER, "7b", "crib-count-hand", "correct")]
