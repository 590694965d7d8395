"""On a page of a server only the teacher asks, a browser is one voter, and games stay in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cardlab_exercises.store import polls, visitor
from cardlab_widgets.demos import entry
from cardlab_widgets.demos.games import GameStage
from cardlab_widgets.demos.link import here
from cardlab_widgets.demos.poll import Booth
from cardlab_widgets.demos.progress import ClassStage
from cardlab_widgets.demos.stage import SCRIPTS, Stage
from cardlab_widgets.saved_games import memory
from cardlab_widgets.saved_games.files import SavedGames
from cardlab_widgets.saved_games.memory import MOST, GamesInMemory, own_games
from cardlab_widgets.scores import desk as scores_desk
from cardlab_widgets.screen.widget import SceneWidget
from cardlab_widgets.tables.play import playing_model

ADDRESS = "http://localhost:1/voila/render/x.ipynb"


@pytest.fixture
def on_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """This is the kernel of a page, in which nobody has played yet."""
    monkeypatch.setenv("VOILA_REQUEST_URL", ADDRESS)
    monkeypatch.setenv("HTTP_X_CARDLAB_VISITOR", "v1")
    memory._of_this_page.cache_clear()


def asking() -> Stage:
    stage = Stage(entry("counting-a-hand"), SCRIPTS["counting-a-hand"], seed=1)
    stage.act("ask", {"class": "7b"})
    return stage


@pytest.mark.parametrize("header", [None, "no", "", "YES"])
def test_on_a_page_only_the_teacher_asks(
    monkeypatch: pytest.MonkeyPatch, on_page: None, header: str | None
) -> None:
    if header is not None:
        monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", header)
    with pytest.raises(ValueError, match="the teacher's address"):
        asking()
    with pytest.raises(ValueError, match="the teacher's address"):
        ClassStage(entry("class-progress")).act("look", {})
    assert polls.latest("7b") is None
    monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", "yes")
    asking()
    assert polls.latest("7b") is not None


def test_a_page_alone_on_its_server_asks_nobody(monkeypatch: pytest.MonkeyPatch, on_page: None) -> None:
    """The page for the answers is not there."""
    monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", "yes")
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://school.example:8866/?seed=3")
    with pytest.raises(ValueError, match="without a demo's name"):
        asking()


@pytest.mark.parametrize(
    ("host", "alone"), [("localhost", True), ("127.0.0.1", True), ("school.example", False)]
)
def test_where_only_this_computer_reaches_the_page_it_is_said(
    monkeypatch: pytest.MonkeyPatch, on_page: None, host: str, alone: bool
) -> None:
    monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", "yes")
    monkeypatch.setenv("VOILA_REQUEST_URL", f"http://{host}:8866/voila/render/x.ipynb")
    panel = asking().scene().panel
    assert panel is not None
    assert ("Only this computer" in panel.forms[0].note) == alone


def test_what_a_notebook_has_in_its_environment_is_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_X_CARDLAB_VISITOR", "v1")
    assert (visitor.on_page(), visitor.visitor(), visitor.may_teach()) == (False, "", True)
    assert isinstance(own_games(), SavedGames)


def test_all_pages_of_a_browser_are_one_voter(monkeypatch: pytest.MonkeyPatch) -> None:
    asking()
    asked = polls.latest("7b")
    assert asked is not None
    monkeypatch.setenv("VOILA_REQUEST_URL", ADDRESS)
    for who, answer in (("v1", "2"), ("v1", "4"), ("v2", "6"), ("v1", "8")):
        monkeypatch.setenv("HTTP_X_CARDLAB_VISITOR", who)
        Booth("7b").act("answer", {"answer": answer})
    assert polls.tally(asked) == (("6", 1), ("8", 1))


def test_on_a_page_games_are_kept_in_memory(on_page: None, tmp_path: Path) -> None:
    table = playing_model("cribbage", seed=3)
    table.act("cut", {})
    assert own_games().names() == [table._kept.name]
    table.act("save", {"name": "mine"})
    message = table.scene().message
    assert message is not None
    assert message.text == "The record is on this page, until it is closed."
    again = playing_model("cribbage", seed=3)
    assert again.game.actions == table.game.actions, "another table of the page goes on with it"
    stage = GameStage(entry("a-game-of-cribbage"), 5)
    stage.act("panel", {})
    assert "mine" in str(stage.scene().panel), "and offers the copy"
    assert not SavedGames().folder.exists()


def test_a_page_keeps_so_many_games() -> None:
    games = GamesInMemory()
    for number in range(MOST + 7):
        games.write(f"game-{number}", "a record")
    assert len(games.names()) == MOST
    assert games.names()[0] == f"game-{MOST + 6}"
    assert games.read("game-6") is None
    assert games.read("game-7") == "a record"


def test_what_is_put_aside_is_kept_under_another_name() -> None:
    games = GamesInMemory()
    games.write("a", "broken")
    assert games.put_aside("a") == "on this page, until it is closed"
    assert games.read("a") is None
    assert [games.read(name) for name in games.names()] == ["broken"]


@pytest.mark.parametrize("teacher", ["yes", "no"])
def test_the_progress_page_tells_a_visitor_nothing_of_the_server(
    monkeypatch: pytest.MonkeyPatch, on_page: None, capsys: pytest.CaptureFixture[str], teacher: str
) -> None:
    def fail(*about: Any) -> None:
        raise OSError("/srv/somebody/progress.db is locked")

    monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", teacher)
    monkeypatch.setattr(scores_desk, "progress", fail)
    page = SceneWidget(scores_desk.OwnDesk())
    shown = page.act("look") + page.html
    assert "cannot be read: OSError." in shown
    assert "somebody" not in shown


def test_links_have_the_base_that_a_proxy_has_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOILA_REQUEST_URL", "https://school.example/voila/render/x.ipynb?seed=3")
    monkeypatch.setenv("VOILA_BASE_URL", "/cards/")
    monkeypatch.setenv("VOILA_SERVER_URL", "/")
    assert here() == "https://school.example/cards/voila/render/x.ipynb?seed=3"
    monkeypatch.setenv("VOILA_SERVER_URL", "/cards/")
    monkeypatch.setenv("VOILA_REQUEST_URL", "https://school.example/cards/voila/render/x.ipynb")
    assert here() == "https://school.example/cards/voila/render/x.ipynb"
