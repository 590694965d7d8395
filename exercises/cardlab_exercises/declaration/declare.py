"""Declaring an exercise about a rule in a few lines: a position, how it is asked, what is true of it.

The author gives functions of a *position*, which is any value: `draw` draws one, `ask` says how it is
asked, `solution` asks the engine what is true and tells the way there in steps, `distractors` names the
answers that common mistakes lead to. `declare` makes the rest of them: checking with credit for parts, hints,
the worked solution and its frames, fading, examples, minimal pairs.

A position that holds options is asked about under those rules; `Solution` comes from the engine, never
from a rule of the exercise's own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from cardlab.cards import list_words
from cardlab.display.scene import Field, Group, Scene, Zone
from cardlab.rulebook import Mistake, load
from cardlab.wording import lower, upper
from cardlab_exercises.declaration import forms as forms  # for those who declare, as all that is named twice
from cardlab_exercises.declaration.exercise import (
    Answer,
    Examples,
    Exercise,
    Outcome,
    Question,
    Verdict,
    WorkedSolution,
)
from cardlab_exercises.declaration.forms import another, read_field, result, share
from cardlab_exercises.declaration.mistakes import Distractor as Distractor
from cardlab_exercises.declaration.mistakes import shown
from cardlab_exercises.declaration.solution import Solution as Solution
from cardlab_exercises.declaration.solution import Step as Step
from cardlab_exercises.declaration.solution import solution_frames, step_group

P = TypeVar("P")
V = TypeVar("V")


class Prompt(NamedTuple):
    """How a position is asked: the prompt, the fields, the cards that lie there.

    `ground` is the scene that it lies on where zones alone do not show it: a table, a board.
    """

    prompt: str
    fields: tuple[Field, ...]
    zones: tuple[Zone, ...] = ()
    ground: Scene | None = None


class Grade(NamedTuple):
    """How good an answer is where many are right, or some better than others: from 0 to 1."""

    score: float
    title: str = ""
    text: str = ""
    mistake: str = ""
    rules: tuple[str, ...] = ()


def declare(
    *,
    id: str,
    title: str,
    topic: str,
    game: str,
    rules: tuple[str, ...],
    mistakes: tuple[str, ...],
    levels: tuple[str, ...],
    options: Callable[[Any], Any],
    draw: Callable[[Random, int, Any], P],
    ask: Callable[[P], Prompt],
    solution: Callable[[P], Solution],
    distractors: Callable[[P], Iterable[Distractor]],
    hints: Callable[[P], tuple[str, ...]] | None = None,
    grade: Callable[[P, Answer], Grade] | None = None,
    tell: Callable[[P, Answer], Step | None] | None = None,
    vary: Callable[[P], Iterable[P]] | None = None,
    read_action: Callable[[P, str], str] | None = None,
    wrong: Callable[[P], str] | None = None,
    default_level: int = 1,
    distinct: tuple[int | None, ...] = (),
    form_label: str = "your answer",
) -> Exercise:
    """An exercise, from functions of a position.

    `draw(random, level, options)` draws a position by `random.random()` alone. `hints` are by default
    the main rule and the steps of the working but the last. `grade(position, answer)` judges where more
    than one answer is good; `solution` then gives the best. `tell(position, answer)` says what is wrong with
    an answer that no mistake explains, by a rule or, where it gives none, by no one rule; without it the rule
    of the field is told. `vary(position)` gives positions one card (or
    one fact) apart: the first for which the right answer is no longer right is the twin.
    `read_action(position, text)` gives an action's canonical text. `wrong(position)` is some wrong
    answer to an only field, where none can be made up, as of actions. The other arguments are those of
    `Exercise`.
    """
    made = _Declared(
        game,
        draw,
        ask,
        _once(solution),
        _once(lambda position: tuple(distractors(position))),
        hints,
        grade,
        tell,
        vary,
        read_action,
        wrong,
    )
    return Exercise(
        id=id,
        title=title,
        topic=topic,
        game=game,
        rules=rules,
        mistakes=mistakes,
        levels=levels,
        options=options,
        make=made.make,
        check=made.check,
        solve=made.solve,
        hints=made.hints,
        distractors=made.open_distractors,
        examples=made.examples,
        finish=made.finish,
        twin=made.twin if vary else None,
        distinct=distinct,
        default_level=default_level,
        form_label=form_label,
    )


def _once(work: Callable[[P], V]) -> Callable[[P], V]:
    """`work`, not done again for the position that came last: much is asked about one question in a row."""
    last: tuple[P, V] | None = None

    def remembered(position: P) -> V:
        nonlocal last
        if last is None or last[0] is not position:
            last = position, work(position)
        return last[1]

    return remembered


@dataclass(frozen=True)
class _Declared(Generic[P]):
    """The functions of an `Exercise`, made of those of a position."""

    game: str
    draw: Callable[[Random, int, Any], P]
    ask: Callable[[P], Prompt]
    solution: Callable[[P], Solution]
    distractors: Callable[[P], Sequence[Distractor]]
    ladder: Callable[[P], tuple[str, ...]] | None
    grade: Callable[[P, Answer], Grade] | None
    tell: Callable[[P, Answer], Step | None] | None
    vary: Callable[[P], Iterable[P]] | None
    read_action: Callable[[P, str], str] | None
    wrong: Callable[[P], str] | None

    # ------------------------------------------------------------ asking

    def make(self, random: Random, level: int, options: Any) -> Question:
        return self._question(self.draw(random, level, options))

    def _question(self, position: P) -> Question:
        asked = self.ask(position)
        return Question(
            prompt=asked.prompt,
            position=position,
            zones=asked.zones,
            fields=asked.fields,
            ground=asked.ground,
        )

    def finish(self, question: Question, solution: WorkedSolution) -> Question:
        """All parts but the last are given; where there is one part only, the steps but the last."""
        open_fields = {entry.name for entry in question.fields if entry.large} | {question.fields[-1].name}
        if len(question.fields) > len(open_fields):
            given = [
                entry
                if entry.name in open_fields
                else entry._replace(value=solution.answer[entry.name], locked=True)
                for entry in question.fields
            ]
            prompt = f"All but the last step is done. {question.prompt}"
            return replace(question, prompt=prompt, fields=tuple(given))
        return replace(question, prompt=f"{question.prompt} So far: {' '.join(self._so_far(question))}")

    def twin(self, question: Question) -> Question | None:
        assert self.vary is not None
        answer = self.solution(question.position).answer
        for other in self.vary(question.position):
            if not self._is_right(other, answer):
                made = self._question(other)
                return replace(made, prompt=f"Only one thing is different now. {made.prompt}")
        return None

    def _is_right(self, position: P, answer: Answer) -> bool:
        """Whether that is right there; where several answers are good it need not be the best."""
        if self.grade is None:
            return self.solution(position).answer == answer
        try:
            return self.grade(position, answer).score >= 1
        except ValueError:  # it cannot even be done there
            return False

    # ------------------------------------------------------------ helping

    def hints(self, question: Question) -> tuple[str, ...]:
        if self.ladder:
            return self.ladder(question.position)
        return (self._main_rule(question), *self._so_far(question, rule=False))

    def _so_far(self, question: Question, rule: bool = True) -> tuple[str, ...]:
        """The steps but the last; where there is no other, the rule it turns on."""
        steps = tuple(step.text for step in self.solution(question.position).steps[:-1])
        return steps or ((self._main_rule(question),) if rule else ())

    def _main_rule(self, question: Question) -> str:
        return self._rule_in_words(question, self.solution(question.position).rules[-1])

    def _rule_in_words(self, question: Question, rule: str) -> str:
        options = _options_of(question)
        return f"It turns on this rule ({options.label}): {load(self.game).rule(rule).text(options)}"

    def solve(self, question: Question) -> WorkedSolution:
        solution = self.solution(question.position)
        return WorkedSolution(
            answer=solution.answer,
            title=solution.title,
            text=" ".join(step.text for step in solution.steps),
            proof=tuple(step_group(step) for step in solution.steps if step.cards),
            rules=solution.rules,
            frames=solution_frames(question, solution, self.game),
            said=solution.said,
        )

    def open_distractors(self, question: Question) -> tuple[Distractor, ...]:
        """The distractors here: of fields that are asked, neither empty nor right by chance."""
        right = self.solution(question.position).answer
        only = question.fields[0].name
        locked = {entry.name for entry in question.fields if entry.locked}
        asked = (
            _asked(distractor._replace(field=distractor.field or only), locked)
            for distractor in self.distractors(question.position)
        )
        return tuple(
            distractor
            for distractor in asked
            if distractor is not None and distractor.answer and not distractor.parts.items() <= right.items()
        )

    def examples(self, question: Question) -> Examples:
        right = self.solution(question.position).answer
        wrong = {
            entry.name: another(entry, right[entry.name], question.pickable) for entry in question.fields
        }
        if self.wrong is not None:
            wrong[question.fields[0].name] = self.wrong(question.position)
        return Examples(right, wrong, dict.fromkeys(right, " "))

    # ------------------------------------------------------------ checking

    def check(self, question: Question, answer: Answer) -> Verdict:
        given = self._read(question, answer)
        asked = [entry for entry in question.fields if not entry.locked]
        empty = [entry for entry in asked if not given[entry.name]]
        if empty:
            return _unfilled(empty, len(empty) == len(asked))
        solution = self.solution(question.position)
        if self.grade is not None:
            return self._graded(question, solution, self.grade(question.position, given))
        shares = {entry.name: share(entry, given[entry.name], solution.answer[entry.name]) for entry in asked}
        fields = {
            entry.name: result(entry, given[entry.name], solution.answer[entry.name]) for entry in asked
        }
        score = sum(shares.values()) / len(shares)
        if score == 1:
            rules = tuple(dict.fromkeys(rule for name in shares for rule in _rules_of(solution, name)))
            return Verdict(
                Outcome.CORRECT,
                f"Right. {solution.title}",
                fields=fields,
                rules=solution.rules,
                score=1.0,
                judged=dict.fromkeys(rules, True),
            )
        right = {name: solution.answer[name] for name in shares}
        distractors = shown(self.open_distractors(question), {name: given[name] for name in shares}, right)
        told = None if distractors or self.tell is None else self.tell(question.position, given)
        if told is not None:
            text = f"{_right_so_far(shares)} {told.text}".strip()
            verdict = Verdict(Outcome.WRONG, "Not quite.", text, rules=told.rules or solution.rules)
            offended = dict.fromkeys(shares, told.rules)
        else:
            wrong = [name for name, part in shares.items() if part < 1]
            verdict = self._pointer(question, solution, distractors, wrong, _right_so_far(shares))
            offended = {name: self._offended(solution, name, distractors) for name in shares}
        return verdict._replace(
            outcome=Outcome.PARTLY if score else Outcome.WRONG,
            fields=fields,
            score=score,
            judged=_judged(solution, shares, offended),
        )

    def _read(self, question: Question, answer: Answer) -> dict[str, str]:
        reader = self.read_action
        read_action = (lambda text: reader(question.position, text)) if reader else None
        return {
            entry.name: read_field(entry, answer.get(entry.name, ""), question.pickable, read_action)
            for entry in question.fields
        }

    def _pointer(
        self,
        question: Question,
        solution: Solution,
        distractors: Sequence[Distractor],
        wrong: Sequence[str],
        so_far: str,
    ) -> Verdict:
        """What points a wrong answer to what is wrong: the mistakes it shows, else what the rule says."""
        if not distractors:
            rule = _rules_of(solution, wrong[0])[-1]
            told = f"{so_far} {self._told_of(question, solution, rule)}".strip()
            return Verdict(Outcome.WRONG, "Not quite.", told, rules=(rule,))
        book = load(self.game)
        made = [book.mistake(distractor.mistake) for distractor in distractors]
        options = _options_of(question)
        texts = [
            distractor.text or mistake.text(options)
            for distractor, mistake in zip(distractors, made, strict=True)
        ]
        bare = [mistake for distractor, mistake in zip(distractors, made, strict=True) if not distractor.text]
        texts += self._rules_by_option(options, bare)
        return Verdict(
            Outcome.WRONG,
            f"Not quite. A common mistake: {lower(made[0].name)}.",
            f"{so_far} {' '.join(dict.fromkeys(texts))}".strip(),
            proof=tuple(
                Group("look at", (distractor.cards,), None, mistake.rules[:1])
                for distractor, mistake in zip(distractors, made, strict=True)
                if distractor.cards
            ),
            rules=tuple(dict.fromkeys(mistake.rules[0] for mistake in made)),
            mistakes=tuple(dict.fromkeys(distractor.mistake for distractor in distractors)),
        )

    def _told_of(self, question: Question, solution: Solution, rule: str) -> str:
        """What is right, and why: the rule; of two answers also which it is, for that is plain now."""
        if len(question.fields) == 1 and len(question.fields[0].choices) == 2:
            said = solution.title, solution.steps[-1].text
            return " ".join(dict.fromkeys(said))
        return self._rule_in_words(question, rule)

    def _rules_by_option(self, options: Any, mistakes: Sequence[Mistake]) -> list[str]:
        """The rules that the mistakes offend and that depend on an option, as they are played here."""
        rules = (load(self.game).rule(mistake.rules[0]) for mistake in mistakes)
        return [f"{upper(options.label)}: {rule.text(options)}" for rule in rules if rule.option]

    def _offended(self, solution: Solution, field: str, distractors: Sequence[Distractor]) -> tuple[str, ...]:
        """The rules that a wrong field offends: those of its mistakes, else the one that it turns on."""
        mistakes = [distractor.mistake for distractor in distractors if field in distractor.parts]
        rules = tuple(load(self.game).mistake(mistake).rules[0] for mistake in mistakes)
        return rules or _rules_of(solution, field)[-1:]

    def _graded(self, question: Question, solution: Solution, grade: Grade) -> Verdict:
        rules = grade.rules or solution.rules
        fields = {
            entry.name: result(entry, solution.answer[entry.name], solution.answer[entry.name])
            for entry in question.fields
        }
        if grade.score >= 1:
            title = grade.title or f"Right. {solution.title}"
            judged = dict.fromkeys(rules, True)
            return Verdict(Outcome.CORRECT, title, grade.text, fields, (), rules, score=1.0, judged=judged)
        distractor = (Distractor(grade.mistake, "", grade.text),) if grade.mistake else ()
        verdict = self._pointer(question, solution, distractor, [question.fields[0].name], "")
        offended = verdict.rules if grade.mistake else rules[-1:]
        return verdict._replace(
            outcome=Outcome.PARTLY if grade.score > 0 else Outcome.WRONG,
            title=grade.title or verdict.title,
            text=grade.text or verdict.text,
            fields={name: fields[name]._replace(state="wrong", note="not this one") for name in fields},
            rules=tuple(dict.fromkeys((*grade.rules, *verdict.rules))),
            score=max(0.0, grade.score),
            judged=dict.fromkeys(offended, False),
        )


def _asked(distractor: Distractor, locked: Collection[str]) -> Distractor | None:
    """A distractor as far as its fields are asked; None if none of them is."""
    parts = {name: answer for name, answer in distractor.parts.items() if name not in locked}
    if not parts:
        return None
    field = next(iter(parts))
    return distractor._replace(field=field, answer=parts.pop(field), also=parts)


def _options_of(question: Question) -> Any:
    """The rules that a question is asked under: those of its position, which may be for more players."""
    for holder in (question.position, getattr(question.position, "state", None)):
        options = getattr(holder, "options", None)
        if options is not None:
            return options
    return question.options


def _rules_of(solution: Solution, field: str) -> tuple[str, ...]:
    return solution.by_field.get(field) or solution.rules


def _judged(
    solution: Solution, shares: Mapping[str, float], offended: Mapping[str, tuple[str, ...]]
) -> dict[str, bool]:
    """The rules that a wrong answer tells of: those of right parts, those that wrong ones offend."""
    judged: dict[str, bool] = {}
    for name, part in shares.items():
        if part == 1:
            judged |= dict.fromkeys(_rules_of(solution, name), True)
    for name, part in shares.items():
        if part < 1:
            judged |= dict.fromkeys(offended[name], False)
    return judged


def _right_so_far(shares: Mapping[str, float]) -> str:
    """
    >>> _right_so_far({"a": 1.0, "b": 0.0}), _right_so_far({"a": 0.0})
    ('1 of 2 right.', '')
    """
    right = sum(part == 1 for part in shares.values())
    return f"{right} of {len(shares)} right." if len(shares) > 1 else ""


def _unfilled(empty: Sequence[Field], all_of_them: bool) -> Verdict:
    """What is said about fields without an answer, which does not count as a try."""
    named = [entry.label.rstrip("?") for entry in empty]
    title = "Nothing is filled in yet." if all_of_them else f"Still to answer: {list_words(named)}."
    return Verdict(Outcome.NOT_ATTEMPTED, title, _invitation(empty[0]))


def _invitation(field: Field) -> str:
    return {
        "number": "Write a number.",
        "row": "Write a number in each row; 0 where there is nothing.",
        "one": "Choose one of the answers.",
        "several": "Choose all that apply.",
        "cards": "Pick the cards on the table.",
        "action": "Write what you would do, as the game writes it.",
    }.get(field.kind, "Write your answer.")
