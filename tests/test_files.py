"""Files are written whole or not at all, whatever is there already and whatever happens meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from cardlab.files import _clear, data_folder, replacing, write_whole


def test_a_file_is_the_old_one_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    write_whole(path, b"old")
    with replacing(path) as draft:
        draft.write_bytes(b"ne")
        assert path.read_bytes() == b"old"
        draft.write_bytes(b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["game.txt"]


def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "elsewhere" / "game.txt", tmp_path / "link"
    path.parent.mkdir()
    link.symlink_to(path)
    for text in (b"first", b"second"):  # the link points to nothing at first
        write_whole(link, text)
        assert link.is_symlink()
        assert path.read_bytes() == text
    assert os.listdir(path.parent) == ["game.txt"]


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path: Path) -> None:
    path, usual = tmp_path / "game.txt", tmp_path / "usual"
    usual.touch()
    write_whole(path, b"old")
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("linked", [False, True])
def test_a_file_that_is_write_protected_stays(tmp_path: Path, linked: bool) -> None:
    path, link = tmp_path / "game.txt", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o444)
    link.symlink_to(path)
    before = sorted(tmp_path.iterdir())
    name = link if linked else path
    with pytest.raises(PermissionError) as refused:
        write_whole(name, b"new")
    assert refused.value.filename == str(name)
    assert path.read_bytes() == b"old"
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_of_someone_else_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda there, mode: False)
    with pytest.raises(PermissionError):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"


def test_a_folder_and_a_device_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"new")
    with pytest.raises(OSError, match="device"):
        write_whole(Path(os.devnull), b"new")
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "game.txt", b"new")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError()])
@pytest.mark.parametrize("there", [False, True])
def test_what_is_not_written_to_its_end_changes_nothing(
    tmp_path: Path, error: BaseException, there: bool
) -> None:
    path = tmp_path / "game.txt"
    if there:
        path.write_bytes(b"old")

    def write() -> None:
        with replacing(path) as draft:
            draft.write_bytes(b"ne")
            raise error

    with pytest.raises(type(error)):
        write()
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"old"] * there


def test_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 255), b"new")
    assert os.listdir(tmp_path) == ["x" * 255]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody can be killed so here")
def test_a_writer_that_is_killed_leaves_the_old_file_and_in_the_end_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    write_whole(path, b"old")
    code = (
        "import os, signal, sys; from pathlib import Path; from cardlab.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as draft:\n"
        "    draft.write_bytes(b'half'); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"
    (left,) = tmp_path.glob(".cardlab-*.part")
    _clear.cache_clear()
    write_whole(path, b"new")
    assert left.exists()  # for all that is known, somebody is still writing it
    os.utime(left, (0, 0))
    _clear.cache_clear()
    write_whole(path, b"newer")
    assert os.listdir(tmp_path) == ["game.txt"]


def test_many_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    texts = [bytes([65 + number]) * 50_000 for number in range(8)]
    writers = [
        Thread(target=lambda text=text: [write_whole(path, text) for _ in range(20)]) for text in texts
    ]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not path.exists() or path.read_bytes() in texts
    assert path.read_bytes() in texts
    assert os.listdir(tmp_path) == ["game.txt"]


def test_the_data_folder_is_the_one_that_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.setenv("CARDLAB_HOME", "~/cards")
    assert data_folder() == Path.home() / "cards"
    monkeypatch.setenv("CARDLAB_HOME", "")
    assert data_folder().name == "cardlab"
