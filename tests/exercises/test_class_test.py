"""Test mode: the same questions for everybody, no hints, no feedback before it is handed in."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from cardlab_exercises import ClassTest, Practice, Store, UnknownExerciseError
from cardlab_exercises.declaration import bank

from cardlab.display.scene import Scene


def begun(store: Store | None = None, length: int = 3, **changes: object) -> ClassTest:
    given = {"exercises": "crib-count-hand", "code": "7b", "learner": "Ana", **changes}
    test = ClassTest(store=store or Store(None), length=length, **given)  # type: ignore[arg-type]
    test.act("next")
    return test


def answer(test: ClassTest, more: int = 0) -> None:
    assert test.at is not None
    right = int(test._sittings[test.at].solution.answer["total"])
    test.act("check", {"total": str(right + more)})


def buttons(scene: Scene) -> list[str]:
    return [button.action for button in (*(scene.form.buttons if scene.form else ()), *scene.buttons)]


def test_everybody_gets_the_same_questions_and_another_code_gives_others() -> None:
    store = Store(None)
    first, second, other = begun(store), begun(store, learner="Bo"), begun(store, code="7c")
    assert [task.question for task in first.tasks] == [task.question for task in second.tasks]
    assert first.tasks[0].question.zones != other.tasks[0].question.zones
    assert [task.level for task in begun(length=10).tasks] == [1, 1, *[2] * 6, 3, 3]


def test_the_code_alone_tells_no_question(tmp_path: Path) -> None:
    """The store draws a secret, once for all who share it; another store has another."""
    shared, elsewhere = (f"sqlite:///{tmp_path / name}.db" for name in ("shared", "elsewhere"))
    first, second, other = (begun(Store(place)).tasks for place in (shared, shared, elsewhere))
    assert [task.question for task in first] == [task.question for task in second]
    assert not {task.seed for task in first} & {task.seed for task in other}
    assert Store(shared).secret() == Store(shared).secret() != Store(elsewhere).secret()


def test_where_no_secret_can_be_kept_a_test_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store = Store(tmp_path / "file" / "progress.db")
    first, second = begun(store), begun(store)
    assert first.tasks == second.tasks
    assert "not being kept" in store.notice


def test_the_seed_is_nowhere_to_be_seen_nor_the_code_itself() -> None:
    scene = begun().scene()
    assert scene.tools is None
    assert "seed" not in str(scene)
    practised = Practice("crib-count-hand", seed="7b", store=Store(None))
    assert practised.sitting
    assert practised.sitting.question.zones != begun().tasks[0].question.zones


def test_no_word_about_an_answer_before_it_is_handed_in() -> None:
    test = begun()
    assert buttons(test.scene()) == ["check", "skip", "hand-in"]
    scenes = []
    for more in (0, 1):
        answer(test, more)
        scenes.append(test.scene())
    for scene in scenes:
        assert scene.message is None
        assert {dot.state for dot in scene.dots} == {""}
    assert scenes[-1].form
    assert scenes[-1].form.note == "2 of 3 answered"
    for action in ("hint", "solution", "again", "seed", "back"):
        with pytest.raises(ValueError, match="there is no"):
            test.act(action)
    answer(test)
    scene = test.scene()
    assert scene.message
    assert scene.message.title.startswith("2 of 3 right, 2.")
    assert [dot.state for dot in scene.dots] == ["ok", "missed", "ok"]


def test_at_the_end_there_is_the_whole_working() -> None:
    test = begun()
    for more in (1, 0, 0):
        answer(test, more)
    test.act("next")
    scene = test.scene()
    assert scene.message
    assert scene.message.tone == "warn"
    assert scene.message.proof == test._sittings[0].solution.proof
    test.act("next")
    assert test.scene().message.tone == "good"  # type: ignore[union-attr]
    test.act("back")
    test.act("back")
    assert test.scene().message.title.startswith("2 of 3")  # type: ignore[union-attr]


def test_every_answer_is_recorded_with_its_time_as_soon_as_it_is_saved() -> None:
    store, before = Store(None), datetime.now(UTC)
    test = begun(store)
    answer(test)
    (made,) = store.attempts("Ana")
    assert (made.outcome, made.tries, made.assisted) == ("correct", 1, False)
    assert before <= made.started <= made.finished <= datetime.now(UTC)
    answer(test, 1)
    answer(test)
    assert test.handed_in
    assert test.handed_in >= store.attempts("Ana")[-1].finished
    assert f"handed in {test.handed_in:%Y-%m-%d %H:%M:%S}" in str(test.scene())


def test_a_test_that_was_interrupted_goes_on_where_it_was() -> None:
    store = Store(None)
    answer(begun(store), 1)
    test = begun(store)
    assert test.at == 1
    answer(test)
    answer(test)
    assert test.scene().message.title.startswith("2 of 3 right")  # type: ignore[union-attr]
    assert len(store.attempts()) == 3
    again = begun(store)
    assert again.handed_in == store.attempts()[-1].finished
    with pytest.raises(ValueError, match="handed in"):
        again.act("check", {"total": "1"})
    assert begun(store, learner="Bo").at == 0


def test_what_is_left_for_later_comes_round_again() -> None:
    test = begun()
    test.act("skip")
    answer(test)
    answer(test)
    assert test.at == 0
    test.act("skip")
    assert test.at == 0
    test.act("hand-in")
    test.act("hand-in")
    assert "1 left out" in str(test.scene())
    test.act("next")
    scene = test.scene()
    assert "left out" in scene.prompt
    assert not scene.message
    assert not scene.form


def test_an_empty_or_unreadable_answer_changes_nothing() -> None:
    test = begun()
    scene = test.scene()
    for text, words in (("", "leave the question for later"), ("twelf", "not a number")):
        with pytest.raises(ValueError, match=words):
            test.act("check", {"total": text})
        assert test.scene() == scene
    assert test.store.attempts() == []


def test_handing_in_with_questions_left_is_asked_once_more() -> None:
    test = begun()
    answer(test)
    test.act("hand-in", {"total": "7"})
    scene = test.scene()
    assert test.handed_in is None
    assert scene.message
    assert scene.message.title == "2 of 3 are not answered."
    assert scene.message.text.startswith(
        "Press Hand in again to hand in. What you have filled in here is not"
    )
    assert scene.form
    assert scene.form.fields[0].value == "7"
    assert buttons(scene) == ["check", "skip", "hand-in"]
    test.act("skip")  # thinks better of it
    assert test.scene().message is None
    test.act("hand-in")
    assert test.handed_in is None
    assert "filled in here" not in str(test.scene())
    test.act("hand-in")
    assert test.handed_in
    assert "1 of 3 right" in str(test.scene())
    assert "2 left out" in str(test.scene())


def test_a_test_that_was_handed_in_stays_handed_in_and_says_when() -> None:
    store = Store(None)
    test = begun(store)
    answer(test)
    for _ in range(2):
        test.act("hand-in")
    left = [made for made in store.attempts("Ana") if made.outcome == "not attempted"]
    assert [(made.score, dict(made.rules)) for made in left] == [(0.0, {}), (0.0, {})]
    again = begun(store)
    assert again.handed_in
    words = f"handed in before, on {max(made.finished for made in left):%Y-%m-%d %H:%M:%S}"
    assert words in str(again.scene())
    assert "before" not in str(test.scene())
    assert "2 left out" in str(again.scene())
    assert [dot.state for dot in again.scene().dots] == ["ok", "", ""]
    for title in ("correct", "left out", "left out"):
        again.act("next")
        assert title in again.scene().prompt
    for action in ("check", "skip", "hand-in"):
        with pytest.raises(ValueError, match="handed in"):
            again.act(action, {"total": "1"})
    assert len(store.attempts()) == 3
    assert begun(store, code="7c").handed_in is None


def test_half_an_answer_is_not_saved() -> None:
    test = begun(exercises="can-pile-frozen", length=1)
    scene = test.scene()
    with pytest.raises(ValueError, match="Still to answer: frozen by"):
        test.act("check", {"state": "open", "by": ""})
    assert test.scene() == scene
    assert test.store.attempts() == []


def test_cards_can_be_picked_but_are_not_added_up() -> None:
    test = begun()
    card = test.scene().zones[0].faces[0]
    test.act(f"card:{card.key}", {"total": "7"})
    scene = test.scene()
    assert "selected" in scene.zones[0].faces[0].marks
    assert scene.aside == ""
    assert scene.form
    assert scene.form.fields[0].value == "7"
    with pytest.raises(ValueError, match="no card"):
        test.act("card:none")


def test_exercises_take_turns() -> None:
    test = begun(exercises=["crib-count-hand", "crib-count-crib"], length=4)
    assert [task.exercise.id for task in test.tasks] == ["crib-count-hand", "crib-count-crib"] * 2


def test_what_cannot_be_tested() -> None:
    with pytest.raises(UnknownExerciseError):
        begun(exercises="crib-count-hnd")
    with pytest.raises(ValueError, match="needs an exercise"):
        begun(exercises=[])
    for odd in (5, None, [5], ["crib-count-hand", None], {"crib-count-hand"}):
        with pytest.raises(ValueError, match="the id of an exercise or a list of ids, not "):
            begun(exercises=odd)
    with pytest.raises(ValueError, match="1 to 100"):
        begun(length=0)
    with pytest.raises(ValueError, match="the code"):
        begun(code="a\nb")
    with pytest.raises(ValueError, match="no action"):
        begun().act("fly")


@pytest.mark.parametrize("id", list(bank.exercises()))
def test_every_exercise_can_be_tested(id: str) -> None:
    test = begun(exercises=id, length=1)
    scene = test.scene()
    assert scene.message is None
    test.act("check", test._sittings[0].solution.answer)
    assert test.handed_in
    assert test.store.attempts()[0].outcome == "correct"
