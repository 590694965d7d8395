"""The example for JupyterHub at work: a hub with a local spawner, a login, a server, a kernel in it."""

from __future__ import annotations

import html
import json
import os
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
from cardlab_exercises import Store
from requests.cookies import get_cookie_header

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run on Windows"),
]
ROOT = Path(__file__).parents[1]
HEALTH = ROOT / "deploy" / "healthcheck.py"
PATIENCE = 180
"""Seconds to wait for a server; a busy machine is slow."""

ADA, BO = "ada", "bo"
NOBODY = "eve"
"""A learner who is not on the list, and knows the password."""
PASSWORD = "sesame in the morning"
CULLER = "0" * 32
"""What the service that stops servers shows the hub."""
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
c.DummyAuthenticator.password = {password!r}
next(one for one in c.JupyterHub.services if one["name"] == "idle-culler")["api_token"] = {culler!r}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {home!r}
c.Spawner.args.append("--allow-root")
c.Spawner.start_timeout = c.Spawner.http_timeout = {patience}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hub")


@pytest.fixture(scope="module")
def hub(folder: Path, postgresql: str) -> Iterator[str]:
    """The address of a JupyterHub that runs with the example, a class on PostgreSQL."""
    people = folder / "people"
    people.mkdir()
    (people / "learners").write_text(f"# class 7b\n{BO}\n")
    (people / "teachers").write_text(f"{ADA}\n")
    url, hub_url, proxy_url = (f"http://127.0.0.1:{browsing.free_port()}" for _ in range(3))
    config = CONFIG.format(
        example=str(ROOT / "docs" / "jupyterhub_config.py"),
        url=url,
        hub_url=hub_url,
        proxy_url=proxy_url,
        home=str(folder / "{username}"),
        patience=PATIENCE,
        password=PASSWORD,
        culler=CULLER,
    )
    (folder / "config.py").write_text(config)
    env = browsing.own_environment(folder)
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env["PATH"]])
    env |= {
        "HUB_PEOPLE": str(people),
        "CARDLAB_DATABASE": postgresql,
        "DEMOS_PORT": str(browsing.free_port()),
    }
    log = folder / "hub.log"
    words = [sys.executable, "-m", "jupyterhub", "-f", str(folder / "config.py")]
    with browsing.running(words, env, log):  # its end is that of the proxy and the users' servers too
        wait_for("the hub", log, lambda: answers(f"{url}/hub/api"))
        yield url


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


def log_in(hub: str, session: requests.Session, user: str, password: str = PASSWORD) -> requests.Response:
    """Logs in by the form, as a person does, and gives the page that follows."""
    session.get(f"{hub}/hub/login", timeout=60)
    form = {"username": user, "password": password, "_xsrf": session.cookies["_xsrf"]}
    return session.post(f"{hub}/hub/login", params={"next": "/hub/home"}, data=form, timeout=60)


def start_server(hub: str, session: requests.Session, user: str, log: Path) -> str:
    """Starts the user's server and gives its address."""
    about = f"{hub}/hub/api/users/{user}"
    done = session.post(f"{about}/server", headers=proof(session, "/hub/"), json={}, timeout=60)
    assert done.status_code in (201, 202, 400)  # 400: it runs already

    def is_ready() -> bool:
        servers = session.get(about, headers=proof(session, "/hub/"), timeout=60).json()["servers"]
        return "" in servers and bool(servers[""]["ready"])

    wait_for("the server", log, is_ready)
    return f"{hub}/user/{user}"


def proof(session: requests.Session, path: str) -> dict[str, str]:
    """What shows that a request comes from a page of this server."""
    return {"X-XSRFToken": str(session.cookies.get("_xsrf", path=path))}


def run(server: str, session: requests.Session, code: str) -> str:
    """Runs `code` in a new kernel of a user's server, and gives the kind of error that ended it, or ""."""
    headers = proof(session, f"/user/{server.rpartition('/')[2]}/")
    kernel = session.post(f"{server}/api/kernels", headers=headers, json={}, timeout=60).json()["id"]
    address = f"{server.replace('http', 'ws', 1)}/api/kernels/{kernel}/channels"
    cookie = get_cookie_header(session.cookies, requests.Request("GET", f"{server}/"))
    content = {"code": code, "silent": False}
    header = {"msg_id": uuid4().hex, "msg_type": "execute_request", "session": "test", "username": "test"}
    request = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
    with closing(websocket.create_connection(address, cookie=cookie, timeout=PATIENCE)) as socket:
        socket.send(json.dumps(request))
        while True:
            message = json.loads(socket.recv())
            if message["msg_type"] == "execute_reply":
                return str(message["content"].get("ename", ""))


def test_two_users_log_in_find_the_lessons_and_are_known_to_the_class(
    hub: str, folder: Path, postgresql: str
) -> None:
    for user in (ADA, BO):
        with requests.Session() as session:
            assert log_in(hub, session, user).url == f"{hub}/hub/home"
            server = start_server(hub, session, user, folder / "hub.log")
            page = session.get(f"{server}/", timeout=60)
            assert page.url == f"{server}/lab/tree/notebooks/index.ipynb"
            assert '"name": "cardlab-lessons"' in page.text, "the extension that runs the lessons"
            live = session.get(f"{server}/cardlab/start-page", timeout=60).text
            assert f"You are {user!r} in class 7b." in html.unescape(live)
            assert '"news": {"disabled": true}' in page.text, "no window asks about news"
            inside = session.get(f"{server}/api/contents/notebooks/cribbage", timeout=60).json()
            source = {path.name for path in (ROOT / "notebooks" / "cribbage").glob("*.ipynb")}
            assert source <= {entry["name"] for entry in inside["content"]}
            assert run(server, session, ANSWER) == ""
            assert run(server, session, "len(bytes(2 * 10**9))") == "MemoryError", "the limit holds"
            assert run(server, session, f"import runpy; runpy.run_path({str(HEALTH)!r})") == "", (
                "it is healthy"
            )
            assert "kernel_currently_running_total" in session.get(f"{server}/metrics", timeout=60).text
            if user == BO:
                other = session.get(f"{hub}/user/{ADA}/api/contents", timeout=60)
                assert other.status_code == 403, "nobody enters the server of somebody else"
    made = [one for user in (ADA, BO) for one in Store(postgresql).attempts(user)]
    kept = [(one.learner, one.class_code, one.outcome) for one in made]
    assert sorted(kept) == [(ADA, "7b", "correct"), (BO, "7b", "correct")]


@pytest.mark.parametrize(("user", "password"), [(NOBODY, PASSWORD), (BO, "open")])
def test_nobody_else_is_let_in(user: str, password: str, hub: str) -> None:
    """Neither somebody who is on no list, nor somebody with a wrong password."""
    with requests.Session() as session:
        page = log_in(hub, session, user, password)
        assert page.status_code in (401, 403)
        assert "/hub/login" in page.url
        assert session.get(f"{hub}/hub/api/users/{user}", timeout=60).status_code == 403


def test_the_demos_are_a_service_of_the_hub(hub: str, folder: Path) -> None:
    wait_for("Voila", folder / "hub.log", lambda: answers(f"{hub}/services/demos/"))
    assert "counting-a-hand" in requests.get(f"{hub}/services/demos/", timeout=60).text


def test_the_hub_says_how_it_is(hub: str) -> None:
    """Its health to everybody, its figures to a teacher."""
    assert answers(f"{hub}/hub/health")
    assert not answers(f"{hub}/hub/metrics")
    with requests.Session() as session:
        log_in(hub, session, ADA)
        assert "jupyterhub_running_servers" in session.get(f"{hub}/hub/metrics", timeout=60).text


def test_servers_that_nobody_uses_are_stopped(hub: str, folder: Path) -> None:
    """By the service of the example, with its rights, which here waits for a second instead of an hour."""
    with requests.Session() as session:
        log_in(hub, session, BO)
        server = start_server(hub, session, BO, folder / "hub.log")
        about = f"{hub}/hub/api/users/{BO}"
        words = [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=1", "--cull-every=1"]
        env = os.environ | {"JUPYTERHUB_API_TOKEN": CULLER}
        with browsing.running([*words, f"--url={hub}/hub/api"], env, folder / "culler.log"):
            wait_for(
                "the end of the server",
                folder / "hub.log",
                lambda: not session.get(about, headers=proof(session, "/hub/"), timeout=60).json()["servers"],
            )
        assert session.get(f"{server}/api", timeout=60).status_code == 424
