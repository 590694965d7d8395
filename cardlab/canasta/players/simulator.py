"""Deals between near-random players, for studies: three times as fast as through the referee.

A hand is kept as lists of cards by rank, and changes in place. Turns as most are (cards drawn or the pile
taken, melds laid or added to, a discard) are played so; what is rare or hard goes to the referee, who gets a
whole state and gives one back: the cut, a stock that runs out, going out and first melds that might be that,
black threes, a pile with a red three, a partner who is asked. The players take the very choices of
`near_random` from the same chances, so that a test compares whole deals with those of the referee, state by
state, under every option.

>>> state = play_on(referee.start("course", seed=1), Random(1))
>>> state.results[0].outcome.reason, state.results[0].outcome.scores
('went out', (815, 900))
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import NamedTuple, TypeAlias

from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import DRAW, Action, Part, cut
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.legal_actions import (
    MOST_FIRST,
    laid_out,
    least_openings,
    legal_actions,
    melds,
    takes,
)
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import (
    MOST_WILDS,
    NATURAL,
    RED_THREE,
    Meld,
    in_order,
    minimum,
    sound_numbers,
    wild_cards,
)
from cardlab.canasta.rules.options import COURSE, Options, as_options
from cardlab.canasta.rules.pile import freezes
from cardlab.canasta.rules.state import Freeze, State, Turn, View, changed, column_of, to_act, view
from cardlab.cards import Card, Rank, seed_text
from cardlab.game import GameOutcome

EAGER = 0.7
"""How likely a near-random player takes the pile when it may, and each meld that it may lay."""
RED_THREES = 4
"""With so many cards more than are drawn, the stock replaces any red threes."""
_DEUCES, _THREES, _JOKERS = 2, 3, 14
_RANKS_UP = (1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
_RANKS = _RANKS_UP[::-1]
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
    while table.dirty or (table.state.phase != "over" and len(table.state.results) != end):
        table.act()
    return table.state


def _by_rank(cards: tuple[Card, ...]) -> list[list[Card]]:
    """Cards in a list for each rank, from the ace (1) to the joker (14)."""
    groups: list[list[Card]] = [[] for _ in range(15)]
    for card in cards:
        groups[(card >> 2) + 1].append(card)
    return groups


_Part: TypeAlias = tuple[int | None, int, int, int, int]
"""Cards for the meld in a place (None: a new one): its rank, how many natural cards, deuces and jokers."""


class _Pile(NamedTuple):
    """A way to take the pile: onto the meld in a place, or with cards from the hand (a rank, how many)."""

    place: int | None
    naturals: int
    wild: int | None


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
        # What the state has of each hand and of each side's melds; None where it has changed since.
        self.whole_hands: list[tuple[Card, ...] | None] = [None] * 4
        self.whole_melds: list[tuple[Meld, ...] | None] = [None] * 4
        self.hands: list[list[list[Card]]] = [[]] * 4
        self.sizes = [0] * 4
        self.melds: list[list[_Laid]] = [[]] * 4
        self._load(state)

    # ------------------------------------------------------------ to the referee and back

    def _load(self, state: State) -> None:
        self.state, self.dirty = state, False
        self.phase = state.phase
        if self.phase not in ("draw", "play"):
            return
        self.seat, self.number, self.drew, self.unopened, self.before, self.joined, *unusual = state.turn
        self.side = state.side_of[self.seat]
        self.unusual = any(unusual)
        for seat, cards in enumerate(state.hands):
            if self.whole_hands[seat] is not cards:
                self.whole_hands[seat] = cards
                self.hands[seat], self.sizes[seat] = _by_rank(cards), len(cards)
        for side, own in enumerate(state.melds):
            if self.whole_melds[side] is not own:
                self.whole_melds[side] = own
                self.melds[side] = [_Laid(int(meld.rank), list(meld.cards), meld.wilds) for meld in own]
        self.red_threes = list(state.red_threes)
        self.stock, self.at = state.stock, 0
        self.pile, self.frozen = list(state.pile), list(state.frozen)
        self.melded = list(state.melded)

    def _whole(self) -> State:
        """The state as the referee knows it."""
        if self.dirty:
            state = self.state
            for seat in range(len(state.hands)):
                if self.whole_hands[seat] is None:
                    self.whole_hands[seat] = tuple([card for group in self.hands[seat] for card in group])
            for side in range(len(state.melds)):
                if self.whole_melds[side] is None:
                    self.whole_melds[side] = tuple(map(self._meld, self.melds[side]))
            self.state = changed(
                state,
                phase=self.phase,
                hands=tuple(self.whole_hands[: len(state.hands)]),
                known=((),) * len(state.hands),
                melds=tuple(self.whole_melds[: len(state.melds)]),
                red_threes=tuple(self.red_threes),
                stock=self.stock[self.at :],
                pile=tuple(self.pile),
                frozen=tuple(self.frozen),
                melded=tuple(self.melded),
                turn=Turn(self.seat, self.number, self.drew, self.unopened, self.before, self.joined),
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
        if ways is None or not left:
            self._refer()
        elif ways and self.random.random() < EAGER:
            self._take(self.random.choice(ways))
        elif left < self.options.cards_drawn + RED_THREES:
            self._refer(DRAW)
        else:
            self._draw_from_stock()

    def _draw_from_stock(self) -> None:
        """The cards drawn, red threes laid out and replaced; the stock has enough for that."""
        seat, stock, at = self.seat, self.stock, self.at
        hand, missing = self.hands[seat], self.options.cards_drawn
        self.sizes[seat] += missing
        while missing:
            card = stock[at]
            at += 1
            if RED_THREE[card]:
                self.red_threes[seat] += (card,)
            else:
                insort(hand[(card >> 2) + 1], card)
                missing -= 1
        self.at, self.whole_hands[seat] = at, None
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
        used = max([way.naturals + (way.wild is not None) for way in ways])
        few = size - used + len(self.pile) - 1 < 2
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
        return sound_numbers(False, naturals, wilds, self.ratio, self.wild_threes)

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
        self.pile, self.frozen, self.whole_hands[self.seat] = [], [], None
        self.phase, self.drew, self.dirty = "play", "pile", True

    def _lay(self, place: int | None, rank: int, cards: list[Card], wilds: int) -> None:
        """Cards, no longer in the hand, become a new meld or join the one in a place."""
        own = self.melds[self.side]
        if place is None:
            own.append(_Laid(rank, cards, wilds))
        else:
            own[place].add(cards, wilds)
            self.joined = self.joined or place < self.before
        self.whole_melds[self.side] = None
        self.melded[self.seat] = True
        self.dirty = True

    def _play(self) -> None:
        hand, size = self.hands[self.seat], self.sizes[self.seat]
        wilds = len(hand[_DEUCES]) + len(hand[_JOKERS])
        if not self.melds[self.side]:
            if not self._open(hand, size, wilds):
                self._discard(hand, size)
            return
        if len(hand[_THREES]) > 1 and size - len(hand[_THREES]) - wilds < 2:
            self._refer()
            return
        for part in self._parts(hand, wilds):
            left = size - part[2] - part[3] - part[4]
            if (left > 1 or self._may_leave(left, part)) and self.random.random() < EAGER:
                self._meld_part(left, part)
                return
        self._discard(hand, size)

    def _open(self, hand: list[list[Card]], size: int, wilds: int) -> bool:
        """The side's first melds, if the hand has any and the player is in the mood."""
        counts = [len(group) for group in hand]
        longest = max(counts[1], *counts[_THREES + 1 : _JOKERS])
        if longest < 2 or longest + wilds < 3:
            return False
        meldable = sum([count for count in counts if count > 1])
        if longest + min(wilds, MOST_WILDS) >= self.canasta_size or size - meldable - wilds < 2:
            self._refer()  # the player might go out, or be free of the minimum
            return True
        score = self.state.scores[column_of(self.options, self.state.side_of, self.seat)]
        naturals = {rank: tuple(hand[rank]) for rank in (*_RANKS_UP, _THREES) if hand[rank]}
        holding = Holding(naturals, tuple(hand[_DEUCES]), tuple(hand[_JOKERS]))
        for chosen in islice(least_openings(holding, minimum(score), self.options), MOST_FIRST):
            if self.random.random() < EAGER:
                for cards, _, _ in laid_out(holding, chosen):
                    self._meld_new(cards)
                return True
        return False

    def _meld_new(self, cards: tuple[Card, ...]) -> None:
        """Lays cards of the hand as a new meld."""
        hand = self.hands[self.seat]
        for card in cards:
            hand[(card >> 2) + 1].remove(card)
        self.sizes[self.seat] -= len(cards)
        self.whole_hands[self.seat] = None
        self._lay(None, (cards[0] >> 2) + 1, list(cards), wild_cards(cards))

    def _parts(self, hand: list[list[Card]], wilds: int) -> Iterator[_Part]:
        """Each single part that is sound, in the referee's order."""
        deuces, jokers = len(hand[_DEUCES]), len(hand[_JOKERS])
        ratio, threes = self.ratio, self.wild_threes
        homes = []
        for place, laid in enumerate(self.melds[self.side]):
            rank, laid_wilds = laid.rank, laid.wilds
            homes.append(rank)
            held = len(hand[rank])
            room = wilds if self.roomy else min(wilds, MOST_WILDS - laid_wilds)
            if not held and room <= 0:
                continue
            for number in range(held, 0, -1):
                yield place, rank, number, 0, 0
            naturals = laid.size - laid_wilds
            free = self.roomy and laid.size >= self.canasta_size
            for two, joker in _wild_ways(room, deuces, jokers):
                wild = laid_wilds + two + joker
                for number in range(held, -1, -1):
                    if free or sound_numbers(False, naturals + number, wild, ratio, threes):
                        yield place, rank, number, two, joker
        for rank in _RANKS:
            held = len(hand[rank])
            if held < 2 or (self.single and rank in homes):
                continue
            for number in range(held, 2, -1):
                yield None, rank, number, 0, 0
            for two, joker in _wild_ways(min(wilds, MOST_WILDS), deuces, jokers):
                for number in range(held, 1, -1):
                    if sound_numbers(False, number, two + joker, ratio, threes):
                        yield None, rank, number, two, joker

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
            and sound_numbers(False, size - wilds + 1 - wild, wilds + wild, self.ratio, self.wild_threes)
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
        self.sizes[self.seat], self.whole_hands[self.seat] = left, None
        self._lay(place, rank, cards, deuces + jokers)

    def _discard(self, hand: list[list[Card]], size: int) -> None:
        at, options, seat = self.random.choice(range(size)), self.options, self.seat
        for group in hand:
            if at < len(group):
                break
            at -= len(group)
        card = group[at]
        if size == 1:
            self._discard_last(card)
            return
        if self.number < options.players and options.red_three_dealt_when == "first_turn":
            self._refer(Action("discard", (card,)))  # the next player's red threes come out
            return
        del group[at]
        self.sizes[seat] -= 1
        self.whole_hands[seat] = None
        if not NATURAL[card] and freezes(card, options):
            self.frozen.append(Freeze(card, self.number))
        self.pile.append(card)
        self.seat = seat = seat + 1 if seat + 1 < options.players else 0
        self.side = self.state.side_of[seat]
        self.number += 1
        self.unopened, self.before = not self.melded[seat], len(self.melds[self.side])
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
    """How many deuces and jokers to take, in the referee's order: one wild card, two, ... up to `most`."""
    return tuple(
        (number - joker, joker)
        for number in range(1, most + 1)
        for joker in range(max(0, number - deuces), min(number, jokers) + 1)
    )
