"""Saved games as they are offered: those of the same game, in plain words, and no others."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest
from cardlab_widgets.saved_games.files import SavedGames
from cardlab_widgets.saved_games.offers import LISTED, offers
from cardlab_widgets.tables.play import playing_model

from tests.widgets.at_table import go_on, mine

NOW = datetime(2026, 3, 9, 12, 0)


@pytest.fixture
def saves(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path)


def keep(saves: SavedGames, name: str, game: str, hour: int, **options: object) -> None:
    """A game of a beginner, kept under `name` at that hour."""
    table = playing_model(game, resume=False, level="beginner", **options)  # type: ignore[arg-type]
    go_on(table, mine("play"))
    path = saves.write(name, table.game.record())
    then = NOW.replace(hour=hour).timestamp()
    os.utime(path, (then, then))


def test_a_game_is_offered_by_how_it_stands_and_when_it_was_left(saves: SavedGames) -> None:
    keep(saves, "cribbage-7-0123abcd", "cribbage", 9, seed=7)
    keep(saves, "my-best-game", "cribbage", 10, seed=8, players=4)
    keep(saves, "canasta-7-0123abcd", "canasta", 11, seed=7, seating="agreed")
    assert [tuple(offer) for offer in offers(saves, "cribbage", now=NOW)] == [
        ("my-best-game", "“my best game”: South and North 0, West and East 0, deal 1", "today, 10:00"),
        ("cribbage-7-0123abcd", "South 0, North 0, deal 1", "today, 9:00"),
    ]
    (other,) = offers(saves, "canasta", now=NOW)
    assert other.title.startswith("South and North 0, West and East 0, deal 1, turn ")


def test_neither_the_own_game_nor_what_cannot_be_gone_on_with_is_offered(saves: SavedGames) -> None:
    keep(saves, "own", "cribbage", 9, seed=7)
    record = saves.read("own") or ""
    saves.write("damaged", record.replace("actions: ", "actions: 9"))
    saves.write("not-begun", playing_model(seed=7, resume=False).game.record())
    saves.write("a-letter", "Dear Sir")
    saves.path("no-text").write_bytes(b"\xff\xfe\x00")
    assert offers(saves, "cribbage", own="own", now=NOW) == ()
    assert [offer.name for offer in offers(saves, "cribbage", now=NOW)] == ["own"]


def test_only_the_latest_are_offered(saves: SavedGames) -> None:
    for hour in range(LISTED + 3):
        keep(saves, f"game {hour}", "cribbage", hour, seed=7)
    assert [offer.when for offer in offers(saves, "cribbage", now=NOW)] == [
        f"today, {hour}:00" for hour in range(LISTED + 2, 2, -1)
    ]


def test_the_panel_of_a_table_offers_them_and_opens_what_is_pressed() -> None:
    first = playing_model("cribbage", seed=7, level="beginner")
    go_on(first, mine("play"))
    table = playing_model("cribbage", seed=8, level="beginner")
    table.act("panel", {})
    panel = table.scene().panel
    assert panel is not None
    (form,) = [form for form in panel.forms if form.prompt == "Saved games of Cribbage"]
    (button,) = form.buttons
    assert button.label == "South 0, North 0, deal 1"
    assert button.note.startswith("today, ")
    table.act(button.action, {})
    assert table.game.record() == first.game.record()
