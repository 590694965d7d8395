"""Games played with real cards and typed: they become the same games, and what is wrong names its line."""

from __future__ import annotations

import pytest

from cardlab.cards import show_cards
from cardlab.cribbage.rules.typed_game import read
from cardlab.errors import IllegalActionError, NotationError
from cardlab.game import Game
from cardlab.review import read_game, review
from tests.reviewed import played

DEAL = """cribbage classic target=61
deal North
South 4H 5H 5S 6C JD KD lays JD KD
North 2C 3C 8D 9S TC QS lays 2C QS
starter 7D
play 6C 9S 5S TC 4H 3C 5H 8D
"""


def typed(game: Game) -> str:
    """The list that a person would have made of a game."""
    names = game.referee.seat_names(game.options)
    changes = game.referee.option_changes(game.options)
    lines = [
        " ".join(["cribbage", game.options.preset, *(f"{name}={value}" for name, value in changes.items())])
    ]
    for number, action in enumerate(game.actions):
        before, _, after = game.step(number)
        if action.kind == "lay" and not any(before.laid):
            lines.append(f"deal {names[before.dealer]}")
        if action.kind == "lay":
            hand = before.hands[before.turn]
            lines.append(f"{names[before.turn]} {show_cards(hand)} lays {show_cards(action.cards)}")
        if before.phase == "starter":
            # A jack turned up may end the game, and its deal is over then.
            lines.append(f"starter {after.starter}")
        if action.kind == "play":
            lines.append(f"play {action.cards[0]}")
    return "\n".join(lines)


@pytest.mark.parametrize("preset", ["course", "classic"])
@pytest.mark.parametrize("players", ["2", "4"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_typed_game_is_the_game_that_was_played(preset: str, players: str, seed: str) -> None:
    game = played("cribbage", ("steady", "beginner"), seed=seed, preset=preset, players=players)
    again = read(typed(game))
    told = [event.text for event in game.events if event.points]
    assert [event.text for event in again.events if event.points] == told
    assert again.state.scores == game.state.scores
    assert again.outcome is not None
    assert game.outcome is not None
    assert again.outcome.winner == game.outcome.winner


def test_the_review_of_a_typed_game_is_that_of_the_game() -> None:
    game = played("cribbage", ("beginner", "steady"), seed="4", target="61")
    first, second = review(game), review(read_game(typed(game)))
    assert [step.view.hand for step in second.decisions] == [step.view.hand for step in first.decisions]
    assert second.accuracy(0) == pytest.approx(first.accuracy(0), abs=2)


def test_a_deal_may_be_typed_alone_and_the_next_one_does_not_count() -> None:
    game = read(DEAL)
    assert game.state.scores == (17, 14)
    stages = [name for name, _ in review(game).steps[-1].stages]
    assert stages == ["the show"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cribbage classic", "poker", "begins with the word cribbage"),
        ("target=61", "target=60", "line 1: the option target"),
        ("target=61", "players=3", "games for three"),
        ("deal North", "deal East", "line 2: there is no seat 'East'"),
        ("5S 6C JD", "5S JD", "line 3: write the 6 cards dealt"),
        ("lays JD KD\nNorth", "lays JD\nNorth", "deal 1: "),
        ("9S TC QS", "9S TC KD", "K♦ cannot be there twice"),
        ("starter 7D", "starter 7X", "line 5"),
        ("starter 7D", "starter JD", "cannot be there twice"),
        ("play 6C 9S", "play 6C 6D", "line 6"),
        ("5H 8D\n", "5H 8D AS\n", "line 6: AS comes after the end"),
        ("\nNorth 2C 3C 8D 9S TC QS lays 2C QS", "", "a line for every player"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, said: str) -> None:
    assert old in DEAL
    with pytest.raises((NotationError, IllegalActionError), match=said.replace("(", r"\(")):
        read(DEAL.replace(old, new, 1))


def test_the_wrong_dealer_of_a_later_deal_is_named() -> None:
    with pytest.raises(NotationError, match="it is South who deals, not North"):
        read(DEAL + DEAL.partition("\n")[2])
