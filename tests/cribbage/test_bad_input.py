"""Bad input: a refusal that names the rule or the line, and nothing changed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cribbage import (
    GO,
    Action,
    Options,
    apply,
    check,
    lay,
    legal_actions,
    options,
    play,
    position,
    view,
)
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.notation import read_action, write_action
from cardlab.errors import AmbiguousError, IllegalActionError, NotationError
from cardlab.game import Game


def new_game(steps: int = 6) -> Game:
    game = Game(referee, seed=11)
    for _ in range(steps):
        game.do(next(legal_actions(game.view(game.state.turn))))
    return game


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no action"),
        ("fly away", "is no action"),
        ("play", "play needs one card"),
        ("play 5H 5D", "play needs one card"),
        ("play 11H", "is not a card"),
        ("play <b>5H</b>", "is not a card"),
        ("lay", "lay needs cards"),
        ("cut", "cut needs a number"),
        ("cut twelve", "cut needs a number"),
        ("cut -3", "cut needs a number"),
        ("cut 12345", "cut needs a number"),
        ("claim 1.5", "claim needs a number"),
        ("go away", "go stands alone"),
        ("\x00", "is no action"),
        ("play ٣H", "is not a card"),
    ],
)
def test_text_that_is_no_action_is_named_and_changes_nothing(text: str, words: str) -> None:
    game = new_game()
    before = game.state, game.actions
    with pytest.raises(NotationError, match=re.escape(words)):
        game.do(text)
    assert (game.state, game.actions) == before


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_an_action_or_a_clear_error(text: str) -> None:
    state = position(seed=2, phase="play")
    seen = view(state, 0)
    try:
        action = read_action(text, seen)
    except (NotationError, AmbiguousError, IllegalActionError):
        return
    for refusal in check(seen, action):
        assert refusal.rule.startswith("CRIB-")
        assert refusal.text


@pytest.mark.rule("CRIB-GO-02", "CRIB-CRIB-01", "CRIB-GO-01")
def test_what_is_not_allowed_is_refused_with_its_rule_and_changes_nothing() -> None:
    state = position(hands=["4S KD", "9C 2C"], turn=0, total=25)
    for action, rule in ((GO, "CRIB-GO-02"), (play("KD"), "CRIB-GO-01"), (play("9C"), "CRIB-GO-00")):
        before = tuple(state)
        with pytest.raises(IllegalActionError) as caught:
            apply(state, action)
        assert caught.value.refusals[0].rule == rule
        assert tuple(state) == before
    with pytest.raises(IllegalActionError, match="lay away 2 cards and keep four, not 3"):
        apply(position(hands=["5H 5D 5S JC 2C 3C", None]), lay("5H 5D 5S"))


def test_all_refusals_that_apply_are_given() -> None:
    state = position(hands=["4S KD", "9C 2C"], turn=0, total=25)
    assert [refusal.rule for refusal in check(view(state, 0), play("QC"))] == ["CRIB-GO-00", "CRIB-GO-01"]
    wrong = lay("5H 9C 9S")
    refusals = check(view(position(hands=["5H 5D 5S JC 2C 3C", None]), 0), wrong)
    assert len(refusals) == 3


def test_acting_out_of_turn_is_refused() -> None:
    game = new_game(5)
    seat = game.state.turn
    other = 1 - seat
    refusals = check(game.view(other), play(game.state.hands[other][0]))
    assert "it is not your turn" in refusals[0].text
    names = referee.seat_names(game.options)
    with pytest.raises(IllegalActionError, match="not your turn"):
        game.do(f"{names[other]}: play {game.state.hands[other][0]}")
    assert game.state.turn == seat


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (play("5H"), "CRIB-GO-00"),
        (GO, "CRIB-GO-02"),
        (Action("cut", number=20), "CRIB-START-01"),
        (Action("claim", number=2), "CRIB-SHOW-01"),
        (Action("muggins", number=2), "CRIB-MUG-01"),
        (Action("heels"), "CRIB-START-03"),
        (Action("stop"), "CRIB-GO-04"),
        (Action("pass"), "CRIB-MUG-01"),
        (Action("dance"), "CRIB-CRIB-01"),  # type: ignore[arg-type]
        (Action("lay"), "CRIB-CRIB-01"),
    ],
)
def test_actions_out_of_place(action: Action, rule: str) -> None:
    state = position(hands=["5H 5D 5S JC 2C 3C", None])
    refusals = check(view(state, 0), action)
    assert refusals[0].rule == rule
    assert refusals[0].instead in list(legal_actions(view(state, 0)))


def test_a_play_without_a_card_is_refused() -> None:
    state = position(hands=["4S KD", "9C 2C"], turn=0, total=25)
    assert check(view(state, 0), Action("play"))[0].rule == "CRIB-GO-00"


@pytest.mark.parametrize(
    ("typed", "means"),
    [("7d", "play 7D"), ("10♥", "play TH"), ("t", "play TH"), ("Play 7D", "play 7D"), (" GO ", "go")],
)
def test_lenient_input(typed: str, means: str) -> None:
    state = position(hands=["7D TH KS KC", None], seed=1)
    assert write_action(read_action(typed, view(state, 0))) == means


def test_a_rank_that_is_held_twice_is_ambiguous() -> None:
    state = position(hands=["7D TH KS KC", None], seed=1)
    with pytest.raises(AmbiguousError, match="K♣ or K♠: name the suit too"):
        read_action("play k", view(state, 0))
    with pytest.raises(NotationError, match="no '9' in your hand"):
        read_action("play 9", view(state, 0))


def test_bare_words_in_every_phase() -> None:
    assert str(read_action("23", view(referee.start(), 0))) == "cut 23"
    assert str(read_action("jc, 5h", view(position(hands=["5H 5D 5S JC 2C 3C", None]), 0))) == "lay 5H JC"
    by_hand = position(options=options(counting="by_hand"), phase="show", seed=2)
    assert str(read_action("12", view(by_hand, 0))) == "claim 12"


def test_notation_round_trips() -> None:
    state = position(seed=1, phase="play")
    for text in ("cut 23", "lay 5H JD", "play 7D", "go", "stop", "claim 12", "muggins 2", "heels", "pass"):
        assert write_action(read_action(text, view(state, 0))) == text


# ---------------------------------------------------------------- records


def test_a_record_reads_as_plain_text() -> None:
    lines = new_game(9).record().splitlines()
    assert lines[:4] == ["cardlab record 1", "game: cribbage", "preset: course", "seed: 11"]
    assert lines[4].startswith("deal 1: ")
    assert lines[5:7] == ["actions: 9", ""]
    assert lines[7] == "South: cut 1"


def test_options_that_differ_are_in_the_record() -> None:
    game = Game(referee, options("classic", players=3, go_continue="may", target=61), seed="tea")
    text = game.record()
    assert "option players: 3" in text
    assert "option go_continue: may" in text
    assert Game.from_record(text).options == game.options


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[: text.rstrip().rfind("\n")], "the record ends after"),
        (lambda text: text.replace("record 1", "record 7"), "this is record format '7'"),
        (lambda text: "hello\n" + text, "no cardlab record"),
        (lambda text: text.replace("game: cribbage", "game: whist"), "there is no game 'whist'"),
        (lambda text: text.replace("preset: course", "preset: coarse"), "there is no preset 'coarse'"),
        (lambda text: text.replace("cut 1\n", "cut 60\n", 1), "line 8: 'cut 60'"),
        (lambda text: text.replace("South: cut", "East: cut", 1), "line 8: it is the turn of South"),
        (lambda text: re.sub(r"lay \w+ \w+", "lay 5H", text, count=1), "lay away 2 cards"),
        (lambda text: re.sub(r"deal 1: \w+ ", "deal 1: ", text), "not the 52 cards"),
        (lambda text: text.replace("seed: 11", "seed: 11\nseed: 12"), "seed stands twice"),
        (lambda text: text.replace("cut 1", "cut one", 1), "line 8: cut needs a number"),
        (lambda text: "", "line 1"),
    ],
)
def test_a_damaged_record_is_refused_by_line(change: object, words: str) -> None:
    text = change(new_game(9).record())  # type: ignore[operator]
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        Game.from_record(text)
    assert isinstance(caught.value, NotationError | IllegalActionError)


def test_one_changed_line_is_refused_or_gives_another_game() -> None:
    """A changed card either cannot be there, and the line is named, or the game is told otherwise."""
    game = new_game(14)
    text = game.record()
    lines = text.splitlines()
    errors = []
    for number, line in enumerate(lines):
        if ": play " not in line:
            continue
        for card in ("AS", "9C", "KD"):
            changed = [*lines[:number], re.sub(r"play \w+", f"play {card}", line), *lines[number + 1 :]]
            try:
                again = Game.from_record("\n".join(changed))
            except ValueError as error:
                errors.append(str(error))
            else:
                assert again.actions != game.actions or changed[number] == line
    assert errors
    assert all(re.match(r"line \d+: ", error) for error in errors)


# ---------------------------------------------------------------- positions and options


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"hands": ["5H 5H", None]}, "5♥ cannot lie in two places"),
        ({"hands": ["5H 5D 5S JC", None], "starter": "JC"}, "J♣ cannot lie in two places"),
        ({"hands": ["JR", None]}, "no jokers"),
        ({"hands": ["5X", None]}, "is not a card"),
        ({"scores": (121, 0)}, "scores must be 2 whole numbers from 0 to 120, not"),
        ({"scores": (1, 2, 3)}, "scores must be 2 whole numbers"),
        ({"dealer": "East"}, "there is no seat 'East'"),
        ({"scores": ["a", 0]}, "scores must be 2 whole numbers"),
        ({"scores": 7}, "scores must be 2 whole numbers"),
        ({"games": (1, -1)}, "games won must be 2 whole numbers from 0"),
        ({"total": "15"}, "the count must be a whole number from 0"),
        ({"total": 32}, "the count must be a whole number from 0 to 31"),
        ({"hands": 7}, "hands are listed seat by seat"),
        ({"hands": "5H 5D"}, "hands are listed seat by seat"),
        ({"hands": {"South": "5H", 0: "5D"}}, "South is named twice"),
        ({"hands": [None, None, "5H"]}, "there is no seat '2'"),
        ({"options": Options(target=50)}, "target can be 121 or 61, not '50'"),  # type: ignore[arg-type]
        ({"turn": 5}, "there is no seat '5'"),
        ({"phase": "lunch"}, "no position begins with 'lunch'"),
    ],
)
def test_positions_that_cannot_be(known: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        position(**known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 5}, "the option players can be 2, 3 or 4, not '5'"),
        ({"target": 100}, "can be 121 or 61"),
        ({"mugins": "on"}, "did you mean muggins?"),
        ({"go_continue": "perhaps"}, "may or must"),
    ],
)
def test_options_that_do_not_exist(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        options("course", **changes)
