"""What holds for tests, doctests and notebooks alike: none of them touches the user's own progress."""

from __future__ import annotations

import os
import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    home = tempfile.TemporaryDirectory(prefix="cardlab-tests-")
    config.add_cleanup(home.cleanup)
    os.environ["CARDLAB_HOME"] = home.name  # the kernels that nbval starts inherit it
    os.environ.pop("CARDLAB_DATABASE", None)
