"""Files that are the same each time they are made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EPOCH = (2026, 1, 1, 0, 0, 0)
"""The time of everything in an archive."""


def write_json(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
