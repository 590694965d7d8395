"""When the kernel of a page is ended, and what a page hears of it: decided without a server."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from cardlab_widgets.serving.page_kernels import PageConnection, PageKernels, _for_developers, adds_up
from cardlab_widgets.serving.visitors import as_asked
from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.connection.base import (
    serialize_binary_message,
    serialize_msg_to_ws_v1,
)
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.web import HTTPError

VISITED_S, UNVISITED_S = 600, 60


class Watched(PageKernels):
    """Kernels of which those that would be ended are noted."""

    def __init__(self) -> None:
        super().__init__(cull_idle_timeout=VISITED_S, unvisited_timeout=UNVISITED_S, cull_busy=True)
        self.ended: list[str] = []

    async def shutdown_kernel(self, kernel_id: str, now: bool = False) -> None:
        self.ended.append(kernel_id)

    def add(self, idle_s: float | None, state: str) -> None:
        """The kernel "k"; an idle time of None stands for one that is being started."""
        kernel = ServerKernelManager(kernel_name="python3")
        if idle_s is not None:
            kernel.last_activity = utcnow() - timedelta(seconds=idle_s)
            kernel.execution_state = state
        self._kernels["k"] = kernel
        self._kernel_connections["k"] = 0


@pytest.mark.parametrize(
    ("idle_s", "state", "visits", "ended"),
    [
        (None, "", 0, False),
        (UNVISITED_S - 5, "idle", 0, False),
        (UNVISITED_S + 5, "idle", 0, True),
        (UNVISITED_S + 5, "starting", 0, True),
        (UNVISITED_S + 5, "busy", 0, False),
        (VISITED_S + 5, "busy", 0, True),
        (UNVISITED_S + 5, "idle", 1, False),
        (VISITED_S - 5, "idle", 1, False),
        (VISITED_S + 5, "idle", 1, True),
    ],
)
def test_who_has_never_had_a_page_waits_for_a_minute_only(
    idle_s: float | None, state: str, visits: int, ended: bool
) -> None:
    kernels = Watched()
    kernels.add(idle_s, state)
    for _ in range(visits):
        kernels.notify_connect("k")
        kernels.notify_disconnect("k")  # type: ignore[no-untyped-call]
    asyncio.run(kernels.cull_kernel_if_idle("k"))
    assert kernels.ended == ["k"] * ended


def test_the_kernel_of_an_open_page_stays() -> None:
    kernels = Watched()
    kernels.add(10 * VISITED_S, "idle")
    kernels.notify_connect("k")
    asyncio.run(kernels.cull_kernel_if_idle("k"))
    assert not kernels.ended


def test_there_are_only_so_many() -> None:
    kernels = Watched()
    kernels.most_pages = 1
    kernels.add(0, "idle")
    with pytest.raises(HTTPError) as caught:
        asyncio.run(kernels.start_kernel())
    assert caught.value.status_code == 503


@pytest.mark.parametrize(
    ("kind", "content", "kept"),
    [
        ("stream", {"name": "stderr", "text": "Traceback"}, True),
        ("stream", {"name": "stdout", "text": "4"}, False),
        ("error", {"ename": "OSError"}, True),
        ("comm_info_reply", {"status": "error", "traceback": []}, True),
        ("comm_info_reply", {"status": "ok"}, False),
        ("comm_msg", {"traceback": "what a widget shows is its own affair"}, False),
    ],
)
def test_what_is_for_developers_stays_on_the_server(kind: str, content: Any, kept: bool) -> None:
    assert _for_developers(kind, json.dumps(content), json.loads) == kept


def numbers(newer: bool, *given: int) -> bytes:
    size, order = (8, "little") if newer else (4, "big")
    return b"".join(one.to_bytes(size, order) for one in given)  # type: ignore[arg-type]


@pytest.mark.parametrize("newer", [True, False])
def test_a_message_says_where_its_parts_are(newer: bool) -> None:
    text = [b"{}", b"", b"{}", b"{}", b"x" * 100]
    if newer:
        made = serialize_msg_to_ws_v1(text, "shell")
    else:
        empty: dict[str, Any] = {"header": {}, "parent_header": {}}
        made = serialize_binary_message({**empty, "buffers": [memoryview(part) for part in text]})
    message = b"".join(map(bytes, made)) if isinstance(made, list) else bytes(made)
    assert adds_up(message, newer)
    assert not adds_up(message[:-1] if newer else message[:40], newer)
    assert not adds_up(b"", newer)
    assert not adds_up(b"\0", newer)
    assert not adds_up(numbers(newer, 0) + b"x" * 100, newer)
    assert not adds_up(numbers(newer, 2**31 - 1) + b"x" * 100, newer)
    assert not adds_up(numbers(newer, 2**32 - 1) + b"x" * 100, newer)
    assert not adds_up(numbers(newer, 2, 30, 200) + b"x" * 100, newer)
    assert not adds_up(numbers(newer, 4, 0, 90, 0, 90) + b"x" * 100, newer)


@pytest.mark.parametrize("protocol", ["v1.kernel.websocket.jupyter.org", None])
def test_what_would_keep_the_server_busy_is_passed_over(
    protocol: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    came: list[Any] = []
    monkeypatch.setattr(
        PageConnection.__base__, "handle_incoming_message", lambda self, message: came.append(message)
    )
    monkeypatch.setattr(PageConnection, "subprotocol", protocol)
    connection: Any = PageConnection.__new__(PageConnection)
    for message in (numbers(protocol is not None, 2**31 - 1), b"", "{}"):
        PageConnection.handle_incoming_message(connection, message)
    assert came == ["{}"]


@pytest.mark.parametrize(
    ("headers", "seen"),
    [
        ({}, "http://inside:8866/x"),
        ({"X-Forwarded-Proto": "https"}, "https://inside:8866/x"),
        ({"X-Forwarded-Proto": "HTTPS, http", "X-Forwarded-Host": "a.example, b"}, "https://a.example/x"),
        ({"X-Forwarded-Host": "[2001:db8::1]:8443"}, "http://[2001:db8::1]:8443/x"),
        ({"X-Forwarded-Proto": "javascript", "X-Forwarded-Host": "a/b"}, "http://inside:8866/x"),
        ({"X-Forwarded-Host": "a@b"}, "http://inside:8866/x"),
        ({"X-Forwarded-Host": "a.example\"'><b>"}, "http://inside:8866/x"),
    ],
)
def test_a_request_looks_as_it_did_to_the_proxy(headers: dict[str, str], seen: str) -> None:
    asked = RequestStartLine("GET", "/x", "HTTP/1.1")
    request = HTTPServerRequest(headers=HTTPHeaders({"Host": "inside:8866", **headers}), start_line=asked)
    as_asked(request)
    assert request.full_url() == seen
