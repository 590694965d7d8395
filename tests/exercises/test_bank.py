"""The bank: looking exercises up, and those of other packages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from cardlab_exercises import UnknownExerciseError
from cardlab_exercises.declaration import bank

HAND = bank.get("crib-count-hand")
EXTRA = replace(HAND, id="guest-count")
NOTHING = 7


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    entries: list[EntryPoint] = []
    monkeypatch.setattr(bank, "entry_points", lambda group: entries if group == bank.GROUP else [])
    bank.exercises.cache_clear()
    yield entries
    bank.exercises.cache_clear()


def entry(monkeypatch: pytest.MonkeyPatch, value: object) -> EntryPoint:
    made = EntryPoint("guest", "guest:EXERCISES", bank.GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda self: value)
    return made


def test_looking_up() -> None:
    assert bank.get(" Crib-Count-Hand ") is HAND
    ids = list(bank.exercises())
    assert ids.index("crib-peg-points") < ids.index("crib-count-hand") < ids.index("crib-count-crib")


@pytest.mark.parametrize(
    ("id", "advice"),
    [
        ("crib-count-hnad", "did you mean crib-count-hand"),
        ("whist", ", such as crib-"),
        ("<b>", "'<b>'"),
        ("", "''"),
    ],
)
def test_an_unknown_id_gets_advice(id: str, advice: str) -> None:
    with pytest.raises(UnknownExerciseError) as caught:
        bank.get(id)
    assert advice in str(caught.value)


@pytest.mark.parametrize("value", [EXTRA, [EXTRA], (EXTRA,)])
def test_exercises_of_other_packages(
    installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch, value: object
) -> None:
    installed.append(entry(monkeypatch, value))
    assert bank.get("guest-count") is EXTRA


@pytest.mark.parametrize(("value", "words"), [([HAND], "declared twice"), (NOTHING, "neither an Exercise")])
def test_a_faulty_guest_is_reported_and_left_out(
    installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch, value: object, words: str
) -> None:
    installed.append(entry(monkeypatch, value))
    with pytest.warns(UserWarning, match=words):
        assert bank.get("crib-count-hand") is HAND


def test_importing_is_light() -> None:
    """Practising loads no pandas, plotly or SQLAlchemy before they are needed."""
    heavy = {"numpy", "pandas", "plotly", "sqlalchemy", "jinja2", "ipywidgets", "IPython"}
    code = (
        "import sys, cardlab_exercises; practice = cardlab_exercises.Practice('crib-count-hand', seed=1); "
        f"practice.act('hint'); practice.scene(); print(sorted({heavy} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("answer", [None, 5, "5", ["total"]])
def test_an_answer_that_is_no_mapping_is_refused(answer: Any) -> None:
    with pytest.raises(
        ValueError, match=r"a mapping of the question's fields, like \{'total': \.\.\.\}, not "
    ):
        HAND.judge(HAND.question(1), answer)
    with pytest.raises(ValueError, match="given as text"):
        HAND.judge(HAND.question(1), {"total": answer and [answer]})  # type: ignore[dict-item]
