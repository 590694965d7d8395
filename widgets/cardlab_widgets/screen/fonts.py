"""The fonts of headings, numbers and small cards, as style rules that carry them."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib.resources import files

FONT_FILES = {
    "cardlab-serif.woff2": "font-weight: 400",
    "cardlab-serif-italic.woff2": "font-weight: 400; font-style: italic",
    "cardlab-serif-bold.woff2": "font-weight: 500 700",
}
"""The files that scripts/fonts.py makes, and what each is for."""


@cache
def font_faces() -> str:
    """The package's fonts as style rules: a page that uses only them need not carry the whole style sheet."""
    folder = files("cardlab_widgets.screen") / "static" / "fonts"
    return "\n".join(
        f'@font-face {{ font-family: "Cardlab Serif"; {use}; '
        f'src: url("data:font/woff2;base64,{b64encode((folder / name).read_bytes()).decode()}"); }}'
        for name, use in FONT_FILES.items()
    )
