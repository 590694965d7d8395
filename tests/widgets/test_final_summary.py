"""The end of a game: who has won it and by how much, where the points came from, and what can be done now."""

from __future__ import annotations

from typing import Any

import pytest
from cardlab_widgets.screen.render import render
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.post_game import GameTable

from cardlab.canasta import position
from cardlab.canasta.rules import referee
from cardlab.display.scene import Scene
from cardlab.game import Game
from tests.widgets.at_table import go_on, over

CANASTAS = ["TH TD TS TC TH TD TC", "6S 6C 6D 6S 6H 2H 2D"]


def cribbage(**options: Any) -> GameTable:
    made = playing_model(resume=False, level="beginner", **options)
    go_on(made, over)
    return made


def canasta(options: Any, **named: Any) -> GameTable:
    """A match that is nearly over, played on by computer players."""
    start = position(options=options, phase="draw", hands=["QS QD 4C"], **named)
    made = GameTable(Game(referee, state=start), level="beginner")
    go_on(made, over)
    return made


def check(scene: Scene, scores: tuple[int, ...]) -> None:
    """Every sheet adds up to its side's score, and one of them is the winner's."""
    assert [sheet.total for sheet in scene.sheets] == list(scores)
    for sheet in scene.sheets:
        assert sum(line.points for line in sheet.lines) == sheet.total
        assert f"{sheet.total:,}" in str(scene)
    (winner,) = (sheet for sheet in scene.sheets if sheet.won)
    assert winner.total == max(scores)
    html = render(scene)
    assert html.count("sum-sheet whole") == len(scores)
    assert html.count("sum-sheet whole won") == 1
    assert scene.said is not None
    assert "play another game" in scene.said.more
    assert [button.action for button in scene.buttons] == ["new", "first", "review", "practise"]


@pytest.mark.parametrize(
    "options",
    [
        {"seed": 7},
        {"seed": 8, "players": 3},
        {"seed": 7, "players": 4},
        {"seed": 3, "counting": "by_hand", "muggins": "on"},
        {"seed": 7, "match": 3},
    ],
    ids=lambda options: " ".join(f"{name} {value}" for name, value in options.items()),
)
def test_a_game_of_cribbage_ends_with_where_the_points_came_from(options: dict[str, Any]) -> None:
    table = cribbage(target=61, **options)
    check(table.scene(), table.game.state.scores)


@pytest.mark.rule("CRIB-END-04")
def test_a_lurch_is_said_on_top_and_on_the_sheet_of_who_lost() -> None:
    table = cribbage(target=61, players=4, seed=7)
    outcome = table.game.outcome
    assert outcome is not None
    assert outcome.label == "lurch"
    scene = table.scene()
    assert scene.title == "You win the game: a lurch"
    assert [sheet.note for sheet in scene.sheets] == ["pegged out", "34 short of 61: a lurch"]
    assert scene.board is not None
    assert scene.board.tracks[0].note.startswith("pegged out")


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        (referee.make_options(), (4700, 4300)),
        (referee.make_options("classic", players=2), (4700, 4300)),
        (referee.make_options("classic", players=3), (7400, 6300, 7100)),
    ],
    ids=["four", "two", "three"],
)
def test_a_match_of_canasta_ends_with_what_each_deal_brought(options: Any, scores: tuple[int, ...]) -> None:
    melds = [CANASTAS, ["9S 9H 9D"]] if options.players != 3 else [CANASTAS]
    table = canasta(options, seed=4, scores=scores, melds=melds)
    scene = table.scene()
    check(scene, table.game.state.scores)
    assert [sheet.lines[0].call for sheet in scene.sheets] == ["before"] * options.sides
    assert [sheet.lines[0].points for sheet in scene.sheets] == list(scores)
    best, second = sorted(table.game.state.scores)[-1:-3:-1]
    assert [sheet.note for sheet in scene.sheets if sheet.won] == [f"{best - second:,} ahead"]
    table.act("back", {})
    assert all(sheet.won is None for sheet in table.scene().sheets)  # those of the last deal


def test_a_whole_match_of_canasta_has_a_line_for_every_deal() -> None:
    table = playing_model("canasta", seed=3, resume=False, level="beginner", seating="agreed")
    go_on(table, over, most=20_000)
    check(table.scene(), table.game.state.scores)
    results = table.game.state.results
    assert len(results) > 2
    for column, sheet in enumerate(table.scene().sheets):
        assert [line.points for line in sheet.lines] == [result.sheets[column].total for result in results]


def test_only_the_end_has_such_sheets() -> None:
    table = cribbage(target=61, seed=7)
    for _ in range(30):
        table.act("back", {})
        assert not table.scene().sheets
    table.act("last", {})
    assert table.scene().sheets
