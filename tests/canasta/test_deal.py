"""The cut, the deal, the upcard and the red threes."""

from __future__ import annotations

from collections import Counter

import pytest

from cardlab.canasta import Options, State, options, position
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.transitions import start, turn_up
from cardlab.cards import PACK108, Card, parse_cards
from cardlab.errors import IllegalActionError, NotationError
from cardlab.game import Game
from tests.canasta.tables import CLASSIC, COURSE, PACK, all_cards, do, events, refusals

PLAIN = "4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S"


def dealt(hand: str, stock: str, of: Options = COURSE) -> State:
    """A deal, ready for `cut 54`, in which the first player gets `hand` and `stock` lies on top."""
    mine, coming = parse_cards(hand), parse_cards(stock)
    left = list((Counter(PACK108) - Counter(mine) - Counter(coming)).elements())
    red_threes = [card for card in left if card.code in ("3D", "3H")]
    plain = [card for card in left if card not in red_threes]
    pack: list[Card] = []
    for card in mine:
        pack += [card, *plain[: of.players - 1]]
        del plain[: of.players - 1]
    pack += [*coming, *plain, *red_threes]
    return start(of, packs=[[*pack[54:], *pack[:54]]])


@pytest.mark.rule(
    "CAN-DEAL-01", "CAN-DEAL-02", "CAN-DEAL-03", "CAN-DEAL-04", "CAN-DEAL-05", "CAN-TURN-04", "CAN-INIT-02"
)
def test_a_deal_from_cut_to_first_turn() -> None:
    state = start(COURSE, seed=8)
    told = events(state, "cut 40")
    after = do(state, "cut 40")
    assert [len(hand) for hand in after.hands] == [11, 11, 11, 11]
    assert told["shuffle"].text == "East shuffles last"
    assert told["cut"].text == "South cuts the pack at 40"
    assert told["turn"].text == "South begins"
    assert told["minimum"].text == "first melds must count: South and North 50, West and East 50"
    assert told["hand"].seats == (3,)
    assert (after.phase, after.turn.seat, after.turn.number) == ("draw", 0, 1)


@pytest.mark.rule("CAN-DEAL-02")
def test_who_cuts_and_how() -> None:
    assert referee.to_act(start(COURSE)) == 0
    assert referee.to_act(start(CLASSIC)) == 2
    state = start(COURSE)
    assert refusals(state, "cut 108") == ["CAN-DEAL-02"]
    assert refusals(state, "draw") == ["CAN-DEAL-02"]
    assert do(state, "cut 1").hands != do(state, "cut 2").hands


def test_cards_go_round_one_at_a_time_from_the_dealers_left() -> None:
    state = start(COURSE, seed=1)
    pack = state.packs[0][7:] + state.packs[0][:7]
    after = do(state, "cut 7")
    for seat in range(4):
        if not after.red_threes[seat]:
            assert after.hands[seat] == tuple(sorted(pack[seat:44:4]))


def test_the_same_seed_deals_the_same_cards() -> None:
    assert do(start(COURSE, "x"), "cut 9") == do(start(COURSE, "x"), "cut 9")
    assert do(start(COURSE, "x"), "cut 9").hands != do(start(COURSE, "y"), "cut 9").hands


def test_a_pack_that_is_given_is_dealt() -> None:
    pack = tuple(reversed(PACK108))
    assert do(start(COURSE, packs=[pack]), "cut 54").packs == (pack,)
    with pytest.raises(NotationError, match="deal 2 does not hold the 108 cards"):
        start(COURSE, packs=[pack, pack[1:]])


@pytest.mark.rule("CAN-DEAL-06", "CAN-DEAL-07", "CAN-FRZ-01", "CAN-FRZ-02", "CAN-FRZ-04")
def test_wild_cards_and_red_threes_are_covered_and_freeze_the_pile() -> None:
    state = dealt("4C 5D 6H 7S 8C 9D TH JS QC KD AH", "2D 3H JR 9C")
    told = events(state, "cut 54")
    after = do(state, "cut 54")
    assert after.pile == parse_cards("2D 3H JR 9C")
    assert [freeze.card for freeze in after.frozen] == list(parse_cards("2D 3H JR"))
    assert told["upcard"].text == "2♦, 3♥ and Joker are turned up and covered, until 9♣ lies on top"
    assert all(freeze.turn == 0 for freeze in after.frozen)


@pytest.mark.rule("CAN-FRZ-03")
def test_a_black_three_as_upcard() -> None:
    course = do(dealt("4C 5D 6H 7S 8C 9D TH JS QC KD AH", "3S 9C"), "cut 54")
    assert (course.pile, len(course.frozen)) == (parse_cards("3S 9C"), 1)
    state = dealt("4C 5D 6H 7S 8C 9D TH JS QC KD AH", "3S 9C", CLASSIC)
    classic = do(state, "cut 54")
    assert (classic.pile, len(classic.frozen)) == (parse_cards("3S"), 0)
    assert events(state, "cut 54")["blocked"].text == "3♠ blocks the pile for the next player"
    mixed = options("course", black_three_pile="blocks_next")
    assert turn_up(parse_cards("3S 9C"), mixed) == (parse_cards("3S 9C"), ())


@pytest.mark.rule("CAN-R3-01", "CAN-R3-09")
def test_dealt_red_threes_are_laid_out_and_replaced() -> None:
    state = dealt("3H 4S 5S 6S 7S 8S 9S TS JS QS KS", "3D AC 9H")
    after = do(state, "cut 54")
    assert after.red_threes[0] == parse_cards("3H 3D")
    assert Card("AC") in after.hands[0]
    assert len(after.hands[0]) == 11
    assert after.pile == (Card("9H"),)
    assert (
        events(state, "cut 54")["red three"].text
        == "South lays out 3♥ and 3♦ and draws as many cards for them"
    )


@pytest.mark.rule("CAN-R3-01")
def test_red_threes_may_wait_for_the_first_turn() -> None:
    waiting = options(seating="agreed", red_three_dealt_when="first_turn")
    state = do(dealt("3H 4S 5S 6S 7S 8S 9S TS JS QS KS", "9H 3D AC", waiting), "cut 54")
    assert state.red_threes[0] == parse_cards("3H 3D")  # it is South's turn: shown and replaced already
    second = dealt("4C 5D 6H 7S 8C 9D TH JS QC KD AH", "9H 4S AC", waiting)
    pack = list(second.packs[0][54:] + second.packs[0][:54])
    where, red = pack.index(Card("4C"), 1), pack.index(Card("3H"))
    west = pack.index(pack[1])
    pack[west], pack[red] = pack[red], pack[west]
    second = do(start(waiting, packs=[[*pack[54:], *pack[:54]]]), "cut 54")
    assert where
    assert Card("3H") in second.hands[1]
    assert second.red_threes[1] == ()
    later = do(second, "draw", "discard 5D")
    assert later.red_threes[1] == (Card("3H"),)
    assert (len(later.hands[1]), all_cards(later)) == (11, PACK)


@pytest.mark.rule("CAN-R3-02", "CAN-R3-09")
def test_a_drawn_red_three_is_laid_out_and_replaced() -> None:
    state = position(hands=["4S 5S 6S"], draws="3D 3H AC", pile="9C")
    after = do(state, "draw")
    assert after.red_threes[0] == parse_cards("3D 3H")
    assert after.hands[0] == tuple(sorted(parse_cards("4S 5S 6S AC")))
    told = referee.apply(state, referee.read_action("draw")).events
    assert [event.kind for event in told] == ["draw", "red three", "drawn"]
    assert told[2].seats == (0,)
    assert all(Card("AC") not in event.cards for event in told if event.seats is None)


@pytest.mark.rule("CAN-R3-10", "CAN-MELD-12")
def test_red_threes_are_neither_kept_discarded_nor_melded() -> None:
    with pytest.raises(IllegalActionError) as caught:
        position(hands=["3H 4S 5S"])
    assert caught.value.refusals[0].rule == "CAN-R3-10"
    state = position(hands=["4S 5S 6S"], red_threes={0: "3H"}, pile="9C", phase="play")
    assert refusals(state, "discard 3H") == ["CAN-R3-10"]
    assert "CAN-MELD-12" in refusals(state, "meld 3H 3H 3D")


@pytest.mark.rule("CAN-R3-08", "CAN-STOCK-04")
def test_the_last_card_of_the_stock_is_a_red_three() -> None:
    table = {"hands": ["KS KH KD 4C 5C"], "melds": [["6S 6H 6D"]], "draws": "3D", "stock": 1, "pile": "9C"}
    ended = do(position(**table), "draw")
    assert ended.results[-1].outcome.reason == "stock exhausted"
    assert ended.results[-1].outcome.rules == ("CAN-R3-08",)
    may_meld = options(seating="agreed", last_stock_red_three="meld_then_end")
    state = do(position(**table, options=may_meld), "draw")
    assert (state.phase, state.turn.closing) == ("play", True)
    assert refusals(state, "discard 4C") == ["CAN-R3-08"]
    state = do(state, "meld KS KH KD", "end")
    assert state.results[-1].sheets[0].categories["melded"] == 45


def test_the_dealer_goes_round_and_the_scores_go_on() -> None:
    state = position(stock=0, pile="3S", scores=(100, 200), dealer=1)
    ended = do(state, "end")
    assert ended.dealer == 2
    assert ended.number == 2
    again = do(ended, "cut 30")
    assert again.scores == ended.results[-1].totals
    assert again.turn.seat == 3
    assert all_cards(again) == PACK


def test_a_game_deals_its_second_pack_from_the_seed() -> None:
    game = Game(referee, COURSE, seed=77)
    first = game.state.packs[0]
    ended = do(position(seed=77, stock=0, pile="3S"), "end")
    assert ended.packs[1] != first
    assert sorted(ended.packs[1]) == sorted(PACK108)


@pytest.mark.rule("CAN-TURN-01", "CAN-TURN-02", "CAN-TURN-03")
def test_the_turn() -> None:
    state = position(hands=["KS KH KD 4C 5C"], melds=[["6S 6H 6D"]], pile="9C", draws="8C")
    assert refusals(state, "discard 4C") == ["CAN-TURN-01"]
    assert refusals(state, "meld KS KH KD") == ["CAN-TURN-01"]
    state = do(state, "draw")
    assert refusals(state, "discard 7C") == ["CAN-TURN-03"]
    assert refusals(state, "end") == ["CAN-TURN-03"]
    assert "CAN-TURN-02" in events(state, "meld KS KH KD")["meld"].rules
    state = do(state, "meld KS KH KD", "discard 4C")
    assert (state.turn.seat, state.turn.number, state.phase) == (1, 2, "draw")
    assert state.pile == parse_cards("9C 4C")
