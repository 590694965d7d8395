"""Stepping through frames: forwards, backwards, predicting, dealing from a seed."""

from __future__ import annotations

import pytest
from cardlab_widgets.lessons.counting import counting_model, deal_hand
from cardlab_widgets.lessons.stepper import Stepper

from cardlab.cribbage import count
from cardlab.cribbage.display.count_frames import counting_frames
from cardlab.errors import IllegalActionError, NotationError


@pytest.fixture
def stepper() -> Stepper:
    return counting_model("5H 5D 5S JC", "5C")


def test_forwards_and_backwards_show_the_same(stepper: Stepper) -> None:
    there = []
    for _ in range(10):
        there.append(stepper.scene().total)
        stepper.act("next", {})
    back = []
    for _ in range(10):
        stepper.act("back", {})
        back.append(stepper.scene().total)
    assert there == back[::-1]
    assert there[:3] == [0, 2, 4]


def test_the_ends_hold(stepper: Stepper) -> None:
    stepper.act("back", {})
    assert stepper.at == 0
    stepper.act("last", {})
    stepper.act("next", {})
    assert (stepper.at, stepper.scene().total) == (10, 29)
    stepper.act("first", {})
    assert stepper.at == 0


def test_jump_goes_to_a_step_and_refuses_others(stepper: Stepper) -> None:
    stepper.act("jump", {"to": "8"})
    assert stepper.at == 8
    for wrong in ("11", "-1", "x", ""):
        with pytest.raises(ValueError, match="step"):
            stepper.act("jump", {"to": wrong})
    with pytest.raises(ValueError, match="from 0 to 10, like 10 or ten"):
        stepper.act("jump", {"to": "x"})
    assert stepper.at == 8


def test_a_question_waits_before_each_category(stepper: Stepper) -> None:
    waits = []
    for at in range(11):
        stepper.act("jump", {"to": str(at)})
        transport = stepper.scene().transport
        assert transport
        waits.append(transport.waiting)
    assert [at for at, waiting in enumerate(waits) if waiting] == [0, 8, 9]


def test_a_right_prediction_is_told_and_leads_on(stepper: Stepper) -> None:
    stepper.act("reveal", {"answer": " sixteen "})
    scene = stepper.scene()
    assert (stepper.at, scene.form) == (1, None)
    assert scene.message
    assert (scene.message.tone, scene.message.title) == ("good", "Right: 16.")
    assert scene.status.startswith("Right: 16.")


def test_a_wrong_prediction_is_told_with_what_is_right(stepper: Stepper) -> None:
    stepper.act("reveal", {"answer": "14"})
    message = stepper.scene().message
    assert message
    assert (message.tone, message.title, message.text) == ("warn", "Not 14.", "The fifteens score 16.")
    stepper.act("next", {})
    assert stepper.scene().message is None
    stepper.act("first", {})
    assert stepper.scene().message == message  # going back shows it again and does not ask again
    assert stepper.scene().form is None


def test_a_question_can_be_skipped_with_its_answer_or_passed_by(stepper: Stepper) -> None:
    stepper.act("skip", {})
    message = stepper.scene().message
    assert message
    assert (message.tone, message.title) == ("info", "The fifteens score 16.")
    stepper.act("jump", {"to": "8"})
    stepper.act("next", {})
    assert stepper.at == 9
    assert stepper.scene().message is None


@pytest.mark.parametrize("answer", ["", "  ", "x", "<b>16</b>", "-4", "1e9", "9" * 5000, "1\x00"])
def test_what_is_no_prediction_changes_nothing(stepper: Stepper, answer: str) -> None:
    before = stepper.scene()
    with pytest.raises(ValueError, match="prediction"):
        stepper.act("reveal", {"answer": answer})
    assert stepper.scene() == before


def test_there_is_nothing_to_reveal_where_nothing_is_asked(stepper: Stepper) -> None:
    stepper.act("jump", {"to": "3"})
    with pytest.raises(ValueError, match="nothing to predict"):
        stepper.act("reveal", {"answer": "2"})


@pytest.mark.parametrize("action", ["", "seed", "new", "card:5H", "<b>", "__class__"])
def test_unknown_actions_are_refused_by_name(stepper: Stepper, action: str) -> None:
    with pytest.raises(ValueError, match="there is no action"):
        stepper.act(action, {"seed": "1"})


def test_predicting_the_total_asks_once(stepper: Stepper) -> None:
    model = counting_model("5H 5D 5S JC", "5C", predict="total")
    assert model.scene().form
    model.act("reveal", {"answer": "twenty-nine"})
    message = model.scene().message
    assert message
    assert message.text.startswith("It counts 29: fifteen two")
    model.act("jump", {"to": "8"})
    assert model.scene().form is None


def test_a_hand_that_counts_nothing_is_asked_about_and_says_so() -> None:
    model = counting_model("2S 4H 6D 8C", "TH")
    assert model.scene().form
    model.act("reveal", {"answer": "0"})
    scene = model.scene()
    assert (model.at, scene.total, scene.total_note) == (1, 0, "nothing: a nineteen hand")
    assert scene.message
    assert scene.message.title == "Right: 0."


def test_a_seed_deals_the_same_hand_wherever_it_is_typed() -> None:
    first, second = counting_model(seed=7), counting_model(seed=1)
    second.act("seed", {"seed": " 7 "})
    assert first.scene() == second.scene()
    assert second.seed == "7"
    tools = second.scene().tools
    assert tools
    assert tools.fields[0].value == "7"


def test_a_new_hand_is_another_one_and_its_seed_is_shown() -> None:
    model = counting_model(seed=7)
    model.act("next", {})
    seeds = {model.seed}
    for _ in range(5):
        model.act("new", {})
        assert model.at == 0
        seeds.add(model.seed)
        assert model.scene().zones == counting_model(seed=model.seed).scene().zones
    assert len(seeds) > 3


@pytest.mark.parametrize("seed", ["", "   ", "x" * 1000, "a\nb", "\x00"])
def test_a_seed_that_cannot_be_changes_nothing(seed: str) -> None:
    model = counting_model(seed=7)
    model.act("next", {})
    before = model.scene()
    with pytest.raises(ValueError, match="seed"):
        model.act("seed", {"seed": seed})
    assert model.scene() == before


def test_a_dealt_hand_is_the_best_four_of_six() -> None:
    totals = [count(*deal_hand(seed)).total for seed in range(200)]
    assert min(totals) >= 0
    assert sum(totals) / len(totals) > 8
    assert len({deal_hand(seed) for seed in range(200)}) == 200


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"hand": "5H 5D 5S", "starter": "5C"}, IllegalActionError),
        ({"hand": "5H 5D 5S JC 2D", "starter": "5C"}, IllegalActionError),
        ({"hand": "5H 5H 5S JC", "starter": "5C"}, IllegalActionError),
        ({"hand": "5H 5D 5S JC", "starter": "JC"}, IllegalActionError),
        ({"hand": "5H 5D 5S 1X", "starter": "5C"}, NotationError),
        ({"hand": "5H 5D 5S JC"}, ValueError),
        ({"starter": "5C"}, ValueError),
        ({"seed": ""}, ValueError),
        ({"preset": "casino"}, ValueError),
        ({"predict": "maybe"}, ValueError),
    ],
)
def test_what_cannot_be_counted_is_refused_when_it_is_made(
    arguments: dict[str, str], error: type[Exception]
) -> None:
    with pytest.raises(error):
        counting_model(**arguments)  # type: ignore[arg-type]


def test_nothing_to_step_through_is_an_error() -> None:
    with pytest.raises(ValueError, match="no frames"):
        Stepper(())


def test_a_given_hand_shows_the_seed_it_came_from() -> None:
    frames = counting_frames(count("5H 5D 5S JC", "5C"), seed=29)
    assert "seed 29" in str(Stepper(frames).scene())
