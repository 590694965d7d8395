"""The coverage table: rule by engine, test, lesson and exercise."""

from __future__ import annotations

from pathlib import Path

import pytest
import rule_coverage
from click.testing import CliRunner
from rule_coverage import Row

from cardlab import commands


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path, "pyproject.toml", "")
    module = '"""CRIB-GO-02 in a docstring."""\nx = "CRIB-GO-01"  # CRIB-GO-03\n'
    write(tmp_path, "cardlab/cribbage/a.py", module)
    marked = '@pytest.mark.rule("CRIB-GO-01", "CRIB-GO-05")\ndef test() -> None: ...\n'
    write(tmp_path, "tests/test_a.py", '"""CRIB-GO-04"""\n' + marked)
    cells = '{"cells": [{"cell_type": "markdown", "source": "CRIB-GO-06"},'
    cells += ' {"cell_type": "code", "source": "CRIB-GO-07", "outputs": [{"text": "[CRIB-GO-08]"},'
    cells += f' {{"data": {{"{rule_coverage.TAUGHT}": ["CRIB-GO-01"]}}}}]}}]}}'
    write(tmp_path, "notebooks/cribbage/a.ipynb", cells)
    write(tmp_path, "notebooks/demos/a.ipynb", cells.replace("CRIB-GO-01", "CRIB-GO-09"))
    write(tmp_path, "exercises/a.py", 'rules = ("CRIB-GO-01",)\n')
    return tmp_path


def test_words_alone_fill_no_column(project: Path) -> None:
    rows = {row.id: row for row in rule_coverage.coverage(project)}
    assert rows["CRIB-GO-01"][3:] == (1, 1, 1, 1)
    assert rows["CRIB-GO-01"].missing == ()
    assert rows["CRIB-GO-05"][3:] == (0, 1, 0, 0)
    for place in ("02", "03", "04", "06", "07", "08", "09"):
        id = f"CRIB-GO-{place}"
        assert rows[id][3:] == (0, 0, 0, 0)
        assert rows[id].missing == ("engine", "tests", "lessons", "exercises")


def test_a_rule_that_defines_a_term_needs_no_engine() -> None:
    row = Row("CRIB-VAL-01", "", "defines", 0, 1, 1, 1)
    assert row.missing == ()


def test_every_cribbage_rule_is_in_the_engine_and_tested() -> None:
    rows = [row for row in rule_coverage.coverage() if row.id.startswith("CRIB-")]
    assert rows
    assert [row.id for row in rows if "engine" in row.missing] == []
    assert [row.id for row in rows if "tests" in row.missing] == []


def test_every_rule_is_taught_in_a_lesson() -> None:
    """By a stepper that names it or an exercise about it, when the lesson is run; words do not count."""
    assert [row.id for row in rule_coverage.coverage() if "lessons" in row.missing] == []


def test_the_command_prints_the_table() -> None:
    done = CliRunner().invoke(rule_coverage.main, ["crib"])
    assert done.exit_code == 0
    assert "CRIB-GO-04     Playing on after a go" in done.output
    assert "CAN-" not in done.output
    assert "nothing yet under tests: 0" in done.output


def test_a_game_that_is_not_there_is_refused() -> None:
    done = CliRunner().invoke(rule_coverage.main, ["z" * 3000])
    assert done.exit_code == 1
    assert f"no rule's id begins with '{'z' * 40}…'; say crib, can" in done.output


def test_a_rule_is_shown_under_both_presets() -> None:
    done = CliRunner().invoke(commands.rules, ["crib-go-04"])
    assert "course rules: After a go the other player can play on" in done.output
    assert "classic rules: After a go the other player has to play on" in done.output
    assert "must: the other player has to play on while a card fits  [classic]" in done.output
    done = CliRunner().invoke(commands.rules, ["CRIB-PEG-02"])
    assert "exactly 15 pegs 2. (course and classic rules)" in done.output


def test_an_unknown_rule_gets_the_nearest() -> None:
    done = CliRunner().invoke(commands.rules, ["CRIB-GO-44"])
    assert done.exit_code == 2
    assert "did you mean CRIB-GO-0" in done.output


def test_without_an_id_all_rules_are_listed() -> None:
    done = CliRunner().invoke(commands.rules, [])
    assert "CRIB-MUG-01" in done.output
