"""Games on disk: replaced whole or not at all, the latest first, damaged ones put aside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cardlab_widgets.saved_games.files import SavedGames, plain
from cardlab_widgets.saved_games.keeping import found, keep, save_copy

from cardlab.game import Game, referee


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = SavedGames(tmp_path)
    saves.write("game", "one")

    def broken(path: Path, target: Path) -> None:
        raise OSError("no room")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(OSError, match="no room"):
        saves.write("game", "two")
    assert saves.read("game") == "one"
    assert os.listdir(tmp_path) == ["game.txt"]


def test_the_latest_comes_first(tmp_path: Path) -> None:
    saves = SavedGames(tmp_path)
    for number, name in enumerate(("a", "c", "b")):
        path = saves.write(name, name)
        os.utime(path, ns=(number, number))
    assert saves.names() == ["b", "c", "a"]
    assert saves.names("c*") == ["c"]


def test_damaged_files_are_kept_under_new_names(tmp_path: Path) -> None:
    saves = SavedGames(tmp_path)
    for text in ("one", "two"):
        saves.write("game", text)
        saves.put_aside("game")
    assert saves.read("game") is None
    assert sorted(path.read_text() for path in tmp_path.iterdir()) == ["one", "two"]
    assert saves.names() == []


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "", ".", "x" * 300, "C:\\x", "é ñ"])
def test_no_name_leaves_the_folder(tmp_path: Path, name: str) -> None:
    saves = SavedGames(tmp_path / "games")
    assert saves.write(name, "text").parent == tmp_path / "games"
    assert plain(plain(name)) == plain(name)


def test_what_is_no_text_is_a_clear_error(tmp_path: Path) -> None:
    saves = SavedGames(tmp_path)
    saves.path("game").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"\w"):
        saves.read("game")


@pytest.mark.parametrize("name", ["My game", "..", ".", "\x00\x1b\n", "x" * 200, "x" * 79 + "-y"])
def test_a_free_name_is_one_that_nothing_is_kept_under(tmp_path: Path, name: str) -> None:
    saves = SavedGames(tmp_path)
    for number in range(12):
        saves.write(saves.free(name), str(number))
    paths = list(tmp_path.iterdir())
    assert sorted(int(path.read_text()) for path in paths) == list(range(12))
    assert saves.read(name) == "0"
    assert all(plain(path.stem) == path.stem for path in paths)


@pytest.mark.parametrize(
    "names", [("My game!", "My game?"), ("..", ".", "\x07"), ("mine", "mine"), ("x" * 90, "x" * 99)]
)
def test_a_copy_takes_no_other_saved_game_away(tmp_path: Path, names: tuple[str, ...]) -> None:
    saves = SavedGames(tmp_path)
    games = [Game(referee("cribbage"), seed=number) for number in range(len(names))]
    told = [save_copy(saves, name, game).text for name, game in zip(names, games, strict=True)]
    kept = {path: path.read_text() for path in tmp_path.iterdir()}
    assert sorted(kept.values()) == sorted(game.record() for game in games)
    for game, text in zip(games, told, strict=True):
        assert any(str(path) in text and record == game.record() for path, record in kept.items())


def test_a_game_that_is_kept_takes_no_file_away_that_is_no_text(tmp_path: Path) -> None:
    saves = SavedGames(tmp_path)
    saves.path("game").write_bytes(b"\xff\xfe\x00")
    game = Game(referee("cribbage"), seed=1)
    kept = keep(saves, found(saves, "game"), game)
    assert (kept.name, saves.read("game-2")) == ("game-2", game.record())
    assert saves.path("game").read_bytes() == b"\xff\xfe\x00"
    assert keep(saves, kept, game).name == "game-2"
