"""Watching a rule: one step a happening, its rule named, its score asked for first."""

from __future__ import annotations

import pytest
from cardlab_widgets.watching import watch, watched_frames, watched_game

from cardlab.errors import IllegalActionError

PLAY = "play 5S, play TD, play 6H, play 4C"
HANDS = ("5S 6H", "TD 4C")


def test_each_step_tells_one_thing_and_names_its_rule() -> None:
    frames = watched_frames(watched_game("cribbage", PLAY, hands=HANDS, turn=0, dealer=1))
    told = [frame.scene.said.text for frame in frames if frame.scene.said]
    assert told[:4] == [
        "South plays 5♠: 5.",
        "North plays 10♦: 15, fifteen for 2.",
        "South plays 6♥: 21.",
        "North plays 4♣: 25.",
    ]
    fifteen = frames[2].scene.said
    assert fifteen is not None
    assert "CRIB-PEG-02" in fifteen.rules
    assert frames[2].scene.seats[0].said == "fifteen for two"


def test_scores_are_asked_for_before_they_are_shown() -> None:
    frames = watched_frames(watched_game("cribbage", PLAY, hands=HANDS, turn=0, dealer=1))
    asked = {number: frame.ask.answer for number, frame in enumerate(frames) if frame.ask}
    for number, answer in asked.items():
        before, after = frames[number].scene.board, frames[number + 1].scene.board
        assert before is not None
        assert after is not None
        if frames[number].scene.ledger is None:
            pegged = sum(track.front for track in after.tracks) - sum(track.front for track in before.tracks)
            assert pegged == answer
    assert asked[1] == 2
    quiet = watched_frames(watched_game("cribbage", PLAY, hands=HANDS, turn=0), predict="none")
    assert not any(frame.ask for frame in quiet)


def test_the_show_is_counted_step_by_step() -> None:
    hands = ["5S 6S 7S KH", "2C 3C 8D QH"]
    actions = "play KH, play QH, play 7S, play 3C, go, play 6S, play 8D, play 5S, play 2C"
    game = watched_game("cribbage", actions, hands=hands, turn=0, dealer=1, starter="9C", seed=4)
    frames = watched_frames(game)
    counts = [frame for frame in frames if frame.scene.ledger is not None]
    assert len(counts) > 3
    opening = next(frame for frame in counts if not frame.scene.ledger)
    assert opening.ask is not None
    assert opening.ask.prompt.endswith("What does it score?")


def test_a_seat_sees_its_own_cards_and_the_open_view_all() -> None:
    game = watched_game("cribbage", (), hands=HANDS, turn=0)
    assert "[?]" in str(watched_frames(game, 0)[0].scene)
    assert "10♦" not in str(watched_frames(game, 0)[0].scene)
    assert "10♦" in str(watched_frames(game)[0].scene)


def test_it_is_a_stepper() -> None:
    widget = watch("cribbage", PLAY, hands=HANDS, turn=0, title="Fifteen in the play")
    assert 'data-of="' in widget.html
    assert widget.act("next") == ""
    assert "South plays" in widget.html
    assert widget.act("reveal", {"answer": "3"}) == ""
    assert "Not 3." in widget.html
    assert "Fifteen in the play" in widget.html


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(IllegalActionError, match="CRIB-GO-00"):
        watched_game("cribbage", "play KD", hands=HANDS, turn=0)
    with pytest.raises(ValueError, match="predict can be"):
        watch("cribbage", PLAY, hands=HANDS, turn=0, predict="all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat"):
        watch("cribbage", PLAY, hands=HANDS, turn=0, seat="Up")
