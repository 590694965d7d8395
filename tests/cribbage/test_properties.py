"""What holds in every game: cards, scores, legality, undo, records, hidden cards, sums."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlab.cards import PACK52, Card
from cardlab.cribbage import Options, check, count, imagine, legal_actions, options, view
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import CLAIMS, CUTS, GO, HEELS, MUGGINS, PASS, PLAYS, STOP, Action
from cardlab.cribbage.rules.score_lookup import total
from cardlab.cribbage.rules.state import State, View
from cardlab.cribbage.rules.transitions import cards_in
from cardlab.game import OPEN, Game

choices = {
    name: st.sampled_from(values)
    for name, values in {
        "players": (2, 3, 4),
        "target": (61, 121),
        "match": (1, 3),
        "counting": ("automatic", "by_hand"),
        "muggins": ("off", "on"),
        "heels_claim": ("automatic", "claimed"),
        "loss_scheme": ("lurch", "skunk", "acc"),
        "cut_leave": ("four_at_end", "four_at_both_ends"),
        "go_continue": ("may", "must"),
        "next_lead": ("go_caller", "left_of_last_player"),
        "go_then_31": ("two_in_all", "one_and_two"),
        "last_card_after_go": ("one_per_count", "separate"),
        "peg_pair_royal": (6, "absent"),
        "flush_hand": ("four_or_five", "five_only"),
    }.items()
}
any_options = st.fixed_dictionaries(choices).map(lambda changes: options("course", **changes))
seeds = st.integers(0, 10**9)
few = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def pick(random: Random, actions: list[Action]) -> Action:
    """Any action, but low claims seldom, so that games end."""
    if actions[0].kind == "claim" and random.random() < 0.8:
        return actions[int(random.random() * 12) + 4]
    return actions[int(random.random() * len(actions))]


def walk(rules: Options, seed: int, limit: int = 250) -> Iterator[tuple[State, Action, State]]:
    """A game of random legal play: state, action, next state."""
    random = Random(seed)
    state = referee.start(rules, seed)
    for _ in range(limit):
        if state.turn is None:
            return
        actions = list(legal_actions(view(state, state.turn)))
        action = pick(random, actions)
        new = referee.apply(state, action).state
        yield state, action, new
        state = new


@few
@given(any_options, seeds)
def test_the_52_cards_are_always_accounted_for(rules: Options, seed: int) -> None:
    for _, _, state in walk(rules, seed):
        cards = cards_in(state)
        assert len(cards) == 52
        assert set(cards) == set(PACK52)


@few
@given(any_options, seeds)
def test_scores_never_fall_nor_pass_the_target_nor_the_count_31(rules: Options, seed: int) -> None:
    for before, _, after in walk(rules, seed):
        assert after.total <= 31
        assert max(after.scores) <= rules.target
        if len(after.results) == len(before.results):
            assert all(new >= old for new, old in zip(after.scores, before.scores, strict=True))
            assert all(rear <= front for rear, front in zip(after.rear_pegs, after.scores, strict=True))


ALL_ACTIONS = [*CUTS, *PLAYS, *CLAIMS, *MUGGINS, GO, STOP, HEELS, PASS, Action("claim", number=31)]


@few
@given(any_options, seeds)
def test_legal_actions_are_what_check_accepts_and_never_none(rules: Options, seed: int) -> None:
    for state, _, _ in walk(rules, seed, limit=25):
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


@few
@given(any_options, seeds, st.integers(1, 120))
def test_undo_after_any_prefix_gives_the_same_state(rules: Options, seed: int, length: int) -> None:
    game = Game(referee, rules, seed)
    states = [game.state]
    for _, action, _ in walk(rules, seed, limit=length):
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


@few
@given(any_options, seeds, st.integers(1, 200))
def test_a_record_replays_to_the_same_game(rules: Options, seed: int, length: int) -> None:
    game = Game(referee, rules, seed)
    for _, action, _ in walk(rules, seed, limit=length):
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


@few
@given(any_options, seeds)
def test_no_view_holds_a_hidden_card(rules: Options, seed: int) -> None:
    for state, _, _ in walk(rules, seed, limit=80):
        for seat in range(rules.players):
            seen = view(state, seat)
            assert set(cards_of(tuple(seen))) == may_know(state, seat)
            assert not hasattr(seen, "seed")
            assert not hasattr(seen, "pack")


@few
@given(any_options, seeds)
def test_no_event_tells_a_seat_what_it_may_not_know(rules: Options, seed: int) -> None:
    """What an event shows to a seat, the seat knew before, or knows after, or lay open in between."""
    for before, action, after in walk(rules, seed, limit=100):
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


@few
@given(any_options, seeds)
def test_what_a_seat_imagines_fits_what_it_knows(rules: Options, seed: int) -> None:
    for state, _, _ in walk(rules, seed, limit=25):
        for seat in range(rules.players):
            seen = view(state, seat)
            imagined = imagine(seen, Random(seed))
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
    for state, _, _ in walk(options(), 3, limit=40):
        seen = view(state, OPEN)
        assert seen.hands == state.hands
        assert seen.crib == state.crib
        assert list(legal_actions(seen)) == list(legal_actions(view(state, state.turn or 0)))


@given(st.lists(st.sampled_from(PACK52), min_size=5, max_size=5, unique=True), st.booleans())
def test_the_itemised_total_is_that_of_the_table(cards: list[Card], crib: bool) -> None:
    four, starter = tuple(sorted(cards[:4])), cards[4]
    for rules in (options(), options(flush_hand="five_only")):
        counted = count(four, starter, crib, rules)
        assert (
            counted.total == sum(item.points for item in counted.items) == total(four, starter, crib, rules)
        )


def test_the_points_of_events_are_the_score() -> None:
    """Nothing is pegged without an event and its items."""
    for seed, rules in enumerate([options(), options("classic", players=3), options(players=4)]):
        game = Game(referee, rules, seed)
        random = Random(seed)
        while game.state.turn is not None:
            game.do(pick(random, list(legal_actions(game.view(game.state.turn)))))
        scores = [0] * rules.sides
        for event in game.events:
            assert event.points in (0, sum(item.points for item in event.items))
            if event.points and event.seat is not None:
                side = event.seat % rules.sides
                scores[side] = min(scores[side] + event.points, rules.target)
        assert tuple(scores) == game.state.scores


def play_random(actions: int, seed: int) -> int:
    """Plays random games under random options until so many actions are taken; the number of games."""
    random = Random(seed)
    games = 0
    while actions > 0:
        changes = {name: random.choice(list(values.elements)) for name, values in choices.items()}  # type: ignore[attr-defined]
        state = referee.start(options("course", **changes), random.random())  # type: ignore[arg-type]
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
    assert play_random(6_000, seed=1) > 3


@pytest.mark.slow
def test_a_million_random_actions() -> None:
    assert play_random(1_000_000, seed=2) > 1_000
