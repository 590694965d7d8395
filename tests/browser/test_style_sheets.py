"""Every declaration of the style sheets does something: browsers leave out, in silence, what they do not
understand, and make 0 of a gap or a width that would be less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from cardlab_exercises.declaration.bank import exercises
from playwright.sync_api import Browser

from tests.browser.fitting import PAGE, PLACES, exercise_states, looks, whole_game

ROOT = Path(__file__).resolve().parents[2]
SHEETS = sorted((ROOT / "widgets").rglob("*.css"))
DESCRIPTORS = ("font-face", "page", "property")
"""What is declared in these is no property."""


def declarations(nodes: Iterable[Any]) -> Iterator[tuple[int, str, str]]:
    """The line, name and value of each declaration, in rules that are nested however deep."""
    for node in nodes:
        if node.type == "error":
            yield node.source_line, "", node.message
        elif node.type == "declaration":
            yield node.source_line, node.name, tinycss2.serialize(node.value).strip()
        elif getattr(node, "content", None) and getattr(node, "at_keyword", "") not in DESCRIPTORS:
            yield from declarations(tinycss2.parse_blocks_contents(node.content, skip_comments=True))


def test_the_reader_finds_what_is_nested_and_what_is_broken() -> None:
    css = "a { color: red; @media print { & b { gap: 1px } } colour red; c { top: 0 } }"
    found = [(name, value) for _, name, value in declarations(tinycss2.parse_stylesheet(css))]
    assert [pair for pair in found if pair[0]] == [("color", "red"), ("gap", "1px"), ("top", "0")]
    assert len(found) == 4


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_the_browser_understands_every_declaration(sheet: Path, browser: Browser) -> None:
    found = list(
        declarations(tinycss2.parse_stylesheet(sheet.read_text(encoding="utf-8"), skip_comments=True))
    )
    page = browser.new_page()
    known = page.evaluate("all => all.map(([, name, value]) => name && CSS.supports(name, value))", found)
    page.close()
    assert [one for one, is_known in zip(found, known, strict=True) if not is_known] == []


# Each size is tried where less than nothing is something: as a margin of an element that the rule is about.
NEGATIVE = """() => {
    const size = /^(.*gap|padding.*|(min-|max-)?(width|height|block-size|inline-size)|font-size)$/;
    const found = [];
    const check = (e, about, name, value) => {
        const before = e.style.cssText;
        e.style.setProperty("margin", value, "important");
        const { marginTop, marginLeft } = getComputedStyle(e);
        e.style.cssText = before;
        if (Math.min(parseFloat(marginTop), parseFloat(marginLeft)) < 0)
            found.push(`${about} { ${name}: ${value} }`);
    };
    const walk = (rules, around) => {
        for (const { selectorText, style, cssRules } of rules) {
            const nested = selectorText?.includes("&")
                ? selectorText.replaceAll("&", around) : `${around} ${selectorText}`;
            const about = selectorText ? `:is(${nested.trim()})` : around;
            const e = style && about && document.querySelector(about.replace(/::[a-z-]+/g, ""));
            for (const declared of e ? style.cssText.split(";") : []) {
                const [, name, value] = /^\\s*([a-z-]+): (.*)$/.exec(declared) ?? [];
                if (size.test(name)) check(e, about, name, value);
            }
            if (cssRules) walk(cssRules, about);
        }
    };
    for (const sheet of document.styleSheets) walk(sheet.cssRules, "");
    return found;
}"""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.thorough)])
def test_no_room_is_less_than_nothing(width: int, browser: Browser) -> None:
    place = PLACES[width]
    page = browser.new_page(viewport={"width": place.window[0], "height": place.window[1]})
    page.set_content(PAGE.replace("</style>", ".cardlab { .sheet { gap: calc(var(--u) * -3) } }</style>"))
    games = [islice(whole_game(game, 7), 5, 900, 90) for game in ("canasta", "cribbage")]
    asked = [islice(exercise_states(id, 7), 1, 3) for id in list(exercises())[::8]]
    found: set[str] = set()
    for _, scene in chain(*games, *asked):
        looks(page, [(scene, True)], width)
        found |= set(page.evaluate(NEGATIVE))
    page.close()
    (one,) = found  # the one above, which shows that the others would be seen
    assert "gap: calc(var(--u) * -3)" in one
