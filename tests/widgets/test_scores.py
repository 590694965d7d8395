"""Pages about scores: from a class down to a single answer and back, live, for a class of any size."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from cardlab_exercises import Practice, Store, sample_learner
from cardlab_exercises.declaration import bank
from cardlab_exercises.reports.attempts import attempt_scene
from cardlab_exercises.reports.figures import accuracy, activity
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.joining import word_of
from cardlab_widgets.scores import class_desk, views
from cardlab_widgets.scores.class_desk import CLASS_TABS, ClassDesk, class_page
from cardlab_widgets.scores.desk import OwnDesk, ScoreDesk
from cardlab_widgets.screen.plotted import PlottedWidget
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.snapshot import Snapshot

SAM = sample_learner().attempts()
ODD = "<b>Bo</b>: 5♥/7b"


def class_of(*names: str) -> Store:
    """Class 7b, in which each of these has answered as Sam has, and taken the test 7b-1."""
    store = Store(None)
    for name in names:
        for place, made in enumerate(SAM):
            test = "7b-1" if place < 5 else ""
            made = replace(made, id=f"{name}-{place}", learner=name, class_code="7b", test=test)
            store.record(made)
    return store


def read(desk: ClassDesk, enough: Callable[[], bool] = lambda: True) -> ClassDesk:
    """The desk when it has read what there is, beside the page."""
    desk.renew()
    for _ in range(200):
        if desk.report is not None and enough():
            break
        if desk._reading is not None:
            desk._reading.exception(60)
        desk.renew()
    return desk


def labels(desk: ScoreDesk) -> list[str]:
    """What can be opened now."""
    scene = desk.scene()
    return [action for grid in scene.grids for action in grid.actions] + [
        bar.action for bars in scene.bars for bar in bars.bars if bar.action
    ]


def opened(desk: ScoreDesk, *kinds: str) -> ScoreDesk:
    """The desk after the first row of each kind was opened, one below the other."""
    for kind in kinds:
        desk.act(next(action for action in labels(desk) if action.startswith(f"open:{kind}:")), {})
    return desk


WAYS = [
    (("rules", "rule", "answer"), "Class 7b"),
    (("mistakes", "mistake", "answer"), "Class 7b"),
    (("lessons", "lesson", "sat", "answer"), "Class 7b"),
    (("learners", "learner", "lesson", "answer"), "Class 7b"),
    (("tests", "test", "sat", "answer"), "Class 7b"),
]


@pytest.mark.parametrize(("way", "root"), WAYS)
def test_every_way_leads_down_to_a_question_as_it_was_and_back(way: tuple[str, ...], root: str) -> None:
    desk = read(ClassDesk("7B", class_of("Ana", ODD)))
    desk.act(f"tab:{way[0]}", {})
    opened(desk, *way[1:])
    scene = desk.scene()
    assert scene.zones, "the cards lie there"
    assert scene.form is not None
    assert all(field.locked for field in scene.form.fields)
    assert "seed sample-1/" in str(scene)
    assert not render(scene, True).count("<b>Bo</b>")
    back = next(button for button in scene.buttons if button.action.startswith("back:"))
    desk.act(back.action, {})
    assert desk.scene().bar[0].label == root
    desk.act("back:0", {})
    assert desk.scene().title == root
    assert next(button.label for button in desk.scene().buttons if button.primary) == CLASS_TABS[way[0]]


def test_an_answer_shows_what_was_given_and_what_is_right() -> None:
    exercise = bank.get("crib-count-hand")
    store = Store(None)
    practice = Practice("crib-count-hand", seed=5, store=store)
    assert practice.sitting is not None
    right = dict(exercise.solve(practice.sitting.question).answer)
    practice.act("check", {"total": "28"})
    scene = attempt_scene(store.attempts()[0])
    assert scene is not None
    assert scene.form is not None
    (total,) = (field for field in scene.form.fields if field.name == "total")
    assert (total.value, total.state, total.locked) == ("28", "wrong", True)
    assert scene.message is not None
    assert f"Right: total {right['total']}," in scene.message.text
    practice.act("check", {"total": right["total"]})
    again = attempt_scene(store.attempts()[1])
    assert again is not None
    assert again.message is not None
    assert (again.message.tone, again.buttons) == ("good", ())


def test_house_rules_and_given_fields_come_back_as_they_were() -> None:
    from cardlab.cribbage import options

    exercise = bank.get("crib-count-hand")
    house = options("classic", flush_hand="five_only")
    for stage in ("alone", "finish"):
        question = exercise.question(7, 1, house, stage)
        asked = {field.name: "1" for field in question.fields if not field.locked}
        made = Attempt.of(
            question,
            exercise.judge(question, asked),
            **{**_WHO, "answer": asked, "asked": _text(exercise, question)},
        )
        scene = attempt_scene(made)
        assert scene is not None, stage
        assert scene.chips == (house.label,)


def _text(exercise: Any, question: Any) -> str:
    from cardlab_exercises.practice.scene import question_text

    return question_text(exercise, question)


_WHO = {
    "id": "1",
    "learner": "Ana",
    "tries": 1,
    "assisted": False,
    "started": datetime(2026, 3, 2, tzinfo=UTC),
    "finished": datetime(2026, 3, 2, tzinfo=UTC),
}


@pytest.mark.parametrize("change", [{"asked": "Quite another question"}, {"exercise": "gone"}, {"level": 9}])
def test_a_question_that_its_seed_gives_no_more_is_told_in_its_words(change: dict[str, Any]) -> None:
    made = replace(SAM[0], **change)
    assert attempt_scene(made) is None
    scene = views.answer_scene(made)
    assert scene.aside == made.asked
    assert "Answered: total" in str(scene)


def test_tests_are_apart_and_their_results_are_by_learner_and_by_question() -> None:
    desk = read(ClassDesk("7b", class_of("Ana", "Bo")))
    assert "2 learners, 110 answers" in desk.scene().prompt
    desk.act("tab:tests", {})
    (grid,) = desk.scene().grids
    assert [row[:3] for row in grid.rows] == [("7b-1", "2", "5")]
    opened(desk, "test")
    (grid,) = desk.scene().grids
    assert [row[0] for row in grid.rows] == ["Ana", "Bo"]
    assert all(len(str(row[3])) == 5 for row in grid.rows), "a mark for each question"
    desk.act("tab:questions", {})
    (bars,) = desk.scene().bars
    assert [bar.label.partition(" ")[0] for bar in bars.bars] == ["1", "2", "3", "4", "5"]
    opened(desk, "question")
    assert {row[1] for row in desk.scene().grids[0].rows} == {"Ana", "Bo"}


def test_an_unexplained_total_does_not_top_what_is_most_often_wrong() -> None:
    store = class_of("Ana")
    old = [replace(SAM[0], id=f"old-{n}", class_code="7b", rules={"CRIB-SHOW-12": False}) for n in range(50)]
    store.record(*old)
    desk = read(ClassDesk("7b", store))
    assert "CRIB-SHOW-12" not in str([bar.action for bar in desk.scene().bars[0].bars])


def test_an_empty_class_is_a_page_too() -> None:
    desk = read(ClassDesk("7b", Store(None)))
    for tab in CLASS_TABS:
        desk.act(f"tab:{tab}", {})
        assert "No answers yet" in str(desk.scene())
        assert desk.plot() is None
    assert "empty" not in render(desk.scene(), True)
    own = OwnDesk("Ana", Store(None))
    own.act("look", {})
    assert "No attempts yet" in str(own.scene())


def test_what_is_new_comes_by_itself_and_leaves_open_what_is_open() -> None:
    store = class_of("Ana")
    desk = read(ClassDesk("7b", store))
    before = desk.scene()
    assert read(desk).scene() is before, "nothing is new, nothing is drawn"
    desk.act("tab:learners", {})
    opened(desk, "learner", "lesson")
    shown = len(desk.scene().grids[0].rows)
    store.record(replace(SAM[-1], id="new", learner="Ana", class_code="7b"))
    read(desk, lambda: len(desk.report.attempts) == 61)  # type: ignore[union-attr]
    assert len(desk.scene().grids[0].rows) == min(shown + 1, views.MOST_ROWS)
    store.forget("Ana", "7b")
    desk.act("look", {"class": "7b"})
    assert "No answers yet" in str(read(desk).scene())


def test_what_has_been_deleted_meanwhile_is_said() -> None:
    desk = read(ClassDesk("7b", class_of("Ana")))
    for action in ("open:learner:x", "open:answer:x", "open:test:x", "open:question:9999"):
        with pytest.raises(ValueError, match="deleted meanwhile"):
            desk.act(action, {})
    for action in ("open:nothing:x", "jump", ""):
        with pytest.raises(ValueError, match="no such thing"):
            desk.act(action, {})


def test_the_teacher_looks_up_a_word_and_it_is_not_shown_unasked() -> None:
    store = class_of("Ana")
    desk = read(ClassDesk("7b", store))
    desk.act("tab:learners", {})
    opened(desk, "learner")
    word = word_of("Ana", "7b", store)
    assert word not in str(desk.scene())
    desk.act("word", {})
    assert f"The word is {word}." in str(desk.scene())
    desk.act("tab:rules", {})
    assert word not in str(desk.scene())


def test_many_answers_come_in_pages() -> None:
    store = Store(None)
    one = SAM[0]
    store.record(
        *(
            replace(one, id=str(n), class_code="7b", finished=one.finished + timedelta(minutes=n))
            for n in range(120)
        )
    )
    desk = read(ClassDesk("7b", store))
    desk.act("tab:learners", {})
    opened(desk, "learner", "lesson")
    seen: list[str] = []
    for _ in range(3):
        seen += labels(desk)
        earlier = [button.action for button in desk.scene().buttons if button.label == "Earlier"]
        if earlier:
            desk.act(earlier[0], {})
    assert seen == [f"open:answer:{n}" for n in range(119, -1, -1)]


def test_one_sees_the_own_score_alone_and_only_when_asked(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.db")
    desk = OwnDesk("Sam", store)
    assert "Show my progress" in render(desk.scene())
    assert not (tmp_path / "progress.db").exists()
    store.record(*SAM, replace(SAM[0], id="x", learner="Bo"))
    desk.act("look", {})
    for tab in ("lessons", "exercises", "rules", "tests"):
        desk.act(f"tab:{tab}", {})
        assert "Bo" not in str(desk.scene())
    desk.act("tab:exercises", {})
    opened(desk, "exercise", "answer")
    assert desk.scene().zones


def test_times_are_marked_so_that_a_browser_can_write_them_in_its_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CARDLAB_ZONE", "Pacific/Auckland")
    desk = read(ClassDesk("7b", class_of("Ana")))
    desk.act("tab:learners", {})
    last = SAM[-1].finished
    shown = last.astimezone(ZoneInfo("Pacific/Auckland"))
    assert f'<time datetime="{shown.isoformat()}">{shown:%Y-%m-%d %H:%M}</time>' in render(desk.scene())
    assert f"{shown:%Y-%m-%d %H:%M}" in Snapshot(desk.scene())._repr_html_()
    assert f"{shown:%Y-%m-%d %H:%M}" in str(desk.scene())


def test_a_failure_to_read_is_said_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = read(ClassDesk("7b", class_of("Ana")))

    def fail(live: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(class_desk, "_read", fail)
    read(desk, lambda: bool(desk._failed))
    assert "not renewed just now" in str(desk.scene())
    assert "1 learner" in desk.scene().prompt, "what was read before is still there"
    monkeypatch.undo()
    read(desk, lambda: not desk._failed)
    assert "not renewed" not in str(desk.scene())


def test_a_store_that_cannot_be_read_is_not_an_empty_class(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    desk = read(ClassDesk("7b", Store(tmp_path / "file" / "class.db")))
    assert "cannot be read" in str(desk.scene())


# ---------------------------------------------------------------- plots


def test_the_plot_of_a_class_counts_each_answer_once() -> None:
    store = class_of("Ana", "Bo")
    figure = activity(store.attempts())
    assert [trace.name for trace in figure.data] == ["right", "partly right", "wrong"]
    assert sum(sum(trace.y) for trace in figure.data) == 120
    assert len(figure.data[0].x) == 10, "a bar for each day"
    day = [made for made in store.attempts() if made.finished.date() == SAM[0].finished.date()]
    assert figure.layout.paper_bgcolor == "rgba(0,0,0,0)"
    assert activity(day).layout.xaxis.title.text == "hour"


def test_the_plot_of_a_learner_has_the_last_share_at_its_end() -> None:
    from cardlab_exercises.reports.progress import rolling_accuracy

    figure = accuracy(SAM)
    hand = [made for made in SAM if made.exercise == "crib-count-hand"]
    assert figure.data[0].name == "How many points?"
    assert list(figure.data[0].y) == rolling_accuracy(hand)


def test_the_plot_is_there_when_it_is_looked_at_and_follows() -> None:
    from ipywidgets import Output

    store = class_of("Ana")
    page = PlottedWidget(read(ClassDesk("7b", store)), large=True)
    page._output = Output()
    page.press("tab:rules", {})
    assert page._output.outputs == ()
    assert page.press("tab:time", {}) == ""
    (shown,) = page._output.outputs
    assert len(shown["data"]["application/vnd.plotly.v1+json"]["data"]) == 3
    json.dumps(shown)
    page.press("tab:mistakes", {})
    assert page._output.outputs == ()


def test_a_press_is_answered_before_its_plot_is_drawn() -> None:
    from ipywidgets import Output

    async def look() -> None:
        page = PlottedWidget(read(ClassDesk("7b", class_of("Ana"))), large=True)
        page._output = Output()
        page.press("tab:time", {})
        assert page._output.outputs == ()
        assert page._drawing is not None
        await page._drawing
        assert page._output.outputs != ()

    asyncio.run(look())


def test_the_page_of_a_class_shows_itself_before_anything_is_read() -> None:
    page = class_page("7b", class_of("Ana"))
    assert repr(page) == "PlottedWidget('Class 7b')"
    assert "being read" in page.html or "1 learner" in page.html
    read(page.model)
    page.renew()
    assert "1 learner, 55 answers" in page.html
