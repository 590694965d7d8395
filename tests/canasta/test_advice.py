"""What is said for an action holds at the table: checked through the referee and by all hands laid open."""

from __future__ import annotations

import re
from random import Random

import pytest

from cardlab.canasta import Options, position, view
from cardlab.canasta.players import advice, player
from cardlab.canasta.rules.actions import add, discard, meld, take_with
from cardlab.cards import Rank
from cardlab.game import Game
from tests.canasta.rule_sets import RULE_SETS
from tests.shares import third_daily

RANKS = {rank.plural: rank for rank in Rank}


def held_by_others(game: Game, rank: Rank) -> int:
    """The most cards of a rank that an opponent really holds."""
    state = game.state
    side = state.side_of[state.turn.seat]
    hands = [hand for seat, hand in enumerate(state.hands) if state.side_of[seat] != side]
    return max(sum(card.rank is rank for card in hand) for hand in hands)


@pytest.mark.parametrize("rules", third_daily(RULE_SETS.values()), ids=RULE_SETS)
def test_it_holds_at_the_table(rules: Options) -> None:
    game = Game("canasta", rules, seed="advice")
    random = Random(5)
    for _ in range(90):
        if game.turn is None:
            break
        seen = game.view(game.turn)
        action = player("steady")(seen, random).action
        text = advice(seen, action).text
        assert bool(text) == (action.kind not in ("pick", "cut")), action
        if action.kind == "draw":
            takes = [one for one in game.legal_actions() if one.kind == "take"]
            assert ("You cannot take the pile." in text) == (bool(seen.pile) and not takes)
        if none := re.search(r"Nobody else can hold ([a-z]+):", text):
            assert held_by_others(game, RANKS[none[1]]) == 0
        if pair := re.search(r"Nobody else can hold a pair of ([a-z]+):", text):
            assert held_by_others(game, RANKS[pair[1]]) < 2
        before = sum(one.bonus for one in seen.own_melds)
        game.do(action)
        melds = game.state.melds[seen.side]
        completed = [int(points) for points in re.findall(r"It completes a \w+ canasta of \w+, (\d+)", text)]
        if completed:
            assert sum(one.bonus for one in melds) >= before + sum(completed) - 200 * len(completed)
        if grown := re.search(r"That makes (.+); (\w+) more", text):
            assert grown[1] in {one.label for one in melds}


def test_a_first_meld_is_held_against_the_minimum() -> None:
    table = position(hands=["JC JH JH 2D 4S"], phase="play", seed=1)
    assert advice(view(table, 0), meld("JC JH JH 2D")).text == (
        "These melds count 50, and your first meld needs 50. "
        "That makes three jacks with one wild card; three more make a canasta."
    )


def test_a_canasta_is_named_with_its_bonus() -> None:
    table = position(hands=["9C 4S 5S"], melds=[["9S 9H 9D 9C 9S 9H"]], phase="play", seed=1)
    said = advice(view(table, 0), meld(add("9", "9C")))
    assert said.text == "It completes a natural canasta of nines, 500 points."
    assert [card.code for card in said.cards] == ["9C"]


def test_a_pile_is_told_by_what_is_under_its_top_card() -> None:
    melds = [["8S 8H 8D"], []]
    table = position(hands=["QS QD 4C 5S"], melds=melds, pile="8C 9C QH", phase="draw", seed=1)
    text = advice(view(table, 0), take_with("QS QD")).text
    assert text.startswith(
        "The pile gives you two cards besides its top card. Its eights can join your melds."
    )


def test_a_discard_that_the_others_can_use_is_not_praised() -> None:
    melds = [["8S 8H 8D"], ["KS KH KD"]]
    table = position(hands=["KC 4C 5S"], melds=melds, pile="9C", phase="play", seed=1)
    assert "It fits a meld of the others" in advice(view(table, 0), discard("KC")).text
