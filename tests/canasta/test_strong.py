"""What the strong player of Canasta knows: pairs, safe discards, freezing, the minimum, going out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardlab.canasta import position, view
from cardlab.canasta.players import player
from cardlab.canasta.players.inference import Seen
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import answer
from cardlab.canasta.rules.melds import Meld, make_meld
from cardlab.canasta.rules.options import CLASSIC, COURSE, Options
from cardlab.canasta.rules.state import State
from cardlab.cards import Rank, parse_cards
from cardlab.players import Choice

SIXES = "6S 6H 6D"
QUEENS = "QS QH QD"
CANASTA = "QS QH QD QC QS QD 2D"
FULL = "QH AS AD AH 2S JR 9C 9D"
OTHERS = "9H TD TS TC KC KD"


def strong(state: State) -> Choice:
    seat = referee.to_act(state)
    assert seat is not None
    return player("strong")(view(state, seat), Random(0))


def playing(hand: str, *others: str, **named: Any) -> State:
    return position(phase="play", hands=[hand, *others], **named)


def laid(choice: Choice) -> list[Meld]:
    return [make_meld(part.cards) for part in choice.action.parts]


def test_a_pair_is_kept_for_the_pile() -> None:
    choice = strong(playing("9C 9D KH 8S 8D 5C 5H", melds=[[SIXES], [QUEENS]], pile="4C 7H KC KD KS"))
    assert str(choice.action) == "discard KH"
    missed = {str(one.action)[-2:]: dict(one.parts)["missed in the hand"] for one in choice.candidates}
    assert missed["KH"] == 0 > -10 > max(points for card, points in missed.items() if card != "KH")


def test_what_fits_their_melds_is_not_thrown() -> None:
    """A card that the next player could lay to a meld gives the pile away."""
    choice = strong(playing("QC 9D TS JH", melds=[[SIXES], [QUEENS]], pile="4C 7H 4S 8D TC"))
    worst = choice.candidates[-1]
    assert str(worst.action) == "discard QC"
    assert any(name == "100% to be taken" for name, _ in worst.parts)
    assert choice.action.cards[0].rank is Rank.TEN


def test_a_rank_that_has_been_seen_is_safer() -> None:
    """Of two lone cards the one of which most others lie in view is thrown."""
    table = playing("9D TH 6C", melds=[[SIXES], ["TS TC TD TS"]], pile="9C 9S 9H 9D 9C 4S")
    seen = Seen(view(table, 0))
    assert seen.unseen[9] == 2
    assert seen.takes(1, 9) < seen.takes(1, 8)
    assert str(strong(table).action) == "discard 9D"


def test_who_threw_a_card_hardly_holds_a_pair_of_it() -> None:
    """West threw a nine in its last turn: another nine is safer than a card it has not thrown."""
    seen = Seen(view(playing("9D JH 6C", melds=[[SIXES], [QUEENS]], pile="4C 9S 4H 7D"), 0))
    assert seen.unseen[9] == 6
    assert seen.unseen[11] == 7
    assert seen.takes(1, 9) < 0.7 * seen.takes(1, 11)


def test_what_went_into_a_hand_from_the_pile_is_known() -> None:
    table = position(hands=["9D JH 6C 5C"], melds=[[SIXES], [QUEENS]], pile="9S 9H QC", turn=1)
    taken = referee.apply(table, referee.read_action("take onto Q", view(table, 1))).state
    seen = Seen(view(taken, 0))
    assert seen.holds(1, 9, 2) == 1.0
    assert seen.takes(1, 9) == 1.0


def test_the_pile_is_frozen_when_that_hurts_them() -> None:
    """They have melded, hold few cards, and may lay almost anything to their melds: we freeze."""
    ours = "2C 9D 9H TS TC JH JC 8S 8C KD KC"
    theirs = [QUEENS, "7C 7D 7H", "4C 4D 4H"]
    table = playing(ours, "5S 5C", "AS AD AC 6C 6D 6S", "5H", melds=[[], theirs], pile="QC 7S KS 8D TC")
    freezing = [candidate for candidate in strong(table).candidates if str(candidate.action) == "discard 2C"]
    gain = dict(freezing[0].parts)["freezes the pile"]
    assert gain > 0
    # Ahead, without a pair, and the partner holding two cards: the pile is better left open.
    mirrored = playing("2C 9D TS JH 8S", "", "5S 5C", melds=[[*theirs], []], pile="QC 7S KS 8D TC")
    for candidate in strong(mirrored).candidates:
        assert dict(candidate.parts).get("freezes the pile", -1) < 0


def test_a_big_pile_is_taken_and_a_small_one_left() -> None:
    melds = [[SIXES], ["7C 7D 7H"]]
    big = position(hands=["8C 8S KH 4H 5S"], melds=melds, pile="4C 4S 6C JD JS 9D 8D")
    assert str(strong(big).action) == "take with 8C 8S"
    small = position(hands=["8C 2S KH 4H 5S"], melds=melds, pile="8D")
    choice = strong(small)
    assert str(choice.action) == "draw"
    assert str(choice.candidates[1].action) == "take with 8C 2S"


def test_the_first_meld_is_laid_without_wild_cards_when_it_can_be() -> None:
    choice = strong(playing("KC KD KH 9C 9D 9S JR JR 4S 4H 7S QD", melds=[[], []], pile="4C 4S"))
    assert [meld.wilds for meld in laid(choice)] == [0, 0]


def test_the_first_meld_is_held_back_when_it_costs_too_much() -> None:
    """To make 120 all but three cards would go, both deuces with them; 50 costs five nines."""
    hand = "2C 2D 7S 8H 8H 9C 9D 9D 9H 9H KC KC"
    table: dict[str, Any] = {"options": CLASSIC, "pile": "4S 8C 6D"}
    dear = strong(playing(hand, scores=[3200, 3200], **table))
    cheap = strong(playing(hand, scores=[0, 0], **table))
    assert dear.action.kind == "discard"
    assert cheap.action.kind == "meld"


def test_a_canasta_is_completed() -> None:
    choice = strong(playing("QC 2C 9D TS KH", melds=[["QS QH QD QC QS QD"], ["7C 7D 7H"]], pile="4C 8D"))
    assert "+Q QC" in str(choice.action)


def test_it_goes_out_when_they_hold_much_and_the_partner_little() -> None:
    table = playing("6C 6S KH", FULL, "4D", OTHERS, melds=[[CANASTA, SIXES], ["7C 7D 7H"]], pile="4C 4S 8D")
    choice = strong(table)
    assert str(choice.action) == "meld +6 6C 6S"
    assert dict(choice.candidates[0].parts)["going out"] == 100


def test_it_plays_on_when_the_partner_would_be_caught() -> None:
    full = "QH AS AD AH 2S JR 9C 9D 9H TD TS TC"
    melds = [[CANASTA, SIXES, "KS KD KC KS KH"], ["7C 7D 7H"]]
    choice = strong(playing("6C 6S KH", "4D", full, "5D", melds=melds, pile="4C 4S 8D"))
    worths = [dict(candidate.parts) for candidate in choice.candidates]
    assert "going out" not in worths[0]
    out = next(parts for parts in worths if "going out" in parts)
    assert out["the partner's cards"] < out["caught in their hands"] * -1


def _asked(partner: str, *rivals: str) -> State:
    west, east = rivals or (None, None)
    hands: Any = ["6C 6S KH", west, partner, east]
    melds = [[CANASTA, SIXES], ["7C 7D 7H"]]
    table = position(phase="play", options=CLASSIC, hands=hands, melds=melds, pile="4C 4S 8D")
    return referee.apply(table, referee.read_action("ask", view(table, 0))).state


def test_the_partner_answers_by_its_own_cards() -> None:
    assert strong(_asked("4C 5S")).action == answer(True)
    assert strong(_asked("QH AS AD AH 2S JR 9C 9D 9H", "4D", "5D")).action == answer(False)


def test_it_asks_where_the_rules_let_it() -> None:
    table: dict[str, Any] = {"melds": [[CANASTA, SIXES], ["7C 7D 7H"]], "pile": "4C 4S 8D"}
    hands = ("6C 6S KH", FULL, "4D", OTHERS)
    assert str(strong(playing(*hands, options=CLASSIC, **table)).action) == "ask"
    assert strong(playing(*hands, options=COURSE, **table)).action.kind == "meld"


@pytest.mark.parametrize("options", [COURSE, CLASSIC], ids=lambda options: options.preset)
def test_chances_are_chances(options: Options) -> None:
    """Whatever is known, a chance lies between 0 and 1, and two are rarer than one."""
    table = referee.start(options._replace(seating="agreed"), 3)
    table = referee.apply(table, referee.read_action("cut 40", view(table, 0))).state
    steps = 0
    while not table.results:
        seat = referee.to_act(table)
        assert seat is not None
        seen = Seen(view(table, seat))
        for other in range(4):
            for rank in range(4, 14):
                assert 0 <= seen.holds(other, rank, 2) <= seen.holds(other, rank, 1) <= 1
                assert 0 <= seen.takes(other, rank) <= 1
        hidden = [card for of, hand in enumerate(table.hands) if of != seat for card in hand]
        known = [card for of, hand in enumerate(table.known) if of != seat for card in hand]
        left = sorted(int(card.rank) for card in [*hidden, *table.stock])
        for card in parse_cards(known):
            left.remove(int(card.rank))
        for rank in range(4, 15):
            assert seen.unseen[rank] == left.count(rank)
        table = referee.apply(table, strong(table).action).state
        steps += 1
    assert steps > 20
