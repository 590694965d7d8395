"""A visitor of a demo without a browser: fetches the page, and speaks with its kernel as a browser does."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

PATIENCE_S = 240


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
