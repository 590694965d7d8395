"""Playing Canasta at the table: melds prepared and laid down, refusals, the way back, nothing given away."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from cardlab_widgets import SceneWidget
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.widget import SceneWidget as Widget
from cardlab_widgets.tables import table_panels
from cardlab_widgets.tables.play import play, playing_model
from cardlab_widgets.tables.playing import Play

from cardlab.canasta import position
from cardlab.canasta.display.table import table as scene_of
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.state import View
from cardlab.cards import Card, parse_cards
from cardlab.game import OPEN, Game, Moment
from tests.widgets.at_table import go_on, mine, named_anywhere, over, told


def seated(state: Any, **options: Any) -> Play:
    """A table at a position, all of it shown."""
    return Play(Game(referee, state=state), level="beginner", pace="step", **options)


def choose(table: Play, *keys: str) -> None:
    for key in keys:
        table.act(f"card:{key}", {})


# ---------------------------------------------------------------- a game


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"preset": "classic"},
        {"preset": "classic", "players": 2},
        {"preset": "classic", "players": 3},
        {"preset": "classic", "seating": "agreed", "seat": "E", "level": "steady"},
    ],
)
def test_whole_deals_are_played_and_the_next_one_is_dealt(options: dict[str, Any]) -> None:
    table = playing_model("canasta", seed=3, **{"level": "beginner", **options})
    go_on(table, lambda table: len(table.game.state.results) > 0 and bool(table.scene().sheets))
    while table.scene().sheets and not over(table):
        assert len(render(table.scene())) < 60_000
        table.act("cut" if table._live else "on", {})
    assert over(table) or table.game.state.number == 2


def test_a_match_comes_to_its_end() -> None:
    table = go_on(playing_model("canasta", seed=7, level="beginner"), over)
    scene = table.scene()
    assert scene.title == "You win the match"
    assert [button.action for button in scene.buttons] == ["new", "first", "review", "practise"]
    assert Game.from_record(table.game.record()).outcome == table.game.outcome


def test_melds_are_prepared_and_laid_down_at_once() -> None:
    table = seated(position(hands=["KS KH KD 9S 9H 2D 4C 5C", None, None, None], phase="play"))
    choose(table, "KS", "KH", "KD")
    table.act("lay", {})
    scene = table.scene()
    assert scene.gauge is not None
    assert (scene.gauge.counts, scene.gauge.needs) == (30, 50)
    table.act("meld", {})
    message = table.scene().message
    assert message is not None
    assert message.rules == ("CAN-INIT-01",)
    assert table.scene().gauge == scene.gauge
    choose(table, "9S", "9H", "2D")
    table.act("meld", {})
    assert [str(meld.label) for meld in table.game.view(0).own_melds] == [
        "three kings",
        "two nines with one wild card",
    ]
    table.act("undo", {})
    assert table.game.view(0).own_melds == ()
    assert not any(zone.id.startswith("draft") for zone in table.scene().zones)


def test_what_is_prepared_can_be_added_to_and_taken_back() -> None:
    table = seated(position(hands=["KS KH KD 9S 9H 2D 4C 5C", None, None, None], phase="play"))
    choose(table, "KS", "KH")
    table.act("lay", {})
    choose(table, "2D")
    table.act("to:0", {})
    group = next(zone for zone in table.scene().zones if zone.id == "draft-0")
    assert [face.key for face in group.faces] == ["KH", "KS", "2D"]
    with pytest.raises(ValueError, match="lay down what you have prepared"):
        table.act("discard", {})
    table.act("unlay:0", {})
    assert len(table.scene().zones[-1].faces) == 8
    with pytest.raises(ValueError, match="choose cards"):
        table.act("lay", {})


def test_a_frozen_pile_is_refused_with_its_rules() -> None:
    state = position(hands=["KS 4C 9D 9H", None, None, None], pile="2C KH", melds=[["QS QD QC"]])
    table = seated(state)
    table.act("take", {})
    message = table.scene().message
    assert message is not None
    assert message.rules[:2] == ("CAN-PILE-06", "CAN-FRZ-01")
    table.act("draw", {})
    assert table.game.view(0).turn.drew == "stock"


def test_one_card_is_discarded_not_two_and_not_none() -> None:
    table = seated(position(hands=["KS KH 4C 9D", None, None, None], phase="play"))
    for keys in ((), ("KS", "KH")):
        choose(table, *keys)
        table.act("discard", {})
        message = table.scene().message
        assert message is not None
        assert message.rules == ("CAN-TURN-03",)
    choose(table, "KS")
    table.act("discard", {})
    assert table.game.state.pile[-1] is Card("KH")


def test_a_partner_is_asked_and_the_answer_binds() -> None:
    options = referee.make_options("classic")
    canasta = "6S 6C 6D 6S 6H 2H 2D"
    hands = ["KS KH KD 9C", "4H 5H", "QS", "4S 5S"]
    table = seated(position(options=options, hands=hands, melds=[[canasta]], phase="play"))
    table.act("ask", {})
    go_on(table, lambda table: table._live or over(table))
    assert table.game.view(0).turn.asked in ("yes", "no")
    north = Play(Game(referee, state=table.game.step(0)[2]), seat=2, level="beginner")
    assert [button.action for button in north.scene().buttons] == ["yes", "no"]
    north.act("no", {})
    assert north.game.state.turn.asked == "no"


def test_a_hint_and_an_explanation_name_rules_and_numbers() -> None:
    table = go_on(playing_model("canasta", seed=5, level="beginner"), mine("play"))
    table.act("hint", {})
    message = table.scene().message
    assert message is not None
    assert message.title.startswith("Hint: ")
    table.act("explain", {})
    message = table.scene().message
    assert message is not None
    assert "CAN-TURN-03" in message.rules
    assert re.search(r"\d", message.text)


def test_what_others_draw_passes_quickly_and_is_not_logged() -> None:
    table = playing_model("canasta", seed=5, level="beginner")
    beats = {}
    while not beats.keys() >= {"draw", "discard"}:
        go_on(table, lambda table: table.scene().beat > 0)
        beats[table._reel.moments[table._at].events[0].kind] = table.scene().beat
        table.act("on", {})
    assert beats["draw"] < beats["discard"]
    go_on(table, mine("play"))
    assert table.scene().log
    assert not any("draws a card" in line.text for line in table.scene().log)


def test_every_sheet_says_why() -> None:
    table = playing_model("canasta", seed=3, level="beginner")
    go_on(table, lambda table: bool(table.scene().said and table.scene().said.why))
    table.act(table.scene().said.why, {})
    message = table.scene().message
    assert message is not None
    assert sum(group.points for group in message.proof) == table.scene().said.points


# ---------------------------------------------------------------- how much there is to send


def full_table() -> Any:
    """Eight melds a side, two of them canastas, and hands as large as they get."""
    both = ["QS QH QD QC", "KS KH KD", "9S 9H 9D 9C", "8S 8H 8D", "AS AH AD JR"]
    ours = ["TH TD TS TC TH TD TC", "6S 6C 6D 6S 6H 2H 2D", "5S 5H 5D 5C"]
    theirs = ["4S 4H 4D 4C 4S 4H 4D", "7S 7C 7D 7S 7H 2C 2S", "JS JH JD JC"]
    return position(
        melds=[ours + both, theirs + both],
        hands={"South": "JR 2S 2C AC KC KC JS JH 8C 8C 7H 7D 5S 5H 3C 3S"},
        red_threes={"South": "3H 3D", "West": "3D 3H"},
        pile="6C 5D 2H JC",
    )


@pytest.mark.parametrize("seat", [0, OPEN])
def test_a_full_table_is_a_small_message(seat: int) -> None:
    state = full_table()
    scene = scene_of(Moment(referee.view(state, seat)), live=True)
    assert len(scene.sides[0].melds) == len(scene.sides[1].melds) == 8
    assert len(render(scene)) < 60_000


# ---------------------------------------------------------------- nothing is given away


def knows(view: View) -> set[Card]:
    """The cards that the seat of `view` sees, or has seen going into a hand."""
    cards = {*view.hand, *view.pile, *[freeze.card for freeze in view.frozen]}
    cards |= {card for melds in view.melds for meld in melds for card in meld.cards}
    for known in (*view.red_threes, *view.known, *(view.shown or ())):
        cards |= {*known}
    drawn = view.draw.held if view.draw is not None else ()
    return cards | {card for card in drawn if card is not None}


@pytest.mark.parametrize("deals", [2, pytest.param(99, marks=pytest.mark.wide)], ids=["deals", "match"])
def test_no_hidden_card_is_anywhere(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moment by moment, traits, snapshot, text and message name only what the seat sees.

    The log is left out here: it may name cards that have gone since.
    """
    monkeypatch.setattr(table_panels, "log", lambda reel, at: ())
    table = playing_model("canasta", seed=7, level="beginner")
    widget = SceneWidget(table)
    whim = Random(4)
    checked = hidden = 0
    while not over(table) and len(table.game.state.results) < deals:
        view = table._reel.moments[table._at].view
        seen = knows(view) | told(table)
        hidden_cards = named_anywhere(widget) - seen
        assert not hidden_cards, (hidden_cards, table._reel.moments[table._at].events)
        checked += 1
        hidden += len(seen) < 40
        if table._live:
            widget.act(f"do:{table._player(table.game.view(0), whim).action}")
        else:
            widget.act("on")
    assert checked > 100
    assert hidden > 50


def test_the_walk_would_find_a_hidden_card() -> None:
    state = position(hands=["KS KH", "9S 9H 4C", "7S", "5D"], pile="QC", turn=1)
    html = Widget(Play(Game(referee, state=state), seat=1, level="beginner"))
    assert named_anywhere(html) - knows(referee.view(state, 0)) == set(parse_cards("9S 9H 4C"))


# ---------------------------------------------------------------- looking back while melds are prepared


def prepared_and_looking_back() -> tuple[Widget, Any]:
    """A table in its own turn, three cards prepared and one chosen, looking back; and the scene before."""
    widget = play("canasta", 3, resume=False, preset="classic")
    table = widget.model
    while not mine("play")(table):
        press = {"pick": "pick:50", "cut": "cut", "draw": "draw"}
        assert widget.act(press[table.game.view(0).phase] if table._live else "skip") == ""
    for action in ("card:AH", "card:KD", "card:KH", "lay"):
        assert widget.act(action) == ""
    assert widget.act(f"card:{table.scene().zones[-1].faces[0].key}") == ""
    now = table.scene()
    for _ in range(2):
        assert widget.act("back") == ""
    return widget, now


@pytest.mark.parametrize("look", ["back", "first", "next", "last"])
def test_what_is_prepared_belongs_to_the_present_alone(look: str) -> None:
    widget, now = prepared_and_looking_back()
    assert widget.act(look) == ""
    past = widget.model.scene()
    assert [zone.id for zone in past.zones if zone.id.startswith("draft")] == []
    assert past.gauge is None
    assert not any(face.marks == ("selected",) for zone in past.zones for face in zone.faces)
    assert widget.act("return") == ""
    assert widget.model.scene() == now
    assert [zone.id for zone in now.zones if zone.id.startswith("draft")] == ["draft-0"]
    assert now.gauge is not None
    assert now.gauge.counts > 40


@pytest.mark.parametrize(
    "action", ["draw", "discard", "unlay:0", "lay", "meld", "card:AH", "do:draw", "hint"]
)
def test_who_looks_back_in_the_own_turn_is_told_to_return(action: str) -> None:
    widget, now = prepared_and_looking_back()
    assert widget.act(action) == "Return to the game first."
    assert any(button.label == "Return to the game" for button in widget.model.scene().buttons)
    widget.act("return")
    assert widget.model.scene() == now


def test_looking_through_a_game_that_is_over_there_is_nothing_to_do() -> None:
    table = go_on(playing_model("canasta", seed=7, level="beginner"), over)
    table.act("first", {})
    with pytest.raises(ValueError, match="there is nothing to do here"):
        table.act("draw", {})
    with pytest.raises(ValueError, match="own turn"):
        table.act("hint", {})


def test_ways_that_were_named_are_not_named_again() -> None:
    table = seated(position(hands=["KS KH KD QS QH QD 9C 8C 4C", None, None, None], phase="play", pile="6D"))
    table.act("explain", {})
    message = table.scene().message
    assert message
    assert message.text.count("Meld Q♦ Q♥ Q♠, K♦ K♥ K♠") == 1
    assert "your hand can count 60." in message.text


def test_two_melds_of_one_rank_are_prepared_where_the_rules_allow_them() -> None:
    def prepared(one_meld_per_rank: bool) -> Play:
        hand = ["KS KH KD KS KH KC 9C 8C 4C", None, None, None]
        rules = referee.make_options("course", one_meld_per_rank=one_meld_per_rank)
        table = seated(position(options=rules, hands=hand, phase="play", pile="6D"))
        choose(table, "KS", "KH", "KD")
        table.act("lay", {})
        choose(table, "KS'", "KH'", "KC")
        return table

    table = prepared(one_meld_per_rank=False)
    assert "As a new meld" in [button.label for button in table.scene().buttons]
    table.act("apart", {})
    assert [[face.key for face in zone.faces] for zone in table.scene().zones if "draft" in zone.id] == [
        ["KD", "KH", "KS"],
        ["KC", "KH'", "KS'"],
    ]
    table.act("meld", {})
    assert [str(meld.name) for meld in table.game.view(0).own_melds] == ["kings", "kings"]
    assert "As a new meld" not in [button.label for button in prepared(True).scene().buttons]
