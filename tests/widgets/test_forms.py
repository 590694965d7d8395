"""The forms of an answer on the screen: every field has a name, shows what it holds and says how it went."""

from __future__ import annotations

import pytest
from cardlab_exercises import Practice, Store
from cardlab_exercises.declaration import forms
from cardlab_widgets.screen.render import form_key, render

from cardlab.display.scene import Button, Field, Form, Scene, faces
from tests.widgets.html_page import EVIL, Page

ALL = (
    forms.number("points", "points"),
    forms.row("melds", "melds", most=5000, least=-5000),
    forms.yes_no("legal", "is it legal?"),
    forms.several("why", "why?", [("low", "too low"), ("high", "too high")]),
    forms.cards("cards", "the cards"),
    forms.action("do", "what do you do?"),
)


def shown(*fields: Field) -> Page:
    form = Form("your answer", fields, (Button("check", "Check", primary=True),))
    return Page(render(Scene("exercise", "", "Forms", form=form)))


def inputs(page: Page) -> dict[str, dict[str, str]]:
    return {attrs["data-id"]: attrs for tag, attrs in page.tags if tag == "input"}


def test_everything_to_fill_in_or_press_has_a_name_and_an_id_to_keep_the_focus_by() -> None:
    page = shown(*ALL)
    names = [name for name, _ in page.named("label")]
    assert all(names)
    assert {"yes", "no", "too low", "none of these"} <= {name.strip() for name in names}
    assert [name for name, _ in page.named("legend") if name] == ["is it legal?", "why?", "your answer"]
    assert list(inputs(page)) == [
        "field:legal:yes",
        "field:legal:no",
        "field:why:low",
        "field:why:high",
        "field:why:none",
        "field:do",
        "field:points",
        "field:melds",
    ] or set(inputs(page)) >= {"field:legal:yes", "field:why:none", "field:do", "field:points", "field:melds"}


def test_choices_are_the_browsers_own_and_show_what_is_chosen() -> None:
    one, several = (
        ALL[2]._replace(value="no"),
        ALL[3]._replace(value="low high", state="wrong", note="1 wrong"),
    )
    found = inputs(shown(one, several))
    assert {attrs["type"] for id, attrs in found.items() if "legal" in id} == {"radio"}
    assert {attrs["type"] for id, attrs in found.items() if "why" in id} == {"checkbox"}
    assert [id for id, attrs in found.items() if "checked" in attrs] == [
        "field:legal:no",
        "field:why:low",
        "field:why:high",
    ]


@pytest.mark.parametrize("field", ALL, ids=lambda field: field.name)
def test_a_locked_field_cannot_be_changed(field: Field) -> None:
    value = {"one": "yes", "several": "low", "cards": "5H", "action": "draw"}.get(field.kind, "3")
    found = inputs(shown(field._replace(value=value, locked=True)))
    assert all("readonly" in attrs or "disabled" in attrs for attrs in found.values())


@pytest.mark.parametrize("field", ALL, ids=lambda field: field.name)
def test_it_says_how_it_went_in_words(field: Field) -> None:
    wrong = field._replace(state="wrong", note="2 too many")
    right = field._replace(state="right", note="well found")
    for shown_field, bad in ((wrong, True), (right, False)):
        html = render(Scene("exercise", "", "", form=Form("answer", (shown_field,))))
        assert shown_field.note in html
        assert ("bad" in html) == bad


def test_labels_choices_and_values_are_shown_literally() -> None:
    field = forms.choose("one", EVIL, [("a", EVIL)])
    html = render(Scene("exercise", "", "", form=Form(EVIL, (field, ALL[5]._replace(value=EVIL)))))
    assert "<img" not in html


def test_the_cards_picked_stand_in_their_field_and_are_what_is_checked() -> None:
    zone = faces([], selectable=True)
    assert zone == ()
    assert shown(ALL[4]).named("em")[0][0] == "pick cards on the table"
    html = render(Scene("exercise", "", "", form=Form("answer", (ALL[4]._replace(value="5H TD"),))))
    assert html.count('class="mini') == 2


def test_the_same_cards_asked_otherwise_are_another_form() -> None:
    scene = Scene("exercise", "", "", prompt="What does it peg?", form=Form("your answer", ALL))
    assert form_key(scene) != form_key(scene._replace(prompt="May it be played?"))


def test_a_question_with_choices_is_answered_with_what_the_browser_sends() -> None:
    runs = (Practice("crib-peg-points", seed=seed, store=Store(None)) for seed in range(20))
    practice = next(run for run in runs if run.sitting and run.sitting.exercise.twin_of(run.sitting.question))
    assert practice.sitting is not None
    right = practice.sitting.solution.answer
    practice.act("check", {"points": "29", "for": "run fifteen"})
    assert "try 1" in str(practice.scene().form and practice.scene().form.note)  # type: ignore[union-attr]
    practice.act("check", dict(right))
    assert practice.scene().buttons[0].label == "Next question"
    practice.act("twin")
    assert practice.sitting.question.seed.endswith("~")
    assert practice.scene().prompt.startswith("Only one thing is different")
    practice.act("solution")
    practice.act("next")
    assert practice.run is not None
    assert practice.run.at == 1
