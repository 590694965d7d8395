"""Attempts as files, to keep or to carry to another store: CSV for spreadsheets, JSON lines for programs.

Both hold every field and can be read in again; attempts that are there already are not doubled. CSV is
read also as spreadsheets save it: with semicolons or tabs, decimal commas and TRUE for True.

>>> from io import StringIO
>>> from cardlab_exercises.reports.sample import sample_learner
>>> attempts, file = sample_learner().attempts(), StringIO()
>>> write_attempts(attempts, file, "csv")
>>> read_attempts(StringIO(file.getvalue()), "csv") == attempts
True
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import UTC, datetime
from io import StringIO
from typing import Any, Literal, TextIO

from cardlab.cards import list_words, quoted
from cardlab_exercises.declaration.answers import is_number
from cardlab_exercises.store.attempt import MAY_BE_EMPTY, SIZES, Attempt, check_attempt, check_text

Form = Literal["csv", "jsonl"]
_FIELDS = tuple(field.name for field in fields(Attempt))
_NEW: dict[str, Any] = {"class_code": "", "test": "", "answer": {}, "asked": ""}
"""What files of older versions do not have."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "'")
"""A spreadsheet takes a cell that begins so, or with the wide form of such a sign, for a formula; it gets a '
before it."""


def form_of(name: str) -> Form:
    """The form that a file's name stands for. Raises `ValueError` for any but .csv and .jsonl."""
    forms: tuple[Form, ...] = ("csv", "jsonl")
    for form in forms:
        if name.lower().endswith(f".{form}"):
            return form
    raise ValueError(f"the name of a file of attempts ends in .csv or .jsonl, not like {quoted(name)}")


def write_attempts(attempts: Iterable[Attempt], file: TextIO, form: Form) -> None:
    """Writes attempts, a line each, to a text file that was opened with ``newline=""``."""
    rows = (_plain(attempt) for attempt in attempts)
    if form == "jsonl":
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        return
    writer = csv.DictWriter(file, _FIELDS, quoting=csv.QUOTE_ALL)  # whatever separates cells elsewhere
    writer.writeheader()
    for row in rows:
        writer.writerow({name: guarded(value) for name, value in row.items()})


def _plain(attempt: Attempt) -> dict[str, Any]:
    row = attempt.as_dict() | {
        "rules": dict(attempt.rules),
        "mistakes": list(attempt.mistakes),
        "answer": dict(attempt.answer),
    }
    return row | {name: row[name].astimezone(UTC).isoformat() for name in ("started", "finished")}


def guarded(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def read_attempts(file: TextIO, form: Form) -> list[Attempt]:
    """The attempts of a file. Raises `ValueError` naming the first line that does not hold one."""
    rows = _csv_rows(file) if form == "csv" else _json_rows(file)
    found = []
    for line, row in rows:
        try:
            found.append(attempt_from(row))
        except ValueError as error:
            raise ValueError(f"line {line}: {error}") from error
        except RecursionError as error:  # what JSON has just read may still be too deep to be shown
            raise ValueError(f"line {line}: this is nested too deeply") from error
    return found


def _json_rows(file: TextIO) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(file, 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ValueError(f"line {number}: this is not JSON") from error
            yield number, row


def delimiter_of(text: str) -> str:
    """What separates the cells of a CSV file: the comma, or what is in its heading more often."""
    heading = text.partition("\n")[0]
    return max(",;\t", key=heading.count)


def unguarded(text: str) -> str:
    """A cell without the ' that keeps it from being a formula."""
    return text[1:] if text.startswith("'") else text


def _csv_rows(file: TextIO) -> Iterator[tuple[int, Any]]:
    text = file.read()
    reader = csv.DictReader(StringIO(text, newline=""), delimiter=delimiter_of(text))
    try:
        for row in reader:
            if any(row.values()):  # a spreadsheet may leave empty lines below
                yield reader.line_num, _read_cells(row, reader.line_num)
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num}: {error}") from error


_LIKE = {
    "level": "a whole number like 2",
    "score": "a number like 0.5",
    "tries": "a whole number like 1",
    "rules": 'an object like {"CRIB-SHOW-03": true}',
    "mistakes": 'a list of ids like ["crib-fifteen-missed"]',
    "answer": 'an object like {"total": "12"}',
}


def _read_cells(row: dict[Any, Any], line: int) -> dict[Any, Any]:
    cells = {name: unguarded(text) if isinstance(text, str) else text for name, text in row.items()}
    for name, like in _LIKE.items():
        if name not in cells and name in _NEW:
            continue
        cell = cells.get(name) or "null"
        try:
            cells[name] = json.loads(cell.replace(",", ".") if name == "score" else cell)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {line}: {name} is {like}, not {quoted(cell)}") from error
    assisted = cells.get("assisted") or ""
    cells["assisted"] = {"true": True, "false": False}.get(assisted.lower())
    if assisted and cells["assisted"] is None:
        raise ValueError(f"line {line}: assisted is True or False, not {quoted(assisted)}")
    return cells


def attempt_from(row: Any) -> Attempt:
    """The attempt that a row of a file is. Raises `ValueError` naming what is wrong in it."""
    if not isinstance(row, dict):
        raise ValueError("an attempt is an object with id, learner, exercise and so on")
    row = _NEW | {name: value for name, value in row.items() if value is not None or name not in _NEW}
    missing = [name for name in _FIELDS if row.get(name) is None]
    unknown = [quoted(name) for name in row if name not in _FIELDS][:5]
    if missing or unknown:
        what = f"has no {list_words(missing)}" if missing else f"has unknown fields: {list_words(unknown)}"
        raise ValueError(f"the attempt {what}")
    for name, size in SIZES.items():
        check_text(name, row[name], size, empty=name in MAY_BE_EMPTY)
    checks = {
        "level": is_number(row["level"]),
        "tries": is_number(row["tries"]),
        "assisted": isinstance(row["assisted"], bool),
        "score": isinstance(row["score"], float) or is_number(row["score"]),
        "rules": _holds(row["rules"], bool),
        "mistakes": isinstance(row["mistakes"], list) and all(isinstance(it, str) for it in row["mistakes"]),
        "answer": _holds(row["answer"], str),
    }
    wrong = [name for name, right in checks.items() if not right]
    if wrong:
        raise ValueError(f"{wrong[0]} cannot be {quoted(row[wrong[0]])}")
    score = row["score"]
    made = Attempt(
        **{
            **row,
            "score": float(score) if 0 <= score <= 1 else score,  # no float is as large as a number may be
            "mistakes": tuple(row["mistakes"]),
            "started": _time(row, "started"),
            "finished": _time(row, "finished"),
        }
    )
    check_attempt(made)
    if made.finished < made.started:
        raise ValueError("finished is a time before started")
    return made


def _holds(value: Any, kind: type) -> bool:
    return isinstance(value, dict) and all(isinstance(it, kind) for it in value.values())


def _time(row: dict[str, Any], name: str) -> datetime:
    try:
        time = datetime.fromisoformat(row[name])
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name} is a time like 2026-03-02T18:00:00+00:00, not {quoted(row[name])}"
        ) from None
