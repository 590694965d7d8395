"""Whole games in plain integers, for studies: several times as fast as through the referee.

A card is its number, 0 to 51; what players do is asked of a `Policy`, which knows its hand and the count.
There are no events, no records and nothing to undo. It follows the rules under every option: a test plays
the same cards and the same choices through the referee, and compares the scores before every choice.

>>> from random import Random
>>> table = Simulator(COURSE, [prudent_policy(COURSE), random_policy(Random(1))], Random(2))
>>> sum(table.game().winner == 0 for _ in range(100))
100
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, TypeAlias

from cardlab.cards import seed_text
from cardlab.cribbage.analysis.discard_frequencies import PAIR_NUMBER, discard_frequencies
from cardlab.cribbage.players.pegging_graph import NEVER, Node
from cardlab.cribbage.players.playout import (
    CLAIMS_HEELS,
    HEELS,
    PASSES,
    Chooser,
    Position,
    Rules,
    play_on,
    prudent,
)
from cardlab.cribbage.players.search import position_of
from cardlab.cribbage.rules.actions import CLAIMS
from cardlab.cribbage.rules.options import COURSE, Options, as_options
from cardlab.cribbage.rules.outcome import next_first_dealer, result
from cardlab.cribbage.rules.pegging import LIMIT
from cardlab.cribbage.rules.score_lookup import CARD_KEYS, JACK, KEYS, rank_points, rank_sets, total
from cardlab.cribbage.rules.state import CARDS_DEALT, CARDS_KEPT, State, view
from cardlab.game import OPEN, GameOutcome

Lay: TypeAlias = Callable[[list[int], bool], Sequence[int]]
"""Chooses the cards to lay away from those dealt; the crib is its own side's or not."""


class Policy(NamedTuple):
    """How a seat plays. By default it claims his heels and counts rightly, and takes what others overlook."""

    lay: Lay
    play: Chooser
    heels: Callable[[], bool] = lambda: True
    """Whether to claim his heels now, where they have to be claimed."""
    claim: Callable[[int], int] = lambda counted: counted
    """The points to claim, where they have to be, for a hand that counts so much."""
    muggins: Callable[[int], int] = lambda missed: missed
    """The points to call muggins on when so many were missed; 0 passes."""


def lay_at_random(random: Random) -> Lay:
    """Lays away any cards."""
    draw = random.random
    pairs = tuple(combinations(range(6), 2))

    def lay(hand: list[int], own_crib: bool) -> Sequence[int]:
        if len(hand) == 6:
            one, other = pairs[int(draw() * 15)]
            return hand[one], hand[other]
        return (hand[int(draw() * len(hand))],)

    return lay


def play_at_random(random: Random) -> Chooser:
    """Plays any card that fits, or stops where that is allowed, each as likely as the others."""
    draw = random.random

    def play(node: Node, hand: list[int], opponent: int, may_stop: bool) -> int:
        fits = hand
        if node.total > LIMIT - 10:
            points = node.points
            fits = [rank for rank in hand if points[rank] >= 0]
            if not fits:
                return PASSES
        pick = int(draw() * (len(fits) + may_stop))
        return fits[pick] if pick < len(fits) else PASSES

    return play


def random_policy(random: Random) -> Policy:
    """Anything that is legal, each choice as likely as the others; claims and calls as well."""
    draw = random.random
    return Policy(
        lay_at_random(random),
        play_at_random(random),
        lambda: draw() < 0.5,
        lambda counted: int(draw() * len(CLAIMS)),
        lambda missed: int(draw() * len(CLAIMS)),
    )


def prudent_policy(options: Options) -> Policy:
    """Lays away by averages and plays prudently: no bad player, and quick."""
    return Policy(lay_by_averages(options), prudent)


def lay_by_averages(options: Options) -> Lay:
    """Lays away by the average of the four cards over all starters, and the table of average cribs.

    Unlike `cardlab.cribbage.discards` it does not count which starters and suits are gone.
    """
    hands, four_flush = _hand_averages(), 4 if options.flush_hand == "four_or_five" else 0
    own, theirs = (_crib_averages(dealer) for dealer in (True, False))
    places = {size: tuple(combinations(range(size), size - CARDS_KEPT)) for size in (5, 6)}

    def lay(hand: list[int], own_crib: bool) -> Sequence[int]:
        cribs, sign = (own, 1) if own_crib else (theirs, -1)
        keys = [CARD_KEYS[card] for card in hand]
        whole = sum(keys)
        suits = [card & 3 for card in hand]
        flushed = next((suit for suit in suits if suits.count(suit) >= CARDS_KEPT), None)
        best, worth = places[len(hand)][0], NEVER
        for laid in places[len(hand)]:
            away = sum([keys[place] for place in laid])
            value = hands[whole - away] + sign * cribs[away, len(laid)]
            if flushed is not None and suits.count(flushed) - [suits[at] for at in laid].count(flushed) == 4:
                value += four_flush
            if value > worth:
                best, worth = laid, value
        return [hand[place] for place in best]

    return lay


@cache
def _hand_averages() -> dict[int, float]:
    """What four ranks average over all starters, by the sum of their keys; flush and nobs left out."""
    points = rank_points()
    averages = {}
    for four in rank_sets(CARDS_KEPT):
        key = sum([KEYS[rank] for rank in four])
        left = [4 - four.count(rank) for rank in range(13)]
        averages[key] = sum([points[key + KEYS[rank]] * left[rank] for rank in range(13) if left[rank]]) / 48
    return averages


@cache
def _crib_averages(dealer: bool) -> dict[tuple[int, int], float]:
    """What the crib averages after one or two cards laid away, by the sum of their keys and their number."""
    averages = discard_frequencies(dealer).averages
    table = {}
    for rank, key in enumerate(KEYS):
        pairs = [averages[PAIR_NUMBER[min(rank, other), max(rank, other)]] for other in range(13)]
        table[key, 1] = sum(pairs) / 13
        for other, points in enumerate(pairs):
            table[key + KEYS[other], 2] = points
    return table


MANY = 250
"""From so many games on it is worth while to play them side by side."""


def random_games(games: int, seed: str | int = 0, options: Options | str = COURSE) -> list[GameOutcome]:
    """How so many games (or matches, under such options) of random legal play ended.

    Many games are played side by side in numpy, where `random_batches` knows the options. The same seed and
    number of games give the same outcomes.

    >>> [outcome.scores for outcome in random_games(3, seed=1)]
    [(100, 121), (121, 93), (121, 110)]
    """
    rules = as_options(options)
    if games >= MANY:
        from cardlab.cribbage.players import random_batches

        if random_batches.knows(rules):
            return random_batches.random_batch(games, seed, rules)
    random = Random(seed_text(seed))
    table = Simulator(rules, [random_policy(random)] * rules.players, random)
    return [table.match()[-1] for _ in range(games)]


def shuffled_packs(random: Random, size: int) -> Iterator[list[int]]:
    """The pack, again and again, its first `size` cards in random order; always the same list."""
    draw = random.random
    pack = list(range(52))
    places = [(place, 52 - place) for place in range(size)]
    while True:
        for place, rest in places:
            pick = place + int(draw() * rest)
            pack[place], pack[pick] = pack[pick], pack[place]
        yield pack


class Simulator:
    """A table at which games are played: the options, a policy a seat, and where the cards come from.

    `scores` are those of the game in progress, a side. `packs`
    gives the order of each deal, as a list of card numbers; without it `random` shuffles. What is cut does
    not matter here: any seat is as likely to deal first, and any card to be the starter.
    """

    def __init__(
        self,
        options: Options,
        policies: Sequence[Policy],
        random: Random,
        packs: Iterator[list[int]] | None = None,
    ) -> None:
        self.options = options
        self.policies = tuple(policies)
        self.random = random
        self.scores = [0] * options.sides
        players = options.players
        left = range(1, players + 1)
        self._orders = [tuple([(dealer + step) % players for step in left]) for dealer in range(players)]
        self._given = CARDS_DEALT[players] * players
        self._packs = packs or shuffled_packs(random, self._given + 2)
        self._rules = Rules.of(options)
        self._choosers = [policy.play for policy in policies]

    def match(self) -> tuple[GameOutcome, ...]:
        """The games of a match."""
        options = self.options
        needed = options.match * (2 if options.loss_scheme == "acc" else 1)
        won = [0] * options.sides
        dealer = self._any_seat()
        outcomes = []
        while max(won) < needed:
            self.scores[:] = (0,) * options.sides
            dealer, outcome = self._go_on(dealer, self._deal(dealer))
            outcomes.append(outcome)
            assert outcome.winner is not None
            won[outcome.winner] += outcome.games
            dealer = next_first_dealer(options, outcome.scores, dealer)
        return tuple(outcomes)

    def game(self, dealer: int | None = None, scores: Sequence[int] = ()) -> GameOutcome:
        """One game, its next deal by `dealer` (any seat if none is given), from these scores on."""
        self.scores[:] = scores or (0,) * self.options.sides
        if dealer is None:
            dealer = self._any_seat()
        return self._go_on(dealer, self._deal(dealer))[1]

    def finish(self, state: State) -> GameOutcome:
        """The game in progress in `state`, which nobody has won, played to its end."""
        if state.phase == "cut":
            return self.game()
        self.scores[:] = state.scores
        return self._go_on(state.dealer, self._rest_of_deal(state))[1]

    def deal(self, dealer: int) -> list[tuple[int, int]]:
        """One deal from nothing: each time a side scored, in order, and what it had in all by then.

        >>> Simulator(COURSE, [prudent_policy(COURSE)] * 2, Random(1)).deal(0)
        [(0, 2), (0, 3), (0, 4), (1, 6), (0, 11), (0, 13)]
        """
        self.scores = scores = _Scores([0] * self.options.sides)
        self._deal(dealer)
        return scores.changes

    def _any_seat(self) -> int:
        return int(self.random.random() * self.options.players)

    def _go_on(self, dealer: int, ended: str | None) -> tuple[int, GameOutcome]:
        """The game after the deal by `dealer`, which `ended` it or not: its last dealer, and how it ended."""
        options = self.options
        while ended is None:
            dealer = (dealer + 1) % options.players
            ended = self._deal(dealer)
        scores = tuple([min(score, options.target) for score in self.scores])
        return dealer, result(options, scores, scores.index(options.target), ended)

    # Each of these plays a deal from some point on, and says how it ended the game, if it did.

    def _deal(self, dealer: int) -> str | None:
        players, given = self.options.players, self._given
        pack = next(self._packs)
        crib = pack[given : given + 1] if players == 3 else []
        starter = pack[given + len(crib)]
        order = self._orders[dealer]
        hands: list[list[int]] = [[]] * players
        for place, seat in enumerate(order):
            hands[seat] = pack[place:given:players]
        self._lay_away(dealer, order, hands, crib)
        return self._turn_up(dealer, hands, crib, starter)

    def _lay_away(self, dealer: int, seats: Sequence[int], hands: list[list[int]], crib: list[int]) -> None:
        """These seats lay away: moves cards from their hands to the crib."""
        sides = len(self.scores)
        for seat in seats:
            hand = hands[seat]
            laid = self.policies[seat].lay(hand, seat % sides == dealer % sides)
            for card in laid:
                hand.remove(card)
            crib += laid

    def _turn_up(self, dealer: int, hands: list[list[int]], crib: list[int], starter: int) -> str | None:
        options, scores = self.options, self.scores
        pending = False
        if starter >> 2 == JACK:
            pending = options.heels_claim == "claimed"
            if not pending:
                scores[dealer % len(scores)] += HEELS
                if scores[dealer % len(scores)] >= options.target:
                    return "at heels"
        ranks = [[card >> 2 for card in hand] for hand in hands]
        first = Position(self._rules.start, self._orders[dealer][0])
        return self._play(dealer, first, ranks, pending) or self._show(dealer, [*hands, crib], starter)

    def _play(self, dealer: int, position: Position, ranks: list[list[int]], heels: bool) -> str | None:
        choosers = self._choosers
        if heels:
            choosers = choosers[:]
            choosers[dealer] = _claiming(self.policies[dealer])
        return play_on(self._rules, position, ranks, choosers, self.scores, self.options.target)

    def _show(self, dealer: int, hands: list[list[int]], starter: int, shown: int = 0) -> str | None:
        """The hands, the crib last, of which so many have been counted."""
        options, scores, target = self.options, self.scores, self.options.target
        players, sides = len(hands) - 1, len(scores)
        by_hand = options.counting == "by_hand"
        for seat in (*self._orders[dealer], players)[shown:]:
            hand = hands[seat]
            if len(hand) != CARDS_KEPT:  # a position has not named it
                continue
            points = total(hand, starter, seat == players, options)
            side = (dealer if seat == players else seat) % sides
            if by_hand:
                self._claim(dealer if seat == players else seat, points)
            else:
                scores[side] += points
            if scores[side] >= target or (by_hand and max(scores) >= target):
                return "at the show"
        return None

    def _claim(self, seat: int, points: int) -> None:
        """That seat claims points for a hand or crib that counts so many, and others may call muggins."""
        options, scores = self.options, self.scores
        claimed = self.policies[seat].claim(points)
        scores[seat % len(scores)] += min(claimed, points)
        if options.muggins == "on" and scores[seat % len(scores)] < options.target:
            self._call(seat, (seat + 1) % options.players, max(points - claimed, 0))

    def _call(self, owner: int, caller: int, missed: int) -> None:
        """The others may call muggins on what `owner` has missed: the next player, of three both."""
        players = self.options.players
        while caller != owner:
            called = self.policies[caller].muggins(missed)
            if called:
                self.scores[caller % len(self.scores)] += min(called, missed)
            if called or players != 3:
                return
            caller = (caller + 1) % players

    def _rest_of_deal(self, state: State) -> str | None:
        dealer, order = state.dealer, self._orders[state.dealer]
        hands: list[list[int]] = [list(hand) for hand in state.hands]
        crib: list[int] = list(state.crib)
        assert state.turn is not None
        if state.phase in ("lay", "starter"):
            waiting = order[order.index(state.turn) :] if state.phase == "lay" else ()
            self._lay_away(dealer, waiting, hands, crib)
            starter = state.pack[int(self.random.random() * len(state.pack))]
            return self._turn_up(dealer, hands, crib, starter)
        ranks = [[card >> 2 for card in hand] for hand in hands]
        for seat, card in state.plays:
            hands[seat].append(card)
        hands.append(crib)
        shown = state.shown
        if state.phase == "play":
            ended = self._play(dealer, position_of(view(state, OPEN)), ranks, state.heels)
            if ended or state.starter is None:  # a position without a starter: nothing can be counted
                return ended
        assert state.starter is not None
        if state.phase == "muggins":
            place = (*order, self.options.players)[shown]
            counted = total(hands[place], state.starter, shown == self.options.players, self.options)
            self._call((*order, dealer)[shown], state.turn, max(counted - state.claimed, 0))
            shown += 1
            if max(self.scores) >= self.options.target:
                return "at the show"
        return self._show(dealer, hands, state.starter, shown)


class _Scores(list[int]):
    """Scores that note how they change."""

    def __init__(self, scores: Sequence[int]) -> None:
        super().__init__(scores)
        self.changes: list[tuple[int, int]] = []

    def __setitem__(self, side: Any, score: Any) -> None:
        if score != self[side]:
            self.changes.append((side, score))
        super().__setitem__(side, score)


def _claiming(policy: Policy) -> Chooser:
    """The play of a dealer who may claim his heels until the first card is played."""
    pending = True

    def play(node: Node, hand: list[int], opponent: int, may_stop: bool) -> int:
        nonlocal pending
        if pending and policy.heels():
            pending = False
            return CLAIMS_HEELS
        action = policy.play(node, hand, opponent, may_stop)
        pending = pending and action == PASSES
        return action

    return play
