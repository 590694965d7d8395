"""The files in deploy/ hold together, and what can run without a container does: start, health, sign up, TLS.

Whether the images build is not tested here. Linters are used where they are installed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import browsing
import pytest
import requests
import yaml
from traitlets.config.loader import PyFileConfigLoader

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PATIENCE = 180
"""Seconds to wait for a server; a busy machine is slow."""
posix = pytest.mark.skipif(sys.platform == "win32", reason="a shell script starts it")


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def data(name: str) -> Any:
    return yaml.safe_load(text(name))


# ------------------------------------------------------------------ what the files say


def dockerfile() -> list[list[str]]:
    """The instructions of the Dockerfile, each with its words."""
    lines = [line for line in text("Dockerfile").splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [line.split() for line in joined.splitlines() if line.strip()]


def test_the_image_is_made_of_what_there_is() -> None:
    """What it copies is there, and is not left out by the list of what Docker does not see."""
    ignore = text("Dockerfile.dockerignore").splitlines()
    assert ignore[1] == "*"
    for instruction in dockerfile():
        if instruction[0] != "COPY" or instruction[1].startswith("--from"):
            continue
        for source in [word for word in instruction[1:-1] if not word.startswith("--")]:
            assert (ROOT / source).exists(), source
            assert {f"!{source.removeprefix('./')}", f"!{source.partition('/')[0]}"} & set(ignore), source


def test_the_image_runs_as_nobody_special_and_says_how_it_is() -> None:
    instructions = dockerfile()
    names = [instruction[0] for instruction in instructions]
    assert names.count("FROM") == 2, "nothing that is only needed to build stays"
    (user,) = [instruction[1] for instruction in instructions if instruction[0] == "USER"]
    assert user not in ("root", "0")
    assert "HEALTHCHECK" in names
    assert names.index("USER") < names.index("CMD")


def test_no_file_names_a_registry() -> None:
    """Images have plain names: where they come from is a setting of the machine."""
    images = [service["image"] for service in data("compose.yaml")["services"].values()]
    images += [instruction[1] for instruction in dockerfile() if instruction[0] == "FROM"]
    images.append(data("zero-to-jupyterhub.yaml")["singleuser"]["image"]["name"])
    assert len(images) >= 7
    assert not [image for image in images if "/" in image or (image.count(".") > 1 and ":" not in image)]


def test_what_compose_names_is_there() -> None:
    made = data("compose.yaml")
    used: set[str] = set()
    for service in made["services"].values():
        assert set(service["networks"]) <= set(made["networks"])
        assert set(service.get("depends_on", ())) <= set(made["services"])
        for volume in service.get("volumes", ()):
            source, target = volume.split(":")[:2]
            if source.startswith("./") and source != "./people":  # those are of one's own
                assert (DEPLOY / source).is_file()
            elif not source.startswith((".", "/")):
                used.add(source)
            assert target.startswith("/")
    assert used == set(made["volumes"])
    assert {*made["services"]} == {"proxy", "database", "voila", "hub"}
    for name in ("voila", "hub"):  # COMPOSE_PROFILES is the name of the service that the proxy leads to
        assert made["services"][name]["profiles"] == [name]
        assert made["services"][name]["command"] == ["cardlab-start", name]


def test_every_setting_of_compose_is_in_the_notes() -> None:
    settings = set(re.findall(r"\$\{(\w+)", text("compose.yaml")))
    assert settings
    assert not [name for name in settings if f"`{name}`" not in text("README.md")]


def test_kubernetes_starts_what_the_example_starts() -> None:
    example = PyFileConfigLoader("jupyterhub_config.py", path=str(ROOT / "docs")).load_config()
    values = data("zero-to-jupyterhub.yaml")
    shell, option, script, name, *arguments = values["singleuser"]["cmd"]
    assert [shell, option, script.strip(), name] == [word.strip() for word in example.Spawner.cmd], (
        "the same script"
    )
    assert arguments == example.Spawner.args
    assert values["singleuser"]["defaultUrl"] == example.Spawner.default_url
    assert values["singleuser"]["memory"]["limit"] == example.Spawner.mem_limit
    assert values["hub"]["activeServerLimit"] == example.JupyterHub.active_server_limit
    culler = next(one for one in example.JupyterHub.services if one["name"] == "idle-culler")
    assert f"--timeout={values['cull']['timeout']}" in culler["command"]


@pytest.mark.parametrize("name", ["cardlab-voila.service", "cardlab-hub.service"])
def test_units_start_what_there_is(name: str) -> None:
    (start,) = re.findall(r"^ExecStart=/opt/cardlab/(\S+) (voila|hub)$", text(name), re.MULTILINE)
    assert (ROOT / start[0]).is_file()
    assert start[1] in name
    for path in re.findall(r"=/opt/cardlab/(\S+\.py)", text(name)):
        assert (ROOT / path).is_file()


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("hadolint", ["Dockerfile"]),
        ("shellcheck", ["start.sh"]),
        ("caddy", ["validate", "--adapter", "caddyfile", "--config", "Caddyfile"]),
    ],
)
def test_linters_find_nothing(tool: str, words: list[str], tmp_path: Path) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run([tool, *words], cwd=DEPLOY, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


# ------------------------------------------------------------------ what runs without a container


def environment(home: Path, **settings: object) -> dict[str, str]:
    """That of a container: a path, a port, and what is set for the server."""
    env = browsing.own_environment(home)
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env["PATH"]])
    own = {"PORT": browsing.free_port(), "ADDRESS": "127.0.0.1", **settings}
    return env | {name: str(value) for name, value in own.items()}


def is_healthy(env: Mapping[str, str]) -> bool:
    check = [sys.executable, str(DEPLOY / "healthcheck.py")]
    return subprocess.run(check, env=dict(env), capture_output=True, timeout=60).returncode == 0


def wait_until(holds: Callable[[], bool], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            pytest.fail(f"too slow; the log ends with:\n{log.read_text()[-4000:]}")
        time.sleep(0.3)


@posix
def test_start_wants_to_know_what() -> None:
    done = subprocess.run(["sh", str(DEPLOY / "start.sh")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "voila|hub" in done.stderr


@posix
@pytest.mark.thorough
def test_voila_starts_and_is_healthy_and_has_tls_with_caddy(tmp_path: Path) -> None:
    env = environment(tmp_path, TEACHER_TOKEN="sesame")
    log = tmp_path / "log"
    assert not is_healthy(env)
    with browsing.running(["sh", str(DEPLOY / "start.sh"), "voila"], env, log):
        wait_until(lambda: is_healthy(env), log)
        assert "counting-a-hand" in requests.get(f"http://127.0.0.1:{env['PORT']}/", timeout=60).text
        if shutil.which("caddy"):
            through_caddy(tmp_path, f"127.0.0.1:{env['PORT']}")
    assert not is_healthy(env)


def through_caddy(folder: Path, upstream: str) -> None:
    """The Caddyfile as it is, at ports of its own."""
    port = browsing.free_port()
    ports = f"http_port {browsing.free_port()}\nhttps_port {port}"
    own = f"{{\n{ports}\nadmin off\nskip_install_trust\n}}\nimport {DEPLOY / 'Caddyfile'}\n"
    (folder / "Caddyfile").write_text(own)
    env = os.environ | {"UPSTREAM": upstream, "SITE": "localhost"}
    env |= {
        "XDG_DATA_HOME": str(folder / "caddy"),
        "XDG_CONFIG_HOME": str(folder / "caddy"),
        "HOME": str(folder),
    }
    trusting = ssl._create_unverified_context()

    def page(path: str, **headers: str) -> str:
        request = Request(f"https://localhost:{port}{path}", headers=headers)
        with urlopen(request, context=trusting, timeout=60) as answer:
            assert answer.headers["Strict-Transport-Security"]
            return str(answer.read().decode())

    def answers() -> bool:
        try:
            return "counting-a-hand" in page("/")
        except OSError:
            return False

    log = folder / "caddy.log"
    with browsing.running(["caddy", "run", "--adapter", "caddyfile", "--config", "Caddyfile"], env, log):
        wait_until(answers, log)


@posix
@pytest.mark.thorough
def test_the_hub_starts_and_a_teacher_admits_who_signed_up(tmp_path: Path) -> None:
    """The hub of the containers, up to the login: what would be containers is not started."""
    people = tmp_path / "people"
    people.mkdir()
    (people / "teachers").write_text("chris\n")
    env = environment(
        tmp_path,
        HEALTH="/hub/health",
        HUB_DATA=tmp_path,
        HUB_PEOPLE=people,
        DEMOS_PORT=browsing.free_port(),
        HUB_CONFIG=tmp_path / "config.py",
        CARDLAB_DATABASE=f"sqlite:///{tmp_path / 'class.db'}",
    )
    # Ports of its own, as this machine is shared.
    (tmp_path / "config.py").write_text(
        f"c = get_config()\nload_subconfig({str(DEPLOY / 'hub_config.py')!r})\n"
        f"c.JupyterHub.hub_port = {browsing.free_port()}\n"
        f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{browsing.free_port()}'\n"
        "c.JupyterHub.hub_connect_ip = '127.0.0.1'\n"
    )
    log = tmp_path / "log"
    url = f"http://127.0.0.1:{env['PORT']}/hub"
    with browsing.running(["sh", str(DEPLOY / "start.sh"), "hub"], env, log):
        wait_until(lambda: is_healthy(env), log)
        for name in ("chris", "ada"):
            sign_up(url, name)
        with requests.Session() as teacher, requests.Session() as learner:
            assert log_in(url, learner, "ada").url != f"{url}/home", "nobody has admitted ada yet"
            assert log_in(url, teacher, "chris").url == f"{url}/home"
            assert "ada" in teacher.get(f"{url}/authorize", timeout=60).text
            assert teacher.get(f"{url}/authorize/ada", timeout=60).status_code == 200
            assert log_in(url, learner, "ada").url == f"{url}/home"


def sign_up(url: str, name: str) -> None:
    with requests.Session() as session:
        session.get(f"{url}/signup", timeout=60)
        words = "a long password of " + name
        form = {"username": name, "signup_password": words, "signup_password_confirmation": words}
        done = session.post(f"{url}/signup", data=form | {"_xsrf": session.cookies["_xsrf"]}, timeout=60)
        assert done.status_code == 200


def log_in(url: str, session: requests.Session, name: str) -> requests.Response:
    session.get(f"{url}/login", timeout=60)
    form = {"username": name, "password": "a long password of " + name, "_xsrf": session.cookies["_xsrf"]}
    return session.post(f"{url}/login", params={"next": "/hub/home"}, data=form, timeout=60)


def test_the_notes_name_every_file() -> None:
    notes = text("README.md")
    assert not [path.name for path in DEPLOY.iterdir() if path.name != "README.md" and path.name not in notes]
    commands = re.findall(r"^(?:docker|helm|kubectl) .*", notes, re.MULTILINE)
    assert commands
    for command in commands:
        for word in shlex.split(command):
            if word.startswith("deploy/") and word != "deploy/.env":  # that one is of one's own
                assert (ROOT / word).exists(), word
