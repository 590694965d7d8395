"""Cribbage: the rules engine, the count, the players and the analysis."""

from cardlab.cribbage.counting import CATEGORIES, Count, count
from cardlab.cribbage.options import CLASSIC, COURSE, Options, options

__all__ = ["CATEGORIES", "CLASSIC", "COURSE", "Count", "Options", "count", "options"]
