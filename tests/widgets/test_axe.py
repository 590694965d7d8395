"""axe, the checker of accessibility, finds no serious fault on any sheet: both games, light and dark.

axe is a script that runs in the page; the package brings it along, and nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from cardlab_exercises import sample_learner
from cardlab_widgets.demos import demo
from cardlab_widgets.lessons.counting import count_stepper
from cardlab_widgets.lessons.practice import practice
from cardlab_widgets.scores.class_desk import ClassDesk
from cardlab_widgets.scores.desk import OwnDesk
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.widget import style_sheet
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.review_desk import ReviewDesk
from cardlab_widgets.tables.watch import watch

from cardlab.canasta import position, view
from cardlab.canasta.display.table import table
from cardlab.cards import PACK108
from cardlab.display.scene import Scene
from cardlab.game import Moment
from cardlab.review import begin
from tests.reviewed import played
from tests.widgets.at_table import go_on, mine, over

PAGE = f"""<!doctype html><html lang="en"><head><title>cardlab</title><style>{style_sheet()}</style></head>
<body><main><h1>A page</h1>{SPRITE}<div class="cardlab"></div></main></body></html>"""
LOOK = """async ([html, light]) => {
    document.body.dataset.jpThemeLight = String(light);
    document.body.style.color = light ? "#000" : "#fff";
    document.body.style.background = light ? "#fff" : "#111";
    document.querySelector(".cardlab").innerHTML = html;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const rules = light ? tags : ["color-contrast"]; // the theme changes nothing else
    return (await axe.run(document, { runOnly: rules, resultTypes: ["violations"] })).violations;
}"""


def a_table(game: str, until: Callable[[Any], bool], **options: Any) -> Scene:
    return go_on(playing_model(game, seed=7, level="beginner", **options), until).scene()


def prepared() -> Scene:
    """A first meld being prepared, a card chosen, and a refusal on the table."""
    table = go_on(playing_model("canasta", seed=7, level="beginner"), mine("play"))
    first, second, *_ = [face.key for face in table.scene().zones[-1].faces]
    for action in (f"card:{first}", "lay", f"card:{second}", "meld"):
        table.act(action, {})
    return table.scene()


def with_panel(game: str) -> Scene:
    table = go_on(playing_model(game, seed=7, level="beginner"), mine("play"))
    for action in ("hint", "panel"):
        table.act(action, {})
    return table.scene()


def stepped(widget: Any, *actions: str) -> Scene:
    for action in actions:
        widget.act(action)
    scene = widget.model.scene()
    assert isinstance(scene, Scene)
    return scene


def exercise(id: str) -> Scene:
    desk = practice(id, seed=5)
    return stepped(desk, "hint", "solution")


def reviewed(game: str, costly: bool) -> Scene:
    """A review of a deal, or the costliest decision in it."""
    desk = ReviewDesk(begin(played(game, ("beginner", "steady"), deals=1)))
    while desk.scene().beat:
        desk.act("on", {})
    if costly:
        desk.act(f"at:{desk.review.costliest(0)[0].number}", {})
    return desk.scene()


def scores(*actions: str) -> Scene:
    """The score of the sample learner, after these presses."""
    desk = OwnDesk("Sam", sample_learner())
    for action in ("look", *actions):
        desk.act(action, {})
    return desk.scene()


def class_scene(tab: str) -> Scene:
    desk = ClassDesk("", sample_learner())
    desk.act("look", {"class": ""})
    while desk.report is None:
        desk.renew()
    desk.act(f"tab:{tab}", {})
    return desk.scene()


def one_answer() -> Scene:
    shown = scores("tab:exercises", "open:exercise:crib-count-hand").grids[0]
    return scores("tab:exercises", "open:exercise:crib-count-hand", shown.actions[0])


TAKE = "take with QS QD, meld 9S 9H 9D"
HAND = {"South": "QS QD 4C 9S 9H 9D 6C 5H 5S"}
SHEETS: dict[str, Callable[[], Scene]] = {
    "cribbage cut": lambda: a_table("cribbage", lambda table: True),
    "cribbage play": lambda: a_table("cribbage", mine("play")),
    "cribbage count by hand": lambda: a_table("cribbage", mine("show"), counting="by_hand"),
    "cribbage panel": lambda: with_panel("cribbage"),
    "cribbage board of three": lambda: a_table("cribbage", mine("play"), players=3),
    "cribbage over": lambda: a_table("cribbage", over, target=61),
    "canasta draw for partners": lambda: a_table("canasta", lambda table: True),
    "canasta first meld": prepared,
    "canasta turn": lambda: a_table("canasta", lambda t: len(t.game.actions) > 40 and t._live),
    "canasta panel": lambda: with_panel("canasta"),
    "canasta sheets": lambda: a_table("canasta", lambda table: bool(table.scene().sheets)),
    "cribbage review": lambda: reviewed("cribbage", False),
    "cribbage reviewed decision": lambda: reviewed("cribbage", True),
    "canasta review": lambda: reviewed("canasta", False),
    "canasta reviewed decision": lambda: reviewed("canasta", True),
    "stepper": lambda: stepped(count_stepper("5H 5D 5S JC", "5C"), "next", "next"),
    "stepper question": lambda: stepped(count_stepper("5H 5D 5S JC", "5C")),
    "watching cribbage": lambda: stepped(
        watch("cribbage", "play 5S", hands=["5S 6H", "TD 4C"], turn=0), "next"
    ),
    "watching canasta": lambda: stepped(
        watch("canasta", TAKE, hands=HAND, pile="4D 9C 2H QH", melds=[["6S 6H 6D"]]), "next"
    ),
    "exercise": lambda: stepped(practice("crib-count-hand", seed=5)),
    "exercise solution": lambda: exercise("crib-count-hand"),
    "scores": lambda: scores("tab:rules"),
    "scores, answers": lambda: scores("tab:exercises", "open:exercise:crib-count-hand"),
    "scores, one answer": one_answer,
    "scores of a class": lambda: class_scene("lessons"),
    "laying away": lambda: stepped(demo("what-to-lay-away", seed=1), "skip"),
}


SPREAD = re.compile('data-action="(cut|pick):')
"""The cards of the spread pack lie close together; a button beside it cuts or draws just as well."""


@pytest.fixture(scope="module")
def axe_page(browser: Any) -> Iterator[Any]:
    page = browser.new_page()
    page.set_content(PAGE)
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    yield page
    page.close()


@pytest.fixture
def page(axe_page: Any) -> Any:
    """The page with axe in it, as wide as a lesson on a projector."""
    axe_page.set_viewport_size({"width": 1280, "height": 900})
    axe_page.evaluate("document.body.style.removeProperty('--jp-ui-font-family')")
    return axe_page


@pytest.fixture
def checked(page: Any) -> Callable[[Scene, bool], list[str]]:
    """Gives what axe finds on a sheet, in words: serious and critical faults of WCAG 2.2 AA."""

    def check(scene: Scene, light: bool) -> list[str]:
        return [
            f"{fault['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for fault in page.evaluate(LOOK, [render(scene), light])
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
            if not (fault["id"] == "target-size" and SPREAD.search(node["html"]))
        ]

    return check


@pytest.mark.parametrize("light", [True, False], ids=["light", "dark"])
@pytest.mark.parametrize("name", SHEETS)
def test_axe_finds_no_serious_fault(
    name: str, light: bool, checked: Callable[[Scene, bool], list[str]]
) -> None:
    assert checked(SHEETS[name](), light) == []


@pytest.mark.parametrize("width", [380, 560, 820])
@pytest.mark.parametrize("font", ["serif", "monospace"])
def test_every_card_of_a_fan_can_be_hit_in_any_font(
    width: int, font: str, checked: Callable[[Scene, bool], list[str]], page: Any
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate("font => document.body.style.setProperty('--jp-ui-font-family', font)", font)
    assert checked(prepared(), True) == []


@pytest.mark.parametrize("cards", [13, 24])
def test_every_card_of_a_full_hand_can_be_hit_on_a_phone(
    cards: int, checked: Callable[[Scene, bool], list[str]], page: Any
) -> None:
    page.set_viewport_size({"width": 380, "height": 844})
    state = position(
        hands=[" ".join(card.code for card in PACK108 if card.rank.letter in "4567")[: cards * 3 - 1]]
    )
    scene = table(Moment(view(state, 0)), live=True)
    assert sum(face.selectable for zone in scene.zones if zone.id == "hand" for face in zone.faces) == cards
    assert checked(scene, True) == []


def test_every_card_of_a_row_can_be_hit_in_an_exercise_on_a_phone(
    checked: Callable[[Scene, bool], list[str]], page: Any
) -> None:
    page.set_viewport_size({"width": 380, "height": 844})
    for seed in range(3):
        assert checked(stepped(practice("can-safe-discards", seed=seed)), True) == []


def test_axe_would_find_a_fault(checked: Callable[[Scene, bool], list[str]]) -> None:
    scene = SHEETS["exercise"]()
    assert scene.form is not None
    nameless = scene._replace(buttons=(scene.form.buttons[0]._replace(label=""),))
    assert any("discernible text" in fault for fault in checked(nameless, True))
