"""The scripts make the data that the package ships, and the table scorer holds on every hand there is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(script: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / script), *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def shipped(name: str) -> dict[str, dict[str, list[float]]]:
    text = (ROOT / "cardlab" / "cribbage" / "data" / name).read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


@pytest.mark.thorough
def test_laying_away_settles_to_the_shipped_table(tmp_path: Path) -> None:
    """After 11 rounds instead of 16 the averages have come within a hundredth on average."""
    made = tmp_path / "discard_frequencies.json"
    run("discard_frequencies.py", "--rounds", "11", "--output", str(made))
    for side, kinds in json.loads(made.read_text(encoding="utf-8")).items():
        expected = shipped("discard_frequencies.json")[side]
        assert list(kinds) == list(expected)
        for column in (0, 1):
            gaps = [abs(kinds[kind][column] - expected[kind][column]) for kind in kinds]
            assert sum(gaps) / len(gaps) < 0.01


@pytest.mark.slow
def test_the_shipped_data_are_what_the_scripts_make(tmp_path: Path) -> None:
    for script, name in (
        ("discard_frequencies.py", "discard_frequencies.json"),
        ("kept_hands.py", "kept_hands.json"),
        ("standing_table.py", "standing.json"),
    ):
        made = tmp_path / name
        run(script, "--output", str(made))
        assert made.read_text(encoding="utf-8") == (ROOT / "cardlab" / "cribbage" / "data" / name).read_text(
            encoding="utf-8"
        )


@pytest.mark.slow
def test_the_table_equals_the_count_on_all_12_994_800() -> None:
    assert "12,994,800 hands and starters: no disagreement" in run("check_table.py", "--jobs", "2")
