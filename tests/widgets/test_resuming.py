"""Games taken up again: only those of the same table, and at the seat of the same name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cardlab_widgets.saved_games.files import SavedGames
from cardlab_widgets.tables.play import play, playing_model

from cardlab.game import Game, referee
from tests.widgets.at_table import go_on, mine


def _record(name: str = "cribbage", seed: int = 7, preset: str = "course", **options: Any) -> str:
    """The record of a game of somebody else, one action old."""
    rules = referee(name)
    game = Game(rules, rules.make_options(preset, **options), seed)
    game.do(next(iter(rules.legal_actions(game.view(game.referee.to_act(game.state) or 0)))))
    return game.record()


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"name": "canasta"}, "a game of canasta, not of cribbage"),
        ({"players": 2}, "a game of South and North, not of South, West, North and East"),
        ({"players": 3}, "a game of South, West and East, not of South, West, North and East"),
        ({"players": 4, "target": 61}, "target 61, not 121"),
        ({"players": 4, "preset": "classic"}, "preset classic, not course"),
        ({"players": 4, "seed": 8}, "the seed '8', not '7'"),
    ],
)
@pytest.mark.parametrize("put_aside", [True, False])
def test_an_autosave_of_another_table_is_put_aside_and_said(
    other: dict[str, Any], said: str, put_aside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = {"game": "cribbage", "seed": 7, "seat": "East", "level": "beginner", "players": 4}
    saves = SavedGames()
    record = _record(**other)
    name = playing_model(**where)._name
    path = saves.write(name, record)
    if not put_aside:

        def refuse(self: SavedGames, name: str) -> Path:
            raise OSError("not here")

        monkeypatch.setattr(SavedGames, "put_aside", refuse)
    table = play(**where).model
    assert table.game.actions == ()
    assert (table.game.referee.name, table.game.seed, table.game.options.target) == ("cribbage", "7", 121)
    message = table.scene().message
    assert message is not None
    assert message.tone == "warn"
    assert message.title.startswith("The game that was kept here")
    assert said in message.text
    go_on(table, lambda table: len(table.game.actions) > 3)
    aside = next(saves.folder.glob("*.damaged-1")) if put_aside else path
    assert aside.read_text() == record
    assert str(aside) in message.text
    assert table.game.record() in [saves.read(one) for one in saves.names()]


def test_without_a_seed_the_last_game_of_the_table_is_gone_on_with_whatever_its_seed() -> None:
    table = playing_model(level="beginner", target=61)
    table.act("cut:20" if table._live else "on", {})
    again = playing_model(level="beginner", target=61)
    assert again.game.record() == table.game.record()
    SavedGames().write(table._name, _record("canasta"))
    assert playing_model(level="beginner", target=61).game.actions == ()


@pytest.mark.parametrize(
    "text", ["", "\x00", "cardlab record 1", "cardlab record 1\n" * 2, "option players: 9"]
)
def test_nothing_that_lies_under_an_autosaves_name_raises_out_of_play(text: str) -> None:
    path = SavedGames().write(playing_model(seed=7)._name, text)
    assert playing_model(seed=7).scene().message is not None
    path.unlink(missing_ok=True)
    path.mkdir()
    assert playing_model(seed=7).game.actions == ()


def test_a_record_of_another_number_of_players_is_gone_on_with_at_the_seat_of_that_name() -> None:
    four = playing_model(seed=7, level="beginner", players=4, seat="East")
    four.act("load", {"record": _record(players=3)})
    assert (four.seat, four.game.options.players) == (2, 3)
    assert {seat.name for seat in four.scene().seats} == {"South", "West"}
    go_on(four, mine("lay"))
    assert four.game.view(2).hand
    assert playing_model(seed=7, level="beginner", players=3, seat="East").game.record() == four.game.record()
    four.act("load", {"record": _record(players=4)})
    assert (four.seat, four.game.options.players) == (3, 4)
    four.act("load", {"record": _record("canasta", players=4)})
    assert (four.seat, four.game.referee.name) == (3, "canasta")
    record = four.game.record()
    with pytest.raises(ValueError, match="no seat like yours, East; it has South and North"):
        four.act("load", {"record": _record(players=2)})
    assert (four.seat, four.game.record()) == (3, record)


def test_a_saved_game_is_opened_at_the_seat_of_that_name() -> None:
    three = playing_model(seed=7, level="beginner", players=3, seat="West")
    go_on(three, mine("lay"))
    three.act("save", {"name": "mine"})
    four = playing_model(seed=9, level="beginner", players=4, seat="North")
    with pytest.raises(ValueError, match="no seat like yours, North"):
        four.act("open:mine", {})
    two = playing_model(seed=9, level="beginner", players=2, seat=0)
    two.act("open:mine", {})
    assert {seat.name for seat in two.scene().seats} == {"West", "East"}


def test_a_copy_named_like_a_running_game_is_not_gone_on_with() -> None:
    table = playing_model(seed=7, level="beginner")
    go_on(table, mine("lay"))
    saves = SavedGames()
    (running,) = saves.names()
    table.act("save", {"name": running})
    table.act("save", {"name": f"{running}-mine"})
    saves.path(running).unlink()
    assert sorted(saves.names()) == [f"copy-of-{running}", f"copy-of-{running}-mine"]
    assert not playing_model(seed=7, level="beginner").game.actions
