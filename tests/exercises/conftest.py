"""What tests of the store need of the machine: a folder for every user."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that every user of the machine may enter; pytest's own are for its user alone."""
    folder = Path(tempfile.mkdtemp(prefix="cardlab-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)
