"""How far the names of mistakes can be trusted: for each exercise and each common mistake, two figures.

*named*: of the answers that this mistake leads to and no other, how many are named so; 95 % at least.
*random*: of random wrong answers, how many are named so, beside *share*, how many it alone explains.
A name that comes up more often than its share is given to people who did not make the mistake.

    uv run python scripts/mistake_table.py [--seeds 200] [--only crib-] [--faults]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from cardlab_exercises import AnswerError, Exercise, Question
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.mistakes import Distractor, explaining
from cardlab_exercises.declaration.sampling import between, pick

from cardlab.cards import show_cards
from cardlab.display.scene import Field

LEAST_NAMED = 0.95
GUESSES = 12
"""How many random answers are tried for each question."""


class Row(NamedTuple):
    """How one mistake fares in one exercise; all are numbers of answers.

    `made` are those that the mistake leads to, `alone` those of them that no other mistake leads to, `named`
    those of `alone` that are named so. Of `wrong` random answers `random_named` are named so, and `share` are
    explained by this mistake alone.
    """

    exercise: str
    mistake: str
    made: int
    alone: int
    named: int
    wrong: int
    random_named: int
    share: int

    @property
    def falls_short(self) -> bool:
        """Whether it is named too seldom, too often, or can never be told from others."""
        return not self.alone or self.named < LEAST_NAMED * self.alone or self.random_named > self.share


def rows(exercise: Exercise, seeds: Iterable[int]) -> list[Row]:
    """A row for each mistake of the exercise, over these seeds at every level."""
    made, alone, named = Counter[str](), Counter[str](), Counter[str]()
    guessed, share = Counter[str](), Counter[str]()
    wrong = 0
    for question in _questions(exercise, seeds):
        right, distractors = exercise.solve(question).answer, exercise.distractors(question)
        for distractor in distractors:
            answer = distractor.made_on(right)
            made[distractor.mistake] += 1
            if _possible(distractors, answer, right) == {distractor.mistake}:
                alone[distractor.mistake] += 1
                named[distractor.mistake] += exercise.judge(question, answer).mistakes == (
                    distractor.mistake,
                )
        for answer in guesses(exercise, question, right, distractors):
            try:
                verdict = exercise.judge(question, answer)
            except AnswerError:
                continue
            if verdict.outcome.counts and verdict.score < 1:
                wrong += 1
                guessed.update(verdict.mistakes)
                share.update(_certain(distractors, answer, right))
    return [
        Row(exercise.id, id, made[id], alone[id], named[id], wrong, guessed[id], share[id])
        for id in exercise.mistakes
    ]


def _questions(exercise: Exercise, seeds: Iterable[int]) -> Iterator[Question]:
    for seed in seeds:
        for level in range(1, len(exercise.levels) + 1):
            yield exercise.question(seed, level)


def _possible(
    distractors: Sequence[Distractor], answer: Mapping[str, str], right: Mapping[str, str]
) -> set[str]:
    """The mistakes that explain some of an answer."""
    return {one.mistake for those in explaining(distractors, answer, right).values() for one in those}


def _certain(
    distractors: Sequence[Distractor], answer: Mapping[str, str], right: Mapping[str, str]
) -> set[str]:
    """The mistakes that alone explain a field of an answer."""
    fields = [{one.mistake for one in those} for those in explaining(distractors, answer, right).values()]
    return {next(iter(mistakes)) for mistakes in fields if len(mistakes) == 1}


def guesses(
    exercise: Exercise, question: Question, right: Mapping[str, str], distractors: Sequence[Distractor]
) -> Iterator[dict[str, str]]:
    """Random answers to a question: one field wrong, or all of them guessed."""
    random = Random(f"{exercise.id}/{question.seed}/{question.level}")
    known = [*(one.answer for one in distractors), *exercise.examples(question).wrong.values()]
    for number in range(GUESSES):
        guess = {entry.name: _guess(random, entry, right, question, known) for entry in question.fields}
        one = pick(random, question.fields).name
        yield guess if number % 2 else {**right, one: guess[one]}
        if exercise.id.startswith("crib-count-"):  # a field may stay empty there
            yield {name: answer if name == "total" else "" for name, answer in guess.items()}


def _guess(
    random: Random, field: Field, right: Mapping[str, str], question: Question, known: Sequence[str]
) -> str:
    """Some answer to a field, right or wrong; of actions one that is known to be wrong."""
    if field.kind in ("number", "row"):
        near = int(right[field.name])
        return str(between(random, max(field.least, near - 8), min(field.most, near + 8)))
    if field.kind == "one":
        return pick(random, field.choices).value
    if field.kind == "several":
        some = [choice.value for choice in field.choices if choice.value != "none" and random.random() < 0.4]
        return " ".join(some) or "none"
    if field.kind == "cards":
        size = len(right[field.name].split())
        cards = list(question.pickable)
        return show_cards(sorted(cards.pop(int(random.random() * len(cards))) for _ in range(size)))
    return pick(random, [answer for answer in known if answer])


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100, help="seeds a level (100)")
    parser.add_argument("--only", default="", help="exercises whose id begins so")
    parser.add_argument("--faults", action="store_true", help="show only what falls short")
    wanted = parser.parse_args()
    table = [
        row
        for id, exercise in bank.exercises().items()
        if id.startswith(wanted.only)
        for row in rows(exercise, range(wanted.seeds))
    ]
    print(f"{'exercise':24}{'mistake':32}{'alone %':>9}{'named %':>9}{'random %':>10}{'share %':>9}")
    for row in table:
        if row.falls_short or not wanted.faults:
            figures = (
                _percent(row.alone, row.made).rjust(9),
                _percent(row.named, row.alone).rjust(9),
                _percent(row.random_named, row.wrong).rjust(10),
                _percent(row.share, row.wrong).rjust(9),
            )
            print(f"{row.exercise:24}{row.mistake:32}{''.join(figures)}{'  !' if row.falls_short else ''}")
    least = min((row.named / row.alone for row in table if row.alone), default=0.0)
    short = sum(row.falls_short for row in table)
    print(f"{len(table)} mistakes in exercises, named at least {100 * least:.1f} %; {short} fall short")


if __name__ == "__main__":
    main()
