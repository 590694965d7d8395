"""The flow of practising: tries, hints, solutions, runs, seeds; what is shown and what is recorded."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from cardlab_exercises import Practice, Store, UnknownExerciseError
from cardlab_exercises.store.attempt import Attempt

from cardlab.display.scene import Scene


def practice(**changes: object) -> Practice:
    return Practice(**{"exercise_id": "crib-count-hand", "seed": 20417, "store": Store(None), **changes})  # type: ignore[arg-type]


def total(model: Practice) -> int:
    assert model.sitting
    return int(model.sitting.solution.answer["total"])


def answer_right(model: Practice) -> None:
    model.act("check", {"total": str(total(model))})


def answer_wrong(model: Practice, more: int = 1) -> None:
    model.act("check", {"total": str(total(model) + more)})


def attempts(model: Practice) -> list[Attempt]:
    return model.store.attempts()


def buttons(scene: Scene) -> list[str]:
    inside = scene.form.buttons if scene.form else ()
    return [button.action for button in (*inside, *scene.buttons)]


def dots(model: Practice) -> list[str]:
    return [dot.state for dot in model.scene().dots]


def refused(model: Practice, action: str, values: Mapping[str, str] | None = None) -> str:
    """The message of an action that cannot be done; nothing may have changed by it."""
    before, kept = model.scene(), attempts(model)
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (the caller looks at the message)
        model.act(action, values)
    assert model.scene() == before
    assert attempts(model) == kept
    return str(caught.value)


def test_what_a_question_shows() -> None:
    scene = practice().scene()
    assert (scene.kind, scene.eyebrow, scene.title) == (
        "exercise",
        "Cribbage · count the hand",
        "How many points?",
    )
    assert "course rules" in scene.chips
    assert [zone.id for zone in scene.zones] == ["hand", "starter"]
    assert all(face.selectable for zone in scene.zones for face in zone.faces)
    assert scene.form
    assert [entry.name for entry in scene.form.fields] == [
        "total",
        "fifteens",
        "pairs",
        "runs",
        "flush",
        "nobs",
    ]
    assert [(button.label, button.note) for button in scene.form.buttons] == [
        ("Check", ""),
        ("Hint", "1 of 2"),
        ("Solution", ""),
    ]
    assert len(scene.dots) == 10
    assert scene.dots[0].current
    assert scene.tools
    assert (scene.tools.fields[0].name, scene.tools.fields[0].value) == ("seed", "20417")
    assert scene.message is None


def test_a_question_does_not_hold_its_answer() -> None:
    for seed in range(30):
        model = practice(seed=seed)
        scene = model.scene()
        assert scene.form
        assert not any(entry.value or entry.note for entry in scene.form.fields)
        assert scene.ledger is None
        assert scene.total is None
        assert "CRIB-" not in str(scene)


def test_right_at_the_first_try() -> None:
    model = practice()
    answer_right(model)
    scene = model.scene()
    assert scene.message
    assert scene.message.tone == "good"
    assert sum(group.points for group in scene.message.proof) == total(model)
    assert scene.aside_label == "said aloud"
    assert scene.form
    assert scene.form.note == "right at the first try"
    assert all(entry.locked for entry in scene.form.fields)
    assert buttons(scene) == ["next", "steps", "twin"]
    assert dots(model)[0] == "ok"
    (kept,) = attempts(model)
    assert (kept.outcome, kept.score, kept.tries, kept.assisted) == ("correct", 1.0, 1, False)
    assert (kept.exercise, kept.seed, kept.level) == ("crib-count-hand", "20417/1", 1)
    assert (kept.options, kept.learner) == ("course rules", "you")
    assert kept.started <= kept.finished


def test_a_pointer_first_and_the_working_second() -> None:
    model = practice(seed="double")
    answer_wrong(model, 40)
    first = model.scene().message
    assert first
    assert first.tone == "warn"
    assert not first.proof
    answer_wrong(model, 41)
    second = model.scene().message
    assert second
    assert sum(group.points for group in second.proof) == total(model)
    assert model.scene().form.note == "try 2"  # type: ignore[union-attr]
    answer_right(model)
    assert model.scene().form.note == "right on the third try, with help"  # type: ignore[union-attr]
    assert [(kept.tries, kept.assisted) for kept in attempts(model)] == [(1, False), (2, False), (3, True)]
    assert dots(model)[0] == "retry"


def test_right_on_the_second_try() -> None:
    model = practice()
    answer_wrong(model)
    answer_right(model)
    assert model.scene().form.note == "right on the second try"  # type: ignore[union-attr]
    assert dots(model)[0] == "retry"
    assert [kept.assisted for kept in attempts(model)] == [False, False]


def test_the_same_wrong_answer_twice_is_a_double_click() -> None:
    model = practice()
    answer_wrong(model)
    before = model.scene()
    answer_wrong(model)
    assert model.scene() == before
    assert len(attempts(model)) == 1


def test_an_empty_answer_is_not_attempted_and_not_recorded() -> None:
    model = practice()
    model.act("check", {"total": "  ", "runs": ""})
    message = model.scene().message
    assert message
    assert (message.tone, message.title) == ("info", "Nothing is filled in yet.")
    assert model.scene().form.note == ""  # type: ignore[union-attr]
    assert attempts(model) == []
    answer_right(model)
    assert dots(model)[0] == "ok"


def test_half_an_answer_is_no_try() -> None:
    model = Practice("can-pile-frozen", seed=4, store=Store(None))
    assert model.sitting
    right = dict(model.sitting.solution.answer)
    model.act("check", {"state": right["state"], "by": ""})
    scene = model.scene()
    assert scene.message
    assert (scene.message.tone, scene.message.title) == ("info", "Still to answer: frozen by.")
    assert scene.form
    assert [entry.state for entry in scene.form.fields] == ["", ""]
    assert (scene.form.fields[0].value, scene.form.note) == (right["state"], "")
    assert attempts(model) == []
    model.act("check", right)
    assert dots(model)[0] == "ok"
    assert [kept.tries for kept in attempts(model)] == [1]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"total": "a dozen"}, "the total: 'a dozen' is not a number"),
        ({"total": "<script>alert(1)</script>"}, "is not a number"),
        ({"runs": "-2"}, "runs: '-2' is less than nothing"),
        ({"nobs": "1000000"}, "nobs: '1000000' is too much"),
        ({"pairs": "2\x07"}, "control characters"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(values: dict[str, str], words: str) -> None:
    model = practice()
    assert words in refused(model, "check", values)
    answer_wrong(model)
    assert words in refused(model, "check", values)


def test_states_of_fields_last_until_they_are_changed() -> None:
    model = practice()
    model.act("check", {"total": "98", "flush": "9"})
    fields = {entry.name: entry for entry in model.scene().form.fields}  # type: ignore[union-attr]
    assert (fields["total"].value, fields["total"].state) == ("98", "wrong")
    assert (fields["flush"].state, fields["runs"].state) == ("wrong", "")
    model.act("card:" + model.scene().zones[0].faces[0].key, {"total": "97"})
    fields = {entry.name: entry for entry in model.scene().form.fields}  # type: ignore[union-attr]
    assert (fields["total"].value, fields["total"].state) == ("97", "")
    assert fields["flush"].state == "wrong"


def test_the_last_hint_is_a_hint_and_ends_nothing() -> None:
    model = practice()
    titles = []
    for _ in range(2):
        model.act("hint", {"total": "7"})
        titles.append(model.scene().message.title)  # type: ignore[union-attr]
    assert titles == ["Hint 1 of 2", "Hint 2 of 2"]
    assert model.scene().form.fields[0].value == "7"  # type: ignore[union-attr]
    hint = model.scene().form.buttons[1]  # type: ignore[union-attr]
    assert (hint.note, hint.why_not) == ("no more", refused(model, "hint"))
    assert "That was the last hint. Press Solution" in hint.why_not
    answer_right(model)
    assert [kept.assisted for kept in attempts(model)] == [True]
    assert dots(model)[0] == "retry"


def test_a_hint_makes_an_attempt_assisted() -> None:
    model = practice()
    model.act("hint")
    answer_right(model)
    assert [kept.assisted for kept in attempts(model)] == [True]
    assert model.scene().form.note == "right at the first try, with help"  # type: ignore[union-attr]
    assert dots(model)[0] == "retry"


def test_the_solution_shows_everything_and_counts_nothing() -> None:
    model = practice()
    model.act("solution")
    scene = model.scene()
    assert scene.message
    assert scene.message.title == f"It counts {total(model)}."
    assert scene.form
    assert scene.form.fields[0].value == str(total(model))
    assert buttons(scene) == ["next", "steps", "twin", "again"]
    assert attempts(model) == []
    model.act("again")
    answer_right(model)
    assert [kept.assisted for kept in attempts(model)] == [True]
    assert dots(model)[0] == "missed"


def test_a_solved_question_stays_assisted_under_the_same_seed() -> None:
    model = practice()
    model.act("solution")
    model.act("seed", {"seed": "20417"})
    assert dots(model) == [""] * 10
    answer_right(model)
    assert [kept.assisted for kept in attempts(model)] == [True]


def test_picking_cards_adds_them_up() -> None:
    model = practice()
    assert model.scene().aside == "Tap cards to add them up."
    hand, starter = model.scene().zones
    model.act("card:" + hand.faces[0].key)
    model.act("card:" + starter.faces[0].key)
    assert model.scene().aside == "3♦ + 6♠ = 9"
    assert "selected" in model.scene().zones[0].faces[0].marks
    model.act("card:" + hand.faces[0].key)
    assert model.scene().aside == "6♠ = 6"
    assert "there is no card 'QH' to pick here" in refused(model, "card:QH")


def test_stepping_through_the_count() -> None:
    model = practice()
    assert "before you step through it" in refused(model, "steps")
    with pytest.raises(ValueError, match="before you step through it"):
        model.frames()
    answer_right(model)
    model.act("steps")
    assert model.stepping
    assert model.frames()[-1].scene.total == total(model)
    model.act("steps")
    assert not model.stepping
    model.act("steps")
    model.act("next")
    assert not model.stepping


def test_next_waits_for_the_answer() -> None:
    model = practice()
    assert "before you go on" in refused(model, "next")
    answer_right(model)
    assert "This question is done" in refused(model, "check", {"total": "3"})
    assert "This question is done" in refused(model, "hint")
    assert "This question is done" in refused(model, "card:3D")
    model.act("next")
    assert [dot.current for dot in model.scene().dots].index(True) == 1


def test_a_run_of_ten_and_its_result() -> None:
    model = practice()
    model.act("solution")
    for number in range(9):
        model.act("next")
        if number == 3:
            answer_wrong(model)
        answer_right(model)
    model.act("next")
    scene = model.scene()
    assert scene.message
    assert scene.message.title == "8 of 10 right at the first try."
    assert "The others: 1 later or with help and 1 by looking at the solution." in scene.message.text
    assert dots(model) == ["missed", "ok", "ok", "ok", "retry", "ok", "ok", "ok", "ok", "ok"]
    assert buttons(scene) == ["next", "again"]
    assert "There is no question just now" in refused(model, "check", {"total": "1"})
    model.act("again")
    assert len(model.scene().dots) == 2
    answer_right(model)
    assert attempts(model)[-1].assisted
    model.act("next")
    answer_right(model)
    model.act("next")
    assert model.scene().message.title == "2 of 2 right at the first try."  # type: ignore[union-attr]
    assert "nothing to repeat" in refused(model, "again")
    model.act("next")
    assert model.seed not in (None, "20417")
    assert len(model.scene().dots) == 10


def test_the_same_seed_shows_the_same_and_leads_on_alike() -> None:
    def walk() -> list[str]:
        model = practice(length=2)
        shown = [str(model.scene())]
        for action in ("hint", "solution", "next", "solution", "next", "next"):
            model.act(action)
            shown.append(str(model.scene()))
        return shown

    assert walk() == walk()
    assert repr(practice()) == "Practice('crib-count-hand', seed='20417')"


def test_a_seed_typed_in() -> None:
    model = practice()
    model.act("seed", {"seed": " blue whale "})
    assert model.seed == "blue whale"
    assert str(model.scene()) == str(practice(seed="blue whale").scene())
    for seed in ("", "x" * 41, "a\x00b"):
        assert "the seed" in refused(model, "seed", {"seed": seed})
    assert "the seed is empty" in refused(model, "seed", {})


def test_markup_in_a_seed_is_only_text() -> None:
    model = practice(seed="<b>7</b>")
    assert model.scene().tools.fields[0].value == "<b>7</b>"  # type: ignore[union-attr]


def test_without_a_seed_nothing_is_dealt_before_practice_begins() -> None:
    model = practice(seed=None)
    assert model.seed is None
    assert model.scene() == practice(seed=None).scene()
    assert model.scene().zones == ()
    assert buttons(model.scene()) == ["next"]
    assert "press the button to begin" in refused(model, "check", {"total": "1"})
    model.act("next")
    assert model.seed
    assert model.seed.isdigit()
    assert str(model.scene()) == str(practice(seed=model.seed).scene())


def levels(model: Practice) -> list[int]:
    assert model.run
    return [task.question.level for task in model.run.tasks]


def test_a_run_rises_unless_a_level_is_given() -> None:
    assert levels(practice()) == [1, 1, *[2] * 6, 3, 3]
    assert levels(practice(level=3)) == [3] * 10


def test_fading_in() -> None:
    model = practice(fade=True, length=3)
    scene = model.scene()
    assert scene.prompt.startswith("Worked example. ")
    assert scene.message
    assert len(scene.dots) == 3
    assert not any(dot.current for dot in scene.dots)
    model.act("next")
    locked = [entry for entry in model.scene().form.fields if entry.locked]  # type: ignore[union-attr]
    assert len(locked) == 4
    answers = model.sitting.solution.answer  # type: ignore[union-attr]
    asked = [entry.name for entry in model.scene().form.fields if not entry.locked]  # type: ignore[union-attr]
    model.act("check", {name: answers[name] for name in asked})
    assert attempts(model)[-1].assisted
    assert dots(model)[0] == "ok"
    model.act("next")
    assert not any(entry.locked for entry in model.scene().form.fields)  # type: ignore[union-attr]


@pytest.mark.parametrize("action", ["", "fly", "card", "card:", "check:1", "<b>"])
def test_an_unknown_action(action: str) -> None:
    assert "there is no action" in refused(practice(), action)


def test_what_cannot_be_practised() -> None:
    with pytest.raises(UnknownExerciseError, match="did you mean crib-count-hand"):
        practice(exercise_id="crib-count-hnd")
    with pytest.raises(ValueError, match="levels 1 to 3"):
        practice(level=7)
    with pytest.raises(ValueError, match="preset 'hoyle'"):
        practice(options="hoyle")
    with pytest.raises(ValueError, match="1 to 100 questions"):
        practice(length=0)
    with pytest.raises(ValueError, match="the learner's name"):
        practice(learner=" ")
    with pytest.raises(ValueError, match="the seed"):
        practice(seed="")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"length": "5"}, "whole number"),
        ({"length": 1.5}, "whole number"),
        ({"length": True}, "whole number"),
        ({"learner": 7}, "the learner's name is a text"),
        ({"level": "1"}, "levels 1 to 3"),
        ({"level": 1.0}, "levels 1 to 3"),
        ({"level": [1]}, "levels 1 to 3"),
        ({"options": ["course"]}, "name of a preset"),
        ({"options": None}, "name of a preset"),
        ({"store": "progress.db"}, "Store"),
        ({"seed": 1.5}, "a number or a word"),
        ({"seed": ["5"]}, "a number or a word"),
    ],
)
def test_arguments_of_another_kind(change: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        practice(**change)


@pytest.mark.parametrize("action", ["check", "hint", "solution", "card:"])
def test_a_failure_inside_an_action_changes_nothing(monkeypatch: pytest.MonkeyPatch, action: str) -> None:
    model = practice()
    answer_wrong(model)
    action += model.scene().zones[0].faces[0].key if action == "card:" else ""
    before = dict(vars(model))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    if action == "check":
        monkeypatch.setattr(Store, "record", fail)
    else:
        monkeypatch.setattr("cardlab_exercises.practice.session.replace", fail)
    shown = model.scene()
    with pytest.raises(RuntimeError):
        model.act(action, {"total": "28", "fifteens": "2"})
    assert vars(model) == before
    assert model.scene() == shown
    monkeypatch.undo()
    answer_right(model)
    assert [kept.tries for kept in attempts(model)] == [1, 2]


def test_the_rule_set_is_named_and_recorded() -> None:
    model = practice(options="classic")
    assert "classic rules" in model.scene().chips
    answer_right(model)
    assert attempts(model)[0].options == "classic rules"


def test_learners_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(None)
    monkeypatch.setenv("JUPYTERHUB_USER", "ana")
    ana = practice(store=store)
    answer_right(ana)
    answer_right(practice(store=store, learner="Bo <b>"))
    assert [kept.learner for kept in store.attempts()] == ["ana", "Bo <b>"]
    assert len(store.attempts("Bo <b>")) == 1


@pytest.mark.parametrize("exercise", ["crib-count-hand", "crib-count-crib"])
def test_the_twin_of_a_question_to_finish_is_asked_whole(exercise: str) -> None:
    """What was filled in belongs to the other cards."""
    for seed in range(5):
        model = practice(exercise_id=exercise, seed=seed, fade=True)
        model.act("next", {})
        assert model.sitting is not None
        assert model.sitting.question.stage == "finish"
        model.act("solution", {})
        model.act("twin", {})
        assert not any(entry.locked or entry.value for entry in model.sitting.question.fields)
        answer_right(model)
        assert model.sitting.phase == "right"


def test_a_twin_is_tried_again_as_it_is() -> None:
    model = practice()
    for action in ("solution", "twin", "solution"):
        model.act(action, {})
    assert model.sitting is not None
    asked = model.sitting.question
    model.act("again", {})
    assert model.sitting.question == asked
    assert model.sitting.phase == "asked"
