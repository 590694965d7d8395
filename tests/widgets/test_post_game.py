"""After a game at the table: what cost most is practised in the same widget, and the table comes back."""

from __future__ import annotations

from random import Random

import pytest
from cardlab_exercises.practice.from_game import decisions
from cardlab_widgets import SceneWidget
from cardlab_widgets.tables.play import play, playing_model
from cardlab_widgets.tables.playing import Play

from cardlab.canasta.players import player
from cardlab.game import Game
from tests.shares import third_daily
from tests.widgets.at_table import go_on, over


def finished(**options: object) -> Play:
    """A short game of Cribbage in which a beginner sits in the person's place."""
    return go_on(playing_model(seed=3, level="beginner", target=61, **options), over)


def loaded(players: int) -> Play:
    """A match of Canasta among beginners, to its end, taken in as a record."""
    table = playing_model("canasta", 3, preset="course" if players == 4 else "classic", players=players)
    game = Game(table.game.referee, table.game.options, "3")
    while (seat := game.referee.to_act(game.state)) is not None:
        game.do(player("beginner")(game.view(seat), Random(len(game.actions))).action)
    table.act("load", {"record": game.record()})
    return table


def offers(table: Play) -> bool:
    return any(button.action == "practise" for button in table.scene().buttons)


@pytest.mark.parametrize(
    ("name", "players"),
    third_daily((name, players) for name in ("cribbage", "canasta") for players in (2, 3, 4)),
)
def test_the_costliest_decision_comes_back_first_and_the_table_after_it(name: str, players: int) -> None:
    table = finished(players=players) if name == "cribbage" else loaded(players)
    before = table.scene()
    assert offers(table)
    worst = decisions(table.game, 0)[0]
    table.act("practise", {})
    scene = table.scene()
    assert scene.title == "What would you do now?"
    assert scene.form is not None
    assert table.game.referee.view(table.game.step(worst.number)[0], 0) == worst.view
    write = table.game.referee.write_action
    text = write(worst.choice.action) if "Write it" in str(scene) else worst.choice.action.cards
    table.act("check", {"action": text if isinstance(text, str) else " ".join(map(str, text))})
    done = table.scene()
    assert done.message is not None
    assert done.message.title == "Nothing is better."
    table.act("next", {})
    assert table.scene().title == "What would you do now?"
    table.act("table", {})
    assert table.scene() == before


def test_the_exercises_wait_where_they_were_left() -> None:
    table = finished()
    table.act("practise", {})
    table.act("hint", {})
    left = table.scene()
    table.act("table", {})
    table.act("first", {})
    assert offers(table), "also while looking back"
    table.act("practise", {})
    assert table.scene() == left


def test_nothing_of_the_game_can_be_done_meanwhile() -> None:
    table = finished()
    table.act("practise", {})
    actions = table.game.actions
    widget = SceneWidget(table)
    for action in ("undo", "do:play 5H", "new", "load", "practise", "card:XX"):
        assert widget.act(action)
        assert table.game.actions == actions
    assert widget.act("table") == ""
    assert offers(table)


def test_a_game_that_is_not_over_is_played_first() -> None:
    table = playing_model(seed=7, level="beginner")
    assert not offers(table)
    with pytest.raises(ValueError, match="play to the end first"):
        table.act("practise", {})


def test_also_of_a_record_that_is_loaded_and_from_its_own_seat() -> None:
    record = finished(players=3).game.record()
    table = playing_model(seed=9, level="beginner", seat="East", players=3)
    table.act("load", {"record": record})
    assert offers(table)
    table.act("practise", {})
    east = table.game.referee.seat_names(table.game.options).index("East")
    worst = decisions(table.game, east)[0]
    table.act("hint", {})
    message = table.scene().message
    assert message is not None
    assert message.text.startswith("In the game you chose")
    assert table.game.referee.to_act(table.game.step(worst.number)[0]) == table.seat == east


def test_where_nothing_went_wrong_the_table_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = SceneWidget(finished())
    monkeypatch.setattr("cardlab_exercises.practice.game_plan.decisions", lambda game, seat: [])
    assert widget.act("practise").startswith("There is nothing to practise in this game")
    assert "Practise mistakes" in widget.html


def test_another_game_has_other_exercises() -> None:
    table = finished()
    table.act("practise", {})
    first = table.scene()
    table.act("table", {})
    table.act("undo", {})
    assert not offers(table)
    go_on(table, over)
    table.act("practise", {})
    assert table.scene().form == first.form  # the same costliest decision, asked afresh
    table.act("table", {})
    table.act("seed", {"seed": "another"})
    with pytest.raises(ValueError, match="play to the end first"):
        table.act("practise", {})


def test_play_shows_it() -> None:
    widget = play(seed=3, level="beginner", target=61)
    go_on(widget.model, over)  # type: ignore[arg-type]
    assert widget.act("practise") == ""
    assert "Back to the table" in widget.html
    assert "What would you do now?" in repr(widget)
