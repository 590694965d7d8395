"""The commands that look after an installation: init, reset, doctor."""

from __future__ import annotations

import errno
import json
import os
import shlex
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from cardlab_exercises.declaration.lessons import source_folder
from cardlab_exercises.store.store import Store, default_store
from cardlab_widgets.serving import doctor, lesson_files
from click.testing import CliRunner, Result
from nbformat.sign import NotebookNotary

from cardlab import cli
from tests.exercises.writers import NOBODY, attempt, unprivileged

LESSON = "cribbage/07-counting-your-hand.ipynb"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.cli, list(arguments))


# ------------------------------------------------------------------ init and reset


def test_init_copies_every_lesson_and_says_how_to_open_them(tmp_path: Path) -> None:
    result = run("init", str(tmp_path / "mine"))
    assert result.exit_code == 0, result.output
    assert f"cardlab lab {tmp_path / 'mine'}" in result.stdout
    for book in source_folder().rglob("*.ipynb"):
        if ".ipynb_checkpoints" not in book.parts:
            assert (tmp_path / "mine" / "notebooks" / book.relative_to(source_folder())).is_file()


def test_reset_puts_a_lesson_back_and_keeps_what_was_changed(tmp_path: Path) -> None:
    run("init", str(tmp_path))
    mine = tmp_path / "notebooks" / LESSON
    fresh = mine.read_bytes()
    for text in ("my first notes", "my second notes"):
        mine.write_text(text)
        result = run("reset", "07-counting-your-hand", "--dir", str(tmp_path))
        assert result.exit_code == 0, result.output
        assert mine.read_bytes() == fresh
    kept = [mine.with_name(f"07-counting-your-hand ({name}).ipynb") for name in ("mine", "mine 2")]
    assert [path.read_text() for path in kept] == ["my first notes", "my second notes"]
    assert "newer" not in run("init", str(tmp_path)).stdout


def test_reset_of_what_was_not_changed_keeps_no_copy(tmp_path: Path) -> None:
    run("init", str(tmp_path))
    result = run("reset", LESSON, "--dir", str(tmp_path))
    assert result.exit_code == 0
    assert "kept" not in result.stdout
    assert "had not been changed" in result.stdout
    assert len(list((tmp_path / "notebooks" / "cribbage").glob("07*"))) == 1


@pytest.mark.parametrize(
    ("lesson", "words"),
    [
        ("counting-yuor-hand", "there is no lesson 'counting-yuor-hand'"),
        ("07-counting-yuor-hand", "did you mean 07-counting-your-hand?"),
        ("", "there is no lesson ''"),
        ("../../../etc/passwd", "there is no lesson"),
        ("a-game-of", "can be demos/a-game-of-canasta or demos/a-game-of-cribbage; say more"),
        ("z" * 500, f"there is no lesson '{'z' * 40}…'"),
    ],
)
def test_a_lesson_that_is_none_is_answered_with_advice(lesson: str, words: str, tmp_path: Path) -> None:
    result = run("reset", lesson, "--dir", str(tmp_path))
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "notebooks").exists()


# ------------------------------------------------------------------ signatures


@pytest.fixture
def notary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotebookNotary]:
    """Says what a Jupyter trusts in which nothing was ever signed."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    (tmp_path / "jupyter").mkdir()
    with NotebookNotary(data_dir=str(tmp_path / "jupyter")) as notary:
        yield notary


def is_trusted(notary: NotebookNotary, path: Path) -> bool:
    return bool(notary.check_signature(nbformat.read(path, as_version=4)))


def test_lessons_that_were_copied_are_trusted(notary: NotebookNotary, tmp_path: Path) -> None:
    run("init", str(tmp_path))
    books = list((tmp_path / "notebooks").rglob("*.ipynb"))
    assert len(books) > 40
    assert all(is_trusted(notary, book) for book in books)


@pytest.mark.parametrize("part", ["source", "outputs", "metadata"])
def test_a_lesson_that_somebody_has_changed_is_not_trusted(
    notary: NotebookNotary, tmp_path: Path, part: str
) -> None:
    run("init", str(tmp_path / "first"))
    book = nbformat.read(tmp_path / "first" / "notebooks" / LESSON, as_version=4)
    code = next(cell for cell in book.cells if cell.cell_type == "code")
    code[part] = {
        "source": "import os",
        "outputs": [nbformat.v4.new_output("display_data", {"text/html": "<script>alert(1)</script>"})],
        "metadata": {"tags": ["mine"]},
    }[part]
    theirs = tmp_path / "mine" / "notebooks" / LESSON
    theirs.parent.mkdir(parents=True)
    nbformat.write(book, theirs)
    run("init", str(tmp_path / "mine"))
    assert not is_trusted(notary, theirs)
    beside = theirs.with_name("07-counting-your-hand (new).ipynb")
    assert beside.exists() == (part == "source")
    assert not beside.exists() or is_trusted(notary, beside)
    run("reset", LESSON, "--dir", str(tmp_path / "mine"))
    assert is_trusted(notary, theirs)


def test_lessons_are_copied_where_they_cannot_be_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "file"))
    result = run("init", str(tmp_path / "mine"))
    assert result.exit_code == 0
    assert "Lessons will ask before they start" in result.stderr
    assert (tmp_path / "mine" / "notebooks" / LESSON).is_file()


@contextmanager
def full_disk() -> Iterator[None]:
    """Three bytes of a file can be written, and no more."""

    def half(path: Path, data: bytes) -> None:
        with path.open("wb") as file:
            file.write(data[:3])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as disk:
        disk.setattr(Path, "write_bytes", half)
        yield


def test_lessons_that_cannot_be_copied_whole_stay_as_they_were(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "mine"
    source.mkdir()
    (source / "a.txt").write_text("old")
    lesson_files.copy_lessons(source, target)
    (source / "a.txt").write_text("new, and too long for the disk")
    before = sorted(target.iterdir())
    with full_disk(), pytest.raises(OSError, match="No space left"):
        lesson_files.copy_lessons(source, target)
    assert sorted(target.iterdir()) == before
    assert (target / "a.txt").read_text() == "old"
    assert lesson_files.copy_lessons(source, target).fresh == ("a.txt",)
    assert (target / "a.txt").read_text() == "new, and too long for the disk"


def test_a_reset_on_a_full_disk_leaves_the_lesson_where_it_was(tmp_path: Path) -> None:
    run("init", str(tmp_path))
    mine = tmp_path / "notebooks" / LESSON
    mine.write_text("my notes")
    before = sorted(mine.parent.iterdir())
    with full_disk():
        result = run("reset", LESSON, "--dir", str(tmp_path))
    assert result.exit_code == 2
    assert "No space left on device; it is as it was" in result.stderr
    assert sorted(mine.parent.iterdir()) == before
    assert mine.read_text() == "my notes"


def test_a_reset_through_a_link_changes_the_lesson_that_it_points_to(tmp_path: Path) -> None:
    run("init", str(tmp_path))
    mine, elsewhere = tmp_path / "notebooks" / LESSON, tmp_path / "elsewhere.ipynb"
    fresh = mine.read_bytes()
    mine.rename(elsewhere)
    elsewhere.write_text("my notes")
    mine.symlink_to(elsewhere)
    assert "Yours is kept as" in run("reset", LESSON, "--dir", str(tmp_path)).stdout
    assert mine.is_symlink()
    assert elsewhere.read_bytes() == fresh
    assert mine.with_name("07-counting-your-hand (mine).ipynb").read_text() == "my notes"


def test_a_reset_of_what_is_no_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "notebooks" / "index.ipynb").mkdir(parents=True)
    result = run("reset", "index", "--dir", str(tmp_path))
    assert result.exit_code == 2
    assert "cannot be put back: Is a directory" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_two_copies_at_once_do_not_get_into_each_others_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "source", tmp_path / "mine"
    source.mkdir()
    (source / "a.txt").write_text("a lesson")
    write, others = Path.write_bytes, []

    def meanwhile(path: Path, data: bytes) -> int:
        """Another copy is made between the writing of a draft and its renaming."""
        number = write(path, data)
        if not others:
            others.append(path)
            lesson_files.copy_lessons(source, target)
        return number

    monkeypatch.setattr(Path, "write_bytes", meanwhile)
    lesson_files.copy_lessons(source, target)
    assert (target / "a.txt").read_text() == "a lesson"
    assert sorted(path.name for path in target.iterdir()) == [lesson_files.LEDGER, "a.txt"]


@pytest.mark.parametrize("name", ["my cards", "it's $HOME", ""])
def test_the_command_that_init_prints_opens_the_same_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = run("init", name).stdout.splitlines()[-1].partition("Open them with: ")[2]
    *words, folder = shlex.split(command)
    assert words == ["cardlab", "lab"]
    assert (Path(folder) / "notebooks" / "index.ipynb").is_file()


def test_the_folder_of_the_lessons_is_named_safely(tmp_path: Path) -> None:
    result = run("init", str(tmp_path / "a\x1b[2J"))
    assert "\x1b" not in result.stdout
    assert "a\\x1b[2J/notebooks" in result.stdout


# ------------------------------------------------------------------ doctor


def findings(look: str) -> list[doctor.Finding]:
    return list(getattr(doctor, look)())


def test_a_whole_installation_is_well() -> None:
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "Everything that cardlab needs is there." in result.stdout
    for what in ("Python: 3.", "jupyterlab", "anywidget for the browser", "lessons", "your score"):
        assert what in result.stdout
    assert f"your score: it is kept in {default_store().where}" in result.stdout


def test_an_old_python_and_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    assert not findings("python")[0].well

    def missing(name: str) -> str:
        raise doctor.PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", missing)
    assert {finding.remedy for finding in findings("packages")} >= {"pip install voila"}
    result = run("doctor")
    assert result.exit_code == 1
    assert "FAIL  voila: not installed" in result.stdout
    assert "what helps: pip install voila" in result.stdout


def test_where_jupyter_does_not_find_the_browser_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *names: ["/nowhere"])
    module, extension = findings("browser_module")
    assert module.well
    assert not extension.well
    assert "start it again" in extension.remedy


def test_a_score_that_cannot_be_kept_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "file"))
    result = run("doctor")
    assert result.exit_code == 1
    assert "FAIL  your score: Your score is not being kept" in result.stdout
    assert "CARDLAB_HOME" in result.stdout


def test_a_database_server_that_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", "postgresql://ana:sesame@127.0.0.1:9/class")
    (finding,) = findings("store")
    assert not finding.well
    assert finding.must
    assert "database server" in finding.remedy
    assert "sesame" not in finding.state + finding.remedy


def test_a_file_that_can_only_be_read_keeps_no_score(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path))
    assert findings("store")[0].well
    default_store()._database = None
    with closing(sqlite3.connect(tmp_path / "progress.db")) as database:
        database.execute("CREATE TRIGGER no BEFORE INSERT ON attempt BEGIN SELECT RAISE(ABORT, 'no'); END")
    assert [(finding.well, finding.must) for finding in findings("store")] == [(False, True)]


def test_postgresql_is_well(monkeypatch: pytest.MonkeyPatch, postgresql: str) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", postgresql)
    assert [finding.well for finding in findings("store")] == [True]
    assert default_store().attempts(exercise="check") == []


def test_looking_leaves_no_attempt_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", f"sqlite:///{tmp_path / 'class.db'}")
    assert [finding.well for finding in findings("store")] == [True, True]
    assert default_store().attempts() == []


def test_an_sqlite_file_is_not_for_several_accounts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", f"sqlite:///{tmp_path / 'class.db'}")
    monkeypatch.setattr(doctor, "file_system", lambda file: "nfs4")
    monkeypatch.setenv("JUPYTERHUB_USER", "ada")
    if hasattr(os, "geteuid"):
        mine = os.geteuid()
        monkeypatch.setattr(doctor.os, "geteuid", lambda: mine + 1)
    _, finding = findings("store")
    assert not finding.well
    assert finding.must
    assert "user of this JupyterHub" in finding.state
    assert "network drive (nfs4)" in finding.state
    assert ("another account" in finding.state) == hasattr(os, "geteuid")
    assert finding.remedy == "use PostgreSQL: CARDLAB_DATABASE=postgresql://user:password@host/class"
    monkeypatch.setattr(doctor, "file_system", lambda file: "ext4")
    assert "umask 007" in findings("store")[1].remedy


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs accounts of several people")
def test_a_group_can_share_an_sqlite_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the remedy says: each account records an attempt, and the file is well for both."""
    with tempfile.TemporaryDirectory(prefix="cardlab-group-") as name:
        file = Path(name, "class.db")
        place = f"sqlite:///{file}"
        monkeypatch.setenv("CARDLAB_DATABASE", place)
        Store(place).record(attempt("root"))
        assert unprivileged(record_and_look, place) == 1, "the file is root's alone"
        os.chown(file, -1, NOBODY)
        os.chown(name, -1, NOBODY)
        Path(name).chmod(0o2770)
        file.chmod(0o660)
        assert unprivileged(record_and_look, place) == 0
        assert [finding.well for finding in findings("store")] == [True, True]
        store = Store(place)
        store.record(attempt("root"))
        assert store.keeps
        assert [made.learner for made in store.attempts()] == ["root", "nobody", "root"]


def record_and_look(place: str) -> None:
    """Ends with 1 unless an attempt is kept and the doctor finds the file well."""
    store = Store(place)
    store.record(attempt("nobody"))
    well = all(finding.well for finding in findings("store"))
    sys.exit(0 if store.keeps and well else 1)


def test_the_file_system_is_that_of_the_nearest_mount(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = tmp_path.resolve()
    mounts = [(here.anchor, "ext4"), (str(here), "NFS4"), (str(here / "other"), "tmpfs")]
    named = [SimpleNamespace(mountpoint=at, fstype=kind) for at, kind in mounts]
    monkeypatch.setattr("psutil.disk_partitions", lambda all: named)
    assert doctor.file_system(here / "class" / "class.db") == "nfs4"


def test_without_a_chromium_only_the_tests_lack_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.shutil, "which", lambda program: None)
    monkeypatch.delenv("CARDLAB_CHROMIUM", raising=False)
    (finding,) = findings("chromium")
    assert not finding.well
    assert not finding.must


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    """The address of a server that shows a JupyterLab page with the extensions in a list."""
    extensions: list[str] = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            config = json.dumps({"federated_extensions": [{"name": name} for name in extensions]})
            self.send_response(200 if self.headers["Authorization"] == "token t" else 403)
            self.end_headers()
            page = f'<html><script id="jupyter-config-data" type="application/json">{config}</script></html>'
            self.wfile.write(page.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    httpd = HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{httpd.server_address[1]}/", extensions
    httpd.shutdown()
    httpd.server_close()


def test_a_running_server_is_asked_whether_it_has_the_widgets(
    monkeypatch: pytest.MonkeyPatch, server: tuple[str, list[str]]
) -> None:
    url, extensions = server
    listed = [{"url": url, "token": "t"}, {"url": "http://127.0.0.1:9/", "token": ""}, {"url": "?"}]
    monkeypatch.setattr("jupyter_server.serverapp.list_running_servers", lambda: iter(listed))
    assert [finding.well for finding in findings("running_servers")] == [False, False, False]
    extensions.append("anywidget")
    assert [finding.well for finding in findings("running_servers")] == [True, False, False]


@pytest.mark.parametrize("command", ["init", "reset", "doctor"])
def test_help_has_an_example(command: str) -> None:
    text = run(command, "--help").stdout
    assert f"cardlab {command}" in text
    assert "Example" in text
