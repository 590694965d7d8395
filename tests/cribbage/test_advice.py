"""What is said for an action holds at the table: checked through the referee and by plain counting."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

import pytest

from cardlab.cards import PACK52, Card
from cardlab.cribbage import peg, position, view
from cardlab.cribbage.players import advice, player
from cardlab.cribbage.rules.actions import lay, play
from cardlab.cribbage.rules.state import View
from cardlab.game import Game
from tests.cribbage.rule_sets import PAIRWISE

CHANCE = ("cut", "claim", "muggins", "pass")


def plain_points(cards: list[Card]) -> int:
    """Fifteens, pairs and runs of some cards, counted without the package's scorer."""
    values = [min(card.rank, 10) for card in cards]
    sets = [chosen for size in range(2, 5) for chosen in combinations(range(len(cards)), size)]
    points = 2 * sum(sum(values[i] for i in chosen) == 15 for chosen in sets)
    points += 2 * sum(cards[i].rank == cards[j].rank for i, j in combinations(range(len(cards)), 2))
    for size in (4, 3):
        runs = [
            chosen
            for chosen in sets
            if len(chosen) == size
            and sorted(cards[i].rank for i in chosen)
            == list(range(min(cards[i].rank for i in chosen), min(cards[i].rank for i in chosen) + size))
        ]
        if runs:
            return points + size * len(runs)
    return points


def check_lay(seen: View, laid: tuple[Card, ...], text: str) -> None:
    kept = [card for card in seen.hand if card not in laid]
    said = re.search(r"(\d+) points? before", text)
    flush = 4 if len({card.suit for card in kept}) == 1 and seen.options.flush_hand == "four_or_five" else 0
    assert (int(said[1]) if said else 0) == plain_points(kept) + flush, text


def check_play(seen: View, card: Card, text: str) -> None:
    now = [*seen.run, card]
    pegs = re.search(r"It pegs (\d+) point", text)
    assert (int(pegs[1]) if pegs else 0) == sum(item.points for item in peg(now, seen.options)), text
    replies = [peg([*now, other], seen.options) for other in PACK52 if other not in now and fits(now, other)]
    names = {item.name for items in replies for item in items}
    if goal := re.search(r"nobody can make ([\w-]+)", text):
        assert goal[1] not in names
    if "nor a run" in text:
        assert not any(name.startswith("run") for name in names)
    if only := re.search(r"only an? (\w+) makes ([\w-]+)\.", text):
        assert only[2] in names


def fits(run: list[Card], card: Card) -> bool:
    return sum(min(one.rank, 10) for one in [*run, card]) <= 31


@pytest.mark.parametrize("rules", PAIRWISE, ids=lambda rules: rules.label)
def test_it_holds_at_the_table(rules: object) -> None:
    game = Game("cribbage", rules, seed="advice")
    random = Random(5)
    for _ in range(70):
        if game.turn is None:
            break
        seen = game.view(game.turn)
        action = player("steady")(seen, random).action
        said = advice(seen, action)
        assert bool(said.text) == (action.kind not in CHANCE)
        assert set(said.cards) <= set(seen.hand)
        assert "  " not in said.text
        if action.kind == "lay":
            check_lay(seen, action.cards, said.text)
        if action.kind == "play":
            check_play(seen, action.cards[0], said.text)
        game.do(action)


def test_a_teacher_names_what_the_five_does() -> None:
    seen = view(position(hands=["5H 6D TS QC KD 2S", None], turn=0, dealer=1, seed=1), 0)
    text = advice(seen, lay("KD 2S")).text
    assert text.startswith(
        "Keep 5-6-10-Q: the five makes fifteen with the ten and the queen, 4 points before"
    )
    assert "The two and the king go to their crib and bring nothing at once." in text


def test_a_lead_below_five_is_safe() -> None:
    seen = view(position(hands=["4H 4D JS QC", None], starter="2D", turn=0, seed=1), 0)
    assert advice(seen, play("4H")).text == (
        "At 4 nobody can make fifteen with one card, nor a run. "
        "If they pair your four, you answer with another for three of a kind."
    )


def test_a_gift_to_the_other_crib_is_not_hidden() -> None:
    seen = view(position(hands=["6H 7D 8S 9C 5D 5S", None], turn=0, dealer=1, seed=1), 0)
    text = advice(seen, lay("5D 5S")).text
    assert "The fives go to their crib. They take a pair and a five there" in text
