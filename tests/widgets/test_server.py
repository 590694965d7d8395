"""What `cardlab voila` does once instead of for each page."""

from __future__ import annotations

from typing import Any

import pytest
from cardlab_widgets.serving import server
from jinja2 import DictLoader, Environment


def extensions(name: str) -> list[str]:
    """Those that a page loads, of two."""
    config: dict[str, Any] = {"federated_extensions": [{"name": server.PLOTLY}, {"name": "anywidget"}]}
    made = server.leave_out_plots(config, notebook_path=name, base_url="/")
    return [one["name"] for one in made["federated_extensions"]]


@pytest.mark.parametrize("name", ["pegging.ipynb", "demos/a-game-of-canasta.ipynb"])
def test_a_demo_without_a_plot_does_not_load_plotly(name: str) -> None:
    assert extensions(name) == ["anywidget"]


@pytest.mark.parametrize("name", ["what-to-lay-away.ipynb", "your-progress.ipynb", "my-own.ipynb"])
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
