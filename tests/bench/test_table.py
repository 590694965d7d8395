"""What a click costs the kernel, computer players aside: the action, its scene, page and snapshot."""

from __future__ import annotations

from typing import Any

import pytest
from cardlab_widgets import SceneWidget
from cardlab_widgets.tables.play import playing_model


@pytest.mark.parametrize("players", [2, 4])
def test_a_click(benchmark: Any, players: int) -> None:
    """Choosing a card, which changes the whole page like any other click."""
    table = playing_model(seed=7, players=players, level="beginner", resume=False)
    widget = SceneWidget(table)
    while not any(face.selectable and not face.action for face in table.scene().zones[-1].faces):
        widget.act("cut" if table._live else "skip")
    key = table.scene().zones[-1].faces[0].key
    assert benchmark(widget.act, f"card:{key}") == ""
    benchmark.extra_info["characters of the page"] = len(widget.html)
