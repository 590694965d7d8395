"""The draw for partners, seats and the first deal."""

from __future__ import annotations

import pytest

from cardlab.canasta import options
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.partner_draw import Draw, pick, ranking, settle, spread, to_draw
from cardlab.cards import PACK108, Card, parse_cards
from cardlab.game import OPEN, Game
from tests.canasta.tables import do, events, refusals


def drawing(cards: str) -> Draw:
    """A spread pack that begins with these cards; nobody has drawn."""
    first = parse_cards(cards)
    rest = list(PACK108)
    for card in first:
        rest.remove(card)
    return Draw(4, (None,) * 4, (), (*first, *rest))


def after(cards: str, *numbers: int) -> Draw:
    draw = drawing(cards)
    for number in numbers:
        draw = pick(draw, number)
    return draw


def test_the_pack_is_spread_and_its_order_comes_from_the_seed() -> None:
    assert sorted(spread(4, 1).fan) == sorted(PACK108)
    assert spread(4, 1) == spread(4, 1) != spread(4, 2)
    assert to_draw(spread(4, 1)) == (0, 1, 2, 3)


def test_highest_plays_first_second_highest_is_the_partner_opposite() -> None:
    draw = after("7C KS QH 2C", 1, 2, 3, 4)
    assert ranking(draw) == (1, 2, 0, 3)
    seats = settle(draw)
    # West (1) drew highest, North (2) second: they sit opposite each other, South stays in the same chair.
    assert seats.partners == ((1, 2), (0, 3))
    assert abs(seats.chairs[1] - seats.chairs[2]) == 2
    assert seats.chairs[0] == 0
    assert seats.first == seats.chairs[1]
    assert seats.dealer == (seats.first - 1) % 4


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        ("AC KS QS JS", (0, 1, 2, 3)),  # the ace is high
        ("2S 3C 4C 5C", (3, 2, 1, 0)),  # the two is low
        ("TC TS TH TD", (1, 2, 3, 0)),  # spades, hearts, diamonds, clubs
    ],
)
def test_the_order_of_the_draw(cards: str, order: tuple[int, ...]) -> None:
    assert ranking(after(cards, 1, 2, 3, 4)) == order


def test_only_those_who_must_draw_again() -> None:
    draw = after("JR QD QD 4D 5C 6C 7C", 1, 2, 3, 4)
    assert to_draw(draw) == (0, 1, 2)
    draw = pick(draw, 5)
    assert draw.held == (Card("5C"), None, None, Card("4D"))
    draw = pick(pick(draw, 6), 7)
    assert to_draw(draw) == ()
    assert draw.held == tuple(parse_cards("5C 6C 7C 4D"))


def test_a_new_card_may_clash_with_one_that_was_kept() -> None:
    draw = after("JR KC 9D 4D KC", 1, 2, 3, 4, 5)
    assert to_draw(draw) == (0, 1)


def at_the_table(cards: str) -> Game:
    """A match whose spread pack begins with these cards."""
    game = Game(referee, seed=1)
    return Game(referee, state=game.state._replace(draw=drawing(cards)))


@pytest.mark.rule(
    "CAN-DRAW-01", "CAN-DRAW-02", "CAN-DRAW-03", "CAN-DRAW-04", "CAN-DRAW-05", "CAN-DRAW-06", "CAN-PLAY-01"
)
def test_the_draw_is_told_step_by_step() -> None:
    game = at_the_table("JR KS QH QC 7D")
    for number in (1, 2, 3, 4):
        game.do(f"pick {number}")
    assert game.events[-1].kind == "again"
    assert game.events[-1].text.startswith("South must draw again")
    game.do("pick 5")
    told = [event.text for event in game.events[-4:]]
    assert told == [
        "West has the highest card, K♠, and will play first; equal ranks go by suit: spades, hearts, "
        "diamonds, clubs",
        "North has the second highest, Q♥, and is the partner: West and North against South and East",
        "partners sit opposite each other: North sits down at East and East sits down at North; "
        "from now on all are called by where they sit",
        "South, to the right of the first player, deals",
    ]
    assert game.state.phase == "cut"


@pytest.mark.rule("CAN-DRAW-01")
def test_a_card_can_be_drawn_once() -> None:
    state = do(at_the_table("7C KS QH 2C").state, "pick 3")
    assert refusals(state, "pick 3") == ["CAN-DRAW-01"]
    assert refusals(state, "pick 109") == ["CAN-DRAW-01"]
    assert refusals(state, "draw") == ["CAN-DRAW-01"]
    assert refusals(state, "pick 4") == []


def test_the_spread_pack_is_hidden_even_from_an_open_view() -> None:
    state = referee.start(seed=5)
    for seat in (OPEN, 0, 1, 2, 3):
        draw = referee.view(state, seat).draw
        assert draw is not None
        assert draw.fan == ()


def test_agreed_seats_begin_with_the_cut() -> None:
    state = referee.start(options(seating="agreed"))
    assert (state.phase, state.dealer, referee.to_act(state)) == ("cut", 3, 0)


def test_two_and_three_players_draw_for_the_first_turn_only() -> None:
    for players in (2, 3):
        state = referee.start(options("classic", players=players), seed=3)
        while state.phase == "pick":
            free = next(iter(referee.legal_actions(referee.view(state, referee.to_act(state)))))
            told = [event.kind for event in referee.apply(state, free).events]
            state = referee.apply(state, free).state
        assert "partners" not in told
        assert "dealer" in told
        first = (state.dealer + 1) % players
        assert do(state, "cut 40").turn.seat == first


def test_events_of_the_draw_name_each_card() -> None:
    state = at_the_table("7C KS QH 2C").state
    assert events(state, "pick 2")["pick"].text == "South draws K♠"
