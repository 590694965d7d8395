"""What a sheet says on paper, line by line: the same in HTML and in PDF."""

from __future__ import annotations

from cardlab.display.scene import CardFace, Field, Scene, Side, Zone
from cardlab.wording import signed
from cardlab_exercises.declaration.exercise import Question, WorkedSolution


def facts(scene: Scene | None) -> list[str]:
    """What a table or a board shows in addition to its cards, one line each."""
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
        if side.red_threes:
            laid.append(Zone(f"{side.id}-reds", f"{_whose(side)}: red threes", side.red_threes))
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


def filled(question: Question, solution: WorkedSolution) -> list[tuple[str, str]]:
    """The fields and what stands in them when they are right, choices by their labels."""
    return [
        (label(field), _value(field, solution.answer[field.name]))
        for field in question.fields
        if not field.locked and field.name in solution.answer
    ]


def working(solution: WorkedSolution) -> list[str]:
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
