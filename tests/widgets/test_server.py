"""What `cardlab voila` does once instead of for each page."""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from cardlab_widgets.serving import server, visitors
from cardlab_widgets.serving.commands import SETTINGS
from cardlab_widgets.serving.page_kernels import VISIT, Visit
from jinja2 import DictLoader, Environment
from nbformat.v4 import new_notebook
from voila.paths import collect_template_paths


def extensions(name: str) -> list[str]:
    """Those that a page loads, of two."""
    config: dict[str, Any] = {"federated_extensions": [{"name": server.PLOTLY}, {"name": "anywidget"}]}
    made = server.leave_out_plots(config, notebook_path=name, base_url="/")
    return [one["name"] for one in made["federated_extensions"]]


@pytest.mark.parametrize(
    "name", ["pegging.ipynb", "demos/a-game-of-canasta.ipynb", "cribbage/07-counting-your-hand.ipynb"]
)
def test_a_page_without_a_plot_does_not_load_plotly(name: str) -> None:
    assert extensions(name) == ["anywidget"]


@pytest.mark.parametrize(
    "name",
    ["class-progress.ipynb", "cribbage/11-what-to-lay-away.ipynb", "your-progress.ipynb", "my-own.ipynb"],
)
def test_a_page_that_plots_or_is_not_ours_loads_everything(name: str) -> None:
    assert extensions(name) == [server.PLOTLY, "anywidget"]


def test_a_template_is_compiled_with_all_that_it_is_built_on(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "page": "{% extends 'base' %}{% block a %}{% include 'part' %}{% endblock %}",
        "base": "<{% block a %}{% endblock %}>",
        "part": "{{ word }}",
        "other": "{{ word }}",
    }
    compiled: list[str] = []
    compile_source = Environment.compile

    def compile_and_note(self: Environment, source: Any, name: str, *rest: Any, **named: Any) -> Any:
        compiled.append(name)
        return compile_source(self, source, name, *rest, **named)

    monkeypatch.setattr(Environment, "compile", compile_and_note)
    cache = server.Compiled()

    def environment() -> Environment:
        return Environment(loader=DictLoader(files), bytecode_cache=cache, autoescape=True)

    server.compile_template(environment(), "page")
    assert sorted(compiled) == ["base", "page", "part"]
    assert environment().get_template("page").render(word="A") == "<A>"
    assert sorted(compiled) == ["base", "page", "part"], "nothing was compiled twice"
    files["part"] = "{{ word }}!"
    assert environment().get_template("page").render(word="A") == "<A!>"


@pytest.mark.parametrize("gone", [True, False])
def test_a_page_that_cannot_be_made_ends_with_a_message(
    gone: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """For who is still there: a browser that has gone needs none, and the log no trace of it."""
    monkeypatch.setenv("JUPYTER_PATH", str(SETTINGS))
    templates = collect_template_paths(["voila", "nbconvert"], "cardlab", prune=True)
    exporter = server.PageExporter(template_paths=templates)
    exporter.environment.filters |= {"highlight_code": str, "trusted": str, "error_id": server.error_id}
    visit = Visit()
    visit.gone = gone

    async def fail(nb: Any) -> None:
        raise RuntimeError("Kernel died in /srv/somebody")

    async def page() -> list[str]:
        VISIT.set(visit)
        kernel = {"name": "python3", "display_name": "Python"}
        nb = new_notebook(metadata={"title": "A title", "kernelspec": kernel})
        context = {"kernel_start": fail, "frontend": "voila", "main_js": "voila.js", "cell_generator": None}
        parts = exporter.generate_from_notebook_node(nb, {}, extra_context=context, page_config={})
        return [part async for part, _ in parts]

    made = "".join(asyncio.run(page()))
    assert ("This page could not be shown." in made) != gone
    assert ("Kernel died" in caplog.text) != gone
    assert "somebody" not in made


@pytest.mark.parametrize(
    ("ip", "address"),
    [
        ("", "http://localhost:8866/cards/?token=t%26t&amp;teacher=w%22w"),
        ("0.0.0.0", "http://localhost:8866/cards/?token=t%26t&amp;teacher=w%22w"),
        ("10.0.0.7", "http://10.0.0.7:8866/cards/?token=t%26t&amp;teacher=w%22w"),
    ],
)
def test_the_browser_opens_the_teachers_address(
    monkeypatch: pytest.MonkeyPatch, ip: str, address: str
) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr(webbrowser, "get", lambda name: SimpleNamespace(open=lambda at, new: opened.put(at)))
    made = server.DemoServer(ip=ip, base_url="/cards/", teacher_token='w"w')
    made.identity_provider = SimpleNamespace(token="t&t", token_generated=False)
    made.launch_browser()
    file = Path(url2pathname(urlsplit(opened.get(timeout=60)).path))
    assert f'content="0;url={address}"' in file.read_text()
    file.unlink()


def test_a_random_token_is_never_the_same_and_an_empty_one_is_kept() -> None:
    tokens = {server.DemoServer().teacher_token for _ in range(9)}
    assert len(tokens) == 9
    assert min(map(len, tokens)) >= 16
    assert server.DemoServer(teacher_token="").teacher_token == ""


def test_cookies_are_known_after_a_restart_but_not_with_another_token_or_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "new"))
    first = visitors.kept_secret("", "")
    (file,) = (tmp_path / "new").iterdir()
    assert file.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    assert visitors.kept_secret("", "") == first
    assert visitors.kept_secret("t", "") != first, "who logged in with another token"
    assert visitors.kept_secret("", "t") != first, "who was let in when there was no password"
    file.chmod(0o644)
    assert visitors.kept_secret("", "") == first
    assert file.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    file.write_bytes(b"damaged")
    file.chmod(0o644)
    second = visitors.kept_secret("", "")
    assert second == visitors.kept_secret("", "") != first
    assert file.stat().st_mode & 0o077 == 0 or sys.platform == "win32"


def test_a_server_that_can_keep_no_secret_has_one_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "file"))
    assert visitors.kept_secret("", "") != visitors.kept_secret("", "")
