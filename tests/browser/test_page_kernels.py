"""Kernels of pages in a real server: there are only so many, and none stays whose page has gone."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import browsing
import psutil
import pytest
from cardlab_widgets.serving import kernels
from playwright.sync_api import Page, expect

from tests.visitor import Visitor

PAGE = "voila/render/counting-a-hand.ipynb"
PATIENCE_S = 90
INTERACTIVE_MS = 60_000
MOST = 3


def comes_true(claim: Callable[[], Any]) -> bool:
    """Whether `claim` holds before patience is at an end."""
    until = time.monotonic() + PATIENCE_S
    while not (holds := claim()) and time.monotonic() < until:
        time.sleep(0.1)
    return bool(holds)


@contextmanager
def server(home: Path, *options: str) -> Iterator[tuple[str, Path]]:
    """A server with these options, and its log."""
    with browsing.voila_server(home, *options) as url:
        yield url, home / "voila.log"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server with few places, on which a kernel that nobody has connected to stays."""
    few = f"--PageKernels.most_pages={MOST}"
    with server(tmp_path, few, "--PageKernels.unvisited_timeout=600") as made:
        yield made


def status(url: str) -> int:
    """How a request for a page is answered. All of it is read: who leaves earlier takes the kernel along."""
    try:
        with urlopen(f"{url}/{PAGE}", timeout=120) as answer:
            answer.read()
            return int(answer.status)
    except HTTPError as error:
        return error.code


def leave(url: str, beginning: bool) -> None:
    """Asks for a page and goes away at once, or when its beginning is there."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(f"GET /{PAGE} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        if beginning:
            connection.recv(1)


def test_a_full_server_says_so_and_has_room_again(small: tuple[str, Path], page: Page) -> None:
    url, log = small
    sitting = [Visitor(url, PAGE) for _ in range(MOST)]
    refused = page.goto(f"{url}/{PAGE}")
    assert refused is not None
    assert (refused.status, refused.headers["retry-after"]) == (503, "60")
    expect(page.get_by_role("heading", name="The class is full")).to_be_visible()
    expect(page.get_by_text("Try again in a minute")).to_be_visible()
    assert page.locator("meta[http-equiv=refresh]").get_attribute("content") == "60"
    assert all(visitor.press("teach")["ok"] for visitor in sitting), "who sits there is not disturbed"
    assert len(browsing.kernels_alive(log)) == MOST
    sitting[0].send("shutdown_request", {"restart": False})
    assert comes_true(lambda: len(browsing.kernels_alive(log)) < MOST)
    page.reload()
    expect(page.locator(browsing.WIDGET).first).to_be_visible(timeout=INTERACTIVE_MS)


@pytest.mark.thorough
def test_many_at_once_are_no_more_than_there_is_room_for(small: tuple[str, Path]) -> None:
    url, log = small

    with ThreadPoolExecutor(10) as pool:
        answers = sorted(pool.map(status, [url] * 10))
    assert answers == [200] * MOST + [503] * (10 - MOST)
    assert len(browsing.kernels_alive(log)) == MOST


@pytest.mark.thorough
@pytest.mark.parametrize("beginning", [False, True])
def test_who_goes_away_while_the_page_is_made_leaves_no_kernel(
    small: tuple[str, Path], beginning: bool
) -> None:
    url, log = small
    for _ in range(MOST + 2):
        leave(url, beginning)
    assert comes_true(lambda: status(url) == 200), "all of them would fill the server"
    assert comes_true(lambda: len(browsing.kernels_alive(log)) == 1), "the last one's"
    assert "Traceback" not in log.read_text()


def test_quick_reloads_leave_one_kernel(tmp_path: Path, page: Page) -> None:
    """There is room for all, for on a busy machine the earlier ones may take a while to end."""
    with server(tmp_path, "--PageKernels.unvisited_timeout=600") as (url, log):
        for _ in range(5):
            page.goto(f"{url}/{PAGE}", wait_until="commit")
        expect(page.locator(browsing.WIDGET).first).to_be_visible(timeout=INTERACTIVE_MS)
        assert comes_true(lambda: len(browsing.kernels_alive(log)) == 1)


@pytest.mark.thorough
def test_a_kernel_that_nobody_connects_to_is_ended_soon(tmp_path: Path) -> None:
    options = ("--PageKernels.unvisited_timeout=3", "--MappingKernelManager.cull_interval=1")
    with server(tmp_path, *options) as (url, log):
        kept = Visitor(url, PAGE)
        with urlopen(f"{url}/{PAGE}", timeout=60):
            assert len(browsing.kernels_alive(log)) == 2
        assert comes_true(lambda: browsing.kernels_alive(log) == {kept.kernel})
        time.sleep(5)
        assert kept.press("teach")["ok"], "that of an open page stays"
        kept.close()  # gone without a word, such as by a loss of the network: it may come back
        time.sleep(5)
        assert browsing.kernels_alive(log) == {kept.kernel}


def processes(home: Path) -> set[psutil.Process]:
    """What a server has started whose files are in `home`, and the server itself."""
    found = set()
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get("CARDLAB_HOME") == str(home / "cardlab"):
                found.add(process)
    return found


def runs(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


@pytest.mark.thorough
@pytest.mark.skipif(not kernels.can_fork(), reason="kernels are forks on Linux only")
def test_when_the_fork_server_is_killed_no_kernel_comes_back(tmp_path: Path) -> None:
    with server(tmp_path) as (url, log):
        assert [Visitor(url, PAGE).press("teach")["ok"] for _ in range(2)] == [True, True]
        (serving,) = (one for one in processes(tmp_path) if "voila" in one.cmdline())
        (forker,) = (one for one in serving.children() if "forkserver" in " ".join(one.cmdline()))
        forked = forker.children()
        assert len(forked) == 2
        forker.kill()
        assert comes_true(lambda: not browsing.kernels_alive(log))
        assert comes_true(lambda: not any(map(runs, forked)))
        assert Visitor(url, PAGE).press("teach")["ok"], "new pages have kernels"
        assert len(browsing.kernels_alive(log)) == 1
        assert "restarting" not in log.read_text()
        last = processes(tmp_path)
    assert comes_true(lambda: not any(map(runs, last | processes(tmp_path)))), "none outlives the server"
