"""How a game stands, and the sheets of one that is over: where the points came from, who fell short.

>>> from cardlab.cribbage import apply, play, position, view
>>> from cardlab.cribbage.display.moments import moments
>>> state = position(hands=["5S", "KD"], turn=0, total=10, scores=(119, 97))
>>> step = apply(state, play("5S"))
>>> seen = moments(state, step.events, 0)
>>> for sheet in closing((Moment(view(state, 0)), *seen)):
...     print(sheet.name, [(line.call, line.points) for line in sheet.lines], sheet.note)
South [('before', 119), ('in the play', 2)] pegged out
North [('before', 97)] 24 short of 121
"""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.cribbage.rules.event_text import side_name
from cardlab.cribbage.rules.outcome import result
from cardlab.cribbage.rules.state import State, View
from cardlab.display.scene import LedgerLine, ScorePanel
from cardlab.game import Moment
from cardlab.wording import in_figures

_SOURCES = {
    "before": ("", "before"),
    "play": ("CRIB-PEG-01", "in the play"),
    "heels": ("CRIB-START-03", "for his heels"),
    "hand": ("CRIB-SHOW-01", "hand"),
    "crib": ("CRIB-CRIB-02", "crib"),
    "muggins": ("CRIB-MUG-01", "muggins"),
}
"""Where points come from, in the order of a deal: the rule, and the words."""


def standing(state: State) -> str:
    """A game in a few words: ``South 61, North 54, deal 5``."""
    if not state.deals:
        return "the cut for the deal"
    scores = [f"{side_name(state.options, side)} {score}" for side, score in enumerate(state.scores)]
    return ", ".join([*scores, "over" if state.phase == "over" else f"deal {state.deals}"])


def closing(seen: Sequence[Moment]) -> tuple[ScorePanel, ...]:
    """One sheet a side, if the last moment is the end of a game; else none."""
    last = seen[-1]
    end = next((event for event in last.events if event.kind == "game"), None)
    if end is None:
        return ()
    view: View = last.view
    game = _this_game(seen)
    return tuple(_sheet(view, game, side, end.seat == side) for side in range(view.options.sides))


def _this_game(seen: Sequence[Moment]) -> Sequence[Moment]:
    """The moments of the game that ends with the last one; a match has several."""
    ends = [at for at, moment in enumerate(seen[:-1]) if any(event.kind == "game" for event in moment.events)]
    return seen[ends[-1] + 1 :] if ends else seen


def _sheet(view: View, game: Sequence[Moment], side: int, won: bool) -> ScorePanel:
    points, times = dict.fromkeys(_SOURCES, 0), dict.fromkeys(_SOURCES, 0)
    pegged = 0
    for moment in game:
        source = _source(moment)
        points[source] += moment.view.scores[side] - pegged
        pegged = moment.view.scores[side]
        if moment.line == 0 and (moment.events[0].seat or 0) % view.options.sides == side:
            times[source] += 1
    lines = tuple(
        LedgerLine(in_figures(times[source], word) if times[source] else word, (), "", rule, points[source])
        for source, (rule, word) in _SOURCES.items()
        if points[source] or times[source]
    )
    return ScorePanel(side_name(view.options, side), lines, pegged, _note(view, side, won), won)


def _source(moment: Moment) -> str:
    """Where the points of a moment come from; a claim is pegged before the count tells if it is right."""
    told = next((event for event in moment.events if event.points or event.kind in ("count", "claim")), None)
    if told is None:
        return "before"
    if told.kind == "claim":
        return "crib" if moment.view.shown >= moment.view.options.players else "hand"
    if told.kind == "count":
        return "crib" if "CRIB-CRIB-02" in told.rules else "hand"
    return told.kind if told.kind in _SOURCES else "play"


def _note(view: View, side: int, won: bool) -> str:
    """What a side that has lost fell short by, and whether that counts more."""
    options, scores = view.options, view.scores
    if won:
        return "pegged out"
    short = f"{options.target - scores[side]} short of {options.target}"
    alone = tuple(score if of == side else options.target for of, score in enumerate(scores))
    label = result(options, alone, (side + 1) % options.sides, "").label
    return short if label == "game" else f"{short}: a {label}"
