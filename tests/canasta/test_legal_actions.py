"""The legal actions of any hand: the ways out against an exhaustive search, and how few they are."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.canasta import Options, State, View, position
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import ASK, Action, Part
from cardlab.canasta.rules.going_out import way_out, ways_out
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.legal_actions import MOST_FIRST, MOST_OUT, legal_actions
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import NATURAL, RED_THREE, Meld, keyed_melds
from cardlab.cards import PACK108, Card, Rank
from tests.canasta.rule_sets import CLASSIC, RULE_SETS, THREE, any_rules
from tests.canasta.tables import all_cards, every_lay, play, shape, small_table

# ---------------------------------------------------------------- the ways out


def kind(part: Part) -> tuple[object, ...]:
    """A part with suits left out: the meld that it joins (or a new one), and its cards by rank."""
    return (part.rank or 0, part.nth, tuple(sorted(int(card.rank) for card in part.cards)))


def kinds(action: Action) -> tuple[object, ...]:
    return tuple(sorted(map(kind, action.parts)))


def exhausted(view: View) -> list[tuple[object, ...]]:
    """Every way out, found by trying every way to lay cards down."""
    found = set()
    for parts in every_lay(view, Holding.of(view.hand), not view.options.one_meld_per_rank):
        if sum(len(part.cards) for part in parts) < len(view.hand) - 1:
            continue
        action = Action("meld", parts=parts)
        judged = verdict(view, action)
        if not judged.refusals and judged.table is not None and goes_out(view, judged.table):
            found.add(kinds(action))
    return sorted(found)


def goes_out(view: View, table: Any) -> bool:
    """Whether the turn ends the deal after this: nothing is left, or a card that may be discarded."""
    full = sum(len(meld.cards) >= view.options.canasta_size for meld in table.melds)
    last = 0 if view.turn.closing else 1
    return len(table.hand) <= last and full >= view.options.canastas_to_go_out


def same_ways(state: State | None) -> bool:
    """Compares the ways out of a table with the exhaustive search; gives whether there are any."""
    if state is None or state.phase != "play":
        return False
    view = referee.view(state, 0)
    found = [kinds(action) for action in ways_out(view)]
    assert sorted(found) == exhausted(view)
    first = way_out(view)
    assert (first and kinds(first)) == (found[0] if found else None)
    return bool(found)


def test_the_ways_out_under_every_option() -> None:
    random = Random(31)
    assert sum(same_ways(small_table(random, rules)) for rules in [*RULE_SETS.values()] * 4) > 25


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), any_rules)
def test_the_ways_out_under_any_rules(random: Random, rules: Options) -> None:
    same_ways(small_table(random, rules))


EIGHTS = "8S 8S 8H 8H 8D 8D 8C"


@pytest.mark.parametrize("ratio", ["two_naturals_per_wild", "min_two_naturals"])
@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("AS AH AD AC AS AH 2D JR", [EIGHTS]),
        ("AS AH AD AC AS AH 2D 2C", [EIGHTS, "4S 4H 4D", "4C 4C 2S"]),
        ("AS AH AD AC 4S 4H 2D JR", [EIGHTS, "4S 4C 4D"]),
        ("4S 4S 4H 4H 4D 4D 4C", [EIGHTS]),
        ("4S 4S 4H 4H", ["8S 8S 8H 8H 8D 8D", "8C 8C 2D", "4D 4D 4C"]),
    ],
)
def test_the_ways_out_with_several_melds_of_a_rank(hand: str, melds: list[str], ratio: str) -> None:
    rules = CLASSIC._replace(one_meld_per_rank=False, wild_ratio=ratio)
    state = position(options=rules, hands=[hand], melds=[melds], phase="play", pile="TC")
    assert same_ways(state)


def test_the_larger_of_two_melds_of_a_rank_can_become_the_canasta() -> None:
    rules = CLASSIC._replace(one_meld_per_rank=False)
    melds = ["KS KH KD KC KS KH", "KC KD 2D"]
    state = position(options=rules, hands=["2C 4C"], melds=[melds], phase="play", pile="TC")
    assert "+K 2C" in str(way_out(referee.view(state, 0)))


# ---------------------------------------------------------------- however many cards


RULES_OF_MANY = {
    "classic": CLASSIC,
    "several": CLASSIC._replace(one_meld_per_rank=False),
    "loose": CLASSIC._replace(
        one_meld_per_rank=False, wilds_after_canasta="unlimited", black_three_meld_wilds=True
    ),
}


def tables_of(number: int, rules: Options) -> Iterator[State]:
    """Tables at which a hand holds so many cards, in both phases, before and after the side's first meld."""
    random = Random(number)
    for melded in (0, 2):
        pack = [card for card in PACK108 if not RED_THREE[card]]
        random.shuffle(pack)
        pack.append(pack.pop(next(place for place, card in enumerate(pack) if NATURAL[card])))
        hand, rest = pack[:number], pack[number:-1]
        table = [[card for card in rest if card.rank is rank] for rank in (Rank.KING, Rank.SEVEN)[:melded]]
        for phase in ("draw", "play"):
            yield position(
                options=rules,
                hands=[hand],
                melds=[[cards for cards in table if len(cards) > 2]],
                phase=phase,
                pile=pack[-1:],
                scores=(3000, 0),
            )


@pytest.mark.parametrize("rules", RULES_OF_MANY.values(), ids=list(RULES_OF_MANY))
@pytest.mark.parametrize("number", [30, 59, pytest.param(103, marks=pytest.mark.thorough)])
def test_no_hand_has_many_legal_actions(number: int, rules: Options) -> None:
    """Also not after a yes, when everything is laid down at once."""
    for state in tables_of(number, rules):
        view = referee.view(state, 0)
        listed = list(legal_actions(view))
        assert 0 < len(set(listed)) == len(listed) <= MOST_FIRST + 16 * MOST_OUT
        if not verdict(view, ASK).refusals:
            asked = referee.apply(state, ASK).state
            bound = referee.view(referee.apply(asked, Action("answer", yes=True)).state, 0)
            listed = list(legal_actions(bound))
            assert 0 < len(listed) <= 15 * MOST_OUT
            assert all(not verdict(bound, action).refusals for action in listed[::50])


def calls(work: Callable[[], object]) -> int:
    """How many functions of Python are called by some work."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("ranks", [4, 5, 6])
def test_a_hand_that_cannot_go_out_is_soon_seen(ranks: int) -> None:
    """Eight cards of a rank can be shared out in many ways; two wild cards do not mend three pairs."""
    rules = CLASSIC._replace(one_meld_per_rank=False)
    many: list[Card] = [card for card in PACK108 if card.rank in list(Rank)[3 : 3 + ranks]]
    pairs = [card for card in PACK108[::4] if card.rank in (Rank.QUEEN, Rank.JACK, Rank.ACE, Rank.TWO)]
    state = position(options=rules, hands=[[*many, *pairs]], phase="play", pile="KC")
    view = referee.view(state, 0)
    way_out(view)
    assert calls(lambda: way_out(view)) < 1000
    assert [refusal.rule for refusal in referee.check(view, ASK)] == ["CAN-OUT-07"]


# ---------------------------------------------------------------- what check accepts is reached


def some_lay(view: View, random: Random) -> tuple[Part, ...]:
    """Parts that a bold player might lay at once: to any melds, and new ones, in any order."""
    holding = Holding.of(view.hand)
    wild = [*holding.deuces, *holding.jokers]
    random.shuffle(wild)
    parts = []
    left = dict(holding.naturals)

    def lay(rank: int, least: int, meld: Rank | None, nth: int) -> None:
        cards = left.get(rank, ())
        number = random.randint(min(least, len(cards)), len(cards))
        wilds = [wild.pop() for _ in range(random.choice([0, 0, 1, 2])) if wild]
        left[rank] = cards[number:]
        if number or wilds:
            parts.append(Part((*cards[:number], *wilds), meld, nth))

    for meld, nth in keyed_melds(view.own_melds):
        if random.random() < 0.5:
            lay(int(meld.rank), 0, meld.rank, nth)
    for rank in holding.naturals:
        while len(left[rank]) > 1 and random.random() < 0.6:
            lay(rank, 2, None, 1)
    random.shuffle(parts)
    return tuple(parts)


def some_action(view: View, random: Random) -> Action:
    """An action that `check` may accept, though `legal_actions` need not list it."""
    parts = some_lay(view, random)
    top = view.top
    if view.phase == "play" or top is None:
        return Action("meld", parts=parts)
    own = [card for card in view.hand if card.rank is top.rank]
    held = Counter(view.hand)
    if random.random() < 0.4:
        return Action(
            "take", (), parts if random.random() < 0.5 else (), (top.rank, random.choice([1, 1, 2]))
        )
    cards = tuple(own[: random.choice([2, 2, 3])])
    spare = tuple(part for part in parts if part.rank is not None or part.cards[0].rank is not top.rank)
    action = Action("take", cards, spare if random.random() < 0.5 else ())
    spent = Counter([*cards, *[card for part in action.parts for card in part.cards]])
    return action if not spent - held else action._replace(parts=())


def reached(state: State, action: Action) -> bool:
    """Whether listed actions, one after another, lead to where `action` leads, suits aside."""
    seat, side = state.turn.seat, state.side_of[state.turn.seat]
    goal = referee.apply(state, action).state
    wanted = shape(goal, side, seat)
    room = laid_cards(goal.melds[side])
    waiting, seen = [state], set()
    while waiting:
        here = waiting.pop()
        for listed in legal_actions(referee.view(here, seat)):
            if listed.kind != "meld" and listed.kind != action.kind:
                continue
            after = referee.apply(here, listed).state
            if laid_cards(after.melds[side]) - room:
                continue
            now = shape(after, side, seat)
            if now == wanted:
                return True
            if now not in seen and after.turn.number == state.turn.number and after.results == state.results:
                seen.add(now)
                waiting.append(after)
    return False


def laid_cards(melds: tuple[Meld, ...]) -> Counter[tuple[int, int]]:
    """The cards of a side's melds, by the rank of the meld and their own."""
    return Counter((int(meld.rank), int(card.rank)) for meld in melds for card in meld.cards)


@pytest.mark.parametrize("part", range(4))
def test_whatever_check_accepts_is_reached(part: int) -> None:
    random = Random(part)
    tried = whole = 0
    for number, rules in list(enumerate(RULE_SETS.values()))[part::4]:
        for state in play(rules, 400 + number):
            if state.phase not in ("draw", "play"):
                continue
            view = referee.view(state, state.turn.seat)
            for _ in range(3):
                action = some_action(view, random)
                if not verdict(view, action).refusals:
                    tried += 1
                    whole += len(action.parts) > 1
                    assert reached(state, action), (action, view)
                    break
    assert tried > 300
    assert whole > 20


def test_either_of_two_melds_of_a_rank_can_be_added_to() -> None:
    """Two partners of three may bring a meld of the same rank each; both stay side by side."""
    melds = ["AS AH 2D 2C", "AC AS 2S JR"]
    state = position(options=THREE, hands=["AD 4C 5C"], melds=[melds], solo_seat=2, phase="play", pile="TC")
    view = referee.view(state, 0)
    listed = [str(action) for action in legal_actions(view)]
    assert [text for text in listed if "+A" in text] == ["meld +A AD", "meld +A#2 AD"]


def test_two_melds_of_a_rank_reach_the_minimum_together() -> None:
    rules = CLASSIC._replace(one_meld_per_rank=False)
    state = position(options=rules, hands=["KS KS KH KD KC KC 4C 5C"], phase="play", pile="TC")
    listed = [kinds(action) for action in legal_actions(referee.view(state, 0)) if action.kind == "meld"]
    three = (0, 1, (13,) * 3)
    assert (three, three) in listed
    assert len(set(listed)) == len(listed)


def test_the_last_take_may_leave_the_top_cards_equal() -> None:
    """With black threes the melds reach the minimum; a card equal to the top card stays in the hand."""
    hand = "4C 4C 4D 4D 4H 4H 4S 3S 3S 3C"
    state = position(options=CLASSIC, hands=[hand], pile="4S", scores=(0, 0))
    view = referee.view(state, 0)
    takes = [action for action in legal_actions(view) if action.kind == "take"]
    assert {len(action.cards) for action in takes} == {6, 7}
    for action in takes:
        assert len(all_cards(referee.apply(state, action).state)) == 108
