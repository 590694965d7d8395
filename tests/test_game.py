"""Games and their records: what both games share."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cardlab import canasta, cribbage
from cardlab.canasta import Options as Canasta
from cardlab.cards import Rank, parse_cards
from cardlab.cribbage import Options as Cribbage
from cardlab.cribbage import count, discards, options, peg, position
from cardlab.errors import IllegalActionError, InputError, NotationError
from cardlab.game import OPEN, Game, referee

GAMES = ("cribbage", "canasta")


def begun(name: str, seed: Any = "11", steps: int = 4) -> Game:
    game = Game(referee(name), seed=seed)
    for _ in range(steps):
        seat = game.referee.to_act(game.state)
        assert seat is not None
        game.do(next(game.referee.legal_actions(game.view(seat))))
    return game


# ---------------------------------------------------------------- seeds


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [3, "3", " 3\n", "blue whale", "Zoë", "a: b", "actions: 3", "x" * 500])
def test_every_seed_comes_back_from_a_record(name: str, seed: Any) -> None:
    game = begun(name, seed)
    again = Game.from_record(game.record())
    assert again.seed == game.seed == str(seed).strip()
    assert again.state == game.state
    assert again.record() == game.record()


@pytest.mark.parametrize("name", GAMES)
def test_a_number_and_its_text_are_the_same_seed(name: str) -> None:
    assert begun(name, 3).state == begun(name, "3").state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "seed",
    [
        "",
        " ",
        "#",
        "blue # whale",
        "5\nactions: 3",
        "a\u2028b",
        "a\x85b",
        "\x1b[2J",
        "\u202e",
        "\u200b",
        "\ud800",
    ],
)
def test_a_seed_that_a_record_cannot_hold_is_refused(name: str, seed: str) -> None:
    with pytest.raises(NotationError, match="write a number or a word"):
        Game(referee(name), seed=seed)


@pytest.mark.parametrize("seed", [None, 1.5, b"5", [1]])
def test_a_seed_is_a_number_or_text(seed: Any) -> None:
    with pytest.raises(NotationError, match="a seed is a whole number or text, not "):
        Game(referee("cribbage"), seed=seed)


# ---------------------------------------------------------------- games that begin at a state


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_a_state_has_its_options_and_is_not_recorded(name: str) -> None:
    rules = referee(name)
    chosen = rules.make_options("classic", players=3)
    state = rules.position(options=chosen, seed=5)
    game = Game(rules, state=state)
    assert (game.options, game.seed) == (chosen, "5")
    with pytest.raises(ValueError, match="this game began in the middle"):
        game.record()
    with pytest.raises(ValueError, match="this game began in the middle"):
        game.copy().record()


# ---------------------------------------------------------------- headers


@pytest.mark.parametrize("name", GAMES)
def test_seats_may_be_written_in_any_case_and_a_byte_order_mark_stand_first(name: str) -> None:
    game = begun(name)
    record = "\ufeff" + re.sub(r"(?m)^(South|West|North|East): ", lambda seat: seat[0].lower(), game.record())
    assert Game.from_record(record).state == game.state


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("seed:", "option preset: classic\nseed:"), "there is no option 'preset'"),
        (lambda text: text.replace("deal 1:", "deal 7:"), "'deal 7' does not follow"),
        (lambda text: text.replace("deal 1:", "deal 01:"), "'deal 01' does not follow"),
        (lambda text: re.sub(r"(deal )1(.*\n)", r"\g<0>\g<1>01\2", text), "'deal 01' does not follow"),
        (lambda text: text.replace("deal 1:", "deal 0:"), "'deal 0' does not follow"),
        (lambda text: text.replace("seed: 11", "seed: \u200b"), "the seed '\\u200b' holds"),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_a_header_that_makes_no_sense_is_refused(name: str, change: Callable[[str], str], words: str) -> None:
    text = begun(name, steps=8).record()
    assert change(text) != text
    with pytest.raises(NotationError, match=re.escape(words)):
        Game.from_record(change(text))


# ---------------------------------------------------------------- wrong types


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("action", [None, 7, ("draw",), b"draw"])
def test_an_action_is_text_or_an_action(name: str, action: Any) -> None:
    game = begun(name)
    before = game.state
    with pytest.raises(NotationError, match=f"an action is text or an Action of {name}, not "):
        game.do(action)
    assert game.state == before


@pytest.mark.parametrize("name", GAMES)
def test_what_a_header_promises_is_repeated_as_plain_text(name: str) -> None:
    """A record may be from anybody, and its errors are shown in terminals."""
    text = re.sub(r"(actions: \d+)", "\\1\x1b[2J" + "9" * 500, begun(name, steps=8).record())
    assert "\x1b" in text
    with pytest.raises(NotationError, match=re.escape(r"its header says '8\x1b[2J999")) as caught:
        Game.from_record(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_a_record_has_an_end() -> None:
    with pytest.raises(NotationError, match="a record has at most 1,000,000 letters; this has 1,100,017"):
        Game.from_record("cardlab record 1\n" + "\n" * 1_100_000)


@pytest.mark.parametrize("record", [None, 7, b"cardlab record 1"])
def test_a_record_is_text(record: Any) -> None:
    with pytest.raises(NotationError, match="a record is text, not "):
        Game.from_record(record)


@pytest.mark.parametrize("name", GAMES)
def test_options_are_options_or_a_preset(name: str) -> None:
    rules = referee(name)
    assert Game(rules, "classic").options == rules.make_options("classic")
    other = referee(GAMES[1 - GAMES.index(name)]).make_options()
    for wrong in (7, other, {"players": 2}):
        with pytest.raises(ValueError, match="options must be the name of a preset"):
            Game(rules, wrong)
    with pytest.raises(ValueError, match="there is no preset 'moon'"):
        Game(rules, "moon")


def test_a_preset_s_name_stands_for_its_options() -> None:
    classic = options("classic")
    assert count("7H 9H QH KH", "2D", False, "classic") == count("7H 9H QH KH", "2D", options=classic)
    assert discards("5H 5D 5S JC 2D 3D", options="classic").options == classic


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: count("7H 9H QH KH", "2D", "classic"), "crib is True or False, not 'classic'"),  # type: ignore[arg-type]
        (lambda: count("7H 9H QH KH", "2D", None), "crib is True or False"),  # type: ignore[arg-type]
        (lambda: count("7H 9H QH KH", "2D", False, "moon"), "there is no preset 'moon'"),
        (lambda: count("7C 9H QH KH", "2D", False, 7), "options must be the name of a preset"),  # type: ignore[arg-type]
        (lambda: count(None, "5C"), "cards are written as text or listed, not NoneType"),  # type: ignore[arg-type]
        (lambda: count("7H 9H QH KH", None), "a card is written as text, not as NoneType"),  # type: ignore[arg-type]
        (lambda: discards(7), "cards are written as text or listed, not int"),  # type: ignore[arg-type]
        (lambda: discards("5H 5D 5S JC 2D 3D", "own"), "dealer is True or False, not 'own'"),  # type: ignore[arg-type]
        (lambda: discards("5H 5D 5S JC 2D 3D", options=None), "options must be the name of a preset"),  # type: ignore[arg-type]
        (lambda: position(hands=[7, None]), "cards are written as text or listed, not int"),  # type: ignore[list-item]
    ],
)
def test_wrong_types_are_refused_with_advice(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        call()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "cut", "number": 40.5},
        {"kind": "cut", "number": 40.0},
        {"kind": "cut", "number": None},
        {"kind": "cut", "number": True},
        {"kind": 5},
        {"kind": "play", "cards": ("7D",)},
        {"kind": "meld", "cards": 7},
    ],
)
def test_an_action_made_of_anything_is_refused(name: str, fields: dict[str, Any]) -> None:
    """Values can hold what no text can say; what is accepted is what a record brings back."""
    rules = referee(name)
    game = Game(rules, options=rules.make_options(**_AT_A_CUT[name]), seed=5)
    try:
        action = rules.Action(**fields)
        refusals = rules.check(game.view(rules.to_act(game.state) or 0), action)
        assert refusals
    except NotationError:
        pass
    with pytest.raises(ValueError, match=r"."):
        game.do(action)
    assert not game.actions


_AT_A_CUT: dict[str, dict[str, Any]] = {"cribbage": {}, "canasta": {"seating": "agreed"}}


def test_a_stray_field_is_not_kept() -> None:
    rules = referee("canasta")
    game = Game(rules, options=rules.make_options(seating="agreed"), seed=5)
    game.do(rules.Action("cut", cards=parse_cards("7D"), number=40))
    assert game.actions == (rules.Action("cut", number=40),)
    assert Game.from_record(game.record()).state == game.state


@pytest.mark.parametrize("wrong", [Cribbage(players=7), Cribbage(preset="moon"), Canasta(players=3)])
def test_options_that_no_preset_allows_start_no_game(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"players can be|no preset 'moon'|are for four players"):
        Game(referee("canasta" if isinstance(wrong, Canasta) else "cribbage"), wrong)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [-2, 9, None, "Nord", 1.5, [0]])
def test_a_view_is_of_a_seat_at_the_table(name: str, seat: Any) -> None:
    game = begun(name)
    with pytest.raises(NotationError, match="there is no seat"):
        game.referee.view(game.state, seat)
    assert game.view("South") == game.view(0)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("action", ["draw", "play KD", None, 7])
def test_what_is_checked_is_an_action(name: str, action: Any) -> None:
    game = begun(name)
    seat = game.referee.to_act(game.state) or 0
    with pytest.raises(NotationError, match="read_action reads text"):
        game.referee.check(game.view(seat), action)
    with pytest.raises(NotationError, match="read_action reads text"):
        game.referee.apply(game.state, action)


@pytest.mark.parametrize("packs", [5, None, [None], ["5H 5D"]])
def test_packs_are_whole_packs(packs: Any) -> None:
    for name in GAMES:
        with pytest.raises(ValueError, match=r"packs are lists|cards are written|is not the|does not hold"):
            Game(referee(name), None, 1, packs)


# ---------------------------------------------------------------- what is meant, and what is shown

PACKAGES: dict[str, Any] = {"cribbage": cribbage, "canasta": canasta}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_named_or_given_by_its_referee(name: str) -> None:
    game = Game(name, seed=4)
    assert game.state == Game(referee(name), seed=4).state
    assert repr(game) == f"Game('{name}', options('course'), seed='4', 0 actions, South to act)"
    game.do(game.legal_actions()[0])
    game.do(game.legal_actions()[0])
    game.undo()
    assert "1 action, " in repr(game)
    assert "options('classic', players=3)" in repr(
        Game(name, game.referee.make_options("classic", players=3))
    )
    for wrong in (None, 5, PACKAGES[name]):
        with pytest.raises(InputError, match="a game is named, like 'cribbage', or given as its referee"):
            Game(wrong)
    with pytest.raises(NotationError, match="there is no game 'whist'; there are cribbage and canasta"):
        Game("whist")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_copied_and_pickled_with_all_that_was_undone(name: str) -> None:
    """The referee is a module, which neither `deepcopy` nor `pickle` takes."""
    game = Game(name, seed=4)
    for _ in range(5):
        game.do(game.legal_actions()[0])
    game.undo()
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (other.state, other.events, other.referee) == (game.state, game.events, game.referee)
        assert other.redo()
        other.do(other.legal_actions()[0])
        assert other.record() != game.record()
    assert game.undone == 1


@pytest.mark.parametrize("name", GAMES)
def test_an_event_is_shown_in_its_words(name: str) -> None:
    event = Game(name, seed=4).do("cut 20" if name == "cribbage" else "pick 1").events[0]
    assert str(event) == event.text


@pytest.mark.parametrize("name", GAMES)
def test_a_game_speaks_of_the_seat_in_turn(name: str) -> None:
    game = begun(name, steps=12)
    assert game.turn == game.referee.to_act(game.state)
    assert game.view() == game.view(game.turn)
    assert game.legal_actions() == list(game.referee.legal_actions(game.view(game.turn)))


def test_when_all_is_over_nobody_is_in_turn() -> None:
    over = cribbage.position(scores=(120, 0), turn=0, hands=["5S", "6S"], total=10)
    game = Game("cribbage", state=over)
    game.do("play 5S")
    assert (game.turn, game.legal_actions()) == (None, [])
    assert repr(game).endswith("1 action, over)")
    assert game.view(1).seat == 1
    with pytest.raises(InputError, match="name the seat whose view it is"):
        game.view()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("steps", [0, 4, 12, 40])
def test_a_state_stands_for_what_the_seat_in_turn_sees(name: str, steps: int) -> None:
    game, rules = begun(name, steps=steps), PACKAGES[name]
    state, seen = game.state, game.view()
    first = game.legal_actions()[0]
    assert list(rules.legal_actions(state)) == game.legal_actions()
    assert rules.explain(state) == rules.explain(seen)
    assert rules.check(state, first) == []
    assert rules.read_action(str(first), state) == first
    assert rules.imagine(state, Random(1)) == rules.imagine(seen, Random(1))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_neither_view_nor_state_is_refused_with_advice(name: str) -> None:
    rules, game = PACKAGES[name], begun(name)
    for call in (
        lambda wrong: list(rules.legal_actions(wrong)),
        rules.explain,
        lambda wrong: rules.check(wrong, game.legal_actions()[0]),
        lambda wrong: rules.read_action("cut 4", wrong),
        lambda wrong: rules.imagine(wrong, Random(1)),
    ):
        for wrong in (game, "South", 0):
            with pytest.raises(InputError, match=r"takes a view, made by view\(state, seat\), not "):
                call(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_whole_state_is_refused_with_advice(name: str) -> None:
    rules, game = PACKAGES[name], begun(name)
    action = game.legal_actions()[0]
    for call in (lambda wrong: rules.apply(wrong, action), lambda wrong: rules.view(wrong, 0), rules.outcome):
        for wrong in (game.view(), game, "South", None):
            with pytest.raises(InputError, match="this takes a whole state, as start gives it, not "):
                call(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_starts_under_a_preset_by_name(name: str) -> None:
    rules = PACKAGES[name]
    assert rules.start("classic", 3) == rules.start(rules.CLASSIC, 3)
    with pytest.raises(InputError, match="there is no preset 'moon'"):
        rules.start("moon")
    with pytest.raises(InputError, match="options must be the name of a preset"):
        rules.start(7)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("steps", [0, 4, 12, 40])
def test_what_python_shows_of_a_game_is_short_and_holds_no_card(name: str, steps: int) -> None:
    game = begun(name, "secret", steps)
    shown = [game, game.state, *(game.view(seat) for seat in (OPEN, 0, 1))]
    for value in shown:
        assert "\n" not in repr(value)
        assert len(repr(value)) < 90
        assert "Card" not in repr(value)
        assert not re.search(r"\b[A2-9TJQK][CDHS]\b", repr(value))
    assert len({repr(value) for value in shown}) == len(shown)


def test_cards_are_given_as_text_everywhere() -> None:
    for run in ("7S 8D", ["7S", "8D"], parse_cards("7S 8D")):
        assert [(item.name, item.points) for item in peg(run)] == [("fifteen", 2)]
    for cards in ("KS 2D", ["KS", "2D"], ("KS", "2D"), iter(["KS", "2D"]), parse_cards("KS 2D")):
        assert canasta.value_of(cards) == 30
    assert canasta.take_onto("10", canasta.add("q", "QS")) == canasta.take_onto(
        Rank.TEN, canasta.add(Rank.QUEEN, "QS")
    )


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: peg("7S 1X"), NotationError, "'1X' is not a card"),
        (lambda: peg(7), NotationError, "cards are written as text or listed, not int"),  # type: ignore[arg-type]
        (lambda: peg("7S JR"), IllegalActionError, "there are no jokers in a Cribbage pack"),
        (lambda: peg("7S 7D", "moon"), InputError, "there is no preset 'moon'"),
        (lambda: canasta.value_of("KS 1X"), NotationError, "'1X' is not a card"),
        (lambda: canasta.add("1", "KS"), NotationError, "a rank is written A, 2 to 9, T, J, Q or K, not '1'"),
        (lambda: canasta.take_onto("joker"), NotationError, "a rank is written"),
    ],
)
def test_what_is_no_card_or_rank_is_refused(
    call: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        call()
