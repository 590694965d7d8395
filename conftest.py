"""What holds for tests, doctests and notebooks alike: none of them touches the user's own progress, and only
the whole of them is shared among processes.
"""

from __future__ import annotations

import os
import tempfile

import pytest

LONG = ("slow", "thorough", "browser", "notebook")
"""The markers of what the daily run leaves out."""


def pytest_configure(config: pytest.Config) -> None:
    home = tempfile.TemporaryDirectory(prefix="cardlab-tests-")
    config.add_cleanup(home.cleanup)
    os.environ["CARDLAB_HOME"] = home.name  # the kernels that nbval starts inherit it
    os.environ["JUPYTER_DATA_DIR"] = os.path.join(home.name, "jupyter")  # where lessons are signed
    os.environ["CARDLAB_ZONE"] = "UTC"  # days and times are those of no machine
    os.environ.pop("CARDLAB_DATABASE", None)
    # Where this is set, each of the many kernels and servers would compile all of Jupyter again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """0, this process alone, for tests that are named: starting others would take longer than it saves."""
    return None if config.args_source is pytest.Config.ArgsSource.TESTPATHS else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what has a browser or a notebook's kernel, and as daily whatever takes no long time.

    Files with a browser come last: it is shared by all of them, and as long as Playwright runs, its event
    loop is in the way of others.
    """
    last = set()
    for item in items:
        served = {"browser", "lab", "voila"} & set(getattr(item, "fixturenames", ()))
        if served or item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
            last.add(item.path)
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.notebook)
        if not any(item.get_closest_marker(long) for long in LONG):
            item.add_marker(pytest.mark.daily)
    items.sort(key=lambda item: item.path in last)
