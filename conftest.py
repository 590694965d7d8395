"""What holds for tests, doctests and notebooks alike: none of them touches the user's own progress, and only
the whole of them is shared among processes.
"""

from __future__ import annotations

import os
import sys
import tempfile

import pytest
from hypothesis import settings

LONG = ("slow", "thorough", "wide", "browser", "notebook")
"""The markers of what the daily run leaves out."""
LONGEST = ("demos", "lab", "opening_lessons", "follows", "table", "visitors")
"""The files in tests/browser that take longest: they begin first, so that none is waited for at the end."""


def pytest_configure(config: pytest.Config) -> None:
    home = tempfile.TemporaryDirectory(prefix="cardlab-tests-")
    config.add_cleanup(home.cleanup)
    os.environ["CARDLAB_HOME"] = home.name  # the kernels that nbval starts inherit it
    os.environ["JUPYTER_DATA_DIR"] = os.path.join(home.name, "jupyter")  # where lessons are signed
    os.environ["CARDLAB_ZONE"] = "UTC"  # days and times are those of no machine
    os.environ.pop("CARDLAB_DATABASE", None)
    # Where this is set, each of the many kernels and servers would compile all of Jupyter again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if only_daily(config):
        settings.register_profile("daily", max_examples=20)
        settings.load_profile("daily")


def only_daily(config: pytest.Config) -> bool:
    return bool(config.option.markexpr == "daily")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """As many as processors for the daily run, and one more for the whole one, which waits for browsers.

    0, this process alone, for tests that are named: starting others would take longer than it saves.
    """
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return 0
    return None if only_daily(config) else (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what has a browser or a notebook's kernel, and as daily whatever takes no long time.

    Files with a browser come last: it is shared by all of them, and as long as Playwright runs, its event
    loop is in the way of others. The longest of them come first.
    """
    last = {}
    first = [f"test_{name}.py" for name in LONGEST]
    for item in items:
        served = {"browser", "lab", "voila"} & set(getattr(item, "fixturenames", ()))
        if served or item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
            last[item.path] = first.index(item.path.name) if item.path.name in first else len(first)
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.notebook)
        if not any(item.get_closest_marker(long) for long in LONG):
            item.add_marker(pytest.mark.daily)
    items.sort(key=lambda item: last.get(item.path, -1))
