"""A game of Canasta taken apart into moments: nothing is lost, nothing is shown too early."""

from __future__ import annotations

from random import Random

import pytest

from cardlab.canasta.display.moments import moments, scored
from cardlab.canasta.display.table import table
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.event_text import stages
from cardlab.canasta.rules.legal_actions import legal_actions
from cardlab.canasta.rules.state import view
from cardlab.game import Game
from tests.canasta.tables import ALL, PACK, all_cards, near_random

# How the table lies: all of a state but whose turn it is and what stands in the columns.
TABLE = ("hands", "known", "melds", "red_threes", "stock", "pile", "frozen", "melded", "side_of", "solo_seat")


def played_out(name: str, seed: int, most: int = 400, seating: str = "agreed") -> Game:
    """Some deals of players who take and meld what they may."""
    random = Random(seed)
    game = Game(referee, ALL[name]._replace(seating=seating), seed)
    while game.outcome is None and len(game.actions) < most:
        seat = referee.to_act(game.state) or 0
        seen = game.view(seat)
        if seen.phase == "pick":
            game.do(f"pick {1 + len(game.actions) * 7}")
        else:
            game.do(near_random(seen, random))
    return game


@pytest.mark.parametrize("name", list(ALL))
def test_the_states_of_an_action_lead_from_state_to_state(name: str) -> None:
    game = played_out(name, 3)
    kinds = set()
    for number, action in enumerate(game.actions):
        before, events, after = game.step(number)
        kinds |= {event.kind for event in events}
        assert len(events.states) == len(events)
        assert events.states[-1] == after
        *_, (_, last) = stages(before, action, after)
        for field in TABLE:
            assert getattr(last, field) == getattr(after, field), (number, action, field)
        for state in events.states:
            assert all_cards(state) == PACK, (number, action)
    assert {"deal", "red three", "draw", "take", "meld", "add", "canasta", "discard", "score"} <= kinds


def test_the_sheets_of_the_others_are_not_shown_before_they_are_scored() -> None:
    game = played_out("course", 1)
    number = next(number for number in range(len(game.actions)) if game.step(number)[2].results)
    before, events, after = game.step(number)
    for moment in moments(before, events, 0):
        kind, seat = moment.events[0][:2]
        if kind == "score":
            assert ("in this deal" in table(moment).scores[1].note) == (seat == 1)
        elif kind in ("discard", "meld", "add", "take", "draw"):
            assert moment.view.shown is None
            assert not moment.view.results
        else:
            assert moment.view.shown == after.hands


@pytest.mark.parametrize("name", ["course", "three"])
def test_moments_end_in_the_referees_view_and_tell_each_event_once(name: str) -> None:
    game = played_out(name, 5, seating="draw")
    for number in range(len(game.actions)):
        before, events, after = game.step(number)
        for seat in range(game.options.players):
            made = moments(before, events, seat)
            assert made[-1].view == view(after, seat)
            seen = [event for event in events if event.seats is None or seat in event.seats]
            told = [event for moment in made for event in moment.events]
            assert sorted(map(str, told)) == sorted(map(str, seen))


def test_the_sheets_come_one_after_the_other_and_the_end_of_a_deal_waits() -> None:
    game = played_out("course", 1)
    ends = [number for number in range(len(game.actions)) if game.step(number)[1][-1].kind == "dealer"]
    number = next(number for number in ends if game.step(number)[0].phase != "pick")
    before, events, after = game.step(number)
    made = moments(before, events, 2)
    sheets = [(moment.events[0].kind, scored(moment), moment.hold) for moment in made]
    assert sheets[-3:] == [("score", 1, False), ("score", 2, False), ("totals", 2, True)]
    assert made[-3].view.scores == before.scores
    assert made[-1].view.scores == after.scores


def test_nothing_can_be_done_between_moments() -> None:
    game = played_out("classic", 2, most=40)
    for number in range(len(game.actions)):
        before, events, _ = game.step(number)
        for moment in moments(before, events, 0)[:-1]:
            assert moment.view.to_act is None
    assert next(legal_actions(game.view(referee.to_act(game.state) or 0)))


@pytest.mark.parametrize("when", ["after_deal", "first_turn"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_red_threes_are_seen_in_the_hand_that_was_dealt(players: int, when: str) -> None:
    rules = referee.make_options("classic", players=players, seating="agreed", red_three_dealt_when=when)
    found = 0
    for seed in range(12):
        game = Game(referee, rules, seed)
        game.do("cut 40")
        before, events, _ = game.step(0)
        for seat in range(players):
            made = moments(before, events, seat)
            dealt = made[1].view
            red_threes = [card for card in dealt.hand if card.code in ("3D", "3H")]
            assert len(dealt.hand) == rules.cards_each
            assert made[1].events[1].cards == dealt.hand
            laid = [moment for moment in made if moment.events[0].kind == "red three"]
            titles = {table(moment).title for moment in made[1:-1]}
            assert titles == {"The deal"}
            own = [moment for moment in laid if moment.events[0].seat == seat]
            assert bool(own) == bool(red_threes) or when == "first_turn"
            for moment in own:
                found += 1
                assert not set(moment.view.hand) & set(red_threes)
                assert len(moment.view.hand) == rules.cards_each
            told = [event for moment in laid if moment not in own for event in moment.events]
            assert all(event.kind == "red three" for event in told)
    assert found
