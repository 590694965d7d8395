"""What players and the table work out for themselves, compared with the referee under every option.

A player weighs so many cards that it has some rules in a short form of its own, and the table lays out
drafts before anybody judges them. Whatever the options are, these must say what the referee says.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.canasta import Options, View, position
from cardlab.canasta.display.meld_draft import Draft, part_for
from cardlab.canasta.players import PLAYERS
from cardlab.canasta.players.evaluation import Evaluator
from cardlab.canasta.players.moves import MOST_OPENINGS, discards, ending, has_room, openings, ways_to_take
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import END, Action
from cardlab.canasta.rules.explanations import best_count
from cardlab.canasta.rules.legal_actions import legal_actions, takes
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import Meld, added_faults, canastas, make_meld
from cardlab.cards import PACK108, Rank
from tests.canasta.rule_sets import RULE_SETS, any_rules
from tests.canasta.tables import play
from tests.shares import third_daily


def agree(options: Options, seed: int) -> None:
    """Plays a deal, and compares in every turn."""
    for number, state in enumerate(play(options, seed)):
        if state.phase in ("draw", "play"):
            view = referee.view(state, state.turn.seat)
            actions_agree(view, list(legal_actions(view)))
            canastas_agree(view)
            if number % 3 == 0:
                reasons_agree(view, seed)


@pytest.mark.parametrize("name", third_daily(RULE_SETS))
def test_under_every_option(name: str) -> None:
    agree(RULE_SETS[name], 7)


@settings(max_examples=15, deadline=None)
@given(any_rules, st.integers(0, 10**6))
def test_under_any_rules(options: Options, seed: int) -> None:
    agree(options, seed)


def actions_agree(view: View, legal: list[Action]) -> None:
    """What players look at, and what a draft on the table comes to, against the legal actions."""
    assert END not in legal or END in ending(view)
    if view.phase == "draw":
        assert ways_to_take(view) == list(islice(takes(view), MOST_OPENINGS))
        return
    assert {action.cards[0].rank for action in legal if action.kind == "discard"} <= {
        card.rank for card in discards(view)
    }
    staying = []
    for action in legal:
        if action.kind == "meld":
            table = verdict(view, action).table
            assert table is not None
            judged = Draft(action.parts).judge(view)
            assert (judged.refusals, judged.left) == ((), len(table.hand))
            staying += [action] if judged.left > 1 else []
            for part in action.parts:
                if part.rank is None:
                    assert part_for(view, part.cards) == part
    if staying and not view.own_melds:
        assert openings(view)
        assert best_count(view) >= view.minimum
    dangers_agree(view, legal)


def dangers_agree(view: View, legal: list[Action]) -> None:
    """A discard that the next player can take the pile with is never thought safe."""
    state = referee.imagine(view, Random(view.turn.number))
    evaluator = Evaluator(view)
    for action in legal:
        if action.kind == "discard" and len(view.hand) > 1:
            after = referee.apply(state, action).state
            if any(takes(referee.view(after, after.turn.seat))):
                assert evaluator.danger(action.cards[0]) > 0


def canastas_agree(view: View) -> None:
    """What a player thinks of the melds on the table: which are canastas, what those pay, what fits them."""
    evaluator = Evaluator(view)
    assert evaluator.may_go_out == (canastas(view.own_melds) >= view.options.canastas_to_go_out)
    for meld in (meld for side in view.melds for meld in side):
        progress_agrees(evaluator, meld)
        assert has_room(meld, view.options) == (not added_faults(meld, 0, 1, view.options))
    for seat in evaluator.rivals:
        if canastas(view.melds[view.side_of[seat]]):
            assert evaluator.late >= min(1.0, (8 - view.counts[seat]) / 7)


def progress_agrees(evaluator: Evaluator, meld: Meld) -> None:
    progress = evaluator.progress(int(meld.rank), len(meld.cards), meld.wilds)
    if meld.canasta:
        assert progress == meld.bonus
        assert evaluator.hopes([meld]) == 0
    else:
        assert progress < (300 if meld.wilds else 500)
        assert evaluator.hopes([meld]) == progress


@pytest.mark.parametrize("name", RULE_SETS)
def test_melds_of_every_size(name: str) -> None:
    """A canasta has the worth of its bonus, and the cards that make one are worth most in the hand too."""
    options = RULE_SETS[name]
    evaluator = Evaluator(referee.view(position(options=options, hands=["4C 5C 6C"]), 0))
    kings = [card for card in PACK108 if card.rank is Rank.KING]
    for wild in ([], ["2C"]):
        for size in range(3, 9):
            meld = make_meld([*kings[: size - len(wild)], *wild], options)
            progress_agrees(evaluator, meld)
    whole = evaluator.group(Rank.KING, options.canasta_size, True)
    assert whole - 10 * evaluator.weights.point_set * options.canasta_size > 400
    assert evaluator.group(Rank.KING, options.canasta_size - 1, True) < whole / 2


@given(any_rules)
def test_room_for_a_wild_card(options: Options) -> None:
    """Whether a meld takes one wild card more, for every meld that there can be."""
    wild = [card for card in PACK108 if card.rank is Rank.TWO]
    for rank in (Rank.THREE, Rank.KING):
        own = [card for card in PACK108 if card.rank is rank and card.code not in ("3D", "3H")]
        for naturals in range(2, len(own) + 1):
            for wilds in range(max(0, 3 - naturals), 5):
                meld = make_meld([*own[:naturals], *wild[:wilds]], options)
                assert has_room(meld, options) == (not added_faults(meld, 0, 1, options))


def reasons_agree(view: View, seed: int) -> None:
    """The points that the players' reasons name are those that the referee's table brings."""
    for choose in PLAYERS.values():
        for action, parts in choose(view, Random(seed)).candidates:
            table = verdict(view, action).table if action.kind == "meld" else None
            if table is not None:
                named = dict(parts)
                made = sum(meld.canasta is not None for meld in table.melds) - canastas(view.own_melds)
                if "points on the table" in named and "wild cards spent" in named:
                    assert named.get("a canasta", 0) == 300 * made
                if "laid down" in named:
                    assert named["laid down"] == worth(table.melds) - worth(view.own_melds)


def worth(melds: Iterable[Meld]) -> int:
    return sum(meld.value + meld.bonus for meld in melds)
