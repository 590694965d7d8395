"""What a Jupyter server adds for JupyterLab and Notebook: the live start page, and the look of pages.

It is an extension of the server, so that the start page needs no kernel. The extension of JupyterLab asks it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.web import authenticated


class LiveStart(JupyterHandler):
    """The lessons with what the owner of this server has done of them, as part of a page."""

    @authenticated
    async def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.finish(await asyncio.to_thread(_live_start))


def _live_start() -> str:
    # Loaded when it is asked for: the server starts without the engine.
    from cardlab_widgets.serving.course_pages import course_html, learner_course

    return course_html(learner_course(), lambda name: f"{name}.ipynb")


class PageStyle(JupyterHandler):
    """What pages of the course need besides the style of their card tables; the login is such a page."""

    @allow_unauthenticated
    async def get(self) -> None:
        from cardlab_widgets.screen.fonts import font_faces

        self.set_header("Content-Type", "text/css; charset=utf-8")
        self.set_header("Cache-Control", "max-age=3600")
        self.finish(f"{font_faces()}\n{DARK_PLOTS}\n")


DARK_PLOTS = (
    '[data-jp-theme-light="false"] :is(.cardlab-lesson, #rendered_cells) .js-plotly-plot'
    " { filter: invert(0.88) hue-rotate(180deg); }"
)
"""A kernel does not know the theme of the page, so that a plot is always made for the light one."""

STYLE = ("/cardlab/page.css", PageStyle)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    routes = [("/cardlab/start-page", LiveStart), STYLE]
    base = server.web_app.settings["base_url"]
    server.web_app.add_handlers(".*$", [(url_path_join(base, path), handler) for path, handler in routes])
