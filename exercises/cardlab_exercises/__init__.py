"""Exercises without any screen: declaring, asking, checking, practising, and keeping the score.

>>> question = bank.get("crib-count-hand").question(seed=5)
>>> bank.get("crib-count-hand").judge(question, {"total": ""}).outcome.value
'not attempted'
"""

from cardlab_exercises import bank
from cardlab_exercises.answers import AnswerError
from cardlab_exercises.attempt import Attempt
from cardlab_exercises.bank import UnknownExerciseError
from cardlab_exercises.coding import check_code, get_code
from cardlab_exercises.exam import ClassTest
from cardlab_exercises.exercise import (
    Examples,
    Exercise,
    Outcome,
    Question,
    Result,
    Solution,
    Verdict,
)
from cardlab_exercises.practice import Practice
from cardlab_exercises.progress import Progress, progress
from cardlab_exercises.sample import sample_learner
from cardlab_exercises.settings import join
from cardlab_exercises.store import Store

__all__ = [
    "AnswerError",
    "Attempt",
    "ClassTest",
    "Examples",
    "Exercise",
    "Outcome",
    "Practice",
    "Progress",
    "Question",
    "Result",
    "Solution",
    "Store",
    "UnknownExerciseError",
    "Verdict",
    "bank",
    "check_code",
    "get_code",
    "join",
    "progress",
    "sample_learner",
]
