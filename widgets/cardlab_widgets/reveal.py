"""Predict, then reveal, for what is no card table: an answer that stays folded until it is opened.

>>> reveal("twelve", "How much is 6-7-7-8 with a king? Decide, then open.")
How much is 6-7-7-8 with a king? Decide, then open.
twelve
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup


@dataclass(frozen=True, repr=False)
class Folded:
    """`shown` under the line `ask`, which opens it with a click or the Enter key."""

    shown: Any
    ask: str

    def __repr__(self) -> str:
        return f"{self.ask}\n{self.shown}"

    def _repr_html_(self) -> str:
        html = getattr(self.shown, "_repr_html_", None)
        inside = Markup(html()) if html else Markup("<pre>{}</pre>").format(str(self.shown))
        line = Markup('<summary style="cursor:pointer;padding:0.3em 0"><strong>{}</strong></summary>')
        return str(Markup("<details>{}{}</details>").format(line.format(self.ask), inside))


def reveal(shown: Any, ask: str = "Decide first, then open this line") -> Folded:
    """`shown`, a table or a text, folded away under the line `ask` until the learner opens it."""
    return Folded(shown, ask)
