"""What holds for every exercise of the bank: examples, endlessness, mistakes, levels, fading."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest
from cardlab_exercises import AnswerError, Exercise, Outcome, Question, Verdict
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Answer, Stage
from cardlab_exercises.practice.plans import OneExercise

from cardlab.rulebook import load

EXERCISES = list(bank.exercises().values())
FEW, HUNDRED, THOUSAND = range(10), range(100), range(1000)
"""Seeds of the daily run, of the thorough and of the slow one."""
every_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
every_seed_range = pytest.mark.parametrize(
    "seeds",
    [
        FEW,
        pytest.param(HUNDRED, marks=pytest.mark.thorough),
        pytest.param(THOUSAND, marks=pytest.mark.slow),
    ],
    ids=["few", "hundred", "thousand"],
)


def shown(question: Question) -> str:
    """What makes a question different from another: all that is seen of it."""
    ground = question.ground
    rest = (ground.seats, ground.board, ground.total, ground.ledger, ground.log) if ground else ()
    return repr(
        (question.prompt, question.zones, [(entry.label, entry.choices) for entry in question.fields], rest)
    )


def levels(exercise: Exercise) -> range:
    return range(1, len(exercise.levels) + 1)


def is_yes_no(question: Question) -> bool:
    asked = [entry for entry in question.fields if not entry.locked]
    return len(asked) == 1 and [choice.value for choice in asked[0].choices] == ["yes", "no"]


@every_exercise
@pytest.mark.parametrize("preset", ["course", "classic"])
def test_the_examples_are_judged_as_their_names_say(exercise: Exercise, preset: str) -> None:
    for level in levels(exercise):
        for seed in range(6):
            check_examples(exercise, exercise.question(seed, level, preset))


def check_examples(exercise: Exercise, question: Question) -> None:
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


STAGES: tuple[Stage, ...] = ("alone", "finish")


@pytest.mark.parametrize("id", [id for id in bank.exercises() if not id.startswith("crib-count-")])
def test_a_field_left_empty_is_asked_for_and_is_no_try(id: str) -> None:
    """In counting, the total or its parts will do: what is filled in is checked."""
    exercise = bank.get(id)
    for stage in STAGES:
        question = exercise.question(5, stage=stage)
        asked = [entry for entry in question.fields if not entry.locked]
        right = {entry.name: exercise.solve(question).answer[entry.name] for entry in asked}
        for entry in asked if len(asked) > 1 else ():
            verdict = exercise.judge(question, {**right, entry.name: " "})
            assert not verdict.outcome.counts
            assert verdict.title == f"Still to answer: {entry.label.rstrip('?')}."
            assert verdict.text
            assert not verdict.fields
            assert not verdict.judged


@every_exercise
@pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(4, 10), marks=pytest.mark.thorough)], ids=["few", "more"]
)
def test_the_solution_is_right_and_can_be_stepped_through(exercise: Exercise, seeds: range) -> None:
    for level in levels(exercise):
        for seed in seeds:
            question = exercise.question(seed, level)
            solution = exercise.solve(question)
            assert exercise.judge(question, solution.answer).outcome is Outcome.CORRECT
            assert solution.title
            assert len(solution.frames) > 1
            assert all(frame.ask is None for frame in solution.frames)
            assert set(solution.rules) <= set(exercise.rules), set(solution.rules) - set(exercise.rules)
            hints = exercise.hints(question)
            assert hints
            assert all(hints)


@every_exercise
def test_a_question_is_fixed_by_its_seed(exercise: Exercise) -> None:
    for level in levels(exercise):
        assert exercise.question("blue", level) == exercise.question(" blue ", level)


def test_the_questions_of_a_seed_stay_the_same_for_ever() -> None:
    """Seeds are written on sheets and in notebooks: a change of the dealing must not go unnoticed."""
    hand = bank.get("crib-count-hand").question(20417, 2).position
    crib = bank.get("crib-count-crib").question("blue whale", 3).position
    assert (hand.title, crib.title) == (
        "2♥ 5♦ 6♣ 6♠ with the starter 7♣",
        "the crib 2♣ 5♣ 5♦ K♥ with the starter 5♥",
    )


@every_exercise
@every_seed_range
def test_questions_do_not_run_out(exercise: Exercise, seeds: range) -> None:
    """Nine of ten are new; where a rule allows fewer, there are as many as it says, and all come up."""
    for level in levels(exercise):
        found = {shown(exercise.question(seed, level)) for seed in seeds}
        declared = exercise.distinct[level - 1] if exercise.distinct else None
        if declared is None:
            assert len(found) >= 0.9 * len(seeds), (level, len(found))
        else:
            assert len(found) <= declared < 0.9 * 1000, (level, len(found))
            if len(seeds) == 1000:
                more = range(1000, 15 * declared)
                found |= {shown(exercise.question(seed, level)) for seed in more}
                assert len(found) == declared, (level, len(found))


@every_exercise
@pytest.mark.parametrize(
    "seeds",
    [pytest.param(HUNDRED, marks=pytest.mark.thorough), pytest.param(THOUSAND, marks=pytest.mark.slow)],
    ids=["hundred", "thousand"],
)
def test_what_comes_up_is_worth_practising(exercise: Exercise, seeds: range) -> None:
    """Each side of a yes/no question in a quarter, each mistake possible in a twentieth, each rule met."""
    questions = [exercise.question(seed) for seed in seeds]
    slack = 1.0 if len(seeds) == 1000 else 0.3
    if all(map(is_yes_no, questions)):
        sides = Counter(next(iter(exercise.solve(question).answer.values())) for question in questions)
        assert min(sides["yes"], sides["no"]) >= 0.25 * slack * len(questions), sides
    invited = Counter(mistake for question in questions for mistake in mistakes_in(exercise, question))
    least = 0.05 * slack * len(questions)
    assert not {mistake: invited[mistake] for mistake in exercise.mistakes if invited[mistake] < least}
    assert set(invited) == set(exercise.mistakes)


def mistakes_in(exercise: Exercise, question: Question) -> set[str]:
    """The mistakes that can be made there."""
    return {distractor.mistake for distractor in exercise.distractors(question)}


@every_exercise
@pytest.mark.slow
def test_and_in_a_twentieth_of_the_questions_of_runs_that_rise(exercise: Exercise) -> None:
    plan = OneExercise(exercise)
    questions = [task.question for run in range(100) for task in plan.tasks(str(run), list)]
    invited = Counter(mistake for question in questions for mistake in mistakes_in(exercise, question))
    assert not {mistake: invited[mistake] for mistake in exercise.mistakes if invited[mistake] < 50}


@every_exercise
@pytest.mark.slow
def test_each_rule_it_names_is_met(exercise: Exercise) -> None:
    met: set[str] = set()
    for preset in ("course", "classic"):
        for level in levels(exercise):
            for seed in range(300):
                question = exercise.question(seed, level, preset)
                met |= {*exercise.solve(question).rules}
    assert set(exercise.rules) <= met | {
        rule for mistake in exercise.mistakes for rule in load(exercise.game).mistake(mistake).rules
    }


@every_exercise
@pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(24), marks=pytest.mark.thorough)], ids=["few", "more"]
)
def test_it_has_twins_one_thing_apart_with_another_answer(exercise: Exercise, seeds: range) -> None:
    """Minimal pairs, at every level, made from the seed: one card, or one fact, and the answer differs."""
    for level in levels(exercise):
        questions = [exercise.question(seed, level) for seed in seeds]
        pairs = [(one, twin) for one in questions if (twin := exercise.twin_of(one)) is not None]
        assert len(pairs) >= len(seeds) // 8, level
        for question, twin in pairs:
            assert exercise.twin_of(twin) is None
            assert exercise.question(f"{question.seed}~", level) == twin
            assert twin.prompt.startswith("Only one")
            assert cards_apart(question, twin) <= 1
            right, other = exercise.solve(question).answer, exercise.solve(twin).answer
            assert right != other
            assert not is_right(exercise, twin, right), "what is right here is right in the twin, too"
            check_examples(exercise, twin)


def is_right(exercise: Exercise, question: Question, answer: Answer) -> bool:
    try:
        return exercise.judge(question, answer).outcome is Outcome.CORRECT
    except AnswerError:  # what cannot be done there is not right
        return False


def cards_apart(one: Question, other: Question) -> int:
    """How many cards one shows that the other does not."""
    seen, other_seen = (
        Counter(face.card for zone in question.zones for face in zone.faces) for question in (one, other)
    )
    return max((seen - other_seen).total(), (other_seen - seen).total())


@pytest.mark.parametrize("id", ["crib-count-basics", "crib-count-hand", "crib-count-crib"])
def test_levels_of_counting_rise(id: str) -> None:
    exercise = bank.get(id)

    def mean(level: int) -> float:
        return sum(len(exercise.question(seed, level).position.items) for seed in range(200)) / 200

    assert mean(1) + 0.5 < mean(2) < mean(3) - 0.5


@every_exercise
def test_rules_and_mistakes_are_in_the_rulebook(exercise: Exercise) -> None:
    book = load(exercise.game)
    assert all(book.rule(id) for id in exercise.rules)
    assert exercise.mistakes
    for id in exercise.mistakes:
        assert book.mistake(id).name
        assert book.mistake(id).explanation


@every_exercise
@pytest.mark.parametrize("level", [0, 9, -1, 99])
def test_a_level_that_does_not_exist(exercise: Exercise, level: int) -> None:
    with pytest.raises(ValueError, match="has the levels 1 to "):
        exercise.question(1, level)


@every_exercise
def test_a_preset_that_does_not_exist(exercise: Exercise) -> None:
    with pytest.raises(ValueError, match="there is no preset 'hoyle'"):
        exercise.question(1, options="hoyle")


@every_exercise
@pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(15), marks=pytest.mark.thorough)], ids=["few", "more"]
)
def test_the_skill_fades_in(exercise: Exercise, seeds: range) -> None:
    """Worked: everything is given. Finish: all but the last part, or the steps before it. Alone: nothing."""
    for seed in seeds:
        alone = exercise.question(seed)
        worked = exercise.question(seed, stage="worked")
        finish = exercise.question(seed, stage="finish")
        assert all(entry.locked and entry.value for entry in worked.fields)
        assert exercise.judge(worked, {}).outcome is Outcome.NOT_ATTEMPTED
        assert not any(entry.locked or entry.value for entry in alone.fields)
        asked = [entry.name for entry in finish.fields if not entry.locked]
        assert asked
        assert len(asked) < len(alone.fields) or len(finish.prompt) > len(alone.prompt)
        solution = exercise.solve(finish)
        only_those = {name: solution.answer[name] for name in asked}
        assert exercise.judge(finish, only_those).outcome is Outcome.CORRECT
        assert exercise.judge(finish, {}).outcome is Outcome.NOT_ATTEMPTED


def test_an_unknown_stage() -> None:
    with pytest.raises(ValueError, match="worked, finish or alone, not 'asleep'"):
        bank.get("crib-count-hand").question(1, stage="asleep")  # type: ignore[arg-type]


@every_exercise
def test_an_unknown_field_is_refused(exercise: Exercise) -> None:
    with pytest.raises(AnswerError, match="there is no field 'nonsense'"):
        exercise.judge(exercise.question(1), {"nonsense": "3"})


@every_exercise
def test_a_fault_of_the_program_is_not_a_wrong_answer(exercise: Exercise) -> None:
    """Public fault B21: the set-up had failed, and every answer was judged wrong."""

    def broken(question: Question, answer: object) -> Verdict:
        raise FileNotFoundError("no such table")

    parts = {entry.name: getattr(exercise, entry.name) for entry in fields(exercise)}
    verdict = Exercise(**{**parts, "check": broken}).judge(exercise.question(1), {})
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
