"""Watching a rule: one step a happening, its rule named, its score asked for first."""

from __future__ import annotations

import re

import pytest
from cardlab_widgets.lessons.stepper import Stepper, recalled
from cardlab_widgets.tables.watch import watch, watched, watched_frames

from cardlab.errors import IllegalActionError

PLAY = "play 5S, play TD, play 6H, play 4C"
HANDS = ("5S 6H", "TD 4C")


def test_each_step_tells_one_thing_and_names_its_rule() -> None:
    frames = watched_frames(watched("cribbage", PLAY, hands=HANDS, turn=0, dealer=1))
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
    frames = watched_frames(watched("cribbage", PLAY, hands=HANDS, turn=0, dealer=1))
    asked = {number: frame.ask.answer for number, frame in enumerate(frames) if frame.ask}
    for number, answer in asked.items():
        before, after = frames[number].scene.board, frames[number + 1].scene.board
        assert before is not None
        assert after is not None
        if frames[number].scene.ledger is None:
            pegged = sum(track.front for track in after.tracks) - sum(track.front for track in before.tracks)
            assert pegged == answer
    assert asked[1] == 2
    quiet = watched_frames(watched("cribbage", PLAY, hands=HANDS, turn=0), predict="none")
    assert not any(frame.ask for frame in quiet)


def test_the_show_is_counted_step_by_step() -> None:
    hands = ["5S 6S 7S KH", "2C 3C 8D QH"]
    actions = "play KH, play QH, play 7S, play 3C, go, play 6S, play 8D, play 5S, play 2C"
    game = watched("cribbage", actions, hands=hands, turn=0, dealer=1, starter="9C", seed=4)
    frames = watched_frames(game)
    counts = [frame for frame in frames if frame.scene.ledger is not None]
    assert len(counts) > 3
    opening = next(frame for frame in counts if not frame.scene.ledger)
    assert opening.ask is not None
    assert opening.ask.prompt.endswith("What does it score?")


def test_no_peg_answers_what_is_asked() -> None:
    hands = ["5S 6S 7S KH", "2C 3C 8D QH"]
    actions = "play KH, play QH, play 7S, play 3C, go, play 6S, play 8D, play 5S, play 2C"
    game = watched("cribbage", actions, hands=hands, turn=0, dealer=1, starter="9C", seed=4)
    for predict in ("scores", "holes"):
        frames = watched_frames(game, predict=predict)
        opened = [number for number, frame in enumerate(frames) if frame.scene.ledger == ()]
        fronts = [
            [track.front for track in frame.scene.board.tracks] for frame in frames if frame.scene.board
        ]
        assert len(opened) == 3
        for number in opened:
            ask = frames[number].ask
            assert ask is not None
            assert fronts[number] == fronts[number - 1]
            end = next(
                at
                for at in range(number, len(frames))
                if not (frames[at + 1 : at + 2] and frames[at + 1].scene.ledger)
            )
            moved = [late - early for early, late in zip(fronts[number], fronts[end], strict=True)]
            assert ask.answer == max(moved) if predict == "scores" else ask.answer in fronts[end]


def test_a_seat_sees_its_own_cards_and_the_open_view_all() -> None:
    game = watched("cribbage", (), hands=HANDS, turn=0)
    assert "[?]" in str(watched_frames(game, 0)[0].scene)
    assert "10♦" not in str(watched_frames(game, 0)[0].scene)
    assert "10♦" in str(watched_frames(game)[0].scene)


def test_it_is_a_stepper() -> None:
    widget = watch("cribbage", PLAY, hands=HANDS, turn=0, title="Fifteen in the play")
    assert 'data-of="' in widget.html
    assert widget.act("next") == ""
    assert "South plays" in widget.html
    assert widget.act("reveal", {"answer": "3"}) == ""
    assert "Not 3, but 2." in widget.html
    assert "Fifteen in the play" in widget.html


@pytest.mark.parametrize(
    ("action", "values"), [("skip", {}), ("reveal", {"answer": "1"}), ("reveal", {"answer": "2"})]
)
def test_nothing_is_said_twice(action: str, values: dict[str, str]) -> None:
    stepper = Stepper(watched_frames(watched("cribbage", PLAY, hands=HANDS, turn=0)))
    stepper.act("next", {})
    stepper.act(action, values)
    scene = stepper.scene()
    assert scene.said is not None
    assert scene.said.text == "North plays 10♦: 15, fifteen for 2."
    assert scene.message is None or scene.said.text not in (scene.message.title, scene.message.text)
    assert (scene.message is None) == (action == "skip")


def test_a_player_who_is_watched_is_called_by_name() -> None:
    game = watched("canasta", "try take onto Q", hands=["QS 4C"], melds=[["QD QC QD"]], pile="9C QH", seed=4)
    first = watched_frames(game, 0)[0]
    assert first.ask is not None
    assert first.ask.prompt.startswith("May South take")
    assert first.scene.title == "South is to draw or take the pile"
    assert [zone.label for zone in first.scene.zones if zone.id == "hand"] == ["South's hand"]
    crib = watched_frames(watched("cribbage", (), hands=HANDS, turn=1, dealer=0, crib="2S 3S 4S 5C"), 0)[
        0
    ].scene
    assert not re.search(r"\b[Yy]our?\b", f"{crib.title} {crib.status} {[zone[1:] for zone in crib.zones]}")


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(IllegalActionError, match="CRIB-GO-00"):
        watched("cribbage", "play KD", hands=HANDS, turn=0)
    with pytest.raises(ValueError, match="predict can be"):
        watch("cribbage", PLAY, hands=HANDS, turn=0, predict="all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat"):
        watch("cribbage", PLAY, hands=HANDS, turn=0, seat="Up")
    for bad in (None, [], 9, True):
        with pytest.raises(ValueError, match=r"there are South .* and North"):
            watch("cribbage", PLAY, hands=HANDS, turn=0, seat=bad)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="predict can be"):
            watch("cribbage", PLAY, hands=HANDS, turn=0, predict=bad or 7)  # type: ignore[arg-type]


def test_an_action_to_think_about_is_asked_for_and_refused_in_words() -> None:
    actions = "play TD, try go, try play 9S, play 9C"
    frames = watched_frames(watched("cribbage", actions, hands=["TD 9S 5S", "9H 9C 8D"], turn=0, total=0))
    assert [frame.scene.said.text if frame.scene.said else "" for frame in frames][1:3] == [
        "South plays 10♦: 10.",
        "North would like to say go.",
    ]
    before, refused = frames[1], frames[2]
    assert before.ask is not None
    assert (before.ask.prompt, before.ask.answer) == ("May North say go here?", "No")
    assert before.ask.choices == ("Yes", "No")
    assert refused.scene.message is not None
    assert "CRIB-GO-02" in refused.scene.message.rules


def test_an_action_that_is_allowed_is_done_after_the_question() -> None:
    stepper = Stepper(
        watched_frames(watched("cribbage", "try play 7D", hands=["7D", "AC"], turn=0, total=24))
    )
    with pytest.raises(ValueError, match="choose Yes or No"):
        stepper.act("reveal", {"answer": "3"})
    stepper.act("reveal:No", {})
    scene = stepper.scene()
    assert scene.message is not None
    assert (scene.message.tone, scene.message.title) == ("warn", "The right answer: Yes.")
    assert scene.said is not None
    assert "CRIB-GO-05" in scene.said.rules


def test_the_answer_and_the_refusal_stand_together() -> None:
    stepper = Stepper(watched_frames(watched("cribbage", "try go", hands=["7D", "AC"], turn=0, total=24)))
    stepper.act("reveal:No", {})
    message = stepper.scene().message
    assert message is not None
    assert message.tone == "good"
    assert message.title.startswith("Right: No. ")
    assert message.rules == ("CRIB-GO-02",)
    assert stepper.taught == ("CRIB-GO-02",)


def test_rules_that_define_are_read_out_and_no_others() -> None:
    frames = watched_frames(watched("cribbage", PLAY, hands=HANDS, turn=0))
    told = recalled(frames, {0: "CRIB-PEG-10 CRIB-PEG-11", 1: "CRIB-PEG-08"})
    first, second = told[0].scene.said, told[1].scene.said
    assert first is not None
    assert second is not None
    assert first.text.startswith("Suits do not matter in the play")
    assert first.rules == ("CRIB-PEG-10", "CRIB-PEG-11")
    assert "CRIB-PEG-08" in second.rules
    assert second.text == "South plays 5♠: 5."
    with pytest.raises(ValueError, match="CRIB-GO-03 does not define"):
        recalled(frames, {0: "CRIB-GO-03"})
    with pytest.raises(ValueError, match="there is no 99"):
        recalled(frames, {99: "CRIB-PEG-10"})


def test_what_it_teaches_is_kept_beside_what_it_shows() -> None:
    widget = watch("cribbage", PLAY, hands=HANDS, turn=0)
    kept = widget._snapshot()._repr_mimebundle_()
    assert "CRIB-PEG-02" in kept["application/vnd.cardlab.rules+json"]
    assert "CRIB-PEG-02" not in str(kept.get("text/plain"))


def test_canasta_is_watched_meld_by_meld_and_its_sheets_asked_for() -> None:
    do = "take with QS QD, meld 9S 9H 9D, +6 6C\ndiscard 4C"
    cards = {"South": "QS QD 4C 9S 9H 9D 6C 5H 5S"}
    known = {"hands": cards, "melds": [["6S 6H 6D"]], "pile": "4D 9C 2H QH"}
    frames = watched_frames(watched("canasta", do, **known), 0)
    assert [frame.scene.said.text for frame in frames if frame.scene.said] == [
        "South shows Q♦ and Q♠ and takes the pile, four cards, for its top card Q♥.",
        "South melds three queens.",
        "South adds 6♣ to the sixes.",
        "South melds three nines.",
        "South discards 4♣.",
    ]
    assert frames[1].scene.said
    assert {"CAN-PILE-06", "CAN-FRZ-05"} <= set(frames[1].scene.said.rules)
    out = watched_frames(
        watched("canasta", "discard 4C", hands=["4C", "KS", "9H", "QS"], phase="play", melds=[[CANASTA]])
    )
    asked = [frame.ask for frame in out if frame.ask]
    assert [(ask.prompt, ask.answer) for ask in asked] == [
        ("What do South and North score in this deal?", 300 + 100 + 65 - 10),
    ]


def test_what_a_first_meld_counts_can_be_asked_for() -> None:
    game = watched("canasta", "meld KS KH KD, 9S 9H 2D", hands=["KS KH KD 9S 9H 2D 4C 5C"], phase="play")
    (ask,) = [frame.ask for frame in watched_frames(game, 0, predict=(1,)) if frame.ask]
    assert (ask.prompt, ask.answer) == ("What does this first meld count?", 70)
    assert ask.reveal.startswith("The first meld of South's side counts 70")


CANASTA = "6S 6C 6D 6S 6H 2H 2D"


def test_the_hole_of_the_next_peg_can_be_asked_for() -> None:
    game = watched("cribbage", PLAY, hands=HANDS, turn=0, dealer=1, scores=(10, 20))
    frames = watched_frames(game, predict="holes")
    ask, board = frames[1].ask, frames[2].scene.board
    assert ask is not None
    assert board is not None
    assert (ask.label, ask.answer) == ("hole", 22)
    assert board.tracks[1].front == 22
    assert frames[0].ask is None


def test_questions_can_be_chosen_and_a_score_of_nothing_is_one() -> None:
    frames = watched_frames(watched("cribbage", PLAY, hands=HANDS, turn=0), predict=(3,))
    assert [number for number, frame in enumerate(frames) if frame.ask] == [2]
    ask = frames[2].ask
    assert ask is not None
    assert (ask.prompt, ask.answer) == ("South plays 6♥. What does it score?", 0)


def test_it_ends_where_it_is_told_to() -> None:
    widget = watch("cribbage", PLAY, hands=HANDS, turn=0, until=1)
    assert 'data-of="1"' in widget.html
    widget.act("next")
    assert "What does it score" not in widget.html
    later = watch("cribbage", PLAY, hands=HANDS, turn=0, since=2, until=3, recall={3: "CRIB-PEG-10"})
    assert "fifteen for 2" in later.html
    assert 'data-of="1"' in later.html
    later.act("next")
    assert "Suits do not matter" in later.html
