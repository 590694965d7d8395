"""Playing at the table: every action, its refusal, the way back, the files, and nothing given away."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from cardlab_widgets import SceneWidget
from cardlab_widgets.saved_games.files import SavedGames
from cardlab_widgets.tables import advice, table_panels
from cardlab_widgets.tables.play import play, playing_model
from cardlab_widgets.tables.playing import PACES, Play

from cardlab.cards import Card, parse_cards
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.state import View
from cardlab.display.second_person import to_you
from cardlab.errors import IllegalActionError, Refusal
from cardlab.game import Game
from tests.widgets.at_table import go_on, mine, named, named_anywhere, over, told


@pytest.fixture
def table() -> Play:
    return playing_model(seed=7, level="beginner")


# ---------------------------------------------------------------- a game


@pytest.mark.parametrize(
    "options", [{}, {"players": 3}, {"players": 4}, {"counting": "by_hand", "muggins": "on"}]
)
def test_a_whole_game_comes_to_its_end(options: dict[str, object]) -> None:
    table = go_on(playing_model(seed=3, level="beginner", target=61, **options), over)
    outcome = table.game.outcome
    assert outcome is not None
    assert max(outcome.scores) == 61
    scene = table.scene()
    assert "the game" in scene.title
    assert [button.action for button in scene.buttons] == ["new", "first", "review", "practise"]
    assert scene.beat == 0


def test_cards_are_chosen_and_laid_away(table: Play) -> None:
    go_on(table, mine("lay"))
    hand = table.game.view(0).hand
    for card in (hand[0], hand[1], hand[1], hand[5]):
        table.act(f"card:{card.code}", {})
    chosen = [face.key for face in table.scene().zones[-1].faces if "selected" in face.marks]
    assert chosen == [hand[0].code, hand[5].code]
    table.act("lay", {})
    assert table.game.view(0).laid[0] == (hand[0], hand[5])


def test_what_is_not_legal_is_refused_with_its_rule_and_a_way_out(table: Play) -> None:
    go_on(table, mine("lay"))
    table.act(f"card:{table.game.view(0).hand[2].code}", {})
    actions = table.game.actions
    table.act("lay", {})
    message = table.scene().message
    assert message is not None
    assert message.rules == ("CRIB-CRIB-01",)
    assert message.title == "Lay away 2 cards and keep four, not 1."
    assert table.game.actions == actions
    instead = message.buttons[0]
    assert instead.label.endswith("instead")
    table.act(instead.action, {})
    assert len(table.game.actions) == len(actions) + 1
    assert table.scene().message is None


@pytest.mark.parametrize(
    "action", ["fly", "play:ZZ", "card:ZZ", "do:jump", "open:nothing", "jump", "save", "load", "seed"]
)
def test_nonsense_is_a_sentence_and_changes_nothing(table: Play, action: str) -> None:
    go_on(table, mine("play"))
    before = (table.game.record(), table.scene())
    with pytest.raises(ValueError, match=r"\w \w"):
        table.act(action, {"seed": ""} if action == "seed" else {})
    assert (table.game.record(), table.scene()) == before


def test_out_of_turn_nothing_of_the_game_can_be_done(table: Play) -> None:
    table.act("cut", {})
    with pytest.raises(ValueError, match="not your turn"):
        table.act("cut", {})


# ---------------------------------------------------------------- pace


def test_each_moment_stays_as_long_as_it_takes_to_read(table: Play) -> None:
    table.act("cut", {})
    normal = table.scene().beat
    assert normal > 700
    beats = {}
    for pace in PACES:
        table.act(f"pace:{pace}", {})
        beats[pace] = table.scene().beat
    assert beats["step"] == 0 < beats["fast"] < beats["normal"] == normal < beats["slow"]


def test_a_count_waits_at_its_end_and_the_table_when_somebody_reads(table: Play) -> None:
    go_on(table, lambda table: table._reel.moments[table._shown].hold)
    assert table.scene().beat == 0
    table.act("on", {})
    table.act("on", {})
    running = table.scene()
    assert running.beat > 0
    table.act("panel", {})
    assert table.scene().beat == 0
    table.act("panel", {})
    table.act("explain", {})
    assert table.scene().beat == 0


def test_skipping_goes_to_what_waits(table: Play) -> None:
    table.act("cut", {})
    table.act("skip", {})
    assert table.game.state.turn == 0
    assert table._live or table._reel.moments[table._shown].hold


# ---------------------------------------------------------------- back and forward


def test_undo_and_redo_go_from_turn_to_turn(table: Play) -> None:
    go_on(table, mine("play"))
    hand = table.game.view(0).hand
    table.act(f"play:{next(iter(hand)).code}", {})
    go_on(table, lambda table: table._live)
    later = table.game.actions
    table.act("undo", {})
    assert table.game.view(0).hand == hand
    assert table._live
    table.act("redo", {})
    assert table.game.actions == later
    table.act("undo", {})
    table.act(f"play:{hand[1].code}", {})
    with pytest.raises(ValueError, match="nothing to do again"):
        table.act("redo", {})


def test_there_is_an_end_to_undoing(table: Play) -> None:
    go_on(table, mine("lay"))
    while table.game.actions:
        table.act("undo", {})
    with pytest.raises(ValueError, match="nothing of yours"):
        table.act("undo", {})


def test_looking_through_the_game_changes_nothing(table: Play) -> None:
    go_on(table, lambda table: len(table.game.actions) > 25 and table._live)
    record, now = table.game.record(), table.scene()
    table.act("back", {})
    end = table.scene().transport
    assert end is not None
    assert (end.at, end.of) == (table._shown - 1, table._shown)
    table.act("first", {})
    assert table.scene().title == "You are to cut for the deal"
    titles = set()
    for _ in range(end.of):
        table.act("next", {})
        titles.add(table.scene().title)
    assert len(titles) > 4
    table.act("jump", {"to": "3"})
    assert table._at == 3
    table.act("return", {})
    assert (table.game.record(), table.scene()) == (record, now)


# ---------------------------------------------------------------- asking


def test_every_score_says_why(table: Play) -> None:
    go_on(table, lambda table: sum(line.points > 0 for line in table.scene().log) > 2)
    for line in table.scene().log:
        if line.points:
            table.act(line.why, {})
            message = table.scene().message
            assert message is not None
            assert sum(group.points for group in message.proof) == line.points
            assert message.rules
            assert all(group.rules for group in message.proof)


def kept(table: Play, do: str) -> list[Card]:
    laid = parse_cards(do.removeprefix("do:lay "))
    return [card for card in table.game.view(0).hand if card not in laid]


def test_a_hint_is_legal_and_gives_its_reasons(table: Play) -> None:
    go_on(table, mine("lay"))
    table.act("hint", {})
    message = table.scene().message
    assert message is not None
    assert message.title.startswith("Hint: Lay ")
    assert message.text.startswith("Keep ")
    assert "crib +" not in message.text
    hand = next(zone for zone in table.scene().zones if zone.id == "hand")
    assert [face.card for face in hand.faces if "hot" in face.marks] == kept(table, message.buttons[0].action)
    table.act("numbers", {})
    message = table.scene().message
    assert message is not None
    assert message.text.startswith("Keep ")
    assert "crib +" in message.text
    assert [button.label for button in message.buttons] == ["Do that"]
    table.act(message.buttons[0].action, {})
    assert table.game.state.phase != "lay" or table.game.state.turn != 0


def test_what_can_be_done_and_what_not(table: Play) -> None:
    go_on(
        table,
        lambda table: (
            mine("play")(table) and any("dim" in face.marks for face in table.scene().zones[-1].faces)
        ),
    )
    table.act("explain", {})
    message = table.scene().message
    assert message is not None
    assert "Allowed: Play " in message.text or "Allowed: Go" in message.text
    assert "CRIB-GO-01" in message.rules
    table.act("close", {})
    assert table.scene().message is None


# ---------------------------------------------------------------- files


def test_a_game_goes_on_after_the_kernel_was_restarted(table: Play) -> None:
    go_on(table, mine("play"))
    again = playing_model(seed=7, level="beginner")
    assert again.game.record() == table.game.record()
    message = again.scene().message
    assert message is not None
    assert message.title == "Here you left this game."
    assert playing_model(seed=7, level="beginner", resume=False).game.actions == ()
    assert playing_model(seed=7, level="steady").game.actions == ()
    assert playing_model(seed=8, level="beginner").game.actions == ()
    assert playing_model(level="beginner").game.record() == table.game.record()


def test_a_game_that_is_over_is_not_gone_on_with() -> None:
    go_on(playing_model(seed=3, level="beginner", target=61), over)
    assert playing_model(seed=3, level="beginner", target=61).game.actions == ()


def test_a_damaged_record_is_put_aside_and_said(table: Play) -> None:
    go_on(table, mine("play"))
    saves = SavedGames()
    (name,) = saves.names()
    saves.path(name).write_text("cardlab record 1\ngame: cribbage\npreset: course\nseed: 7\n\nSouth: fly\n")
    again = playing_model(seed=7, level="beginner")
    assert again.game.actions == ()
    message = again.scene().message
    assert message is not None
    assert "Line 6" in message.text
    aside = list(saves.folder.glob("*.damaged-1"))
    assert len(aside) == 1
    assert "South: fly" in aside[0].read_text()


def test_a_disk_that_refuses_does_not_stop_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    table = Play(Game(referee, seed=7), level="beginner", saves=SavedGames(blocked / "games"))
    go_on(table, mine("play"))
    table.act("panel", {})
    panel = table.scene().panel
    assert panel is not None
    assert any("not being kept on disk" in form.note for form in panel.forms)
    with pytest.raises(ValueError, match="could not be saved"):
        table.act("save", {"name": "mine"})


def test_a_home_that_is_not_there_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_HOME", "~nobody-of-this-name/x")
    table = playing_model(seed=7, level="beginner")
    assert "This game is not being kept on disk" in str(table.scene().message)
    go_on(table, mine("play"))
    table.act("panel", {})
    assert "there is no home folder" in str(table.scene().panel)
    with pytest.raises(ValueError, match="keeps nothing on disk"):
        table.act("save", {"name": "mine"})


def test_two_tables_with_the_same_deal_keep_a_game_each() -> None:
    one, other = (playing_model(seed=7, level="beginner") for _ in range(2))
    one.act("cut:20", {})
    other.act("cut:30", {})
    one.act("on", {})
    kept = [Game.from_record(SavedGames().read(name) or "") for name in SavedGames().names()]
    assert sorted(str(game.actions[0]) for game in kept) == ["cut 20", "cut 30"]
    again = playing_model(seed=7, level="beginner")
    assert again.game.record() == one.game.record()
    latest = playing_model(level="beginner")
    latest.act("on", {})
    assert len(SavedGames().names()) == 2


def test_a_record_that_is_loaded_takes_no_game_away_and_is_gone_on_with(table: Play) -> None:
    go_on(table, mine("play"))
    later = table.game.record()
    early = Game(referee, table.game.options, 7)
    early.do("cut 9")
    table.act("load", {"record": early.record()})
    assert playing_model(seed=7, level="beginner").game.record() == early.record()
    assert later in [SavedGames().read(name) for name in SavedGames().names()]


def test_a_record_is_saved_and_loaded(table: Play) -> None:
    go_on(table, mine("play"))
    record = table.game.record()
    table.act("save", {"name": "My game: 1"})
    go_on(table, lambda table: len(table.game.actions) > 20 and table._live)
    table.act("open:My-game-1", {})
    assert table.game.record() == record
    table.act("new", {})
    assert table.game.actions == ()
    table.act("load", {"record": record})
    assert table.game.record() == record
    with pytest.raises(ValueError, match="line 1"):
        table.act("load", {"record": "nonsense"})
    assert table.game.record() == record


def test_the_record_is_shown_only_when_the_game_is_over() -> None:
    table = playing_model(seed=3, level="beginner", target=61)
    go_on(table, mine("play"))
    table.act("panel", {})
    panel = table.scene().panel
    assert panel is not None
    assert panel.text == ""
    go_on(table, over)
    panel = table.scene().panel
    assert panel is not None
    assert Game.from_record(panel.text).outcome == table.game.outcome


# ---------------------------------------------------------------- arguments


NO_SEATS = (None, [], {}, -1, 2, True, 1.0, "", "  ", b"S", object(), "Nowhere", ["South"])


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        ({"game": "bridge"}, "there are cribbage and canasta"),
        ({"seat": "Sauth"}, "there is no seat 'Sauth'; there are South \\(0\\) and North \\(1\\)"),
        *(({"seat": bad}, "there is no seat .*; there are South .* and North") for bad in NO_SEATS),
        ({"level": []}, "beginner, steady and strong"),
        ({"pace": []}, "there is no pace .*; there are step, slow, normal and fast"),
        ({"pace": None}, "there are step, slow, normal and fast"),
        ({"four_colour": None}, "four_colour is True or False, not 'None'"),
        ({"four_colour": "yes"}, "four_colour is True or False, not 'yes'"),
        ({"large": []}, "large is True or False"),
        ({"resume": "no"}, "resume is True or False"),
        ({"level": "expert"}, "beginner, steady and strong"),
        ({"pace": "warp"}, "step, slow, normal and fast"),
        ({"preset": "home"}, "course and classic"),
        ({"taget": 61}, "did you mean target"),
        ({"target": 100}, "121 or 61"),
    ],
)
def test_unknown_arguments_get_advice(arguments: dict[str, Any], advice: str) -> None:
    with pytest.raises(ValueError, match=advice):
        play(**arguments)


@pytest.mark.parametrize(
    ("seat", "number"), [(0, 0), (1, 1), (2, 2), (3, 3), ("West", 1), ("north", 2), (" E ", 3), ("so", 0)]
)
def test_a_seat_is_given_by_number_name_or_first_letters(seat: str | int, number: int) -> None:
    assert play(seed=7, seat=seat, players=4, four_colour=1, large=0, resume=False).model.seat == number


# ---------------------------------------------------------------- nothing is given away


def knows(view: View) -> set[Card]:
    """The cards that the seat of `view` has seen in this deal."""
    cards = {
        *view.hand,
        *(card for _, card in view.plays),
        *(view.laid[view.seat] or () if view.laid else ()),
    }
    cards |= {*(view.crib or ()), *(card for card in view.cuts if card is not None)}
    return cards | ({view.starter} if view.starter is not None else set())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_hidden_card_is_anywhere(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game, moment by moment: traits, snapshot, text and message name only what the seat has seen.

    The log is left out here: it may name cards of the deal before. Its own test follows.
    """
    monkeypatch.setattr(table_panels, "log", lambda reel, at: ())
    table = playing_model(seed=11, level="beginner", players=players, target=61)
    widget = SceneWidget(table)
    checked = 0

    def check() -> None:
        nonlocal checked
        seen = knows(table._reel.moments[table._at].view) | told(table)
        assert not named_anywhere(widget) - seen, table._reel.moments[table._at]
        checked += 1

    whim = Random(4)
    while not over(table):
        check()
        if table._live:
            for asked in ("explain", "panel", "panel"):
                widget.act(asked)
                check()
            widget.act(f"do:{table._player(table.game.view(0), whim).action}")
        else:
            widget.act("on")
    check()
    assert checked > 150


def test_the_log_tells_only_what_the_seat_saw(table: Play) -> None:
    while not over(table):
        seen = {to_you(f"{event.text}.", "South").rstrip(".").lower() for event in table.game.seen_by(0)}
        for line in table.scene().log:
            assert line.text.rstrip(".").lower() in seen
        if table._live:
            table.act(f"do:{table._player(table.game.view(0), Random(1)).action}", {})
        else:
            table.act("on", {})


def test_the_walk_would_find_a_hidden_card(table: Play) -> None:
    go_on(table, mine("play"))
    state = table.game.state
    shown = referee.view(state, 1)
    assert named(str(shown)) == set() or named(" ".join(card.short for card in state.hands[1]))
    html = SceneWidget(Play(Game(referee, state=state), seat=1, level="beginner")).html
    assert named(html) & set(state.hands[1])
    assert named(html) - knows(table.game.view(0))


def test_a_refusal_tells_the_three_most_helpful_reasons() -> None:
    error = IllegalActionError(
        [Refusal(f"CRIB-PLAY-0{number}", f"reason {number}") for number in range(1, 6)]
    )
    message = advice.refused(error, referee)
    assert (message.title, message.text) == ("Reason 1.", "Reason 2. Reason 3.")
    assert message.rules == ("CRIB-PLAY-01", "CRIB-PLAY-02", "CRIB-PLAY-03")
