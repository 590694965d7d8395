"""Voila as ``cardlab voila`` runs it: own template, no sources, no tracebacks, no kernels left behind.

What it does for its visitors is in `serving.visitors`, for the kernels of pages in `serving.page_kernels`.

Voila's page asks the server to end its kernel when it is closed, and proves by a cookie that it may;
but Voila never sets that cookie. Here it is set when a page is asked for, so the check stays on.
"""

from __future__ import annotations

import atexit
import logging
import os
import secrets
import webbrowser
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from pathlib import Path, PurePath
from tempfile import mkstemp
from threading import Thread
from typing import Any, ClassVar, NamedTuple
from urllib.parse import quote, urlencode

import click
import nbformat
from cardlab_exercises.store.visitor import NETWORK_HEADER, TEACHER_HEADER, VISITOR_HEADER
from jinja2 import BytecodeCache, Environment, TemplateError
from jinja2.bccache import Bucket
from jinja2.meta import find_referenced_templates
from jupyter_server.utils import url_path_join
from markupsafe import Markup, escape
from tornado.ioloop import IOLoop
from traitlets import Unicode, default
from traitlets.config import Config
from voila import notebook_renderer
from voila.app import Voila
from voila.exporter import VoilaExporter

from cardlab_widgets.demos.catalogue import Entry, catalogue, picture
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.widget import style_sheet
from cardlab_widgets.serving.course_pages import course_html, lessons_without_plots
from cardlab_widgets.serving.kernels import NAME as FORKS
from cardlab_widgets.serving.kernels import can_fork
from cardlab_widgets.serving.lab_pages import STYLE
from cardlab_widgets.serving.no_page import NoPage
from cardlab_widgets.serving.page_kernels import VISIT, PageConnection, PageKernels
from cardlab_widgets.serving.visitors import (
    CONTENT_SECURITY_POLICY,
    HANDLERS,
    SHORT,
    TEACHER,
    LessonProgress,
    ShortAddress,
    as_asked,
    kept_secret,
)

IDLE_SECONDS = 600
"""How long a kernel outlives a page that went away without saying so."""

_HEADERS = {"Content-Security-Policy": CONTENT_SECURITY_POLICY, "Referrer-Policy": "same-origin"}

PLOTLY = "jupyterlab-plotly"
"""The part of Plotly that draws in the browser."""


class DemoServer(Voila):  # type: ignore[misc]
    """Voila with the settings of cardlab; a configuration file or the command line outranks them."""

    aliases: ClassVar = {
        **Voila.aliases,
        "teacher-token": "DemoServer.teacher_token",
        "first-page": "DemoServer.first_page",
    }
    teacher_token = Unicode(
        config=True, help="Who has it may put questions to the class; empty for nobody. Random if not set."
    )

    first_page = Unicode(config=True, help="The page of the folder that the teacher's address leads to.")

    @default("teacher_token")
    def _random_token(self) -> str:
        return secrets.token_urlsafe(16)

    @default("cookie_secret")
    def _kept_secret(self) -> bytes:
        # A password admits as a token does. Without either all are let in, with a cookie that says so.
        identity = self.identity_provider
        return kept_secret(identity.token, getattr(identity, "hashed_password", ""))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.update_config(_settings())

    def listen(self) -> None:
        self._get_ready()
        find = self.app.find_handler

        def find_asked(request: Any, **about: Any) -> Any:
            as_asked(request)
            return find(request, **about)

        self.app.find_handler = find_asked
        IOLoop.current().add_callback(self._announce)
        super().listen()

    def _get_ready(self) -> None:
        """Does what is done once, so that the first page need not wait for it."""
        nbformat.validate({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
        exporter = PageExporter(template_paths=self.template_paths, config=self.config)
        # Voila adds these to the environment of each page.
        exporter.environment.filters |= {"highlight_code": str, "trusted": str}
        with suppress(TemplateError):  # what asks for more of a page is compiled with the first one
            compile_template(exporter.environment, exporter.template_file)

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        pages = settings["voila_jinja2_env"]
        pages.filters["error_id"] = error_id
        pages.globals["start_page"] = start_page
        pages.globals["course_html"] = course_html
        # Jupyter's own pages, such as the login, want files that Voila does not serve.
        settings["jinja2_env"] = pages
        settings["teacher_token"] = self.teacher_token
        settings["default_handler_class"] = NoPage
        return settings

    def init_handlers(self) -> list[Any]:
        """Voila's, with pages that know who asks; the login, too, is where the base of the server is."""
        handlers = []
        for pattern, handler, *about in super().init_handlers():
            if pattern in ("/login", "/logout"):
                pattern = url_path_join(self.server_url, pattern)
            handlers.append((pattern, HANDLERS.get(handler, handler), *about))
        # Before Voila's own: the last of those takes every address that is left.
        short = f"/((?i:{'|'.join(SHORT)}))/?"  # as keyboards of phones write it, too
        ours = [("/cardlab/progress", LessonProgress), STYLE, (short, ShortAddress)]
        return [*((url_path_join(self.server_url, path), handler) for path, handler in ours), *handlers]

    def _announce(self) -> None:
        if self.teacher_token or self.first_page:
            address = self._teachers_address(self.display_url)
            click.echo(f"For the teacher, who alone can ask the class:\n{address}")

    def _teachers_address(self, start: str) -> str:
        """The address that lets its browser in, and lets it ask the class."""
        words = {"token": self.identity_provider.token, TEACHER: self.teacher_token}
        query = urlencode({name: word for name, word in words.items() if word})
        at = start.partition("?")[0]
        if self.first_page:
            at = f"{at.rstrip('/')}/voila/render/{quote(self.first_page)}"
        return f"{at}{query and '?'}{query}"

    def launch_browser(self) -> None:
        """Opens the teacher's address, by way of a file: the tokens in it are not for everybody's list of
        processes."""
        try:
            browser = webbrowser.get(self.browser or None)
        except webbrowser.Error as error:
            self.log.warning("No web browser found: %s.", error)
            return
        descriptor, name = mkstemp(suffix=".html")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            here = "localhost" if self.ip in ("", "0.0.0.0", "::") else self.ip
            address = escape(self._teachers_address(self._url(here)))
            file.write(f'<meta http-equiv="refresh" content="0;url={address}">')
        atexit.register(Path(name).unlink, missing_ok=True)
        Thread(target=browser.open, args=(Path(name).as_uri(), self.webbrowser_open_new)).start()


class PageExporter(VoilaExporter):  # type: ignore[misc]
    """Makes pages from templates that were compiled once.

    Voila makes an exporter for each page, and each would compile all templates again, which takes longer
    than everything else that the server does for a page.
    """

    def _create_environment(self) -> Environment:
        environment: Environment = super()._create_environment()
        environment.bytecode_cache = _COMPILED
        return environment

    async def generate_from_notebook_node(
        self, nb: Any, resources: Any = None, **about: Any
    ) -> AsyncIterator[tuple[str, Any]]:
        """The parts of a page. Where one cannot be made, because the kernel has died or otherwise, the page
        ends with a message; Voila would let the browser wait for ever."""
        try:
            async for part in super().generate_from_notebook_node(nb, resources, **about):
                yield part
        except Exception:
            visit = VISIT.get()
            if visit is None or not visit.gone:
                logging.getLogger("voila").exception("A page could not be made.")
                broken = self.environment.get_template("broken.html.j2")
                yield await broken.render_async(title=nb.metadata.get("title", "a page")), resources


class Compiled(BytecodeCache):
    """Compiled templates, in memory."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


def compile_template(environment: Environment, name: str) -> None:
    """Compiles a template and all that it is built on."""
    assert environment.loader is not None
    source, *_ = environment.loader.get_source(environment, name)
    environment.get_template(name)
    for other in find_referenced_templates(environment.parse(source)):
        if other is not None:
            compile_template(environment, other)


_COMPILED = Compiled()
notebook_renderer.VoilaExporter = PageExporter  # there is no setting for it


class StartPage(NamedTuple):
    """What the list of demos is made of; `others` are pages that are in no catalogue."""

    demos: tuple[tuple[Entry, str, Markup], ...]
    others: tuple[Any, ...]
    css: str
    sprite: Markup


def start_page(contents: Iterable[Any]) -> StartPage:
    """Sorts the pages of a folder: those of the catalogue in its order, with address and picture."""
    pages = {page["name"].removesuffix(".ipynb"): page for page in contents}
    if {"index", "demos"} <= pages.keys():  # the course, whose template lists what else is there
        pages = {about.id: {"path": f"{about.id}.ipynb"} for about in catalogue()}
    known = [(about, pages.pop(about.id)) for about in catalogue() if about.id in pages]
    demos = tuple((about, page["path"], picture(about)) for about, page in known)
    return StartPage(demos, tuple(pages.values()), style_sheet(), Markup(SPRITE))


def error_id(where: str) -> str:
    """Writes `where` to the log under an id and returns the id, which is all that a page shows."""
    id = secrets.token_hex(3).upper()
    logging.getLogger("voila").error("Error %s on the page: %s. Its cause is logged above.", id, where)
    return id


def set_xsrf_cookie(handler: Any, notebook: Any, cwd: str) -> None:
    """Runs before a page is made. Reading the token is what makes the server send the cookie."""
    handler.xsrf_token  # noqa: B018


def leave_out_plots(page_config: dict[str, Any], *, notebook_path: str, **about: Any) -> dict[str, Any]:
    """Runs before a page is made. One that plots nothing need not load Plotly, 5 MB of JavaScript."""
    path = PurePath(notebook_path.removesuffix(".ipynb"))
    demos = {demo.id for demo in catalogue() if not demo.plots}
    if path.name in demos or "/".join(path.parts[-2:]) in lessons_without_plots():
        extensions = page_config["federated_extensions"]
        page_config["federated_extensions"] = [one for one in extensions if one["name"] != PLOTLY]
    return page_config


def _settings() -> Config:
    settings = Config()
    settings.VoilaConfiguration.template = "cardlab"
    settings.VoilaConfiguration.allow_template_override = "NO"
    # Voila writes a theme from the address into the page as it stands, markup and all.
    settings.VoilaConfiguration.allow_theme_override = "NO"
    settings.VoilaConfiguration.classic_tree = True
    settings.VoilaConfiguration.strip_sources = True
    settings.VoilaConfiguration.show_tracebacks = False
    settings.VoilaConfiguration.prelaunch_hook = set_xsrf_cookie
    settings.VoilaConfiguration.page_config_hook = leave_out_plots
    settings.VoilaConfiguration.multi_kernel_manager_class = PageKernels
    settings.VoilaConfiguration.http_header_envs = [VISITOR_HEADER, TEACHER_HEADER, NETWORK_HEADER]
    settings.Voila.kernel_websocket_connection_class = PageConnection
    settings.Voila.tornado_settings = {"headers": _HEADERS}
    settings.PageExporter.filters = {"error_id": error_id}
    settings.MappingKernelManager.cull_idle_timeout = IDLE_SECONDS
    settings.MappingKernelManager.cull_interval = 15
    settings.MappingKernelManager.cull_busy = True  # nobody waits for what it does
    settings.KernelRestarter.restart_limit = 0  # a new kernel would know nothing of the page
    if can_fork():
        settings.KernelProvisionerFactory.default_provisioner_name = FORKS
    return settings
