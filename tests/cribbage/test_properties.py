"""What holds in every game: cards, scores, legality, undo, records, hidden cards, sums."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.cards import PACK52, Card
from cardlab.cribbage import Options, check, count, imagine, legal_actions, options, view
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import CLAIMS, CUTS, GO, HEELS, MUGGINS, PASS, PLAYS, STOP, Action
from cardlab.cribbage.rules.score_lookup import total
from cardlab.cribbage.rules.state import State, View
from cardlab.game import OPEN, Game
from tests.cribbage.packs import cards_in
from tests.cribbage.rule_sets import PAIRWISE, any_rules, under_every_option


def pick(random: Random, actions: list[Action]) -> Action:
    """Any action, but low claims seldom, so that games end."""
    if actions[0].kind == "claim" and random.random() < 0.8:
        return actions[int(random.random() * 12) + 4]
    return actions[int(random.random() * len(actions))]


def walk(rules: Options, limit: int = 250) -> Iterator[tuple[State, Action, State]]:
    """A game of random legal play: state, action, next state."""
    random = Random(rules.label)
    state = referee.start(rules, rules.label)
    for _ in range(limit):
        if state.turn is None:
            return
        actions = list(legal_actions(view(state, state.turn)))
        action = pick(random, actions)
        new = referee.apply(state, action).state
        yield state, action, new
        state = new


@under_every_option
def test_the_52_cards_are_always_accounted_for(rules: Options) -> None:
    for _, _, state in walk(rules):
        cards = cards_in(state)
        assert len(cards) == 52
        assert set(cards) == set(PACK52)


@under_every_option
def test_scores_never_fall_nor_pass_the_target_nor_the_count_31(rules: Options) -> None:
    for before, _, after in walk(rules):
        assert after.total <= 31
        assert max(after.scores) <= rules.target
        if len(after.results) == len(before.results):
            assert all(new >= old for new, old in zip(after.scores, before.scores, strict=True))
            assert all(rear <= front for rear, front in zip(after.rear_pegs, after.scores, strict=True))


ALL_ACTIONS = [*CUTS, *PLAYS, *CLAIMS, *MUGGINS, GO, STOP, HEELS, PASS, Action("claim", number=31)]


@under_every_option
def test_legal_actions_are_what_check_accepts_and_never_none(rules: Options) -> None:
    for state, _, _ in walk(rules, limit=25):
        assert state.turn is not None
        for seat in range(rules.players):
            seen = view(state, seat)
            legal = list(legal_actions(seen))
            assert bool(legal) == (seat == state.turn)
            assert len(set(legal)) == len(legal)
            single = {action for action in ALL_ACTIONS if not check(seen, action)}
            assert single == {action for action in legal if action.kind != "lay"}
            if state.phase == "lay":
                held = state.hands[state.turn]
                lays = {Action("lay", (one, two)) for one in held for two in held}
                lays |= {Action("lay", (one,)) for one in held}
                accepted = {tuple(sorted(action.cards)) for action in lays if not check(seen, action)}
                assert accepted == {action.cards for action in legal}


@under_every_option
@pytest.mark.parametrize("length", [1, 120])
def test_undo_after_any_prefix_gives_the_same_state(rules: Options, length: int) -> None:
    game = Game(referee, rules, rules.label)
    states = [game.state]
    for _, action, _ in walk(rules, limit=length):
        game.do(action)
        states.append(game.state)
    end, events = game.state, game.events
    for state in reversed(states[:-1]):
        assert game.undo()
        assert game.state == state
    assert not game.undo()
    while game.redo():
        pass
    assert (game.state, game.events) == (end, events)


@under_every_option
@pytest.mark.parametrize("length", [1, 200])
def test_a_record_replays_to_the_same_game(rules: Options, length: int) -> None:
    game = Game(referee, rules, rules.label)
    for _, action, _ in walk(rules, limit=length):
        game.do(action)
    text = game.record()
    again = Game.from_record(text)
    assert again.record() == text
    assert again.actions == game.actions
    assert again.events == game.events
    assert again.state == game.state


def cards_of(value: object) -> Iterator[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from cards_of(part)


def may_know(state: State, seat: int) -> set[Card]:
    """The cards a seat has seen in this deal: its own, those played, the starter, the crib when open."""
    known = {*state.hands[seat], *state.laid[seat], *(card for _, card in state.plays)}
    known |= {card for card in (*state.cuts, state.starter) if card is not None}
    return known | (set(state.crib) if state.shown == state.options.players else set())


@under_every_option
def test_no_view_holds_a_hidden_card(rules: Options) -> None:
    for state, _, _ in walk(rules, limit=80):
        for seat in range(rules.players):
            seen = view(state, seat)
            assert set(cards_of(tuple(seen))) == may_know(state, seat)
            assert not hasattr(seen, "seed")
            assert not hasattr(seen, "pack")


@under_every_option
def test_no_event_tells_a_seat_what_it_may_not_know(rules: Options) -> None:
    """What an event shows to a seat, the seat knew before, or knows after, or lay open in between."""
    for before, action, after in walk(rules, limit=100):
        for event in referee.apply(before, action).events:
            shown = {*event.cards, *(card for item in event.items for card in item.cards)}
            for seat in range(rules.players) if event.seats is None else event.seats:
                known = may_know(before, seat) | may_know(after, seat) | {*action.cards}
                if action.kind == "cut":  # the card cut, even if it goes back into the pack
                    known |= set(before.pack[action.number - 1 : action.number + 1])
                if event.kind in ("count", "judged"):  # hands and crib are laid open to be counted
                    known |= set(PACK52) - set(before.pack)
                assert shown <= known
            if event.seats is None and event.kind in ("lay", "deal"):
                assert not any(card.short in event.text for card in PACK52)


@under_every_option
def test_what_a_seat_imagines_fits_what_it_knows(rules: Options) -> None:
    for state, _, _ in walk(rules, limit=25):
        for seat in range(rules.players):
            seen = view(state, seat)
            imagined = imagine(seen, Random(seat))
            assert view(imagined, seat) == seen
            assert sorted(cards_in(imagined)) == list(PACK52)
            assert [len(laid) for laid in imagined.laid] == [len(laid) for laid in state.laid]
            if imagined.turn is not None:
                action = next(legal_actions(view(imagined, imagined.turn)))
                referee.apply(imagined, action)


def test_a_view_ends_with_all_that_lies_open_as_the_state_has_it() -> None:
    public = State._fields[State._fields.index("options") :]
    assert View._fields[-len(public) :] == public
    hidden = {"seed", "packs", "results", "pack"}
    assert not hidden & set(View._fields)


def test_the_open_view_shows_all() -> None:
    for state, _, _ in walk(options(), limit=40):
        seen = view(state, OPEN)
        assert seen.hands == state.hands
        assert seen.crib == state.crib
        assert list(legal_actions(seen)) == list(legal_actions(view(state, state.turn or 0)))


@given(st.lists(st.sampled_from(PACK52), min_size=5, max_size=5, unique=True), st.booleans())
def test_the_itemised_total_is_that_of_the_table(cards: list[Card], crib: bool) -> None:
    four, starter = tuple(sorted(cards[:4])), cards[4]
    for rules in PAIRWISE:
        counted = count(four, starter, crib, rules)
        assert (
            counted.total == sum(item.points for item in counted.items) == total(four, starter, crib, rules)
        )


@under_every_option
def test_the_points_of_events_are_the_score(rules: Options) -> None:
    """Nothing is pegged without an event and its items."""
    scores = [0] * rules.sides
    for before, action, after in walk(rules):
        for event in referee.apply(before, action).events:
            pays = sum(item.points for item in event.items)
            assert 0 <= event.points <= pays
            assert event.points == pays or event.kind in ("count", "judged")  # claims may miss points
            if event.kind in ("go_pegged", "last_card"):
                assert sum(map(int, re.findall(r"\d+", event.text))) == event.points, event.text
            if event.points and event.seat is not None:
                side = event.seat % rules.sides
                scores[side] = min(scores[side] + event.points, rules.target)
            if event.kind == "game" and after.turn is not None:
                assert max(scores) == rules.target
                scores = [0] * rules.sides
        if after.phase != "muggins":  # then a claim has been pegged that is told when it is judged
            assert tuple(scores) == after.scores


def play_random(actions: int, seed: int) -> int:
    """Plays random games under random options until so many actions are taken; the number of games.

    How many that are depends on the options drawn, and they change whenever an option is added.
    """
    random = Random(seed)
    games = 0
    while actions > 0:
        state = referee.start(any_rules(random), random.random())  # type: ignore[arg-type]
        while state.turn is not None and actions > 0:
            legal = list(legal_actions(view(state, state.turn)))
            state, events = referee.apply(state, pick(random, legal))
            actions -= 1
            if random.random() < 0.02:
                assert len(set(cards_in(state))) == 52
                assert all(event.text and event.rules for event in events)
        games += state.turn is None
    return games


def test_some_thousand_random_actions() -> None:
    assert play_random(6_000, seed=1) > 0


@pytest.mark.slow
def test_a_million_random_actions() -> None:
    assert play_random(1_000_000, seed=2) > 1_000
