"""At a table the own seat is always "you": in what is said, in the log, on sheets and boards, in advice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from cardlab_widgets.screen.render import render
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.playing import Play

from cardlab.display.second_person import addressed, to_you

BASE_FORMS = {"as", "pass"}
"""Words in s that may follow "you"; any other is a verb that tells of somebody else."""


def states(game: str, seat: str, seed: int, **options: Any) -> Iterator[Play]:
    """Every moment of a game, and at each turn the table when it is asked for advice."""
    table = playing_model(game, seed, seat, "beginner", pace="step", resume=False, **options)
    whim = Random(seed)
    while table.game.outcome is None or table._pending:
        yield table
        if table._live:
            table.act("explain", {})
            yield table
            view = table.game.view(table.seat)
            table.act(f"do:{table._player(view, whim).action}", {})
        else:
            table.act("on", {})
    yield table


def read(table: Play) -> str:
    """All that can be read or heard in the page: no ids, no names of files, no text of a rule."""
    unread = r'<div popover.*?</div>|\sdata-[a-z-]+="[^"]*"|download="[^"]*"|href="[^"]*"'
    html = re.sub(unread, "", render(table.scene()), flags=re.S)
    heard = re.findall(r'(?:aria-label|title)="([^"]*)"', html)
    return "\n".join([re.sub(r"<svg.*?</svg>|<[^>]*>", " ", html, flags=re.S), *heard])


@pytest.mark.parametrize(
    ("game", "seat", "options"),
    [
        ("cribbage", "South", {"target": 61}),
        ("cribbage", "North", {"target": 61, "counting": "by_hand", "muggins": "on"}),
        ("cribbage", "South", {"players": 4, "target": 61}),
        ("cribbage", "West", {"players": 3, "target": 61}),
    ],
)
def test_a_game_of_cribbage_speaks_to_its_player(game: str, seat: str, options: dict[str, Any]) -> None:
    check(game, seat, options)


@pytest.mark.parametrize("deals", [1, pytest.param(99, marks=pytest.mark.thorough)], ids=["deal", "match"])
@pytest.mark.parametrize(
    ("seat", "options"),
    [("South", {}), ("East", {"preset": "classic"}), ("South", {"preset": "classic", "players": 3})],
)
def test_a_match_of_canasta_speaks_to_its_player(seat: str, options: dict[str, Any], deals: int) -> None:
    check("canasta", seat, options, deals)


def check(game: str, seat: str, options: dict[str, Any], deals: int = 99) -> None:
    followers: set[str] = set()
    for table in states(game, seat, 3, **options):
        if len(table.game.state.results) >= deals and table._live:
            break
        text = read(table)
        assert not re.search(rf"\b{seat}\b", text), re.findall(rf".*\b{seat}\b.*", text)
        followers.update(re.findall(r"\b[Yy]ou (?:not )?([a-z]+)", text))
        clause = r"\b[Yy]ou\b(?! and )(?:(?!South|West|North|East)[^.:;\n])*? and ([a-z]+s)\b"
        followers.update(re.findall(clause, text))
    assert {word for word in followers if word.endswith("s")} <= BASE_FORMS
    assert followers & {"have", "are"}, "somebody is spoken to"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("South plays 5♠: 5, a pair for 2.", "You play 5♠: 5, a pair for 2."),
        ("North plays 5♠. South says go at 28.", "North plays 5♠. You say go at 28."),
        ("South lays away two cards to South's crib.", "You lay away two cards to your crib."),
        ("South has no cards left and is passed over.", "You have no cards left and are passed over."),
        ("deal 2: North shuffles last, South cuts the pack", "deal 2: North shuffles last, you cut the pack"),
        ("the deal passes to South", "the deal passes to you"),
        ("South and North have cut the same rank", "You and North have cut the same rank"),
        ("West and East win, South and North lose", "West and East win, you and North lose"),
        ("West asks South.", "West asks you."),
    ],
)
def test_the_verb_goes_with_you(told: str, said: str) -> None:
    assert to_you(told, "South") == said


def test_what_is_no_text_stays() -> None:
    scene = playing_model(seed=7, resume=False).scene()
    again = addressed(scene, "North")
    assert [button.action for button in again.bar] == [button.action for button in scene.bar]
    assert again.zones[0].id == scene.zones[0].id
    assert again.options is scene.options
