"""Exercises without any screen: declaring, asking, checking, practising, and keeping the score.

>>> question = bank.get("crib-count-hand").question(seed=5)
>>> bank.get("crib-count-hand").judge(question, {"total": ""}).outcome.value
'not attempted'
"""

from cardlab_exercises.code.checking import check_code, get_code
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.answers import AnswerError
from cardlab_exercises.declaration.bank import UnknownExerciseError
from cardlab_exercises.declaration.exercise import (
    Examples,
    Exercise,
    Outcome,
    Question,
    Result,
    Verdict,
    WorkedSolution,
)
from cardlab_exercises.practice.class_test import ClassTest
from cardlab_exercises.practice.session import Practice
from cardlab_exercises.reports.progress import Progress, lesson_progress, progress
from cardlab_exercises.reports.sample import sample_learner
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.identity import Identity, identity, join, leave
from cardlab_exercises.store.store import Store

__all__ = [
    "AnswerError",
    "Attempt",
    "ClassTest",
    "Examples",
    "Exercise",
    "Identity",
    "Outcome",
    "Practice",
    "Progress",
    "Question",
    "Result",
    "Store",
    "UnknownExerciseError",
    "Verdict",
    "WorkedSolution",
    "bank",
    "check_code",
    "get_code",
    "identity",
    "join",
    "leave",
    "lesson_progress",
    "progress",
    "sample_learner",
]
