"""The Canasta exercises: facts typed by hand under both presets, whole tables, nothing hidden shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from cardlab_exercises import Exercise, Outcome, Practice, Question, Store
from cardlab_exercises.canasta import additions, deals, freezing, laying_down, melds, scores, winning
from cardlab_exercises.canasta.discards import safe_cards
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.declaration import bank

from cardlab.canasta import CLASSIC, COURSE, State, explain, make_meld, position, view
from cardlab.canasta.rules.actions import add, meld
from cardlab.cards import PACK108, Card, parse_cards, show_cards
from cardlab.display.scene import sentence
from cardlab.rulebook import load

EXERCISES = [exercise for exercise in bank.exercises().values() if exercise.game == "canasta"]
every_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
PRESETS = {"course": COURSE, "classic": CLASSIC}


def answer(id: str, asked: Any) -> dict[str, str]:
    """The right answer about a position, as the exercise works it out."""
    make = bank.get(id).make
    return dict(make.__self__.solution(asked).answer)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- facts typed by hand


@pytest.mark.parametrize(
    ("cards", "course", "classic"),
    [
        ("9S 9H 9D", "sound", "sound"),
        ("9S 9H 2D", "sound", "sound"),
        ("9S 9H 2D JR", "wild", "sound"),
        ("9S 9H 9D 2D JR", "wild", "sound"),
        ("9S 9H 9D 9C 2D JR", "sound", "sound"),
        ("9S 9S 9H 9H 9D 9D 2D 2C JR", "sound", "sound"),
        ("9S 9S 9H 9H 9D 9D 9C 9C 2D 2C JR JR", "four-wild", "four-wild"),
        ("9S 9H", "few", "few"),
        ("9S 2H JR", "wild", "wild"),
        ("2S 2H JR", "wild", "wild"),
        ("9S TS JS", "ranks", "ranks"),
        ("9S 9H TD", "ranks", "ranks"),
        ("3S 3C 3C", "threes", "threes"),
        ("3H 3D 3D", "threes", "threes"),
    ],
)
def test_is_it_a_meld(cards: str, course: str, classic: str) -> None:
    for preset, expected in (("course", course), ("classic", classic)):
        laid = melds.Laid(parse_cards(cards), parse_cards("4S 5D 6C"), PRESETS[preset])
        assert answer("can-is-meld", laid) == {"meld": expected}, preset


@pytest.mark.parametrize(
    ("coming", "course", "classic"),
    [
        ("9S 4D 5C", ("1", "no"), ("1", "no")),
        ("2S 4D 5C", ("2", "yes"), ("2", "yes")),
        ("3H 4D 5C", ("2", "yes"), ("2", "yes")),
        ("3S 4D 5C", ("2", "yes"), ("1", "no")),
        ("JR 3C 4D", ("3", "yes"), ("2", "yes")),
    ],
)
def test_the_first_upcard(coming: str, course: tuple[str, str], classic: tuple[str, str]) -> None:
    for preset, (turned, frozen) in (("course", course), ("classic", classic)):
        asked = deals.TurnedUpcards(parse_cards(coming), PRESETS[preset])
        assert answer("can-upcard-cover", asked) == {"turned": turned}, preset
        assert answer("can-upcard-frozen", asked) == {"frozen": frozen}, preset


@pytest.mark.parametrize(
    ("score", "minimum"), [(-5, "15"), (0, "50"), (1495, "50"), (1500, "90"), (2995, "90"), (3000, "120")]
)
def test_the_minimum(score: int, minimum: str) -> None:
    table = position(phase="play", hands=["4S 5D 6C"], scores=[score, 2000])
    assert answer("can-minimum", view(table, 0)) == {"minimum": minimum}
    opened = position(
        phase="play", hands=["4S 5D 6C"], melds=[["KS KH KD"]], scores=[score, 2000], melded=[2]
    )
    assert answer("can-minimum", view(opened, 0)) == {"minimum": "0"}


@pytest.mark.parametrize(
    ("pile", "course", "classic"),
    [
        ("9S KD", ("open", "none"), ("open", "none")),
        ("9S 2C KD", ("frozen", "2C"), ("frozen", "2C")),
        ("3H 9S", ("frozen", "3H"), ("frozen", "3H")),
        ("9S 3C KD", ("frozen", "3C"), ("open", "none")),
        ("9S 3C", ("frozen", "3C"), ("blocked", "none")),
        ("9S 2C 3C KD", ("frozen", "2C 3C"), ("frozen", "2C")),
    ],
)
def test_is_the_pile_frozen(pile: str, course: tuple[str, str], classic: tuple[str, str]) -> None:
    for preset, (state, by) in (("course", course), ("classic", classic)):
        seen = view(position(options=PRESETS[preset], pile=pile), 0)
        assert answer("can-pile-frozen", freezing.Lying(seen, None)) == {"state": state, "by": by}, preset


@pytest.mark.parametrize("id", ["can-pile-ways", "can-pile-take"])
@pytest.mark.parametrize("preset", ["course", "classic"])
def test_that_nothing_is_melded_is_said_once_in_an_answer(id: str, preset: str) -> None:
    said = 0
    for seed in range(30):
        model = Practice(id, seed=seed, options=preset, store=Store(None), length=1)
        assert model.sitting
        question, solution = model.sitting.question, model.sitting.solution
        hand = question.position.hand
        tried = [
            "draw",
            *(f"take with {show_cards(hand[at : at + 2])}" for at in (0, 2, 4) if at < len(hand)),
        ]
        for value in tried if id == "can-pile-take" else ["none", "pair", "wild", "onto"]:
            if value not in solution.answer.values() and not model.sitting.done:
                model.act("check", {question.fields[0].name: value})
        message = model.scene().message
        assert message
        times = f"{message.title} {message.text}".count("melded nothing yet")
        assert times <= 1, message.text
        said += times
        assert solution.text.count("melded nothing yet") <= 1
    assert said > 3


def test_the_question_says_that_no_card_lies_crosswise_there() -> None:
    for seed in range(20):
        question = bank.get("can-pile-frozen").question(seed)
        assert "Here all cards lie straight." in question.prompt
        assert not any(face.marks or face.note for zone in question.zones for face in zone.faces)


@pytest.mark.parametrize(
    ("hand", "own", "pile", "course", "classic"),
    [
        ("KS KH 4C 5D", ["6S 6H 6D"], "9C KD", "pair", "pair"),
        ("KS 2H 4C 5D", ["6S 6H 6D"], "9C KD", "wild", "wild"),
        ("JR 2H 4C 5D", ["6S 6H 6D"], "9C KD", "none", "none"),
        ("4S 7H 4C 5D", ["KS KH KC"], "9C KD", "onto", "onto"),
        ("KS KH 2C 5D", ["6S 6H 6D"], "2S KD", "pair", "pair"),
        ("KS 2H 4C 5D", ["KH KC KC"], "2S KD", "none", "none"),
        ("AS AH 4C 5D", [], "9C AD", "none", "pair"),
        ("KS KH 4C 5D", [], "9C KD", "none", "none"),
        ("KS KH 4C 5D", ["6S 6H 6D"], "9C 2D", "none", "none"),
        ("9D", ["KS KH KC"], "KD", "none", "none"),
    ],
)
def test_the_ways_to_take_the_pile(hand: str, own: list[str], pile: str, course: str, classic: str) -> None:
    for preset, ways in (("course", course), ("classic", classic)):
        table = position(options=PRESETS[preset], hands=[hand], melds=[own], pile=pile)
        assert answer("can-pile-ways", view(table, 0)) == {"ways": ways}, preset


def test_what_may_be_added() -> None:
    table = position(phase="play", hands=["KS 2D 6S 4C 5D"], melds=[["KH KC 2S"], ["6H 6D 6C"]])
    for part, expected in (
        (add(make_meld("KS KH KD").rank, "KS"), "yes"),
        (add(make_meld("KS KH KD").rank, "2D"), "wild"),
        (add(make_meld("6S 6H 6D").rank, "6S"), "opponents"),
        (add(make_meld("KS KH KD").rank, "4C"), "rank"),
    ):
        assert answer("can-add", additions.Addition(view(table, 0), meld(part))) == {"may": expected}


def test_going_out_concealed_depends_on_the_rules() -> None:
    """A hand without a canasta of its own, beside the partner's; and one below the minimum."""
    for options, expected in ((COURSE, "200"), (CLASSIC, "own")):
        table = position(
            options=options,
            phase="play",
            hands=["9S 9H 9D 4S 4H 4D"],
            melds=[["KS KS KH KH KD KD KC"]],
            melded=[2],
        )
        leaving = laying_down.Laying(table, meld("9S 9H 9D", "4S 4H 4D"))
        assert answer("can-concealed", leaving) == {"out": expected}
    for options, expected in ((COURSE, "minimum"), (CLASSIC, "200")):
        hand = "4S 4S 4H 4H 4D 4D 4C 5S 5H 5D"
        table = position(options=options, phase="play", hands=[hand], scores=[3000, 0])
        leaving = laying_down.Laying(table, meld("4S 4S 4H 4H 4D 4D 4C", "5S 5H 5D"))
        assert answer("can-concealed", leaving) == {"out": expected}


def test_the_empty_stock_depends_on_the_rules() -> None:
    for options, expected in ((COURSE, "may"), (CLASSIC, "must")):
        table = position(options=options, hands=["4S 5D 6C"], melds=[["KS KH KC"]], pile="9C KD", stock=0)
        assert answer("can-stock-empty", table) == {"what": expected}
        pair = position(options=options, hands=["QS QD 6C"], melds=[["KS KH KC"]], pile="9C QH", stock=0)
        assert answer("can-stock-empty", pair) == {"what": "may"}


def test_a_deal_is_scored_item_by_item() -> None:
    ending = scores.Ending(
        melds=(make_meld("KS KS KH KH KD KD KC"), make_meld("9S 9H 2D")),
        red_threes=parse_cards("3D 3H"),
        left=(),
        partner=parse_cards("AS JR 4C"),
        out="out",
        options=COURSE,
    )
    expected = {"canastas": 500, "red": 200, "out": 100, "melded": 110, "left": -75, "total": 835}
    assert answer("can-score-deal", ending) == {name: str(points) for name, points in expected.items()}


@pytest.mark.parametrize(
    ("before", "scored", "won"),
    [
        ((4800, 4000), (300, 200), "we"),
        ((4800, 4900), (300, 400), "they"),
        ((4800, 4900), (400, 300), "on"),
        ((4000, 4500), (300, 300), "on"),
        ((4990, 4000), (10, 200), "we"),
    ],
)
def test_who_has_won(before: tuple[int, int], scored: tuple[int, int], won: str) -> None:
    assert answer("can-winner", winning.Totals(before, scored, None, COURSE))["won"] == won


def test_a_card_is_safe_when_nobody_can_hold_the_cards_to_take_it() -> None:
    """Seven sevens lie on the table and the eighth is in hand; nobody else can hold one."""
    melds_laid = [["7S 7S 7H 7H 7D 7D 7C"], ["9S 9H 9D"]]
    table = position(phase="play", hands=["7C 9C KD 3S JR 4H"], melds=melds_laid, pile="5S 6H")
    assert show_cards(safe_cards(table)) == "3S 7C JR"
    frozen = position(phase="play", hands=["7C 9C KD 3S JR 4H"], melds=melds_laid, pile="2S 6H")
    assert show_cards(safe_cards(frozen)) == "3S 7C JR"


@pytest.mark.parametrize(
    ("cards", "outcome", "mistake"),
    [
        ("AS AH AD", Outcome.CORRECT, ""),
        ("AS AH JR", Outcome.CORRECT, ""),
        ("7S 7H 7D", Outcome.WRONG, "can-opening-short"),
        ("7S 7H 7D KS KH JR", Outcome.CORRECT, ""),
        ("KS KH", Outcome.WRONG, "can-pair-meld"),
        ("KS KH JR 2D", Outcome.WRONG, "can-wild-ratio"),
        ("KS KH 7S", Outcome.WRONG, ""),
        ("JR", Outcome.WRONG, ""),
    ],
)
def test_every_sound_first_meld_is_accepted(cards: str, outcome: Outcome, mistake: str) -> None:
    hand = "AS AH AD KS KH 7S 7H 7D JR 2D 4C"
    question = question_about("can-find-opening", view(position(phase="play", hands=[hand]), 0))
    verdict = bank.get("can-find-opening").judge(question, {"laid": cards})
    assert verdict.outcome is outcome
    assert verdict.mistakes == ((mistake,) if mistake else ())


@pytest.mark.rule("CAN-OUT-01")
def test_a_whole_hand_of_sound_melds_is_refused_for_want_of_a_canasta() -> None:
    """It was called a meld of two cards, because the wild cards could be shared out so as well."""
    hand = "2S 5C 5D 5H 5S 7C 7D 7S 8H 8S JR JR"
    question = question_about("can-find-opening", view(position(phase="play", hands=[hand]), 0))
    verdict = bank.get("can-find-opening").judge(question, {"laid": hand})
    assert (verdict.outcome, verdict.mistakes) == (Outcome.WRONG, ())
    assert "your side needs a canasta" in verdict.text


def question_about(id: str, asked: Any) -> Question:
    from dataclasses import replace

    exercise = bank.get(id)
    made: Question = exercise.make.__self__._question(asked)  # type: ignore[attr-defined]
    return replace(made, exercise=id, seed="1", options=COURSE)


# ---------------------------------------------------------------- what holds for all of them


def states(found: Any) -> Iterator[State]:
    """The tables in a position."""
    if isinstance(found, State):
        yield found
    elif isinstance(found, tuple):
        for part in found:
            yield from states(part)


@pytest.mark.parametrize("id", ["can-pile-ways", "can-pile-take"])
def test_working_out_the_pile_says_each_thing_once_and_in_the_engines_words(id: str) -> None:
    for seed in range(30):
        question = bank.get(id).question(seed)
        text = bank.get(id).solve(question).text
        topic = explain(question.position).topic("pile")
        assert topic
        assert sentence(topic.text) in text
        said = text.split(". ")
        assert len(set(said)) == len(said)


@every_exercise
def test_every_table_holds_the_108_cards(exercise: Exercise) -> None:
    for level in range(1, len(exercise.levels) + 1):
        for seed in range(10):
            for state in states(exercise.question(seed, level).position):
                if state.phase == "cut":
                    assert sorted(state.packs[0]) == sorted(PACK108)
                    continue
                lying = [card for side in state.melds for laid in side for card in laid.cards]
                held = [card for cards in (*state.hands, *state.red_threes) for card in cards]
                assert sorted([*lying, *held, *state.pile, *state.stock, *state.aside]) == sorted(PACK108)


@pytest.mark.parametrize("id", ["can-find-opening", "can-pile-take", "can-go-out-how"])
def test_the_real_table_shows_no_hand_but_the_own(id: str) -> None:
    for seed in range(20):
        question = bank.get(id).question(seed)
        assert question.ground is not None
        assert all(face.card is None for seat in question.ground.seats for face in seat.faces)
        shown = Counter(face.card for zone in question.zones for face in zone.faces if face.card is not None)
        seen = question.position if id != "can-go-out-how" else view(question.position, 0)
        assert not Counter(seen.hand) - shown
        assert not shown - Counter(seen.hand) - Counter(seen.pile)


def test_the_presets_are_told_apart() -> None:
    """Where the rule sheets differ, the same seed has another answer under the other preset."""
    differing = ("can-is-meld", "can-upcard-cover", "can-pile-ways", "can-concealed", "can-stock-empty")
    for exercise in map(bank.get, differing):
        pairs = [
            [exercise.solve(question).answer for question in questions]
            for questions in zip(
                *([exercise.question(seed, options=preset) for seed in range(80)] for preset in PRESETS),
                strict=True,
            )
        ]
        assert any(course != classic for course, classic in pairs), exercise.id


def test_games_of_two_and_three_are_played_by_the_classic_rules() -> None:
    for id, label in (
        ("can-two-out", "classic rules for two players"),
        ("can-three-lone", "classic rules for three players"),
    ):
        for preset in PRESETS:
            assert bank.get(id).question(1, options=preset).options.label == label
        with pytest.raises(ValueError, match="no preset"):
            bank.get(id).question(1, options="hoyle")


def test_every_rule_and_every_mistake_of_the_rulebook_is_practised() -> None:
    book = load("canasta")
    assert set(book.rules) == {rule for exercise in EXERCISES for rule in exercise.rules}
    assert set(book.mistakes) == {mistake for exercise in EXERCISES for mistake in exercise.mistakes}


def test_the_questions_of_a_seed_stay_the_same_for_ever() -> None:
    """Seeds are written on sheets and in notebooks: a change of the dealing must not go unnoticed."""
    assert show_cards(bank.get("can-card-values").question("blue whale", 2).position) == "8C 2H 9S 3C QH"
    assert show_cards(bank.get("can-pile-ways").question(20417, 3).position.hand) == "8H"
    assert show_cards(bank.get("can-score-deal").question(7, 1).position.partner) == "4C 6H 7C 8H 8S 8S"


def test_a_deck_gives_each_card_as_often_as_the_pack_has_it() -> None:
    from random import Random

    deck = Deck(Random(1))
    drawn = [*deck.wild(20), *deck.black_three(9), *deck.red_three(9), *deck.natural(108)]
    assert sorted(drawn) == sorted(PACK108)
    assert deck.draw(1) == ()
    with pytest.raises(ValueError, match="not in list"):
        deck.spend([Card("KS")])
