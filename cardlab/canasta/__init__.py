"""Canasta: the rules engine, the melds, the score sheet and the analysis."""

from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.explanations import Explanation, best_count, explain
from cardlab.canasta.rules.melds import Meld, make_meld, minimum, value_of
from cardlab.canasta.rules.notation import read_action, write_action
from cardlab.canasta.rules.options import CLASSIC, COURSE, Options, options
from cardlab.canasta.rules.positions import imagine, position
from cardlab.canasta.rules.referee import apply, legal_actions, outcome, start, to_act
from cardlab.canasta.rules.scoring import CATEGORIES, Sheet, score_sheet
from cardlab.canasta.rules.state import State, View, seat_names, view

__all__ = [
    "CATEGORIES",
    "CLASSIC",
    "COURSE",
    "Action",
    "Explanation",
    "Meld",
    "Options",
    "Part",
    "Sheet",
    "State",
    "View",
    "apply",
    "best_count",
    "check",
    "explain",
    "imagine",
    "legal_actions",
    "make_meld",
    "minimum",
    "options",
    "outcome",
    "position",
    "read_action",
    "score_sheet",
    "seat_names",
    "start",
    "to_act",
    "value_of",
    "view",
    "write_action",
]
