"""The list of a class as a file: a name on each line, or CSV as a spreadsheet writes it.

>>> read_names("\ufeffNr;Name\\r\\n1;Ana  Ruiz\\r\\n2;Bo\\r\\n")
['Ana Ruiz', 'Bo']
>>> read_names("Ana Ruiz\\nBo\\n\\n")
['Ana Ruiz', 'Bo']
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import TextIO

from cardlab_exercises.declaration.answers import read_learner
from cardlab_exercises.store.exchange import delimiter_of, guarded, unguarded

_HEADINGS = ("learner", "name", "student", "pupil")


def read_names(text: str) -> list[str]:
    """The names of a list: those of the column called learner or name or, without a heading, of the first.

    Raises `ValueError` naming the first line that holds no name.
    """
    text = text.removeprefix("\ufeff")
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter_of(text))
    try:
        return list(_names(rows))
    except (ValueError, csv.Error) as error:
        raise ValueError(f"line {rows.line_num}: {error}") from error


def _names(rows: Iterable[list[str]]) -> Iterator[str]:
    column = None
    for row in rows:
        if column is None:
            headings = [cell.strip().casefold() for cell in row]
            column = next((headings.index(name) for name in _HEADINGS if name in headings), None)
            if column is not None:
                continue
            column = 0
        if any(cell.strip() for cell in row):  # a spreadsheet may leave empty lines below
            cell = row[column] if column < len(row) else ""
            yield read_learner(unguarded(cell), "the name")


def write_names(class_code: str, names: Iterable[str], file: TextIO) -> None:
    """Writes a list to a text file that was opened with ``newline=""``; no cell is a formula."""
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(("class", "learner"))
    writer.writerows((guarded(class_code), guarded(name)) for name in names)
