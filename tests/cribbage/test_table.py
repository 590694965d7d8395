"""The Cribbage table as a scene: everything legal can be pressed, and nothing hidden is shown."""

from __future__ import annotations

from random import Random

import pytest

from cardlab.cribbage.display.table import board, intent, table
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.check import check
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.state import View, view
from cardlab.display.scene import Scene
from cardlab.game import OPEN, Game, Moment


def pressed(scene: Scene, seen: View) -> set[object]:
    """Every action of the game that some control of the scene stands for."""
    found: set[object] = set()
    hand = [face.key for zone in scene.zones if zone.id == "hand" for face in zone.faces if face.selectable]
    for face in (face for zone in scene.zones for face in zone.faces if face.selectable and face.action):
        found.add(intent(seen, face.action, {}, ()))
    for button in (*scene.buttons, *(scene.form.buttons if scene.form else ())):
        if button.action == "lay":
            size = len(seen.hand) - 4
            pairs = [(one, two)[:size] for one in hand for two in hand if one != two]
            found |= {intent(seen, "lay", {}, pair) for pair in pairs}
        elif scene.form and button.action in ("claim", "muggins"):
            found |= {intent(seen, button.action, {"points": str(points)}, ()) for points in range(31)}
        else:
            found.add(intent(seen, button.action, {}, ()))
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"players": 3, "preset": "classic"},
        {"players": 4, "counting": "by_hand", "muggins": "on"},
        {"heels_claim": "claimed"},
    ],
)
def test_everything_legal_can_be_pressed(changes: dict[str, object]) -> None:
    random = Random(1)
    options = dict(changes)
    rules = referee.make_options(str(options.pop("preset", "course")), target=61, **options)
    for seed in range(4):
        game = Game(referee, rules, seed)
        while game.state.turn is not None:
            seen = game.view(game.state.turn)
            scene = table(Moment(seen), live=True)
            legal = set(legal_actions(seen))
            assert legal <= pressed(scene, seen)
            refused = [action for action in pressed(scene, seen) if check(seen, action)]
            assert not legal & set(refused)
            game.do(random.choice(sorted(legal)))


def test_nothing_can_be_pressed_out_of_turn() -> None:
    state = referee.position(seed=3, dealer=0)
    scene = table(Moment(view(state, 0)), live=True)
    assert state.turn == 1
    assert not scene.buttons
    assert not any(face.selectable for zone in scene.zones for face in zone.faces)
    assert scene.title == "North is to lay away"


def test_the_others_show_backs_and_the_open_view_shows_all() -> None:
    state = referee.position(hands=["5H 5D JC KS", "2C 3C 4C 5C"], starter="9C", turn=0, dealer=1)
    scene = table(Moment(view(state, 0)), live=True)
    assert [face.card for face in scene.seats[0].faces] == [None] * 4
    assert scene.seats[0].note == "deals, 4 cards"
    opened = table(Moment(view(state, OPEN)))
    assert "2♣ 3♣ 4♣ 5♣" in str(opened)


def test_cards_that_do_not_fit_say_so_and_can_still_be_tried() -> None:
    seen = view(referee.position(hands=["6S KD", "2C"], total=25, turn=0), 0)
    scene = table(Moment(seen), live=True)
    hand = {face.key: face for face in scene.zones[-1].faces}
    assert hand["KD"].label == "king of diamonds, does not fit on 25"
    assert (hand["KD"].marks, hand["KD"].selectable) == (("dim",), True)
    assert hand["6S"].marks == ()


def test_seats_lie_to_the_left_and_partners_are_named() -> None:
    seen = view(referee.position(options=referee.make_options(players=4), seed=1), 0)
    scene = table(Moment(seen))
    assert [(seat.name, seat.place) for seat in scene.seats] == [
        ("West", "west"),
        ("North", "north"),
        ("East", "east"),
    ]
    assert "partner" in scene.seats[1].note
    assert (
        [track.name for track in scene.board.tracks] == ["South and North", "West and East"]
        if scene.board
        else 0
    )


def test_the_board_marks_the_side_that_pegged() -> None:
    game = Game(referee, state=referee.position(hands=["5S 2H", "TD 4C"], turn=0, total=10, dealer=1))
    step = game.do("play 5S")
    shown = board(game.view(0), Moment(game.view(0), tuple(step.events)))
    assert (shown.moved, shown.tracks[0].front, shown.tracks[0].back) == (0, 2, 0)
    assert "South: front peg in hole 2, back peg in 0, 119 to go" in shown.label
    assert "lurch line after hole 60" in shown.label


@pytest.mark.parametrize("action", ["fly", "play:XX", "claim", "cut:x"])
def test_what_means_nothing_is_a_clear_error(action: str) -> None:
    seen = view(referee.position(hands=["6S KD", "2C"], total=25, turn=0), 0)
    if action == "cut:x":
        assert intent(seen, action, {}, ()).kind == "cut"
        return
    with pytest.raises(ValueError, match=r"\w"):
        intent(seen, action, {}, ())
