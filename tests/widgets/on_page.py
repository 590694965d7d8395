"""The browser module on a plain page, without any Jupyter: a stand-in for anywidget's model in the page
speaks to a real widget in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardlab_exercises import Practice, Store
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.screen.widget import browser_module

SOURCE = browser_module(playable=True, large=True)

PAGE = """<!doctype html><html><body data-jp-theme-light="true">
<button id="outside">outside</button><div id="one"></div><div id="two"></div></body></html>"""

# A model as anywidget gives it to a view. Messages go to Python; `hold` keeps them back for a while.
START = """async ([source, state]) => {
  const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  const module = (await import(url)).default;
  const listeners = {};
  const emit = (name, ...rest) => [...(listeners[name] ?? [])].forEach((call) => call(...rest));
  window.hold = 0;
  window.sent = [];
  window.keys = [];
  window.listening = () => Object.values(listeners).reduce((sum, calls) => sum + calls.length, 0);
  const model = {
    get: (name) => state[name],
    on: (name, call) => (listeners[name] ??= []).push(call),
    off: (name, call) => { listeners[name] = (listeners[name] ?? []).filter((other) => other !== call); },
    send: (message) => {
      if (window.dead) throw new Error("comm is closed");
      window.sent.push(message);
      setTimeout(async () => {
        const {changed, answers} = await window.toPython(JSON.stringify(message));
        Object.assign(state, changed);
        for (const name of Object.keys(changed)) emit(`change:${name}`);
        answers.forEach((answer) => emit("msg:custom", answer));
      }, window.hold);
    },
  };
  document.addEventListener("keydown", (event) => window.keys.push(event.key));
  window.view = (el) => module.render({model, el});
  window.ends = ["one", "two"].map((id) => view(document.getElementById(id)));
  window.calls = () => window.sent.length;
}"""

Show = Callable[..., Any]


def one(page: Any) -> Any:
    return page.locator("#one")


def step(page: Any, view: str = "#one") -> str:
    text = page.locator(f"{view} .where").inner_text()
    assert isinstance(text, str)
    return text


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.dataset.id ?? document.activeElement.id"))


def wait_for_step(page: Any, number: int) -> None:
    page.wait_for_function(
        "n => document.querySelector('#one [data-transport]')?.dataset.at === String(n)", arg=number
    )


def asked(exercise: str, seed: int = 5) -> PracticeDesk:
    return PracticeDesk(Practice(exercise, seed=seed, store=Store(None)))


def last_sent(page: Any) -> Any:
    return page.evaluate("sent.at(-1)")


OUTSIDE = """() => [...document.querySelectorAll('#one .sheet *')].filter((e) => {
  const r = e.getBoundingClientRect();
  return r.width && !e.closest('svg') && !e.closest('.vh') && !e.closest('[popover]')
    && getComputedStyle(e).clipPath === 'none' && (r.right > innerWidth + 1 || r.left < -1);
}).map((e) => e.className || e.tagName)"""
