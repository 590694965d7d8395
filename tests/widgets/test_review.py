"""The review on the screen: it grows while it is shown, opens decisions, brings exercises, is sent."""

from __future__ import annotations

import pytest
from cardlab_widgets import review
from cardlab_widgets.screen.render import render
from cardlab_widgets.tables import review_desk
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.review_desk import ReviewDesk
from cardlab_widgets.tables.review_page import review_page

from cardlab.review import begin
from cardlab.review import review as made
from tests.reviewed import played
from tests.shares import third_daily
from tests.widgets.at_table import go_on, over

MIXED = ("beginner", "strong", "steady", "beginner")


def desk(name: str = "cribbage", **how: object) -> ReviewDesk:
    """A review of such a game that is worked out to its end."""
    found = ReviewDesk(begin(played(name, MIXED, **how)))  # type: ignore[arg-type]
    while found.scene().beat:
        found.act("on", {})
    return found


def test_it_grows_until_somebody_stops_it_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_desk, "SLICE", 0.0)
    table = ReviewDesk(begin(played("cribbage", MIXED)))
    assert "<progress" in render(table.scene())
    for _ in range(30):
        table.act("on", {})
    table.act("stop", {})
    table.act("on", {})
    assert len(table.review.steps) == 30
    assert table.scene().beat == 0
    assert table.scene().chart is not None
    number = table.review.decisions[0].number
    table.act(f"at:{number}", {})
    assert table.scene().message is not None
    table.act("whole", {})
    table.act("resume", {})
    assert table.scene().beat == 1


@pytest.mark.parametrize(
    ("name", "how"),
    third_daily(
        [
            ("cribbage", {}),
            ("cribbage", {"players": "3"}),
            ("cribbage", {"players": "4"}),
            ("canasta", {"deals": 1}),
            ("canasta", {"deals": 1, "preset": "classic", "players": "3"}),
        ]
    ),
)
def test_every_decision_opens_at_the_table(name: str, how: dict[str, object]) -> None:
    table = desk(name, **how)
    for step in table.review.decisions:
        table.act(f"at:{step.number}", {})
        scene = table.scene()
        assert scene.message is not None
        assert step.grade is not None
        assert step.grade in scene.message.title
        assert 'data-action="whole"' in render(scene)
        assert scene.chart is not None
        assert scene.chart.at == f"at:{step.number}"
        if step.grade != "best":
            assert scene.message.text.startswith("Best:") or step.action.kind == "claim"


def test_what_was_chosen_and_what_was_best_is_marked_on_the_cards() -> None:
    table = desk()
    step = next(step for step in table.review.costliest(0) if step.action.kind == "lay" and step.choice)
    table.act(f"at:{step.number}", {})
    hand = next(zone for zone in table.scene().zones if zone.id == "hand")
    assert step.choice is not None
    chosen = {face.card for face in hand.faces if face.tag in ("chosen", "both")}
    best = {face.card for face in hand.faces if face.tag in ("best", "both")}
    assert chosen == {*step.action.cards}
    assert best == {*step.choice.action.cards}


def test_all_points_can_be_pressed_and_what_cost_something_is_listed() -> None:
    table = desk()
    html = render(table.scene())
    for step in table.review.decisions:
        assert f'data-action="at:{step.number}"' in html
    listed = table.scene().chart.listed  # type: ignore[union-attr]
    costly = [step for step in table.review.of(0) if step.grade in ("inaccuracy", "mistake", "blunder")]
    assert [point.action for point in listed] == [f"at:{step.number}" for step in costly]
    table.act("all", {})
    assert len(table.scene().chart.listed) == len(table.review.decisions)  # type: ignore[union-attr]


def test_the_costliest_come_back_as_exercises_and_lead_back() -> None:
    table = desk()
    before = table.scene()
    table.act("practise", {})
    assert table.scene().title == "What would you do now?"
    table.act("review", {})
    assert table.scene() == before


def test_one_steps_from_decision_to_decision() -> None:
    table = desk()
    first, second = (step.number for step in table.review.decisions[:2])
    table.act(f"at:{first}", {})
    table.act("next", {})
    assert table.scene().chart.at == f"at:{second}"  # type: ignore[union-attr]
    table.act("back", {})
    with pytest.raises(ValueError, match="no other decision"):
        table.act("back", {})
    with pytest.raises(ValueError, match="nothing was decided"):
        table.act("at:0", {})


def test_the_table_brings_the_review_when_the_game_is_over_and_comes_back() -> None:
    table = go_on(playing_model(seed=3, level="beginner", target=61), over)
    before = table.scene()
    assert "review" in [button.action for button in before.buttons]
    table.act("review", {})
    while table.scene().beat:
        table.act("on", {})
    assert table.scene().kind == "review"
    table.act("practise", {})
    table.act("review", {})
    assert table.scene().kind == "review"
    table.act("table", {})
    assert table.scene() == before


def test_a_game_at_the_table_is_not_reviewed_before_its_end() -> None:
    table = playing_model(seed=3, resume=False)
    with pytest.raises(ValueError, match="play to the end first"):
        table.act("review", {})
    with pytest.raises(ValueError, match="play to the end first"):
        review(table)  # type: ignore[arg-type]


def test_the_page_leads_from_each_costly_decision_to_its_place() -> None:
    found = made(played("cribbage", MIXED))
    page = review_page(found)
    for step in found.costliest(0):
        assert f'<article id="at:{step.number}">' in page
        assert f'href="#at:{step.number}"' in page
    assert "<script" not in page
    assert "src=" not in page.replace("src: url(", "")
