"""The commands about practice and its score."""

from __future__ import annotations

import pytest
from cardlab_exercises import sample_learner
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.store import default_store
from click.testing import CliRunner

from cardlab.cli import cli


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def sam() -> list[Attempt]:
    """The attempts of the sample learner, in the default store."""
    attempts = sample_learner().attempts()
    for made in attempts:
        default_store().record(made)
    return attempts


def test_progress(sam: list[Attempt]) -> None:
    kept = f"  kept in {default_store().where}\n"
    assert run("progress") == f"Your progress: no attempts yet\n{kept}"
    assert default_store().where.endswith("progress.db")
    text = run("progress", "--learner", "Sam", "--rules")
    assert "Progress of Sam: 60 attempts, 43 of them right" in text
    assert "8 of 12 rules" in text
    assert "lesson Flushes, nobs and the crib:" in text
    assert "CRIB-SHOW-04   Pairs" in text
    assert "due now: CRIB-SHOW-" in text
