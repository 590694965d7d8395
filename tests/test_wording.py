"""Docstrings, comments and pages are in idiomatic English, without phrases translated word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FAULTS = {
    "an owner that is not named": r"\bthe own\b|\ban own\b",
    "none in place of not one": (
        r"\bwhat is (?:none|no)\b|\b(?:options|seed|name|code) that (?:is|are) none\b"
    ),
    "who without a person": r"\b(?:for|of|to) who (?:is|has|had|let|threw|only|sees)\b",
    "how many, as a statement": r'^\s*"""So (?:many|long|often|much)\b',
    "cards that lie open": r"\b(?:lies?|lay|lying) open\b",
    "before, as an adjective": r"\bof before\b",
    "words no longer in use": r"\breckon|\bthe likest\b|\bbesides none\b|\brules in force\b",
    "a relation turned round": r"\bof which there (?:is|are)\b|\bas many as there can be\b",
    "speaking against": r"\bspeaks? against\b",
    "something that there is not": r"\bthat there (?:is|was|are|were) not\b|\bbelow nothing\b",
    "anew": r"\banew\b",
    "a verb at the end": r"\bright no more\b|\b(?:is|are) none of its kind\b",
}


def pages() -> Iterator[Path]:
    for folder in ("cardlab", "exercises", "widgets", "scripts", "docs"):
        yield from (ROOT / folder).rglob("*.py")
        yield from (ROOT / folder).rglob("*.md")
        yield from (ROOT / folder).rglob("*.toml")
    yield from ROOT.glob("*.md")


@pytest.mark.parametrize("fault", FAULTS)
def test_no_phrase_is_translated_word_by_word(fault: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in pages()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(FAULTS[fault], line)
    ]
    assert not found


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("an owner that is not named", "The cards in the own hand."),
        ("none in place of not one", "Raises `ValueError` for what is no card."),
        ("who without a person", "It is empty for who is in no class."),
        ("how many, as a statement", '"""So many cases are drawn."""'),
        ("cards that lie open", "The crib, once it lies open."),
        ("before, as an adjective", "which databases of before do not have"),
        ("words no longer in use", "It reckons no chances."),
        ("a relation turned round", "a lesson of which there is a newer one"),
        ("speaking against", "What speaks against an action."),
        ("something that there is not", "Raises `ValueError` for a step that there is not."),
        ("anew", "All is read anew."),
        ("a verb at the end", "the first where the right answer is right no more"),
    ],
)
def test_each_phrase_is_recognised(fault: str, text: str) -> None:
    assert re.search(FAULTS[fault], text)
