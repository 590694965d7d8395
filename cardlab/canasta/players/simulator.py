"""Deals between near-random players, for studies: several times as fast as through the referee.

A hand is kept as lists of cards by rank, and changes in place. Turns as most are (a card drawn or the pile
taken, melds laid or added to, a discard) are played so; what is rare or hard goes to the referee, who gets a
whole state and gives one back: the cut, a first meld, red threes, an empty stock, going out, black threes, a
partner who is asked. The players take the very choices of `near_random` from the same chances, so that a test
can compare whole deals with those of the referee, under every option.

>>> state = play_on(referee.start("course", seed=1), Random(1))
>>> state.results[0].outcome.reason, state.results[0].outcome.scores
('went out', (815, 900))
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import DRAW, Action, Part, cut
from cardlab.canasta.rules.legal_actions import legal_actions, melds, takes
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import (
    MOST_WILDS,
    NATURAL,
    RED_THREE,
    VALUES,
    Meld,
    in_order,
    minimum,
    number_faults,
)
from cardlab.canasta.rules.options import COURSE, Options, as_options
from cardlab.canasta.rules.pile import freezes
from cardlab.canasta.rules.state import Freeze, State, Turn, View, changed, column_of, to_act, view
from cardlab.cards import Card, Rank, seed_text
from cardlab.game import GameOutcome

EAGER = 0.7
"""How likely a near-random player takes the pile when it may, and each meld that it may lay."""
_DEUCES, _THREES, _JOKERS = 2, 3, 14
_RANKS = (13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 1)
"""The ranks that make melds, in the order in which the referee lists new ones."""


def near_random(view: View, random: Random) -> Action:
    """A player who takes and melds much of what it may, and discards anything."""
    if view.phase == "cut":
        return cut(1 + int(random.random() * 107))
    if view.phase == "draw":
        ways = list(takes(view))
        if ways and random.random() < EAGER:
            return random.choice(ways)
        return DRAW if view.stock else next(legal_actions(view))
    if view.phase == "play":
        for action in melds(view):
            if random.random() < EAGER:
                return action
        action = Action("discard", (random.choice(view.hand),))
        if not verdict(view, action).refusals:
            return action
    return random.choice(list(legal_actions(view)))


def random_games(games: int, seed: str | int = 0, options: Options | str = COURSE) -> list[GameOutcome]:
    """How so many matches between near-random players end.

    >>> [outcome.winner for outcome in random_games(2, seed=1)]
    [1, 1]
    """
    rules = as_options(options)
    outcomes = []
    for number in range(games):
        own = f"{seed_text(seed)}/{number}"
        outcome = referee.outcome(play_on(referee.start(rules, own), Random(own), deals=None))
        assert outcome is not None
        outcomes.append(outcome)
    return outcomes


def play_on(state: State, random: Random, deals: int | None = 1) -> State:
    """The state after so many more deals, or after the whole match, with a near-random player in each seat.

    Who knows which cards of a hand is not kept track of.
    """
    end = None if deals is None else len(state.results) + deals
    table = _Table(state, random)
    while table.state.phase != "over" and len(table.state.results) != end:
        table.act()
    return table.state


class _Pile(NamedTuple):
    """A way to take the pile: onto the meld in a place, or with cards from the hand (a rank, how many)."""

    place: int | None
    naturals: int
    wild: int | None


class _Part(NamedTuple):
    """Cards for the meld in a place, or for a new one."""

    place: int | None
    rank: int
    naturals: int
    deuces: int
    jokers: int


class _Laid:
    """A meld on the table."""

    __slots__ = ("cards", "rank", "size", "wilds")

    def __init__(self, rank: int, cards: list[Card], wilds: int) -> None:
        self.rank, self.cards, self.wilds = rank, cards, wilds
        self.size = len(cards)

    def add(self, cards: list[Card], wilds: int) -> None:
        self.cards += cards
        self.size += len(cards)
        self.wilds += wilds


class _Table:
    """A deal in progress. Between two actions `state` is true only when `dirty` is not set."""

    def __init__(self, state: State, random: Random) -> None:
        self.random = random
        options = state.options
        self.options = options
        self.single = options.one_meld_per_rank
        self.roomy = options.wilds_after_canasta == "unlimited"
        self.ratio, self.wild_threes = options.wild_ratio, options.black_three_meld_wilds
        self.needed = options.canastas_to_go_out
        self.canasta_size = options.canasta_size
        self.natural_pair = options.pile_before_initial == "natural_pair"
        self.all_of = options.frozen_conditions == "all_of"
        self._load(state)

    # ------------------------------------------------------------ to the referee and back

    def _load(self, state: State) -> None:
        self.state, self.dirty = state, False
        self.phase, self.turn = state.phase, state.turn
        if self.phase not in ("draw", "play"):
            return
        self.sizes = [len(hand) for hand in state.hands]
        self.hands = []
        for cards in state.hands:
            groups: list[list[Card]] = [[] for _ in range(15)]
            for card in cards:
                groups[(card >> 2) + 1].append(card)
            self.hands.append(groups)
        self.melds = [
            [_Laid(int(meld.rank), list(meld.cards), meld.wilds) for meld in side] for side in state.melds
        ]
        self.stock, self.at = state.stock, 0
        self.pile = list(state.pile)
        self.frozen = list(state.frozen)
        self.melded = list(state.melded)
        self.seat, self.side = self.turn.seat, state.side_of[self.turn.seat]
        self.unusual = bool(self.turn.asked) or self.turn.closing
        self.joined, self.drew = self.turn.joined, self.turn.drew

    def _whole(self) -> State:
        """The state as the referee knows it."""
        if self.dirty:
            turn = self.turn
            self.state = changed(
                self.state,
                phase=self.phase,
                hands=tuple([tuple([card for group in hand for card in group]) for hand in self.hands]),
                known=((),) * len(self.hands),
                melds=tuple([tuple(map(self._meld, side)) for side in self.melds]),
                stock=self.stock[self.at :],
                pile=tuple(self.pile),
                frozen=tuple(self.frozen),
                melded=tuple(self.melded),
                turn=turn._replace(drew=self.drew, joined=self.joined),
            )
            self.dirty = False
        return self.state

    def _meld(self, laid: _Laid) -> Meld:
        return Meld(Rank(laid.rank), in_order(laid.cards), laid.wilds, self.canasta_size)

    def _refer(self, action: Action | None = None) -> None:
        """The referee has the action taken, or one that it lists for a near-random player."""
        state = self._whole()
        if action is None:
            action = near_random(view(state, to_act(state) or 0), self.random)
        self._load(referee.apply(state, action).state)

    # ------------------------------------------------------------ a turn

    def act(self) -> None:
        """One action of the seat whose turn it is."""
        if self.phase == "draw":
            self._draw()
        elif self.phase == "play" and not self.unusual:
            self._play()
        else:
            self._refer()

    def _draw(self) -> None:
        pile, size = self.pile, self.sizes[self.seat]
        left = len(self.stock) - self.at
        ways: list[_Pile] | None = []
        if pile and NATURAL[pile[-1]]:
            ways = self._ways(pile[-1], size)
        drawn = self.stock[self.at : self.at + self.options.cards_drawn]
        if ways is None or not left:
            self._refer()
        elif ways and self.random.random() < EAGER:
            self._take(self.random.choice(ways))
        elif len(drawn) < self.options.cards_drawn or any(map(RED_THREE.__getitem__, drawn)):
            self._refer(DRAW)
        else:
            self.at += len(drawn)
            for card in drawn:
                insort(self.hands[self.seat][(card >> 2) + 1], card)
            self.sizes[self.seat] += len(drawn)
            self.phase, self.drew, self.dirty = "play", "stock", True

    def _ways(self, top: Card, size: int) -> list[_Pile] | None:
        """The ways to take the pile, in the referee's order; None: let the referee see to it."""
        rank = (top >> 2) + 1
        hand, own = self.hands[self.seat], self.melds[self.side]
        held = len(hand[rank])
        if not own:
            return None if self.natural_pair and held >= 2 else []
        frozen = self.all_of and bool(self.frozen)
        ways = []
        home = None
        for place, laid in enumerate(own):
            if laid.rank == rank:
                home = laid if home is None else home
                if not frozen:
                    ways.append(_Pile(place, 0, None))
        if held >= 2:
            ways.append(_Pile(None, 2, None))
        if held and not frozen:
            joins = home if self.single else None
            if self._sound(joins, 2, 1):
                ways += [_Pile(None, 1, wild) for wild in (_DEUCES, _JOKERS) if hand[wild]]
        if not ways:
            return ways
        few = size + len(self.pile) < 5
        alone = self.options.players == 3 and self.state.solo_seat is None
        if few or alone or any(map(RED_THREE.__getitem__, self.pile)):
            return None
        return ways

    def _sound(self, laid: _Laid | None, naturals: int, wilds: int) -> bool:
        """Whether cards may be added to a meld, or be a new one, as far as their numbers go."""
        if laid is not None:
            if self.roomy and laid.size >= self.canasta_size:
                return True
            naturals += laid.size - laid.wilds
            wilds += laid.wilds
        return not number_faults(False, naturals, wilds, self.ratio, self.wild_threes)

    def _take(self, way: _Pile) -> None:
        *rest, top = self.pile
        rank = (top >> 2) + 1
        hand, own = self.hands[self.seat], self.melds[self.side]
        cards = [top]
        if way.place is None:
            cards += hand[rank][: way.naturals]
            del hand[rank][: way.naturals]
            if way.wild is not None:
                cards.append(hand[way.wild].pop(0))
        place = way.place
        if place is None and self.single:
            place = next((at for at, laid in enumerate(own) if laid.rank == rank), None)
        self._lay(place, rank, cards, int(way.wild is not None))
        for card in rest:
            insort(hand[(card >> 2) + 1], card)
        self.sizes[self.seat] += len(rest) - len(cards) + 1
        self.pile, self.frozen = [], []
        self.phase, self.drew, self.dirty = "play", "pile", True

    def _lay(self, place: int | None, rank: int, cards: list[Card], wilds: int) -> None:
        """Cards, no longer in the hand, become a new meld or join the one in a place."""
        own = self.melds[self.side]
        if place is None:
            own.append(_Laid(rank, cards, wilds))
        else:
            own[place].add(cards, wilds)
            self.joined = self.joined or place < self.turn.before
        self.melded[self.seat] = True
        self.dirty = True

    def _play(self) -> None:
        hand, size = self.hands[self.seat], self.sizes[self.seat]
        wilds = len(hand[_DEUCES]) + len(hand[_JOKERS])
        if not self.melds[self.side]:
            if self._may_open(hand, wilds):
                self._refer()
                return
        elif len(hand[_THREES]) > 1 and size - len(hand[_THREES]) - wilds < 2:
            self._refer()
            return
        else:
            for part in self._parts(hand, wilds):
                left = size - part.naturals - part.deuces - part.jokers
                if (left > 1 or self._may_leave(left, part)) and self.random.random() < EAGER:
                    self._meld_part(left, part)
                    return
        self._discard(hand, size)

    def _may_open(self, hand: list[list[Card]], wilds: int) -> bool:
        """Whether there might be a first meld in the hand; if not, there is none."""
        state, pairs, longest = self.state, [], 0
        most = 20 * len(hand[_DEUCES]) + 50 * len(hand[_JOKERS])
        for rank in _RANKS:
            held = len(hand[rank])
            longest = max(longest, held)
            if held > 2:
                most += held * VALUES[4 * rank - 4]
            elif held == 2:
                pairs.append(2 * VALUES[4 * rank - 4])
        pairs.sort(reverse=True)
        score = state.scores[column_of(self.options, state.side_of, self.seat)]
        enough = most + sum(pairs[:wilds]) >= minimum(score)
        # A canasta in the hand might free the side from the minimum.
        return enough or longest + min(wilds, MOST_WILDS) >= self.canasta_size

    def _parts(self, hand: list[list[Card]], wilds: int) -> Iterator[_Part]:
        """Each single part that is sound, in the referee's order."""
        deuces, jokers = len(hand[_DEUCES]), len(hand[_JOKERS])
        homes = set()
        for place, laid in enumerate(self.melds[self.side]):
            rank = laid.rank
            homes.add(rank)
            held = len(hand[rank])
            room = wilds if self.roomy else min(wilds, MOST_WILDS - laid.wilds)
            if not held and room <= 0:
                continue
            for two, joker in _wild_ways(room, deuces, jokers):
                wild = two + joker
                for number in range(held, -1 if wild else 0, -1):
                    if not wild or self._sound(laid, number, wild):
                        yield _Part(place, rank, number, two, joker)
        for rank in _RANKS:
            held = len(hand[rank])
            if held < 2 or (self.single and rank in homes):
                continue
            for two, joker in _wild_ways(min(wilds, MOST_WILDS), deuces, jokers):
                wild = two + joker
                for number in range(held, 1 if wild else 2, -1):
                    if not wild or self._sound(None, number, wild):
                        yield _Part(None, rank, number, two, joker)

    def _may_leave(self, left: int, part: _Part) -> bool:
        """Whether the turn can end lawfully when the part leaves one card, or none."""
        place, rank, naturals, deuces, jokers = part
        after = [[laid.rank, laid.size, laid.wilds] for laid in self.melds[self.side]]
        if place is None:
            place = len(after)
            after.append([rank, 0, 0])
        after[place][1] += naturals + deuces + jokers
        after[place][2] += deuces + jokers
        have = sum([size >= self.canasta_size for _, size, _ in after])
        if have >= self.needed or left == 0 or have < self.needed - 1:
            return have >= self.needed
        used = {rank: naturals, _DEUCES: deuces, _JOKERS: jokers}
        hand = self.hands[self.seat]
        last = next(of for of, group in enumerate(hand) if len(group) > used.get(of, 0))
        wild = int(last in (_DEUCES, _JOKERS))
        # The last card might complete a canasta.
        return any(
            size == self.canasta_size - 1
            and (wild or of == last)
            and not number_faults(False, size - wilds + 1 - wild, wilds + wild, self.ratio, self.wild_threes)
            for of, size, wilds in after
        )

    def _meld_part(self, left: int, part: _Part) -> None:
        place, rank, naturals, deuces, jokers = part
        hand, own = self.hands[self.seat], self.melds[self.side]
        cards = hand[rank][:naturals] + hand[_DEUCES][:deuces] + hand[_JOKERS][:jokers]
        if not left:  # that is going out
            nth = 1 if place is None else sum([laid.rank == rank for laid in own[: place + 1]])
            onto = None if place is None else Rank(rank)
            self._refer(Action("meld", parts=(Part(tuple(cards), onto, nth),)))
            return
        del hand[rank][:naturals], hand[_DEUCES][:deuces], hand[_JOKERS][:jokers]
        self.sizes[self.seat] = left
        self._lay(place, rank, cards, deuces + jokers)

    def _discard(self, hand: list[list[Card]], size: int) -> None:
        rank, at = 0, self.random.choice(range(size))
        while at >= len(hand[rank]):
            at -= len(hand[rank])
            rank += 1
        card, options, turn = hand[rank][at], self.options, self.turn
        if size == 1:
            self._discard_last(card)
            return
        if options.red_three_dealt_when == "first_turn" and turn.number < options.players:
            self._refer(Action("discard", (card,)))
            return
        del hand[rank][at]
        self.sizes[self.seat] -= 1
        if freezes(card, options):
            self.frozen.append(Freeze(card, turn.number))
        self.pile.append(card)
        self.seat = seat = (turn.seat + 1) % options.players
        self.side = self.state.side_of[seat]
        self.turn = Turn(seat, turn.number + 1, "", not self.melded[seat], len(self.melds[self.side]))
        self.phase, self.joined, self.drew, self.dirty = "draw", False, "", True

    def _discard_last(self, card: Card) -> None:
        """Goes out with the last card if the side may, or does anything else."""
        have = sum([laid.size >= self.canasta_size for laid in self.melds[self.side]])
        if have >= self.needed:
            self._refer(Action("discard", (card,)))
        else:
            self._refer(self.random.choice(list(legal_actions(view(self._whole(), self.seat)))))


@cache
def _wild_ways(most: int, deuces: int, jokers: int) -> tuple[tuple[int, int], ...]:
    """How many deuces and jokers to take, in the referee's order: none, then one, two, ... up to `most`."""
    return (
        (0, 0),
        *[
            (number - joker, joker)
            for number in range(1, most + 1)
            for joker in range(max(0, number - deuces), min(number, jokers) + 1)
        ],
    )
