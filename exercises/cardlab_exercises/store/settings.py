"""Where cardlab keeps the score: what the environment says, or what is usual."""

from __future__ import annotations

import os
from pathlib import Path

from cardlab.files import home

FILE = "progress.db"


def default_place() -> str | Path:
    """`CARDLAB_DATABASE`, or the SQLite file in the data folder, be that a possible one or not."""
    return os.environ.get("CARDLAB_DATABASE") or home() / FILE
