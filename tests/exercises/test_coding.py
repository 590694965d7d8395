"""Code exercises: functions are called on many cases, on copies, and stopped when they do not end."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
from cardlab_exercises import Outcome, Practice, Store, UnknownExerciseError, check_code, get_code
from cardlab_exercises.code.bank import CODE_EXERCISES
from cardlab_exercises.code.checking import CodeResult
from cardlab_exercises.code.exercise import GENERATED
from cardlab_exercises.grading import grade_answer, grade_code
from cardlab_exercises.reports.progress import exercise_title

from cardlab import cribbage
from cardlab.cards import Card

Cards = list[Card]


def fifteens(cards: Cards) -> int:
    sums = (sum(min(card.rank, 10) for card in some) for n in range(2, 6) for some in combinations(cards, n))
    return 2 * sum(number == 15 for number in sums)


def pairs(cards: Cards) -> int:
    return 2 * sum(one.rank == other.rank for one, other in combinations(cards, 2))


def runs(cards: Cards) -> int:
    for length in (5, 4, 3):
        found = [sorted(card.rank for card in some) for some in combinations(cards, length)]
        points = length * sum(ranks == list(range(ranks[0], ranks[0] + length)) for ranks in found)
        if points:
            return points
    return 0


def fits(hand: Cards, count: int) -> Cards:
    return [card for card in hand if count + min(card.rank, 10) <= 31]


def value(cards: Cards) -> int:
    def one(rank: int) -> int:
        return 50 if rank == 14 else 20 if rank in (1, 2) else 5 if rank <= 7 else 10

    return sum(one(card.rank) for card in cards)


def is_meld(cards: Cards) -> bool:
    wild = [card for card in cards if card.rank in (2, 14)]
    ranks = {card.rank for card in cards if card.rank not in (2, 14)}
    natural = len(cards) - len(wild)
    return len(ranks) == 1 and len(cards) >= 3 and natural >= 2 * len(wild) and len(wild) <= 3


RIGHT: dict[str, Callable[..., Any]] = {
    "crib-code-pairs": pairs,
    "crib-code-fifteens": fifteens,
    "crib-code-runs": runs,
    "crib-code-fits": fits,
    "can-code-value": value,
    "can-code-meld": is_meld,
}


def check(id: str, function: object, **changes: Any) -> CodeResult:
    return check_code(id, function, **{"store": Store(None), "learner": "Ana", "seed": 1, **changes})


@pytest.mark.parametrize("id", CODE_EXERCISES)
def test_a_right_function_an_always_wrong_one_and_none(id: str) -> None:
    """The right ones are written here anew, so two independent answers agree."""
    exercise = CODE_EXERCISES[id]
    result = check(id, RIGHT[id], seed=str(len(id)))
    assert result.passed, result.text
    assert result.tried == len(exercise.shown) + GENERATED
    assert result.score == 1.0
    wrong = check(id, lambda *arguments: "no idea")
    assert (wrong.outcome, wrong.score) == (Outcome.WRONG, 0.0)
    assert f"{exercise.name}(" in wrong.text
    for nothing in (None, ..., lambda *arguments: None):
        assert check(id, nothing).outcome is Outcome.NOT_ATTEMPTED


@pytest.mark.parametrize("id", CODE_EXERCISES)
def test_cases_differ_and_no_constant_gets_far(id: str) -> None:
    exercise = CODE_EXERCISES[id]
    cases = [case for seed in range(25) for case in exercise.cases(str(seed))]
    assert len({repr(case) for case in cases}) > 300
    answers = [repr(exercise.solve(*case)) for case in cases]
    assert max(map(answers.count, set(answers))) < 0.8 * len(answers)
    assert exercise.cases("1") == exercise.cases("1") != exercise.cases("2")


def test_the_first_case_that_fails_is_shown_with_both_values() -> None:
    result = check("crib-code-pairs", lambda cards: min(pairs(cards), 6))
    assert result.outcome is Outcome.PARTLY
    assert 0.5 <= result.score < 1
    assert result.text.startswith("pairs([")
    assert "should be 12; yours gives 6." in result.text


def test_true_is_not_one_and_a_tuple_does_for_a_list() -> None:
    assert not check("can-code-meld", lambda cards: int(is_meld(cards))).passed
    assert check("crib-code-fits", lambda hand, count: tuple(fits(hand, count))).passed


def test_an_error_is_told_with_its_line_and_counts_nothing() -> None:
    store = Store(None)

    def broken(cards: Cards) -> int:
        return missing(cards)  # type: ignore[name-defined,no-any-return]  # noqa: F821

    result = check("crib-code-pairs", broken, store=store)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert f"NameError in line {broken.__code__.co_firstlineno + 1}" in result.text
    assert check("crib-code-pairs", lambda: 3, store=store).outcome is Outcome.COULD_NOT_RUN
    assert check("crib-code-pairs", "pairs", store=store).outcome is Outcome.COULD_NOT_RUN
    assert check("crib-code-pairs", lambda cards: exit(), store=store).outcome is Outcome.COULD_NOT_RUN
    assert store.attempts() == []


def stubborn(cards: Cards) -> int:
    """Takes no error for an end."""
    while True:
        with suppress(BaseException):
            time.sleep(1)


@pytest.mark.parametrize("function", [stubborn, lambda cards: sum(range(10**11))], ids=["Python", "C"])
def test_a_function_that_does_not_end_is_stopped(function: object) -> None:
    before = threading.active_count()
    result = check("crib-code-pairs", function, seconds=0.2)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "did not end within 0.2 seconds" in result.title
    assert "never ends" in result.text
    assert threading.active_count() == before


@pytest.mark.parametrize(
    "function", [lambda cards: [0] * 10**10, lambda cards: b"x" * 10**11], ids=["list", "bytes"]
)
def test_a_function_that_takes_all_memory_is_stopped(function: object) -> None:
    result = check("crib-code-pairs", function, seconds=60)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "more than 1 GB of memory" in result.title or "MemoryError" in result.text


def test_a_function_that_ends_python_itself() -> None:
    result = check("crib-code-pairs", lambda cards: os._exit(0))
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert result.title == "Your function ended Python itself."
    assert "pairs([" in result.text


def test_a_function_asks_nobody() -> None:
    """A cell that waits for somebody to type would pass by hand and fail where it is graded."""
    result = check("crib-code-pairs", lambda cards: int(input("How many? ")))
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "it must not call input()" in result.text


def test_what_a_function_prints_is_no_answer() -> None:
    def loud(cards: Cards) -> int:
        print('{"value": {"number": 12}, "shown": "12", "nothing": false}', flush=True)
        os.write(1, b"noise")
        return pairs(cards)

    assert check("crib-code-pairs", loud).passed


def test_a_name_that_stands_for_something_else_now() -> None:
    names: dict[str, Any] = {"sum": 3}
    exec("def pairs(cards):\n    return sum(1 for card in cards)\n", names)
    result = check("crib-code-pairs", names["pairs"])
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "TypeError in line 2" in result.text
    assert "in your notebook sum is no longer Python's own sum" in result.text


def test_what_cannot_be_copied_is_named() -> None:
    lock = threading.Lock()
    result = check("crib-code-pairs", lambda cards: lock.locked())
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "cannot be copied" in result.text
    assert "lock" in result.text


# ---------------------------------------------------------------- what would be no answer of one's own


def by_the_frame(cards: Cards) -> object:
    """What the checker of this exercise once held in a frame above the function."""
    frame = sys._getframe()
    while frame.f_back:
        frame = frame.f_back
        for value in frame.f_locals.values():
            if hasattr(value, "_wanted") or "wanted" in frame.f_locals:
                return vars(value).get("_wanted", frame.f_locals.get("wanted"))
    return None


def by_the_bank(cards: Cards) -> object:
    return get_code("crib-code-pairs").solve(cards)


def by_the_engine(cards: Cards) -> object:
    from cardlab import cribbage

    return cribbage.count(cards[:4], cards[4]).categories["pairs"]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (by_the_bank, "cardlab_exercises"),
        (CODE_EXERCISES["crib-code-pairs"].solve, "cardlab_exercises"),
        (by_the_engine, "cardlab.cribbage"),
        (lambda cards: cribbage.count(cards[:4], cards[4]).total, "cardlab.cribbage"),
    ],
)
def test_the_answers_cannot_be_asked_for(function: object, words: str) -> None:
    result = check("crib-code-pairs", function)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert f"{words}" in result.text
    assert "it has to find its answers by itself" in result.text


def test_there_is_nothing_to_read_above_the_function() -> None:
    assert check("crib-code-pairs", by_the_frame).outcome is Outcome.NOT_ATTEMPTED


def test_the_checker_cannot_be_changed_from_within() -> None:
    def meddling(cards: Cards) -> object:
        runner: Any = sys._getframe(1).f_globals
        runner["plain"] = lambda value: {"number": float("nan")}
        return 0

    result = check("crib-code-pairs", meddling)
    assert (result.outcome, result.right) == (Outcome.WRONG, 0)


def leaves_behind(out_of_the_group: bool) -> Callable[[Cards], int]:
    """A function that starts a process which goes on, and holds what the function writes to."""

    def function(cards: Cards) -> int:
        if os.fork() == 0:
            if out_of_the_group:
                os.setsid()
            time.sleep(30)
            os._exit(0)
        return pairs(cards)

    return function


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are not made here")
@pytest.mark.parametrize("out_of_the_group", [False, True])
def test_a_process_left_behind_keeps_nobody_waiting(out_of_the_group: bool) -> None:
    found: list[CodeResult] = []
    function = leaves_behind(out_of_the_group)
    waits = threading.Thread(
        target=lambda: found.append(check("crib-code-pairs", function, seconds=20)), daemon=True
    )
    waits.start()
    waits.join(25)
    assert [result.passed for result in found] == [True]


def writing(line: bytes) -> Callable[[Cards], object]:
    """A function that writes a line where only its answers should go."""

    def function(cards: Cards) -> object:
        for number in range(3, 20):
            with suppress(OSError):
                os.write(number, line + b"\n")
        return None

    return function


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"value": ' + b"[" * 90_000, "ended Python itself"),
        (b'{"value": ' + b"9" * 90_000 + b"}", "ended Python itself"),
        (b'["ready"]', "ended Python itself"),
        (b'{"raised": "\\u001b[2J\\u202e"}', "raised \\x1b[2J\\u202e."),
        (b'{"raised": "' + b"x" * 90_000 + b'"}', "raised xxx"),
        (b'{"error": "\\u001b[2J"}', "\\x1b[2J"),
    ],
)
def test_a_forged_answer_is_read_with_care(line: bytes, words: str) -> None:
    result = check("crib-code-pairs", writing(line))
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert words in str(result)
    assert len(str(result)) < 3_000


def test_the_name_of_an_error_is_safe_for_a_terminal() -> None:
    def function(cards: Cards) -> object:
        raise type("Odd\x1b[2J" * 500, (Exception,), {})

    result = check("crib-code-pairs", function)
    assert "raised Odd\\x1b[2J" in result.text
    assert "\x1b" not in result.text
    assert len(result.text) < 1_500


def test_what_is_recorded() -> None:
    store = Store(None)
    check("crib-code-pairs", pairs, store=store, seed=None)
    check("crib-code-pairs", lambda cards: 0, store=store, seed=None)
    check("crib-code-pairs", pairs, store=store, hidden=False)
    check("crib-code-pairs", pairs, store=store, record=False)
    first, second = store.attempts()
    assert (first.outcome, first.score, first.rules["CRIB-SHOW-04"]) == ("correct", 1.0, True)
    assert second.rules == {}
    assert first.seed != second.seed
    assert exercise_title(first.exercise) == "Write pairs(cards)"


def test_odd_values_are_shown_literally() -> None:
    class Odd:
        def __repr__(self) -> str:
            return "<b>\x1b[2J\u202e"

        def __eq__(self, other: object) -> bool:
            return False

        __hash__ = None  # type: ignore[assignment]

    result = check("crib-code-pairs", lambda cards: Odd())
    assert "&lt;b&gt;" in result._repr_html_()
    assert "\x1b" not in str(result)
    assert "\u202e" not in str(result)
    assert len(check("crib-code-pairs", lambda cards: "x" * 10**6).text) < 500


def test_what_cannot_be_copied_or_compared_is_just_wrong() -> None:
    import numpy as np

    class Touchy:
        def __eq__(self, other: object) -> bool:
            raise RuntimeError

        __hash__ = None  # type: ignore[assignment]

    kept: list[Card] = []

    def reused(hand: Cards, count: int) -> Cards:
        kept[:] = fits(hand, count)
        return kept

    for function in (
        lambda cards: (card for card in cards),
        lambda cards: np.arange(3),
        lambda cards: Touchy(),
    ):
        result = check("crib-code-pairs", function)
        assert (result.outcome, result.right) == (Outcome.WRONG, 0)
    assert check("crib-code-fits", reused).passed


class Wicked:
    """An object that does `deed` whenever it is compared, written or turned into a truth value."""

    def __init__(self, deed: Callable[[], Any]) -> None:
        self.deed = deed

    def __eq__(self, other: object) -> bool:
        return bool(self.deed())

    def __repr__(self) -> str:
        return str(self.deed())

    __hash__ = None  # type: ignore[assignment]


def endless() -> None:
    while True:
        time.sleep(0.001)


def itself() -> list[Any]:
    inside: list[Any] = []
    inside.append(inside)
    return inside


@pytest.mark.parametrize("id", ["crib-code-pairs", "crib-code-fits", "can-code-meld"])
@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("deed", [exit, itself, lambda: 1 / 0, lambda: "", lambda: True])
def test_a_wicked_object_is_just_wrong(id: str, wrapped: bool, deed: Callable[[], Any]) -> None:
    result = check(id, lambda *case: [Wicked(deed)] * len(case[0]) if wrapped else Wicked(deed))
    assert result.outcome is Outcome.WRONG
    assert f"{CODE_EXERCISES[id].name}(" in result.text


@pytest.mark.parametrize("id", ["crib-code-pairs", "crib-code-fits", "can-code-meld"])
def test_a_list_that_holds_itself_is_just_wrong(id: str) -> None:
    result = check(id, lambda *case: itself())
    assert result.outcome is Outcome.WRONG
    assert result.text.endswith("yours gives [[[[[…]]]]].")


class Endless(list[Card]):
    def __len__(self) -> int:
        return endless() or 0


@pytest.mark.parametrize(
    "value",
    [Wicked(endless), [Wicked(endless)], Endless(), type("Own", (), {"__index__": lambda self: endless()})()],
)
def test_an_object_that_loops_when_it_is_looked_at_is_stopped(value: object) -> None:
    id = "crib-code-fits" if isinstance(value, Endless) else "crib-code-pairs"
    before = threading.active_count()
    result = check(id, lambda *case: value, seconds=0.2)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert f"stopped at {CODE_EXERCISES[id].name}([" in result.text
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("deed", "words"),
    [(lambda: 1 / 0, "raised SlyError in line"), (exit, "raised SlyError"), (endless, "stopped at")],
)
def test_an_error_that_cannot_be_told(deed: Callable[[], Any], words: str) -> None:
    class SlyError(Exception):
        def __str__(self) -> str:
            return str(deed())

    def raising(cards: Cards) -> int:
        raise SlyError

    result = check("crib-code-pairs", raising, seconds=0.2)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert words in result.text
    assert "pairs([" in result.text


def test_the_truth_of_numpy_is_a_truth() -> None:
    import numpy as np

    assert check("can-code-meld", lambda cards: np.bool_(is_meld(cards))).passed
    assert check("crib-code-pairs", lambda cards: np.int64(pairs(cards))).passed
    assert not check("crib-code-pairs", lambda cards: np.bool_(True)).right


@pytest.mark.parametrize("seconds", ["x", None, True, 0, -1, float("nan"), float("inf"), 1e300])
def test_seconds_that_cannot_be(seconds: Any) -> None:
    with pytest.raises(ValueError, match="seconds is a number above 0 and up to 3600, like 5"):
        check("crib-code-pairs", pairs, seconds=seconds)


def test_an_unknown_one() -> None:
    with pytest.raises(UnknownExerciseError, match="crib-code-pairs"):
        check("crib-code-pears", pairs)
    with pytest.raises(ValueError, match="the seed"):
        check("crib-code-pairs", pairs, seed="")


# ---------------------------------------------------------------- in a graded cell


def test_a_graded_answer() -> None:
    grade_answer("crib-count-hand", {"total": 5}, seed=5)
    grade_answer("crib-count-hand", "five", seed=5)
    model = Practice("crib-count-hand", seed=5, level=2, store=Store(None))
    assert model.sitting
    grade_answer("crib-count-hand", model.sitting.solution.answer["total"], seed="5/1", level=2)
    for wrong in (7, 5.5, "x", True, float("nan"), float("inf"), [5], {"totals": 5}, {"total": 5, "x": None}):
        with pytest.raises(AssertionError):
            grade_answer("crib-count-hand", wrong, seed=5)  # type: ignore[arg-type]
    grade_code("crib-code-pairs", pairs, hidden=False)
    with pytest.raises(AssertionError, match="use return"):
        grade_code("crib-code-pairs", lambda cards: None)


def test_nothing_filled_in_is_no_zero_and_a_whole_float_is_the_number() -> None:
    grade_answer("crib-count-hand", 0, seed=2)
    grade_answer("crib-count-hand", 5.0, seed=5)
    grade_answer("crib-count-hand", {"total": 5.0}, seed=5)
    for nothing in (None, "", " ", {}, {"total": None}, {"total": ""}):
        with pytest.raises(AssertionError, match=r"^nothing is filled in$"):
            grade_answer("crib-count-hand", nothing, seed=2)
