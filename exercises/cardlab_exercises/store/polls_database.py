"""The tables of questions to a class and of the answers to them. Imported at the first question."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from cardlab.cards import Card
from cardlab.display.scene import CardFace, Zone
from cardlab_exercises.store.class_question import ClassQuestion
from cardlab_exercises.store.engines import open_engine, patiently
from cardlab_exercises.store.tables import UtcTime

_tables = sa.MetaData()
_question = sa.Table(
    "class_question",
    _tables,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("class_code", sa.String(40), nullable=False),
    sa.Column("prompt", sa.String(500), nullable=False),
    sa.Column("choices", sa.JSON, nullable=False),
    sa.Column("label", sa.String(100), nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("asked", UtcTime, nullable=False),
)
_cards = sa.Table(  # a table of its own, because older databases already have the other
    "class_question_cards",
    _tables,
    sa.Column("question", sa.String(36), primary_key=True),
    sa.Column("zones", sa.JSON, nullable=False),
)
_answer = sa.Table(
    "class_answer",
    _tables,
    sa.Column("question", sa.String(36), primary_key=True),
    sa.Column("voter", sa.String(100), primary_key=True),
    sa.Column("answer", sa.String(200), nullable=False),
)


class PollsDatabase:
    """The questions in the database at `place`: a file or a URL. Raises what SQLAlchemy raises."""

    def __init__(self, place: str | Path) -> None:
        self._engine = open_engine(place)
        patiently(self._prepare)

    def ask(self, question: ClassQuestion, asked: datetime) -> None:
        """Adds a question and closes those that its class was asked before."""
        row = {**question._asdict(), "choices": list(question.choices), "asked": asked}
        zones = [_plain(zone) for zone in row.pop("zones")]

        def write() -> None:
            with self._engine.begin() as connection:
                mine = _question.c.class_code == question.class_code
                connection.execute(sa.update(_question).where(mine).values(open=False))
                connection.execute(_question.insert().values(**row))
                if zones:
                    connection.execute(_cards.insert().values(question=question.id, zones=zones))

        patiently(write)

    def latest(self, class_code: str) -> ClassQuestion | None:
        wanted = sa.select(_question).where(_question.c.class_code == class_code)
        with self._engine.connect().execution_options(reading=True) as connection:
            row = connection.execute(wanted.order_by(_question.c.asked.desc()).limit(1)).first()
            if row is None:
                return None
            shown = connection.scalar(sa.select(_cards.c.zones).where(_cards.c.question == row.id))
        zones = tuple(_zones(shown or ()))
        return ClassQuestion(
            row.id, row.class_code, row.prompt, tuple(row.choices), row.label, row.open, zones
        )

    def vote(self, question: str, voter: str, answer: str) -> bool:
        """Writes the answer of a voter, one for each. False, and nothing is written, when it is closed."""

        def write() -> bool:
            with self._engine.begin() as connection:
                still = sa.select(_question.c.open).where(_question.c.id == question).with_for_update()
                if not connection.scalar(still):
                    return False
                mine = (_answer.c.question == question) & (_answer.c.voter == voter)
                connection.execute(sa.delete(_answer).where(mine))
                connection.execute(_answer.insert().values(question=question, voter=voter, answer=answer))
            return True

        return patiently(write)

    def answers(self, question: str) -> list[str]:
        wanted = sa.select(_answer.c.answer).where(_answer.c.question == question)
        with self._engine.connect().execution_options(reading=True) as connection:
            return list(connection.scalars(wanted))

    def close(self, question: str) -> None:
        def write() -> None:
            with self._engine.begin() as connection:
                this = _question.c.id == question
                connection.execute(sa.update(_question).where(this).values(open=False))

        patiently(write)

    def _prepare(self) -> None:
        with self._engine.begin() as connection:
            for table in (_question, _cards, _answer):
                connection.execute(CreateTable(table, if_not_exists=True))


def _plain(zone: Zone) -> dict[str, Any]:
    """A zone as it is kept."""
    faces = [[face.key, face.card.code, face.marks, face.note, face.tag] for face in zone.faces if face.card]
    return {"id": zone.id, "label": zone.label, "layout": zone.layout, "note": zone.note, "faces": faces}


def _zones(kept: Iterable[dict[str, Any]]) -> Iterable[Zone]:
    for zone in kept:
        faces = tuple(
            CardFace(key, Card(code), tuple(marks), note, tag=tag)
            for key, code, marks, note, tag in zone["faces"]
        )
        yield Zone(zone["id"], zone["label"], faces, zone["layout"], zone["note"])
