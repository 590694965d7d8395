"""Cribbage: the rules engine, the count, the players and the analysis."""

from cardlab.cribbage.actions import GO, HEELS, PASS, STOP, Action, claim, cut, lay, muggins, play
from cardlab.cribbage.counting import CATEGORIES, Count, count
from cardlab.cribbage.discards import Discard, Discards, discards
from cardlab.cribbage.explaining import Explanation, explain
from cardlab.cribbage.legality import check, legal_actions
from cardlab.cribbage.options import CLASSIC, COURSE, Options, options
from cardlab.cribbage.pegging import peg
from cardlab.cribbage.positions import imagine, position
from cardlab.cribbage.referee import apply, outcome, start
from cardlab.cribbage.state import State, View, view

__all__ = [
    "CATEGORIES",
    "CLASSIC",
    "COURSE",
    "GO",
    "HEELS",
    "PASS",
    "STOP",
    "Action",
    "Count",
    "Discard",
    "Discards",
    "Explanation",
    "Options",
    "State",
    "View",
    "apply",
    "check",
    "claim",
    "count",
    "cut",
    "discards",
    "explain",
    "imagine",
    "lay",
    "legal_actions",
    "muggins",
    "options",
    "outcome",
    "peg",
    "play",
    "position",
    "start",
    "view",
]
