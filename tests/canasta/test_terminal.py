"""The table in the terminal: everything a seat sees, nothing else, eighty characters wide."""

from __future__ import annotations

import pytest
from rich.console import Console

from cardlab.canasta import State, position
from cardlab.canasta.display.terminal import draw, prompt
from cardlab.canasta.rules import referee
from tests.canasta.tables import ALL, CLASSIC, do, play
from tests.shares import third_daily


def shown(state: State, seat: int) -> str:
    console = Console(width=80, record=True, file=open("/dev/null", "w", encoding="utf-8"))  # noqa: SIM115
    console.print(draw(referee.view(state, seat), 7))
    return console.export_text()


def test_the_table() -> None:
    state = position(
        hands=["QS QD 4C JR"],
        melds=[["6S 6H 6D 6C 6S 6H 2D"], ["9S 9H 9D"]],
        red_threes={1: "3H"},
        pile="2C 5D QH",
    )
    text = shown(state, 0)
    for words in (
        "Canasta · course rules · East deals · seed 7",
        "North  partner 11 cards",
        "red threes 3♥",
        "6♣ 6♦ 6♥ 6♥ 6♠ 6♠ 2♦  mixed canasta, +300",
        "Pile 3: 2♣ 5♦ Q♥",
        "the pile has been frozen by 2♣ since it was turned up",
        "South   4♣ Q♦ Q♠ Joker",
    ):
        assert words in text


@pytest.mark.parametrize("name", third_daily(ALL))
def test_every_moment_of_a_match_can_be_shown(name: str) -> None:
    for count, state in enumerate(play(ALL[name], 8, deals=2)):
        seat = referee.to_act(state)
        if seat is not None and count % 3 == 0:
            text = shown(state, seat)
            assert max(map(len, text.splitlines())) <= 80
            assert prompt(referee.view(state, seat)).endswith(" > ")


def test_what_a_seat_is_asked() -> None:
    state = position(hands=["QS QD 4C JR"], pile="9C QH")
    assert prompt(referee.view(state, 0)) == "Draw > "
    opened = position(hands=["QS QD 4C JR"], melds=[["6S 6H 6D"]], pile="9C QH")
    assert prompt(referee.view(opened, 0)) == "Draw, or take the pile > "
    empty = position(hands=["QS QD 4C JR"], pile="9C QH", stock=0)
    assert prompt(referee.view(empty, 0)) == "The stock is empty. End > "
    assert prompt(referee.view(position(phase="play"), 0)) == "Discard, or meld 50 or more > "
    table = {"hands": ["KS KH KD 4C"], "melds": [["8S 8S 8H 8H 8D 8D 8C"]], "phase": "play", "pile": "TC"}
    asked = do(position(**table, options=CLASSIC), "ask")  # type: ignore[arg-type]
    assert prompt(referee.view(asked, 2)) == "Your partner asks: may I go out? (yes or no) > "
