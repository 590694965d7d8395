"""The board as a picture: one hole for every point, pegs where the score is, and all of it in words."""

from __future__ import annotations

import re

import pytest
from cardlab_widgets.screen.boards import board_svg, holes, way

from cardlab.cribbage import options
from cardlab.cribbage.display.board import Point
from cardlab.cribbage.display.board import board as holes_of
from cardlab.display.scene import Board, Track


def drawn(
    fronts: list[int], backs: list[int], target: int = 121, moved: int | None = None
) -> tuple[str, str]:
    """The board lying, and upright."""
    tracks = [Track(name, front, back) for name, front, back in zip("SNE", fronts, backs, strict=False)]
    lying, upright = str(
        board_svg(Board(target, tuple(tracks), moved, ((60, "lurch"),) * (target == 121)))
    ).split("</svg>")[:2]
    return lying, upright


@pytest.mark.parametrize(
    ("target", "sides", "dots"), [(121, 2, 244), (121, 3, 366), (61, 2, 124), (61, 3, 186)]
)
def test_there_is_a_hole_for_every_point_and_a_tip_for_every_number(
    target: int, sides: int, dots: int
) -> None:
    lying, _ = drawn([0] * sides, [0] * sides, target)
    assert lying.count("h0") == dots
    assert re.findall(r"<title>(\d+)</title>", lying) == [str(number) for number in range(1, target)]


def test_the_pegs_stand_where_the_engine_says() -> None:
    lying, upright = drawn([87, 74], [79, 72], moved=0)
    where = holes_of(options())
    x, y = where.hole(0, 87)
    assert f'<circle class="peg" cx="{x:.1f}" cy="{y:.1f}"' in lying
    assert f'<circle class="peg" cx="{y:.1f}" cy="{where.width - x:.1f}"' in upright
    assert lying.count('class="trail') == 2
    assert lying.count("trail p1 now") == 1
    assert [int(flag) for flag in re.findall(r'flag-t"[^>]*>(\d+)<', lying)] == [87, 74]


def test_at_the_start_the_pegs_stand_behind_each_other() -> None:
    lying, _ = drawn([0, 0], [0, 0])
    where = holes_of(options())
    for hole in (0, -1):
        assert f'cx="{where.hole(0, hole).x:.1f}" cy="{where.hole(0, hole).y:.1f}"' in lying
    assert "trail" not in lying
    assert "flag-t" not in lying


def test_the_board_is_named_for_those_who_do_not_see_it() -> None:
    lying, upright = drawn([87, 121], [79, 115])
    label = "Cribbage board to 121. S: front peg in hole 87, back peg in 79, 34 to go"
    assert label in lying
    assert label in upright
    assert 'role="img"' in lying


def test_names_are_escaped() -> None:
    svg = str(board_svg(Board(61, (Track("<b>", 1, 0), Track("N", 0, 0)))))
    assert "<b>" not in svg


@pytest.mark.parametrize(("target", "sides"), [(100, 2), (121, 1), (121, 4)])
def test_there_is_no_other_board(target: int, sides: int) -> None:
    with pytest.raises(ValueError, match="there are 121 and 61"):
        holes(target, sides)


def test_a_way_around_a_curve_stays_near_the_circle() -> None:
    where = holes_of(options())
    path = way(where.lanes[0][36:47])
    points = [tuple(map(float, pair.split())) for pair in re.findall(r"[\d.]+ [\d.]+", path)]
    start, end = where.hole(0, 36), where.hole(0, 45)
    centre = Point(where.hole(0, 35).x + 24, (where.hole(0, 35).y + where.hole(0, 46).y) / 2)
    radius = abs(where.hole(0, 46).y - where.hole(0, 35).y) / 2
    assert start.y < centre.y < end.y
    inside = [((x - centre.x) ** 2 + (y - centre.y) ** 2) ** 0.5 for x, y in points[4:-4]]
    assert max(abs(reach - radius) for reach in inside) < 1


def test_the_board_is_small_enough_to_send() -> None:
    lying, upright = drawn([87, 74], [79, 72])
    assert len(lying) + len(upright) < 24_000
