"""Predict, then reveal, for anything but a card table: an answer that stays folded until it is opened.

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
    """`shown` and `why` under the line `ask`, which opens them with a click or the Enter key."""

    shown: Any
    ask: str
    why: str = ""

    def __repr__(self) -> str:
        return "\n".join(filter(None, [self.ask, str(self.shown), self.why]))

    def _repr_html_(self) -> str:
        html = getattr(self.shown, "_repr_html_", None)
        inside = Markup(html()) if html else Markup("<pre>{}</pre>").format(str(self.shown))
        why = Markup("<p>{}</p>").format(self.why) if self.why else ""
        line = Markup('<summary style="cursor:pointer;padding:0.3em 0"><strong>{}</strong></summary>')
        return str(Markup("<details>{}{}{}</details>").format(line.format(self.ask), inside, why))


def reveal(shown: Any, ask: str = "Decide first, then open this line", why: str = "") -> Folded:
    """`shown`, a table or a text, folded away under the line `ask` until the learner opens it.

    `why` is a sentence or two that belong to the answer.
    """
    return Folded(shown, ask, why)
