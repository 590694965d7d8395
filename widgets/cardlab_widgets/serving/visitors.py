"""Who asks for a page: by which address, from which browser, and whether it is the teacher."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import re
import secrets
import socket
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from cardlab_exercises.store.visitor import NETWORK_HEADER, TEACHER_HEADER, VISITOR_HEADER
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.logout import LogoutHandler
from jupyter_server.base.handlers import JupyterHandler
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError, authenticated
from voila.app import Voila
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from cardlab.display.scene import sentence
from cardlab.files import data_folder, replacing
from cardlab_widgets.serving.course_pages import (
    Asked,
    LearnerCourse,
    exercises_done,
    join_class,
    learner_course,
    leave_class,
    pages_below,
    stored_path,
    text_page,
)
from cardlab_widgets.serving.no_page import ErrorPageMixin
from cardlab_widgets.serving.page_kernels import VISIT, Visit

TEACHER = "teacher"
"""The parameter of the teacher's address."""

LASTS = {TEACHER: 1, "visitor": 30}
"""For how many days a browser is known: a learner's score is found again by it."""

RETRY_SECONDS = 60

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)
"""What a page may load and run: only what this server sends as a file, and no script in the page itself."""

_HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?", re.IGNORECASE)


def as_asked(request: HTTPServerRequest) -> None:
    """Lets a request look as it did to the proxy that passed it on, so that links lead back through that.

    Only the links and cookies of this one answer depend on it, so a forged one deceives nobody else.
    """
    protocol, host = (_first(request, f"X-Forwarded-{name}") for name in ("Proto", "Host"))
    if protocol.lower() in ("http", "https"):
        request.protocol = protocol.lower()
    if _HOST.fullmatch(host):
        request.host = request.headers["Host"] = host


def _first(request: HTTPServerRequest, header: str) -> str:
    """What the proxy nearest to the browser has written."""
    return str(request.headers.get(header, "")).partition(",")[0].strip()


def network_address(listens: str) -> str:
    """This machine's address in its network, if a server that listens there can be reached by others.

    >>> network_address("localhost")
    ''
    """
    if listens not in ("", "0.0.0.0", "::"):
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            # Nothing is sent: it is only asked which way a letter to outside would go. The address is one of
            # those that are nobody's (RFC 5737).
            way.connect(("192.0.2.1", 9))
            return str(way.getsockname()[0])
    except OSError:
        return ""


JOINING = ("class", "name", "word")
"""What a visitor types to join a class."""


class VisitedMixin(ErrorPageMixin):
    """A page that knows its visitor's browser by a cookie, and the teacher's by another.

    The teacher's address has a token, and so has that of a server with a login. Both lead to the address
    without it, because that is seen on the projector.
    """

    request: HTTPServerRequest
    settings: dict[str, Any]

    def meet(self: Any) -> bool:
        """Tells the page's kernel who asks; False if the answer is already on its way."""
        self.set_header("Cache-Control", "private, no-store")  # another visitor's page is another one
        given = self.get_query_argument(TEACHER, None)
        if given is not None:
            self._let_teach(given)
        if given is not None or "token" in self.request.query_arguments:
            pairs = parse_qsl(self.request.query, keep_blank_values=True)
            query = urlencode([pair for pair in pairs if pair[0] not in (TEACHER, "token")])
            # Two slashes at the beginning would be another server, and a proxy may take away the base.
            path = self.request.path.removeprefix(self.settings["server_url"]).lstrip("/")
            self.redirect(f"{self.base_url}{path}{query and '?'}{query}")
            return False
        self.request.headers[VISITOR_HEADER] = self._visitor()
        self.request.headers[TEACHER_HEADER] = "yes" if self._teaches() else "no"
        self.request.headers[NETWORK_HEADER] = network_address(self.settings[Voila.name].ip)
        return True

    def typed(self: Any, name: str, in_form: bool = False) -> str:
        """What the address or form says under that name, or the form alone; nothing where it is no text."""
        read = self.get_body_argument if in_form else self.get_argument
        try:
            given: str = read(name, "")
        except HTTPError:
            return ""
        return given[:200]

    def asked(self: Any) -> Asked:
        """Who asks, after `meet`."""
        headers = self.request.headers
        teaches = headers[TEACHER_HEADER] == "yes"
        return Asked(self.request.full_url(), headers[VISITOR_HEADER], teaches)

    def _let_teach(self: Any, given: str) -> None:
        token = self.settings["teacher_token"]
        if not token or not hmac.compare_digest(given.encode(), token.encode()):
            raise HTTPError(403, "a wrong teacher's token")
        self._set(TEACHER, _digest(token))

    def _teaches(self: Any) -> bool:
        token = self.settings["teacher_token"]
        return bool(token) and self._get(TEACHER) == _digest(token)

    def _visitor(self: Any) -> str:
        known: str = self._get("visitor")
        if not known:
            known = secrets.token_hex(16)
        self._set("visitor", known)  # again with each page: it lasts from the last one on
        return known

    def _get(self: Any, name: str) -> str:
        value = self.get_signed_cookie(self._cookie(name), max_age_days=LASTS[name])
        return value.decode() if value else ""

    def _set(self: Any, name: str, value: str) -> None:
        secure = self.request.protocol == "https"
        about = {"path": self.base_url, "httponly": True, "samesite": "Lax", "secure": secure}
        self.set_signed_cookie(self._cookie(name), value, expires_days=LASTS[name], **about)

    def _cookie(self: Any, name: str) -> str:
        """Browsers give cookies to every server of a machine; the port tells them apart."""
        return f"cardlab-{name}-{self.settings[Voila.name].port}"


def kept_secret(token: str, password: str) -> bytes:
    """What cookies are signed with: the same after a restart, so that a browser finds its score again.

    It is kept in the data folder, for its owner only. Another token or password of the server makes another
    secret: who was let in before is not let in any more. `password` may be its hash.
    """
    fresh = secrets.token_bytes(32)
    kept = b""
    with suppress(OSError, ValueError):  # where nothing can be kept, it lasts as long as the server
        place = data_folder() / "cookies.key"
        with suppress(FileNotFoundError):
            kept = place.read_bytes()
            place.chmod(0o600)  # a copy that was put back may be for everybody; so would be its successor
        if len(kept) != len(fresh):
            kept = b""
            place.parent.mkdir(parents=True, exist_ok=True)
            with replacing(place) as draft:
                draft.chmod(0o600)
                draft.write_bytes(fresh)
    return hmac.digest(kept or fresh, json.dumps([token, password]).encode(), "sha256")


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class VisitedTree(VisitedMixin, TornadoVoilaTreeHandler):  # type: ignore[misc]
    """The start page: lessons and demos."""

    _learner: LearnerCourse | None = None
    _said = _wrong = ""

    @authenticated
    async def get(self, path: str = "") -> None:
        self.request.arguments.pop("classic-tree", None)  # a link could ask for Voila's own list
        if self.meet():
            await self._show(path)

    @authenticated
    async def post(self, path: str = "") -> None:
        """Joins a class or leaves it, and shows the start page again, which says what came of it."""
        if not self.meet():
            return
        typed = [self.typed(name, in_form=True) for name in JOINING]
        try:
            if self.typed("leave", in_form=True):
                self._said = await asyncio.to_thread(leave_class, self.asked())
            else:
                self._said = await asyncio.to_thread(join_class, self.asked(), *typed)
        except ValueError as error:
            self._wrong = sentence(str(error))
        await self._show(path)

    async def _show(self, path: str) -> None:
        self._learner = await asyncio.to_thread(learner_course, self.asked()) if not path.strip("/") else None
        if self._learner and self._said:  # that tells who they are
            self._learner = self._learner._replace(who="")
        await super().get(path)

    def render_template(self, name: str, **about: Any) -> str:
        # A class may be named in the address, too.
        typed = {field: self.typed(field) for field in JOINING}
        own = {"learner": self._learner, "said": self._said, "wrong": self._wrong, "typed": typed}
        made: str = super().render_template(name, **about, **own, xsrf=self.xsrf_token.decode())
        return made


SHORT = {"poll": "voila/render/class-poll.ipynb", "join": ""}
"""Addresses that can be read from the projector and typed, and the pages that they lead to."""


class ShortAddress(VisitedMixin, JupyterHandler):
    """Leads on to a page, with the class that is named."""

    @authenticated
    def get(self, name: str) -> None:
        code = self.typed("class")
        query = urlencode({"class": code}) if code else ""
        self.redirect(f"{self.base_url}{SHORT[name.lower()]}{query and '?'}{query}")


class LessonProgress(VisitedMixin, JupyterHandler):
    """How much of a lesson is done, in words, for the bar of its page."""

    @authenticated
    async def get(self) -> None:
        if self.meet():
            page = self.typed("page")
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(await asyncio.to_thread(exercises_done, self.asked(), page))


class VisitedPage(VisitedMixin, TornadoVoilaHandler):  # type: ignore[misc]
    """A page with a kernel. It is not made any further when its visitor has gone."""

    _visit: Visit | None = None
    _making: asyncio.Future[None] | None = None

    @authenticated
    async def get(self, path: str | None = None) -> None:
        if not self.meet():
            return
        if path and not self.notebook_path:
            if not path.isprintable():  # it would break the header that leads to a file
                raise HTTPError(404)
            if path == "index.ipynb":
                self.redirect(self.base_url)
                return
            root = Path(self.contents_manager.root_dir)
            if stored_path(root, f"{path}.ipynb") in pages_below(root):  # people leave the ending out
                query = self.request.query
                self.redirect(f"{self.base_url}voila/render/{quote(path)}.ipynb{query and '?'}{query}")
                return
            path = stored_path(root, path)
            if not PurePath(path).suffix:  # no file that is served has such a name
                raise HTTPError(404)
            text = text_page(root, path)
            if text is not None:
                self.finish(self.render_template("text.html", page=text))
                return
        self._visit = Visit()
        VISIT.set(self._visit)
        self._making = asyncio.ensure_future(super().get(path))
        try:
            await self._making
        except asyncio.CancelledError:
            if not self._visit.gone:
                raise

    def on_connection_close(self) -> None:
        super().on_connection_close()
        if self._visit is not None:
            self._visit.gone = True
            if self._visit.kernel is not None and self._making is not None:
                self._making.cancel()
                self._ending = asyncio.ensure_future(self.kernel_manager.end(self._visit.kernel))

    def write_error(self, status_code: int, **about: Any) -> None:
        if status_code == 503:
            self.set_header("Retry-After", str(RETRY_SECONDS))
        super().write_error(status_code, **about)


class Leave(VisitedMixin, LogoutHandler):
    """The logout, after which this browser is not the teacher's any more."""

    @allow_unauthenticated
    def get(self) -> None:
        self.clear_cookie(self._cookie(TEACHER), path=self.base_url)
        super().get()  # type: ignore[no-untyped-call]


class TemplateFiles(TemplateStaticFileHandler):  # type: ignore[misc]
    """Files of templates. Any other address has no file, which is not a fault of the server."""

    def parse_url_path(self, path: str) -> str:
        name, folder, *rest = [*PurePath(os.path.normpath(path)).parts, "", ""]
        if name.startswith(".") or folder != "static" or not any(rest) or "\0" in path:
            raise HTTPError(404)
        plain: str = super().parse_url_path(path)
        return plain


class Files(AllowListFileHandler):  # type: ignore[misc]
    """Pictures beside the notebooks."""

    def parse_url_path(self, path: str) -> str:
        if "\0" in path:
            raise HTTPError(404)
        plain: str = super().parse_url_path(path)
        return plain


HANDLERS = {
    TornadoVoilaHandler: VisitedPage,
    TornadoVoilaTreeHandler: VisitedTree,
    TemplateStaticFileHandler: TemplateFiles,
    AllowListFileHandler: Files,
    LogoutHandler: Leave,
}
"""Ours in the place of Voila's."""
