"""Single attempts, to look at: in a line, or whole, with the question as it was asked.

>>> from cardlab_exercises.reports.sample import sample_learner
>>> made = sample_learner().attempts()[0]
>>> print(attempt_text(made))  # doctest: +ELLIPSIS
Sam in no class, 2026-..., practice: How many points? (crib-count-hand, seed sample-1/0, level 2)
How many points? (course rules)
...
Answered: total 8, fifteens 4, pairs 2, runs 2, flush 0, nobs 0
partly correct, 0.50 points, 1st try, 40 seconds; mistakes: Two neighbours taken for a run
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from cardlab.cards import escaped, list_words
from cardlab.display.scene import Field, Message, Scene
from cardlab.plugins import games
from cardlab.rulebook import load
from cardlab.wording import in_figures
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Question, Stage
from cardlab_exercises.reports.progress import exercise_title
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.zone import local

if TYPE_CHECKING:
    import pandas as pd


def asked_text(made: Attempt) -> str:
    """The question in words, as it was asked; of an attempt of an older version, as its seed gives it now."""
    if made.asked:
        return made.asked
    from cardlab_exercises.practice.scene import question_text

    question = _question(made, "alone")
    return question_text(bank.get(made.exercise), question) if question else ""


def attempt_scene(made: Attempt) -> Scene | None:
    """The question as it was asked, with the answer that was given, the right one, and what is said to it.

    None where its seed does not give that question any more: the exercise has changed, or comes from a game.
    """
    from cardlab_exercises.practice.run import Sitting
    from cardlab_exercises.practice.scene import question_scene, question_text

    found = (_question(made, stage) for stage in ("alone", "finish"))
    exercise = bank.exercises().get(made.exercise)
    question = next(
        (one for one in found if one and exercise and made.asked in ("", question_text(exercise, one))), None
    )
    if exercise is None or question is None:
        return None
    answer = {entry.name: made.answer.get(entry.name, "") for entry in question.fields if not entry.locked}
    solution = exercise.solve(question)
    try:
        verdict = exercise.judge(question, answer)
    except ValueError:
        return None
    sitting = Sitting(exercise, question, solution, typed=answer, checked=answer, verdict=verdict, tries=2)
    shown = question_scene(sitting, Scene("exercise", "", exercise.title, chips=(question.options.label,)))
    form = shown.form and shown.form._replace(
        fields=tuple(entry._replace(locked=True) for entry in shown.form.fields), buttons=(), note=""
    )
    zones = tuple(
        zone._replace(faces=tuple(face._replace(selectable=False) for face in zone.faces))
        for zone in shown.zones
    )
    message = _with_key(shown.message, question.fields, solution.answer)
    return shown._replace(form=form, zones=zones, message=message, buttons=(), aside="", aside_label="")


def _question(made: Attempt, stage: Stage) -> Question | None:
    """The question that the seed of an attempt gives now."""
    exercise = bank.exercises().get(made.exercise)
    try:
        return exercise.question(made.seed, made.level, made.options, stage) if exercise else None
    except ValueError:
        return None


def _with_key(said: Message | None, fields: Sequence[Field], key: Mapping[str, str]) -> Message | None:
    """What is said to an answer that is not right, with the right one before it."""
    if said is None or said.tone == "good":
        return said
    asked = [entry._replace(value=key[entry.name]) for entry in fields if not entry.locked]
    right = ", ".join(
        f"{entry.label} {_value(entry)}" if len(asked) > 1 else _value(entry) for entry in asked
    )
    return said._replace(text=f"Right: {right}. {said.text}".strip())


def _value(entry: Field) -> str:
    """The value of a field, a choice by its label."""
    chosen = [choice.label for choice in entry.choices if choice.value in entry.chosen]
    return list_words(chosen) if chosen else entry.text


def answer_text(made: Attempt) -> str:
    """What stood in the fields; empty for an attempt of an older version, or where nothing was filled in."""
    return ", ".join(f"{name} {text}" for name, text in made.answer.items() if text.strip())


def seconds(made: Attempt) -> int:
    """How long it took from the question to the answer."""
    return round((made.finished - made.started).total_seconds())


def attempt_line(made: Attempt) -> str:
    """An attempt in one line, with the beginning of its id, by which it is shown whole."""
    kind = f"test {made.test}" if made.test else "practice"
    return escaped(
        f"{made.id[:8]}  {local(made.finished):%Y-%m-%d %H:%M}  {_whose(made)}  {kind}  {made.exercise}"
        f"  {made.outcome}  {made.score:.2f}  {answer_text(made)}"
    )


def attempt_text(made: Attempt) -> str:
    """An attempt whole: who and when, the question as it was asked, the answer, and what it was worth."""
    kind = f"test {made.test}" if made.test else "practice"
    head = (
        f"{_whose(made)}, {local(made.finished):%Y-%m-%d %H:%M}, {kind}: {exercise_title(made.exercise)} "
        f"({made.exercise}, seed {made.seed}, level {made.level})"
    )
    named = "; mistakes: " + ", ".join(map(mistake_name, made.mistakes)) if made.mistakes else ""
    help = ", with help" if made.assisted else ""
    worth = f"{made.outcome}, {made.score:.2f} points, {_nth(made.tries)} try{help}"
    worth += f", {in_figures(seconds(made), 'second')}{named}"
    answer = f"Answered: {answer_text(made) or 'nothing that is kept'}"
    return "\n".join(map(escaped, [head, *asked_text(made).splitlines(), *answer.splitlines(), worth]))


def attempts_table(attempts: Sequence[Attempt]) -> pd.DataFrame:
    """A row for each attempt: who, when, what was asked and answered, and what it was worth."""
    import pandas as pd

    rows = [
        (made.class_code, made.learner, made.test, made.exercise, made.seed, made.level, made.options,
         asked_text(made), answer_text(made), made.outcome, made.score, made.tries, made.assisted,
         made.started, made.finished, seconds(made))
        for made in attempts
    ]  # fmt: skip
    columns = ["class", "learner", "test", "exercise", "seed", "level", "options", "question", "answer"]
    columns += ["outcome", "points", "tries", "assisted", "started", "finished", "seconds"]
    return pd.DataFrame(rows, columns=columns, index=pd.Index([made.id for made in attempts], name="id"))


@cache
def mistake_name(id: str) -> str:
    """The name of a common mistake; the id itself if no rulebook knows it."""
    for game in games():
        mistakes = load(game).mistakes
        if id in mistakes:
            return mistakes[id].name
    return id


def _whose(made: Attempt) -> str:
    return f"{made.learner} in {f'class {made.class_code}' if made.class_code else 'no class'}"


def _nth(number: int) -> str:
    """
    >>> [_nth(number) for number in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
