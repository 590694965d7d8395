"""What holds for every exercise of the bank: examples, endlessness, mistakes, levels, fading."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest
from cardlab_exercises import AnswerError, Exercise, Outcome, Question, Verdict, bank
from cardlab_exercises.plans import OneExercise

from cardlab.rulebook import load

EXERCISES = list(bank.exercises().values())
SEEDS = range(1000)
every_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


def shown(question: Question) -> object:
    """What makes a question different from another: its words and cards."""
    return question.prompt, [[face.card for face in zone.faces] for zone in question.zones]


@every_exercise
@pytest.mark.parametrize("seed", range(20))
def test_the_examples_are_judged_as_their_names_say(exercise: Exercise, seed: int) -> None:
    question = exercise.question(seed)
    examples = exercise.examples(question)
    right = exercise.judge(question, examples.right)
    assert (right.outcome, right.score) == (Outcome.CORRECT, 1.0)
    assert not right.mistakes
    wrong = exercise.judge(question, examples.wrong)
    assert wrong.outcome is Outcome.WRONG
    assert wrong.title
    assert wrong.rules
    assert wrong.score < 1
    empty = exercise.judge(question, examples.empty)
    assert empty.outcome is Outcome.NOT_ATTEMPTED
    assert not empty.outcome.counts


@every_exercise
def test_the_solution_is_right_and_can_be_stepped_through(exercise: Exercise) -> None:
    for seed in range(50):
        question = exercise.question(seed)
        solution = exercise.solve(question)
        assert exercise.judge(question, solution.answer).outcome is Outcome.CORRECT
        assert sum(group.points for group in solution.proof) == int(solution.answer["total"])
        assert solution.frames[-1].scene.total == int(solution.answer["total"])
        assert all(frame.ask is None for frame in solution.frames)
        assert len(exercise.hints(question)) == 2


@every_exercise
def test_a_question_is_fixed_by_its_seed(exercise: Exercise) -> None:
    for level in range(1, len(exercise.levels) + 1):
        assert exercise.question("blue", level) == exercise.question(" blue ", level)
        assert shown(exercise.question("blue", level)) != shown(exercise.question("green", level))


def test_the_questions_of_a_seed_stay_the_same_for_ever() -> None:
    """Seeds are written on sheets and in notebooks: a change of the dealing must not go unnoticed."""
    hand = bank.get("crib-count-hand").question(20417, 2).position
    crib = bank.get("crib-count-crib").question("blue whale", 3).position
    assert (hand.title, crib.title) == (
        "2♥ 5♦ 6♣ 6♠ with the starter 7♣",
        "the crib 2♣ 5♣ 5♦ K♥ with the starter 5♥",
    )


@every_exercise
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_thousand_seeds_give_nine_hundred_questions(exercise: Exercise, level: int) -> None:
    assert len({repr(shown(exercise.question(seed, level))) for seed in SEEDS}) >= 900


@every_exercise
def test_each_named_mistake_is_possible_in_a_twentieth_of_the_questions(exercise: Exercise) -> None:
    invited = Counter(mistake for seed in SEEDS for mistake in exercise.invites(exercise.question(seed)))
    rare = {mistake: invited[mistake] for mistake in exercise.mistakes if invited[mistake] < 50}
    assert not rare
    assert set(invited) == set(exercise.mistakes)


@every_exercise
def test_and_in_a_twentieth_of_the_questions_of_runs_that_rise(exercise: Exercise) -> None:
    plan = OneExercise(exercise)
    questions = [task.question for run in range(100) for task in plan.tasks(str(run), list)]
    assert {question.level for question in questions} == {1, 2, 3}
    invited = Counter(mistake for question in questions for mistake in exercise.invites(question))
    assert not {mistake: invited[mistake] for mistake in exercise.mistakes if invited[mistake] < 50}


@every_exercise
def test_levels_rise(exercise: Exercise) -> None:
    def mean(level: int) -> float:
        return sum(len(exercise.question(seed, level).position.items) for seed in range(200)) / 200

    assert mean(1) + 0.5 < mean(2) < mean(3) - 0.5


@every_exercise
def test_rules_and_mistakes_are_in_the_rulebook(exercise: Exercise) -> None:
    book = load(exercise.game)
    assert all(book.rule(id) for id in exercise.rules)
    assert len(exercise.mistakes) >= 3
    for id in exercise.mistakes:
        assert book.mistake(id).name
        assert book.mistake(id).explanation


@every_exercise
@pytest.mark.parametrize("level", [0, 4, -1, 99])
def test_a_level_that_does_not_exist(exercise: Exercise, level: int) -> None:
    with pytest.raises(ValueError, match="has the levels 1 to 3"):
        exercise.question(1, level)


@every_exercise
def test_a_preset_that_does_not_exist(exercise: Exercise) -> None:
    with pytest.raises(ValueError, match="there is no preset 'hoyle'"):
        exercise.question(1, preset="hoyle")


@every_exercise
def test_the_skill_fades_in(exercise: Exercise) -> None:
    """Worked: everything is given. Finish: all but the total and the last part. Alone: nothing."""
    for seed in range(30):
        worked, finish, alone = (
            exercise.question(seed, stage=stage) for stage in ("worked", "finish", "alone")
        )  # type: ignore[arg-type]
        assert all(entry.locked and entry.value for entry in worked.fields)
        assert not any(entry.locked or entry.value for entry in alone.fields)
        asked = [entry.name for entry in finish.fields if not entry.locked]
        assert len(asked) == 2
        solution = exercise.solve(finish)
        only_those = {name: solution.answer[name] for name in asked}
        assert exercise.judge(finish, only_those).outcome is Outcome.CORRECT
        assert exercise.judge(finish, {}).outcome is Outcome.NOT_ATTEMPTED


def test_an_unknown_stage() -> None:
    with pytest.raises(ValueError, match="worked, finish or alone, not 'asleep'"):
        bank.get("crib-count-hand").question(1, stage="asleep")  # type: ignore[arg-type]


@every_exercise
def test_an_unknown_field_is_refused(exercise: Exercise) -> None:
    with pytest.raises(AnswerError, match="there is no field 'totals'"):
        exercise.judge(exercise.question(1), {"totals": "3"})


@every_exercise
def test_a_fault_of_the_program_is_not_a_wrong_answer(exercise: Exercise) -> None:
    """Public fault B21: the set-up had failed, and every answer was judged wrong."""

    def broken(question: Question, answer: object) -> Verdict:
        raise FileNotFoundError("no such table")

    parts = {entry.name: getattr(exercise, entry.name) for entry in fields(exercise)}
    verdict = Exercise(**{**parts, "check": broken}).judge(exercise.question(1), {"total": "3"})
    assert verdict.outcome is Outcome.COULD_NOT_RUN
    assert not verdict.outcome.counts
    assert "no such table" in verdict.text


def test_a_declaration_with_an_unknown_rule_or_mistake_is_refused() -> None:
    hand = bank.get("crib-count-hand")
    parts = {entry.name: getattr(hand, entry.name) for entry in fields(hand)}
    with pytest.raises(KeyError, match="CRIB-SHOW-99"):
        Exercise(**{**parts, "rules": ("CRIB-SHOW-99",)})
    with pytest.raises(KeyError, match="crib-nob"):
        Exercise(**{**parts, "mistakes": ("crib-nob",)})
