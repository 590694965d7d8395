"""The documentation of the site: its pages are put together, and Sphinx has nothing to complain of."""

from __future__ import annotations

import re
from hashlib import sha256
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pictures
import pytest
from cardlab_exercises.declaration.lessons import source_folder
from cardlab_widgets.site import generated
from cardlab_widgets.site.documentation import collect, write_documentation
from cardlab_widgets.site.runtime import PartsError

from cardlab import cli
from cardlab.plugins import games
from cardlab.rulebook import load

ROOT = Path(__file__).parents[2]


class Addresses(HTMLParser):
    """What a page asks for and leads to, and the ids in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.found.append((tag, value))
            elif name == "id" and value:
                self.ids.add(value)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation")
    write_documentation(source_folder(), folder / "pages", folder / "html")
    return folder / "html"


@pytest.mark.thorough
def test_every_rule_has_a_place_of_its_own(built: Path) -> None:
    for game in games():
        page = Addresses(built / f"rules-{game}.html")
        assert {id.lower() for id in load(game).rules} <= page.ids


@pytest.mark.thorough
def test_every_public_name_is_described(built: Path) -> None:
    for name in generated.MODULES:
        module = import_module(name)
        ids = Addresses(built / f"api-{name}.html").ids
        public = {one for one in module.__all__ if not isinstance(getattr(module, one), ModuleType)}
        assert {f"{name}.{one}" for one in public} <= ids


@pytest.mark.thorough
def test_every_link_leads_somewhere_and_nothing_is_asked_of_others(built: Path) -> None:
    pages = {path.name: Addresses(path) for path in built.glob("*.html")}
    assert len(pages) > 20
    lessons = 0
    for name, page in pages.items():
        for tag, address in page.found:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                assert tag == "a", (name, address)
            elif address.startswith("../notebooks/index.html?path="):
                assert (source_folder() / unquote(parts.query.removeprefix("path="))).is_file(), (
                    name,
                    address,
                )
                lessons += 1
            elif address != "../index.html":
                target = unquote(parts.path) or name
                assert (built / target).is_file(), (name, address)
                if parts.fragment and target in pages:
                    assert parts.fragment in pages[target].ids, (name, address)
    assert lessons > 100
    styles = [path.read_text(encoding="utf-8") for path in built.rglob("*.css")]
    assert not re.search(r"url\(['\"]?(https?:)?//|@import", "".join(styles))


@pytest.mark.thorough
def test_it_is_the_same_each_time(built: Path, tmp_path: Path) -> None:
    write_documentation(source_folder(), tmp_path / "pages", tmp_path / "html")
    there = {path.relative_to(built): sha256(path.read_bytes()).hexdigest() for path in files(built)}
    again = tmp_path / "html"
    assert there == {path.relative_to(again): sha256(path.read_bytes()).hexdigest() for path in files(again)}


def files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def test_a_link_to_nothing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    with pytest.raises(PartsError, match="not installed"):
        write_documentation(tmp_path / "notebooks", tmp_path / "pages", tmp_path / "html")


def test_pages_are_gathered_with_links_that_are_right_there(tmp_path: Path) -> None:
    collect(source_folder(), tmp_path / "source")
    source = tmp_path / "source"
    writing = (source / "writing.md").read_text(encoding="utf-8")
    assert "](declaring-exercises.md)" in writing
    assert "](lesson:cribbage/07-counting-your-hand.ipynb)" in (source / "tutorial.md").read_text(
        encoding="utf-8"
    )
    index = (source / "index.md").read_text(encoding="utf-8")
    told = re.findall(
        r"^([\w.-]+)$", "".join(re.findall(r"```\{toctree\}(.*?)```", index, re.DOTALL)), re.MULTILINE
    )
    pages = {path.stem for path in source.iterdir() if path.suffix in (".md", ".rst")} - {"index"}
    assert set(told) == pages
    assert len(told) == len(pages)


def test_a_rule_tells_its_options_lessons_and_exercises() -> None:
    taught = generated._taught(source_folder())
    text = generated.rules(load("cribbage"), taught)
    start = text.index("(crib-show-08)=")
    entry = text[start : text.index("(crib-show-09)=")]
    assert "It depends on the option `flush_hand`" in entry
    assert "(**course and classic**)" in entry
    assert "Taught in: [" in entry
    assert "`crib-count-hand`" in entry


def test_each_command_shows_its_help() -> None:
    text = generated.commands()
    for name in cli.cli.list_commands(None):  # type: ignore[arg-type]
        assert f"## cardlab {name}\n" in text
    assert "--fetch" in text


def test_the_diagram_is_drawn_from_the_text() -> None:
    docs = ROOT / "docs"
    (text,) = pictures.MERMAID.findall((docs / "architecture.md").read_text(encoding="utf-8"))
    for theme in ("light", "dark"):
        drawn = (docs / "pictures" / f"architecture-{theme}.svg").read_text(encoding="utf-8")
        assert drawn.startswith(pictures.drawn_from(text)), "run scripts/pictures.py architecture"
