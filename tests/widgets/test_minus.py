"""Numbers below nothing have a real minus sign wherever they are shown; a hyphen is for typing."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from cardlab_exercises.practice.session import Practice
from cardlab_exercises.sheets.html import sheet_html
from cardlab_exercises.sheets.sheet import PrintedSheet
from cardlab_widgets import advise, compare
from cardlab_widgets.demos.seen import open_cards
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.snapshot import Snapshot
from cardlab_widgets.tables.playing import Play
from rich.console import Console

from cardlab.canasta import position
from cardlab.canasta.display.terminal import draw
from cardlab.canasta.rules import referee
from cardlab.cribbage import discards
from cardlab.display.scene import Scene
from cardlab.game import Game
from cardlab.terminal_game import Session

HYPHEN = re.compile(r"(?<![\w.,/#:-])\+?-\d")


def shown(scene: Scene) -> list[str]:
    """A scene in all its forms, tags and their attributes left out."""
    pages = (render(scene), Snapshot(scene)._repr_html_())
    return [str(scene), scene.status, *(re.sub(r"<[^>]*>", " ", page) for page in pages)]


def a_bad_end() -> Game:
    """A deal that ends with everybody below nothing, and columns that were so before."""
    hands = ["4C 5D", "KS KH", "QS", "AS AH"]
    state = position(hands=hands, red_threes=["3D", "3H", "", ""], stock=0, pile="9C", scores=(-1200, -35))
    return Game(referee, state=state)


def test_the_scores_of_a_table() -> None:
    game = a_bad_end()
    table = Play(game, level="beginner", pace="step")
    seen = shown(table.scene())
    table.act("do:end", {})
    while len(table.scene().sheets) < 2:
        table.act("on", {})
    seen += shown(table.scene())
    assert not [HYPHEN.findall(text) for text in seen if HYPHEN.search(text)]
    for number in ("−1,200", "−35", "−120", "−1,320", "−160", "−195"):
        assert any(number in text for text in seen), number


def test_what_learners_see_with_a_question() -> None:
    scene = Play(a_bad_end(), level="beginner", pace="step").scene()
    notes = [zone.note for zone in open_cards(scene)]
    assert any("score −1,200" in note for note in notes)
    assert not HYPHEN.findall(" ".join(notes))


def test_the_terminal() -> None:
    out = StringIO()
    game = a_bad_end()
    session = Session(game, 0, "beginner", Console(file=out, width=100), lambda prompt: "quit")
    session.kept = None  # a game that begins in the middle has no record
    session.console.print(draw(session.view, 1))
    session.act("end")
    session.why("")
    said = out.getvalue()
    assert "−1,200" in said
    assert "score −120" in said
    assert not HYPHEN.findall(said)


def test_the_sheet_of_a_deal() -> None:
    game = a_bad_end()
    game.do("end")
    (ours, _) = game.state.results[-1].sheets
    assert "−100  CAN-R3-06" in str(ours)
    assert not HYPHEN.findall(str(ours))


def test_what_players_weigh() -> None:
    hands = {"South": "4C 4D 4H 9C 9D KS 2D 7H 7S", "North": None, "East": None, "West": None}
    canasta = advise("canasta", hands=list(hands.values()), phase="play", most=60)
    ways = discards("2C 5S 6D TH QC KD", dealer=False)
    texts = [str(canasta), canasta._repr_html_(), str(ways), ways._repr_html_(), str(ways.ways[-1])]
    texts += [str(ways.explain(ways.ways[-1].laid))]
    assert all(re.search(r"−\d", text) for text in texts)
    assert not [text for text in texts if HYPHEN.search(re.sub(r"<[^>]*>", " ", text))]
    assert "+0.00" not in str(canasta)
    assert not HYPHEN.findall(str(compare("canasta")))


@pytest.mark.parametrize("sign", ["-", "−", "- "])
def test_answers_may_have_either_and_stay_as_they_were_typed(sign: str) -> None:
    model = asked()
    model.act("check", {"points": f"{sign}1"})
    assert model.scene().message
    assert f'value="{sign}1"' in render(model.scene())
    right = model.sitting.solution.answer["points"]
    model.act("check", {"points": right.replace("-", sign)})
    assert "Right" in model.scene().message.title


def asked() -> Practice:
    """A question about red threes that are taken off."""
    for seed in range(50):
        model = Practice("can-red-three-score", seed=seed)
        if model.sitting.solution.answer["points"].startswith("-"):
            return model
    raise AssertionError("there was none")


@pytest.mark.parametrize(
    "name",
    [
        "can-red-three-score",
        "can-score-deal",
        "can-score-mistake",
        "can-three-score",
        "can-winner",
    ],
)
def test_the_solutions_of_exercises_on_the_screen_and_on_paper(name: str) -> None:
    found = False
    for seed in range(12):
        model = Practice(name, seed=seed)
        model.act("solution", {})
        texts = [*shown(model.scene()), *re.findall(r'value="([^"]*)"', render(model.scene()))]
        sheet = PrintedSheet(name, seed=str(seed), count=2)
        texts += [re.sub(r"<[^>]*>", " ", sheet_html(sheet))]
        assert not [text for text in texts if HYPHEN.search(text)], seed
        found |= any("−" in text for text in texts)
    assert found
