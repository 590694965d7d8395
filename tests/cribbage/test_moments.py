"""A game taken apart into moments: nothing is lost, nothing is shown too early."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cardlab.cards import PACK52
from cardlab.cribbage.display.captions import spoken, told
from cardlab.cribbage.display.moments import counted, moments
from cardlab.cribbage.display.table import board
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.options import Options, options
from cardlab.cribbage.rules.state import view
from cardlab.game import Game, Moment
from tests.cribbage.packs import cards_in
from tests.cribbage.rule_sets import under_every_option


def played_out(seed: str | int, rules: Options) -> Game:
    """A whole game of players who do anything that is legal."""
    random = Random(seed)
    game = Game(referee, rules, seed)
    while game.state.turn is not None:
        game.do(random.choice(list(legal_actions(game.view(game.state.turn)))))
    return game


@under_every_option
def test_the_states_lead_from_the_state_before_to_the_state_after(rules: Options) -> None:
    """Each event finds in its state what it tells, and nobody is to act on the way."""
    game = played_out(rules.label, rules)
    kinds = set()
    for number in range(len(game.actions)):
        before, events, after = game.step(number)
        assert len(events.states) == len(events)
        assert events.states[-1] == after
        scores = before.scores
        for event, state in zip(events, events.states, strict=True):
            kinds.add(event.kind)
            assert set(cards_in(state)) == set(PACK52)
            assert state.turn is None or state == after
            if event.kind == "play":
                assert state.plays[-1] == (event.seat, event.cards[0])
                assert state.total == event.total
            if event.kind == "hand" and event.seat is not None:
                assert state.hands[event.seat] == event.cards
            if event.kind == "starter":
                assert state.starter == event.cards[0]
            if event.kind == "game":
                assert state.phase == "over"
                assert len(state.results) == len(before.results) + 1
            if event.points and event.seat is not None and before.phase != "muggins":
                side = event.seat % rules.sides
                assert state.scores[side] == min(scores[side] + event.points, rules.target)
            scores = state.scores
    assert {"cut", "dealer", "deal", "hand", "lay", "starter", "play", "count", "lead", "game"} <= kinds


@pytest.mark.parametrize("counting", ["automatic", "by_hand"])
def test_moments_end_in_the_referees_view_and_tell_each_event_once(counting: str) -> None:
    game = played_out(
        5, options(counting=counting, muggins="on" if counting == "by_hand" else "off", target=61)
    )
    for number in range(len(game.actions)):
        before, events, after = game.step(number)
        for seat in (0, 1):
            made = moments(before, events, seat)
            assert made[-1].view == view(after, seat)
            once = [moment for moment in made if moment.line in (None, 0)]
            told_events = [event for moment in once for event in moment.events]
            seen = [event for event in events if event.seats is None or seat in event.seats]
            assert sorted(map(str, told_events)) == sorted(map(str, seen))
            for moment in made:
                caption = told(moment)
                assert caption is not None
                assert caption.text


def test_a_count_is_told_line_by_line_and_waits_at_its_end() -> None:
    game = played_out(5, options())
    seen = [
        moment
        for number in range(len(game.actions))
        for moment in moments(game.step(number)[0], game.step(number)[1], 0)
        if moment.line is not None
    ]
    assert len(seen) > 20
    for moment in seen:
        count = counted(moment)
        assert count is not None
        assert count.hand == moment.events[0].cards
        assert moment.hold == (moment.line == len(count.lines))
        if moment.hold:
            assert str(count.total) in moment.events[0].text or count.spoken in moment.events[0].text


def test_players_say_what_players_say() -> None:
    state = referee.position(hands=["5S 5D", "TD 4C"], turn=1, dealer=0)
    said = []
    for action in ("play TD", "play 5S"):
        step = Game(referee, state=state).do(action)
        said.append(spoken(step.events[0]))
        state = step.state
    assert said == ["ten", "fifteen for two"]
    step = Game(referee, state=referee.position(hands=["AS", "AD 9C"], turn=1, total=30)).do("play AD")
    assert spoken(step.events[0]) == "thirty-one for two"
    step = Game(referee, state=referee.position(hands=["KS", "QD 9C"], turn=1, total=25)).do("go")
    assert [spoken(event) for event in step.events][:1] == ["go"]


@pytest.mark.parametrize("counting", ["automatic", "by_hand"])
def test_the_peg_moves_with_the_count(counting: str) -> None:
    game = played_out(5, options(counting=counting))
    for number in range(len(game.actions)):
        before, events, _ = game.step(number)
        made = moments(before, events, 0)
        for was, moment in pairwise([Moment(view(before, 0)), *made]):
            if moment.line is None:
                continue
            event = moment.events[0]
            side = event.seat or 0
            told = event.items[moment.line - 1].points if moment.line else 0
            moved = moment.view.scores[side] - was.view.scores[side]
            if counting == "automatic" and moment.view.scores[side] < game.options.target:
                assert moved == told
            assert 0 <= moved <= told
            assert (board(moment.view, moment).moved is None) == (not moment.line or not event.points)


def test_what_a_claim_pegged_is_not_pegged_again_by_the_count() -> None:
    game = played_out(5, options(counting="by_hand", muggins="on"))
    for number in range(len(game.actions)):
        before, events, after = game.step(number)
        made = moments(before, events, 0)
        if before.phase == "muggins":
            assert {moment.view.scores for moment in made if moment.line is not None} <= {after.scores}
