"""The start page: what it says of the one who asks, in JupyterLab and under ``cardlab voila``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cardlab_exercises import Practice, bank
from cardlab_exercises.declaration.lessons import source_folder
from cardlab_widgets.saved_games.files import SavedGames
from cardlab_widgets.serving import course_pages
from cardlab_widgets.serving.course_pages import Asked, course_html, learner_course
from cardlab_widgets.tables.play import playing_model
from markupsafe import Markup

from tests.widgets.at_table import go_on, mine

VISITOR = Asked("http://localhost/", "a browser", teaches=False)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("CARDLAB_DATABASE", "CARDLAB_LEARNER", "CARDLAB_CLASS", "CARDLAB_ASK"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path))


def start_page(who: Asked | None = None) -> str:
    return str(course_html(learner_course(who), lambda name: f"{name}.ipynb"))


def words(html: str) -> str:
    return re.sub(r"\s+", " ", Markup(re.sub("<style>.*?</style>", "", html, flags=re.DOTALL)).striptags())


def answer(id: str) -> None:
    run = Practice(id, seed=1)
    if run.sitting is None:
        run.act("next", {})
    assert run.sitting is not None
    run.act("check", bank.get(id).examples(run.sitting.question).right)


def test_every_link_leads_to_a_notebook() -> None:
    folder = source_folder()
    answer("can-red-three-score")
    a_game("canasta")
    targets = re.findall(r'href="([^"]+)"', start_page())
    assert len(targets) == 32 + 3  # the lesson to go on with, the score, the last game
    assert all((folder / target).is_file() for target in targets)


def test_a_beginner_is_told_where_to_start() -> None:
    told = words(start_page())
    assert told.startswith("Start with Object, board and pegs Read, step through the cards")
    assert "✓ done" not in told
    assert "You are" not in told
    assert "last game" not in told


def test_what_was_done_is_ticked_and_the_next_lesson_offered() -> None:
    answer("can-red-three-score")
    told = words(start_page())
    assert told.startswith("Continue with Red threes 1 answer · your score")
    assert "3 Red threes 1 of 2 say what to do" in told
    answer("can-red-three")
    told = words(start_page())
    assert told.startswith("Continue with The turn 2 answers · your score")
    assert "3 Red threes ✓ done say what to do" in told


def a_game(game: str) -> None:
    table = playing_model(game, 7, resume=False, level="beginner")
    go_on(table, mine("play"))
    SavedGames().write(f"{game}-7-0123abcd", table.game.record())


def test_the_last_game_is_told_with_how_it_stands() -> None:
    a_game("cribbage")
    assert "Your last game: Cribbage, South 0, North 0, deal 1 (today, " in words(start_page())
    assert "last game" not in words(start_page(VISITOR)), "it is the account's, not theirs"


def test_whose_score_it_is_is_said_where_that_is_no_matter_of_course(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "without your name, for this browser alone" in words(start_page(VISITOR))
    assert "This is the teacher's browser" in words(start_page(VISITOR._replace(teaches=True)))
    monkeypatch.setenv("CARDLAB_LEARNER", "Ana & Bo")
    monkeypatch.setenv("CARDLAB_CLASS", "7b")
    assert "You are 'Ana & Bo' in class 7b." in words(start_page())
    assert "Ana &amp; Bo" in start_page()


def test_a_score_that_cannot_be_read_hides_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", "sqlite:////dev/null/none.sqlite3")
    told = words(start_page())
    assert "Your score cannot be read now." in told
    assert "16 Where rule sheets disagree" in told


def test_addresses_that_are_made_up_are_not_kept(tmp_path: Path) -> None:
    """There is no end to them; each that was kept would take memory of the server for good."""
    kept = course_pages._text_page.cache_info().currsize
    for number in range(50):
        assert course_pages.text_page(tmp_path, f"{number}.ipynb") is None
    assert course_pages._text_page.cache_info().currsize == kept
