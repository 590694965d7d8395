"""The worker of the static site by itself: what it keeps, beside other sites of the same server."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import cardlab_widgets.site
import pytest
from playwright.sync_api import Page

WORKER = Path(cardlab_widgets.site.__file__).with_name("service-worker.js")
REGISTER = """async (folder) => {
    const made = await navigator.serviceWorker.register(`/${folder}/service-worker.js`);
    const worker = made.installing ?? made.waiting ?? made.active;
    while (worker.state !== "activated") await new Promise((go) => setTimeout(go, 20));
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
GONE = """async (name) => {
    while (await caches.has(name)) await new Promise((go) => setTimeout(go, 20));
}"""
FETCHED = "(url) => fetch(url).then((reply) => reply.text())"


class Handler(SimpleHTTPRequestHandler):
    """Leads from `redirects` to other files."""

    redirects: dict[str, str]

    def __init__(self, redirects: dict[str, str], *args: object, **about: str) -> None:
        self.redirects = redirects
        super().__init__(*args, **about)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        target = self.redirects.get(self.path)
        if target is None:
            super().do_GET()
            return
        self.send_response(302)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[tuple[str, Path, dict[str, str]]]:
    """A server of several sites, its folder, and the redirects that it gives."""
    redirects: dict[str, str] = {}
    handler = partial(Handler, redirects, directory=str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", tmp_path, redirects
    server.shutdown()
    server.server_close()
    thread.join()


def write_site(root: Path, name: str, version: str) -> None:
    folder = root / name
    folder.mkdir(exist_ok=True)
    site = json.dumps({"VERSION": version, "FILES": ["index.html", "part.txt"]})
    worker = WORKER.read_text(encoding="utf-8").replace("__SITE__", site)
    (folder / "service-worker.js").write_text(worker, encoding="utf-8")
    (folder / "jupyterlite-worker.js").write_text('addEventListener("install", () => self.skipWaiting());')
    (folder / "index.html").write_text(f"<!doctype html><title>{name} {version}</title>")
    (folder / "part.txt").write_text(f"{name} {version}")
    for path in folder.iterdir():  # the server tells versions apart by whole seconds
        os.utime(path, (int(version), int(version)))


def test_sites_of_one_server_leave_each_other_alone(
    page: Page, sites: tuple[str, Path, dict[str, str]]
) -> None:
    server, root, _ = sites
    for name, version in (("a", "1"), ("b", "1"), ("a", "2")):
        write_site(root, name, version)
        page.goto(f"{server}/{name}/index.html?{version}")
        page.evaluate(REGISTER, name)
        page.wait_for_function(CONTROLLED)
        if (name, version) == ("a", "2"):  # the browser has asked for the new worker by itself
            page.evaluate(GONE, "cardlab /a/ 1")
        assert page.evaluate(FETCHED, f"/{name}/part.txt") == f"{name} {version}"
    assert sorted(page.evaluate("caches.keys()")) == ["cardlab /a/ 2", "cardlab /b/ 1"]


def test_another_page_is_not_kept_in_the_place_of_a_file(
    page: Page, sites: tuple[str, Path, dict[str, str]]
) -> None:
    server, root, redirects = sites
    write_site(root, "a", "1")
    (root / "login").write_text("Who are you?")
    page.goto(f"{server}/a/index.html")
    page.evaluate(REGISTER, "a")
    page.wait_for_function(CONTROLLED)
    redirects["/a/part.txt"] = "/login"
    assert page.evaluate(FETCHED, "/a/part.txt") == "Who are you?"
    redirects.clear()
    assert page.evaluate(FETCHED, "/a/part.txt") == "a 1"
    redirects["/a/part.txt"] = "/login"  # it is kept now
    assert page.evaluate(FETCHED, "/a/part.txt") == "a 1"


def test_a_server_may_have_another_name_for_a_page(
    page: Page, sites: tuple[str, Path, dict[str, str]]
) -> None:
    server, root, redirects = sites
    write_site(root, "a", "1")
    page.goto(f"{server}/a/index.html")
    page.evaluate(REGISTER, "a")
    page.wait_for_function(CONTROLLED)
    redirects["/a/index.html"] = "/a/"
    answer = page.goto(f"{server}/a/index.html")
    assert answer is not None
    assert answer.ok
    assert page.title() == "a 1"
    (root / "a" / "index.html").unlink()  # it is kept
    page.goto(f"{server}/a/")
    assert page.title() == "a 1"
    assert page.evaluate(FETCHED, "/a/%ff").startswith("<!DOCTYPE HTML>")  # the server's own answer
