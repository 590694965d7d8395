"""How a match stands, and the sheets of one that is over: what each deal brought to each column.

>>> from cardlab.canasta import apply, position, read_action, view
>>> from cardlab.canasta.display.moments import moments
>>> canasta = "KS KH KD KC KS KH KD"
>>> state = position(hands=["4C", "5C", "6C", "7C"], melds=[[canasta]], phase="play", scores=(4900, 20))
>>> step = apply(state, read_action("discard 4C"))
>>> seen = moments(state, step.events, 0)
>>> for sheet in closing(seen):
...     print(sheet.name, [(line.call, line.points) for line in sheet.lines], sheet.note)
South and North [('before', 4900), ('deal 1: South went out', 665)] 5,555 ahead
West and East [('before', 20), ('deal 1: South went out', -10)] 5,555 behind
"""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.canasta.rules.event_text import side_name
from cardlab.canasta.rules.state import DealResult, State, View, seat_names
from cardlab.display.scene import LedgerLine, ScorePanel
from cardlab.game import Moment
from cardlab.wording import signed


def standing(state: State) -> str:
    """A match in a few words: ``South and North 320, West and East 690, deal 2, turn 9``."""
    if state.phase == "pick":
        return "the draw for partners"
    scores = [
        f"{side_name(state.options, state.side_of, column)} {signed(score)}"
        for column, score in enumerate(state.scores)
    ]
    turn = f", turn {state.turn.number}" if state.phase not in ("cut", "over") and state.turn.number else ""
    return ", ".join([*scores, "over" if state.phase == "over" else f"deal {state.number}{turn}"])


def closing(seen: Sequence[Moment]) -> tuple[ScorePanel, ...]:
    """One sheet a column, if the last moment is the end of a match; else none."""
    last = seen[-1]
    if not any(event.kind == "match_over" for event in last.events):
        return ()
    return tuple(_sheet(last.view, column) for column in range(last.view.options.sides))


def _sheet(view: View, column: int) -> ScorePanel:
    results, scores = view.results, view.scores
    first = results[0]
    before = first.totals[column] - first.sheets[column].total
    lines = [LedgerLine("before", (), "", "", before)] if before else []
    lines += [
        LedgerLine(
            f"deal {result.number}: {_how(view, result)}",
            (),
            "",
            "CAN-SCORE-09",
            result.sheets[column].total,
        )
        for result in results
    ]
    best = max(scores)
    won = scores[column] == best and scores.count(best) == 1
    others = max(score for of, score in enumerate(scores) if of != column)
    note = f"{scores[column] - others:,} ahead" if won else f"{best - scores[column]:,} behind"
    return ScorePanel(side_name(view.options, view.side_of, column), tuple(lines), scores[column], note, won)


def _how(view: View, result: DealResult) -> str:
    """How a deal ended, in a few words."""
    if result.seat is None:
        return "nobody went out"
    return f"{seat_names(view.options)[result.seat]} {result.outcome.reason}"
