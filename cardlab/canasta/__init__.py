"""Canasta: the rules engine, the melds, the score sheet and the analysis."""

from typing import TYPE_CHECKING

from cardlab.canasta.rules.actions import (
    ASK,
    DRAW,
    END,
    Action,
    Part,
    add,
    answer,
    cut,
    discard,
    meld,
    new,
    pick,
    take_onto,
    take_with,
)
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.explanations import Explanation, best_count, explain
from cardlab.canasta.rules.legal_actions import legal_actions
from cardlab.canasta.rules.melds import Meld, make_meld, minimum, value_of
from cardlab.canasta.rules.notation import read_action, write_action
from cardlab.canasta.rules.options import CLASSIC, COURSE, Options, options
from cardlab.canasta.rules.positions import imagine, position
from cardlab.canasta.rules.referee import apply, outcome
from cardlab.canasta.rules.scoring import CATEGORIES, ScoreSheet, score_sheet
from cardlab.canasta.rules.state import State, View, seat_names, to_act, view
from cardlab.canasta.rules.transitions import start

if TYPE_CHECKING:  # mypy compares the modules of the game with what its plug-in promises
    from cardlab import plugins
    from cardlab.canasta import players, rule_cases
    from cardlab.canasta.display import table, terminal
    from cardlab.canasta.players import reviewing, simulator
    from cardlab.canasta.rules import referee
    from cardlab.events import Referee

    _referee: Referee = referee
    _players: plugins.Players = players
    _terminal: plugins.Terminal = terminal
    _table: plugins.Table = table
    _reviewing: plugins.Reviewing = reviewing
    _simulator: plugins.Simulating = simulator
    _rule_cases: plugins.RuleCases = rule_cases

__all__ = [
    "ASK",
    "CATEGORIES",
    "CLASSIC",
    "COURSE",
    "DRAW",
    "END",
    "Action",
    "Explanation",
    "Meld",
    "Options",
    "Part",
    "ScoreSheet",
    "State",
    "View",
    "add",
    "answer",
    "apply",
    "best_count",
    "check",
    "cut",
    "discard",
    "explain",
    "imagine",
    "legal_actions",
    "make_meld",
    "meld",
    "minimum",
    "new",
    "options",
    "outcome",
    "pick",
    "position",
    "read_action",
    "score_sheet",
    "seat_names",
    "start",
    "take_onto",
    "take_with",
    "to_act",
    "value_of",
    "view",
    "write_action",
]
