"""What a class on the demos costs: 20 visitors at once, in seconds and megabytes. Needs a quiet machine.

    python tests/bench/visitors.py            a page without a plot, and one that plots
    python tests/bench/visitors.py --visitors 5

For each page: seconds until a first visitor, cold, and the last of all visitors have had their first press
answered; the memory that each of them takes (the private memory of its kernel); that of the server with
the process of which the kernels are forks.

One visitor is a real browser. The others have theirs elsewhere, as a class has (20 browsers on one machine
would measure the browsers): they fetch the page, and send and hear over the WebSocket what a browser does,
the states of the widgets, a press and its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import browsing
import psutil
from playwright.sync_api import Browser, Page, sync_playwright
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

PATIENCE_S = 240
PAGES = ("counting-a-hand", "what-to-lay-away")
READY = ".cardlab [data-transport]"


def megabytes(process: psutil.Process) -> float:
    return float(process.memory_full_info().uss) / 2**20


def kernels_of(server: psutil.Process) -> list[psutil.Process]:
    """The processes that have a group of their own, as Jupyter gives to each kernel."""
    return [one for one in server.children(recursive=True) if os.getpgid(one.pid) == one.pid]


def first_visit(browser: Browser, address: str) -> float:
    """Seconds until the page answers a press, in a browser without a past."""
    page = browser.new_context().new_page()
    began = time.perf_counter()
    page.goto(address, timeout=180_000)
    press(page)
    seconds = time.perf_counter() - began
    page.context.close()
    return seconds


def press(page: Page) -> None:
    """Waits for the page and skips its first question; a page that plots is waited for to plot."""
    page.locator(READY).wait_for(timeout=180_000)
    page.locator("[data-id=skip]").click()
    page.locator("[data-transport][data-at='1']").wait_for(timeout=60_000)
    if "lay-away" in page.url:
        page.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=180_000)


class Wire:
    """A visitor without a browser: a session with the kernel of a page."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self.socket = socket
        self.session = uuid4().hex

    async def send(self, kind: str, content: dict[str, Any]) -> str:
        """Sends a message on the shell channel; gives its id."""
        id = uuid4().hex
        header = {"msg_id": id, "msg_type": kind, "session": self.session, "username": "", "version": "5.3"}
        about = {"version": "1.0.0"}  # of the control channel: without it ipywidgets refuses to open one
        message = {
            "header": header,
            "parent_header": {},
            "metadata": about,
            "content": content,
            "buffers": [],
        }
        await self.socket.write_message(json.dumps({**message, "channel": "shell"}))
        return id

    async def hear(self) -> dict[str, Any]:
        heard = await self.socket.read_message()
        if heard is None:
            raise ConnectionError("the server has closed the connection")
        # A message with buffers comes in binary: their number, the offsets, and the first part is the JSON.
        if isinstance(heard, bytes):
            count = int.from_bytes(heard[:4], "big")
            ends = [int.from_bytes(heard[at : at + 4], "big") for at in range(4, 4 * (count + 1), 4)]
            heard = heard[ends[0] : ends[1] if count > 1 else None].decode()
        message: dict[str, Any] = json.loads(heard)
        return message

    async def states(self) -> dict[str, Any]:
        """All widgets of the page, as ipywidgets gives them to a page that has just connected."""
        comm = uuid4().hex
        target = {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}}
        await self.send("comm_open", target)
        await self.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        while True:
            data = (await self.hear())["content"].get("data", {})
            if data.get("method") == "update_states":
                states: dict[str, Any] = data["states"]
                return states

    async def press(self) -> None:
        """Skips the first question and waits until the kernel has nothing more to say to that."""
        widgets = (await self.states()).items()
        comm, rev = next(
            (id, one["state"]["rev"]) for id, one in widgets if {"html", "rev"} <= {*one["state"]}
        )
        content = {"id": "1", "rev": rev, "action": "skip", "values": {}}
        sent = await self.send(
            "comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": content}}
        )
        done = False
        while True:
            message = await self.hear()
            answer = message["content"].get("data", {}).get("content", {})
            done = done or (answer.get("id") == "1" and answer["ok"])
            idle = message["content"].get("execution_state") == "idle"
            if idle and message["parent_header"].get("msg_id") == sent:
                break
        if not done:
            raise RuntimeError("the press was not answered")


async def wire_visit(address: str) -> tuple[float, WebSocketClientConnection]:
    """Seconds until the press is answered, and the connection that keeps the page open."""
    began = time.perf_counter()
    client = AsyncHTTPClient(force_instance=True)
    page = await client.fetch(HTTPRequest(address, request_timeout=PATIENCE_S))
    (kernel,) = re.findall(r'"kernelId": "([^"]+)"', page.body.decode())
    host = urlsplit(address).netloc
    request = HTTPRequest(f"ws://{host}/api/kernels/{kernel}/channels", headers={"Origin": f"http://{host}"})
    socket = await websocket_connect(request)
    await Wire(socket).press()
    return time.perf_counter() - began, socket


@contextmanager
def running_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop beside the browser's, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


def measure(browser: Browser, name: str, visitors: int) -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        browsing.voila_server(Path(folder)) as url,
        running_loop() as loop,
    ):
        address = f"{url}/voila/render/{name}.ipynb"
        cold = first_visit(browser, address)
        (server,) = [
            one for one in psutil.Process().children() if url.rpartition(":")[2] in " ".join(one.cmdline())
        ]
        gone = time.monotonic() + 20
        while kernels_of(server) and time.monotonic() < gone:
            time.sleep(0.2)
        others = [asyncio.run_coroutine_threadsafe(wire_visit(address), loop) for _ in range(visitors - 1)]
        seconds = sorted([first_visit(browser, address), *(other.result(PATIENCE_S)[0] for other in others)])
        kernels = [megabytes(kernel) for kernel in kernels_of(server)]
        own = sum(megabytes(one) for one in [server, *server.children(recursive=True)]) - sum(kernels)
    return (
        f"{name}: {cold:.1f} s for the first; {seconds[len(seconds) // 2]:.1f} s (median) and "
        f"{seconds[-1]:.1f} s for all {visitors}; "
        f"{sum(kernels) / len(kernels):.0f} MB a visitor ({len(kernels)} kernels), {own:.0f} MB the server"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="What a class on the demos costs.")
    parser.add_argument("--visitors", type=int, default=20)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        path = browsing.find_chromium(playwright)
        if path is None:
            raise SystemExit(browsing.REMEDY)
        browser = browsing.launch(playwright, path)
        for name in PAGES:
            print(measure(browser, name, options.visitors), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
