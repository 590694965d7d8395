"""Which cases of a long list run daily: every third. `uv run pytest` runs the others as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def third_daily(cases: Iterable[Any]) -> list[Any]:
    """All the cases as parameters of a test, those that wait for the whole run marked so; a tuple is several
    arguments.
    """
    return [
        pytest.param(*(case if type(case) is tuple else (case,)), marks=[pytest.mark.wide] * (place % 3 > 0))
        for place, case in enumerate(cases)
    ]
