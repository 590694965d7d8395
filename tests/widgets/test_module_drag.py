"""Cards that are dragged where they go, by mouse and by touch; pressed twice; keys, focus, sound and joy."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cardlab_exercises import Practice, Store
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.playing import Play

from cardlab.canasta.rules import referee as canasta
from cardlab.canasta.rules.positions import position as canasta_position
from cardlab.cribbage import position
from cardlab.cribbage.rules import referee as cribbage
from cardlab.game import Game
from tests.widgets.on_page import Show, focused, last_sent, one


def laying() -> Play:
    """A table of Cribbage at which cards are to be laid away."""
    model = playing_model(seed=7, level="beginner", pace="step", resume=False)
    for action in ("cut", "skip"):
        model.act(action, {})
    return model


def pegging(hand: str = "5H 7D KS", total: int = 0) -> Play:
    start = position(hands=[hand, "9C 9D"], turn=0, dealer=1, total=total)
    return Play(Game(cribbage, state=start), pace="step")


def melding(phase: str = "play", **known: Any) -> Play:
    hands = ["KS KH KD 9S 8C 4C", None, None, None]
    start = canasta_position(hands=hands, phase=phase, pile="9C 6D", **known)
    return Play(Game(canasta, state=start), pace="step")


def card(page: Any, key: str) -> Any:
    return one(page).locator(f'[data-key="{key}"]')


def middle(part: Any) -> tuple[float, float]:
    part.page.wait_for_function("document.getAnimations().every((one) => one.playState === 'finished')")
    box = part.bounding_box()
    x = min(box["width"] / 2, 12)  # cards of a fan cover each other
    return box["x"] + x, box["y"] + box["height"] / 2


def by_mouse(page: Any, source: Any, target: Any) -> None:
    page.mouse.move(*middle(source))
    page.mouse.down()
    x, y = middle(target)
    page.mouse.move(x, y - 3, steps=4)
    page.mouse.move(x, y)
    page.mouse.up()


def by_touch(page: Any, source: Any, target: Any) -> None:
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    (x, y), (to_x, to_y) = middle(source), middle(target)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    finger("touchStart", (x, y))
    for part in (0.3, 0.7, 1.0):
        finger("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
    finger("touchEnd")


WAYS = pytest.mark.parametrize("drag", [by_mouse, by_touch])


def go_on(page: Any, button: str) -> None:
    """Goes on, step by step, until there is a button of that name."""
    wanted, step = (one(page).get_by_role("button", name=name, exact=True) for name in (button, "Go on"))
    wanted.or_(step).first.wait_for()
    while not wanted.count():
        before = page.evaluate("sent.length")
        step.click()
        wait_for(page, f"sent.length > {before} && !document.querySelector('#one [aria-busy]')")


def wait_for(page: Any, script: str) -> None:
    page.wait_for_function(script)


@WAYS
def test_a_card_is_dragged_to_the_count(show: Show, drag: Any) -> None:
    model = pegging()
    page = show(model)
    drag(page, card(page, "7D"), one(page).locator("[data-zone=count]"))
    wait_for(page, "document.querySelector('#one [data-zone=count] [data-key=\"7D\"]')")
    assert model.game.actions[-1].cards[0].code == "7D"
    assert page.evaluate("sent.length") == 1  # dragged only, not pressed as well
    assert not page.locator("#one .held, #one .target, #one [style*=translate]").count()


@WAYS
def test_two_cards_are_dragged_to_the_crib(show: Show, drag: Any) -> None:
    model = laying()
    page = show(model)
    crib = one(page).locator("[data-zone=crib]")
    drag(page, card(page, "QS"), crib)
    one(page).locator('[data-key="QS"][aria-pressed=true]').wait_for()
    drag(page, card(page, "JD"), crib)
    wait_for(page, "document.querySelectorAll('#one [data-zone=hand] [data-key]').length === 4")
    assert {card.code for card in model.game.actions[-1].cards} == {"QS", "JD"}


@WAYS
def test_a_card_is_dragged_to_the_pile_and_the_stock_to_the_hand(show: Show, drag: Any) -> None:
    model = melding("draw")
    page = show(model)
    drag(page, card(page, "stock"), one(page).locator("[data-zone=hand]"))
    go_on(page, "Discard")
    assert model.game.actions[-1].kind == "draw"
    drag(page, card(page, "4C"), one(page).locator("[data-zone=pile]"))
    one(page).get_by_role("button", name="Go on").wait_for()
    assert str(model.game.actions[-1]) == "discard 4C"


def test_the_chosen_cards_are_dragged_together(show: Show) -> None:
    model = melding(melds=[["9H 9D 9C"]])
    page = show(model)
    for key in ("KS", "KH", "KD"):
        card(page, key).click()
        one(page).locator(f'[data-key="{key}"][aria-pressed=true]').wait_for()
    by_mouse(page, card(page, "KH"), one(page).locator(".melds.ours .cap"))
    wait_for(page, "document.querySelectorAll('#one .meld.draft [data-key]').length === 3")
    by_mouse(page, card(page, "9S"), one(page).locator('[data-zone="meld-0-9"]'))
    wait_for(page, "document.querySelectorAll('#one .meld.draft').length === 2")
    one(page).get_by_role("button", name="Lay down").click()
    go_on(page, "Discard")
    assert str(model.game.actions[-1]) == "meld KD KH KS, +9 9S"


def test_a_card_laid_nowhere_goes_back_and_a_press_still_chooses(show: Show) -> None:
    page = show(laying())
    by_mouse(page, card(page, "QS"), one(page).locator("h2"))
    assert page.evaluate("sent.length") == 0
    assert not page.locator("#one .held, #one .target").count()
    card(page, "QS").click()
    one(page).locator('[data-key="QS"][aria-pressed=true]').wait_for()
    assert last_sent(page)["action"] == "card:QS"


def test_what_is_dragged_against_the_rules_is_refused_and_lies_in_the_hand(show: Show) -> None:
    model = pegging("5H KD", total=28)
    page = show(model)
    by_mouse(page, card(page, "KD"), one(page).locator("[data-zone=count]"))
    one(page).locator("[data-message=warn]").wait_for()
    assert not model.game.actions
    assert page.locator("#one [data-zone=hand] [data-key=KD]").count() == 1
    assert not page.locator("#one .held, #one [style*=translate]").count()


def test_a_card_pressed_twice_is_discarded(show: Show) -> None:
    model = melding()
    page = show(model)
    card(page, "4C").dblclick()
    one(page).get_by_role("button", name="Go on").wait_for()
    assert str(model.game.actions[-1]) == "discard 4C"


def test_with_other_cards_chosen_it_is_not(show: Show) -> None:
    model = melding()
    page = show(model)
    card(page, "KS").click()
    one(page).locator("[data-key=KS][aria-pressed=true]").wait_for()
    card(page, "4C").dblclick()
    wait_for(page, "sent.length === 3")
    assert not model.game.actions


def test_no_model_takes_a_card_where_it_does_not_go() -> None:
    model = melding("draw")
    for zone, values in (
        ("pile", {"source": "hand", "card": "4C"}),
        ("hand", {"source": "stock", "card": "4C"}),
        ("nowhere", {"source": "hand", "card": "4C"}),
        ("hand", {}),
    ):
        with pytest.raises(ValueError, match="cannot be laid there"):
            model.act(f"drop:{zone}", values)
    assert not model.game.actions


# ---------------------------------------------------------------- keys and focus


def test_the_keys_are_shown_on_demand(show: Show) -> None:
    page = show(laying())
    one(page).locator("[data-zone=hand] button").first.focus()
    page.keyboard.press("?")
    keys = one(page).get_by_role("dialog", name="Keys and gestures")
    keys.wait_for()
    shown = dict(re.findall(r"^(\w|\?)\n?\s*(.+)$", keys.inner_text(), re.M))
    assert shown["L"] == "Lay away"
    assert shown["H"] == "Hint"
    page.keyboard.press("Escape")
    assert not page.locator(":popover-open").count()
    one(page).get_by_role("button", name="Keys and gestures").click()
    assert page.locator(":popover-open").count() == 1
    assert page.evaluate("keys") == []  # nothing of it reached JupyterLab


def test_a_letter_presses_its_button_and_none_that_is_typed(show: Show) -> None:
    model = melding("draw")
    page = show(model)
    one(page).locator("[data-zone=hand] button").first.focus()
    page.keyboard.press("d")
    go_on(page, "Discard")
    assert model.game.actions[-1].kind == "draw"
    page.keyboard.press("h")
    one(page).locator("[data-message=info]").wait_for()
    one(page).get_by_role("button", name="Game", exact=True).click()
    page.keyboard.press("Shift+U")
    field = one(page).get_by_label("seed")
    field.fill("")
    field.press_sequentially("dhu?")
    assert field.input_value() == "dhu?"
    assert not page.locator(":popover-open").count()


def test_no_two_buttons_have_one_letter(show: Show) -> None:
    for model in (laying(), pegging(), melding(), melding("draw"), melding("draw", melds=[["9H 9D 9C"]])):
        page = show(model)
        letters = page.locator("#one [aria-keyshortcuts]").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-keyshortcuts'))"
        )
        assert len(letters) == len(set(letters))


def test_go_has_the_focus_where_no_card_fits(show: Show) -> None:
    start = position(hands=["KD KS", "2C 3D"], turn=1, dealer=0, total=22)
    model = Play(Game(cribbage, state=start), pace="step")
    page = show(model)
    undo = one(page).get_by_role("button", name="Undo")
    undo.focus()
    page.keyboard.press("o")
    wait_for(page, "document.querySelector('#one [data-only]')")
    assert focused(page) == "go"
    page.keyboard.press("Enter")
    wait_for(page, "!document.querySelector('#one [data-only]')")
    assert model.game.actions[-1].kind == "go"


# ---------------------------------------------------------------- joy and sound


def test_a_win_is_celebrated_once_and_holds_nothing_up(show: Show) -> None:
    start = position(hands=["5H 5S", "KD"], turn=0, total=10, scores=(119, 97), dealer=1)
    page = show(Play(Game(cribbage, state=start), pace="step"))
    card(page, "5H").click()
    go_on(page, "Look back")
    joy = page.locator("#one .joy")
    joy.wait_for(state="attached")
    assert joy.get_attribute("data-joy") == "win"
    assert joy.evaluate("joy => getComputedStyle(joy).pointerEvents") == "none"
    assert joy.locator("i").first.evaluate("one => getComputedStyle(one).animationIterationCount") == "1"
    page.emulate_media(reduced_motion="reduce")
    assert joy.locator("i").first.evaluate("one => getComputedStyle(one).animationName") == "none"
    one(page).get_by_role("button", name="Look back").click()
    joy.wait_for(state="detached")


def test_who_loses_is_not_cheered() -> None:
    start = position(hands=["KD", "5H 5S"], turn=1, total=10, scores=(97, 119), dealer=0)
    model = Play(Game(cribbage, state=start), pace="step")
    model.act("on", {})
    assert model.game.outcome is not None
    assert model.scene().joy == ""


def test_ten_without_a_fault_are_celebrated() -> None:
    desk = PracticeDesk(Practice("crib-count-hand", seed=3, store=Store(None), length=10))
    for _ in range(10):
        sitting = desk.practice.sitting
        if sitting is None:
            desk.act("next", {})
            sitting = desk.practice.sitting
        assert sitting is not None
        assert desk.scene().joy == ""
        desk.act("check", dict(sitting.solution.answer))
        desk.act("next", {})
    assert desk.scene().joy == "run"


AUDIO = """() => {
  window.rung = [];
  const plain = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { rung.push(1); return plain.call(this); };
}"""


def test_sound_is_off_until_somebody_wants_it(show: Show) -> None:
    page = show(pegging("5H 7D KS", total=10))
    page.evaluate(AUDIO)
    card(page, "7D").click()
    one(page).get_by_role("button", name="Go on").wait_for()
    assert page.evaluate("rung.length") == 0
    one(page).get_by_role("button", name="Game", exact=True).click()
    one(page).get_by_role("button", name="Turn it on").click()
    one(page).get_by_role("button", name="Turn it off").wait_for()
    rung = page.evaluate("rung.length")
    one(page).get_by_role("button", name="Go on").click()
    wait_for(page, f"rung.length > {rung}")
