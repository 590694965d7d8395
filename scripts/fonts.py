"""Makes the fonts of the sheets out of Source Serif 4: only the signs that are used, under a name of our own.

Run in a folder with the unpacked npm package `@fontsource/source-serif-4`:

    npm pack @fontsource/source-serif-4 && tar xzf fontsource-source-serif-4-*.tgz
    uv run --with fonttools --with brotli python scripts/fonts.py package/files

The licence (static/fonts/OFL.txt) reserves the name "Source" for the original, so the subset is renamed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

COPIES = {
    "source-serif-4-latin-400-normal.woff2": "cardlab-serif.woff2",
    "source-serif-4-latin-400-italic.woff2": "cardlab-serif-italic.woff2",
    "source-serif-4-latin-600-normal.woff2": "cardlab-serif-bold.woff2",
}
SIGNS = "".join(map(chr, range(0x20, 0x7F))) + "\u00a0±·¼½¾ÄÖ×ÜßäéöüÀàèç–—‘’‚“”„…→−"
FAMILY_NAMES = {1, 3, 4, 6, 16, 21, 25}
"""The entries of a font's table of names that say what it is called."""
FOLDER = Path("widgets/cardlab_widgets/screen/static/fonts")


def make(original: Path, copy: Path) -> None:
    """Writes the subset of the font `original` to `copy`."""
    font = TTFont(original)
    subsetter = Subsetter(Options(layout_features=["kern", "lnum", "tnum", "liga"], name_IDs=["*"]))
    subsetter.populate(text=SIGNS)
    subsetter.subset(font)
    names = font["name"]
    for entry in list(names.names):
        if entry.nameID in FAMILY_NAMES:
            names.setName(copy.stem, entry.nameID, entry.platformID, entry.platEncID, entry.langID)
        elif entry.nameID > 25:  # of axes that a font of one weight does not have
            names.removeNames(nameID=entry.nameID)
    font.flavor = "woff2"
    font.save(copy)


if __name__ == "__main__":
    for original, copy in COPIES.items():
        make(Path(sys.argv[1]) / original, FOLDER / copy)
