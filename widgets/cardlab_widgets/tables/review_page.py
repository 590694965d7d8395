"""A review as a page of HTML that needs nothing else: to send to a friend or a teacher."""

from __future__ import annotations

from markupsafe import Markup

from cardlab.review import Review
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.render import template
from cardlab_widgets.screen.snapshot import Snapshot
from cardlab_widgets.screen.widget import static_text
from cardlab_widgets.tables.review_scene import chart, overview, position

_PAGE = """
body { margin: 0; background: light-dark(#fff, #111); color-scheme: light dark; }
.cardlab { container: ct / inline-size; max-width: 70em; margin: 1em auto; }
article { border-block-start: 1px solid var(--line); padding-block: var(--s4); }
h1 { font: 600 1.6em/1.2 var(--serif); margin: 0; }
article h2 { font-family: var(--serif); }
.reviewed a:not(.point) { color: var(--accent); }
.decided ol { max-height: none; }
.cardlab-snapshot td { padding-inline-end: 1em; }
"""


def review_page(review: Review) -> str:
    """The page: chart and numbers, and each decision of the seat that cost something, with its position."""
    costly = sorted(review.costliest(review.seat), key=lambda step: step.number)
    scene = overview(review)
    points = chart(review, costly).listed
    shown = [Markup(Snapshot(position(review, step))._repr_html_()) for step in costly]
    listed = {point.action for point in points}
    # A link needs somewhere to lead: the points of other decisions are only seen.
    assert scene.chart is not None
    line = scene.chart._replace(
        points=tuple(
            point if point.action in listed else point._replace(grade="good") for point in scene.chart.points
        )
    )
    style = "".join(static_text(f"{name}.css") for name in ("base", "cards", "review")) + _PAGE
    return template("review_page").render(
        scene=scene._replace(chart=line),
        told=list(zip(points, shown, strict=True)),
        style=Markup(style),
        sprite=Markup(SPRITE),
    )
