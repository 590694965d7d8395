"""Judging a count: what was filled in beside what is so, and which common mistakes explain the rest.

What is right is what `cardlab.cribbage.count` says; mistakes come from `slips`. One is named only if no other
would give the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardlab.cribbage import CATEGORIES, Count
from cardlab.cribbage.rules.show import held_items
from cardlab.display.scene import Group
from cardlab.rulebook import load
from cardlab.wording import lower, spelled, upper
from cardlab_exercises.cribbage.misconceptions import Slip, slips
from cardlab_exercises.declaration.answers import read_number
from cardlab_exercises.declaration.exercise import Answer, Outcome, Question, Result, Verdict

IMPOSSIBLE = (19, 25, 26, 27)
"""The totals up to 29 that no hand has (CRIB-SHOW-12)."""

_RULE_OF = {
    "fifteens": "CRIB-SHOW-03",
    "pairs": "CRIB-SHOW-04",
    "runs": "CRIB-SHOW-07",
    "flush": "CRIB-SHOW-08",
    "nobs": "CRIB-SHOW-10",
}


class _Claim(NamedTuple):
    """What was filled in, beside what is so. `parts` are the categories filled in, of those `asked`."""

    counted: Count
    total: int | None
    parts: Mapping[str, int]
    given: frozenset[str]
    asked: tuple[str, ...] = CATEGORIES

    @property
    def wrong(self) -> tuple[str, ...]:
        """The categories that are filled in wrongly, in the order of the count."""
        true = self.counted.categories
        return tuple(name for name in CATEGORIES if name in self.parts and self.parts[name] != true[name])

    @property
    def open(self) -> tuple[str, ...]:
        """Where categories alone were given: those left empty that pay, or all of them if none pays."""
        true = self.counted.categories
        if self.total is not None:
            return ()
        return tuple(
            name for name in self.asked if name not in self.parts and (true[name] or not self.counted.items)
        )

    @property
    def total_right(self) -> bool:
        return self.total == self.counted.total

    def score(self) -> float:
        """The share of what was to be found: every category that pays or was claimed, and the total."""
        true = self.counted.categories
        judged = [name for name in self.parts if name not in self.given and (true[name] or self.parts[name])]
        right = [self.parts[name] == true[name] for name in judged] + [False] * len(self.open)
        if self.total is not None:
            right.append(self.total_right)
        return sum(right) / len(right) if right else 0.0


def check_count(question: Question, answer: Answer) -> Verdict:
    claim = _read(question, answer)
    if claim.total is None and not claim.parts.keys() - claim.given:
        return Verdict(
            Outcome.NOT_ATTEMPTED,
            "Nothing is filled in yet.",
            "Write the total, or the points of each category; 0 where there are none. "
            "A field left empty is not checked.",
        )
    fields = _results(claim)
    if not claim.wrong and not claim.open and claim.total in (None, claim.counted.total):
        return Verdict(
            Outcome.CORRECT,
            _praise(claim.counted),
            "",
            fields,
            rules=paid_rules(claim.counted),
            score=1.0,
            judged=dict.fromkeys(paid_rules(claim.counted), True),
        )
    score = claim.score()
    verdict = _explain(claim)
    return verdict._replace(
        outcome=Outcome.PARTLY if score or verdict.outcome is Outcome.PARTLY else Outcome.WRONG,
        fields=fields,
        score=score,
        judged=_judged(claim, verdict),
    )


def _read(question: Question, answer: Answer) -> _Claim:
    """The answer as numbers. Raises `AnswerError` naming the field that holds none."""
    names = {"total": "the total"}
    read = {
        entry.name: read_number(answer.get(entry.name, ""), names.get(entry.name, entry.name))
        for entry in question.fields
    }
    asked = tuple(name for name in CATEGORIES if name in read)
    parts = {name: number for name in asked if (number := read[name]) is not None}
    given = frozenset(entry.name for entry in question.fields if entry.locked)
    return _Claim(question.position, read["total"], parts, given, asked)


def _results(claim: _Claim) -> dict[str, Result]:
    true = claim.counted.categories
    results = {name: _result(points, true[name]) for name, points in claim.parts.items()}
    if claim.total is not None:
        results["total"] = (
            Result("right", "right") if claim.total_right else Result("wrong", f"not {claim.total}")
        )
    return results


def _judged(claim: _Claim, verdict: Verdict) -> dict[str, bool]:
    """The rules a wrong answer tells of: those of the categories filled in, and those it offends.

    A wrong total that no mistake explains tells of none, and neither does a sum that was added up wrong or
    that no hand has: whoever writes it may have seen every combination (CRIB-SHOW-12).
    """
    true = claim.counted.categories
    told = [name for name in claim.parts if name not in claim.given and (true[name] or claim.parts[name])]
    judged: dict[str, bool] = {}
    for name in (*told, *claim.open):
        right = claim.parts.get(name) == true[name]
        judged |= dict.fromkeys(_paying_rules(claim.counted, [name]), right)
    offended = (rule for rule in _rules(verdict.mistakes) if rule != "CRIB-SHOW-12")
    return judged | dict.fromkeys(offended, False)


def _result(claimed: int, true: int) -> Result:
    if claimed == true:
        return Result("right", "right")
    return Result("wrong", f"{true - claimed} short" if claimed < true else f"{claimed - true} too many")


def _explain(claim: _Claim) -> Verdict:
    """What is wrong, as far as it can be told: the first wrong category decides the title."""
    if claim.wrong:
        return _explain_parts(claim)
    if claim.total is None:
        where = "one other category" if len(claim.open) == 1 else "other categories"
        return Verdict(
            Outcome.PARTLY,
            "Right so far.",
            f"What you have filled in is right. There is more to say about {where}.",
            rules=("CRIB-SHOW-12",),
        )
    paying = {name for name, points in claim.counted.categories.items() if points}
    if claim.parts and paying <= claim.parts.keys():
        paying_parts = [str(points) for points in claim.parts.values() if points]
        text = f"Your parts are right, but {' + '.join(paying_parts)} do not make {claim.total}."
        if len(paying_parts) < 2:
            text = f"Your parts are right, but the total is not {claim.total}: add them up again."
        return _named("crib-added-up-wrong", text, ())
    return _explain_total(claim)


def _explain_parts(claim: _Claim) -> Verdict:
    found = [(name, _recognise(claim, name)) for name in claim.wrong]
    slipped = [slip for _, slip in found if slip]
    mistakes = tuple(dict.fromkeys(slip.mistake for slip in slipped))
    pointers = [f"Your {_off(claim, name)}." for name, _ in found]
    texts = [
        f"{pointer} {slip.text}" if slip else pointer
        for pointer, (_, slip) in zip(pointers, found, strict=True)
    ]
    title = f"Not quite: {lower(pointers[0])}"
    if slipped:
        title = _title(slipped[0].mistake)
    elif len(found) == 1:
        texts = []
    right = [name for name in claim.parts if name not in claim.wrong and name not in claim.given]
    if claim.open:
        texts.append("There is more to find in what you left empty.")
    elif len(found) == 1 and len(right) > 1:
        texts.append("The other parts are right.")
    return Verdict(
        Outcome.WRONG,
        title,
        " ".join(texts),
        proof=tuple(_group(claim.counted, slip) for slip in slipped if slip.sets),
        rules=_rules(mistakes) or _paying_rules(claim.counted, claim.wrong),
        mistakes=mistakes,
    )


def _recognise(claim: _Claim, category: str) -> Slip | None:
    """The slip that gives what was claimed in a category, if that can be one mistake alone."""
    points = claim.parts[category]
    return _alone(slip for slip in slips(claim.counted) if (slip.category, slip.points) == (category, points))


def _alone(found: Iterable[Slip]) -> Slip | None:
    """The first of the slips, if all are one mistake."""
    listed = list(found)
    return listed[0] if len({slip.mistake for slip in listed}) == 1 else None


def _off(claim: _Claim, category: str) -> str:
    """How far a category is off: ``runs are 2 short``."""
    named = {"flush": "points for a flush", "nobs": "points for his nobs"}.get(category, category)
    return f"{named} are {_result(claim.parts[category], claim.counted.categories[category]).note}"


def _explain_total(claim: _Claim) -> Verdict:
    """A bare total tells little: a mistake is named only where no other gives that total."""
    total, true = claim.total or 0, claim.counted.total
    if is_impossible(total):
        text = "No hand counts 19, 25, 26 or 27, and none more than 29."
        return _named("crib-impossible-total", text, ())
    off = f"{true - total} short" if total < true else f"{total - true} too many"
    slip = _alone(
        slip for points, slip in total_slips(claim.counted) if points == total and _is_open(slip, claim)
    )
    if slip is None:
        compare = "Fill in the points of each category, and you will see where the difference is."
        return Verdict(Outcome.WRONG, f"Not quite: {off}.", compare, rules=_all_rules(claim.counted))
    verdict = _named(
        slip.mistake, f"{total} is {off}. {slip.text}", (_group(claim.counted, slip),) if slip.sets else ()
    )
    return verdict._replace(title=_perhaps(slip.mistake))


def is_impossible(total: int) -> bool:
    """Whether no hand counts that.

    >>> [total for total in range(31) if is_impossible(total)]
    [19, 25, 26, 27, 30]
    """
    return total in IMPOSSIBLE or total > 29


def total_slips(counted: Count) -> Iterator[tuple[int, Slip]]:
    """The wrong totals that one mistake alone would lead to, with the slip that does it."""
    without = without_starter(counted)
    text = "That is what the four cards count alone; the starter counts with them."
    found = [
        (counted.total - counted.categories[slip.category] + slip.points, slip) for slip in slips(counted)
    ]
    found.append((without, Slip("crib-starter-left-out", "", without, text)))
    for total, slip in found:
        if total != counted.total and not is_impossible(total):
            yield total, slip


def _is_open(slip: Slip, claim: _Claim) -> bool:
    """Whether the slip can be what is wrong: what was filled in and right is not where it lies."""
    if not slip.category:
        return not claim.parts
    return slip.category in claim.asked and slip.category not in claim.parts


def without_starter(counted: Count) -> int:
    """What the four cards alone would count: the total of somebody who leaves the starter out."""
    return sum(item.points for item in held_items(counted.hand, counted.options))


def _title(mistake: str) -> str:
    return f"Not quite. A common mistake: {lower(_mistake_name(mistake))}."


def _perhaps(mistake: str) -> str:
    return f"Not quite. Perhaps: {lower(_mistake_name(mistake))}?"


def _named(mistake: str, text: str, proof: tuple[Group, ...]) -> Verdict:
    return Verdict(
        Outcome.WRONG,
        _title(mistake),
        text,
        proof=proof,
        rules=_rules((mistake,)),
        mistakes=(mistake,),
    )


def _mistake_name(mistake: str) -> str:
    return load("cribbage").mistake(mistake).name


def _rules(mistakes: Sequence[str]) -> tuple[str, ...]:
    """The first rule that each mistake offends."""
    book = load("cribbage")
    return tuple(dict.fromkeys(book.mistake(id).rules[0] for id in mistakes))


def _group(counted: Count, slip: Slip) -> Group:
    """The cards a slip is about, and what they really pay: often nothing."""
    points = sum(item.points for item in counted.items if item.cards in slip.sets)
    return Group(slip.category, slip.sets, points, load("cribbage").mistake(slip.mistake).rules[:1])


def paid_rules(counted: Count) -> tuple[str, ...]:
    """The rules that pay in a count, and that of the starter where it takes part."""
    paid = tuple(dict.fromkeys(item.rule for item in counted.items)) or ("CRIB-SHOW-12",)
    with_starter = any(counted.starter in item.cards for item in counted.items)
    return (*paid, "CRIB-SHOW-02") if with_starter else paid


def _paying_rules(counted: Count, categories: Sequence[str]) -> tuple[str, ...]:
    """The rules of categories, as far as the count itself does not name them."""
    paid = [line.item.rule for line in counted.lines if line.category in categories]
    silent = [name for name in categories if not counted.categories[name]]
    book = ["CRIB-SHOW-09" if name == "flush" and counted.crib else _RULE_OF[name] for name in silent]
    return tuple(dict.fromkeys([*paid, *book]))


def _all_rules(counted: Count) -> tuple[str, ...]:
    """The rules of all categories: a total alone does not tell which of them it is about."""
    return tuple(
        "CRIB-SHOW-09" if name == "flush" and counted.crib else _RULE_OF[name] for name in CATEGORIES
    )


def _praise(counted: Count) -> str:
    what = "crib" if counted.crib else "hand"
    if not counted.items:
        return f"Right: there is nothing to count in this {what}."
    return f"{upper(spelled(counted.total))}. That is the whole {what}."
