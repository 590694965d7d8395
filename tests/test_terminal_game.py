"""A game in the terminal: played to the end, taken back, explained, kept and gone on with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from rich.console import Console

from cardlab import commands
from cardlab.canasta.rules import referee as canasta_referee
from cardlab.cards import PACK52
from cardlab.cribbage import cut, lay, options
from cardlab.cribbage.rules import referee
from cardlab.game import Game
from cardlab.terminal_game import Session, saved_game


class Table:
    """A session whose player types what a test says, and the text of the screen."""

    def __init__(self, typed: Iterable[str], game: Game | None = None, level: str = "beginner") -> None:
        self.typed: Iterator[str] = iter(typed)
        self.out = StringIO()
        console = Console(file=self.out, width=100, color_system=None)
        self.game = game or Game(referee, options(target=61), seed="7")
        self.session = Session(self.game, 0, level, console, self.answer)

    def answer(self, prompt: str) -> str:
        self.out.write(prompt)
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None

    def run(self) -> str:
        self.session.run()
        return self.out.getvalue()


def legal(table: Table) -> Iterator[str]:
    """Types the first legal action for ever."""
    while True:
        yield str(next(referee.legal_actions(table.session.view)))


@pytest.mark.parametrize(
    "rules",
    [
        options(target=61),
        options("classic", target=61, players=3),
        options(target=61, players=4, counting="by_hand", muggins="on", heels_claim="claimed"),
    ],
    ids=lambda rules: rules.label,
)
def test_a_game_to_the_end(rules: object) -> None:
    table = Table((), Game(referee, rules, seed="7"))
    table.typed = legal(table)
    text = table.run()
    outcome = table.game.outcome
    assert outcome is not None
    assert re.search(r"(wins?|win) (in the play|at the show|at heels)", text)
    assert "The game is over." in text


def test_no_hidden_card_is_on_the_screen() -> None:
    table = Table(())
    seen = 0

    def watch() -> Iterator[str]:
        nonlocal seen
        for action in legal(table):
            shown = table.out.getvalue()[seen:]
            seen = len(table.out.getvalue())
            state, view = table.game.state, table.session.view
            if state.phase in ("lay", "play") and state.deals == 1:
                known = {*view.hand, *(view.laid[0] or ()), *(card for _, card in view.plays), view.starter}
                known |= {card for event in table.game.seen_by(0) for card in event.cards}
                for card in set(PACK52) - known:
                    assert card.short not in shown
            yield action

    table.typed = watch()
    table.run()
    assert seen > 1000


def test_undo_goes_back_to_the_players_own_decision_and_redo_forward() -> None:
    table = Table(["", ""])
    table.run()
    laying = table.game.state
    assert laying.phase == "lay"
    again = Table(["", ""])
    again.run()
    cards = list(laying.hands[0][:2])
    typed = [str(lay(cards)), "undo"]
    table = Table(["", *typed])
    text = table.run()
    assert "taken back" in text
    assert table.game.state == laying
    table = Table(["", *typed, "redo"])
    table.run()
    assert table.game.state.phase != "lay" or table.game.state.laid[0]
    table = Table(["undo", "redo"])
    text = table.run()
    assert "nothing to take back" in text
    assert "nothing to take again" in text


def test_the_same_position_gets_the_same_answer_after_undo() -> None:
    table = Table([""])
    table.run()
    action = str(lay(table.game.state.hands[0][:2]))
    once, twice = Table(["", action]), Table(["", action, "undo", action])
    once.run()
    twice.run()
    assert once.game.state == twice.game.state


def test_why_and_hint() -> None:
    text = Table(
        ["", "why", "why lay 5H", "why crib-go-04", "why nonsense", "hint", "hint", "hint", "?"]
    ).run()
    assert "to your own crib and keep four" in text or "crib and keep four" in text
    assert "CRIB-CUT-03 The lowest cut deals" in text
    assert "lay away 2 cards and keep four, not 1" in text
    assert "CRIB-GO-04 Playing on after a go (course rules, target 61)" in text
    assert "is no action" in text
    hints = re.findall(r"^ *(?:.*> )? *(lay \w\w \w\w)(.*)$", text, re.MULTILINE)
    assert len({action for action, _ in hints[:2]}) == 1  # the ladder: why in words, then its numbers
    assert hints[0][1].startswith(": Keep ")
    assert "hand +" in hints[1][1]
    assert "undo, redo" in text


def test_help_is_for_the_game_and_the_options_that_are_played() -> None:
    cribbage = Table(["help"]).run()
    assert "why CRIB-GO-04" in cribbage
    assert "muggins" not in cribbage
    assert "muggins 2" in Table(["help"], Game(referee, options(muggins="on", counting="by_hand"))).run()
    canasta = canasta_referee.make_options("course", seating="agreed")
    helped = Table(["help"], Game(canasta_referee, canasta, seed=7)).run()
    assert "why CAN-FRZ-01" in helped
    assert "pick 17" not in helped
    assert "ask   " not in helped


def test_what_just_happened_is_told_once_and_its_rules_stand_under_a_heading() -> None:
    shown = Table(["", "lay AD 2H", "why"]).run()
    assert shown.count("South has laid away") == 1
    assert "South lays away" not in shown
    assert shown.count("CRIB-CUT-01, CRIB-CUT-01") == 0
    assert "The rules of what just happened:" in shown
    assert "[CRIB-CUT-01]" in Table(["why"]).run()


def test_a_score_sheet_stands_in_columns_and_says_whose_cards_were_left() -> None:
    rules = canasta_referee.make_options("course", seating="agreed")
    table = Table((), Game(canasta_referee, rules, seed=7))
    while not table.game.state.results:
        seat = table.game.referee.to_act(table.game.state)
        table.game.do(table.session.opponent(table.game.view(seat), Random(1)).action)
    table.session.tell()
    said = table.out.getvalue()
    assert re.search(r"score \d+  \[", said)
    rows = [line for line in said.splitlines() if re.match(r" {6}\S.* CAN-", line)]
    assert len(rows) > 4
    for rule in ("CAN-SCORE-07", "CAN-SCORE-06"):
        assert any(row.endswith(rule) for row in map(str.rstrip, rows))
    assert "cards left in South's hand" in said
    assert len({row.index(" CAN-") for row in rows}) <= 2  # a sheet for each side


def test_a_saved_game_takes_the_place_of_the_file_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("before")
    text = Table(["", f"save {path}", f"save {tmp_path}", "save a\x00b", "save ~nobody-at-all/x"]).run()
    assert "saved in" in text
    assert text.count("cannot be written: ") == 3
    assert path.read_text().startswith("cardlab record")
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]


def test_what_is_not_allowed_is_refused_and_asked_again() -> None:
    table = Table(["cut 60", "cut", "fly", "play 5H"])
    before = table.game.state
    text = table.run()
    assert "No: a cut of 60 leaves 0 of the 52 cards" in text
    assert "cut needs a number" in text
    assert table.game.state == before


def test_a_game_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    table = Table([""])
    text = table.run()
    assert "cardlab play cribbage --resume" in text
    assert Game.from_record(saved_game("cribbage").read_text()).state == table.game.state
    done = CliRunner().invoke(commands.play, ["cribbage", "--resume"], input="quit\n")
    assert done.exit_code == 0
    assert "Lay away two cards" in done.output
    file = tmp_path / "game.txt"
    done = CliRunner().invoke(commands.play, ["cribbage", "--resume"], input=f"save {file}\nsave\nquit\n")
    assert f"saved in {file}" in done.output.replace("\n", "")
    done = CliRunner().invoke(commands.play, ["cribbage", "--load", str(file)], input="")
    assert done.exit_code == 0
    assert "Good-bye." in done.output


def test_a_folder_that_cannot_be_written_is_told_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("CARDLAB_HOME", str(blocked))
    text = Table(["", "undo"]).run()
    assert text.count("cannot be kept") == 1


@pytest.mark.parametrize("damage", [b"\x80\x81", b"", b"no record"])
def test_a_kept_game_that_cannot_be_read_is_named_with_the_way_on(damage: bytes) -> None:
    path = saved_game("cribbage")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(damage)
    done = CliRunner().invoke(commands.play, ["cribbage", "--resume"])
    assert done.exit_code == 2
    said = " ".join(done.output.split())
    assert f"{path} holds no game that can be read" in said
    assert "codec" not in said
    assert "without --resume a new game begins" in said


def test_a_wrong_level_is_not_blamed_on_the_file_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(Game(referee, seed=1).record())
    done = CliRunner().invoke(commands.play, ["cribbage", "--load", str(file), "--level", "divine"])
    assert done.exit_code == 2
    assert "there is no player 'divine'" in done.output
    assert "no game that can be read" not in done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cribbage", "--resume"], "there is no game to go on with"),
        (["cribbage", "--load", "nothing.txt"], "there is no file nothing.txt"),
        (["cribbage", "--level", "divine"], "there is no player 'divine'"),
        (["cribbage", "--option", "target"], "name=value"),
        (["cribbage", "--option", "target=100"], "can be 121 or 61"),
        (["cribbage", "--players", "5"], "can be 2, 3 or 4"),
        (["whist"], "is not one of"),
    ],
)
def test_wrong_arguments(arguments: list[str], words: str) -> None:
    done = CliRunner().invoke(commands.play, arguments)
    assert done.exit_code == 2
    assert words in done.output


def test_a_damaged_game_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(Game(referee, seed=1).record().replace("preset: course", "preset: coarse"))
    done = CliRunner().invoke(commands.play, ["cribbage", "--load", str(file)])
    assert done.exit_code == 2
    assert "there is no preset" in done.output


def test_enter_alone_cuts_in_the_middle() -> None:
    table = Table([""])
    table.run()
    assert table.game.actions[0] == cut(25)


def test_enter_draws_a_card_for_partners() -> None:
    """Where one card is as good as another, Enter alone takes one."""
    table = Table([""], Game(canasta_referee, seed="7"))
    table.run()
    assert str(table.game.actions[0]).startswith("pick ")


def test_a_new_game_puts_the_game_kept_before_aside() -> None:
    first = Table(["cut 20"])
    first.run()
    kept = saved_game("cribbage").read_text(encoding="utf-8")
    other = Table(["cut 21"], Game(referee, options(target=61), seed="8"))
    text = other.run()
    before = saved_game("cribbage").with_stem("cribbage-before")
    assert before.read_text(encoding="utf-8") == kept
    assert before.name in text
    assert "seed: 8" in saved_game("cribbage").read_text(encoding="utf-8")


def test_a_game_that_is_gone_on_with_stays_in_its_place() -> None:
    Table(["cut 20"]).run()
    again = Table(["cut 20"])
    again.session.keeping = True
    again.run()
    assert not saved_game("cribbage").with_stem("cribbage-before").exists()
