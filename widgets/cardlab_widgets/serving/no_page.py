"""What is answered where there is no page: a page all the same, that says so in words."""

from __future__ import annotations

from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado.web import HTTPError


class ErrorPageMixin:
    """Shows a page for every fault, also for one of the address itself or of what was sent.

    Such a fault is found before anybody has looked who asks, and Jupyter's pages say who has logged in.
    """

    def write_error(self: Any, status_code: int, **about: Any) -> None:
        if "_current_user" not in vars(self):
            self.current_user = None
        super().write_error(status_code, **about)  # type: ignore[misc]


class NoPage(ErrorPageMixin, JupyterHandler):
    """Every address that nothing else takes. Nobody has to log in to be told that."""

    async def prepare(self) -> None:  # type: ignore[override]
        raise HTTPError(404)
