"""The days and the time of day of the people who practise; what is kept is kept in UTC."""

from __future__ import annotations

import os
from datetime import datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo


def local(time: datetime) -> datetime:
    """A time in the zone that `CARDLAB_ZONE` names, such as ``Pacific/Auckland``, or else in the machine's.

    >>> from datetime import UTC
    >>> time = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
    >>> local(time) == time
    True
    """
    return time.astimezone(_zone(os.environ.get("CARDLAB_ZONE", "").strip()))


def midnight(day: datetime) -> datetime:
    """The beginning of a day, where the people are."""
    zone = _zone(os.environ.get("CARDLAB_ZONE", "").strip())
    return (
        datetime(day.year, day.month, day.day, tzinfo=zone) if zone else day.replace(tzinfo=None).astimezone()
    )


@cache
def _zone(name: str) -> tzinfo | None:
    """The zone of that name; None, the machine's own, if there is no such zone."""
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, OSError, ValueError):
        return None
