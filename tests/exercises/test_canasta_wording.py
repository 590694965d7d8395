"""What the Canasta exercises say: number and person agree, and no sentence stands inside another."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cardlab_exercises import Exercise, Outcome
from cardlab_exercises.declaration import bank

from cardlab.canasta import CLASSIC, check, position, read_action, view
from cardlab.rulebook import load
from tests.exercises.texts import questions, told

every_exercise = pytest.mark.parametrize(
    "exercise",
    [one for one in bank.exercises().values() if one.game == "canasta"],
    ids=lambda one: one.id,
)
FAULTS = {
    "one thing, and a verb of many": (
        r"\b[Oo]ne (?:(?:wild )?card|red three|meld) (?:are|stay|freeze|make|begin)\b"
    ),
    "many things, and a verb of one": r"\b(?:[Tt]wo|[Tt]hree|[Ff]our) (?:cards|melds) (?:is|stays|freezes)\b",
    "one thing in the plural": r"\b[Oo]ne (?:cards|canastas|melds|red threes)\b",
    "each of one": r"\b[Oo]ne [a-z ]+, \d+ each\b",
    "a verb before its many": r"\bhidden are no\b|\bThere is (?:two|three|four) \w+s\b",
    "a sentence inside a sentence": r"\b(?:is|are|that|because|so) (?:It|Your|You|The|There) [a-z]",
    "two marks": r"[.!?;:,]\s*[.;:,]|\?\.",
    "a rule that is not said": r"rules in force",
}


@every_exercise
@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 8), marks=pytest.mark.thorough)], ids=["few", "more"]
)
def test_sentences_are_sound(exercise: Exercise, seeds: range) -> None:
    for question in questions(exercise, seeds):
        texts = [question.prompt, exercise.solve(question).title, *told(exercise, question)]
        for text in texts:
            for fault, pattern in FAULTS.items():
                assert not re.search(pattern, text), (fault, question.key, text)


def test_the_rulebook_says_the_rule_and_names_mistakes_as_mistakes() -> None:
    """A name like "The dealer cuts" reads like the right answer behind "A common mistake"."""
    book = load("canasta")
    told = [mistake.explanation for mistake in book.mistakes.values()]
    told += [rule.statement for rule in book.rules.values()]
    assert not [text for text in told if "rules in force" in text]
    verbs = r"^The (?:\w+ ){1,3}(?:deals|cuts|begins|plays|shuffles|takes|goes|draws)\b"
    assert not [one.name for one in book.mistakes.values() if re.search(verbs, one.name)]


@pytest.mark.parametrize(
    ("hand", "melds", "action", "text"),
    [
        (
            "9S 9D 2C 4H",
            ["6S 6H 6D"],
            "take with 9S 2C",
            "only two natural nines from your hand take it, and you hold two",
        ),
        (
            "9S 4D 2C 4H",
            ["6S 6H 6D"],
            "take with 9S 2C",
            "you need two natural nines from your hand; you have one",
        ),
    ],
)
def test_a_frozen_pile_asks_for_what_the_hand_may_hold(hand: str, melds: Any, action: str, text: str) -> None:
    seen = view(position(hands=[hand], melds=[melds], pile="JR 5S 9H"), 0)
    assert text in check(seen, read_action(action, seen))[0].text


def test_a_pile_that_may_not_be_taken_at_all_asks_for_no_pair() -> None:
    seen = view(position(hands=["8S 2C 4H 5D"], pile="5S 8H"), 0)
    refusals = check(seen, read_action("take with 8S 2C", seen))
    assert not [one for one in refusals if "two natural eights" in one.text]
    classic = view(position(options=CLASSIC, hands=["8S 2C 4H 5D"], pile="5S 8H"), 0)
    refusals = check(classic, read_action("take with 8S 2C", classic))
    assert "you need two natural eights" in refusals[0].text


def test_one_red_three_is_one() -> None:
    exercise = bank.get("can-red-three-score")
    texts = {exercise.solve(exercise.question(seed)).text for seed in range(60)}
    assert any(text.startswith("One red three counts 100. ") for text in texts)
    assert any(text.startswith("Two red threes count 100 each. ") for text in texts)
    assert any(text.startswith("All four red threes count 200 each: 800. ") for text in texts)


def test_an_answer_that_shows_no_mistake_is_told_the_rule_of_its_wrong_field() -> None:
    exercise = bank.get("can-draw-partner")
    for seed in range(40):
        question = exercise.question(seed, 1)
        right = exercise.solve(question).answer
        for name, rule in (("high", "CAN-DRAW-03"), ("partner", "CAN-DRAW-02")):
            for choice in question.fields[name == "partner"].choices:
                verdict = exercise.judge(question, {**right, name: choice.value})
                if verdict.outcome is Outcome.PARTLY and not verdict.mistakes:
                    assert verdict.rules == (rule,)


@pytest.mark.parametrize(
    ("mistake", "rule"),
    [
        ("can-turn-two-cards", "CAN-TURN-01"),
        ("can-turn-pile-too", "CAN-TURN-01"),
        ("can-turn-after-discard", "CAN-TURN-03"),
        ("can-turn-two-discards", "CAN-TURN-03"),
        ("can-add-to-opponents", "CAN-MELD-09"),
    ],
)
def test_a_step_out_of_place_is_told_the_rule_of_its_mistake(mistake: str, rule: str) -> None:
    """What comes after the discard was told who begins, and a second draw that melds come next."""
    exercise = bank.get("can-turn-mistake")
    questions = (exercise.question(seed, 2) for seed in range(80))
    made = [question for question in questions if question.position.mistake == mistake]
    assert made
    for question in made:
        assert exercise.judge(question, exercise.examples(question).wrong).rules == (rule,)


def test_how_the_pile_can_be_taken_is_said_with_every_way() -> None:
    exercise = bank.get("can-pile-ways")
    said = {
        "pair": "Two natural ",
        "wild": " and one wild card from your hand take it.",
        "onto": "can be added to",
    }
    for seed in range(60):
        question = exercise.question(seed)
        solution = exercise.solve(question)
        ways = solution.answer["ways"].split()
        assert {way for way, words in said.items() if words in solution.text} == {*ways} - {"none"}
