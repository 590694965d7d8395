"""Names of mistakes that can be trusted: given to those who made them, and to nobody else."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import mistake_table
import pytest
from cardlab_exercises import Exercise, Outcome, Question, Verdict
from cardlab_exercises.cribbage.peg_mistakes import peg_distractors
from cardlab_exercises.cribbage.plays import PlayedCard
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.forms import another
from cardlab_exercises.declaration.mistakes import explaining

from cardlab.cards import Card, parse_cards
from cardlab.cribbage import apply, options, play, position

every_exercise = pytest.mark.parametrize("exercise", bank.exercises().values(), ids=lambda one: one.id)


@every_exercise
@pytest.mark.parametrize(
    "seeds",
    [
        range(5),
        pytest.param(range(25), marks=pytest.mark.thorough),
        pytest.param(range(300), marks=pytest.mark.slow),
    ],
    ids=["few", "some", "many"],
)
def test_a_name_is_given_to_those_who_made_the_mistake_and_to_nobody_else(
    exercise: Exercise, seeds: range
) -> None:
    """Over few seeds a mistake may never be made, or be made only where another leads to the same answer."""
    rows = mistake_table.rows(exercise, seeds)
    if len(seeds) < 100:
        rows = [row for row in rows if (row.alone if len(seeds) < 20 else row.made)]
    assert [row for row in rows if row.falls_short] == []


@every_exercise
def test_whoever_falls_into_a_trap_is_told_which_if_it_is_the_only_one(exercise: Exercise) -> None:
    for seed in range(15):
        question = exercise.question(seed)
        right, distractors = exercise.solve(question).answer, exercise.distractors(question)
        for distractor in distractors:
            answer = distractor.made_on(right)
            verdict = exercise.judge(question, answer)
            possible = explaining(distractors, answer, right).values()
            mistakes = {one.mistake for those in possible for one in those}
            assert verdict.outcome in (Outcome.WRONG, Outcome.PARTLY), distractor
            assert {*verdict.mistakes} == (mistakes if len(mistakes) == 1 else {*verdict.mistakes} & mistakes)
            assert verdict.text
            assert verdict.rules


def judged(id: str, seed: int, answer: dict[str, str], level: int | None = None) -> Verdict:
    """The verdict on an answer that is right but for these fields."""
    question = asked(id, seed, level)
    exercise = bank.get(id)
    return exercise.judge(question, {**exercise.solve(question).answer, **answer})


@cache
def asked(id: str, seed: int, level: int | None) -> Question:
    """A question, made once however many answers to it are judged."""
    return bank.get(id).question(seed, level)


def test_who_counts_first_is_not_held_against_who_knows_it() -> None:
    """North counts first, as was answered; "the dealer counts first" was named all the same."""
    for seed in range(60):
        question = bank.get("crib-who-wins").question(seed)
        for choice in question.fields[1].choices:
            assert (
                "crib-show-dealer-first" not in judged("crib-who-wins", seed, {"wins": choice.value}).mistakes
            )


def test_go_or_not_tells_what_is_wrong_and_not_what_was_thought() -> None:
    named = {"yes": ("crib-go-holds-fit",), "no": ("crib-go-any-card",)}
    for seed in range(60):
        exercise = bank.get("crib-must-go")
        question = exercise.question(seed)
        wrong = "no" if exercise.solve(question).answer["go"] == "yes" else "yes"
        verdict = exercise.judge(question, {"go": wrong})
        assert verdict.mistakes == named[wrong]
        assert "31" in verdict.text or "so it fits" in verdict.text


def test_suits_are_not_what_a_wrong_pegging_is_about() -> None:
    for seed in range(100):
        for points in range(13):
            verdict = judged("crib-peg-points", seed, {"points": str(points)})
            assert "CRIB-PEG-10" not in {*verdict.rules, *verdict.judged} or verdict.score == 1
            assert "Suits" not in verdict.text


@pytest.mark.parametrize(
    ("id", "answer", "rule"),
    [
        ("crib-end-of-count", {"who": "other"}, ("CRIB-GO-03", "CRIB-GO-05", "CRIB-GO-08", "CRIB-3P-04")),
        ("crib-heels-nobs", {"heels": "7"}, ("CRIB-START-03",)),
        ("crib-heels-nobs", {"nobs": "7"}, ("CRIB-SHOW-10",)),
        ("crib-the-deal", {"rest": "7"}, ("CRIB-PACK-01",)),
        ("crib-the-deal", {"dealt": "9"}, ("CRIB-DEAL-02", "CRIB-3P-01", "CRIB-4P-01")),
        ("crib-lurch-skunk", {"games": "9"}, ("CRIB-END-04", "CRIB-END-05")),
        ("crib-muggins", {"take": "30"}, ("CRIB-MUG-01",)),
    ],
)
def test_the_rule_is_that_of_the_field_that_is_wrong(
    id: str, answer: dict[str, str], rule: tuple[str, ...]
) -> None:
    exercise = bank.get(id)
    for seed in range(40):
        question = exercise.question(seed)
        right = exercise.solve(question).answer
        if answer.keys() <= right.keys():
            changed = {**right, **answer}
            if "who" in answer:
                values = {choice.value for choice in question.fields[0].choices}
                changed["who"] = min(values - {right["who"]})
            verdict = exercise.judge(question, changed)
            if not verdict.mistakes:
                assert len(verdict.rules) == 1
                assert verdict.rules[0] in rule
                assert {one for one, known in verdict.judged.items() if not known} == {*verdict.rules}


@every_exercise
def test_each_of_several_fields_says_which_rules_it_is_about(exercise: Exercise) -> None:
    """What is told of a wrong field is no rule about another."""
    if exercise.id.startswith(("crib-count-", "can-")):
        return
    for seed in range(20):
        question = exercise.question(seed)
        if len(question.fields) == 1:
            continue
        for entry in question.fields:
            wrong = another(entry, exercise.solve(question).answer[entry.name])
            assert judged(exercise.id, seed, {entry.name: wrong}).rules


def test_every_different_combination_is_nobodys_mistake() -> None:
    """A wrong total or claim that nothing explains says nothing about CRIB-SHOW-12."""
    for id in ("crib-count-hand", "crib-count-crib", "crib-muggins", "crib-spot-count"):
        exercise = bank.get(id)
        for seed in range(40):
            question = exercise.question(seed)
            right = exercise.solve(question).answer
            for name in right:
                entry = next(entry for entry in question.fields if entry.name == name)
                answer = {**right, name: another(entry, right[name])}
                if id.startswith("crib-count-") and name == "total":
                    answer = {name: answer[name]}
                verdict = exercise.judge(question, answer)
                assert verdict.judged.get("CRIB-SHOW-12") is not False, (id, seed, name)


def test_heels_given_to_the_player_who_cut() -> None:
    exercise = bank.get("crib-heels-nobs")
    seen = 0
    for seed in range(60):
        question = exercise.question(seed)
        right = exercise.solve(question).answer
        if right["heels"] == "2":
            seen += 1
            other = {"you": "opponent", "opponent": "you"}[right["who"]]
            verdict = exercise.judge(question, {**right, "who": other})
            assert verdict.mistakes == ("crib-heels-to-cutter",)
    assert seen > 10


@pytest.mark.parametrize(
    ("hands", "starter", "plays", "card", "answer", "mistake"),
    [
        ("3H 9D", "5S", "4D", "3H", ("3", "run"), "crib-peg-starter"),
        ("3H 9D", "5S", "TD", "3H", ("0", "none"), None),
        ("8H 9D", "3S", "4D", "8H", ("2", "fifteen"), "crib-peg-starter"),
        ("8H 9D", "8S", "4D", "8H", ("2", "pair"), "crib-peg-starter"),
        ("5H 9D", "2S", "TD", "5H", ("0", "none"), "crib-score-fifteen-missed"),
        ("5H", "2S", "9D", "5H", ("0", "none"), "crib-score-last-missed"),
    ],
)
def test_what_is_pegged_with_the_starter_or_left_out(
    hands: str, starter: str, plays: str, card: str, answer: tuple[str, str], mistake: str | None
) -> None:
    exercise = bank.get("crib-peg-points")
    other = [] if mistake == "crib-score-last-missed" else ["KS"]
    state = position(hands=[hands, [plays, *other]], starter=starter, phase="play", dealer=0, turn=1)
    state = apply(state, play(parse_cards(plays)[0])).state
    question = replace(exercise.question(1), position=PlayedCard(state, parse_cards(card)[0]))
    verdict = exercise.judge(question, {"points": answer[0], "for": answer[1]})
    if mistake is None:
        assert verdict.outcome is Outcome.CORRECT
    else:
        assert verdict.mistakes == (mistake,)
        assert verdict.text


def test_a_starter_of_the_rank_where_a_third_card_pegs_as_a_pair() -> None:
    """With the starter it would be one more pair; an error said that there was no pair royal to take off."""
    rules = options(peg_pair_royal="absent")
    state = position(options=rules, hands=["8H KD", "8C 8D KS"], starter="8S", phase="play", dealer=0, turn=1)
    state = apply(state, play(Card("8C"))).state
    told = {}
    for card in (Card("8H"), Card("8D")):
        slips = peg_distractors(PlayedCard(state, card))
        told[card] = [slip.parts for slip in slips if slip.mistake == "crib-peg-starter"]
        state = apply(state, play(card)).state
    assert told[Card("8H")] == []
    assert told[Card("8D")] == [{"points": "12", "for": "double-pair-royal"}]


def test_a_last_card_or_go_that_is_not_pegged() -> None:
    exercise = bank.get("crib-end-of-count")
    found = set()
    for seed in range(60):
        question = exercise.question(seed)
        right = exercise.solve(question).answer
        if right["points"] == "1":
            verdict = exercise.judge(question, {**right, "points": "0"})
            found |= {*verdict.mistakes}
    assert found == {"crib-score-last-missed", "crib-score-go-missed"}
