"""Files that are the same each time they are made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EPOCH = (2026, 1, 1, 0, 0, 0)
"""The time of everything in an archive."""


def write_json(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def notebooks_in(folder: Path) -> Iterator[tuple[Path, Any]]:
    """Every notebook of the course, in order: its path inside `folder`, and what it holds."""
    for path in sorted(folder.rglob("*.ipynb")):
        inside = path.relative_to(folder)
        if not any(part.startswith(".") for part in inside.parts):
            yield inside, json.loads(path.read_text(encoding="utf-8"))
