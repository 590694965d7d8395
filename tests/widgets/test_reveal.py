"""An answer that stays folded until it is opened."""

from __future__ import annotations

from cardlab_widgets import advise, reveal

from cardlab.cribbage import discards


def test_the_answer_is_folded_under_its_question() -> None:
    table = advise(hands=["4D 5H 7S JC", None], starter="2C", turn=0, dealer=1)
    html = reveal(table, "Which card?")._repr_html_()
    question, answer = html.split("</summary>")
    assert question.startswith("<details><summary")
    assert "Which card?" in question
    assert table._repr_html_() in answer
    assert "open>" not in html


def test_as_text_it_is_the_question_and_the_answer() -> None:
    best = discards("4H 5H 5S 6C JD KD", dealer=False).top(1)
    assert str(reveal(best, "Which two?")).splitlines()[0] == "Which two?"
    assert "JD KD" in str(reveal(best))


def test_what_belongs_to_the_answer_is_folded_with_it() -> None:
    folded = reveal("twelve", "How many?", "Four fifteens and a pair royal.")
    assert folded._repr_html_().endswith("<p>Four fifteens and a pair royal.</p></details>")
    assert str(folded).splitlines() == ["How many?", "twelve", "Four fifteens and a pair royal."]


def test_markup_stays_text() -> None:
    html = reveal("<b>no</b>", "<i>?</i>")._repr_html_()
    assert "&lt;b&gt;no" in html
    assert "&lt;i&gt;" in html
