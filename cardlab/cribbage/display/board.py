"""The board as data: where each hole lies, each peg stands and each line is drawn (CRIB-BOARD-01 to -03).

A board is a track with a lane a side, drawn in units of which a screen may make what it likes; x runs to
the right and y down. Hole 0 is where the front peg starts, -1 where the rear peg starts, and the last hole,
the game hole, is shared by all.

>>> holes = board(Options())
>>> len(holes.lanes), holes.game_hole
(2, 121)
>>> [(line.label, line.after) for line in board(Options(preset="classic", loss_scheme="skunk")).lines]
[('double skunk', 60), ('skunk', 90)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.outcome import result


class Point(NamedTuple):
    """A place on the board."""

    x: float
    y: float


class SkunkLine(NamedTuple):
    """A line across the track: a loser who has not passed it loses more. It follows hole `after`."""

    label: str
    after: int
    rule: str
    start: Point
    end: Point


class Peg(NamedTuple):
    """A peg of a side. The front peg shows the score, the rear peg the score before it."""

    side: int
    hole: int
    front: bool
    at: Point


class BoardLayout(NamedTuple):
    """A board for one set of options. `lanes` has for each side its holes from -1 to the game hole."""

    width: float
    height: float
    game_hole: int
    lanes: tuple[tuple[Point, ...], ...]
    middle: tuple[Point, ...]
    """The line between the lanes, hole by hole: where numbers and the track itself are drawn from."""
    lines: tuple[SkunkLine, ...]

    def hole(self, side: int, number: int) -> Point:
        """Where hole `number` of a side lies, from -1 to the game hole. Raises `IndexError` beyond them."""
        if not -1 <= number <= self.game_hole:
            raise IndexError(f"the holes are numbered from -1 to {self.game_hole}, not {number}")
        return self.lanes[side][number + 1]

    def pegs(self, scores: Sequence[int], rear_pegs: Sequence[int]) -> tuple[Peg, ...]:
        """All pegs, the rear one of each side first. A rear peg that has not moved stands in hole -1.

        >>> [peg.hole for peg in board(Options()).pegs((87, 0), (79, 0))]
        [79, 87, -1, 0]
        """
        pegs = []
        for side, (front, back) in enumerate(zip(scores, rear_pegs, strict=True)):
            rear = back if front > back else -1
            pegs.append(Peg(side, rear, False, self.hole(side, rear)))
            pegs.append(Peg(side, front, True, self.hole(side, front)))
        return tuple(pegs)

    def trail(self, side: int, start: int, end: int) -> tuple[Point, ...]:
        """The way of a peg from one hole to another, hole by hole."""
        return tuple(self.hole(side, number) for number in range(start, end + 1))


TrackHole: TypeAlias = Callable[[int, float], Point]
"""Where a hole lies, at some distance from the middle of the track."""

_STEP, _GAP, _MARGIN, _LANE = 18.0, 9.0, 66.0, 11.5
_TURN_RADIUS = 84.0
_SMALL_RADIUS = 42.0


@cache
def board(options: Options) -> BoardLayout:
    """The board for these options: its target, its sides, and the lines of its loss scheme."""
    width_of_lane = _LANE * 2 if options.sides == 2 else _LANE * 1.5
    offsets = [((options.sides - 1) / 2 - side) * width_of_lane for side in range(options.sides)]
    track = partial(_track, 35 if options.target == 121 else 25)
    numbers = range(-1, options.target + 1)
    lanes = tuple(tuple(track(number, offset) for number in numbers) for offset in offsets)
    middle = tuple(track(number, 0) for number in numbers)
    wide = max(point.x for lane in lanes for point in lane) + _MARGIN
    high = max(point.y for lane in lanes for point in lane) + _MARGIN
    reach = width_of_lane * options.sides / 2 + 4
    lines = tuple(
        SkunkLine(label, after, rule, *_across(track, after, reach))
        for label, after, rule in _thresholds(options)
    )
    return BoardLayout(round(wide, 1), round(high, 1), options.target, lanes, middle, lines)


def _thresholds(options: Options) -> list[tuple[str, int, str]]:
    """The last holes that are lurched or skunked, asked of `result`: label, hole, rule."""
    found = []
    target, losers = options.target, options.sides - 1
    for score in range(target - 1):
        here, there = (result(options, (target, *[at] * losers), 0, "") for at in (score, score + 1))
        if here.label != there.label:
            found.append((here.label, score, here.rules[-1]))
    return found


def _across(track: TrackHole, after: int, reach: float) -> tuple[Point, Point]:
    """A line across the track between hole `after` and the next."""
    ends = []
    for offset in (reach, -reach):
        one, next_ = track(after, offset), track(after + 1, offset)
        ends.append(Point(round((one.x + next_.x) / 2, 1), round((one.y + next_.y) / 2, 1)))
    return ends[0], ends[1]


def _row(number: int, holes: int) -> float:
    """How far along a straight row its hole `number` (from 0) lies; holes stand in groups of five."""
    number = max(0, min(number, holes - 1))
    return 2.2 * _MARGIN + number * _STEP + number // 5 * _GAP


def _track(row: int, number: int, offset: float) -> Point:
    """Two rows of 25 or three of 35 holes, and the game hole.

    After the first row comes a wide turn of ten, after the second of three a narrow one of five.
    """
    first, second, third = _MARGIN, _MARGIN + 2 * _TURN_RADIUS, _MARGIN + 2 * (_TURN_RADIUS - _SMALL_RADIUS)
    left, right = _row(0, row) - 24, _row(row - 1, row) + 24
    turned, back = row + 10, 2 * row + 10
    if number <= 0:
        return _point(_row(0, row) - 34 + number * _STEP, first - offset)
    if number <= row:
        return _point(_row(number - 1, row), first - offset)
    if number <= turned:
        angle = (number - row - 0.5) * pi / 10 - pi / 2
        return _turn(right, first + _TURN_RADIUS, _TURN_RADIUS + offset, angle)
    if number <= back:
        return _point(_row(back - number, row), second + offset)
    if row == 25:
        return _point(left - 7, second)
    if number <= back + 5:
        angle = (number - back - 0.5) * pi / 5 + pi / 2
        return _turn(left, second - _SMALL_RADIUS, _SMALL_RADIUS + offset, angle)
    if number <= back + 5 + row:
        return _point(_row(number - back - 6, row), third - offset)
    return _point(right + 7, third)


def _turn(x: float, y: float, radius: float, angle: float) -> Point:
    return _point(x + radius * cos(angle), y + radius * sin(angle))


def _point(x: float, y: float) -> Point:
    return Point(round(x, 1), round(y, 1))
