"""Printable sheets: the questions of a run on paper, and their answer key, as HTML or PDF.

The questions are those that the screen asks for the same exercise, seed and length.

>>> made = Sheet("crib-count-hand", seed=5, count=12)
>>> len(made.questions), made.title
(12, 'How many points?')
>>> made.questions[0] == Practice("crib-count-hand", seed=5, length=12).sitting.question
True
"""

from __future__ import annotations

from functools import cached_property
from html import escape

from cardlab.cards import Card, quoted
from cardlab.errors import InputError
from cardlab.scene import CardFace, Field, Scene, Side, Zone
from cardlab.wording import signed
from cardlab_exercises import bank
from cardlab_exercises.answers import is_number, read_seed
from cardlab_exercises.exercise import Question, Solution
from cardlab_exercises.plans import OneExercise
from cardlab_exercises.practice import Practice

__all__ = ["Practice", "Sheet"]

MOST = 100


class Sheet:
    """So many questions of an exercise, and their answers.

    Raises `UnknownExerciseError`, or `ValueError` for a seed, level, preset or count that cannot be.
    """

    def __init__(
        self,
        exercise_id: str,
        seed: str | int = 1,
        count: int = 12,
        level: int | None = None,
        preset: str = "course",
    ) -> None:
        if not is_number(count) or not 1 <= count <= MOST:
            raise InputError(f"a sheet has 1 to {MOST} questions, as a whole number, not {quoted(count)}")
        self.exercise = bank.get(exercise_id)
        if level is not None:
            self.exercise.read_level(level)
        self.seed = read_seed(seed)
        self.options = self.exercise.options(preset)
        self._plan = OneExercise(self.exercise, preset, level, count)

    def __repr__(self) -> str:
        return f"Sheet({self.exercise.id!r}, seed={self.seed!r}, count={self._plan.length})"

    @property
    def title(self) -> str:
        return self.exercise.title

    @property
    def subtitle(self) -> str:
        game = self.exercise.game.capitalize()
        return f"{game} · {self.options.label} · {self.exercise.id} · seed {self.seed}"

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        return tuple(task.question for task in self._plan.tasks(self.seed, list))

    @cached_property
    def solutions(self) -> tuple[Solution, ...]:
        return tuple(self.exercise.solve(question) for question in self.questions)

    @property
    def html(self) -> str:
        """One page that needs nothing else: the questions and, on a new sheet of paper, the answers."""
        questions = "".join(map(_question, self.questions))
        answers = "".join(
            _answer(question, solution)
            for question, solution in zip(self.questions, self.solutions, strict=True)
        )
        head = f"<h1>{escape(self.title)}</h1><p class='sub'>{escape(self.subtitle)}</p>"
        return (
            f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>{escape(self.title)}</title>"
            f"<style>{_STYLE}</style></head><body><main>{head}<p class='name'>Name</p>"
            f"<ol>{questions}</ol></main><main class='key'>{head}<h2>Answers</h2><ol>{answers}</ol></main>"
            "</body></html>\n"
        )

    def pdf(self) -> bytes:
        """The same as a PDF on A4. Raises `ValueError` when the library for it is not installed."""
        from cardlab_exercises.sheet_pdf import sheet_pdf

        return sheet_pdf(self)


_STYLE = """
body{font:12pt/1.4 Georgia,serif;color:#111;background:#fff;margin:2rem auto;max-width:48rem;padding:0 1rem}
h1{font-size:1.4em;margin:0}h2{font-size:1.1em}.sub{color:#444;margin:.2em 0 1.2em}
.name{border-bottom:1px solid #888;width:60%;padding-bottom:.2em}li{margin:0 0 1.3em;break-inside:avoid}
.zone{margin:.3em 0}.zone>span:first-child{color:#444;font-style:italic}
.card{display:inline-block;border:1px solid #777;border-radius:.25em;padding:0 .35em;margin:.1em}
.red{color:#b00}.field{margin-right:1.6em;white-space:nowrap}
.blank{display:inline-block;min-width:4em;border-bottom:1px solid #555}
.key{break-before:page}@media print{body{margin:0;max-width:none}}@page{size:A4;margin:18mm}
"""


def facts(scene: Scene | None) -> list[str]:
    """What a table or a board shows besides its cards, a line each."""
    if scene is None:
        return []
    tracks = scene.board.tracks if scene.board else ()
    scores = [(score.name, f"{signed(score.points)}", score.note) for score in scene.scores]
    lines = [f"{seat.name}: {seat.note}" for seat in scene.seats if seat.note]
    lines += [f"{track.name}: {track.front} points" for track in tracks]
    lines += [f"{name}: score {points}{f', {note}' if note else ''}" for name, points, note in scores]
    lines += [f"{_whose(side)}: {side.note}" for side in scene.sides if not side.melds]
    if scene.total is not None:
        lines.append(f"The count so far: {scene.total} ({scene.total_note})")
    return lines


def places(question: Question) -> list[Zone]:
    """All places where cards lie: those of the question, then each side's melds and red threes."""
    sides = question.ground.sides if question.ground else ()
    laid = []
    for side in sides:
        laid += [meld._replace(label=f"{_whose(side)}: {meld.label}") for meld in side.melds]
        if side.reds:
            laid.append(Zone(f"{side.id}-reds", f"{_whose(side)}: red threes", side.reds))
    return [*question.zones, *laid]


def _whose(side: Side) -> str:
    return f"{side.name} (your side)" if side.own else side.name


def heading(zone: Zone) -> str:
    """The name of a place, with what is said of it: how many cards, which canasta, why it is frozen."""
    mark = f"{zone.mark} canasta" if zone.layout == "canasta" else zone.mark
    notes = ", ".join(filter(None, (zone.note, mark)))
    return f"{zone.label} ({notes})" if notes else zone.label


def shown(face: CardFace) -> str:
    """A card on paper: its suit by sign, whose it is, how it lies; what lies face down is not told."""
    if face.card is None:
        return "face down"
    words = ", ".join(filter(None, (face.tag, "crosswise" if "cross" in face.marks else "")))
    return f"{face.card.short} ({words})" if words else face.card.short


def filled(question: Question, solution: Solution) -> list[tuple[str, str]]:
    """The fields and what stands in them when they are right, choices by their labels."""
    return [
        (label(field), _value(field, solution.answer[field.name]))
        for field in question.fields
        if not field.locked and field.name in solution.answer
    ]


def working(solution: Solution) -> list[str]:
    """The working on paper: what it is, the cards that prove it, the rules."""
    lines = [solution.text] if solution.text else []
    for group in solution.proof:
        sets = ", ".join(" ".join(card.short for card in cards) for cards in group.sets)
        points = "" if group.points is None else f": {signed(group.points)}"
        lines.append(f"{group.name}: {sets or 'none'}{points}")
    return [*lines, f"[{', '.join(solution.rules)}]"] if solution.rules else lines


def label(field: Field) -> str:
    return field.label if field.label.endswith("?") else f"{field.label}:"


def _value(field: Field, value: str) -> str:
    labels = {choice.value: choice.label for choice in field.choices}
    if labels:
        return ", ".join(labels.get(part, part) for part in value.split()) or "none"
    return field._replace(value=value, locked=True).text


def _question(question: Question) -> str:
    lines = "".join(f"<p class='zone'>{escape(line)}</p>" for line in facts(question.ground))
    zones = "".join(map(_zone, places(question)))
    fields = "".join(map(_field, question.fields))
    return f"<li><p>{escape(question.prompt)}</p>{lines}{zones}<p>{fields}</p></li>"


def _zone(zone: Zone) -> str:
    cards = "".join(
        f"<span class='card{_red(face.card)}'>{escape(shown(face))}</span>" for face in zone.faces
    )
    return f"<div class='zone'><span>{escape(heading(zone))}:</span> {cards or 'none'}</div>"


def _red(card: Card | None) -> str:
    return " red" if card is not None and card.suit is not None and card.suit.is_red else ""


def _field(field: Field) -> str:
    if field.choices:
        boxes = "".join(f" ☐&nbsp;{escape(choice.label)}" for choice in field.choices)
        return f"<span class='field'>{escape(label(field))}</span>{boxes}<br>"
    blank = escape(field.text) if field.locked else "&nbsp;"
    return f"<span class='field'>{escape(label(field))} <span class='blank'>{blank}</span></span> "


def _answer(question: Question, solution: Solution) -> str:
    values = "; ".join(f"{name} {value}" for name, value in filled(question, solution) if value)
    lines = "<br>".join(map(escape, working(solution)))
    return f"<li><b>{escape(solution.title)}</b> {escape(values)}<br>{lines}</li>"
