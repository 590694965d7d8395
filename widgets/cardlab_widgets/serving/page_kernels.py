"""The kernels of a server's pages: how many there can be, and when one that nobody uses is ended.

Each page that somebody asks for gets a kernel before it is known whether a browser will use it. A browser
that goes away while its page is being made takes the kernel with it; one that never connects has a minute.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from datetime import timedelta
from typing import Any, Literal
from weakref import WeakSet

from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import Finish, HTTPError
from traitlets import Integer, TraitError

MOST_PAGES = 200
"""About what 8 GB of memory hold; see docs/administrators.md."""

UNVISITED_SECONDS = 60


class Visit:
    """A page that is being made: its kernel, and whether the visitor who asked for it has gone meanwhile."""

    kernel: str | None = None
    gone = False


VISIT: ContextVar[Visit | None] = ContextVar("VISIT", default=None)
"""The page for which a kernel is started."""


class PageKernels(AsyncMappingKernelManager):
    """A limited number of kernels, and none that nobody uses."""

    most_pages = Integer(MOST_PAGES, config=True, help="So many pages can be open at a time.")
    unvisited_timeout = Integer(
        UNVISITED_SECONDS, config=True, help="Seconds until a kernel is ended to which no page has connected."
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self._starting = 0
        self._visited: WeakSet[Any] = WeakSet()

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """Starts a kernel. Raises `HTTPError` 503 when the limit is reached."""
        if len(self) + self._starting >= self.most_pages:
            raise HTTPError(503, f"{self.most_pages} pages are open, which is the limit")
        self._starting += 1
        try:
            kernel: str = await super().start_kernel(**kwargs)
        finally:
            self._starting -= 1
        visit = VISIT.get()
        if visit is not None:
            visit.kernel = kernel
            if visit.gone:
                await self.end(kernel)
                raise Finish
        return kernel

    async def end(self, kernel: str) -> None:
        """Ends a kernel at once, if it is still there."""
        if kernel in self:
            await self.shutdown_kernel(kernel, now=True)  # type: ignore[no-untyped-call]

    def notify_connect(self, kernel_id: str) -> None:
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]
        if kernel_id in self:
            self._visited.add(self.get_kernel(kernel_id))

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Ends a kernel that nobody uses any more, or that nobody has ever used."""
        kernel: Any = self.get_kernel(kernel_id)
        try:
            idle = utcnow() - kernel.last_activity
        except TraitError:  # it is being started
            return
        unvisited = kernel not in self._visited and kernel.execution_state != "busy"
        if unvisited and idle > timedelta(seconds=self.unvisited_timeout):
            self.log.info("No page has connected to kernel %s.", kernel_id)
            await self.end(kernel_id)
        else:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]

    def _handle_kernel_died(self, kernel_id: str) -> None:
        """Forgets a kernel that has ended by itself. What its page shows is gone, so there is no new one."""
        self.log.warning("Kernel %s died.", kernel_id)
        self._ending = asyncio.ensure_future(self.end(kernel_id))


class PageConnection(ZMQChannelsWebsocketConnection):
    """A page's connection to its kernel, by which no trace of an error leaves the server, and nothing comes
    that would keep the server from its other pages."""

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        newer = self.subprotocol == "v1.kernel.websocket.jupyter.org"
        if isinstance(incoming_msg, bytes) and not adds_up(incoming_msg, newer):
            self.log.warning("Passed over a message whose parts are not in it.")
        else:
            super().handle_incoming_message(incoming_msg)

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        _, (_, header, _, _, content, *_) = self.session.feed_identities(outgoing_msg)
        kind = self.session.unpack(header)["msg_type"]
        if not _for_developers(kind, content, self.session.unpack):
            super().handle_outgoing_message(stream, outgoing_msg)


def adds_up(message: bytes, newer: bool) -> bool:
    """Whether the parts of a binary message lie in it one after the other, as it says at its beginning.

    A few bytes can speak of millions of parts, or of the same part again and again, and Jupyter would make
    room for all of them. The numbers have eight bytes, the lowest first, in the `newer` of its two protocols,
    and in the other four bytes, the highest first.
    """
    size: int = 8 if newer else 4
    order: Literal["little", "big"] = "little" if newer else "big"
    head = size * (int.from_bytes(message[:size], order) + 1)
    if not size < head <= len(message):
        return False
    places = [int.from_bytes(message[at : at + size], order) for at in range(size, head, size)]
    return places == sorted(places) and places[-1] <= len(message)


def _for_developers(kind: str, content: Any, unpack: Any) -> bool:
    """Whether a message says where code has failed. The server's log has it too."""
    if kind == "stream":
        return bool(unpack(content).get("name") == "stderr")
    return kind == "error" or (kind.endswith("_reply") and "traceback" in unpack(content))
