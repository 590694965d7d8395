"""HTML as a screen reader finds it, and text that must not become any."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"input", "br", "path", "rect", "circle", "ellipse", "use"}
EVIL = "<img src=x onerror=alert(1)>\"'&"


class Page(HTMLParser):
    """What a screen reader and a keyboard find in some HTML; fails on tags that do not match."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[int, str] = {}
        self.stack: list[int] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)
            self.stack.append(len(self.tags) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        for at in self.stack:
            self.texts[at] = self.texts.get(at, "") + data

    def named(self, tag: str) -> list[tuple[str, dict[str, str]]]:
        """The elements of that tag with their accessible names."""
        return [
            (attrs.get("aria-label") or self.texts.get(at, "").strip(), attrs)
            for at, (kind, attrs) in enumerate(self.tags)
            if kind == tag
        ]
