"""A Cribbage board, drawn as SVG: one long track of holes, two pegs a side, the last move, the lines.

The track of 121 runs along a street, around a wide curve, back along a second street, around a narrow
curve into the third, and ends in the game hole; the track of 61 ends with its second street. The board
is drawn lying, and once more upright for narrow places: a quarter turn of the same points.

>>> board_svg(Board(121, (Track("South", 87, 79), Track("North", 74, 72)))).count("<svg")
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, floor, radians, sin
from typing import NamedTuple, TypeAlias

from markupsafe import Markup, escape

from cardlab.scene import Board, Track

Point: TypeAlias = tuple[float, float]

_FIRST_X, _PITCH, _GAP = 150.0, 18.0, 9.0
_TOP, _MIDDLE, _BOTTOM = 76.0, 160.0, 244.0
_LANES = {2: 23.0, 3: 17.0, 4: 14.0}
"""How far apart the lanes of two, three and four sides are."""


class _Street(NamedTuple):
    """A straight part: holes `first` to `last`, to the right (`way` 1) or to the left (-1)."""

    first: int
    last: int
    y: float
    way: int


class _Curve(NamedTuple):
    """Half a circle around `centre` with the holes `first` to `last`, from the angle `start` clockwise."""

    first: int
    last: int
    centre: Point
    radius: float
    start: float


class Course(NamedTuple):
    """Where the holes of a board are: 1 to `target`, and before them the starting holes 0 and -1.

    A lane lies so far `out` of the middle of the track; the game hole is the same for all.
    """

    target: int
    lanes: int

    @property
    def street(self) -> int:
        """Holes along one street."""
        return 35 if self.target == 121 else 25

    @property
    def right(self) -> float:
        return _x(self.street - 1) + 24

    @property
    def size(self) -> Point:
        return self.right + 150, 327.0

    @property
    def half(self) -> float:
        """Half the width of the track."""
        return (self.lanes - 1) * _LANES[self.lanes] / 2 + 13.5

    @property
    def parts(self) -> tuple[_Street | _Curve, ...]:
        n = self.street
        wide = _Curve(n + 1, n + 10, (self.right, _MIDDLE), _MIDDLE - _TOP, -90)
        streets = (_Street(1, n, _TOP, 1), wide, _Street(n + 11, 2 * n + 10, _BOTTOM, -1))
        if self.target == 61:
            return streets
        narrow = _Curve(81, 85, (_FIRST_X - 24, (_MIDDLE + _BOTTOM) / 2), (_BOTTOM - _MIDDLE) / 2, 90)
        return (*streets, narrow, _Street(86, 120, _MIDDLE, 1))

    def out(self, lane: int) -> float:
        return ((self.lanes - 1) / 2 - lane) * _LANES[self.lanes]

    def at(self, number: float, out: float = 0.0) -> Point:
        """The hole `number`, or a point between two holes."""
        if number <= 0:
            return _FIRST_X - 34 + number * _PITCH, _TOP - out
        if number >= self.target:
            return (self.right + 7, _MIDDLE) if self.target == 121 else (_FIRST_X - 34, _BOTTOM)
        for part in self.parts:
            if isinstance(part, _Curve) and part.first - 0.5 <= number <= part.last + 0.5:
                step = 180 / (part.last - part.first + 1)
                angle = radians(part.start + (number - part.first + 0.5) * step)
                radius = part.radius + out
                return part.centre[0] + radius * cos(angle), part.centre[1] + radius * sin(angle)
            if isinstance(part, _Street) and part.first <= number <= part.last:
                low = floor(number)
                here, there = _on(part, low), _on(part, min(low + 1, part.last))
                return here + (there - here) * (number - low), part.y - out * (1 if part.y < _BOTTOM else -1)
        return self.at(round(number), out)


def _x(place: int) -> float:
    """The x of the n-th hole of a street, from the left; holes stand in fives."""
    return _FIRST_X + place // 5 * (5 * _PITCH + _GAP) + place % 5 * _PITCH


def _on(street: _Street, number: int) -> float:
    place = number - street.first if street.way > 0 else street.last - number
    return _x(place)


# ---------------------------------------------------------------- what never changes


@cache
def course(target: int, lanes: int) -> Course:
    """The course for `target` 121 or 61 and 2 to 4 lanes. Raises `ValueError` for others."""
    if target not in (121, 61) or lanes not in _LANES:
        raise ValueError(f"there is no board to {target} for {lanes} sides; there are 121 and 61, for 2 to 4")
    return Course(target, lanes)


@cache
def _ground(where: Course) -> str:
    """Wood, track and holes: the same for every position, drawn once and used for both ways it lies.

    Style rules do not reach into what is used a second time, but the variables that they set do.
    """
    width, height = where.size
    box = f'x="4" width="{width - 8:g}" height="{height - 14:g}" rx="26"'
    grain = "".join(_grain(row, width) for row in range(14))
    track = _line(where, -1, where.target, 0)
    holes = _holes(where)
    x, y = where.at(where.target)
    return (
        f'<g style="fill:none;stroke-linecap:round;stroke-linejoin:round">'
        f'<rect style="fill:var(--wood-side)" {box} y="10"/>'
        f'<rect style="fill:var(--wood);stroke:var(--wood-edge);stroke-width:1.5" {box} y="3"/>'
        f'<path style="stroke:var(--wood-line);stroke-opacity:.2;stroke-width:1.6" d="{grain}"/>'
        f'<rect style="stroke:var(--wood-line);stroke-opacity:.65" x="13" y="12" width="{width - 26:g}" '
        f'height="{height - 32:g}" rx="19"/>'
        f'<path style="stroke:var(--track);stroke-width:{2 * where.half:g}" d="{track}"/>'
        f'<path style="stroke:var(--wood-line);stroke-opacity:.35" d="{_between(where)}"/>'
        f'<g style="stroke:var(--lip);stroke-width:9" transform="translate(-.4 .8)">{holes}</g>'
        f'<g style="stroke:var(--hole);stroke-width:7.6">{holes}</g>'
        f'<circle style="fill:var(--hole);stroke:var(--lip)" cx="{x:.1f}" cy="{y:.1f}" r="6"/></g>'
    )


def _holes(where: Course) -> str:
    """The holes as the round dots of dotted lines, one a part of each lane."""
    fives = f"0 {_PITCH:g} " * 4 + f"0 {_PITCH + _GAP:g}"
    drawn = []
    for lane in range(where.lanes):
        out = where.out(lane)
        x, y = where.at(-1, out)
        drawn.append(_dotted(f"M{x:g} {y:g}h{_PITCH + 0.1:g}", f"0 {_PITCH:g}"))
        for part in where.parts:
            if isinstance(part, _Street):
                ends = sorted((where.at(part.first, out), where.at(part.last, out)))
                drawn.append(_dotted(f"M{ends[0][0]:g} {ends[0][1]:g}H{ends[1][0] + 0.1:g}", fives))
            else:
                (ax, ay), (bx, by) = where.at(part.first, out), where.at(part.last + 0.01, out)
                radius = part.radius + out
                step = radians(180 / (part.last - part.first + 1)) * radius
                arc = f"M{ax:.2f} {ay:.2f}A{radius:g} {radius:g} 0 0 1 {bx:.2f} {by:.2f}"
                drawn.append(_dotted(arc, f"0 {step:.3f}"))
    return "".join(drawn)


def _dotted(path: str, dashes: str) -> str:
    return f'<path stroke-dasharray="{dashes}" d="{path}"/>'


def _between(where: Course) -> str:
    """The fine lines between the lanes."""
    middles = [(where.out(lane) + where.out(lane + 1)) / 2 for lane in range(where.lanes - 1)]
    return "".join(_line(where, 1, where.target - 1, middle) for middle in middles)


def _name(where: Course) -> str:
    return f"cl-board-{where.target}-{where.lanes}"


def _grain(row: int, width: float) -> str:
    """A wavy line along the wood."""
    y, wave, swing = 20 + row * 21 + row * 37 % 11, 110 + row * 29 % 70, 5 + row * 13 % 7
    bends = int((width - 60) // wave)
    return f"M16 {y}q{wave / 2} {-swing} {wave} 0" + f"t{wave} 0" * (bends - 1)


def _line(where: Course, first: float, last: float, out: float) -> str:
    """The path along a lane; curves in small steps."""
    points = [where.at(first, out)]
    number = float(floor(first))
    while number < last:
        curved = any(
            isinstance(part, _Curve) and part.first - 1 <= number <= part.last for part in where.parts
        )
        for step in (0.25, 0.5, 0.75, 1.0) if curved else (1.0,):
            points.append(where.at(min(number + step, last), out))
        number += 1
    points = list(dict.fromkeys(points))
    inner = [
        here
        for before, here, after in zip(points, points[1:], points[2:], strict=False)
        if not before[1] == here[1] == after[1]
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (points[0], *inner, *points[1:][-1:]))


@cache
def _numbers(where: Course, upright: bool, lines: tuple[tuple[int, str], ...]) -> str:
    """The numbers beside every fifth hole, the names of start, end and lines, and a tip for each hole."""
    aside = where.half + (11 if upright else 8.5)
    parts = [_text(where.at(n, aside), str(n), "b-num", upright, where) for n in range(5, where.target, 5)]
    x, y = where.at(where.target)
    below = -1 if where.target == 121 else 1
    parts.append(
        _text(
            (x + (0 if where.target == 121 else -2), y + aside * -below),
            str(where.target),
            "b-num",
            upright,
            where,
        )
    )
    start = where.at(-2.4 if upright else -0.5)
    parts.append(_text((start[0], start[1] - aside * (not upright)), "start", "b-tag", upright, where))
    parts += [_line_across(where, upright, hole, name) for hole, name in lines]
    return "".join(parts)


def _line_across(where: Course, upright: bool, hole: int, name: str) -> str:
    """A line over all lanes after a hole, with its name on the inner side."""
    kind = "b-line b-dashed" if name.startswith("double") else "b-line"
    (ax, ay), (bx, by) = (
        _turn(where.at(hole + 0.5, reach), upright, where) for reach in (where.half + 2, -where.half - 2)
    )
    words = name.split() if upright else [name]
    curved = where.target == 61 and hole == 30 and not upright
    x, y = _turn(where.at(hole + 0.5, -where.half - 11 - 4 * len(name) * curved), upright, where)
    x += 3 * len(words[0]) * ((x > bx + 1) - (x < bx - 1)) * upright
    tags = "".join(
        f'<text class="b-tag" x="{x:.1f}" y="{y + 3.8 + (row - (len(words) - 1) / 2) * 12:.1f}">{word}</text>'
        for row, word in enumerate(words)
    )
    return f'<path class="{kind}" d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"/>{tags}'


@cache
def _tips(where: Course) -> str:
    """For each hole a patch over all lanes that says its number when the pointer rests on it."""
    reach = where.half - 2
    tips = []
    for number in range(1, where.target):
        (ax, ay), (bx, by) = where.at(number, reach), where.at(number, -reach)
        tips.append(f'<path d="M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"><title>{number}</title></path>')
    style = "stroke:#0000;stroke-width:17;pointer-events:stroke"
    return f'<g id="{_name(where)}-tips" style="{style}">{"".join(tips)}</g>'


def _turn(point: Point, upright: bool, where: Course) -> Point:
    return (point[1], where.size[0] - point[0]) if upright else point


def _text(point: Point, text: str, kind: str, upright: bool, where: Course) -> str:
    x, y = _turn(point, upright, where)
    return f'<text class="{kind}" x="{x:.1f}" y="{y + 4.3:.1f}">{text}</text>'


# ---------------------------------------------------------------- what changes


def board_svg(board: Board) -> Markup:
    """The board, lying and upright; the style sheet shows the one that fits.

    Raises `ValueError` for a target or a number of tracks that there is no board for.
    """
    where = course(board.target, len(board.tracks))
    return Markup(_one(board, where, upright=False) + _one(board, where, upright=True))


def _one(board: Board, where: Course, upright: bool) -> str:
    width, height = where.size
    name, label = _name(where), escape(board.label)
    if upright:
        turned = f'transform="matrix(0 -1 1 0 0 {width:g})"'
        ground, tips = f'<use href="#{name}" {turned}/>', f'<use href="#{name}-tips" {turned}/>'
        box, kind = f"0 0 {height:g} {width:g}", "port"
    else:
        ground, tips = f'<g id="{name}">{_ground(where)}</g>', _tips(where)
        box, kind = f"0 0 {width:g} {height:g}", "land"
    inside = ground + _numbers(where, upright, board.lines) + "".join(_moves(board, where, upright))
    return f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{label}">{inside}{tips}</svg>'


def _moves(board: Board, where: Course, upright: bool) -> Iterator[str]:
    """The trails of the last moves, the flags with the scores, and the pegs."""
    turn = f' transform="matrix(0 -1 1 0 0 {where.size[0]:g})"' if upright else ""
    for lane, track in enumerate(board.tracks):
        if track.front > track.back:
            now = " now" if lane == board.moved else ""
            trail = _line(where, _peg_hole(track, front=False), track.front, where.out(lane))
            yield f'<path class="trail p{lane + 1}{now}"{turn} d="{trail}"/>'
    for lane, track in enumerate(board.tracks):
        if track.front > 0:
            yield _flag(track, lane, where, upright)
    for lane, track in enumerate(board.tracks):
        for front in (False, True):
            point = where.at(_peg_hole(track, front), where.out(lane))
            yield peg(lane, front, _turn(point, upright, where))


def _peg_hole(track: Track, front: bool) -> int:
    """Where a peg stands; before the first point the back peg is in the outer starting hole."""
    if front:
        return track.front
    return track.back if track.front > track.back else -1


def _flag(track: Track, lane: int, where: Course, upright: bool) -> str:
    """The score on a flag, away from the other lanes."""
    side = -1 if lane == where.lanes - 1 else 1
    far = where.half + 17 + (24 if 0 < lane < where.lanes - 1 else 0)
    x, y = _turn(where.at(track.front, where.out(lane)), upright, where)
    fx, fy = _turn(where.at(track.front, side * far), upright, where)
    if track.front == where.target:
        fx, fy = (x, y - 27) if upright else (x + 30, y)
    return (
        f'<g class="p{lane + 1}"><path class="pole" d="M{x:.1f} {y:.1f}L{fx:.1f} {fy:.1f}"/>'
        f'<rect class="flag" x="{fx - 15:.1f}" y="{fy - 10:.1f}" width="30" height="20" rx="4.5"/>'
        f'<text class="flag-t" x="{fx:.1f}" y="{fy + 4.6:.1f}">{track.front}</text></g>'
    )


def peg(lane: int, front: bool, at: Point = (0, 0)) -> str:
    """A peg: a shape of its own for every lane, with an eye in front, hollow behind."""
    x, y = at
    kind, size = ("peg", 8.4) if front else ("peg rear", 7.4)
    shape = _outline(_SHAPES[lane], x, y, size, kind)
    eye = _outline(_SHAPES[lane], x, y, 2.8, "peg-in") if front else ""
    return f'<g class="p{lane + 1}">{shape}{eye}</g>'


_SHAPES: Sequence[Sequence[Point]] = (
    (),
    ((0, -1.26), (1.26, 0), (0, 1.26), (-1.26, 0)),
    ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)),
    ((0, -1.3), (1.15, 0.8), (-1.15, 0.8)),
)
"""The corners of the pegs of each lane; the first is round."""


def _outline(corners: Sequence[Point], x: float, y: float, size: float, kind: str) -> str:
    if not corners:
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{size:g}"/>'
    points = "L".join(f"{x + dx * size:.1f} {y + dy * size:.1f}" for dx, dy in corners)
    return f'<path class="{kind}" d="M{points}Z"/>'


def peg_key(lane: int) -> Markup:
    """The front peg of a lane by itself, to stand beside a name."""
    return Markup(f'<svg class="key" viewBox="-12 -12 24 24" aria-hidden="true">{peg(lane, True)}</svg>')
