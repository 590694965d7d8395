"""The pictures of README and documentation, taken from the real pages: in the folder ``docs/pictures``.

    python scripts/pictures.py            all of them
    python scripts/pictures.py count      those with "count" in their name

The README has a table in light and dark, and a count that moves; the gallery one picture of each kind of
page; the page on the architecture its diagram, drawn by JupyterLab from the text there.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import browsing
import screenshots
from PIL import Image, ImageOps
from playwright.sync_api import Locator, Page, sync_playwright

DOCS = Path(__file__).resolve().parents[1] / "docs"
OUT = DOCS / "pictures"
MERMAID = re.compile(r"^```mermaid\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Picture(NamedTuple):
    """A widget to be pictured: the code that makes it, what is typed into it, which buttons are pressed."""

    code: str
    width: int = 900
    typed: Mapping[str, str] = {}
    pressed: Sequence[str] = ()
    themes: Sequence[str] = ("light", "dark")


CANASTA = 'play("canasta", seed=7, seating="agreed", level="beginner", pace="step", resume=False)'
PICTURES = {
    "table": Picture(screenshots.TABLE, 900, {}, screenshots.PLAYED),
    "canasta": Picture(CANASTA, 900, {}, [*screenshots.DEALT, "Draw", "Hint"], ["light"]),
    "phone": Picture(screenshots.TABLE, 390, {}, screenshots.PLAYED, ["dark"]),
    "refused": Picture(
        screenshots.TABLE, 900, {}, [*screenshots.DEALT, "queen of spades", "Lay away"], ["light"]
    ),
    "exercise": Picture(screenshots.HAND, 900, screenshots.WRONG, ["Check"], ["light"]),
    "stepper": Picture(screenshots.BEST, 900, {}, ["Next"] * 4, ["dark"]),
    "review": Picture(screenshots.REVIEW.format("cribbage"), 900, {}, screenshots.WORKED_OUT, ["light"]),
}
COUNT = 'count_stepper("5H 5D 5S JC", "5C", predict="none")'
"""The moving picture of the README: the best hand there is."""
COUNT_STEPS = 10
FRAME_MS = 1200


def take(page: Page, files: Path, code: str) -> Locator:
    """Runs code in a notebook of JupyterLab; gives the widget that it shows."""
    imports = "from cardlab_widgets import count_stepper, play, practice, watch"
    browsing.write_notebook(files / "picture.ipynb", f"{imports}\n{code}")
    browsing.open_notebook(page, "picture.ipynb")
    browsing.run_all(page)
    widget = page.locator(browsing.WIDGET)
    widget.wait_for()
    return widget


def still(page: Page, files: Path, name: str, picture: Picture) -> None:
    widget = take(page, files, picture.code)
    widget.evaluate("(widget, width) => { widget.style.width = `${width}px`; }", picture.width)
    screenshots.use(widget, picture.typed, picture.pressed)
    for theme in picture.themes:
        screenshots.set_theme(page, theme)
        keep(f"{name}-{theme}", [frame(widget)])
    browsing.close_all(page)


def moving(page: Page, files: Path) -> None:
    """The count, step by step, in light and dark."""
    for theme in screenshots.THEMES:
        widget = take(page, files, COUNT)
        screenshots.set_theme(page, theme)
        widget.evaluate("widget => { widget.style.width = '800px'; }")
        frames = [frame(widget)]
        for _ in range(COUNT_STEPS):
            screenshots.use(widget, {}, ["Next"])
            frames.append(frame(widget))
        keep(f"count-{theme}", frames)
        browsing.close_all(page)


def frame(widget: Locator) -> Image.Image:
    widget.page.mouse.move(0, 0)
    widget.page.wait_for_timeout(800)
    return Image.open(io.BytesIO(widget.screenshot())).convert("RGB")


def keep(name: str, frames: Sequence[Image.Image]) -> None:
    """Writes a picture, moving where there are several frames, of which the last stays longest."""
    times = [FRAME_MS] * (len(frames) - 1) + [3 * FRAME_MS]
    size = max(one.width for one in frames), max(one.height for one in frames)
    first, *rest = [ImageOps.pad(one, size, color=one.getpixel((0, 0)), centering=(0, 0)) for one in frames]
    settings: dict[str, object] = {"quality": 80, "method": 6}
    if rest:
        settings |= {
            "quality": 60,
            "minimize_size": True,
            "save_all": True,
            "append_images": rest,
            "duration": times,
            "loop": 0,
        }
    first.save(OUT / f"{name}.webp", **settings)


def drawn_from(text: str) -> str:
    """The first line of a diagram, by which a test knows whether its text has changed since."""
    return f"<!-- drawn from {sha256(text.encode()).hexdigest()[:16]} -->"


def diagrams(page: Page, files: Path) -> None:
    """The diagram of the architecture, as JupyterLab draws it in either theme."""
    (text,) = MERMAID.findall((DOCS / "architecture.md").read_text(encoding="utf-8"))
    cell = json.dumps(f"```mermaid\n{text}```")
    for theme in screenshots.THEMES:
        screenshots.set_theme(page, theme)
        browsing.write_notebook(files / "diagram.ipynb", "0")
        browsing.open_notebook(page, "diagram.ipynb")
        browsing.in_lab(
            page,
            f"""
            const last = panel.content.widgets.at(-1);
            last.model.sharedModel.setSource({cell});
            last.rendered = true;
            """,
        )
        drawn = page.locator(".jp-RenderedMermaid img, .jp-RenderedMarkdown img")
        drawn.wait_for()
        head, _, data = (drawn.get_attribute("src") or "").partition(",")
        svg = b64decode(data).decode() if head.endswith("base64") else unquote(data)
        svg = svg[svg.index("<svg") :].strip()  # what is before defines entities, of which it has none
        (OUT / f"architecture-{theme}.svg").write_text(f"{drawn_from(text)}\n{svg}\n", encoding="utf-8")
        browsing.close_all(page)


def jobs(wanted: str) -> Iterator[str]:
    yield from (name for name in (*PICTURES, "count", "architecture") if wanted in name)


def main(arguments: Sequence[str]) -> int:
    names = list(jobs(arguments[0] if arguments else ""))
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = browsing.find_chromium(playwright)
        if path is None:
            print(browsing.REMEDY, file=sys.stderr)
            return 1
        browser = browsing.launch(playwright, path)
        files, home = Path(folder, "files"), Path(folder, "lab")
        with browsing.lab_server(files, home) as url:
            page = browser.new_page(viewport={"width": 1280, "height": 2400})
            page.set_default_timeout(120_000)
            browsing.open_lab(page, url)
            browsing.in_lab(page, "await app.commands.execute('application:toggle-left-area')")
            for name in names:
                if name == "count":
                    moving(page, files)
                elif name == "architecture":
                    diagrams(page, files)
                else:
                    still(page, files, name, PICTURES[name])
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
