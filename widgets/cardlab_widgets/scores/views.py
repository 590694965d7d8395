"""What pages about scores show: a class, a learner, a test, answers in a list, and a single answer.

A view is a `Scene` without the way back, which the desk adds. What a row opens is an action
``open:KIND:KEY``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import blake2s
from typing import Any

from cardlab_exercises.reports.attempts import answer_text, asked_text, attempt_scene, seconds
from cardlab_exercises.reports.classroom import ClassReport
from cardlab_exercises.reports.progress import Progress, ProgressLine, exercise_title, is_right
from cardlab_exercises.reports.results import LearnerResult, TestResults, marks
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.zone import local

from cardlab.display.scene import Bar, Bars, Grid, Message, Scene
from cardlab.wording import in_figures

MOST_BARS = 10
"""The number of bars on one screen of a projector."""
MOST_ROWS = 50
"""The number of answers on a page of a list."""

_OUTCOMES = {"correct": "right", "partly correct": "partly right"}


def learner_key(class_code: str, name: str) -> str:
    """A short word for a learner, whose name may have any letters."""
    return blake2s(repr((class_code, name)).encode(), digest_size=6).hexdigest()


def counted(number: int, noun: str) -> str:
    """
    >>> counted(1, "answer"), counted(20000, "answer")
    ('1 answer', '20,000 answers')
    """
    return in_figures(number, noun).replace(str(number), f"{number:,}", 1)


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# ---------------------------------------------------------------- a class


def class_view(report: ClassReport, tab: str, names: bool) -> dict[str, Any]:
    """What a class has done, as `tab` says; without `names` nobody can be told from another."""
    return {
        "rules": _class_rules,
        "mistakes": _class_mistakes,
        "lessons": _class_lessons,
        "learners": _class_learners,
        "tests": _class_tests,
    }[tab](report, names)


def _class_rules(report: ClassReport, names: bool) -> dict[str, Any]:
    hard = [line for line in report.rules if line.wrong][:MOST_BARS]
    bars = tuple(
        Bar(line.title, line.share, percent(line.share), _rests_on(line.answers, line.learners),
            f"open:rule:{line.id}" if names else "")
        for line in hard
    )  # fmt: skip
    return _bars("Rules most often not known, as a share of the answers that tell of them", bars, "warn")


def _class_mistakes(report: ClassReport, names: bool) -> dict[str, Any]:
    shown = report.mistakes[:MOST_BARS]
    most = max((line.times for line in shown), default=1)
    bars = tuple(
        Bar(line.name, line.times / most, f"{line.times:,}", f"by {in_figures(line.learners, 'learner')}",
            f"open:mistake:{line.id}" if names else "")
        for line in shown
    )  # fmt: skip
    return _bars("Common mistakes, and how many times each was made", bars, "warn")


def _class_lessons(report: ClassReport, names: bool) -> dict[str, Any]:
    bars = tuple(
        Bar(line.title, line.share, percent(line.share), _rests_on(line.answers, line.learners),
            f"open:lesson:{line.name}" if names else "")
        for line in report.lessons
    )  # fmt: skip
    return _bars("Right answers to the exercises of each lesson", bars, "good")


def _class_learners(report: ClassReport, names: bool) -> dict[str, Any]:
    rows = [
        (report.shown_name(line), f"{line.attempts:,}", percent(line.accuracy), f"{line.points:.1f}",
         str(line.mastered), local(line.last))
        for line in report.learners
    ]  # fmt: skip
    actions = [f"open:learner:{learner_key(line.class_code, line.name)}" for line in report.learners]
    heads = ("learner", "answers", "right", "points", "rules mastered", "last")
    grids = _grid("", heads, rows, actions)
    if report.missing:
        grids += _grid("Nothing yet of", (), [(name,) for name in report.missing])
    return {"grids": grids}


def _class_tests(report: ClassReport, names: bool) -> dict[str, Any]:
    rows = [
        (test.code, str(len(test.learners)), str(len(test.questions)), percent(test.share),
         local(max(result.finished for result in test.learners)))
        for test in report.tests[::-1]
    ]  # fmt: skip
    actions = [f"open:test:{test.code}" for test in report.tests[::-1]]
    return {"grids": _grid("", ("test", "learners", "questions", "of the points", "last"), rows, actions)}


# ---------------------------------------------------------------- a learner


def learner_view(progress: Progress, tab: str) -> dict[str, Any]:
    """What one learner has done, as `tab` says."""
    if tab == "tests":
        rows = [
            (code, f"{sum(map(is_right, made))} of {len(made)}", f"{sum(one.score for one in made):.1f}",
             local(max(one.finished for one in made)))
            for code, made in progress.tests.items()
        ]  # fmt: skip
        actions = [f"open:own-test:{code}" for code in progress.tests]
        return {"grids": _grid("", ("test", "right", "points", "last"), rows, actions)}
    lines: dict[str, tuple[ProgressLine, ...]] = {
        "lessons": progress.lessons,
        "exercises": progress.exercises,
        "rules": progress.rules,
    }
    heads = (tab.removesuffix("s"), "answers", "right", "with help", "points", "mastered", "due", "last")
    rows = [_progress_row(line) for line in lines[tab]]
    kind = {"lessons": "lesson", "exercises": "exercise", "rules": "told"}[tab]
    return {"grids": _grid("", heads, rows, [f"open:{kind}:{line.id}" for line in lines[tab]])}


def _progress_row(line: ProgressLine) -> tuple[Any, ...]:
    mastered = f"{line.mastered} of {line.rules}" if line.kind != "rule" else "yes" if line.mastered else ""
    due = f"{local(line.due):%Y-%m-%d}" if line.due else ""
    return (
        *(line.title, f"{line.attempts:,}", percent(line.accuracy), str(line.assisted), f"{line.points:.1f}"),
        *(mastered, due, local(line.last)),
    )


def lesson_view(answers: Sequence[Attempt]) -> dict[str, Any]:
    """How each learner has answered the exercises of a lesson, those who need help most first."""
    by_who: dict[tuple[str, str], list[Attempt]] = defaultdict(list)
    for made in answers:
        by_who[made.who].append(made)
    shares = {who: sum(map(is_right, made)) / len(made) for who, made in by_who.items()}
    order = sorted(by_who, key=lambda who: (shares[who], who))
    several = len({code for code, _ in by_who}) > 1
    rows = [
        (f"{name} ({code})" if several else name, f"{len(by_who[code, name]):,}", percent(shares[code, name]),
         local(by_who[code, name][-1].finished))
        for code, name in order
    ]  # fmt: skip
    actions = [f"open:sat:{learner_key(*who)}" for who in order]
    return {"grids": _grid("", ("learner", "answers", "right", "last"), rows, actions)}


def learner_prompt(progress: Progress) -> str:
    """What one learner has done, in a sentence."""
    practice, row = progress.practice, progress.streaks
    return (
        f"{in_figures(len(practice), 'answer')}, {sum(map(is_right, practice))} of them right; "
        f"{len(progress.mastered)} of {len(progress.memories)} rules mastered; right in a row: {row.right}, "
        f"at best {row.best_right}; days in a row: {row.days}."
    )


# ---------------------------------------------------------------- a test


def test_view(test: TestResults, tab: str) -> dict[str, Any]:
    """The results of a test: by learner, or by question."""
    if tab == "questions":
        bars = tuple(
            Bar(f"{question.number}  {question.title}", right / len(made), percent(right / len(made)),
                f"{right} of {len(made)} · seed {question.seed}", f"open:question:{question.number}")
            for question, made in test.by_question()
            for right in [sum(map(is_right, made))]
        )  # fmt: skip
        return _bars("Right answers to each question", bars, "good")
    several = len({result.class_code for result in test.learners}) > 1
    rows = [
        (f"{result.name} ({result.class_code})" if several else result.name, f"{result.points:.1f}",
         str(result.right), _in_fives(marks(test.questions, result)),
         local(result.finished), _minutes(result))
        for result in test.learners
    ]  # fmt: skip
    actions = [f"open:sat:{learner_key(result.class_code, result.name)}" for result in test.learners]
    caption = "✓ right, ~ partly right, ✗ wrong, · left out, in the order of the questions, by fives"
    heads = ("learner", "points", "right", "answers", "handed in", "took")
    return {"grids": _grid(caption, heads, rows, actions)}


def _in_fives(signs: str) -> str:
    """
    >>> _in_fives("✓✓✗✓✓✓·")
    '✓✓✗✓✓ ✓·'
    """
    return " ".join(signs[at : at + 5] for at in range(0, len(signs), 5))


def _minutes(result: LearnerResult) -> str:
    return in_figures(round((result.finished - result.started).total_seconds() / 60), "minute")


# ---------------------------------------------------------------- answers


def answers_view(made: Sequence[Attempt], page: int, names: bool) -> dict[str, Any]:
    """Answers in a list, the latest first; `names` says whose they are."""
    shown = made[::-1][page * MOST_ROWS :][:MOST_ROWS]
    several = len({one.exercise for one in made}) > 1
    heads = ("when", *_if(several, "exercise"), *_if(names, "learner"), "answer", "", "points", "try", "took")
    rows = [
        (
            local(one.finished),
            *_if(several, exercise_title(one.exercise)),
            *_if(names, one.learner),
            _shortened(answer_text(one)),
            f"{_OUTCOMES.get(one.outcome, one.outcome)}{', with help' if one.assisted else ''}",
            f"{one.score:.2f}",
            str(one.tries),
            f"{seconds(one)} s",
        )
        for one in shown
    ]
    return {"grids": _grid("", heads, rows, [f"open:answer:{one.id}" for one in shown])}


def _if(wanted: bool, *cells: str) -> tuple[str, ...]:
    return cells if wanted else ()


def _shortened(text: str, most: int = 48) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def answer_scene(made: Attempt) -> Scene:
    """One answer: the question as it was asked, the answer given, the right one and what is said to it."""
    shown = attempt_scene(made)
    head = f"{made.learner} · {_kind(made)} · {made.score:.2f} points"
    about = f"try {made.tries}{', with help' if made.assisted else ''}, {in_figures(seconds(made), 'second')}"
    if shown is not None:
        chips = (*shown.chips, f"seed {made.seed}", f"level {made.level}", about)
        return shown._replace(eyebrow=head, chips=chips, dots=(), tools=None)
    text = f"Answered: {answer_text(made) or 'nothing that is kept'}. {made.outcome.capitalize()}."
    return Scene(
        kind="scores",
        eyebrow=head,
        title=exercise_title(made.exercise),
        chips=(f"seed {made.seed}", f"level {made.level}", about),
        message=Message("info", "The question as it was asked, in words.", text),
        aside=asked_text(made),
    )


def _kind(made: Attempt) -> str:
    return f"test {made.test}" if made.test else "practice"


# ---------------------------------------------------------------- the parts


def _rests_on(answers: int, learners: int) -> str:
    return f"{counted(answers, 'answer')} · {in_figures(learners, 'learner')}"


def _bars(caption: str, bars: tuple[Bar, ...], tone: Any) -> dict[str, Any]:
    return {"bars": (Bars(caption, bars, tone),) if bars else ()}


def _grid(
    caption: str, heads: Iterable[str], rows: Sequence[tuple[Any, ...]], actions: Sequence[str] = ()
) -> tuple[Grid, ...]:
    return (Grid(caption, tuple(heads), tuple(rows), tuple(actions)),) if rows else ()
