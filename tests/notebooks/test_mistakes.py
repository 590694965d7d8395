"""A learner's mistake in a code cell: the notebook shows the message, and nothing of our code."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cardlab_exercises import check_code, get_code
from cardlab_widgets import advise, compare, count_stepper, demo, play, practice, take_test, watch
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from cardlab import cribbage, rulebook
from cardlab.errors import SaidPlainly

HANDS = ["5S 6H", "TD 4C"]
MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: practice("crib-cont-hand"), "did you mean crib-count-hand"),
    (lambda: practice("crib-count-hand", seed=[1]), "the seed is a number or a word"),  # type: ignore[arg-type]
    (lambda: practice("crib-count-hand", level=9), "has the levels 1 to 3"),
    (lambda: practice("crib-count-hand", length=0), "a run has 1 to 100 questions"),
    (lambda: practice("crib-count-hand", options="klassic"), "there is course and classic"),
    (lambda: practice(level=2), "chooses its levels itself"),
    (lambda: take_test("crib-count-hand", code=""), "the code is empty"),
    (lambda: take_test([], code="7b"), "a test needs an exercise"),
    (lambda: count_stepper("5H 5D 5S JX", "5C"), "'JX' is not a card"),
    (lambda: count_stepper("5H 5D 5S JC"), "needs both the hand and the starter"),
    (lambda: watch("crib", "play 5S"), "there is no game 'crib'"),
    (lambda: watch("cribbage", "play 5S", hands=HANDS, turn=0, predict="all"), "predict can be"),  # type: ignore[arg-type]
    (lambda: watch("cribbage", "play KS", hands=HANDS, turn=0), "K♠ is not in your hand"),
    (lambda: watch("cribbage", "play 5S", hands=HANDS, turn=0, recall={9: "CRIB-VAL-01"}), "there is no 9"),
    (lambda: play("cribbage", level="expert"), "there are beginner, steady and strong"),
    (lambda: play("cribbage", target="x"), "the option target can be 121 or 61"),
    (lambda: advise(level="expert", hands=HANDS, turn=0), "there is no player 'expert'"),
    (lambda: compare("bridge"), "there is no game 'bridge'"),
    (lambda: demo("counting"), "there is no demo 'counting'"),
    (lambda: cribbage.count("5H 5D 5S", "5C"), "not with 3"),
    (lambda: cribbage.discards("5H 5D 5S JC QD 2C", dealer="me"), "dealer is True or False"),  # type: ignore[arg-type]
    (lambda: get_code("pairs"), "there is no code exercise 'pairs'"),
    (lambda: check_code("crib-code-pairs", len, seconds=-1), "seconds is a number above 0"),
    (lambda: rulebook.find_rule("CRIB-SHOW-99"), "CRIB-SHOW-99"),
]


@pytest.mark.parametrize(("call", "words"), MISTAKES, ids=[words for _, words in MISTAKES])
def test_the_message_alone_is_shown(call: Callable[[], object], words: str) -> None:
    with pytest.raises((ValueError, LookupError)) as caught:
        call()
    error = caught.value
    assert words in str(error)
    assert isinstance(error, SaidPlainly)
    assert error._render_traceback_() == [str(error)]


def test_a_notebook_shows_it_and_goes_on() -> None:
    cells = ["from cardlab_widgets import practice", 'practice("crib-cont-hand")', "1 / 0"]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=120, kernel_name="python3", allow_errors=True).execute()
    (mistake,) = notebook.cells[1].outputs
    assert mistake.ename == "UnknownExerciseError"
    assert mistake.traceback == [mistake.evalue]
    (fault,) = notebook.cells[2].outputs
    assert len("\n".join(fault.traceback).splitlines()) > 3, "what is no mistake of ours is shown as ever"
