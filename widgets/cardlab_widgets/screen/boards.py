"""A Cribbage board, drawn as SVG: wood and track, two pegs a side, the last move, the lines.

Where the holes lie comes from `cardlab.cribbage.display.board`. The board is drawn lying, and once more
upright for narrow places: a quarter turn of the same points.

>>> from cardlab.display.scene import Track
>>> board_svg(Board(121, (Track("South", 87, 79), Track("North", 74, 72)))).count("<svg")
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from markupsafe import Markup, escape

from cardlab.cribbage.display.board import BoardLayout, Point
from cardlab.cribbage.display.board import board as holes_of
from cardlab.cribbage.rules.options import Options
from cardlab.display.scene import Board

Points: TypeAlias = Sequence[Point]

_RIM = 13.5
"""How far the track reaches beyond its outermost holes."""


@cache
def holes(target: int, sides: int) -> BoardLayout:
    """The holes of a board to 121 or 61 for two or three sides. Raises `ValueError` for another."""
    if target not in (121, 61) or sides not in (2, 3):
        raise ValueError(f"there is no board to {target} for {sides} sides; there are 121 and 61, for 2 or 3")
    return holes_of(Options(target=121 if target == 121 else 61, players=2 if sides == 2 else 3))


def _half(where: BoardLayout) -> float:
    """Half the width of the track."""
    first, last = where.lanes[0][2], where.lanes[-1][2]
    return hypot(first.x - last.x, first.y - last.y) / 2 + _RIM


def _beside(where: BoardLayout, hole: float, out: float) -> Point:
    """The point `out` of the middle of the track beside a hole, or between two; outwards is positive."""
    low = int(hole // 1)
    high = min(low + (hole > low), where.game_hole)
    (ax, ay), (bx, by) = where.middle[low + 1], where.middle[high + 1]
    outer, inner = where.lanes[0], where.lanes[-1]
    dx = outer[low + 1].x + outer[high + 1].x - inner[low + 1].x - inner[high + 1].x
    dy = outer[low + 1].y + outer[high + 1].y - inner[low + 1].y - inner[high + 1].y
    length = hypot(dx, dy)
    if not length:  # the game hole lies in the middle
        return Point(ax, ay - out if where.game_hole == 121 else ay + out)
    return Point((ax + bx) / 2 + dx / length * out, (ay + by) / 2 + dy / length * out)


# ---------------------------------------------------------------- what never changes


@cache
def _ground(where: BoardLayout) -> str:
    """Wood, track and holes: the same for every position, drawn once and used for both ways it lies.

    Style rules do not reach into what is used a second time, but the variables that they set do.
    """
    width, height = where.width, where.height
    box = f'x="4" width="{width - 8:g}" height="{height - 14:g}" rx="26"'
    grain = "".join(_grain(row, width) for row in range(13))
    dots = "".join(f"M{x:g} {y:g}h0" for lane in where.lanes for x, y in lane[:-1])
    x, y = where.middle[-1]
    return (
        f'<g style="fill:none;stroke-linecap:round;stroke-linejoin:round">'
        f'<rect style="fill:var(--wood-side)" {box} y="10"/>'
        f'<rect style="fill:var(--wood);stroke:var(--wood-edge);stroke-width:1.5" {box} y="3"/>'
        f'<path style="stroke:var(--wood-line);stroke-opacity:.2;stroke-width:1.6" d="{grain}"/>'
        f'<rect style="stroke:var(--wood-line);stroke-opacity:.65" x="13" y="12" width="{width - 26:g}" '
        f'height="{height - 32:g}" rx="19"/>'
        f'<path style="stroke:var(--track);stroke-width:{2 * _half(where):g}" d="{way(where.middle)}"/>'
        f'<path style="stroke:var(--wood-line);stroke-opacity:.35" d="{_between(where)}"/>'
        f'<use href="#{_name(where)}-dots" style="stroke:var(--lip);stroke-width:9" '
        f'transform="translate(-.4 .8)"/>'
        f'<g style="stroke:var(--hole);stroke-width:7.6"><path id="{_name(where)}-dots" d="{dots}"/></g>'
        f'<circle style="fill:var(--hole);stroke:var(--lip)" cx="{x:g}" cy="{y:g}" r="6"/></g>'
    )


def _between(where: BoardLayout) -> str:
    """The fine lines between the lanes."""
    return "".join(
        way([Point((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(one, two, strict=True)][2:-1])
        for one, two in pairwise(where.lanes)
    )


def _name(where: BoardLayout) -> str:
    return f"cl-board-{where.game_hole}-{len(where.lanes)}"


def _grain(row: int, width: float) -> str:
    """A wavy line along the wood."""
    y, wave, swing = 20 + row * 21 + row * 37 % 11, 110 + row * 29 % 70, 5 + row * 13 % 7
    bends = int((width - 60) // wave)
    return f"M16 {y}q{wave / 2:g} {-swing} {wave} 0" + f"t{wave} 0" * (bends - 1)


def way(points: Points) -> str:
    """A path through holes: straight along the streets, smooth around the curves.

    >>> way([Point(0, 0), Point(5, 0), Point(9, 0)])
    'M0 0L9 0'
    """
    line = [points[0]]
    padded = [points[0], *points, points[-1]]
    for before, here, there, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        straight = before.y == here.y == there.y == after.y
        line += (
            [there] if straight else [_curve(before, here, there, after, step / 4) for step in (1, 2, 3, 4)]
        )
    kept = [
        here
        for before, here, after in zip(line, line[1:], line[2:], strict=False)
        if not before.y == here.y == after.y
    ]
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in (line[0], *kept, *line[1:][-1:]))


def _curve(before: Point, here: Point, there: Point, after: Point, at: float) -> Point:
    """A point of the smooth curve from `here` to `there` (Catmull and Rom)."""

    def along(p: float, q: float, r: float, s: float) -> float:
        bend = (2 * p - 5 * q + 4 * r - s) * at**2 + (3 * q - p - 3 * r + s) * at**3
        return q + ((r - p) * at + bend) / 2

    return Point(along(before.x, here.x, there.x, after.x), along(before.y, here.y, there.y, after.y))


@cache
def _numbers(where: BoardLayout, upright: bool, lines: tuple[tuple[int, str], ...]) -> str:
    """The numbers beside every fifth hole, the names of the start and of the lines."""
    aside = _half(where) + (11 if upright else 8.5)
    numbered = (*range(5, where.game_hole, 5), where.game_hole)
    beside = [(_beside(where, n, -aside if n == 121 else aside), str(n), "b-num") for n in numbered]
    start = Point(where.middle[0].x - 32, where.middle[0].y) if upright else _beside(where, -0.5, aside)
    parts = [
        _text(point, text, kind, upright, where) for point, text, kind in (*beside, (start, "start", "b-tag"))
    ]
    return "".join([*parts, *(_line_across(where, upright, hole, name) for hole, name in lines)])


def _line_across(where: BoardLayout, upright: bool, hole: int, name: str) -> str:
    """A line over all lanes after a hole, with its name on the inner side."""
    kind = "b-line b-dashed" if name.startswith("double") else "b-line"
    half = _half(where)
    ends = [_turn(_beside(where, hole + 0.5, reach), upright, where) for reach in (half + 2, -half - 2)]
    (ax, ay), (bx, by) = ends
    words = name.split() if upright else [name]
    inward = 11 + (4 * len(name) if abs(by - ay) < abs(bx - ax) and not upright else 0)
    x, y = _turn(_beside(where, hole + 0.5, -half - inward), upright, where)
    x += 3 * len(words[0]) * ((x > bx + 1) - (x < bx - 1)) * upright
    tags = "".join(
        f'<text class="b-tag" x="{x:.1f}" y="{y + 3.8 + (row - (len(words) - 1) / 2) * 12:.1f}">{word}</text>'
        for row, word in enumerate(words)
    )
    return f'<path class="{kind}" d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"/>{tags}'


@cache
def _tips(where: BoardLayout) -> str:
    """For each hole a patch over all lanes that says its number when the pointer rests on it."""
    reach = _half(where) - 2
    tips = []
    for number in range(1, where.game_hole):
        (ax, ay), (bx, by) = _beside(where, number, reach), _beside(where, number, -reach)
        tips.append(f'<path d="M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"><title>{number}</title></path>')
    style = "stroke:#0000;stroke-width:17;pointer-events:stroke"
    return f'<g id="{_name(where)}-tips" style="{style}">{"".join(tips)}</g>'


def _turn(point: Point, upright: bool, where: BoardLayout) -> Point:
    return Point(point.y, where.width - point.x) if upright else point


def _text(point: Point, text: str, kind: str, upright: bool, where: BoardLayout) -> str:
    x, y = _turn(point, upright, where)
    return f'<text class="{kind}" x="{x:.1f}" y="{y + 4.3:.1f}">{text}</text>'


# ---------------------------------------------------------------- what changes


def board_svg(board: Board) -> Markup:
    """The board, lying and upright; the style sheet shows the one that fits.

    Raises `ValueError` for a target or a number of tracks that there is no board for.
    """
    where = holes(board.target, len(board.tracks))
    return Markup(_one(board, where, upright=False) + _one(board, where, upright=True))


def _one(board: Board, where: BoardLayout, upright: bool) -> str:
    width, height = where.width, where.height
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


def _moves(board: Board, where: BoardLayout, upright: bool) -> Iterator[str]:
    """The trails of the last moves, the flags with the scores, and the pegs."""
    turn = f' transform="matrix(0 -1 1 0 0 {where.width:g})"' if upright else ""
    for lane, track in enumerate(board.tracks):
        if track.front > track.back:
            now = " now" if lane == board.moved else ""
            trail = way(where.trail(lane, track.back if track.back else -1, track.front))
            yield f'<path class="trail p{lane + 1}{now}"{turn} d="{trail}"/>'
    for lane, track in enumerate(board.tracks):
        if track.front > 0:
            yield _flag(board, lane, where, upright)
    stand = where.pegs([track.front for track in board.tracks], [track.back for track in board.tracks])
    for one in stand:
        yield peg(one.side, one.front, _turn(one.at, upright, where))


def _flag(board: Board, lane: int, where: BoardLayout, upright: bool) -> str:
    """The score on a flag: of the inmost lane inwards, else outwards, unless another's stands there."""
    track = board.tracks[lane]
    crowded = any(abs(track.front - other.front) < 3 for other in board.tracks[:lane])
    side = -1 if lane == len(where.lanes) - 1 or crowded else 1
    far = _half(where) + 17
    x, y = _turn(where.hole(lane, track.front), upright, where)
    fx, fy = _turn(_beside(where, track.front, side * far), upright, where)
    if track.front == where.game_hole:
        fx, fy = (x, y - 27) if upright else (x + 30, y)
    return (
        f'<g class="p{lane + 1}"><path class="pole" d="M{x:.1f} {y:.1f}L{fx:.1f} {fy:.1f}"/>'
        f'<rect class="flag" x="{fx - 15:.1f}" y="{fy - 10:.1f}" width="30" height="20" rx="4.5"/>'
        f'<text class="flag-t" x="{fx:.1f}" y="{fy + 4.6:.1f}">{track.front}</text></g>'
    )


def peg(lane: int, front: bool, at: tuple[float, float] = (0, 0)) -> str:
    """A peg: a shape of its own for every lane, with an eye in front, hollow behind."""
    x, y = at
    kind, size = ("peg", 8.4) if front else ("peg rear", 7.4)
    shape = _outline(_SHAPES[lane], x, y, size, kind)
    eye = _outline(_SHAPES[lane], x, y, 2.8, "peg-in") if front else ""
    return f'<g class="p{lane + 1}">{shape}{eye}</g>'


_SHAPES: Sequence[Sequence[tuple[float, float]]] = (
    (),
    ((0, -1.26), (1.26, 0), (0, 1.26), (-1.26, 0)),
    ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)),
)
"""The corners of the pegs of each lane; the first is round."""


def _outline(corners: Sequence[tuple[float, float]], x: float, y: float, size: float, kind: str) -> str:
    if not corners:
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{size:g}"/>'
    points = "L".join(f"{x + dx * size:.1f} {y + dy * size:.1f}" for dx, dy in corners)
    return f'<path class="{kind}" d="M{points}Z"/>'


def peg_key(lane: int) -> Markup:
    """The front peg of a lane by itself, to stand beside a name."""
    return Markup(f'<svg class="key" viewBox="-12 -12 24 24" aria-hidden="true">{peg(lane, True)}</svg>')
