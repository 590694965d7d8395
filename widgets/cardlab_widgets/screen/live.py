"""What a page does again and again while its kernel lives, such as looking for what others have written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol, runtime_checkable

_log = logging.getLogger(__name__)


@runtime_checkable
class Live(Protocol):
    """A model of which something changes without a press, because others write it.

    ``renew`` is called every ``every`` seconds. It looks at what is there now and says whether that is
    something else to act on: what is pressed on the page from before then does nothing. It may raise what it
    likes; the page then stays as it is until the next time.
    """

    every: float

    def renew(self) -> bool: ...


def repeat(seconds: float, work: Callable[[], object]) -> asyncio.Task[None] | None:
    """Does `work` every so many seconds while the kernel lives; gives None where no kernel runs.

    What fails once is tried again the next time, and its cause is in the log.
    """

    async def again() -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                work()
            except Exception:
                _log.warning("a page could not be renewed", exc_info=True)

    try:
        return asyncio.get_running_loop().create_task(again())
    except RuntimeError:
        return None
