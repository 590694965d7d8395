"""Actions as text, records, and everything that is no action."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.canasta import Options, position, read_action, write_action
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import DRAW, add, meld, take_onto, take_with
from cardlab.cards import Rank
from cardlab.errors import AmbiguousError, IllegalActionError, NotationError
from cardlab.game import Game
from tests.canasta.tables import ALL, CLASSIC, COURSE, do, near_random, play


@pytest.mark.parametrize(
    "text",
    [
        "pick 17",
        "cut 40",
        "draw",
        "ask",
        "answer yes",
        "answer no",
        "discard 4C",
        "discard JR",
        "end",
        "meld KH KS 2D",
        "meld KH KS 2D, +8 8C 2S",
        "meld +8#2 2S",
        "take with QH QS",
        "take with QH QS 2D, AD AH AS",
        "take onto Q",
        "take onto Q#2, +Q QS",
    ],
)
def test_canonical_text_is_read_and_written_unchanged(text: str) -> None:
    assert write_action(read_action(text)) == text


@pytest.mark.parametrize(
    ("lenient", "canonical"),
    [
        ("  DRAW ", "draw"),
        ("discard 10♥", "discard TH"),
        ("meld ks KH 2d", "meld KH KS 2D"),
        ("meld JR KS KH, + 8 8c", "meld KH KS JR, +8 8C"),
        ("take with qs,  AS AH AD", "take with QS, AD AH AS"),
        ("South: draw  # comment", "draw"),
        ("meld +10 TC", "meld +T TC"),
        ("take onto 10", "take onto T"),
        ("Answer YES", "answer yes"),
    ],
)
def test_lenient_text(lenient: str, canonical: str) -> None:
    assert str(read_action(lenient)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "knock",
        "draw 2",
        "meld",
        "meld ,",
        "meld KS KX",
        "meld + KS",
        "meld +8",
        "meld +JR 2C",
        "take",
        "take with",
        "take QS",
        "take onto",
        "take onto QQ",
        "discard",
        "discard 4C 5C",
        "discard 11H",
        "answer maybe",
        "pick",
        "pick 0",
        "pick ٣",
        "cut -1",
        "cut 1000000000",
        "<script>",
        "\x00",
        "discard 4C; drop",
        "🂡",
    ],
)
def test_what_is_no_action_is_named(text: str) -> None:
    with pytest.raises(NotationError):
        read_action(text)


@given(st.text(max_size=40))
def test_any_text_gives_an_action_or_a_clear_error(text: str) -> None:
    try:
        action = read_action(text)
    except ValueError:
        return  # said so in words; anything else would be an error of the program
    assert read_action(str(action)) == action


def test_a_rank_alone_is_understood_where_it_can_be() -> None:
    view = referee.view(position(hands=["4C 4C 5D 5H"], phase="play"), 0)
    assert str(read_action("discard 4", view)) == "discard 4C"
    with pytest.raises(AmbiguousError, match="'discard 5D' or 'discard 5H'"):
        read_action("discard 5", view)
    with pytest.raises(NotationError):
        read_action("discard 9", view)


def test_take_alone_is_understood_where_there_is_one_way() -> None:
    one = referee.view(position(hands=["QS QD 4C"], melds=[["6S 6H 6D"]], pile="9C QH"), 0)
    assert str(read_action("take", one)) == "take with QD QS"
    two = referee.view(position(hands=["QS QD 4C 2C"], melds=[["6S 6H 6D"]], pile="9C QH"), 0)
    with pytest.raises(AmbiguousError, match="2 ways: say 'take with QD QS' or 'take with QD 2C'"):
        read_action("take", two)


def test_the_first_word_may_be_left_out_where_one_thing_can_be_meant() -> None:
    playing = referee.view(position(hands=["4C KS KH KD 8C"], phase="play"), 0)
    assert str(read_action("4c", playing)) == "discard 4C"
    assert str(read_action("ks kh kd, +8 8c", playing)) == "meld KD KH KS, +8 8C"
    drawing = referee.view(position(hands=["4C KS KH KD 8C"]), 0)
    with pytest.raises(NotationError):
        read_action("4c", drawing)
    first = referee.start(seed=1)
    assert str(read_action("17", referee.view(first, 0))) == "pick 17"
    assert str(read_action("40", referee.view(referee.start(COURSE), 0))) == "cut 40"
    with pytest.raises(NotationError):
        read_action("17")
    table = {"hands": ["KS KH KD 4C"], "melds": [["8S 8S 8H 8H 8D 8D 8C"]], "phase": "play", "pile": "TC"}
    asked = do(position(**table, options=CLASSIC), "ask")  # type: ignore[arg-type]
    assert str(read_action("Yes", referee.view(asked, 2))) == "answer yes"


def test_makers_and_text_agree() -> None:
    assert meld("KS KH 2D", add(Rank.EIGHT, "8C 2S")) == read_action("meld KS KH 2D, +8 8C 2S")
    assert take_with("QH QS", "AS AH AD") == read_action("take with QH QS, AS AH AD")
    assert take_onto(Rank.QUEEN) == read_action("take onto Q")
    assert read_action("draw") == DRAW
    assert repr(DRAW) == "<Action draw>"
    assert len({DRAW, read_action("ask"), read_action("end")}) == 3


def test_every_action_of_a_match_round_trips() -> None:
    for number, (name, options) in enumerate(ALL.items()):
        for state in play(options, number):
            if state.phase in ("draw", "play", "answer"):
                for action in referee.legal_actions(referee.view(state, referee.to_act(state))):  # type: ignore[arg-type]
                    assert read_action(str(action)) == action, name


def game(options: object = COURSE, seed: object = 5, actions: int = 60) -> Game:
    from random import Random

    played = Game(referee, options, seed)  # type: ignore[arg-type]
    random = Random(1)
    for _ in range(actions):
        seat = referee.to_act(played.state)
        if seat is None:
            break
        played.do(near_random(played.view(seat), random))
    return played


@pytest.mark.parametrize("name", list(ALL))
def test_a_record_replays_to_the_same_state(name: str) -> None:
    played = game(ALL[name], seed="a seed")
    again = Game.from_record(played.record())
    assert again.state == played.state
    assert again.events == played.events
    assert again.record() == played.record()


def test_undo_and_redo_walk_the_same_states() -> None:
    played = game(actions=40)
    states = []
    while True:
        states.append(played.state)
        if not played.undo():
            break
    for state in reversed(states):
        assert played.state == state
        played.redo()


def test_a_refused_action_changes_nothing() -> None:
    played = game(actions=10)
    before = played.state, played.record()
    for text in ("discard 3H", "meld 4C 4C 4D 2C", "nonsense", "answer yes", "cut 5"):
        with pytest.raises(ValueError, match=r"."):
            played.do(text)
        assert (played.state, played.record()) == before


def broken(record: str, old: str, new: str) -> str:
    assert old in record
    return record.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cardlab record 1", "cardlab record 9", "line 1: this is record format '9'"),
        ("game: canasta", "game: whist", "there is no game 'whist'"),
        ("preset: course", "preset: modern", "there is no preset 'modern'"),
        ("option seating: agreed", "option seats: agreed", "no option 'seats'"),
        ("deal 1: ", "deal 1: KS ", "deal 1 does not hold the 108 cards"),
        ("actions: 60", "actions: 61", "the record ends after 60 actions"),
        ("South: cut", "West: cut", "it is the turn of South, not of 'West'"),
        (": draw\n", ": dance\n", "line 10: 'dance' is no action"),
        (": draw\n", ": discard 4C\n", "line 10: 'discard 4C'"),
    ],
)
def test_a_damaged_record_names_its_first_wrong_line(old: str, new: str, words: str) -> None:
    with pytest.raises((NotationError, IllegalActionError)) as caught:
        Game.from_record(broken(game().record(), old, new))
    assert words in str(caught.value)


@given(st.integers(min_value=0, max_value=4000), st.integers(min_value=0, max_value=255))
def test_a_record_with_one_letter_changed_is_read_or_refused(place: int, letter: int) -> None:
    record = RECORD[: place % len(RECORD)] + chr(letter) + RECORD[place % len(RECORD) + 1 :]
    try:
        again = Game.from_record(record)
    except ValueError:
        return  # said so in words; anything else would be an error of the program
    assert Game.from_record(again.record()).state == again.state


RECORD = game(actions=12).record()


def test_views_and_states_have_short_names_that_give_nothing_away() -> None:
    state = do(referee.start(CLASSIC, seed=3), "cut 40")
    assert repr(state) == "<Canasta deal 1, draw, turn 1: not for players' eyes>"


def test_seats_that_are_not_there() -> None:
    with pytest.raises(NotationError, match="there is no seat '4'"):
        referee.view(position(), 4)
    with pytest.raises(NotationError, match="there is no seat 'Nord'"):
        position(turn="Nord")
    with pytest.raises(NotationError, match="scores must be 2 whole numbers, not"):
        position(scores=(1, 2, 3))
    with pytest.raises(NotationError, match="melds are lists of melds"):
        position(melds=["KS KH KD"])


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"stock": 200}, "the stock can have"),
        ({"stock": "ten"}, "the stock can have"),
        ({"scores": ["a", 0]}, "scores must be 2 whole numbers"),
        ({"scores": 5}, "scores must be 2 whole numbers"),
        ({"number": -5}, "the number of the turn must be a whole number from 0"),
        ({"phase": "foo"}, "no position begins with 'foo'"),
        ({"drew": "hat", "phase": "play"}, "from the stock or the pile, not from 'hat'"),
        ({"solo_seat": "North"}, "only with three players does one play alone"),
        ({"hands": 7}, "hands are listed seat by seat"),
        ({"hands": {"North": "KS", 2: "QS"}}, "North is named twice"),
        ({"red_threes": "3H"}, "red threes are listed seat by seat"),
        ({"melds": [7]}, "melds are lists of melds"),
        ({"melded": 1}, "those who have melded are listed, not '1'"),
        ({"melded": "South"}, "those who have melded are listed, not 'South'"),
        ({"melded": ["Nord"]}, "there is no seat 'Nord'"),
        ({"options": Options(players=3)}, "the course rules are for four players"),
        ({"options": Options(wild_ratio="none")}, "wild_ratio can be"),  # type: ignore[arg-type]
        ({"options": "moon"}, "there is no preset 'moon'"),
    ],
)
def test_positions_that_cannot_be(known: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        position(**known)


@pytest.mark.rule("CAN-TURN-04")
def test_a_seat_before_an_action_has_to_be_the_one_in_turn() -> None:
    game = Game(referee, seed=5)
    player = referee.seat_names(game.options)[referee.to_act(game.state) or 0]
    other = "North" if player != "North" else "West"
    with pytest.raises(IllegalActionError, match=f"it is the turn of {player}") as caught:
        game.do(f"{other}: pick 40")
    assert caught.value.refusals[0].rule == "CAN-TURN-04"
    with pytest.raises(NotationError, match="there is no seat 'Norden'"):
        game.do("Norden: pick 40")
    assert not game.actions
    game.do(f"{player.lower()}: pick 40")
    assert [str(action) for action in game.actions] == ["pick 40"]


def test_impossible_tables_say_why() -> None:
    for known, rule in (
        ({"hands": ["KC"], "phase": "play", "melds": [["6S 6H 6D"]]}, "CAN-OUT-04"),
        ({"hands": [""], "phase": "play"}, "CAN-OUT-06"),
        ({"melds": [["6S 6H"]]}, "CAN-MELD-01"),
        ({"melds": [["6S 6H 6D", "6C 6S 6H"]]}, "CAN-MELD-10"),
        ({"red_threes": {0: "3S"}}, "CAN-R3-10"),
        ({"melds": [["3S 3C 3S"]]}, "CAN-MELD-05"),
        ({"pile": "3H"}, "CAN-DEAL-06"),
        ({"pile": "KS 3H 4C"}, "CAN-DEAL-06"),
    ):
        with pytest.raises(IllegalActionError) as caught:
            position(**known)  # type: ignore[arg-type]
        assert caught.value.refusals[0].rule == rule


@pytest.mark.rule("CAN-TURN-01")
def test_a_bare_take_after_the_draw_is_refused_as_out_of_order() -> None:
    view = referee.view(position(phase="play"), 0)
    refusals = referee.check(view, read_action("take", view))
    assert [refusal.rule for refusal in refusals][:1] == ["CAN-TURN-01"]
    assert "you have your card for this turn" in refusals[0].text
