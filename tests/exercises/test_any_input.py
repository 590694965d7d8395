"""Any text in any field, as any action, in any order: refused in words, or done; nothing in between."""

from __future__ import annotations

from cardlab_exercises import Practice, Store
from cardlab_exercises.declaration.answers import AnswerError, read_number
from hypothesis import given, settings
from hypothesis import strategies as st

ACTIONS = ("check", "hint", "solution", "next", "again", "seed", "steps", "card:5H", "card:JS", "card:KD")
FIELDS = ("total", "fifteens", "pairs", "runs", "flush", "nobs", "seed", "other")
numbers = st.integers(0, 30).map(str)
texts = st.one_of(numbers, st.text(max_size=30), st.just(""))


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_empty_or_refused(text: str) -> None:
    number: int | None = None
    refusal = ""
    try:
        number = read_number(text, "the total")
    except AnswerError as error:
        refusal = str(error)
    assert number is None or 0 <= number <= 99
    assert not refusal or (refusal.startswith("the total: ") and "number from 0 to 99" in refusal)
    assert refusal.isprintable()


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.sampled_from(ACTIONS), st.text(max_size=10)),
            st.dictionaries(st.sampled_from(FIELDS), texts, max_size=4),
        ),
        max_size=25,
    ),
    st.booleans(),
)
def test_anything_done_in_any_order(steps: list[tuple[str, dict[str, str]]], fade: bool) -> None:
    model = Practice("crib-count-crib", seed="walk", store=Store(None), length=3, fade=fade)
    kept = 0
    for action, values in steps:
        before, refusal = model.scene(), None
        try:
            model.act(action, values)
        except ValueError as error:
            refusal = str(error)
        scene = model.scene()
        assert refusal is None or (refusal and scene == before)
        assert str(scene)
        assert scene.status
        recorded = len(model.store.attempts())
        assert recorded - kept in (0, 1)
        assert recorded == kept or action == "check"
        kept = recorded
        if model.sitting and not model.sitting.done and model.sitting.tries == 0:
            assert scene.message is None or not scene.message.proof
