"""What must hold after every action of every deal, and the laws of the legal actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.canasta import Options, State, View
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.melds import RED_THREE, meld_faults
from cardlab.cards import CARDS, Card, Rank
from cardlab.errors import IllegalActionError
from cardlab.game import OPEN, Event
from tests.canasta.rule_sets import RULE_SETS, any_rules
from tests.canasta.tables import (
    ALL,
    COURSE,
    PACK,
    all_cards,
    anybody,
    do,
    ends,
    every_action,
    near_random,
    play,
    small_table,
)
from tests.shares import third_daily


def hold(before: State | None, state: State) -> None:
    """Checks what must hold of a state, and of the step that led to it."""
    options = state.options
    assert all_cards(state) == PACK
    if options.red_three_dealt_when == "after_deal":
        assert not any(RED_THREE[card] for hand in state.hands for card in hand)
    for side in state.melds:
        for meld in side:
            assert bool(meld.canasta) == (len(meld.cards) >= options.canasta_size)
            if options.wilds_after_canasta == "max3" or len(meld.cards) <= options.canasta_size:
                assert not meld_faults(meld.rank, meld.naturals, meld.wilds, options)
        if options.one_meld_per_rank and options.players != 3:
            assert len({int(meld.rank) for meld in side}) == len(side)
    for seat, known in enumerate(state.known):
        assert not Counter(known) - Counter(state.hands[seat])
    for result in state.results:
        for sheet in result.sheets:
            assert sheet.total == sum(item.points for item in sheet.items) == sum(sheet.categories.values())
    if state.results and before is not None and state.results != before.results:
        result = state.results[-1]
        assert result.totals == tuple(
            score + sheet.total for score, sheet in zip(before.scores, result.sheets, strict=True)
        )
        if result.seat is not None:
            own = state.melds[state.side_of[result.seat]]
            full = [meld for meld in own if len(meld.cards) >= options.canasta_size]
            assert len(full) >= options.canastas_to_go_out
            assert state.hands[result.seat] == ()
    if before is not None and before.phase == "draw" and before.frozen and not state.frozen:
        assert (state.turn.drew, state.pile) == ("pile", ())  # only taking ends a freeze
    elif before is not None and before.phase in ("play", "answer"):
        assert set(before.frozen) <= set(state.frozen)
    if state.phase != "over":
        seat = referee.to_act(state)
        assert seat is not None
        assert next(iter(referee.legal_actions(referee.view(state, seat))), None) is not None


def held(options: Options, seed: int, player: Any, deals: int = 1) -> None:
    """Plays, and checks every state."""
    before = None
    for state in play(options, seed, player, deals):
        hold(before, state)
        before = state


@pytest.mark.parametrize("name", third_daily(RULE_SETS))
def test_a_deal_under_every_option(name: str) -> None:
    held(RULE_SETS[name], 1, near_random)


@pytest.mark.parametrize("player", [near_random, anybody])
@pytest.mark.parametrize("name", third_daily(ALL))
def test_a_few_deals_of_every_kind(name: str, player: Any) -> None:
    for seed in range(2):
        held(ALL[name], seed, player, deals=2)


@settings(max_examples=15, deadline=None)
@given(st.integers(min_value=0), any_rules)
def test_any_deal_under_any_rules(seed: int, options: Options) -> None:
    held(options, seed, near_random)


def test_a_whole_match_ends() -> None:
    for number, options in enumerate(ALL.values()):
        *_, last = play(options, number, deals=200)
        outcome = referee.outcome(last)
        assert outcome is not None
        assert outcome.winner is not None
        assert max(last.scores) >= options.target
        assert last.scores[outcome.winner] == max(last.scores)


# ---------------------------------------------------------------- hidden cards


def plain(value: object) -> Iterator[Card]:
    """Every card anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from plain(item)


def swapped(state: State, seat: int, random: Random) -> State:
    """The same table with all that `seat` cannot see dealt in another way."""
    return referee.imagine(referee.view(state, seat), random)


@pytest.mark.parametrize("name", list(ALL))
def test_a_view_holds_nothing_hidden(name: str) -> None:
    """Whatever the others hold, and whatever is to come, the view is the same."""
    random = Random(3)
    for count, state in enumerate(play(ALL[name], 21, deals=2)):
        if count % 4:
            continue
        for seat in range(state.options.players):
            view = referee.view(state, seat)
            other = swapped(state, seat, random)
            assert referee.view(other, seat) == view
            if state.phase != "pick" and any(state.hands):
                assert all_cards(other) == PACK
            visible = [*view.hand, *view.pile]
            for cards in (
                *view.red_threes,
                *view.known,
                *[meld.cards for side in view.melds for meld in side],
            ):
                visible += cards
            if view.shown is None and view.draw is None and not view.results:
                assert not Counter(plain(view)) - Counter(visible * 9)


@pytest.mark.parametrize("name", list(ALL))
def test_events_show_cards_only_to_those_who_may_see_them(name: str) -> None:
    random = Random(9)
    options = ALL[name]
    state = referee.start(options, 33)
    while not state.results:
        seat = referee.to_act(state)
        assert seat is not None
        step = referee.apply(state, near_random(referee.view(state, seat), random))
        after: State = step.state
        for event in step.events:
            for other in range(options.players):
                if event.seats is None or other in event.seats:
                    _seen(event, other, state, after)
        state = after


def _seen(event: Event, seat: int, before: State, after: State) -> None:
    """Every card in an event that `seat` sees lies open, was open, or is the seat's own."""
    if before.phase == "pick" or after.results:
        return
    open_cards = Counter([*after.pile, *before.pile, *after.hands[seat], *before.hands[seat]])
    for cards in (*after.red_threes, *[meld.cards for side in after.melds for meld in side]):
        open_cards += Counter(cards)
    assert not Counter(event.cards) - open_cards, event


def test_the_open_view_shows_all_hands() -> None:
    state = do(referee.start(COURSE, 1), "cut 40")
    assert referee.view(state, OPEN).shown == state.hands
    assert referee.view(state, OPEN).hand == state.hands[0]
    assert referee.view(state, 1).shown is None


@given(st.integers(min_value=0, max_value=10**6), any_rules)
@settings(max_examples=10, deadline=None)
def test_what_is_imagined_can_be_played_to_the_end(seed: int, options: Options) -> None:
    random = Random(seed)
    states = list(play(options, seed % 100))
    state = states[len(states) // 2]
    seat = referee.to_act(state)
    assert seat is not None
    imagined = referee.imagine(referee.view(state, seat), random)
    assert referee.imagine(referee.view(state, seat), Random(seed)) == referee.imagine(
        referee.view(state, seat), Random(seed)
    )
    while len(imagined.results) == len(state.results):
        view = referee.view(imagined, referee.to_act(imagined))  # type: ignore[arg-type]
        imagined = referee.apply(imagined, near_random(view, random)).state
    assert all_cards(imagined) == PACK


# ---------------------------------------------------------------- the laws of the legal actions


def test_the_legal_actions_reach_every_end_of_the_turn_that_check_allows() -> None:
    random = Random(2024)
    searched = 0
    for options in [*RULE_SETS.values()] * 3:
        state = small_table(random, options)
        if state is not None:
            searched += 1
            assert ends(state, referee.legal_actions) == ends(state, every_action), referee.view(state, 0)
    assert searched > 200


def test_every_legal_action_is_sound_and_listed_once() -> None:
    for number, options in enumerate(RULE_SETS.values()):
        for state in play(options, 100 + number):
            if state.phase in ("draw", "play", "answer"):
                view = referee.view(state, referee.to_act(state))  # type: ignore[arg-type]
                listed = list(referee.legal_actions(view))
                assert len(set(listed)) == len(listed)
                for action in listed:
                    assert referee.check(view, action) == []


def other_suits(view: View, action: Action, random: Random) -> Action:
    """The same action with cards of the same ranks from the hand."""
    hand = list(view.hand)
    random.shuffle(hand)

    def another(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        drawn = []
        for card in cards:
            other = next(mine for mine in hand if mine.rank is card.rank)
            hand.remove(other)
            drawn.append(other)
        return tuple(drawn)

    cards = another(action.cards)
    return action._replace(
        cards=cards, parts=tuple(part._replace(cards=another(part.cards)) for part in action.parts)
    )


def test_suits_inside_melds_never_change_a_verdict() -> None:
    random = Random(4)
    for number, options in enumerate(RULE_SETS.values()):
        for state in play(options, 200 + number):
            if state.phase not in ("draw", "play"):
                continue
            view = referee.view(state, referee.to_act(state))  # type: ignore[arg-type]
            for action in referee.legal_actions(view):
                if action.kind in ("meld", "take"):
                    assert referee.check(view, other_suits(view, action, random)) == []


def test_only_the_seat_in_turn_may_act() -> None:
    for state in play(COURSE, 5):
        seat = referee.to_act(state)
        for other in range(4):
            if other != seat:
                view = referee.view(state, other)
                assert list(referee.legal_actions(view)) == []
                refusal = referee.check(view, referee.read_action("draw"))[0]
                assert refusal.rule == "CAN-TURN-04"


# ---------------------------------------------------------------- near misses


def near_miss(view: View, action: Action, random: Random) -> Action:
    """An action that is nearly `action`."""
    parts = list(action.parts)
    what = random.randrange(8)
    if what == 0 or not parts:
        return action._replace(cards=mutated(view, action.cards, random))
    at = random.randrange(len(parts))
    if what < 4:
        parts[at] = parts[at]._replace(cards=mutated(view, parts[at].cards, random))
    elif what == 4:
        parts.append(parts[at])
    elif what == 5:
        parts[at] = parts[at]._replace(rank=random.choice([None, *list(Rank)[:13]]))
    elif what == 6:
        parts.append(Part(tuple(random.sample(view.hand, min(3, len(view.hand))))))
    else:
        parts[at] = parts[at]._replace(nth=2)
    kind = action.kind if random.random() < 0.9 else random.choice(["meld", "take", "discard", "ask"])
    return action._replace(kind=kind, parts=tuple(parts))  # type: ignore[arg-type]


def mutated(view: View, cards: tuple[Card, ...], random: Random) -> tuple[Card, ...]:
    changed = list(cards)
    if changed and random.random() < 0.6:
        changed.pop(random.randrange(len(changed)))
    if random.random() < 0.7:
        changed.append(random.choice(view.hand if random.random() < 0.7 else CARDS))
    return tuple(changed)


def tempt(state: State, random: Random, tries: int) -> int:
    """Tries near misses of the legal actions; gives how many there were."""
    seat = referee.to_act(state)
    if state.phase not in ("draw", "play", "answer") or seat is None:
        return 0
    view = referee.view(state, seat)
    listed = list(referee.legal_actions(view))
    for _ in range(tries):
        action = near_miss(view, random.choice(listed), random)
        refused = referee.check(view, action)
        if not refused:
            hold(state, referee.apply(state, action).state)
            continue
        for refusal in refused:
            assert refusal.rule.startswith("CAN-")
            assert refusal.text
            if refusal.instead is not None:
                assert referee.check(view, refusal.instead) == [], (action, refusal)
        with pytest.raises(IllegalActionError) as caught:
            referee.apply(state, action)
        assert list(caught.value.refusals) == refused
    return tries


def test_thousands_of_near_misses() -> None:
    random = Random(77)
    tried = 0
    for number, options in enumerate(RULE_SETS.values()):
        for state in play(options, 300 + number):
            tried += tempt(state, random, 1)
    assert tried > 3000


@pytest.mark.slow
def test_a_million_random_actions() -> None:
    random = Random(1)
    taken = seed = 0
    while taken < 1_000_000:
        for name, options in ALL.items():
            seed += 1
            before = None
            for state in play(options, seed, anybody if seed % 5 == 0 else near_random, deals=3):
                taken += 1
                if taken % 20 == 0:
                    hold(before, state)
                    tempt(state, random, 1)
                else:
                    assert state.phase == "over" or sum(map(len, state.hands)) >= 0, name
                before = state
        assert seed < 100_000
