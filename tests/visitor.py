"""A visitor without a browser who sees all that goes over the wire, and says what no page would."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import requests
import websocket
from jupyter_server.services.kernels.connection.base import (
    deserialize_binary_message,
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)

PATIENCE_S = 120
ABOUT = {"version": "1.0.0"}
"""Of the control channel: without it ipywidgets refuses to open one."""


class Visitor:
    """Asks for a page of `server` and speaks with its kernel.

    `html` is what the page's (first) widget shows, `rev` its revision, `cookies` what the browser now has.
    """

    def __init__(
        self,
        server: str,
        path: str,
        protocol: str | None = None,
        headers: dict[str, str] | None = None,
        cookies: dict[str, str] | None = None,
    ) -> None:
        self.protocol = protocol
        self.cookies: dict[str, str] = cookies or {}
        self.secure = True
        self._heard: list[str] = []
        address, given = f"{server}/{path}", dict(headers or {})
        while True:
            made = requests.get(
                address, headers={**given, "Cookie": self._jar()}, timeout=PATIENCE_S, allow_redirects=False
            )
            self.cookies |= made.cookies.get_dict()
            self.secure &= all(one.secure for one in made.cookies if one.name.startswith("cardlab"))
            if not made.is_redirect:
                break
            address = f"{server}{made.headers['Location']}"
        made.raise_for_status()
        self.page = made.text
        (self.kernel,) = re.findall(r'"kernelId": "([^"]+)"', made.text)
        host = given.get("X-Forwarded-Host", urlsplit(server).netloc)
        self.socket = websocket.create_connection(
            f"{server.replace('http', 'ws', 1)}/api/kernels/{self.kernel}/channels",
            cookie=self._jar(),
            header=given,
            origin=f"{given.get('X-Forwarded-Proto', 'http')}://{host}",
            subprotocols=[protocol] if protocol else None,
            timeout=PATIENCE_S,
        )
        self.comm, state = self._widget()
        self.html, self.rev = state["html"], state["rev"]

    def _jar(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def send(self, kind: str, content: Any) -> str:
        """Sends a message on the shell channel; gives its id."""
        id = uuid4().hex
        header = {"msg_id": id, "msg_type": kind, "session": id, "username": "", "version": "5.3"}
        if self.protocol:
            parts = [json.dumps(part).encode() for part in (header, {}, ABOUT, content)]
            self.socket.send_binary(serialize_msg_to_ws_v1(parts, "shell"))
        else:
            about = {"header": header, "parent_header": {}, "metadata": ABOUT, "buffers": []}
            self.socket.send(json.dumps({**about, "content": content, "channel": "shell"}))
        return id

    def hear(self) -> tuple[str, dict[str, Any], str]:
        """The kind of the next message, its content, and the id of what it answers."""
        heard = self.socket.recv()
        if isinstance(heard, bytes) and self.protocol:
            _, parts = deserialize_msg_from_ws_v1(heard)
            header, parent, _, content = (json.loads(bytes(part)) for part in parts[:4])
        else:
            message = deserialize_binary_message(heard) if isinstance(heard, bytes) else json.loads(heard)
            header, parent, content = message["header"], message["parent_header"], message["content"]
        self._heard.append(json.dumps([header, content], default=str))
        state = content.get("data", {})
        if isinstance(state, dict) and state.get("method") == "update":
            self.html = state["state"].get("html", self.html)
            self.rev = state["state"].get("rev", self.rev)
        return header["msg_type"], content, parent.get("msg_id", "")

    def _widget(self) -> tuple[str, dict[str, Any]]:
        comm = uuid4().hex
        self.send("comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}})
        self.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        while True:
            _, content, _ = self.hear()
            data = content.get("data", {})
            if data.get("method") == "update_states":
                states = {id: one["state"] for id, one in data["states"].items()}
                return next((id, one) for id, one in states.items() if {"html", "rev"} <= {*one})

    def press(self, action: str, values: dict[str, str] | None = None) -> dict[str, Any]:
        """Presses a button; gives the widget's answer."""
        pressed = {"id": uuid4().hex, "rev": self.rev, "action": action, "values": values or {}}
        self.send("comm_msg", {"comm_id": self.comm, "data": {"method": "custom", "content": pressed}})
        while True:
            _, content, _ = self.hear()
            answer: dict[str, Any] = (content.get("data") or {}).get("content", {})
            if answer.get("id") == pressed["id"]:
                self.rev = answer["rev"]
                return answer

    def heard(self) -> str:
        """All that has come, as text, when the kernel has answered all that was sent."""
        asked = self.send("kernel_info_request", {})
        while True:
            kind, _, parent = self.hear()
            if kind == "kernel_info_reply" and parent == asked:
                return "\n".join(self._heard)

    def close(self) -> None:
        self.socket.close()
