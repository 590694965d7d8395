"""Cutting for deal, the deal, laying away and the starter, rule by rule."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cardlab.cards import parse_cards, show_cards
from cardlab.cribbage import (
    HEELS,
    apply,
    check,
    cut,
    lay,
    legal_actions,
    options,
    play,
    position,
    start,
    view,
)
from cardlab.cribbage.rules.positions import CUT_HERE
from cardlab.cribbage.rules.referee import show
from cardlab.cribbage.rules.state import State
from cardlab.errors import IllegalActionError
from cardlab.game import Event


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def lay_all(state: State) -> State:
    """Everybody lays away the first cards of the hand."""
    while state.phase == "lay":
        assert state.turn is not None
        state = apply(state, next(legal_actions(view(state, state.turn)))).state
    return state


@pytest.mark.rule("CRIB-CUT-01")
@pytest.mark.parametrize(("preset", "fewest"), [("course", 1), ("classic", 4)])
def test_a_cut_leaves_at_least_four_cards(preset: str, fewest: int) -> None:
    state = start(options(preset))
    numbers = [action.number for action in legal_actions(view(state, 0))]
    assert numbers == list(range(fewest, 49))
    for number in (0, fewest - 1, 49, 52, 400):
        refusals = check(view(state, 0), cut(number))
        assert [refusal.rule for refusal in refusals] == ["CRIB-CUT-01"]
        assert refusals[0].instead.number == (fewest if number < fewest else 48)


@pytest.mark.rule("CRIB-CUT-03")
def test_the_lowest_cut_deals_and_ace_is_lowest() -> None:
    for cuts, dealer in (("7D QS", 0), ("KD TS", 1), ("2H AS", 1)):
        state = position(phase="cut", cuts=cuts)
        state = apply(state, cut(CUT_HERE)).state
        state, events = apply(state, cut(CUT_HERE))
        assert state.dealer == dealer
        assert kinds(events)[:3] == ["cut", "dealer", "deal"]


@pytest.mark.rule("CRIB-CUT-02")
def test_equal_ranks_cut_again_whatever_the_suits() -> None:
    state = apply(position(phase="cut", cuts="8D 8S"), cut(CUT_HERE)).state
    state, events = apply(state, cut(CUT_HERE))
    assert kinds(events) == ["cut", "tie"]
    assert state.phase == "cut"
    assert state.turn == 0
    assert len(state.pack) == 52


@pytest.mark.rule("CRIB-CUT-02", "CRIB-CUT-03")
def test_among_three_only_those_tied_for_the_lowest_cut_again() -> None:
    state = position(options=options(players=3), phase="cut", cuts="9D 4S 4H")
    for _ in range(3):
        state, events = apply(state, cut(CUT_HERE))
    assert "West and East have cut the same rank" in events[-1].text
    assert (state.phase, state.turn, state.passed) == ("cut", 1, (0,))
    state = apply(state, cut(5)).state
    assert state.turn == 2
    state, events = apply(state, cut(9))
    assert kinds(events)[:2] == ["cut", "dealer"]
    assert state.dealer in (1, 2)
    assert state.phase == "lay"


def test_a_tie_above_the_lowest_card_does_not_matter() -> None:
    state = position(options=options(players=3), phase="cut", cuts="4D 9S 9H")
    for _ in range(3):
        state = apply(state, cut(CUT_HERE)).state
    assert (state.phase, state.dealer) == ("lay", 0)


@pytest.mark.rule("CRIB-DEAL-01", "CRIB-DEAL-02", "CRIB-PACK-01")
def test_six_cards_each_beginning_with_the_opponent() -> None:
    pack = parse_cards("AS AH 2S 2H 3S 3H 4S 4H 5S 5H 6S 6H")
    rest = [card for card in start().pack if card not in pack]
    state = start(packs=[(*pack, *rest)])
    state = apply(state, cut(10)).state
    state, events = apply(state, cut(20))
    dealer = state.dealer
    assert state.hands[1 - dealer] == parse_cards("AS 2S 3S 4S 5S 6S")
    assert state.hands[dealer] == parse_cards("AH 2H 3H 4H 5H 6H")
    assert state.pack == tuple(rest)
    hidden = [event for event in events if event.seats is not None]
    assert [event.seats for event in hidden] == [(0,), (1,)]


@pytest.mark.rule("CRIB-CRIB-01")
@pytest.mark.parametrize("cards", ["5H", "5H 5D 5S", "5H 5D 5S JC", "KC KD", "5H KD", "5H 5H"])
def test_two_cards_of_the_hand_are_laid_away(cards: str) -> None:
    state = position(hands=["5H 5D 5S JC 2C 3C", None])
    refusals = check(view(state, 0), lay(cards))
    assert refusals
    assert refusals[0].instead in list(legal_actions(view(state, 0)))
    if cards != "5H 5H":
        assert refusals[0].rule == "CRIB-CRIB-01"
    with pytest.raises(IllegalActionError) as caught:
        apply(state, lay(cards))
    assert list(caught.value.refusals) == refusals
    check(view(state, 0), lay("5H"))  # so that the rule is heard in each case


@pytest.mark.rule("CRIB-CRIB-01", "CRIB-CRIB-02")
def test_the_crib_is_hidden_and_everybody_knows_only_their_own_part() -> None:
    state = position(hands=["5H 5D 5S JC 2C 3C", "6H 6D 7S 8C 9C TC"])
    state, events = apply(state, lay("2C 3C"))
    assert [event.seats for event in events] == [None, (0,)]
    assert not events[0].cards
    state, _ = apply(state, lay("9C TC"))
    assert state.crib == parse_cards("2C 3C 9C TC")
    assert state.phase == "starter"
    for seat, own in ((0, "2C 3C"), (1, "9C TC")):
        seen = view(state, seat)
        assert seen.crib is None
        assert seen.crib_size == 4
        assert seen.laid[seat] == parse_cards(own)
        assert seen.laid[1 - seat] is None
        assert [event for event in events if event.seats and seat not in event.seats] == (
            [] if seat == 0 else [events[1]]
        )


@pytest.mark.rule("CRIB-START-01")
def test_the_pone_cuts_and_the_top_of_the_lower_part_is_the_starter() -> None:
    state = lay_all(position(seed=12, dealer=1))
    assert state.turn == 0
    state, events = apply(state, cut(17))
    assert state.starter == lay_all(position(seed=12, dealer=1)).pack[17]
    assert "North turns up" in events[0].text
    assert events[0].rules == ("CRIB-START-01",)


def test_who_turns_up_the_starter_is_an_option() -> None:
    state = lay_all(position(seed=12, dealer=1, options=options(starter_turned_by="cutter")))
    assert apply(state, cut(17)).events[0].text.startswith("South cuts, turns up")


@pytest.mark.rule("CRIB-START-03")
def test_his_heels_pay_the_dealer_two_at_once() -> None:
    state = position(phase="starter", starter="JC", dealer=1)
    state, events = apply(state, cut(CUT_HERE))
    assert state.scores == (0, 2)
    assert kinds(events) == ["starter", "heels"]
    assert events[1].items[0].rule == "CRIB-START-03"


def claimed_heels() -> State:
    state = position(
        options=options(heels_claim="claimed"),
        phase="starter",
        starter="JC",
        dealer=1,
        hands=["2H 3H 4H 5H", "6H 7H 8H 9H"],
    )
    return apply(state, cut(CUT_HERE)).state


@pytest.mark.rule("CRIB-START-03")
def test_heels_to_be_claimed_are_paid_only_before_the_dealers_first_card() -> None:
    state = claimed_heels()
    assert state.scores == (0, 0)
    assert check(view(state, 0), HEELS)[0].text == "his heels are the dealer's to claim"
    state = apply(state, play("2H")).state
    assert HEELS in list(legal_actions(view(state, 1)))
    told = apply(state, HEELS)
    assert told.state.scores == (0, 2)
    assert told.state.turn == 1
    assert HEELS not in list(legal_actions(view(told.state, 1)))
    lost = apply(state, play("6H"))
    assert lost.state.scores == (0, 0)
    assert "heels_lost" in kinds(lost.events)
    late = apply(lost.state, play("3H")).state
    assert "before the dealer's first card" in check(view(late, 1), HEELS)[0].text


@pytest.mark.rule("CRIB-START-03")
def test_heels_cannot_be_claimed_where_they_are_automatic_or_not_there() -> None:
    state = apply(position(hands=["2H 3H 4H 5H", "6H 7H 8H 9H"], starter="JC"), play("2H")).state
    assert "without a claim" in check(view(state, 1), HEELS)[0].text
    state = position(options=options(heels_claim="claimed"), hands=["2H 3H", "6H 7H"], starter="QC", turn=1)
    assert "nothing to claim" in check(view(state, 1), HEELS)[0].text


@pytest.mark.rule("CRIB-CUT-04")
def test_the_deal_alternates() -> None:
    hands = ["2H 4C 6S 8D", "2D 4D 6C 8C"]
    state, events = show(position(phase="show", dealer=1, hands=hands, starter="TS", crib="3H 5C 7C 9D"))
    assert state.dealer == 0
    assert "dealer" in kinds(events)


@pytest.mark.rule("CRIB-CUT-04")
def test_the_loser_of_a_game_deals_first_in_the_next() -> None:
    rules = options(match=3)
    for dealer in (0, 1):
        state = position(options=rules, phase="starter", starter="JC", dealer=dealer, scores=(119, 119))
        state, events = apply(state, cut(CUT_HERE))
        assert state.games[dealer] == 1
        assert state.scores == (0, 0)
        assert state.dealer == 1 - dealer
        assert "has lost the last game" in next(event.text for event in events if event.kind == "dealer")


@pytest.mark.parametrize(
    ("players", "rule", "each", "to_crib"),
    [
        pytest.param(3, "CRIB-3P-01", 5, 1, marks=pytest.mark.rule("CRIB-3P-01", "CRIB-3P-02")),
        pytest.param(4, "CRIB-4P-01", 5, 0, marks=pytest.mark.rule("CRIB-4P-01", "CRIB-3P-02")),
    ],
)
def test_three_and_four_get_five_and_lay_away_one(players: int, rule: str, each: int, to_crib: int) -> None:
    state = start(options(players=players), seed=8)
    events: list[Event] = []
    while state.phase == "cut":
        state, told = apply(state, cut(7))
        events += told
    dealt = next(event for event in events if event.kind == "deal")
    assert rule in dealt.rules
    assert "the course rules describe no such deal" in dealt.text
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.crib) == to_crib
    assert state.turn == (state.dealer + 1) % players
    state = lay_all(state)
    assert [len(hand) for hand in state.hands] == [4] * players
    assert len(state.crib) == 4
    state, told = apply(state, cut(9))
    assert "CRIB-3P-02" in told[0].rules
    assert state.turn == (state.dealer + 1) % players


@pytest.mark.rule("CRIB-PACK-01")
def test_the_same_seed_deals_the_same_cards() -> None:
    assert position(seed=4).hands == position(seed="4").hands != position(seed=5).hands
    hands = [show_cards(hand) for hand in position(seed=4).hands]
    assert hands == ["3S 5S 6S 8D 8H JD", "AS 3C 4D 5C 8C TD"]
