"""What the Canasta tests share: near-random players, counts of cards, and a brute force over a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from cardlab.canasta import Options, State, View, position
from cardlab.canasta.players.simulator import near_random as near_random
from cardlab.canasta.rules import referee as canasta
from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, WILD, Meld
from cardlab.cards import PACK108, Card, Rank
from cardlab.errors import IllegalActionError
from tests.canasta.rule_sets import CLASSIC as CLASSIC
from tests.canasta.rule_sets import COURSE as COURSE
from tests.canasta.rule_sets import COVERING
from tests.canasta.rule_sets import THREE as THREE
from tests.canasta.rule_sets import TWO as TWO

ALL = COVERING


def refusals(state: State, text: str) -> list[str]:
    """The rules that speak against an action, in order; empty when it is legal."""
    view = canasta.view(state, canasta.to_act(state) or 0)
    return [refusal.rule for refusal in canasta.check(view, canasta.read_action(text, view))]


def do(state: State, *texts: str) -> State:
    """The state after some actions, each of them told in words."""
    for text in texts:
        step = canasta.apply(state, canasta.read_action(text))
        assert len(step.events) > 0
        state = step.state
    return state


def events(state: State, text: str) -> dict[str, Any]:
    """The events of an action by their kind (the last of each)."""
    return {event.kind: event for event in canasta.apply(state, canasta.read_action(text)).events}


def all_cards(state: State) -> list[Card]:
    """Every card on the table, wherever it lies, sorted; before a deal, the pack."""
    if state.phase == "pick" and state.draw is not None:
        return sorted(state.draw.fan)
    if not any(state.hands):
        return sorted(state.packs[state.number - 1])
    cards = [*state.stock, *state.pile, *state.aside]
    for hand in (*state.hands, *state.red_threes, *[meld.cards for side in state.melds for meld in side]):
        cards += hand
    return sorted(cards)


PACK = sorted(PACK108)


def anybody(view: View, random: Random) -> Action:
    """A player who does anything that is listed."""
    return random.choice(list(canasta.legal_actions(view)))


def play(options: Options, seed: int, player: Any = near_random, deals: int = 1) -> Iterator[State]:
    """The states of a match, as far as the end of a number of deals."""
    random = Random(f"player {seed}")
    state = canasta.start(options, seed)
    yield state
    while len(state.results) < deals and state.phase != "over":
        view = canasta.view(state, canasta.to_act(state))  # type: ignore[arg-type]
        state = canasta.apply(state, player(view, random)).state
        yield state


# ---------------------------------------------------------------- brute force


def small_table(random: Random, options: Options) -> State | None:
    """A table with a small hand of few ranks, so that a turn can be searched through."""
    ranks = random.sample([Rank.ACE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.NINE, Rank.KING], 4)
    pool = [card for card in PACK108 if card.rank in ranks or BLACK_THREE[card]]
    pool += [card for card in PACK108 if WILD[card] and random.random() < 0.4]
    random.shuffle(pool)
    melds = []
    for rank in ranks[: random.choice([0, 1, 1, 2])]:
        size = random.choice([3, 4, 5, 6, 6, 6, 7])
        cards = [card for card in pool if card.rank is rank][:size]
        if len(cards) >= 3:
            melds.append(cards)
            for card in cards:
                pool.remove(card)
    hand = [pool.pop() for _ in range(random.choice([2, 3, 4, 5, 5, 6]))]
    pile = [card for card in pool if NATURAL[card]][: random.choice([1, 1, 2])]
    phase = random.choice(["draw", "play", "play"])
    known: dict[str, Any] = {"stock": random.choice([0, 20])} if phase == "draw" else {}
    try:
        return position(
            options=options,
            phase=phase,
            hands={0: hand},
            melds={0: melds},
            pile=pile,
            scores=[random.choice([0, -5, 1500]), *[0] * (options.sides - 1)],
            melded=[0] if melds and random.random() < 0.5 else [],
            **known,
        )
    except IllegalActionError:
        return None  # nothing lawful could be done there, so it never comes about


def _shape(meld: Meld) -> tuple[int, ...]:
    kinds = Counter(card.rank for card in meld.cards)
    return (int(meld.rank), len(meld.cards), kinds[Rank.TWO], kinds[Rank.JOKER])


def shape(state: State, side: int, seat: int) -> tuple[Any, ...]:
    """A turn's state with suits left out: hand, melds, pile, what is asked, how it ended."""
    ended = state.results[-1][1:] if state.results else None
    return (
        tuple(sorted(Counter(card.rank for card in state.hands[seat]).items())),
        tuple(sorted(_shape(meld) for meld in state.melds[side])),
        tuple(card.rank for card in state.pile),
        state.turn.seat,
        state.turn.asked,
        len(state.red_threes[seat]),
        None if ended is None else (ended[0].reason, ended[1], ended[2]),
    )


def _picks(number: int) -> range:
    return range(number + 1)


def every_lay(view: View, holding: Holding, twice: bool) -> Iterator[tuple[Part, ...]]:
    """Every way to lay cards as parts, at most one addition a meld and one new meld a rank (or two)."""
    places: list[tuple[int, int | None]] = []
    seen: Counter[int] = Counter()
    for meld in view.own_melds:
        seen[int(meld.rank)] += 1
        places.append((int(meld.rank), seen[int(meld.rank)]))
    for rank in holding.naturals:
        places += [(rank, None)] * (2 if twice and len(holding.naturals[rank]) > 3 else 1)

    def lay(at: int, used: Counter[int], deuces: int, jokers: int) -> Iterator[tuple[Part, ...]]:
        if at == len(places):
            yield ()
            return
        rank, nth = places[at]
        cards = holding.naturals.get(rank, ())
        for number, two, joker in product(
            _picks(len(cards) - used[rank]),
            _picks(len(holding.deuces) - deuces),
            _picks(len(holding.jokers) - jokers),
        ):
            if (
                two + joker > 3
                or (nth is None and 0 < number + two + joker < 3)
                or (nth is None and not number and two + joker)
            ):
                continue
            part = Part(
                (
                    *cards[used[rank] : used[rank] + number],
                    *holding.deuces[deuces : deuces + two],
                    *holding.jokers[jokers : jokers + joker],
                ),
                Rank(rank) if nth is not None else None,
                nth or 1,
            )
            more = Counter(used)
            more[rank] += number
            for rest in lay(at + 1, more, deuces + two, jokers + joker):
                yield ((part, *rest) if part.cards else rest)

    yield from (parts for parts in lay(0, Counter(), 0, 0) if parts)


def every_action(view: View) -> Iterator[Action]:
    """Every action of a turn that could be thought of, lowest suits standing for all; legal or not."""
    holding = Holding.of(view.hand)
    twice = not view.options.one_meld_per_rank
    if view.phase == "play":
        yield from (Action("meld", parts=parts) for parts in every_lay(view, holding, twice))
        yield from (Action("discard", (card,)) for card in dict.fromkeys(view.hand))
        yield from (Action("ask"), Action("end"))
    elif view.phase == "answer":
        yield from (Action("answer", yes=True), Action("answer"))
    elif view.phase == "draw":
        yield from (Action("draw"), Action("end"))
        yield from every_take(view, holding, twice)


def every_take(view: View, holding: Holding, twice: bool) -> Iterator[Action]:
    if not view.pile:
        return
    top = view.pile[-1]
    own = holding.naturals.get(int(top.rank), ()) if top.rank is not Rank.THREE else ()
    starts: list[tuple[tuple[Card, ...], Any]] = [((), (top.rank, nth)) for nth in (1, 2)]
    for number, two, joker in product(
        _picks(len(own)), _picks(len(holding.deuces)), _picks(len(holding.jokers))
    ):
        starts.append(((*own[:number], *holding.deuces[:two], *holding.jokers[:joker]), None))
    for cards, onto in starts:
        left = Counter(view.hand) - Counter(cards)
        rest = Holding.of(tuple(sorted(left.elements())))
        for parts in ((), *every_lay(view, rest, twice)):
            yield Action("take", cards, parts, onto)


def ends(state: State, actions: Any) -> set[tuple[Any, ...]]:
    """All the ends of the turn in progress that `actions` reach, suits left out."""
    seat, side = state.turn.seat, state.side_of[state.turn.seat]
    number, found, seen = state.turn.number, set(), set()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        who = canasta.to_act(here)
        view = canasta.view(here, who if who is not None else 0)
        for action in actions(view):
            if verdict(view, action).refusals:
                continue
            if action.kind == "draw":
                continue  # chance decides what comes: not a matter of this turn's actions
            after = canasta.apply(here, action).state
            key = (after.phase, *shape(after, side, seat), after.turn.unopened, after.turn.joined)
            if after.results != here.results or after.turn.number != number:
                found.add(key[1:-2])
            elif key not in seen:
                seen.add(key)
                waiting.append(after)
    return found
