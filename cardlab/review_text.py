"""A review as text: for the terminal, for tests, and in the place of a chart for who cannot see one."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.review import GRADES, Review, ReviewStep
from cardlab.wording import in_words, with_signs

BARS = " ▁▂▃▄▅▆▇█"
WIDE = 72
"""Characters of the line that stands for the chart."""


def summary(review: Review) -> tuple[tuple[str, ...], ...]:
    """A row for each seat, after a row of headings: its accuracy, and how often it had each grade."""
    heads = ("", "accuracy", *(f"{grade}" for grade in GRADES))
    return (heads, *(_row(review, seat, name) for seat, name in enumerate(names(review))))


def names(review: Review) -> Sequence[str]:
    """The names of the seats."""
    return review.game.referee.seat_names(review.game.options)


def _row(review: Review, seat: int, name: str) -> tuple[str, ...]:
    accuracy = review.accuracy(seat)
    shown = "–" if accuracy is None else f"{accuracy:.0f} %"
    return (name, shown, *(str(review.number(seat, grade)) for grade in GRADES))


def shares(review: Review) -> tuple[tuple[str, str], ...]:
    """What luck brought, by the stages of the game, and what the choices did; the last is the sum."""
    name = names(review)[review.seat]
    return (
        *((f"luck: {stage}", review.shown(luck, signed=True)) for stage, luck in review.lucks.items()),
        ("luck in all", review.shown(review.luck, signed=True)),
        (f"choices of {name}'s side", review.shown(review.skill, signed=True)),
        ("choices of the others", review.shown(review.others, signed=True)),
        ("what happened", review.shown(review.change, signed=True)),
    )


def title(review: Review, step: ReviewStep) -> str:
    """What was done and how good it was: ``North: play 7♠ (mistake, costs 3.6 %)``."""
    lost = f", costs {review.shown(step.cost)}" if step.grade != "best" else ""
    return f"{review.words(step)} ({step.grade}{lost})"


def reason(review: Review, step: ReviewStep) -> str:
    """What was best, why in words, and then in numbers."""
    if step.choice is None:
        if step.cost:
            return "The count is not what these cards count."
        return ""
    best = in_words(review.game.referee.write_action(step.choice.action))
    words = review.advice(step)
    numbers = with_signs(step.choice.reason)
    return " ".join(filter(None, (f"Best: {best}.", words, f"In numbers: {numbers}." if numbers else "")))


def review_text(review: Review, most: int = 12) -> str:
    """The whole review: the chart as a line, the table of accuracy, luck and choices, what cost most."""
    game, name = review.game, names(review)[review.seat]
    done = "" if review.complete else f" (the first {len(review.steps)} of {len(game.actions)} actions)"
    lines = [
        f"Review of a game of {game.referee.name.capitalize()} for {name}{done}",
        f"{game.options.label}, seed {game.seed}",
        "",
        f"{review.measure.name} of {name}: {review.shown(review.start)} at first, "
        f"{review.shown(review.steps[-1].value if review.steps else review.start)} at the end",
        chart_line(review),
        "",
        *_table(summary(review)),
        "",
        *_table(shares(review)),
    ]
    found = review.costliest(review.seat)[:most]
    if found:
        lines += ["", f"What cost {name} most:"]
    for step in found:
        lines += [f"  {step.number + 1}. {title(review, step)}", f"     {reason(review, step)}"]
    return "\n".join(lines)


def chart_line(review: Review) -> str:
    """The values of the review as a line of bars."""
    values = [review.start, *(step.value for step in review.steps)]
    low, high = span(review)
    every = max(1, -(-len(values) // WIDE))
    shown = values[::every]
    return "".join(BARS[1 + round((len(BARS) - 2) * (value - low) / (high - low))] for value in shown)


def span(review: Review) -> tuple[float, float]:
    """The least and the greatest value that a chart has to have room for."""
    if review.measure.unit == "chance":
        return 0.0, 1.0
    values = [0.0, review.start, *(step.value for step in review.steps)]
    return min(values), max(max(values), min(values) + 1.0)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(size) if not at else cell.rjust(size)
            for at, (cell, size) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]
