"""What every notebook has to be; that its outputs are right is nbval's affair."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.lessons import lessons
from pages import MARK

import notebooks
from cardlab.plugins import games
from cardlab.rulebook import find_rule, load

ALL = notebooks.all_notebooks()
LESSONS = [path for path in ALL if path.parent.name in ("cribbage", "canasta")]
RULE = re.compile(r"\b(?:CRIB|CAN)-[A-Z0-9]+-\d\d\b")
MOST_LINES = 8
RULES = notebooks.FOLDER / "rules.ipynb"


def name(path: Path) -> str:
    return path.relative_to(notebooks.FOLDER).as_posix()


def test_there_are_notebooks() -> None:
    assert len(ALL) >= 3
    assert LESSONS


@pytest.mark.parametrize("path", ALL, ids=name)
def test_it_is_in_its_one_form(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    assert notebooks.as_text(notebooks.normalise(notebooks.read(path), path)) == stored


@pytest.mark.parametrize("path", ALL, ids=name)
def test_it_has_been_run_without_an_error(path: Path) -> None:
    for cell in notebooks.read(path).cells:
        if cell.cell_type == "code":
            kinds = {output.output_type for output in cell.outputs}
            assert kinds, f"no output is stored for {cell.id}"
            assert "error" not in kinds
            assert not [output for output in cell.outputs if output.get("name") == "stderr"]


@pytest.mark.parametrize("path", ALL, ids=name)
def test_no_output_is_an_object_as_python_builds_it(path: Path) -> None:
    """A reader without HTML sees a table or a sentence, not ``Discards(cards=(Card('AS'), ...``."""
    for cell in notebooks.read(path).cells:
        for output in cell.get("outputs", []):
            plain = output.get("data", {}).get("text/plain", "")
            assert not re.match(r"[A-Z]\w*\(\w+=", plain), f"{cell.id}: {plain[:60]}"


@pytest.mark.parametrize("path", ALL, ids=name)
def test_its_code_is_short_and_folded_away(path: Path) -> None:
    for cell in notebooks.read(path).cells:
        if cell.cell_type == "code":
            assert cell.metadata.jupyter.source_hidden
            assert cell.source.count("\n") < MOST_LINES


@pytest.mark.parametrize("path", ALL, ids=name)
def test_its_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^) ]+)", words(path)):
        file, _, place = target.partition("#")
        assert (path.parent / file).is_file(), target
        if place:
            assert place in anchors(path.parent / file), target


@pytest.mark.parametrize("path", ALL, ids=name)
def test_its_rule_marks_name_rules_of_the_rulebook(path: Path) -> None:
    text = words(path)
    assert len(MARK.findall(text)) == text.count("§](")
    for _, id, shown in MARK.findall(text):
        assert shown == f"{id}: {find_rule(id)[1].title}"


@pytest.mark.parametrize("path", [path for path in ALL if path != RULES], ids=name)
def test_no_sentence_speaks_in_rule_numbers(path: Path) -> None:
    assert not RULE.findall(MARK.sub("", words(path)))


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_rule_marks_end_a_paragraph_and_do_not_repeat(path: Path) -> None:
    for line in words(path).splitlines():
        ids = [id for _, id, _ in MARK.findall(line)]
        assert len(ids) == len(set(ids))
        assert not ids or re.search(rf"\S(?: {MARK.pattern})+$", line), line
        assert len(re.findall(rf" {MARK.pattern}", line)) == len(ids)


def test_the_rules_by_number_have_a_heading_for_every_rule() -> None:
    assert {id for game in games() for id in load(game).rules} <= anchors(RULES)


def anchors(path: Path) -> set[str]:
    """What JupyterLab lets a link jump to: the headings, with strokes for spaces."""
    return {heading.replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", words(path), re.MULTILINE)}


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_lesson_begins_and_ends_as_all_do(path: Path) -> None:
    cells = notebooks.read(path).cells
    first, code = cells[0].source, [cell for cell in cells if cell.cell_type == "code"]
    assert "\n\n> **Start here:** choose **Run → Run All Cells**" in first, (
        "our extension hides this quotation"
    )
    assert "rules" in first, "whose rules are they?"
    assert code[0].outputs[0].text == "Ready\n"
    headings = re.findall(r"^## (.+)$", "\n".join(cell.source for cell in cells), re.MULTILINE)
    assert "What you can do now" in headings
    assert any("practice(" in cell.source or "play(" in cell.source for cell in code)


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_lesson_shows_what_it_teaches(path: Path) -> None:
    """The stored tables show cards, also to somebody who opens the lesson without running it."""
    cells = [cell for cell in notebooks.read(path).cells if cell.cell_type == "code"]
    shown = "".join(str(output.get("data", "")) for cell in cells for output in cell.outputs)
    assert "cardlab-snapshot" in shown or re.search(r"[♠♥♦♣]", shown)


def test_the_start_page_lists_every_lesson_in_order() -> None:
    text = "\n".join(cell.source for cell in notebooks.read(notebooks.FOLDER / "index.ipynb").cells)
    for game in ("cribbage", "canasta"):
        listed = re.findall(rf"\]\(({game}/[^)]+)\)", text)
        assert listed == [name(path) for path in LESSONS if path.parent.name == game]


@pytest.mark.parametrize(("path", "after"), list(pairwise(LESSONS)), ids=lambda path: name(path))
def test_a_lesson_leads_on_to_the_next(path: Path, after: Path) -> None:
    if path.parent == after.parent:
        end = next(cell for cell in notebooks.read(path).cells if cell.id == "now")
        assert f"]({after.name})" in end.source
    assert "](../index.ipynb)" in "".join(cell.source for cell in notebooks.read(path).cells)


STEPS = ("watch(", "count_stepper(", "play(")


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_lesson_has_aims_rules_something_to_go_through_and_something_to_predict(path: Path) -> None:
    cells = notebooks.read(path).cells
    assert re.search(r"By the end of this lesson you can\n\n(- .+\n?){2,4}", cells[0].source), (
        "two to four aims"
    )
    assert MARK.search(words(path)), "a rule to look up"
    code = [cell for cell in cells if cell.cell_type == "code"]
    asks = [
        cell for cell in code if '"none"' not in cell.source and any(step in cell.source for step in STEPS)
    ]
    assert asks or any("reveal(" in cell.source for cell in code), "nothing is asked before it is shown"
    assert any("practice(" in cell.source for cell in code)


def words(path: Path) -> str:
    return "\n".join(cell.source for cell in notebooks.read(path).cells if cell.cell_type == "markdown")


def test_every_exercise_is_in_a_lesson() -> None:
    assert not bank.exercises().keys() - {id for lesson in lessons() for id in lesson.exercises}


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_an_exercise_is_introduced_by_its_title(path: Path) -> None:
    """Above it stands in bold what the exercise itself is headed by."""
    before = ""
    for cell in notebooks.read(path).cells:
        found = re.search(r'practice\("([^"]+)"', cell.source) if cell.cell_type == "code" else None
        if found:
            title = bank.get(found[1]).title
            assert f"**{title if title[-1] in '?!.' else title + '.'}** " in before, found[1]
        before = cell.source


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_lesson_takes_ten_to_twenty_minutes_and_the_start_page_says_how_many(path: Path) -> None:
    listed = re.search(rf"\({name(path)}\).*\| (.+) \|", words(notebooks.FOLDER / "index.ipynb"))
    assert listed
    if listed[1] == "as you like":
        assert "· as long as you like ·" in words(path)
    else:
        minutes = re.fullmatch(r"(\d+) min", listed[1])
        assert minutes
        assert minutes[1] in ("10", "15", "20")
        assert f"· about {minutes[1]} minutes ·" in words(path)


GLOSSARY = words(notebooks.FOLDER / "glossary.ipynb")
TERMS = re.findall(
    r"^### (.+)\n\n.*See \[.*?\]\(((?:cribbage|canasta)/[^)]+)\)\.(?: \[§\].+)?$", GLOSSARY, re.MULTILINE
)


def test_the_glossary_is_in_order() -> None:
    assert len(TERMS) > 40
    for part in GLOSSARY.split("\n## ")[1:]:
        found = re.findall(r"^### (.+)$", part, re.MULTILINE)
        assert found == sorted(found, key=str.lower)


@pytest.mark.parametrize(("term", "lesson"), TERMS)
def test_the_lesson_that_teaches_a_word_links_to_it(term: str, lesson: str) -> None:
    assert f"](../glossary.ipynb#{term.replace(' ', '-')})" in words(notebooks.FOLDER / lesson)


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_every_lesson_links_to_the_glossary(path: Path) -> None:
    assert "](../glossary.ipynb#" in words(path)
