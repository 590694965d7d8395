"""Cribbage: the rules engine, the count, the players and the analysis."""

from typing import TYPE_CHECKING

from cardlab.cribbage.analysis.discards import Discard, Discards, discards
from cardlab.cribbage.rules.actions import GO, HEELS, PASS, STOP, Action, claim, cut, lay, muggins, play
from cardlab.cribbage.rules.check import check
from cardlab.cribbage.rules.explanations import Explanation, explain
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.notation import read_action, write_action
from cardlab.cribbage.rules.options import CLASSIC, COURSE, Options, options
from cardlab.cribbage.rules.pegging import peg
from cardlab.cribbage.rules.positions import imagine, position
from cardlab.cribbage.rules.referee import apply, outcome, start, to_act
from cardlab.cribbage.rules.show import CATEGORIES, Count, count
from cardlab.cribbage.rules.state import State, View, seat_names, view

if TYPE_CHECKING:  # mypy compares the modules of the game with what its plug-in promises
    from cardlab import plugins
    from cardlab.cribbage import players, rule_cases
    from cardlab.cribbage.display import table, terminal
    from cardlab.cribbage.players import reviewing, simulator
    from cardlab.cribbage.rules import referee, typed_game
    from cardlab.events import Referee

    _referee: Referee = referee
    _players: plugins.Players = players
    _terminal: plugins.Terminal = terminal
    _table: plugins.Table = table
    _reviewing: plugins.Reviewing = reviewing
    _simulator: plugins.Simulating = simulator
    _typed: plugins.Typed = typed_game
    _rule_cases: plugins.RuleCases = rule_cases

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
    "read_action",
    "seat_names",
    "start",
    "to_act",
    "view",
    "write_action",
]
