"""Games on disk: replaced whole or not at all, the latest first, damaged ones put aside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cardlab_widgets.saves import SavedGames, plain


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = SavedGames(tmp_path)
    saves.write("game", "one")

    def broken(source: str, target: Path) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", broken)
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
