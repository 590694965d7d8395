"""A widget that is there too late for Jupyter Widgets is shown all the same."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.sync_api import Browser

ENTRY = files("cardlab_widgets") / "jupyter/labextensions/cardlab-slow-pages/static/remoteEntry.js"
WIDGET = "application/vnd.jupyter.widget-view+json"
RENDER = """async ([type, early, gone]) => {
  const makes = () => {
    const node = document.createElement("div");
    let left = early;
    return {
      node, isDisposed: false, removeClass() {},
      async renderModel() {
        this.times = (this.times ?? 0) + 1;
        node.textContent = left-- > 0 ? "Error displaying widget: model not found" : "a table";
        this.isDisposed = gone;
      },
    };
  };
  const rendermime = { createRenderer: makes };
  const get = async () => () => ({ IRenderMimeRegistry: "token" });
  const scope = { "@jupyterlab/rendermime": { "4.2.5": { get } } };
  const entry = globalThis._JUPYTERLAB["cardlab-slow-pages"];
  entry.init(scope);
  const plugin = (await entry.get("./extension"))().default;
  if (plugin.requires[0] !== "token") throw new Error("another token");
  plugin.activate({}, rendermime);
  const renderer = rendermime.createRenderer(type);
  await renderer.renderModel({});
  return [renderer.node.textContent, renderer.times];
}"""
GIVEN_UP = "Error displaying widget: model not found"


@pytest.mark.parametrize(
    ("kind", "early", "gone", "shown"),
    [
        pytest.param(WIDGET, 0, False, ["a table", 1], id="there at once"),
        pytest.param(WIDGET, 2, False, ["a table", 3], id="there at the third look"),
        pytest.param(WIDGET, 99, False, [GIVEN_UP, 6], id="never there"),
        pytest.param(WIDGET, 99, True, [GIVEN_UP, 1], id="its page has gone"),
        pytest.param("text/html", 2, False, [GIVEN_UP, 1], id="no widget"),
    ],
)
def test_a_widget_is_looked_for_again(
    browser: Browser, kind: str, early: int, gone: bool, shown: list[object]
) -> None:
    page = browser.new_page()
    page.add_script_tag(content=ENTRY.read_text(encoding="utf-8"))
    assert page.evaluate(RENDER, [kind, early, gone]) == shown
    page.close()
