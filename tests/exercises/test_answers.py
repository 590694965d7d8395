"""What people type: lenient in form, strict in content."""

from __future__ import annotations

import pytest
from cardlab_exercises.declaration.answers import AnswerError, read_name, read_number, read_seed


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        (" 12 ", 12),
        ("12.", 12),
        ("012", 12),
        ("１２", 12),
        ("twelve", 12),
        ("Twelve", 12),
        ("TWELVE.", 12),
        ("twenty-nine", 29),
        ("twenty nine", 29),
        ("Twenty  Nine", 29),
        ("zero", 0),
        ("nothing", 0),
        ("0", 0),
        ("99", 99),
        ("ninety-nine", 99),
    ],
)
def test_numbers_in_figures_and_words(text: str, number: int) -> None:
    assert read_number(text, "the total") == number


@pytest.mark.parametrize("text", ["", "   ", "\t", "\u00a0", "\n"])
def test_an_empty_answer_is_none(text: str) -> None:
    assert read_number(text, "the total") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a lot", "'a lot' is not a number"),
        ("12 or 14", "is not a number"),
        ("1e3", "is not a number"),
        ("12.5", "is not a number"),
        ("0x10", "is not a number"),
        ("twenty-twelve", "is not a number"),
        ("<b>12</b>", "'<b>12</b>' is not a number"),
        ("<script>alert(1)</script>", "is not a number"),
        ("-3", "'-3' is less than nothing"),
        ("−3", "less than nothing"),
        ("100", "'100' is too much"),
        ("9" * 5000, "too much"),
        ("1\x002", "control characters"),
        ("\x1b[2J", "control characters"),
        ("१२", "is not a number"),
        ("12\u202e", "is not a number"),
        ("'; DROP TABLE attempt; --", "is not a number"),
    ],
)
def test_anything_else_is_named_with_what_is_accepted(text: str, words: str) -> None:
    with pytest.raises(AnswerError) as caught:
        read_number(text, "the total")
    message = str(caught.value)
    assert message.startswith("the total: ")
    assert words in message
    assert "a whole number from 0 to 99" in message
    assert len(message) < 200
    assert message.isprintable()


def test_something_that_is_no_text_is_refused() -> None:
    with pytest.raises(AnswerError, match="not as int"):
        read_number(12, "the total")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["5", " 5 ", 5, "blue whale", "<b>", "été", "a/b"])
def test_any_words_are_a_seed(seed: str | int) -> None:
    assert read_seed(seed) == str(seed).strip()


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "  ",
        "x" * 41,
        "a\nb",
        "\x00",
        "\u202e",
        "\u200b",
        "\u200d",
        "5\u202e",
        "\u0301",
        None,
        True,
        1.5,
        [5],
        "a#b",
    ],
)
def test_what_is_no_seed(seed: str) -> None:
    with pytest.raises(AnswerError, match="the seed"):
        read_seed(seed)


def test_what_is_accepted_is_an_example_that_is_accepted() -> None:
    with pytest.raises(AnswerError, match="from 0 to 5, like 5 or five"):
        read_number("x", "the step", 5)
    assert read_number("five", "the step", 5) == 5


@pytest.mark.parametrize("name", ["می\u200cخواهم", "\N{WOMAN}\u200d\N{PERSONAL COMPUTER}"])
def test_joiners_are_part_of_a_name(name: str) -> None:
    assert read_name(name, "the learner's name") == name


def test_a_name_keeps_what_was_written() -> None:
    assert read_name(" <i>Zoë</i> ", "the learner's name") == "<i>Zoë</i>"
