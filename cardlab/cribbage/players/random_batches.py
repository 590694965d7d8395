"""Thousands of random games side by side, in numpy: what `random_games` plays where many are asked for.

Every game has a row in each array, and all rows take their next choice at once. Seats are counted from the
dealer's left, so that the dealer is the last place of every row. What the batch does not know (hands counted
by hand, heels that are claimed, matches of several games) the simulator plays. A test plays the same cards
and choices through the referee, under every option that the batch knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import seed_text
from cardlab.cribbage.players.playout import HEELS
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.outcome import result
from cardlab.cribbage.rules.pegging import LIMIT
from cardlab.cribbage.rules.score_lookup import JACK, totals
from cardlab.cribbage.rules.state import CARDS_DEALT, CARDS_KEPT
from cardlab.game import GameOutcome

ROWS = 1024
"""How many games are played side by side at most."""

Ints = NDArray[np.integer[Any]]
Flags = NDArray[np.bool_]
Watch = Callable[[str, tuple[NDArray[Any], ...]], None]
"""Is told what happens in the rows, for tests: "deal", "lay", "play" and the arrays that say how."""

NOBODY = -1
"""In place of a seat; and in place of a rank, what a seat does that plays no card."""
_REASONS = ("", "at heels", "in the play", "at the show")
_AT_HEELS, _IN_THE_PLAY, _AT_THE_SHOW = 1, 2, 3
_VALUES = np.array([*range(1, 10), 10, 10, 10, 10, 99], np.int8)
"""What each rank counts; the last place, which is also that of -1, stands for a card that is gone."""
_BITS = np.array([1 << rank for rank in range(13)], np.int16)
"""A bit for each rank."""
_RUNS = np.arange(3, 8, dtype=np.int8)
_RUN_OF = np.zeros(1 << 13, np.int8)
"""How many ranks follow each other, where a bit a rank says that it is there and no others are."""
for _length in _RUNS.tolist():
    _RUN_OF[((1 << _length) - 1) << np.arange(14 - _length)] = _length


def knows(options: Options) -> bool:
    """Whether a batch knows the rules of these options."""
    return options.counting == "automatic" and options.heels_claim == "automatic" and options.match == 1


def random_batch(
    games: int, seed: str | int, options: Options, watch: Watch = lambda what, rows: None
) -> list[GameOutcome]:
    """How so many games of random legal play ended; the options are such as the batch knows."""
    random = np.random.default_rng(list(seed_text(seed).encode()))
    batch = _Batch(options, games, random, watch)
    while len(batch.game):
        batch.play_deal()
    return [batch.outcomes[number] for number in range(games)]


class _Batch:
    """The games in progress, a row each: which of all it is, who deals, the scores, how it has ended."""

    def __init__(self, options: Options, games: int, random: np.random.Generator, watch: Watch) -> None:
        self.options, self.random, self.watch = options, random, watch
        self.outcomes: dict[int, GameOutcome] = {}
        self.games = games
        self.game: Ints = np.zeros(0, int)
        self.dealer: Ints = np.zeros(0, int)
        self.scores: Ints = np.zeros((0, options.sides), int)
        self.ended: Ints = np.zeros(0, int)
        self._begin_games()

    def _begin_games(self) -> None:
        """Fills the rows with new games, any seat dealing first, as far as there are more to play."""
        options, begun = self.options, len(self.outcomes) + len(self.game)
        number = min(self.games - begun, ROWS - len(self.game))
        self.game = np.append(self.game, begun + np.arange(number))
        self.dealer = np.append(self.dealer, self.below(options.players, number))
        self.scores = np.concatenate([self.scores, np.zeros((number, options.sides), int)])
        self.ended = np.append(self.ended, np.zeros(number, int))

    def below(self, limit: Any, number: int) -> Ints:
        """`number` whole numbers from 0 to below the limit, or each below a limit of its own."""
        drawn: Ints = (self.random.random(number) * limit).astype(np.int64)
        return drawn

    def peg(self, place: Any, points: Any, reason: int) -> None:
        """The seats at these places of every row (or of each row) peg, where the game has not ended."""
        options = self.options
        side = (self.dealer + 1 + place) % options.players % options.sides
        rows = np.arange(len(side))
        self.scores[rows, side] += np.where(self.ended > 0, 0, points)
        self.ended[(self.ended == 0) & (self.scores[rows, side] >= options.target)] = reason

    def play_deal(self) -> None:
        """A deal in every game; those that have ended make room for others."""
        options = self.options
        kept, crib, starter = self._lay_away()
        self.peg(-1, np.where(starter >> 2 == JACK, HEELS, 0), _AT_HEELS)
        _Play(self, kept >> 2).play()
        for place in range(options.players):
            self.peg(place, totals(kept[:, place], starter, False, options), _AT_THE_SHOW)
        self.peg(-1, totals(crib, starter, True, options), _AT_THE_SHOW)
        over = self.ended > 0
        for row in np.flatnonzero(over).tolist():
            scores = tuple(np.minimum(self.scores[row], options.target).tolist())
            winner, reason = scores.index(options.target), _REASONS[self.ended[row]]
            self.outcomes[int(self.game[row])] = result(options, scores, winner, reason)
        self.game, self.scores, self.ended = self.game[~over], self.scores[~over], self.ended[~over]
        self.dealer = (self.dealer[~over] + 1) % options.players
        self._begin_games()

    def _lay_away(self) -> tuple[Ints, Ints, Ints]:
        """Deals, and all lay away: the cards kept (a row, a place, a card), the crib, the starter."""
        players, number = self.options.players, len(self.game)
        dealt = CARDS_DEALT[players]
        given, extra = players * dealt, 1 if players == 3 else 0
        pack = self._shuffled(given + 2)
        hands = pack[:, :given].reshape(number, dealt, players).transpose(0, 2, 1)
        away, keep = _ways(dealt)
        way = self.below(len(away), number * players).reshape(number, players)
        laid = np.take_along_axis(hands, away[way], 2)
        self.watch("deal", (self.game, self.dealer, pack, laid))
        crib = np.concatenate([laid.reshape(number, -1), pack[:, given : given + extra]], 1)
        return np.take_along_axis(hands, keep[way], 2), crib, pack[:, given + extra]

    def _shuffled(self, size: int) -> Ints:
        """A pack for each row, its first `size` cards in random order, and only those."""
        number = len(self.game)
        rows = np.arange(number)
        pack: Ints = np.tile(np.arange(52, dtype=np.int8), (number, 1))
        for place in range(size):
            pick = place + self.below(52 - place, number)
            drawn = pack[rows, pick]
            pack[rows, pick] = pack[:, place]
            pack[:, place] = drawn
        return pack[:, :size]


@cache
def _ways(dealt: int) -> tuple[Ints, Ints]:
    """The ways to lay away all but four of a hand: the places of the cards laid away, and of those kept."""
    away = list(combinations(range(dealt), dealt - CARDS_KEPT))
    return np.array(away), np.array([[at for at in range(dealt) if at not in way] for way in away])


class _Play:
    """The play of a deal in all rows; in those that have nothing more to play nothing is pegged."""

    def __init__(self, batch: _Batch, ranks: Ints) -> None:
        self.batch, self.hands = batch, ranks
        options, number = batch.options, len(ranks)
        players = options.players
        self.players = players
        self.may_stop = options.go_continue == "may"
        self.go_caller_leads = options.next_lead == "go_caller"
        self.point_on_31 = options.go_then_31 == "one_and_two"
        self.separate = options.last_card_after_go == "separate"
        self.alike_points = np.array([0, 0, 2, 2 if options.peg_pair_royal == "absent" else 6, 12])
        self.rows = np.arange(number)
        self.turn: Ints = np.zeros(number, int)
        self.left = np.full((number, players), CARDS_KEPT)
        # What follows is of the count in progress.
        self.total = np.zeros(number, int)
        self.last: Ints = np.full(number, NOBODY)
        self.passed = np.zeros((number, players), bool)
        self.first_passed: Ints = np.full(number, NOBODY)
        self.skipped = np.zeros(number, bool)
        self.rank: Ints = np.full(number, NOBODY)
        self.alike: Ints = np.zeros(number, int)
        self.suffixes = np.zeros((number, 8), np.int16)  # the ranks of the last 0, 1, ... 7 cards, a bit each

    def play(self) -> None:
        """To the last card in every row, or until its game has ended."""
        on = self.batch.ended == 0
        while on.any():
            self._act(on)
            on = self._move_on(on & (self.batch.ended == 0))

    def _act(self, on: Flags) -> None:
        """The seats whose turn it is play a card, each that fits as likely, or say go, or stop."""
        rows, turn, batch = self.rows, self.turn, self.batch
        held = self.hands[rows, turn]
        fits = _VALUES[held] <= (LIMIT - self.total)[:, None]
        choices = fits.sum(1)
        stops = (choices > 0) & (self.first_passed >= 0) if self.may_stop else 0
        pick = batch.below(choices + stops, len(rows))
        plays = on & (pick < choices)
        place = (fits.cumsum(1) > pick[:, None]).argmax(1)
        rank = np.where(plays, held[rows, place], NOBODY)
        batch.watch("play", (batch.game[on], turn[on], rank[on], batch.scores[on]))
        passes = on & ~plays
        self.passed[rows, turn] |= passes
        self.first_passed = np.where(passes & (self.first_passed < 0), turn, self.first_passed)
        points = self._lay_down(plays, rank, place)
        batch.peg(turn, np.where(plays, points, 0), _IN_THE_PLAY)

    def _lay_down(self, plays: Flags, rank: Ints, place: Ints) -> Ints:
        """The cards are played; what they pay."""
        rows, turn = self.rows, self.turn
        self.hands[rows[plays], turn[plays], place[plays]] = NOBODY
        self.left[rows, turn] -= plays
        self.total += np.where(plays, _VALUES[rank], 0)
        self.alike = np.where(plays, np.where(rank == self.rank, self.alike + 1, 1), self.alike)
        self.rank = np.where(plays, rank, self.rank)
        longer = self.suffixes[:, :-1] | _BITS[rank][:, None]
        self.suffixes[:, 1:] = np.where(plays[:, None], longer, self.suffixes[:, 1:])
        follows = (self.last + 1) % self.players == turn
        self.skipped |= plays & (self.last >= 0) & ~follows
        self.last = np.where(plays, turn, self.last)
        runs = np.where(_RUN_OF[self.suffixes[:, 3:]] == _RUNS, _RUNS, 0).max(1)
        sums = np.where((self.total == 15) | (self.total == LIMIT), 2, 0)
        points: Ints = sums + np.where(self.alike > 1, self.alike_points[self.alike], runs)
        return points

    def _move_on(self, on: Flags) -> Flags:
        """The turn goes on in these rows, which may close a count; gives the rows with cards to play."""
        done: Flags = np.logical_not(self.left.any(1))
        then = np.where(done | (self.total == LIMIT), NOBODY, self._next())
        closed = np.flatnonzero(on & (then < 0))
        if len(closed):
            then[closed] = self._close(closed, done)[closed]
        self.turn = np.where(on, then, self.turn)
        going: Flags = on & ~done & (self.batch.ended == 0)
        return going

    def _close(self, closed: Ints, done: Flags) -> Ints:
        """The points for the go or the last card in these rows, and who leads in the next count."""
        said = self.first_passed >= 0
        usual = np.where(done & self.skipped & self.separate, 2, 1)
        points = np.zeros(len(done), int)
        points[closed] = np.where(self.total == LIMIT, said & self.point_on_31, usual)[closed]
        self.batch.peg(self.last, points, _IN_THE_PLAY)
        leader = self._first(self.last, self.left > 0)
        if self.go_caller_leads:
            leader = np.where(said, self.first_passed, leader)
        self.total[closed] = self.alike[closed] = self.suffixes[closed] = 0
        self.last[closed] = self.first_passed[closed] = self.rank[closed] = NOBODY
        self.passed[closed] = self.skipped[closed] = False
        return leader

    def _next(self) -> Ints:
        """Who acts next in the count; `NOBODY` where it is over."""
        rows, last = self.rows, self.last
        again = (_VALUES[self.hands[rows, last]] <= (LIMIT - self.total)[:, None]).any(1)
        may = (self.left > 0) & ~self.passed
        may[rows, last] &= again
        return self._first(self.turn, may)

    def _first(self, seat: Ints, may: Flags) -> Ints:
        """The first to the left of a seat, itself last, who may; `NOBODY` where none."""
        then: Ints = np.full(len(seat), NOBODY)
        for step in range(self.players, 0, -1):
            other = (seat + step) % self.players
            then = np.where(may[self.rows, other], other, then)
        return then
