"""An extension of Sphinx: ids of rules lead to the rules, and docstrings show what is the project's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cardlab.plugins import games
from cardlab.rulebook import load

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx


def rules_page(game: str) -> str:
    """The page of a game's rules, without its ending."""
    return f"rules-{game}"


def link_rules(app: Sphinx, tree: document, page: str) -> None:
    """Makes a link of every rule's id in the words of a page; headings, code and links stay as they are."""
    from docutils import nodes

    places = {id: rules_page(game) for game in games() for id in load(game).rules}
    ids = re.compile(rf"\b({'|'.join(map(re.escape, places))})\b")
    closed = (nodes.reference, nodes.title, nodes.literal_block, nodes.doctest_block)

    def made(words: str) -> nodes.Node:
        if words not in places:
            return nodes.Text(words)
        uri = f"{app.builder.get_relative_uri(page, places[words])}#{words.lower()}"
        return nodes.reference("", words, internal=True, refuri=uri)

    for text in list(tree.findall(nodes.Text)):
        parts = ids.split(text.astext())
        if len(parts) == 1 or _inside(text, closed):
            continue
        text.parent.replace(text, [made(part) for part in parts if part])


def _inside(node: Any, kinds: tuple[type, ...]) -> bool:
    while (node := node.parent) is not None:
        if isinstance(node, kinds):
            return True
    return False


def skip_fields(_app: Sphinx, _what: str, _name: str, member: Any, skip: bool, _options: Any) -> bool | None:
    """Leaves out the fields of named tuples, which are in the signature and have no words of their own."""
    return True if (getattr(member, "__doc__", None) or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", link_rules)
    app.connect("autodoc-skip-member", skip_fields)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
