"""What moves in the browser: cards to their new places, steps and tables that go on by themselves."""

from __future__ import annotations

from typing import Any

from cardlab_exercises import Practice
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.tables.play import playing_model

from tests.widgets.on_page import Show, focused, one, step, wait_for_step


def test_cards_that_stay_move_from_where_they_were(show: Show) -> None:
    page = show(PracticeDesk(Practice("crib-count-hand", seed=20417)))
    page.set_viewport_size({"width": 600, "height": 900})  # what is said below the cards does not move them
    page.evaluate(
        """() => { window.moves = []; const plain = Element.prototype.animate;
        Element.prototype.animate = function (steps, how) {
          if (this.closest('#one')) moves.push([this.dataset.key, steps.translate[0]]);
          return plain.call(this, steps, how); };
        document.querySelector('#one .head').style.marginBottom = '80px'; }"""
    )
    keys = page.evaluate("[...document.querySelectorAll('#one [data-key]')].map((card) => card.dataset.key)")
    one(page).get_by_role("button", name="Solution").click()
    one(page).locator("[data-message=info]").wait_for()
    moves = dict(page.evaluate("moves"))
    assert sorted(moves) == sorted(keys)  # all five, each from 80 pixels further down
    assert all(0 < float(place.split()[1].removesuffix("px")) <= 80 for place in moves.values())


def test_a_played_card_moves_from_the_hand_it_was_in(show: Show) -> None:
    model = playing_model(seed=7, level="beginner", pace="step", resume=False)
    for action in ("cut", "skip", "card:QS", "card:JD", "lay"):
        model.act(action, {})
    while model.game.state.phase != "play" or model.game.state.turn != 1 or model.scene().beat:
        model.act("on", {})
        if model.game.state.phase == "play":
            break
    page = show(model)
    page.evaluate(
        """() => { window.moved = []; const plain = Element.prototype.animate;
        Element.prototype.animate = function (...rest) {
            window.moved.push(this.dataset.key); return plain.apply(this, rest); }; }"""
    )
    one(page).get_by_role("button", name="Go on").click()
    page.wait_for_function("document.querySelectorAll('#one [data-zone=count] [data-key]').length === 1")
    key = page.locator("#one [data-zone=count] [data-key]").get_attribute("data-key")
    assert key in page.evaluate("moved")


def test_nothing_moves_for_who_asked_for_calm(show: Show) -> None:
    page = show(PracticeDesk(Practice("crib-count-hand", seed=20417)))
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("document.querySelector('#one .head').style.marginBottom = '80px'")
    one(page).get_by_role("button", name="Solution").click()
    one(page).locator("[data-message=info]").wait_for()
    assert (
        page.evaluate("document.getAnimations().filter((a) => a.effect.getTiming().duration > 2).length") == 0
    )


def test_play_goes_on_by_itself_can_be_paused_and_stops_before_a_question(show: Show) -> None:
    page = show(counting_model("5H 5D 5S JC", "5C"))
    play = one(page).get_by_role("button", name="Play")
    play.click()
    assert focused(page) == "field:answer"
    assert one(page).locator(".live.shown").inner_text().startswith("Predict first")
    one(page).get_by_role("button", name="Skip").click()
    wait_for_step(page, 1)
    play.click()
    wait_for_step(page, 2)
    assert one(page).get_by_role("button", name="Pause").count() == 1
    wait_for_step(page, 3)
    one(page).get_by_role("button", name="Pause").click()
    page.wait_for_timeout(1900)
    assert step(page) == "Step 3 of 10"
    for number in range(4, 8):
        page.keyboard.press("ArrowRight")
        wait_for_step(page, number)
    play.click()
    wait_for_step(page, 8)
    page.wait_for_timeout(1900)
    assert step(page) == "Step 8 of 10"
    assert one(page).get_by_role("button", name="Play").count() == 1


def table(page: Any) -> str:
    text = page.locator("#one .stage").inner_text()
    assert isinstance(text, str)
    return text


def test_a_table_goes_on_by_itself_until_it_is_the_persons_turn(show: Show) -> None:
    model = playing_model(seed=7, level="beginner", pace="fast", resume=False)
    page = show(model)
    one(page).get_by_role("button", name="Cut in the middle").click()
    lay = one(page).get_by_role("button", name="Lay away")
    lay.wait_for(timeout=20_000)
    assert "North cuts" in table(page)
    assert not page.locator("#one [data-beat]").count()
    assert focused(page).startswith("card:")
    sent = page.evaluate("sent.filter(({ action }) => action === 'on').length")
    page.wait_for_timeout(600)
    assert page.evaluate("sent.filter(({ action }) => action === 'on').length") == sent
