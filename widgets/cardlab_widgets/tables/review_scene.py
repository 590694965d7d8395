"""What a review shows: the chart, the tables, the decisions, and the position of one of them."""

from __future__ import annotations

from collections.abc import Collection

from cardlab.cards import Card
from cardlab.display.scene import Chart, ChartPoint, Grid, Message, Scene
from cardlab.display.second_person import addressed
from cardlab.game import Moment
from cardlab.plugins import game_plugin
from cardlab.review import Review, ReviewStep
from cardlab.review_text import names, reason, shares, span, summary, title
from cardlab.wording import in_words, signed
from cardlab_widgets.tables.lifting import used_cards

COSTLY = ("inaccuracy", "mistake", "blunder")


def overview(review: Review, everything: bool = False) -> Scene:
    """The whole review: how it went, for both sides, and the decisions that cost something, or all."""
    name = names(review)[review.seat]
    head, *rows = summary(review)
    done = len(review.steps)
    listed = review.decisions if everything else [step for step in review.decisions if _costly(review, step)]
    return Scene(
        kind="review",
        eyebrow=f"{review.game.referee.name.capitalize()} · {review.game.options.label}",
        title=f"Review of the game, for {name}",
        chips=(f"seed {review.game.seed}",),
        prompt=_said(review),
        aside_label="All decisions" if everything else f"What cost {name} something",
        aside=""
        if listed or not review.complete
        else f"Nothing that {name} chose cost anything to speak of.",
        grids=(
            Grid("Accuracy, and how often each grade", head, tuple(rows)),
            Grid(f"Luck and choices, {review.measure.name}", (), shares(review)),
        ),
        chart=chart(review, listed),
        options=review.game.options,
        status=f"{done} of {len(review.game.actions)} actions reviewed."
        if not review.complete
        else _said(review),
    )


def _costly(review: Review, step: ReviewStep) -> bool:
    return step.grade in COSTLY and step.seat == review.seat


def _said(review: Review) -> str:
    of = len(review.game.actions)
    if not review.complete:
        return f"{len(review.steps)} of {of} actions are reviewed so far."
    luck, skill = review.shown(review.luck, signed=True), review.shown(review.skill, signed=True)
    return (
        f"The cards brought {luck}, your own side's choices {skill}, "
        f"those of the others {review.shown(review.others, signed=True)}."
    )


def chart(review: Review, listed: Collection[ReviewStep] = (), at: int | None = None) -> Chart:
    """The line of what the seat could expect, with a point for each decision."""
    low, high = span(review)
    of = max(1, len(review.game.actions))

    def height(value: float) -> float:
        return (value - low) / (high - low)

    def point(step: ReviewStep) -> ChartPoint:
        label = f"{step.number + 1}. {title(review, step)}"
        place = (step.number + 1) / of
        return ChartPoint(
            f"at:{step.number}", place, height(step.value), step.grade or "", label, step.seat == review.seat
        )

    line = [(0.0, height(review.start))]
    line += [((step.number + 1) / of, height(step.value)) for step in review.steps]
    chance = review.measure.unit == "chance"
    ticks = (0.0, 0.5, 1.0) if chance else tuple(sorted({low, 0.0, high}))
    name = names(review)[review.seat]
    return Chart(
        f"{review.measure.name} of {name}",
        tuple(line),
        tuple(
            (
                height(tick),
                f"{100 * tick:.0f} %" if chance else signed(round(tick), "+," if round(tick) else ","),
            )
            for tick in ticks
        ),
        tuple(map(point, review.decisions)),
        tuple(map(point, listed)),
        "" if at is None else f"at:{at}",
        len(review.steps) / of,
    )


def position(review: Review, step: ReviewStep) -> Scene:
    """The table at a decision, as its player saw it: what was chosen, what was best, and why."""
    plugin = game_plugin(review.game.referee.name)
    best = () if step.choice is None else used_cards(step.choice.action)
    shown = plugin.table.table(Moment(step.view), False)
    write = review.game.referee.write_action
    best_chosen = step.grade == "best"
    said = f"Nothing is better. {review.advice(step)}".strip() if best_chosen else reason(review, step)
    message = Message(
        "good" if step.grade in ("best", "good") else "warn",
        f"{in_words(write(step.action))}: {step.grade}"
        + (f", costs {review.shown(step.cost)}" if step.grade != "best" else ""),
        said,
        rules=tuple(review.game.referee.explain(step.view).rules),
    )
    shown = addressed(_marked(shown, used_cards(step.action), best), names(review)[review.seat])
    return shown._replace(message=message, chart=chart(review, at=step.number), bar=(), buttons=(), said=None)


def _marked(shown: Scene, chosen: Collection[Card], best: Collection[Card]) -> Scene:
    """The cards of the hand that were chosen, and those that would have been best, each with a word."""
    zones = []
    for zone in shown.zones:
        if zone.id == "hand":
            left, better = list(chosen), list(best)
            faces = []
            for face in zone.faces:
                words = []
                if face.card in better:
                    better.remove(face.card)
                    words.append("best")
                if face.card in left:
                    left.remove(face.card)
                    words.append("chosen")
                faces.append(
                    face._replace(
                        selectable=False,
                        marks=(
                            *face.marks,
                            *(["hot"] if "best" in words else []),
                            *(["chosen"] if "chosen" in words else []),
                        ),
                        tag=("both" if len(words) > 1 else "".join(words)) or face.tag,
                        note=", ".join(filter(None, (face.note, *words))),
                    )
                )
            zone = zone._replace(faces=tuple(faces))
        zones.append(zone)
    return shown._replace(zones=tuple(zones))
