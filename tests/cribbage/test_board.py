"""The board: holes, pegs, lines and streets."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from cardlab.cribbage import apply, options, play, position
from cardlab.cribbage.display.board import board

BOARDS = [options(players=players, target=target) for players in (2, 3, 4) for target in (121, 61)]


@pytest.mark.rule("CRIB-BOARD-01", "CRIB-BOARD-03")
@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: rules.label)
def test_every_side_has_every_hole_and_no_two_touch(rules: object) -> None:
    made = board(rules)  # type: ignore[arg-type]
    assert len(made.lanes) == (3 if rules.players == 3 else 2)  # type: ignore[attr-defined]
    for side, lane in enumerate(made.lanes):
        assert len(lane) == made.game_hole + 2
        assert made.hole(side, made.game_hole) == made.middle[-1]  # the game hole is shared
        for number, (one, other) in enumerate(pairwise(lane[2:-1]), 1):
            assert 10 < dist(one, other) < 45, number
    holes = [hole for lane in made.lanes for hole in lane[:-1]]
    assert min(dist(one, other) for one, other in combinations(holes, 2)) > 10
    assert all(0 < hole.x < made.width and 0 < hole.y < made.height for hole in holes)


def test_there_is_no_hole_beyond_the_last() -> None:
    with pytest.raises(IndexError, match="from -1 to 121, not 122"):
        board(options()).hole(0, 122)


@pytest.mark.rule("CRIB-BOARD-02")
def test_the_rear_peg_jumps_over_the_front_one() -> None:
    state = position(hands=["5S 5D", "5H 2C"], scores=(10, 20))
    for card in ("5S", "5H", "5D"):
        state = apply(state, play(card)).state
    assert (state.scores, state.rear_pegs) == ((18, 22), (10, 20))
    pegs = board(options()).pegs(state.scores, state.rear_pegs)
    assert [(peg.side, peg.hole, peg.front) for peg in pegs] == [
        (0, 10, False),
        (0, 18, True),
        (1, 20, False),
        (1, 22, True),
    ]
    assert pegs[1].at == board(options()).hole(0, 18)


def test_a_trail_goes_hole_by_hole() -> None:
    made = board(options())
    assert made.trail(0, 34, 37) == tuple(made.hole(0, number) for number in (34, 35, 36, 37))


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"loss_scheme": "lurch"}, [("lurch", 60)]),
        ({"loss_scheme": "lurch", "target": 61}, [("lurch", 30)]),
        ({"loss_scheme": "skunk"}, [("double skunk", 60), ("skunk", 90)]),
        ({"loss_scheme": "skunk", "target": 61}, [("double skunk", 30), ("skunk", 45)]),
        ({"loss_scheme": "skunk", "target": 61, "skunk_in_61": "none"}, []),
        ({"loss_scheme": "acc"}, [("skunk", 90)]),
    ],
)
def test_lines_are_where_losses_change(changes: dict[str, object], lines: list[tuple[str, int]]) -> None:
    made = board(options("course", **changes))
    assert [(line.label, line.after) for line in made.lines] == lines
    for line in made.lines:
        before, after = made.middle[line.after + 1], made.middle[line.after + 2]
        middle = ((line.start.x + line.end.x) / 2, (line.start.y + line.end.y) / 2)
        assert dist(middle, ((before.x + after.x) / 2, (before.y + after.y) / 2)) < 1
